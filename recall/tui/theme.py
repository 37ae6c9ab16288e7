"""Colours: four themes, and how each look of a card's text is set in any of them.

One accent colour marks what can be acted on now, and nothing else. Right and wrong have a colour
and always a sign. Looks name theme variables only, so that every theme of Textual works, and each
that carries meaning has a weight, an underline or a sign as well: none is lost without colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from textual.filter import LineFilter, NoColor
from textual.theme import BUILTIN_THEMES, Theme

from recall.markdown.document import Style
from recall.markdown.line import Look, Role

if TYPE_CHECKING:
    from textual.app import App

DARK = Theme(
    name="recall",
    primary="#8fb3dc",
    secondary="#c3a6dd",
    accent="#e8b84f",
    success="#86c48a",
    error="#ee8a80",
    warning="#e59a5c",
    foreground="#dfe1e6",
    background="#15171c",
    surface="#1b1e25",
    panel="#232731",
    dark=True,
)
LIGHT = Theme(
    name="recall-light",
    primary="#285a8e",
    secondary="#6f4691",
    accent="#8a5200",
    success="#256b2b",
    error="#a9261d",
    warning="#94450a",
    foreground="#26282c",
    background="#fbfaf6",
    surface="#f2f0ea",
    panel="#e8e5dc",
    dark=False,
)
# Textual's own themes in the terminal's colours, with an accent apart from right and wrong.
ANSI_DARK = replace(BUILTIN_THEMES["ansi-dark"], accent="ansi_yellow", warning="ansi_magenta")
ANSI_LIGHT = replace(BUILTIN_THEMES["ansi-light"], accent="ansi_blue", primary="ansi_blue")

THEMES = (DARK, LIGHT, ANSI_DARK, ANSI_LIGHT)

_STYLES: dict[Style | Role, str] = {
    Style.STRONG: "bold",
    Style.EMPHASIS: "italic",
    Style.STRIKE: "strike",
    Style.CODE: "$secondary",
    Style.MATH: "",
    Style.LINK: "underline",
    Style.IMAGE: "$secondary",
    Style.GAP: "bold underline $accent",
    Style.HINT: "italic",
    Role.HEADING: "bold $primary",
    Role.MARKER: "$primary",
    Role.QUOTE: "dim",
    Role.RULE: "dim",
    Role.BORDER: "dim",
    Role.TABLE_HEAD: "bold",
    Role.ADDRESS: "dim",
    Role.KEYWORD: "bold $primary",
    Role.NAME: "bold",
    Role.STRING: "$foreground",
    Role.NUMBER: "$foreground",
    Role.COMMENT: "italic dim $foreground",
    Role.OPERATOR: "$foreground",
    Role.LABEL: "bold",
    Role.CURRENT: "bold $accent",
    Role.RIGHT: "bold $success",
    Role.WRONG: "bold $error",
    Role.MISSING: "underline $success",
    Role.QUIET: "dim",
}
# Of two colours in one look the later wins: what an answer is worth stands over what it is.
_ORDER = {name: place for place, name in enumerate(_STYLES)}


@cache
def style_of(look: Look) -> str:
    """Return a look as a Textual style with theme variables, ``""`` when it is plain text."""
    words: list[str] = []
    colour = ""
    for name in sorted(look, key=_ORDER.__getitem__):
        for word in _STYLES[name].split():
            if word.startswith("$"):
                colour = word
            elif word not in words:
                words.append(word)
    return " ".join([*words, colour]).strip()


def line_filters(app: App[Any], filters: Sequence[LineFilter]) -> Sequence[LineFilter]:
    """Return what ``App.get_line_filters`` should return, given what Textual's own returns.

    With ``NO_COLOR`` and a theme in the terminal's colours Textual draws black on black: it chooses
    a filter that computes greys before it knows the theme, and the terminal's default colours have
    no grey. Then all colours are taken away instead.
    """
    if app.no_color and app.current_theme.ansi:
        return (NoColor(),)
    return filters


def register(app: App[Any]) -> None:
    """Make the themes of ``recall`` known to an app; the caller chooses with ``app.theme``."""
    for theme in THEMES:
        app.register_theme(theme)
