"""A backup in the place of the progress file: whole or not at all, and never by surprise."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from recall.errors import StorageBusy, StorageError, StorageForeign, StorageNewer, StorageReadOnly
from recall.storage import restoring
from recall.storage.migrations import STEPS
from recall.storage.store import Store
from tests.storage.building import Ids, dump, environment
from tests.storage.grading import count_reviews, grade


@pytest.fixture
def backup(path: Path, ids: Ids) -> Path:
    """A backup with two reviews of a file that has three."""
    with closing(Store.open(path)) as store:
        grade(store, ids)
        grade(store, ids)
        made = store.backup(path.parent / "backups" / "two.db")
        grade(store, ids)
    return made


@pytest.fixture
def kept(path: Path) -> Path:
    """Where what was there before is kept."""
    return path.parent / "backups" / "kept.db"


def ready(path: Path, backup: Path) -> Path:
    place = path.with_name("ready.db")
    restoring.make_ready(backup, place)
    return place


def test_an_open_second_window_sees_the_restored_file_and_goes_on(
    path: Path, backup: Path, kept: Path
) -> None:
    ids = Ids(iter(range(100, 200)))
    with closing(Store.open(path)) as other:
        with other.reading():
            pass
        restoring.overwrite(path, ready(path, backup), kept)
        grade(other, ids, "new")
        assert other.check() == ()
    assert count_reviews(path) == 3
    assert count_reviews(kept) == 3
    assert dump(kept) != dump(path)
    with closing(Store.open(kept)) as before:
        assert before.check() == ()


def test_a_window_that_writes_is_waited_for_and_not_written_over(
    path: Path, backup: Path, kept: Path
) -> None:
    place = ready(path, backup)
    with closing(Store.open(path)) as other:
        with other.writing(), pytest.raises(StorageBusy):
            restoring.overwrite(path, place, kept, timeout=0.01)
        with other.reading() as tx:
            tx._connection.exec_driver_sql("SELECT count(*) FROM review").one()
            with pytest.raises(StorageBusy):
                restoring.overwrite(path, place, kept, timeout=0.01)
    assert count_reviews(path) == 3
    assert not kept.exists()


def test_what_was_there_is_kept_or_nothing_is_restored(
    path: Path, backup: Path, tmp_path: Path
) -> None:
    before = dump(path)
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="nothing was changed"):
        restoring.overwrite(path, ready(path, backup), tmp_path / "file" / "kept.db")
    assert dump(path) == before


def test_a_file_that_must_not_be_written_is_not(path: Path, backup: Path, kept: Path) -> None:
    from tests.storage.building import DROP_CAPABILITIES, run_elsewhere

    place = ready(path, backup)
    path.chmod(0o400)
    script = (
        DROP_CAPABILITIES
        + """
import sys
from pathlib import Path
from recall.errors import StorageReadOnly
from recall.storage import restoring
try:
    restoring.overwrite(*map(Path, sys.argv[1:]))
except StorageReadOnly as error:
    print("refused")
"""
    )
    assert run_elsewhere(script, path, place, kept).stdout == "refused\n"
    assert count_reviews(path) == 3


KILLED = """
import os, signal, sqlite3, sys
from pathlib import Path
from recall.storage import restoring
path, place, kept = map(Path, sys.argv[1:4])
moment = int(sys.argv[4])
steps = 0
class Source(sqlite3.Connection):
    def backup(self, target, *, progress, **options):
        # Without room in its cache every page reaches the file before the end.
        target.execute("PRAGMA cache_size=1")
        def killing(status, remaining, total):
            global steps
            progress(status, remaining, total)
            steps += 1
            if steps == moment:
                os.kill(os.getpid(), signal.SIGKILL)
        super().backup(target, progress=killing, **options)
