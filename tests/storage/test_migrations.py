"""The steps of the schema: they agree with the models, and are taken whole or not at all."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlmodel import SQLModel

from recall.errors import StorageForeign, StorageNewer, StorageReadOnly
from recall.storage import backup_folder, catalogue_tables, journal, migrations, tables
from recall.storage.migrations import STEPS, Step
from recall.storage.store import Store
from tests.storage.building import dump, run_elsewhere


def add_column(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE card ADD COLUMN colour TEXT")


def fail(connection: Connection) -> None:
    connection.exec_driver_sql("ALTER TABLE card ADD COLUMN shape TEXT")
    connection.exec_driver_sql("SELECT no_such_column FROM card")


def columns(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[1] for row in connection.execute("PRAGMA table_info(card)")}


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def backups(path: Path) -> list[Path]:
    return sorted(file.path for file in backup_folder.backups(path))


@pytest.fixture
def old(path: Path) -> Path:
    """A file of the first schema that holds something."""
    with closing(Store.open(path)) as store, store.writing() as tx:
        journal.set_meta(tx, "device", "old")
    return path


def test_steps_and_models_agree(store: Store) -> None:
    with store.reading() as tx:
        context = MigrationContext.configure(tx._connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []


def test_the_comparison_sees_a_difference(store: Store) -> None:
    store._connection.exec_driver_sql("DROP INDEX ix_review_day")
    store._connection.exec_driver_sql("ALTER TABLE entry ADD COLUMN extra TEXT")
    context = MigrationContext.configure(store._connection)
    found = compare_metadata(context, SQLModel.metadata)
    store._connection.rollback()
    assert {difference[0] for difference in found} == {"add_index", "remove_column"}


def test_every_check_of_the_models_is_in_the_steps(store: Store) -> None:
    with closing(sqlite3.connect(store.path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
        created = {name: " ".join(sql.split()) for name, sql in rows}
    assert created.keys() == SQLModel.metadata.tables.keys()
    for module in (tables, catalogue_tables):
        assert module.__name__ in {cls.__module__ for cls in SQLModel.__subclasses__()}
    for name, table in SQLModel.metadata.tables.items():
        assert created[name].endswith("STRICT")
        for constraint in table.constraints:
            condition = getattr(constraint, "sqltext", None)
            if condition is not None:
                assert f"CHECK ({condition})" in created[name]


def test_a_second_opening_takes_no_step_and_no_backup(old: Path) -> None:
    before = old.read_bytes()
    Store.open(old).close()
    assert old.read_bytes() == before
    assert backups(old) == []


def test_a_new_step_is_taken_after_a_backup(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = dump(old)
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, Step("colour", add_column)))
    with closing(Store.open(old)) as store, store.reading() as tx:
        assert journal.meta(tx, "device") == "old"
    assert "colour" in columns(old)
    assert version(old) == len(STEPS) + 1
    (backup,) = backups(old)
    assert backup.name.endswith(f"-before-schema-{len(STEPS) + 1}.db")
    assert backup.stat().st_mode & 0o777 == 0o600
    assert dump(backup) == before


def test_a_failing_step_leaves_the_old_schema_and_can_be_repeated(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = columns(old)
    steps = (*STEPS, Step("colour", add_column), Step("broken", fail))
    monkeypatch.setattr(migrations, "STEPS", steps)
    for _ in range(2):
        with pytest.raises(Exception, match="no such column"):
            Store.open(old)
        assert (columns(old), version(old)) == (before, len(STEPS))
    assert len(backups(old)) == 1
    monkeypatch.setattr(migrations, "STEPS", steps[:-1])
    Store.open(old).close()
    assert columns(old) == before | {"colour"}


def test_a_kill_within_a_step_leaves_the_old_schema(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = columns(old)
    script = """
import os, signal, sys
from pathlib import Path
from recall.storage import migrations
from recall.storage.store import Store
from tests.storage.test_migrations import add_column
def die(connection):
    connection.exec_driver_sql("PRAGMA cache_size=1")
    connection.exec_driver_sql("CREATE TABLE filler (text)")
    connection.exec_driver_sql("INSERT INTO filler VALUES (zeroblob(100000))")
    os.kill(os.getpid(), signal.SIGKILL)
colour = migrations.Step("colour", add_column)
migrations.STEPS = (*migrations.STEPS, colour, migrations.Step("die", die))
Store.open(Path(sys.argv[1]))
"""
    assert run_elsewhere(script, old).returncode == -9
    assert old.with_name("recall.db-journal").exists()
    with closing(Store.open(old)) as store:
        assert store.check() == ()
    assert (columns(old), version(old)) == (before, len(STEPS))
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, Step("colour", add_column)))
    Store.open(old).close()
    assert columns(old) == before | {"colour"}


def test_a_kill_while_the_file_is_made_leaves_a_beginning(path: Path) -> None:
    script = """
import os, signal, sys
from pathlib import Path
from recall.storage import migrations
from recall.storage.store import Store
def die(connection):
    connection.exec_driver_sql("PRAGMA cache_size=1")
    connection.exec_driver_sql("CREATE TABLE filler (text)")
    connection.exec_driver_sql("INSERT INTO filler VALUES (zeroblob(100000))")
    os.kill(os.getpid(), signal.SIGKILL)
migrations.STEPS = (*migrations.STEPS, migrations.Step("die", die))
Store.open(Path(sys.argv[1]))
"""
    assert run_elsewhere(script, path).returncode == -9
    assert path.stat().st_size > 0
    with closing(Store.open(path)) as store:
        assert store.check() == ()
    assert version(path) == len(STEPS)


def test_steps_taken_by_another_window_are_not_taken_again(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, Step("colour", add_column)))
    with closing(Store.open(old)) as store:
        migrations.migrate(store._connection, old)
        monkeypatch.setattr(migrations, "STEPS", STEPS)
        with pytest.raises(StorageNewer):
            migrations.migrate(store._connection, old)
    assert version(old) == len(STEPS) + 1


def test_an_old_file_opened_for_reading_is_not_changed(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = old.read_bytes()
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, Step("colour", add_column)))
    with pytest.raises(StorageReadOnly, match="needs an update"):
        Store.open(old, read_only=True)
    assert old.read_bytes() == before


def test_no_step_is_taken_without_a_sound_backup(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store.open(old)) as store, store.writing() as tx:
        for number in range(50):
            journal.set_meta(tx, str(number), "x" * 1000)
    content = bytearray(old.read_bytes())
    content[-4096:] = b"\xff" * 4096  # a page that only a look at everything reaches
    old.write_bytes(content)
    monkeypatch.setattr(migrations, "STEPS", (*STEPS, Step("colour", add_column)))
    with pytest.raises(StorageForeign):
        Store.open(old)
    assert old.read_bytes() == content
    assert backups(old) == []
