"""Outside text as content: cleaned, never markup; and colours that can be read."""

from __future__ import annotations

import re

import pytest
from rich.style import Style as RichStyle
from textual.color import Color
from textual.theme import Theme

from recall.markdown.build import document
from recall.markdown.document import Style
from recall.markdown.layout import lay_out
from recall.markdown.line import Role
from recall.tui import theme
from recall.tui.content import content, line, strip, text
from recall.tui.looks import style_of

HOSTILE = [
    "see [/b] here",
    "a[/]b",
    "path [/etc/passwd",
    "[@click=app.quit]x[/]",
    "[@click=app.pwn('deck')]x",
    "[b + …[#888]x[/#888888]",
    "[red]x[/red]",
    "[link=https://x.org]x[/link]",
    "\\[b]x[/b]",
    "[[b]]",
    "[bold",
    "]",
    "[/]",
    "$accent [$accent]x",
    "[on red]x[/on red] [not bold]y",
]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_text_is_never_markup(hostile: str) -> None:
    assert text(hostile).plain == hostile
    assert text(hostile).spans == []
    assert line(hostile).plain == hostile
    drawn = content(lay_out(document(f"```\n{hostile}\n```"), 78))
    assert drawn.plain == f"  {hostile}"


def test_text_is_cleaned() -> None:
    assert text("a\x1b[2J\nb\u202ec").plain == "a␛[2J\nb⟨U+202E⟩c"
    assert line("a\n\tb\x07").plain == "a b␇"


def test_laid_out_lines_keep_their_looks() -> None:
    drawn = content(lay_out(document("a **b** c\n\nd"), 78))
    assert drawn.plain == "a b c\n\nd"
    assert [(span.start, span.end, span.style) for span in drawn.spans] == [(2, 3, "bold")]


def test_a_strip_is_as_wide_as_its_line() -> None:
    (one,) = lay_out(document("a **字** c"), 78)
    drawn = strip(one, lambda look: RichStyle(bold=Style.STRONG in look))
    assert (drawn.text, drawn.cell_length) == ("a 字 c", 6)
    assert [part.style is not None and part.style.bold for part in drawn] == [False, True, False]


def test_every_look_has_a_style_of_theme_variables_only() -> None:
    allowed = re.compile(r"(?:bold|italic|underline|strike|dim|reverse|\$[a-z]+| )*")
    for name in (*Style, *Role):
        assert allowed.fullmatch(style_of(frozenset({name}))), name
    assert style_of(frozenset()) == ""


def test_of_two_colours_the_one_that_judges_wins() -> None:
    assert style_of(frozenset({Style.CODE, Role.WRONG})) == "bold $error"
    assert style_of(frozenset({Style.STRONG, Style.GAP})) == "bold underline $accent"


@pytest.mark.parametrize(
    "name", [Style.GAP, Role.RIGHT, Role.WRONG, Role.CURRENT, Role.MISSING, Role.FOUND, Role.HERE]
)
def test_meaning_is_not_in_colour_alone_t4(name: Style | Role) -> None:
    assert re.match(r"bold|underline", style_of(frozenset({name})))


def contrast(one: str, other: str) -> float:
    """WCAG 2.1 contrast ratio of two colours."""

    def luminance(colour: str) -> float:
        parts = [part / 255 for part in Color.parse(colour).rgb]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("own", [theme.DARK, theme.LIGHT], ids=lambda own: own.name)
def test_colours_can_be_read(own: Theme) -> None:
    assert own.background is not None
    for colour in (own.primary, own.secondary, own.accent, own.success, own.error, own.warning):
        assert colour is not None
        assert contrast(colour, own.background) >= 4.5
    assert own.foreground is not None
    assert contrast(own.foreground, own.background) >= 10


@pytest.mark.parametrize("own", theme.THEMES, ids=lambda own: own.name)
def test_the_accent_is_neither_right_nor_wrong(own: Theme) -> None:
    assert len({own.accent, own.success, own.error}) == 3
