"""Finishing a lesson in the reader: at its end, with one key."""

from __future__ import annotations

from recall.errors import StorageBusy
from recall.study.course import NextStep, StepKind
from recall.tui.screens.home import HomeScreen
from tests.tui.fake import FakeLibrary
from tests.tui.samples import KERNEL, course, path_at
from tests.tui.support import play, playing


def unread() -> FakeLibrary:
    """A library whose first deck is a lesson to be finished."""
    return path_at({}, step=NextStep(StepKind.READ, "1"))


def test_one_key_finishes_a_lesson_at_its_end_and_then_goes_back() -> None:
    async def scenario() -> None:
        library = unread()
        async with playing(library) as player:
            await player.press("l")
            assert player.bottom.startswith("Space go on")
            await player.press("end")
            assert player.bottom.startswith("Enter finish: opens 64 cards")
            await player.press("enter")
            assert library.finished == ["/decks/0.md"]
            assert "Finished: 64 new cards from now on, some each day." in player.bottom
            assert library.calls[-1] == "finish /decks/0.md", "the lesson is still there"
            await player.press("down")
            assert "finish" not in player.bottom
            await player.press("enter")
            assert isinstance(player.app.screen, HomeScreen)
            assert library.finished == ["/decks/0.md"]

    play(scenario)


def test_before_its_end_a_lesson_is_not_finished() -> None:
    async def scenario() -> None:
        library = unread()
        async with playing(library) as player:
            await player.press("l", "enter")
            assert "A lesson is finished at its end; End goes there." in player.bottom
            await player.press("f")
            assert library.finished == []

    play(scenario)


def test_a_lesson_finished_early_says_what_its_cards_wait_for() -> None:
    async def scenario() -> None:
        library = unread()
        async with playing(library) as player:
            await player.press("down", "down", "down", "down", "enter", "end", "f")
            assert "Finished: 64 new cards will come after L3." in player.bottom

    play(scenario)


def test_a_lesson_whose_cards_come_already_is_finished_without_a_number() -> None:
    async def scenario() -> None:
        library = path_at({"waiting": 0, "new": 3}, step=NextStep(StepKind.READ, "1"))
        async with playing(library) as player:
            await player.press("l", "end")
            assert player.bottom.startswith("Enter finish  ")
            await player.press("enter")
            assert player.bottom == "Finished."

    play(scenario)


def test_what_cannot_be_finished_offers_nothing() -> None:
    async def scenario() -> None:
        library = course(KERNEL)
        async with playing(library) as player:
            await player.press("down", "down", "down", "l", "end")
            assert "finish" not in player.bottom
            await player.press("enter")
            assert "There is nothing to finish here." in player.bottom
            assert library.finished == []

    play(scenario)


def test_finishing_that_cannot_be_kept_says_so_and_may_be_tried_again() -> None:
    async def scenario() -> None:
        library = unread()
        async with playing(library) as player:
            await player.press("l", "end")
            library.refusals.append(StorageBusy("The file is held by another window.", "Wait."))
            await player.press("enter")
            assert "✗ The file is held by another window. Wait." in player.bottom
            await player.press("enter")
            assert library.finished == ["/decks/0.md"]

    play(scenario)
