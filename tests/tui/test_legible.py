"""Every theme can be read, with and without colours, and no meaning is in a colour alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rich.color import Color, ColorType
from rich.segment import Segment
from rich.terminal_theme import DIMMED_MONOKAI

from tests.study.figures import a_year
from tests.tui.samples import ERRATIC, KERNEL, LAYERS, PROBLEMS, course
from tests.tui.support import Player, play, playing

THEMES = ["recall", "recall-light", "ansi-dark", "ansi-light"]
TOUR = (
    "s",
    "q",
    "p",
    "q",
    "down",
    "r",
    "space",
    "i",
    "q",
    "3",
    "a",
    "3",
    "9",
    "enter",
    "3",
    "?",
    "q",
)
READING = ("down", "down", "down", "l", "c", "c", "/", "a", "enter", "n", "space", "space", "t")
CONTRAST = 3.0
"""The least contrast of large text by WCAG 2; dim text is meant to stand back."""


def segments(player: Player) -> Iterator[Segment]:
    """Every visible run of letters on the screen, after what NO_COLOR does to it."""
    screen = player.app.screen
    for strip in screen._compositor.render_strips(screen.size):
        for segment in strip:
            if segment.text.strip() and segment.style is not None:
                yield segment


def luminance(color: Color) -> float:
    """The relative luminance of a colour, by WCAG 2."""
    parts = [part / 255 for part in color.get_truecolor(DIMMED_MONOKAI)]
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("without_colour", [False, True], ids=["colour", "NO_COLOR"])
@pytest.mark.parametrize("theme", THEMES)
def test_T4_every_theme_is_legible(  # noqa: N802 - the case's id
    theme: str, without_colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if without_colour:
        monkeypatch.setenv("NO_COLOR", "1")
    else:
        monkeypatch.delenv("NO_COLOR", raising=False)

    async def scenario() -> None:
        library = course(KERNEL, ERRATIC, LAYERS)
        library.found = PROBLEMS
        library.figures = a_year()
        async with playing(library, theme=theme) as player:
            check(player, colourless=without_colour)
            for key in TOUR:
                await player.press(key)
                check(player, colourless=without_colour)
        async with playing(course(), theme=theme) as player:
            for key in READING:
                await player.press(key)
                check(player, colourless=without_colour)

    play(scenario)


def check(player: Player, *, colourless: bool) -> None:
    for segment in segments(player):
        style = segment.style
        assert style is not None
        front, back = style.color, style.bgcolor
        if colourless:
            assert all(one is None or one.type is ColorType.DEFAULT for one in (front, back))
        if front is None or back is None or front.type is back.type is ColorType.DEFAULT:
            continue
        assert front != back, segment
        if ColorType.DEFAULT in (front.type, back.type) or style.dim:
            continue
        light, dark = sorted((luminance(front), luminance(back)), reverse=True)
        if re.fullmatch(r"[─▱▂▃▄▅▆▇▁█▉▊▋▌▍▎▏ ]+", segment.text):
            continue
        assert (light + 0.05) / (dark + 0.05) >= CONTRAST, segment


def test_T4_right_and_wrong_have_signs_and_words() -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        library = course(ERRATIC, LAYERS)
        library.found = PROBLEMS
        async with playing(library) as player:
            await player.press("p")
            for word in ("✗ error", "⚠ warning", "· note"):
                assert word in player.text
            await player.press("q", "r", "a")
            assert "✗ a" in player.text
            assert "✓ b" in player.text
            assert "✗ You chose a; right: b." in player.text

    play(scenario)
