"""The widget that draws a card, in a running app."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest
from textual.app import App, ComposeResult
from textual.color import Color
from textual.filter import LineFilter
from textual.pilot import Pilot
from textual.theme import Theme

from recall.library.values import Mark, Piece
from recall.markdown.build import document
from recall.tui import theme
from recall.tui.sections import (
    Divider,
    OptionLine,
    Options,
    OwnAnswer,
    Section,
    Sentence,
    Sign,
    Text,
    section_lines,
)
from recall.tui.theme import line_filters, register
from recall.tui.widgets.card_view import CardView
from tests.tui.test_content import HOSTILE, contrast


class Stage(App[None]):
    """One card view and nothing else."""

    def __init__(self, theme_name: str = "recall") -> None:
        super().__init__()
        self.theme_name = theme_name
        self.missed: list[str] = []

    def compose(self) -> ComposeResult:
        yield CardView()

    def on_mount(self) -> None:
        register(self)
        self.theme = self.theme_name

    def get_line_filters(self) -> Sequence[LineFilter]:
        return line_filters(self, super().get_line_filters())

    def on_key(self, event: object) -> None:
        self.missed.append(getattr(event, "key", ""))


def play(
    scene: Callable[[CardView, Pilot[None]], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
    theme_name: str = "recall",
) -> None:
    async def run() -> None:
        app = Stage(theme_name)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await scene(app.query_one(CardView), pilot)

    asyncio.run(run())


def drawn(view: CardView) -> list[str]:
    return [view.render_line(row).text.rstrip() for row in range(view.size.height)]


def text(*sections: Section, columns: int = 40) -> list[str]:
    return [line.text.rstrip() for line in section_lines(sections, columns)]


CHOICE = Options(
    (
        OptionLine("a", document("one"), Sign.WRONG, document("Costs *time*."), current=True),
        OptionLine("b", document("two"), Sign.RIGHT),
        OptionLine("c", document("three words that go on and on until they wrap")),
    )
)


def test_a_choice_after_its_answer() -> None:
    assert text(Text(document("Which?")), CHOICE) == [
        "Which?",
        "",
        "› ✗ a  one",
        "       Costs time.",
        "  ✓ b  two",
        "    c  three words that go on and on",
        "       until they wrap",
    ]


def test_an_answer_of_ones_own_is_marked_letter_by_letter() -> None:
    pieces = (
        Piece("ko", Mark.SAME),
        Piece("ll", Mark.WRONG),
        Piece("字", Mark.MISSING),
        Piece("x", Mark.SAME),
    )
    assert text(OwnAnswer(pieces)) == [
        "✗ You wrote  koll字x",
        "               ✗✗++",
    ]
    assert text(OwnAnswer((Piece("right", Mark.SAME),))) == ["✓ You wrote  right"]


def test_a_long_answer_of_ones_own_is_marked_on_each_line() -> None:
    pieces = (Piece("a" * 10, Mark.SAME), Piece("b" * 4, Mark.WRONG))
    assert text(OwnAnswer(pieces), columns=26) == [
        "✗ You wrote  " + "a" * 10 + "bbb",
        " " * 23 + "✗✗✗",
        " " * 13 + "b",
        " " * 13 + "✗",
    ]
    assert max(map(len, text(OwnAnswer(pieces), columns=12))) <= 12


def test_labels_dividers_and_sentences() -> None:
    assert text(
        Text(document("Q")),
        Divider(),
        Text(document("A")),
        Text(document("It *replaces* it."), label="Note"),
        Text(document("- a"), label="Hint"),
        Text(document("")),
        Sentence("Not \x1b saved."),
    ) == [
        *("Q", "", "───", "A", "", "Note. It replaces it.", ""),
        *("Hint.", "", "• a", "", "Not ␛ saved."),
    ]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_strings_are_drawn_as_written_p46(hostile: str) -> None:
    async def scene(view: CardView, pilot: Pilot[None]) -> None:
        code = document(f"```\n{hostile}\n```")
        view.show(
            Text(code),
            Sentence(hostile),
            OwnAnswer((Piece(hostile, Mark.WRONG),)),
            Options((OptionLine(hostile, code, Sign.WRONG, code),)),
            Text(code, label=hostile),
        )
        await pilot.pause()
        assert "\n".join(drawn(view)).count(hostile) == 8
        await pilot.click(CardView, offset=(6, 0))
        await pilot.pause()
        assert view.app.is_running

    play(scene, size=(120, 40))


def test_controls_never_reach_the_screen_p46() -> None:
    async def scene(view: CardView, pilot: Pilot[None]) -> None:
        view.show(Text(document("a\x1b[2J `\x9b` \u202e")), Sentence("\x1b]52;c;RVZJTA==\x07"))
        await pilot.pause()
        assert not {sign for line in drawn(view) for sign in line} & set("\x1b\x9b\x07\u202e")

    play(scene)


@pytest.mark.parametrize(
    ("width", "left", "column"), [(80, 3, 74), (160, 41, 78), (40, 1, 38), (84, 3, 78)]
)
def test_text_stands_in_a_centred_column(width: int, left: int, column: int) -> None:
    async def scene(view: CardView, pilot: Pilot[None]) -> None:
        view.show(Text(document("x" * 200)))
        await pilot.pause()
        assert drawn(view)[0] == " " * left + "x" * column

    play(scene, size=(width, 24))


def test_text_is_laid_out_again_when_the_terminal_changes() -> None:
    async def scene(view: CardView, pilot: Pilot[None]) -> None:
        view.show(Text(document("word " * 30)))
        await pilot.pause()
        wide = view.text
        await pilot.resize_terminal(40, 24)
        await pilot.pause()
        assert max(map(len, view.text.split("\n"))) <= 38 < max(map(len, wide.split("\n")))
        assert view.text.split() == wide.split()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert view.text == wide

    play(scene)


def test_keys_scroll_only_what_does_not_fit() -> None:
    async def scene(view: CardView, pilot: Pilot[None]) -> None:
        app = view.app
        assert isinstance(app, Stage)
        view.focus()
        view.show(Text(document("short")))
        await pilot.press("down", "right", "pagedown")
        assert view.max_scroll_y == 0
        assert app.missed == ["down", "right", "pagedown"]
        view.show(Text(document("a\n\n" * 60)))
        await pilot.pause()
        assert view.overflows
        await pilot.press("down", "down")
        await pilot.wait_for_scheduled_animations()
        assert view.scroll_offset.y == 2
        view.show(Text(document("b\n\n" * 60)), keep_place=True)
        await pilot.pause()
        assert view.scroll_offset.y == 2
        view.show(Text(document("c\n\n" * 60)))
        await pilot.pause()
        assert view.scroll_offset.y == 0

    play(scene)


def test_the_option_that_keys_act_on_is_in_view() -> None:
    def options(cursor: int) -> Options:
        return Options(
            tuple(
                OptionLine(str(place), document(f"option {place}"), current=place == cursor)
                for place in range(40)
            )
        )

    async def scene(view: CardView, pilot: Pilot[None]) -> None:
        for cursor in (0, 39, 20, 0):
            view.show(options(cursor), keep_place=True)
            await pilot.pause()
            assert any(line.endswith(f"› {cursor:>4}  option {cursor}") for line in drawn(view))
        view.show(options(30))
        await pilot.pause()
        assert any("›" in line for line in drawn(view))

    play(scene, size=(40, 10))


def test_wide_mathematics_and_code_scroll_sideways_t12() -> None:
    async def scene(view: CardView, pilot: Pilot[None]) -> None:
        view.focus()
        view.show(Text(document("$$" + " + ".join(f"x_{{{n}}}" for n in range(30)) + "$$")))
        await pilot.pause()
        assert view.overflows
        assert drawn(view)[0] == f"   {view.text}"[:80].rstrip()
        await pilot.press("right", "right")
        await pilot.wait_for_scheduled_animations()
        assert view.scroll_offset.x == 2
        assert drawn(view)[0] == f"   {view.text}"[2:82].rstrip()

    play(scene)


def test_an_answer_of_200_kilobytes_t7() -> None:
    async def scene(view: CardView, pilot: Pilot[None]) -> None:
        source = "A line of prose that goes on for a while, as answers do.\n" * 3_600
        assert len(source) > 200_000
        view.show(Text(document(source)))
        drawn(view)
        await pilot.pause()
        view.scroll_end(animate=False)
        await pilot.pause()
        assert drawn(view)[-1].strip() == "A line of prose that goes on for a while, as answers do."

    play(scene)


def test_images_are_named_and_can_be_opened_t10() -> None:
    async def scene(view: CardView, pilot: Pilot[None]) -> None:
        view.show(
            Text(document("![a](a%20b.png) and\n\n- ![c](c.png)\n\n> ![a](a%20b.png)")),
            Options(
                (OptionLine("a", document("| ![t](t.png) |\n|--|"), reason=document("![r](r)")),)
            ),
        )
        await pilot.pause()
        assert view.images == ("a b.png", "c.png", "t.png", "r")
        assert "▣ a (a b.png)" in drawn(view)[0]

    play(scene)


@pytest.mark.parametrize("own", theme.THEMES, ids=lambda own: own.name)
def test_every_theme_draws_every_look(own: Theme) -> None:
    async def scene(view: CardView, pilot: Pilot[None]) -> None:
        view.show(Text(document("# **a** `b` *c*\n\n```python\ndef f(): 1\n```")), CHOICE)
        await pilot.pause()
        styles = [part.style for row in range(8) for part in view.render_line(row)]
        assert len(set(map(str, styles))) > 5

    play(scene, theme_name=own.name)


def test_a_new_theme_colours_what_is_shown_already() -> None:
    async def scene(view: CardView, pilot: Pilot[None]) -> None:
        view.show(CHOICE)
        await pilot.pause()

        def colour() -> Color:
            sign = next(part for part in view.render_line(0) if "✗" in part.text)
            assert sign.style is not None
            assert sign.style.color is not None
            return Color.from_rich_color(sign.style.color)

        def near(one: Color, other: str | None) -> bool:
            pairs = zip(one.rgb, Color.parse(str(other)).rgb, strict=True)
            return all(abs(part - wanted) <= 2 for part, wanted in pairs)

        assert near(colour(), theme.DARK.error)
        view.app.theme = "recall-light"
        await pilot.pause()
        assert near(colour(), theme.LIGHT.error)

    play(scene)


@pytest.mark.parametrize("name", ["recall", "recall-light", "ansi-dark", "ansi-light"])
def test_without_colours_right_and_wrong_have_signs_t4(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def scene(view: CardView, pilot: Pilot[None]) -> None:
        view.show(CHOICE)
        await pilot.pause()
        assert view.app.no_color
        parts = [part for row in view.screen._compositor.render_strips() for part in row]
        assert {"✗", "✓"} <= {part.text for part in parts}
        for part in parts:
            assert part.style is not None
            front, back = part.style.color, part.style.bgcolor
            if front is None or front.is_default:
                assert back is None or back.is_default  # the terminal's own pair
            elif part.text.strip():
                assert back is not None
                front_hex = Color.from_rich_color(front).hex
                assert contrast(front_hex, Color.from_rich_color(back).hex) >= 4.5
                assert len({*Color.from_rich_color(front).rgb}) == 1  # no colour, only grey

    play(scene, theme_name=name)
