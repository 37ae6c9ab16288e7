"""The history screen, and redo wherever undo is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from recall.clock import fixed_clock
from recall.config import Config
from recall.library.library import Library
from recall.library.past import Past, PastDeed
from recall.paths import Paths
from recall.tui.screens.history import PAGE, HistoryScreen
from tests.tui.fake import FakeLibrary
from tests.tui.samples import ERRATIC, KERNEL, a_past, course
from tests.tui.support import play, playing

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)


def with_past(past: Past | None = None) -> FakeLibrary:
    library = course()
    library.past = a_past() if past is None else past
    return library


def deeds(count: int) -> Past:
    made = tuple(
        PastDeed(
            f"d{number}", "review", "u", "", "2026-12-01 09:00", f"Deed {number}", "it is gone"
        )
        for number in range(count)
    )
    return Past(made, "d0", None)


def test_the_cursor_stands_at_what_an_undo_takes_back() -> None:
    async def scenario() -> None:
        async with playing(with_past()) as player:
            await player.press("h")
            assert isinstance(player.app.screen, HistoryScreen)
            assert "1 undone" in player.text.split("\n")[0]
            assert "›   2026-12-01 09:12  Again for “What does" in player.text
            assert "the card is due today again." in player.text
            await player.press("h")
            assert "Next: review" in player.text

    play(scenario)


def test_enter_takes_back_everything_down_to_the_cursor() -> None:
    async def scenario() -> None:
        library = with_past()
        async with playing(library) as player:
            await player.press("h", "down", "down")
            assert "Takes 3 things back; with this one, they are two cards." in player.text
            await player.press("enter")
            assert "3 things, the last: Thing link was taken back." in player.bottom
            assert player.text.count("↶") == 4
            await player.press("up")
            assert "Does these 2 things again." in player.text
            await player.press("enter")
            assert "2 things, the last: Thing mark counts again." in player.bottom
            assert player.text.count("↶") == 2
            assert [call for call in library.calls if call[:4] in {"undo", "redo"}] == [
                "undo link",
                "redo mark",
            ]

    play(scenario)


def test_what_cannot_be_changed_says_so() -> None:
    async def scenario() -> None:
        past = a_past()
        library = with_past(Past(past.deeds, past.next_undo, None))
        async with playing(library) as player:
            await player.press("h", "home")
            assert "something new was done since" in player.text
            assert "do again" not in player.bottom
            await player.press("enter", "down", "down", "down", "down")
            assert "set them back with recall config" in player.text.replace("\n   ", " ")
            await player.press("enter")
            assert not [call for call in library.calls if call[:4] in {"undo", "redo"}]

    play(scenario)


def test_more_is_read_at_the_end_of_the_list() -> None:
    async def scenario() -> None:
        library = with_past(deeds(2 * PAGE + 5))
        async with playing(library) as player:
            await player.press("h", "end")
            assert f"Deed {PAGE - 1}" in player.text
            await player.press("down", "end")
            assert f"Deed {2 * PAGE - 1}" in player.text
            await player.press("end", "end")
            assert f"Deed {2 * PAGE + 4}" in player.text
            await player.press("pageup", "home", "pagedown")
            assert "› " in player.text
            reads = [call for call in library.calls if call.startswith("history")]
            assert reads == [f"history {PAGE * number}" for number in (1, 2, 3)]

    play(scenario)


def test_an_empty_history_says_what_will_be_there() -> None:
    async def scenario() -> None:
        async with playing(course()) as player:
            await player.press("h", "enter", "down", "up", "u")
            assert "There is nothing to take back." in player.bottom
            await player.press("U")
            assert "There is nothing to do again." in player.bottom
            await player.press("j")
            assert "Nothing was done yet." in player.text

    play(scenario)


def test_redo_is_there_wherever_undo_is() -> None:
    async def scenario() -> None:
        library = course(KERNEL, ERRATIC)
        library.earlier = ["An old card"]
        async with playing(library) as player:
            await player.press("u", "U")
            assert "Good for “An old card” counts again." in player.bottom
            await player.press("U")
            assert "There is nothing to do again." in player.bottom
            await player.press("r", "space", "3", "u")
            assert "Took back Good for “kernel”." in player.bottom
            await player.press("U")
            assert "Good for “kernel” counts again." in player.bottom
            assert "erratic" in player.text
            await player.press("U")
            assert "There is nothing to do again." in player.bottom

    play(scenario)


def test_redo_from_the_summary() -> None:
    async def scenario() -> None:
        library = course(KERNEL)
        async with playing(library) as player:
            await player.press("r", "space", "3")
            assert "1 answer" in player.text
            await player.press("U")
            assert "There is nothing to do again." in player.bottom

    play(scenario)


def test_a_card_is_made_new_and_the_review_looks_again() -> None:
    async def scenario() -> None:
        library = course(KERNEL)
        async with playing(library) as player:
            await player.press("r", "i", "R")
            assert "The card is new again; u takes that back." in player.bottom
            library.kept = False
            await player.press("R")
            assert "nothing to forget" in player.bottom.replace("\n", " ")
            await player.press("u")
            assert "There is nothing to take back." in player.bottom
            await player.press("U")
            assert "There is nothing to do again." in player.bottom
            await player.press("q")
            assert "look again" in library.calls

    play(scenario)


def real(tmp_path: Path) -> Callable[[], Library]:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "mine.md").write_text(
        "".join(f"Q: Question {number}?\nA: Answer.\n\n" for number in range(4)), encoding="utf-8"
    )
    paths = Paths(tmp_path / "config.toml", tmp_path / "data", (folder,))
    return lambda: Library.open(paths, Config(fuzz=False), fixed_clock(NOW), random=Random(7))


def test_the_history_of_a_real_library(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=real(tmp_path), size=(90, 24)) as player:
            await player.press("r", *["space", "4"] * 4, "q", "h")
            assert player.text.count("Easy for “Question") == 4
            await player.press("end", "enter")
            assert "4 things, the last: Easy for “Question 0?” was taken back." in player.bottom
            await player.press("q")
            assert "4 new" in player.text
            await player.press("h", "home", "enter")
            assert "4 things, the last: Easy for “Question 3?” counts again." in player.bottom
            await player.press("u", "q")
            assert "1 new" in player.text

    play(scenario)


def test_a_reset_while_reviewing_does_not_refuse_the_grade(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=real(tmp_path), size=(90, 24)) as player:
            await player.press("r", *["space", "1"] * 4)
            await player.press("i", "R", "q", "space", "3")
            assert "answered in another window" not in player.text
            await player.press("i", "u", "q")
            assert "Question" in player.text

    play(scenario)
