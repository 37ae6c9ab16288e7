"""The capstone as one place: rebuild, explain, read cold, and the record over time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from recall.tui.screens.blank_page.cold import ColdScreen
from recall.tui.screens.blank_page.record import RecordScreen, VersionsScreen
from recall.tui.screens.blank_page.shelf import PagesScreen
from recall.tui.screens.blank_page.summary import PageSummaryScreen
from recall.tui.screens.blank_page.writing import WritingScreen
from recall.tui.screens.help import HelpScreen
from recall.tui.screens.review import ReviewScreen
from tests.tui.pages import CAPSTONE, come_to_rest, opening_rivers, shown, to_comparing, write
from tests.tui.support import Player, check_snapshot, play, playing

SIZES = [(80, 24), (40, 10), (120, 40)]


def test_the_next_step_leads_to_the_blank_pages(tmp_path: Path) -> None:
    async def scenario() -> None:
        capstone = CAPSTONE.replace("code: L13", "code: L13\nkind: capstone")
        async with playing(opening=opening_rivers(tmp_path, capstone)) as player:
            assert "Next: blank page of L13 Capstone" in player.text
            await player.press("enter")
            assert isinstance(player.app.screen, PagesScreen)

    play(scenario)


def test_a_part_of_a_page_is_written_alone(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path, CAPSTONE)) as player:
            await player.press("b", "down", "down")
            assert "›     Lower course" in player.text
            await player.press("enter")
            screen = player.app.screen
            assert isinstance(screen, WritingScreen)
            assert "Capstone · Lower course" in player.text
            assert [point.statement for point in screen.page.points] == ["Slow water drops sand"]
            await player.press("enter")
            await write(player, "Slow water drops sand.")
            await player.press("escape")
            assert "begun" in player.text
            await player.press("enter", "ctrl+s", "ctrl+s", "enter")
            assert isinstance(player.app.screen, PageSummaryScreen)

    play(scenario)


def test_a_passage_is_shown_once_and_then_asked_about(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path, CAPSTONE)) as player:
            await player.press("b", "end")
            assert "2 of 2 passages left" in player.text
            await player.press("enter")
            assert isinstance(player.app.screen, ColdScreen)
            assert "no name" in player.text
            await player.press("enter")
            assert isinstance(player.app.screen, ReviewScreen)
            assert "Where does the Halden rise?" in player.text
            await player.press("q")
            assert isinstance(player.app.screen, PagesScreen)
            assert "1 of 2 passages left" in player.text
            assert "Questions of A passage" in player.text
            await player.press("end", "up", "enter")
            assert isinstance(player.app.screen, ReviewScreen)

    play(scenario)


def test_the_questions_come_when_the_time_is_up(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path, CAPSTONE)) as player:
            await player.press("b", "end", "enter")
            screen = player.app.screen
            assert isinstance(screen, ColdScreen)
            assert "0:30 left" in player.text
            screen.tick()
            await player.settle()
            assert "0:29 left" in player.text
            # Help does not stop the clock, but it is not torn away either.
            await player.press("?")
            for _ in range(40):
                screen.tick()
            await player.settle()
            assert isinstance(player.app.screen, HelpScreen)
            await player.press("q")
            screen.tick()
            await player.settle()
            assert isinstance(player.app.screen, ReviewScreen)

    play(scenario)


async def shelf(player: Player) -> None:
    await player.press("b")


async def passage(player: Player) -> None:
    await player.press("b", "end", "enter")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("go", [shelf, passage])
def test_the_capstone_looks_as_it_did(
    go: Callable[[Player], Awaitable[None]], size: tuple[int, int], tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path, CAPSTONE), size=size) as player:
            await go(player)
            await come_to_rest(player)
            check_snapshot(f"capstone-{go.__name__}-{size[0]}x{size[1]}", player.text)

    play(scenario)


async def written_twice(player: Player) -> None:
    """Write the page of the rivers, give up the misses, and write it again, better."""
    await to_comparing(player)
    await player.press("d", "d", "escape", "S")
    await player.press("enter")
    await player.press("enter", "enter")
    await write(player, "Waterfalls retreat upstream. Deltas grow into the sea. Also more.")
    await player.press("ctrl+s", "ctrl+s", "d", "escape", "S", "enter")


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_record_shows_each_time_and_the_page_beside_the_one_before(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path), size=size) as player:
            await written_twice(player)
            await player.press("h")
            assert isinstance(shown(player), RecordScreen)
            await come_to_rest(player)
            check_snapshot(f"record-{size[0]}x{size[1]}", player.text)
            await player.press("enter")
            assert isinstance(shown(player), VersionsScreen)
            await come_to_rest(player)
            check_snapshot(f"versions-{size[0]}x{size[1]}", player.text)
            await player.press("right")
            assert "There is no later page." in player.bottom
            await player.press("left")
            assert "No earlier page." in player.text.replace("\n", " ")
            await player.press("q", "q", "q")

    play(scenario)


def test_a_page_never_written_has_an_empty_record(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path)) as player:
            await player.press("b", "h")
            assert "This page was not written yet." in player.text
            await player.press("enter", "q")
            assert isinstance(player.app.screen, PagesScreen)

    play(scenario)
