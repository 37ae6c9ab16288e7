"""Opening the progress file, its transactions, and what goes wrong with it."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from recall.errors import (
    StorageBusy,
    StorageDamaged,
    StorageError,
    StorageForeign,
    StorageFull,
    StorageNewer,
    StorageReadOnly,
)
from recall.storage import journal
from recall.storage.backup_folder import place_of
from recall.storage.migrations import APPLICATION_ID, STEPS
from recall.storage.store import Store, Transaction
from tests.storage.building import (
    DROP_CAPABILITIES,
    Ids,
    memory,
    review,
    run_elsewhere,
)
from tests.storage.grading import count_reviews, grade


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def grade_twice(tx: Transaction) -> None:
    """Save a grade, then one with the same id, which is refused."""
    for last in (None, "same"):
        journal.add_review(
            tx, "card", review("card", "same"), memory(), expected_last_review_id=last
        )


def test_file_and_folder_are_for_their_owner_alone(path: Path, ids: Ids) -> None:
    before = os.umask(0)
    try:
        with closing(Store.open(path)) as store:
            assert (mode(path.parent), mode(path)) == (0o700, 0o600)
            with store.writing() as tx:
                journal.set_meta(tx, "device", "one")
                journal_file = path.with_name("recall.db-journal")
                assert mode(journal_file) == 0o600
            assert mode(store.backup(place_of(path, 0, "now"))) == 0o600
            assert mode(place_of(path, 0, "now").parent) == 0o700
    finally:
        os.umask(before)


def test_a_file_open_to_others_is_closed_to_them(path: Path) -> None:
    Store.open(path).close()
    path.chmod(0o644)
    with closing(Store.open(path)):
        assert mode(path) == 0o600


def test_settings_are_in_force_d12(store: Store) -> None:
    with store.reading() as tx:
        found = {
            name: tx._connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in (
                "foreign_keys",
                "journal_mode",
                "synchronous",
                "recursive_triggers",
                "trusted_schema",
                "application_id",
                "user_version",
            )
        }
    assert found == {
        "foreign_keys": 1,
        "journal_mode": "delete",
        "synchronous": 3,
        "recursive_triggers": 1,
        "trusted_schema": 0,
        "application_id": APPLICATION_ID,
        "user_version": len(STEPS),
    }


def test_a_file_left_in_wal_mode_is_brought_back(path: Path) -> None:
    Store.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode=WAL").fetchone() == ("wal",)
    with closing(Store.open(path)) as store, store.reading() as tx:
        answer = tx._connection.exec_driver_sql("PRAGMA journal_mode").scalar_one()
    assert answer == "delete"


def test_a_failed_block_leaves_nothing_and_can_be_repeated(store: Store, ids: Ids) -> None:
    with pytest.raises(StorageError), store.writing() as tx:
        grade_twice(tx)
    with store.writing() as tx:
        assert journal.state(tx, "card").last_review_id is None
    grade(store, ids)
    assert count_reviews(store.path) == 1


def test_transactions_do_not_nest(store: Store) -> None:
    with store.reading(), pytest.raises(RuntimeError, match="already open"), store.writing():
        pass  # pragma: no cover


def test_other_threads_wait_for_their_turn(store: Store, ids: Ids) -> None:
    from threading import Thread

    threads = [Thread(target=grade, args=(store, ids, f"card {n}")) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert count_reviews(store.path) == 8


def test_reading_does_not_write_d16(store: Store) -> None:
    before = store.path.stat().st_mtime_ns, store.path.read_bytes()
    for _ in range(50):
        with store.reading() as tx:
            journal.state(tx, "card")
    assert (store.path.stat().st_mtime_ns, store.path.read_bytes()) == before


def test_a_full_disk_loses_nothing_acknowledged_and_a_retry_works(store: Store, ids: Ids) -> None:
    grade(store, ids)
    with store.reading() as tx:
        pages = tx._connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    store._connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    store._connection.rollback()
    with pytest.raises(StorageFull, match=r"no space left .* KiB free"), store.writing() as tx:
        journal.set_meta(tx, "filler", "x" * 100_000)
    assert count_reviews(store.path) == 1
    store._connection.exec_driver_sql("PRAGMA max_page_count=1000000")
    store._connection.rollback()
    with store.writing() as tx:
        journal.set_meta(tx, "filler", "x" * 100_000)
    assert store.check() == ()


def test_a_read_only_file_can_be_looked_at_d7(path: Path, ids: Ids) -> None:
    with closing(Store.open(path)) as store:
        grade(store, ids)
    path.chmod(0o400)
    path.parent.chmod(0o500)
    before = path.read_bytes()
    script = (
        DROP_CAPABILITIES
        + """
import sys
from pathlib import Path
from recall.errors import StorageReadOnly
from recall.storage import journal
from recall.storage.store import Store
store = Store.open(Path(sys.argv[1]))
assert store.read_only
with store.reading() as tx:
    assert journal.state(tx, "card").last_review_id is not None
try:
    with store.writing() as tx:
        pass
except StorageReadOnly as error:
    print(error.message)
