"""Backups as a learner has them: one a day by itself, and going back to one."""

from __future__ import annotations

from pathlib import Path

import pytest

from recall.clock import Clock
from recall.errors import StorageBusy, StorageError, StorageForeign, UsageError
from recall.library import restoring, safekeeping
from recall.library.library import Library
from recall.library.safekeeping import BackupRow
from recall.paths import Paths
from tests.library.building import PLAIN, Desk, answer, answer_all, assert_well, questions


def paths(desk: Desk) -> Paths:
    return Paths(desk.root / "config.toml", desk.root / "data", (desk.decks,))


def clock(desk: Desk) -> Clock:
    return Clock(lambda: desk.now, PLAIN.rollover_hour)


def listed(desk: Desk) -> tuple[BackupRow, ...]:
    return safekeeping.listed(paths(desk), clock(desk))


def damage(desk: Desk) -> None:
    content = desk.progress.read_bytes()
    desk.progress.write_bytes(b"\xff" * 100 + content[100:])


@pytest.fixture
def library(desk: Desk) -> Library:
    desk.write("a.md", questions(8))
    return desk.open()


def test_one_backup_a_study_day_and_only_of_something_new(desk: Desk, library: Library) -> None:
    library.daily_backup()
    assert listed(desk) == ()  # nothing was ever recorded
    session = library.session()
    answer(session)
    library.daily_backup()
    (first,) = listed(desk)
    assert (first.reason, first.reviews, first.newest) == ("daily", 1, "Tue 1 Dec 09:30")
    answer(session)
    desk.wait(hours=18)  # half past three is still the same study day
    library.daily_backup()
    assert listed(desk) == (first,)
    desk.wait(hours=1)
    library.daily_backup()
    assert [row.reviews for row in listed(desk)] == [2, 1]
    desk.wait(days=5)
    library.daily_backup()
    assert len(listed(desk)) == 2  # nothing was recorded since


def test_a_mark_is_something_new(desk: Desk, library: Library) -> None:
    library.mark("a.md#q1", flagged=True)
    library.daily_backup()
    assert [row.actions for row in listed(desk)] == [1]


def test_a_damaged_newest_backup_does_not_stand_for_the_log(desk: Desk, library: Library) -> None:
    answer(library.session())
    library.daily_backup()
    (first,) = listed(desk)
    first.path.write_bytes(b"damaged")
    desk.wait(days=1)
    library.daily_backup()
    assert [row.damaged is None for row in listed(desk)] == [True, False]


def test_daily_backups_are_thinned_and_others_are_not(desk: Desk, library: Library) -> None:
    library.backup()
    for _ in range(20):
        answer(library.session(cram=True))
        library.daily_backup()
        desk.wait(days=1)
    rows = listed(desk)
    assert [row.reason for row in rows] == ["daily"] * 9 + ["by-hand"]
    assert rows[0].reviews == 20


def test_a_backup_that_cannot_be_made_does_not_stop_a_grade(desk: Desk, library: Library) -> None:
    (desk.root / "data" / "backups").write_text("no folder")
    session = library.session()
    answer(session)
    with pytest.raises(StorageError, match="No backup could be written"):
        library.daily_backup()
    answer(session)
    assert len(desk.reviews()) == 2


