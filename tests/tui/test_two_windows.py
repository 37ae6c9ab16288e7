"""The interface beside another window and beside another machine, over the real library."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from recall.cards.memory import Rating
from recall.clock import fixed_clock
from recall.config import Config
from recall.library.library import Library
from recall.paths import Paths
from recall.storage.store import Store
from tests.tui.support import Player, play, playing

DECK = "".join(
    f"Q: Question number {number}? {{#q{number}}}\nA: Answer {number}.\n\n"
    for number in range(1, 4)
)
NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
Opening = Callable[[], Library]


@pytest.fixture
def opening(tmp_path: Path) -> Opening:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "mine.md").write_text(DECK, encoding="utf-8")
    (tmp_path / "share").mkdir()
    paths = Paths(tmp_path / "config.toml", tmp_path / "data", (folder,))

    def opened() -> Library:
        config = Config(fuzz=False, sync_folder="share")
        return Library.open(paths, config, fixed_clock(NOW), random=Random(7))

    return opened


def bottom(player: Player) -> str:
    return " ".join(player.bottom.split())


def answer_elsewhere(opening: Opening, count: int = 1) -> None:
    with closing(opening()) as library:
        library.refresh()
        session = library.session()
        for _ in range(count):
            session.reveal()
            session.grade(Rating.EASY)


def reviews(opening: Opening) -> list[str]:
    with closing(opening()) as library:
        return [str(line["name"]) for line in library.log() if line["type"] == "review"]


def test_a_grade_waits_for_the_other_window_and_is_kept(opening: Opening, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening, patience=0.0) as player:
            await player.press("enter", "space")
            with (
                closing(Store.open(tmp_path / "data" / "recall.db")) as other,
                other.writing(),
            ):
                await player.send("3", player.now)
                while "Waiting for the other window" not in player.text:
                    await player.idle()
                assert "Question number 1?" in player.text
            await player.settle()
            assert "Question number 2?" in player.text
            assert "Waiting" not in player.text

    play(scenario)
    assert reviews(opening) == ["mine.md#q1"]


def test_an_answer_that_came_second_is_said_plainly_and_the_next_card_is_new_to_both(
    opening: Opening,
) -> None:
    async def scenario() -> None:
        async with playing(opening=opening, size=(100, 24)) as player:
            await player.press("enter", "space")
            answer_elsewhere(opening, 2)
            await player.press("3")
            assert "was answered in another window, so this answer was not saved" in bottom(player)
            assert "Question number 3?" in player.text
            assert "Answer 3." not in player.text

    play(scenario)
    assert reviews(opening) == ["mine.md#q1", "mine.md#q2"]


def test_home_counts_anew_when_it_is_shown_again(opening: Opening) -> None:
    async def scenario() -> None:
        async with playing(opening=opening) as player:
            assert "3 new" in player.text
            await player.press("?")
            answer_elsewhere(opening)
            await player.press("q")
            assert "2 new" in player.text

    play(scenario)


def test_the_home_screen_syncs_and_tells_the_result(opening: Opening, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening, size=(100, 24)) as player:
            await player.press("y")
            assert "0 records received, 0 sent" in bottom(player)
            (file,) = (tmp_path / "share").iterdir()
            (tmp_path / "share" / "recall-bad.jsonl").write_bytes(b"x\n{")
            answer_elsewhere(opening)
            await player.press("y")
            assert "0 records received, 2 sent; 0 cards changed" in bottom(player)
            assert "✗" in bottom(player)
            assert "Passed over: recall-bad.jsonl:1: the line is not JSON." in bottom(player)
            assert "2 new" in player.text
            assert file.read_bytes().count(b"\n") == 3

    play(scenario)


def test_a_sync_that_cannot_be_done_says_why(opening: Opening, tmp_path: Path) -> None:
    (tmp_path / "share").rmdir()

    async def scenario() -> None:
        async with playing(opening=opening, size=(100, 24)) as player:
            await player.press("y")
            assert "does not exist" in bottom(player)

    play(scenario)
