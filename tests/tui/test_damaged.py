"""A damaged progress file: what the learner is offered, and that it works."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from recall.clock import Clock
from recall.library.library import Library
from recall.library.restoring import Rescue
from recall.paths import Paths
from recall.tui.screens.damaged import DamagedScreen
from recall.tui.screens.home import HomeScreen
from tests.library.building import PLAIN, Desk, answer, questions
from tests.tui.pages import shown
from tests.tui.support import check_snapshot, play, playing

SIZES = [(40, 10), (80, 24), (120, 40)]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Three grades, of which a backup holds two."""
    desk = Desk(tmp_path)
    desk.write("a.md", questions(8))
    library = desk.open()
    session = library.session()
    for number in range(3):
        answer(session)
        if number == 1:
            library.backup()
    library.close()
    return desk


def paths(desk: Desk) -> Paths:
    return Paths(desk.root / "config.toml", desk.root / "data", (desk.decks,))


def rescue(desk: Desk) -> Callable[[], Rescue]:
    return lambda: Rescue(paths(desk), PLAIN, Clock(lambda: desk.now))


def opening(desk: Desk) -> Callable[[], Library]:
    return lambda: desk.open(refresh=False)


def damage(desk: Desk, start: int = 0, end: int = 100) -> bytes:
    content = desk.progress.read_bytes()
    desk.progress.write_bytes(content[:start] + b"\xff" * (end - start) + content[end:])
    return desk.progress.read_bytes()


def drop_backups(desk: Desk) -> None:
    for file in (desk.progress.parent / "backups").iterdir():
        file.unlink()


def test_what_can_be_read_is_joined_with_the_backup(desk: Desk) -> None:
    before = damage(desk)

    async def scenario() -> None:
        async with playing(opening=opening(desk), rescue=rescue(desk)) as player:
            assert isinstance(player.app.screen, DamagedScreen)
            assert "holds 2 reviews" in player.text
            await player.press("s")
            await player.settle()  # opening and reading again are calls of their own
            assert isinstance(shown(player), HomeScreen)
            assert "is sound again, with 3 reviews" in player.bottom
            assert "3 due · 5 new" in player.text

    play(scenario)
    (kept,) = desk.progress.parent.glob("*damaged.db")
    assert kept.read_bytes() == before
    assert len(desk.reviews()) == 3


def test_the_backup_alone(desk: Desk) -> None:
    damage(desk)

    async def scenario() -> None:
        async with playing(opening=opening(desk), rescue=rescue(desk)) as player:
            await player.press("r")
            await player.settle()
            assert "is sound again, with 2 reviews" in player.bottom

    play(scenario)
    assert len(desk.reviews()) == 2


def test_leaving_changes_nothing(desk: Desk) -> None:
    before = damage(desk)

    async def scenario() -> int | None:
        async with playing(opening=opening(desk), rescue=rescue(desk)) as player:
            await player.press("q")
        return player.app.return_code

    assert play(scenario) == 3
    assert desk.progress.read_bytes() == before


def test_damage_that_only_reading_finds(desk: Desk) -> None:
    """Opening looks at little; the first screen at more."""
    size = desk.progress.stat().st_size
    damage(desk, 4096, size)

    async def scenario() -> None:
        async with playing(opening=opening(desk), rescue=rescue(desk)) as player:
            assert isinstance(player.app.screen, DamagedScreen)
            await player.press("r")
            await player.settle()
            assert "is sound again, with 2 reviews" in player.bottom

    play(scenario)


def test_without_a_backup_there_is_nothing_to_go_back_to(desk: Desk) -> None:
    drop_backups(desk)
    damage(desk)

    async def scenario() -> None:
        async with playing(opening=opening(desk), rescue=rescue(desk)) as player:
            assert "There is no sound backup." in player.text
            await player.press("r")
            assert "no sound backup to go back to" in player.bottom
            await player.press("s")
            await player.settle()  # opening and reading again are calls of their own
            assert "is sound again, with 3 reviews" in player.bottom

    play(scenario)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", ["damaged", "damaged-without-backup"])
def test_screen(desk: Desk, name: str, size: tuple[int, int]) -> None:
    damage(desk)
    if name != "damaged":
        drop_backups(desk)

    def fail() -> Library:
        from recall.storage.faults import damaged

        raise damaged(Path("/home/ana/.local/share/recall/recall.db"))

    async def scenario() -> None:
        async with playing(opening=fail, size=size, rescue=rescue(desk)) as player:
            check_snapshot(f"{name}-{size[0]}x{size[1]}", player.text)

    play(scenario)
