"""The interface over the real library: a deck folder, a progress file, and what is kept of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from textual.drivers.headless_driver import HeadlessDriver

from recall.cards.memory import Rating
from recall.clock import fixed_clock
from recall.config import Config
from recall.library.library import Library
from recall.library.values import AnswerMode, Showing
from recall.paths import Paths
from recall.tui.screens.card import CardScreen
from recall.tui.screens.review import ReviewScreen
from recall.tui.screens.summary import SummaryScreen
from tests.tui.support import play, playing

DECK = """\
Q: What is [/b] in a \x1b[2J card? {#hostile}
A: Text, and $x^2$ is mathematics.
H: Look closely.

Q: How many layers?
A= 93 | ninety-three

Q: Which two?
- [x] One
- [ ] Three
  - Three is too many.
- [x] Two

O: Sort
1. first
2. second
3. third

C: K3 has {{93}} layers.
"""
NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)


@pytest.fixture
def opening(tmp_path: Path) -> Callable[[], Library]:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "mine.md").write_text(DECK, encoding="utf-8")
    paths = Paths(tmp_path / "config.toml", tmp_path / "data", (folder,))

    def opened() -> Library:
        return Library.open(paths, Config(fuzz=False), fixed_clock(NOW), random=Random(7))

    return opened


def ratings(opened: Callable[[], Library]) -> list[int]:
    """The ratings in the log of a library."""
    library = opened()
    try:
        return [int(str(entry["rating"])) for entry in library.log() if "rating" in entry]
    finally:
        library.close()


def keys_for(showing: Showing) -> list[str]:
    """The keys that answer a card as its kind asks for."""
    match showing.mode:
        case AnswerMode.REVEAL:
            return ["space"]
        case AnswerMode.TYPE:
            return ["9", "3", "enter"]
        case AnswerMode.ARRANGE:
            return ["enter"]
        case AnswerMode.CHOOSE:
            return [*(option.letter for option in showing.options if option.right), "enter"]


def test_every_kind_of_card_is_answered_graded_and_kept(opening: Callable[[], Library]) -> None:
    async def scenario() -> None:
        async with playing(opening=opening, size=(90, 30)) as player:
            assert "5 new" in player.text
            await player.press("enter")
            kinds = set()
            for _ in range(5):
                screen = player.app.screen
                assert isinstance(screen, ReviewScreen)
                showing = screen.showing
                assert showing is not None
                kinds.add(showing.kind)
                await player.press(*keys_for(showing))
                assert "1 Again" in player.bottom
                if showing.mode.value in {"type", "choose"}:
                    assert "✓" in player.text
                await player.press("4")
            assert len(kinds) == 5
            assert isinstance(player.app.screen, SummaryScreen)
            assert "5 answers" in player.text

    play(scenario)
    assert ratings(opening) == [Rating.EASY] * 5


def test_Q8_undo_reaches_the_run_before(opening: Callable[[], Library]) -> None:  # noqa: N802 - the case's id
    async def first() -> str:
        async with playing(opening=opening) as player:
            await player.press("enter")
            screen = player.app.screen
            assert isinstance(screen, ReviewScreen)
            assert screen.showing is not None
            uid = screen.showing.uid
            await player.press(*keys_for(screen.showing), "4")
            return uid

    async def second(uid: str) -> None:
        async with playing(opening=opening) as player:
            await player.press("r", "tab", "u")
            screen = player.app.screen
            assert isinstance(screen, ReviewScreen)
            assert screen.showing is not None
            assert screen.showing.uid == uid
            assert "was taken back" in player.bottom.replace("\n", " ")

    uid = play(first)
    play(lambda: second(uid))


def test_Q2_Q11_letters_follow_the_screen_and_options_are_shuffled_anew(  # noqa: N802 - the case's id
    opening: Callable[[], Library],
) -> None:
    orders: set[str] = set()

    async def scenario() -> None:
        async with playing(opening=opening) as player:
            await player.press("enter")
            for _ in range(60):
                screen = player.app.screen
                assert isinstance(screen, ReviewScreen)
                showing = screen.showing
                assert showing is not None
                if showing.mode.value != "choose":
                    await player.press(*keys_for(showing), "1")
                    continue
                lines = [line.strip() for line in player.text.split("\n")]
                shown = [line[2:] for line in lines if line[:2] in {"☐ ", "☑ "}]
                assert [line[0] for line in shown] == ["a", "b", "c"]
                orders.add("|".join(line[3:] for line in shown))
                right = [line[0] for line in shown if "Three" not in line]
                await player.press(*right, "enter")
                assert "✓ Right" in player.text
                if len(orders) > 2:
                    return
                await player.press("1")

    play(scenario)
    assert len(orders) > 2


def test_hostile_cards_of_a_file_are_drawn_as_written(opening: Callable[[], Library]) -> None:
    async def scenario() -> None:
        async with playing(opening=opening) as player:
            await player.press("enter")
            while "What is [/b] in a ␛[2J card?" not in player.text:
                await player.press("tab", "B")
            await player.press("h", "space")
            assert "\x1b" not in player.text
            assert "x² is mathematics" in player.text
            await player.press("3", "tab", "u", "i")
            assert "What is [/b] in a ␛[2J card?" in player.text

    play(scenario)


def test_T8_an_edit_keeps_the_card_and_shows_its_new_words(  # noqa: N802 - the case's id
    opening: Callable[[], Library], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(HeadlessDriver, "can_suspend", True)
    editor = tmp_path / "vim"
    editor.write_text('#!/bin/sh\nsed -i "s/Look closely/Look twice/" "$2"\n', encoding="utf-8")
    editor.chmod(0o755)

    async def scenario() -> None:
        async with playing(opening=opening, editor=str(editor)) as player:
            await player.press("enter")
            while "What is [/b]" not in player.text:
                await player.press("tab", "B")
            await player.press("e", "h")
            assert "What is [/b]" in player.text
            assert "Look twice." in player.text

    play(scenario)


def test_a_card_explains_its_due_day(opening: Callable[[], Library]) -> None:
    async def scenario() -> None:
        async with playing(opening=opening, size=(90, 40)) as player:
            await player.press("enter")
            screen = player.app.screen
            assert isinstance(screen, ReviewScreen)
            assert screen.showing is not None
            uid = screen.showing.uid
            await player.press(*keys_for(screen.showing), "4")
            player.app.push_screen(CardScreen(uid))
            await player.settle()
            assert "▲ due" in player.text
            assert "The last answer was Easy, today." in player.text
            assert "1 answer" in player.text

    play(scenario)
