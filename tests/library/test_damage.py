"""Damage to each page of a real file: told in a sentence, and nothing readable is lost."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from recall.clock import Clock
from recall.errors import RecallError
from recall.library import restoring
from recall.library.library import Library
from recall.paths import Paths
from tests.library.building import PLAIN, Desk, answer, questions

PAGE = 4096
REVIEWS, KEPT = 30, 18
STEP = 4
"""Every so many pages the whole way to a sound file is gone; the others are only looked at."""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Thirty grades and some marks, of which a backup holds the first part."""
    desk = Desk(tmp_path)
    desk.write("a.md", questions(40))
    library = desk.open()
    session = library.session(new=40)
    for number in range(1, REVIEWS + 1):
        desk.wait(seconds=7)
        answer(session)
        if number == KEPT:
            library.backup()
    library.mark("a.md#q40", suspended=True)
    library.close()
    return desk


def use(library: Library) -> int:
    """Look at everything, and grade; return how many reviews there were."""
    library.refresh()
    library.home()
    library.search()
    library.doctor()
    reviews = sum(line["type"] == "review" for line in library.log())
    session = library.session()
    if session.current is not None:
        answer(session)
    return reviews


def standing(damaged: bytes, whole: bytes, ids: set[str]) -> set[str]:
    """The reviews that stand on pages that were not changed."""
    changed = [
        whole[place : place + PAGE]
        for place in range(0, len(whole), PAGE)
        if whole[place : place + PAGE] != damaged[place : place + PAGE]
    ]
    return {one for one in ids if not any(one.encode() in page for page in changed)}


def damages(whole: bytes) -> list[bytes]:
    """The file with each page overwritten once, and cut at several lengths."""
    pages = len(whole) // PAGE
    overwritten = [
        whole[: n * PAGE] + Random(n).randbytes(PAGE) + whole[(n + 1) * PAGE :]
        for n in range(pages)
    ]
    lengths = (0, 1, 99, 100, 2000, PAGE, 5 * PAGE, len(whole) // 2, len(whole) - PAGE)
    return overwritten + [whole[:length] for length in lengths]


def test_no_damage_crashes_empties_or_loses_what_can_be_read(desk: Desk) -> None:
    whole = desk.progress.read_bytes()
    (backup,) = (desk.progress.parent / "backups").iterdir()
    kept = backup.read_bytes()
    ids = {one.id for one in desk.reviews()}
    in_backup = {one.id for one in sorted(desk.reviews(), key=lambda one: one.at)[:KEPT]}
    paths = Paths(desk.root / "config.toml", desk.root / "data", (desk.decks,))
    clock = Clock(lambda: desk.now)
    hints: list[str] = []
    saved = 0
    for number, damaged in enumerate(damages(whole)):
        for file in (*desk.progress.parent.glob("*.db*"), *backup.parent.iterdir()):
            file.unlink()
        backup.write_bytes(kept)
        backup.chmod(0o600)
        desk.progress.write_bytes(damaged)
        try:
            library = desk.open(refresh=False)
            # What opens holds its reviews, or says that it cannot be relied on.
            assert use(library) == REVIEWS
        except RecallError as error:
            hints.append(error.hint)
        finally:
            desk.close()
            desk.opened.clear()
        if number % STEP and len(damaged) == len(whole):
            continue
        desk.progress.write_bytes(damaged)
        done = restoring.salvage_and_restore(paths, PLAIN, clock)
        expected = in_backup | standing(damaged.ljust(len(whole), b"\xff"), whole, ids)
        assert {one.id for one in desk.reviews()} >= expected, number
        assert done.kept is not None
        library = desk.open()
        assert [one.sentence for one in library.doctor() if not one.well] == [], number
        saved += 1
    assert len(hints) >= 10
    assert all("recall restore" in hint for hint in hints)
    assert saved >= 15
