"""The open progress file: one connection, one transaction at a time, errors said plainly.

The journal mode is ``DELETE`` with ``synchronous=EXTRA`` and never WAL: a released WAL bug of
SQLite bites exactly the case of two open windows, WAL cannot work on network drives, and with it a
copy of the one file may hold none of the newest grades. The price is about 10 ms a grade.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any, cast

from sqlalchemy import Connection, CursorResult, Engine, Executable, create_engine
from sqlalchemy.pool import StaticPool

from recall.errors import StorageDamaged, StorageError, StorageReadOnly
from recall.storage import location, migrations
from recall.storage.backup import back_up
from recall.storage.backup_folder import backups, place_of
from recall.storage.faults import damaged, read_only, translated

_PRAGMAS = {
    "foreign_keys": 1,
    "recursive_triggers": 1,  # without it INSERT OR REPLACE walks past the append-only triggers
    "trusted_schema": 0,
    "cell_size_check": 1,
    "temp_store": 2,
    "synchronous": 3,
}
_CACHE_KIB = 32768


class Transaction:
    """One consistent view of the progress file; writes become durable together at its end.

    ``voided`` keeps the ids that are undone once they were asked for, until another undo is added.
    """

    __slots__ = ("_connection", "voided")

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.voided: frozenset[str] | None = None

    def execute(
        self,
        statement: Executable,
        parameters: Mapping[str, object] | Sequence[Mapping[str, object]] | None = None,
    ) -> CursorResult[*tuple[Any, ...]]:
        """Run one statement; only this package calls it.

        Raises StorageError for a text or number that no database can hold.
        """
        try:
            return self._connection.execute(statement, parameters)
        except UnicodeEncodeError as error:
            raise StorageError(
                "A text with half a character (a lone surrogate) cannot be kept or looked up.",
                "Correct the text where it comes from.",
            ) from error
        except OverflowError as error:
            raise StorageError("A number too large for the progress file was not saved.") from error


class Store:
    """The progress file. Any thread may call; transactions wait for each other."""

    def __init__(
        self,
        path: Path,
        engine: Engine,
        *,
        read_only: bool,
        warnings: tuple[str, ...] = (),
    ) -> None:
        self.path = path
        self.read_only = read_only
        self.warnings = warnings
        self._engine = engine
        self._connection = engine.connect()
        self._lock = RLock()

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False, busy_timeout_ms: int = 5000) -> Store:
        """Open the progress file, and create it, its folder and its schema where needed.

        A file that cannot be written is opened for reading: ``read_only`` of the result tells.
        ``busy_timeout_ms`` is how long a transaction waits for another process. Raises
        StorageForeign, StorageNewer, StorageBusy, StorageFull, StorageReadOnly, StorageError.
        """
        _refuse_empty(path)
        sealed = location.prepare(path, read_only=read_only)
        interrupted = path.with_name(path.name + "-journal").exists()
        timeout = busy_timeout_ms / 1000
        with translated(path):
            version = migrations.inspect(path, read_only=sealed, timeout=timeout)
            if sealed and version < len(migrations.STEPS):
                raise StorageReadOnly(
                    f"The progress file {path} needs an update of its schema, but cannot be "
                    "written.",
                    "Make the file and its folder writable for you.",
                )
            engine = create_engine(
                "sqlite://",
                creator=lambda: _connect(path, sealed, timeout),
                poolclass=StaticPool,
                hide_parameters=True,
            )
            store = cls(path, engine, read_only=sealed, warnings=location.warnings(path))
            try:
                store._make_ready(version, interrupted)
            except BaseException:
                store.close()
                raise
        return store

    def _make_ready(self, version: int, interrupted: bool) -> None:
        if version < len(migrations.STEPS):
            if version:
                changed = self.path.stat().st_mtime_ns // 1000
                self.backup(place_of(self.path, changed, f"before-schema-{len(migrations.STEPS)}"))
            migrations.migrate(self._connection, self.path)
        if interrupted and self.check():
            raise damaged(self.path)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        """Give a consistent view for reading; use up what it returns before it ends."""
        with self._transaction("BEGIN") as transaction:
            yield transaction

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """Give a transaction that is on disk when the block ends, and undone when it raises.

        Raises StorageReadOnly, StorageBusy, StorageFull, StorageError; after any of them the same
        may be tried again.
        """
        if self.read_only:
            raise read_only(self.path)
        with self._transaction("BEGIN IMMEDIATE") as transaction:
            yield transaction

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Transaction]:
        with self._lock:
            if self._connection.in_transaction():
                raise RuntimeError("a transaction of this thread is already open")
            with translated(self.path), self._connection.begin():
                self._connection.exec_driver_sql(begin)
                yield Transaction(self._connection)

    def check(self) -> tuple[str, ...]:
        """Return what is wrong with the file's structure, one line each; nothing when sound."""
        with self.reading() as transaction:
            connection = transaction._connection
            rows = connection.exec_driver_sql("PRAGMA quick_check").scalars().all()
            orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        found = [str(row) for row in rows if row != "ok"]
        found += [f"{table} row {row} refers to no {parent}" for table, row, parent, _ in orphans]
        return tuple(found)

    def backup(self, target: Path) -> Path:
        """Write a checked copy of the file to ``target``, in place of what is there; return it.

        Raises StorageForeign when the file is damaged, StorageBusy, StorageFull, StorageError.
        """
        with self._lock:
            return back_up(self._driver, self.path, target)

    @property
    def _driver(self) -> sqlite3.Connection:
        return cast("sqlite3.Connection", self._connection.connection.dbapi_connection)

    def close(self) -> None:
        """Close the file; the store is of no use afterwards."""
        with self._lock:
            self._connection.close()
            self._engine.dispose()


def _refuse_empty(path: Path) -> None:
    """Raise StorageDamaged when a file that had something in it is gone, or empty.

    That there are backups tells; to begin anew would look as if everything were lost.
    """
    try:
        if path.exists() and path.lstat().st_size:
            return
        known = backups(path)
    except OSError:
        return  # what is wrong with the place is told when the file is opened
    if known:
        state = "empty" if path.exists() else "gone"
        raise StorageDamaged(
            f"The progress file {path} is {state}, though a backup of it is there.",
            "Run `recall restore`; to begin anew, move the folder of backups away.",
        )


def _connect(path: Path, sealed: bool, timeout: float) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?mode={'ro' if sealed else 'rw'}"
    connection = sqlite3.connect(
        uri,
        uri=True,
        timeout=timeout,
        isolation_level=None,  # transactions begin where they are asked for, not at the first write
        check_same_thread=False,  # the store's lock lets one thread in at a time
    )
    try:
        _set_up(connection, path, sealed)
    except BaseException:
        connection.close()
        raise
    return connection


def _set_up(connection: sqlite3.Connection, path: Path, sealed: bool) -> None:
    wanted: dict[str, int | str] = dict(_PRAGMAS)
    if not sealed:
        wanted["journal_mode"] = "delete"
    try:
        connection.execute("SELECT pow(2, 2)")
    except sqlite3.OperationalError:  # SQLite can be built without mathematics
        connection.create_function("pow", 2, math.pow, deterministic=True)
    connection.execute(f"PRAGMA cache_size=-{_CACHE_KIB}")
    for name, value in wanted.items():
        connection.execute(f"PRAGMA {name}={value}")
        # SQLite refuses a setting in silence, so each one is read back.
        if connection.execute(f"PRAGMA {name}").fetchone()[0] != value:
            raise StorageError(f"The progress file {path} refuses the setting {name}={value}.")