def test_a_read_only_file_gets_no_daily_backup(
    desk: Desk, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer(library.session())
    library.close()
    monkeypatch.setattr("os.access", lambda *_, **__: False)
    desk.open().daily_backup()
    assert listed(desk) == ()


def test_a_backup_at_a_place_of_ones_own(desk: Desk, library: Library, tmp_path: Path) -> None:
    answer(library.session())
    target = tmp_path / "elsewhere.db"
    made = library.backup(target)
    assert (made.path, made.reviews, made.size) == (target, 1, target.stat().st_size)
    for other in (target, desk.progress, tmp_path):
        with pytest.raises(UsageError, match="exists"):
            library.backup(other)
    with pytest.raises(UsageError, match="exists"):
        library.backup(desk.progress, replace=True)
    assert library.backup(target, replace=True).reviews == 1
    with pytest.raises(UsageError, match="does not exist"):
        library.backup(tmp_path / "nowhere" / "b.db")
    assert len(desk.reviews()) == 1


def test_restoring_goes_back_and_can_be_taken_back(desk: Desk, library: Library) -> None:
    answer(library.session())
    made = library.backup()
    before = {row.uid: desk.state(row.uid) for row in library.search()}
    answer_all(desk, library.session())
    later = desk.log()
    library.close()
    done = restoring.restore(paths(desk), clock(desk), made.path)
    assert done.now.reviews == 1
    library = desk.open()
    assert {row.uid: desk.state(row.uid) for row in library.search()} == before
    assert_well(library)
    library.close()
    assert done.kept is not None
    kept = restoring.find_backup(paths(desk), clock(desk), done.kept.name)
    assert kept.reason == "before-restore"
    restoring.restore(paths(desk), clock(desk), kept.path)
    assert desk.log() == later
    assert_well(desk.open())


def test_restoring_while_a_window_is_open(desk: Desk, library: Library) -> None:
    session = library.session()
    answer(session)
    made = library.backup()
    answer(session)
    restoring.restore(paths(desk), clock(desk), made.path)
    answer(session)
    assert len(desk.reviews()) == 2
    assert_well(library)


def test_restoring_while_a_window_writes(desk: Desk, library: Library) -> None:
    answer(library.session())
    made = library.backup()
    with desk.store() as store, store.writing(), pytest.raises(StorageBusy):
        restoring.restore(paths(desk), clock(desk), made.path)
    assert [entry.name for entry in desk.progress.parent.iterdir() if entry.is_dir()] == ["backups"]


def test_the_newest_sound_backup_is_found(desk: Desk, library: Library) -> None:
    with pytest.raises(UsageError, match="no sound backup"):
        restoring.find_backup(paths(desk), clock(desk))
    session = library.session()
    for _ in range(3):
        answer(session)
        library.backup()
        desk.wait(hours=1)
    newest, middle, _ = listed(desk)
    content = newest.path.read_bytes()
    newest.path.write_bytes(content[:-4096] + b"\xff" * 4096)
    assert restoring.find_backup(paths(desk), clock(desk)) == middle
    assert restoring.find_backup(paths(desk), clock(desk), middle.name) == middle
    assert restoring.find_backup(paths(desk), clock(desk), middle.path.stem) == middle
    by_path = restoring.find_backup(paths(desk), clock(desk), str(middle.path))
    assert by_path.reviews == middle.reviews
    with pytest.raises(StorageForeign):
        restoring.find_backup(paths(desk), clock(desk), newest.name)
    with pytest.raises(UsageError, match="no backup 'nothing'"):
        restoring.find_backup(paths(desk), clock(desk), "nothing")
    with pytest.raises(UsageError, match="the progress file itself"):
        restoring.find_backup(paths(desk), clock(desk), str(desk.progress))


def test_a_damaged_file_gives_way_to_a_backup_and_is_kept(desk: Desk, library: Library) -> None:
    answer(library.session())
    made = library.backup()
    library.close()
    damage(desk)
    before = desk.progress.read_bytes()
    now = restoring.present(paths(desk), clock(desk))
    assert now is not None
    assert now.damaged is not None
    done = restoring.restore(paths(desk), clock(desk), made.path)
    assert done.kept is not None
    assert done.kept.name == "recall-20261201-093000-damaged.db"
    assert done.kept.read_bytes() == before
    assert len(desk.reviews()) == 1
    assert_well(desk.open())


def test_a_progress_file_that_is_gone_comes_back(desk: Desk, library: Library) -> None:
    answer(library.session())
    made = library.backup()
    library.close()
    desk.progress.unlink()
    assert restoring.present(paths(desk), clock(desk)) is None
    assert restoring.restore(paths(desk), clock(desk), made.path).kept is None
    assert len(desk.reviews()) == 1


def test_salvage_joins_a_backup_with_what_can_be_read(desk: Desk, library: Library) -> None:
    session = library.session()
    answer(session)
    library.backup()
    answer(session)
    library.mark("a.md#q8", suspended=True)
    states = {row.uid: desk.state(row.uid) for row in library.search()}
    library.close()
    damage(desk)
    with pytest.raises(StorageForeign):
        desk.open()
    done = restoring.salvage_and_restore(paths(desk), PLAIN, clock(desk))
    assert (done.now.reviews, done.salvaged) == (2, 1)
    library = desk.open()
    assert {row.uid: desk.state(row.uid) for row in library.search()} == states
    assert_well(library)


def test_salvage_without_any_backup(desk: Desk, library: Library) -> None:
    answer_all(desk, library.session(new=8))
    before = desk.log()
    library.close()
    damage(desk)
    done = restoring.salvage_and_restore(paths(desk), PLAIN, clock(desk))
    assert done.salvaged == len(before[0])
    assert desk.log() == before
    assert_well(desk.open())


def test_salvage_of_nothing(desk: Desk) -> None:
    with pytest.raises(UsageError, match="no progress file"):
        restoring.salvage_and_restore(paths(desk), PLAIN, clock(desk))
