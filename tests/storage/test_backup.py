"""Backups: whole, checked, private, and good to start from again."""

from __future__ import annotations

import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from recall.errors import StorageBusy, StorageError, StorageForeign
from recall.storage import backup as backup_module
from recall.storage import history, journal
from recall.storage.backup import back_up
from recall.storage.store import Store
from tests.storage.building import Ids, dump, environment, memory, review
from tests.storage.grading import grade


@pytest.fixture
def target(path: Path) -> Path:
    """Where the backup of a test lies."""
    return path.parent / "backups" / "recall-20261201-093000-daily.db"


def test_a_backup_opens_with_everything_in_it(store: Store, ids: Ids, target: Path) -> None:
    with store.writing() as tx:
        journal.add_review(tx, "a", review("a", ids()), memory(), expected_last_review_id=None)
    assert store.backup(target) == target
    with store.writing() as tx:
        journal.add_review(tx, "b", review("b", ids()), memory(), expected_last_review_id=None)
    with closing(Store.open(target)) as restored:
        assert restored.check() == ()
        with restored.reading() as tx:
            assert [one.name for one in history.reviews(tx)] == ["a"]
            assert journal.state(tx, "a").memory == memory()


def test_a_backup_and_its_folder_are_for_their_owner_alone(store: Store, target: Path) -> None:
    store.backup(target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert stat.S_IMODE(target.parent.stat().st_mode) == 0o700
    assert list(target.parent.iterdir()) == [target]


def test_a_later_backup_of_the_same_name_takes_its_place(store: Store, target: Path) -> None:
    store.backup(target)
    with store.writing() as tx:
        journal.set_meta(tx, "device", "one")
    store.backup(target)
    with closing(Store.open(target)) as restored, restored.reading() as tx:
        assert journal.meta(tx, "device") == "one"


def test_what_an_interrupted_backup_left_is_no_hindrance(store: Store, target: Path) -> None:
    target.parent.mkdir()
    target.with_name(target.name + ".abc.part").write_text("half a copy")
    assert store.backup(target).exists()


def test_a_backup_that_cannot_be_written_says_so(store: Store, ids: Ids, target: Path) -> None:
    target.parent.write_text("no folder")
    with pytest.raises(StorageError, match="No backup could be written to"):
        store.backup(target)
    grade(store, ids)
    assert sorted(entry.name for entry in target.parent.parent.iterdir()) == [
        "backups",
        "recall.db",
    ]


def test_a_backup_without_room_says_so_and_leaves_nothing(
    store: Store, ids: Ids, target: Path
) -> None:
    script = """
import resource, sys
from pathlib import Path
from recall.errors import StorageError
from recall.storage.store import Store
store = Store.open(Path(sys.argv[1]))
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    store.backup(Path(sys.argv[2]))
except StorageError as error:
    print(error.message)
"""
    command = [sys.executable, "-W", "error", "-c", script, str(store.path), str(target)]
    done = subprocess.run(
        command, env=environment(), capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stderr == ""
    assert done.stdout.startswith(f"No backup could be written to {target} (")
    assert list(target.parent.iterdir()) == []
    grade(store, ids)


def test_a_damaged_file_gives_no_backup(path: Path, target: Path) -> None:
    with closing(Store.open(path)) as store, store.writing() as tx:
        for number in range(50):
            journal.set_meta(tx, str(number), "x" * 1000)
    content = bytearray(path.read_bytes())
    content[-4096:] = b"\xff" * 4096
    path.write_bytes(content)
    with closing(Store.open(path)) as store, pytest.raises(StorageForeign):
        store.backup(target)
    assert list(target.parent.iterdir()) == []


def test_a_copy_that_lacks_something_is_no_backup(
    store: Store, ids: Ids, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grade(store, ids)

    def forgetful(source: sqlite3.Connection, copy: sqlite3.Connection) -> None:
        source.backup(copy)
        copy.execute("DROP TRIGGER review_refuses_delete")
        copy.execute("DELETE FROM review")

    monkeypatch.setattr(backup_module, "copy_pages", forgetful)
    with pytest.raises(StorageForeign):
        store.backup(target)
    assert list(target.parent.iterdir()) == []


def test_a_file_that_another_process_holds_is_not_waited_for_for_ever(
    path: Path, target: Path
) -> None:
    Store.open(path).close()
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        closing(sqlite3.connect(path, isolation_level=None, timeout=0.01)) as source,
    ):
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageBusy):
            back_up(source, path, target)
    assert list(target.parent.iterdir()) == []


def test_copying_to_a_file_that_stays_locked_ends(path: Path, tmp_path: Path) -> None:
    Store.open(path).close()
    with (
        closing(sqlite3.connect(tmp_path / "held.db", isolation_level=None)) as holder,
        closing(sqlite3.connect(tmp_path / "held.db", timeout=0.01)) as held,
        closing(sqlite3.connect(path)) as source,
    ):
        holder.execute("CREATE TABLE other (a)")
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            backup_module.copy_pages(source, held)


def test_a_read_only_file_can_be_backed_up(path: Path, target: Path) -> None:
    Store.open(path).close()
    with closing(Store.open(path, read_only=True)) as store:
        assert dump(store.backup(target)) == dump(path)