really = sqlite3.connect
sqlite3.connect = lambda *a, **k: really(*a, **{"factory": Source} | k)
restoring.overwrite(path, place, kept)
"""


@pytest.mark.parametrize("moment", [1, 2, 8, 16])
def test_a_kill_leaves_the_old_file(path: Path, backup: Path, kept: Path, moment: int) -> None:
    before = dump(path)
    arguments = [str(path), str(ready(path, backup)), str(kept), str(moment)]
    done = subprocess.run(
        [sys.executable, "-c", KILLED, *arguments],
        env=environment(), capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == -9, done.stderr
    with closing(Store.open(path)) as store:
        assert store.check() == ()
    assert dump(path) == before
    assert dump(kept) == before


def test_a_damaged_file_makes_way_and_is_kept_with_its_journal(
    path: Path, backup: Path, kept: Path
) -> None:
    path.write_bytes(b"no database")
    journal = path.with_name("recall.db-journal")
    journal.write_bytes(b"half a journal")
    restoring.replace(path, ready(path, backup), kept)
    assert kept.read_bytes() == b"no database"
    assert kept.with_name("kept.db-journal").read_bytes() == b"half a journal"
    assert not journal.exists()
    assert count_reviews(path) == 2
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_damaged_file_in_use_does_not_make_way(path: Path, backup: Path, kept: Path) -> None:
    place = ready(path, backup)
    script = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.readline()
"""
    child = subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    with pytest.raises(StorageBusy):
        restoring.replace(path, place, kept)
    child.communicate("go on\n", timeout=60)
    assert not kept.exists()
    assert count_reviews(path) == 3


def test_a_window_that_had_the_damaged_file_open_does_not_harm_the_new_one(
    path: Path, backup: Path, kept: Path, ids: Ids
) -> None:
    with closing(Store.open(path)) as other:
        restoring.replace(path, ready(path, backup), kept)
        with pytest.raises(StorageReadOnly, match="moved or replaced"):
            grade(other, ids)
    assert (count_reviews(path), count_reviews(kept)) == (2, 3)


def test_where_no_file_was_there_is_one_again(path: Path, backup: Path) -> None:
    place = ready(path, backup)
    path.unlink()
    path.with_name("recall.db-journal").write_bytes(b"of a file that is gone")
    restoring.replace(path, place, None)
    assert count_reviews(path) == 2
    assert not path.with_name("recall.db-journal").exists()


@pytest.mark.parametrize("kind", ["empty", "text", "foreign", "newer", "cut", "garbled"])
def test_what_is_no_backup_is_refused_untouched(path: Path, backup: Path, kind: str) -> None:
    match kind:
        case "empty":
            backup.write_bytes(b"")
        case "text":
            backup.write_bytes(b"Q: no\nA: database\n" * 50)
        case "foreign":
            backup.unlink()
            with closing(sqlite3.connect(backup)) as connection:
                connection.execute("CREATE TABLE other (a)")
        case "newer":
            with closing(sqlite3.connect(backup)) as connection:
                connection.execute(f"PRAGMA user_version={len(STEPS) + 1}")
        case "cut":
            backup.write_bytes(backup.read_bytes()[:-8192])
        case _:
            content = backup.read_bytes()
            backup.write_bytes(content[:-4096] + b"\xff" * 4096)
    before = backup.read_bytes()
    expected = StorageNewer if kind == "newer" else StorageForeign
    with restoring.workshop(path) as place, pytest.raises(expected):
        restoring.make_ready(backup, place)
    assert backup.read_bytes() == before
    assert count_reviews(path) == 3


def test_a_backup_of_an_older_schema_is_brought_up_to_date_and_left_as_it_is(
    path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from recall.storage import migrations
    from tests.storage.test_migrations import add_column, version

    before = backup.read_bytes()
    steps = (*STEPS, migrations.Step("colour", add_column))
    monkeypatch.setattr(migrations, "STEPS", steps)
    with restoring.workshop(path) as place:
        restoring.make_ready(backup, place)
        assert version(place) == len(steps)
    assert backup.read_bytes() == before
    assert list(backup.parent.iterdir()) == [backup]


def test_the_workshop_leaves_nothing(path: Path, backup: Path) -> None:
    with restoring.workshop(path) as place:
        restoring.make_ready(backup, place)
        assert place.parent.parent == path.parent
    assert not place.parent.exists()