"""
    )
    outcome = run_elsewhere(script, path)
    path.parent.chmod(0o700)
    assert outcome.stderr == ""
    assert outcome.stdout == f"The progress file {path} cannot be written, so nothing was saved.\n"
    assert path.read_bytes() == before


def test_opened_for_reading_only(path: Path, ids: Ids) -> None:
    with pytest.raises(StorageError, match="There is no progress file"):
        Store.open(path, read_only=True)
    assert not path.parent.exists()
    Store.open(path).close()
    with closing(Store.open(path, read_only=True)) as store:
        assert store.read_only
        with pytest.raises(StorageReadOnly):
            grade(store, ids)


@pytest.mark.parametrize("gone", ["folder", "file", "replaced"])
def test_a_file_that_goes_away_while_it_is_open_d7(path: Path, ids: Ids, gone: str) -> None:
    with closing(Store.open(path)) as store:
        grade(store, ids)
        aside = path.parent.with_name("aside")
        if gone == "folder":
            path.parent.rename(aside)
        else:
            aside.mkdir()
            path.rename(aside / path.name)
        if gone == "replaced":
            Store.open(path).close()
        with pytest.raises(StorageReadOnly, match=r"gone|moved or replaced"):
            grade(store, ids)
    assert count_reviews(aside / path.name) == 1
    assert not path.exists() or count_reviews(path) == 0


def test_a_folder_that_cannot_be_made_d7(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(StorageReadOnly, match=r"cannot be (created|reached)"):
        Store.open(tmp_path / "file" / "recall.db")


def damaged_file(path: Path) -> bytes:
    with closing(Store.open(path)) as store:
        for number in range(20):
            with store.writing() as tx:
                journal.set_meta(tx, str(number), "x" * 1000)
    return path.read_bytes()


@pytest.mark.parametrize("kind", ["text", "json", "truncated", "another program's", "garbled"])
def test_a_file_that_is_not_ours_is_left_untouched_d5(path: Path, kind: str) -> None:
    content = damaged_file(path)
    match kind:
        case "text":
            path.write_bytes(b"Q: not a database\nA: no\n" * 100)
        case "json":
            path.write_bytes(b"{")
        case "truncated":
            path.write_bytes(content[: len(content) // 2 // 4096 * 4096])
        case "garbled":
            path.write_bytes(content[:100] + b"\xff" * 4000 + content[4100:])
        case _:
            path.unlink()
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("CREATE TABLE other (a)")
    before = path.read_bytes()
    with pytest.raises(StorageForeign, match=r"left as it is|it was left as it is"):
        Store.open(path)
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == ["recall.db"]


def test_damage_that_an_interrupted_write_left_is_seen(path: Path) -> None:
    content = damaged_file(path)
    path.write_bytes(content[:-4096] + b"\xff" * 4096)  # a page that opening does not read
    Store.open(path).close()
    path.with_name("recall.db-journal").write_bytes(b"torn")
    with pytest.raises(StorageForeign, match="damaged"):
        Store.open(path)


def test_a_newer_file_is_left_untouched_d17(path: Path) -> None:
    Store.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version={len(STEPS) + 1}")
    before = path.read_bytes()
    with pytest.raises(StorageNewer, match=f"schema {len(STEPS) + 1}"):
        Store.open(path)
    assert path.read_bytes() == before


def test_a_link_or_a_pipe_is_no_progress_file(path: Path) -> None:
    Store.open(path).close()
    link = path.with_name("link.db")
    link.symlink_to(path)
    pipe = path.with_name("pipe.db")
    os.mkfifo(pipe)
    for other in (link, pipe, path.parent):
        with pytest.raises(StorageForeign, match="not a regular file"):
            Store.open(other)


def test_an_empty_file_is_a_beginning(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    with closing(Store.open(path)) as store:
        assert store.check() == ()


@pytest.mark.parametrize("state", ["empty", "gone"])
def test_a_file_with_backups_is_never_silently_begun_anew(path: Path, ids: Ids, state: str) -> None:
    with closing(Store.open(path)) as store:
        grade(store, ids)
        made = store.backup(place_of(path, 0, "daily"))
    if state == "empty":
        path.write_bytes(b"")
    else:
        path.unlink()
    for read_only in (False, True):
        with pytest.raises(StorageDamaged, match=f"is {state}, though a backup"):
            Store.open(path, read_only=read_only)
    assert path.exists() == (state == "empty")
    made.unlink()
    with closing(Store.open(path)) as store:
        assert store.check() == ()


def test_a_folder_with_odd_signs_in_its_name(tmp_path: Path, ids: Ids) -> None:
    with closing(Store.open(tmp_path / "50% of #1? ü" / "recall.db")) as store:
        grade(store, ids)
        assert count_reviews(store.path) == 1


@pytest.mark.parametrize("text", ["\ud800", "a\udcffb"])
def test_half_a_character_is_refused(store: Store, text: str) -> None:
    with pytest.raises(StorageError, match="lone surrogate"), store.writing() as tx:
        journal.set_meta(tx, "device", text)
    with store.reading() as tx:
        assert journal.meta(tx, "device") is None


def test_orphans_are_found(store: Store) -> None:
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute(
            "INSERT INTO problem VALUES (1, 99, 1, 1, 'X1', 'error', 'message', 'hint', 0)"
        )
    assert store.check() == ("problem row 1 refers to no file",)


def test_a_writing_transaction_holds_the_file_from_its_beginning(tmp_path: Path) -> None:
    """Otherwise two windows read, both want to write, and one is refused after its work."""
    path = tmp_path / "data" / "recall.db"
    with closing(Store.open(path)) as one, closing(Store.open(path, busy_timeout_ms=20)) as other:
        with one.writing(), pytest.raises(StorageBusy), other.writing():
            pass
        with other.writing():
            pass
