"""Copies of the progress file that are whole: made by SQLite itself, checked, then put in place."""

from __future__ import annotations

import errno
import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from recall.errors import StorageError, StorageFull
from recall.storage.faults import damaged, storage_error

_COUNTS = """
SELECT (SELECT count(*) FROM review), (SELECT max(sequence) FROM review),
       (SELECT count(*) FROM action), (SELECT max(sequence) FROM action)
"""
_TRIES = 3
"""How often SQLite may wait for another process, each time as long as the connection's timeout."""

PART = ".part"
"""How the name of a copy ends until it is whole and checked."""


def back_up(source: sqlite3.Connection, path: Path, target: Path) -> Path:
    """Copy the open database of the file ``path`` to ``target`` and return that.

    The copy has mode 0600, its folder is made with mode 0700 where there is none, and it takes its
    name, in place of what had it, only after it was checked and reached the disk. Raises
    StorageForeign when the database is damaged, StorageBusy, StorageFull, StorageError.
    """
    part: Path | None = None
    try:
        make_folder(target.parent)
        part = new_part(target)
        _copy(source, path, part)
        reach_disk(part)
        part.replace(target)
        part = None
        reach_disk(target.parent)
    except sqlite3.Error as error:
        raise _said(error, path, target) from error
    except OSError as error:
        raise _unwritable(target, error.strerror or str(error), error.errno) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)
    return target


def _copy(source: sqlite3.Connection, path: Path, part: Path) -> None:
    """Copy and check; what is read is one moment of the file, whoever else writes to it."""
    source.execute("BEGIN")
    try:
        counts = source.execute(_COUNTS).fetchone()
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            # Nothing of a copy counts before it is whole, so it needs no journal of its own.
            copy.execute("PRAGMA journal_mode=OFF")
            copy.execute("PRAGMA synchronous=OFF")
            copy_pages(source, copy)
            checked = copy.execute("PRAGMA quick_check").fetchone()
            if checked != ("ok",) or copy.execute(_COUNTS).fetchone() != counts:
                raise damaged(path)
    finally:
        source.execute("ROLLBACK")


def copy_pages(source: sqlite3.Connection, target: sqlite3.Connection) -> None:
    """Copy one open database over another. Raises sqlite3.Error, also when one stays locked."""
    waits = 0

    def note(status: int, _remaining: int, _total: int) -> None:
        nonlocal waits
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            waits += 1
            if waits == _TRIES:  # the copying itself would wait for ever
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorname = "SQLITE_BUSY"
                raise error

    source.backup(target, progress=note, sleep=0)


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner may enter, unless it is there. Raises OSError."""
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)


def new_part(target: Path) -> Path:
    """Create an empty file beside ``target``, of mode 0600 and a name nobody else uses."""
    descriptor, name = tempfile.mkstemp(PART, f"{target.name}.", target.parent)
    os.close(descriptor)
    return Path(name)


def reach_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, would survive a power cut. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _said(error: sqlite3.Error, path: Path, target: Path) -> StorageError:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_FULL"):
        return _unwritable(target, "no space is left", errno.ENOSPC)
    if name.startswith(("SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN")):
        return _unwritable(target, name, None)
    return storage_error(error, path)


def _unwritable(target: Path, reason: str, number: int | None) -> StorageError:
    kind = StorageFull if number in (errno.ENOSPC, errno.EDQUOT) else StorageError
    return kind(
        f"No backup could be written to {target} ({reason}).",
        "Free some space there or make the folder writable; the progress file itself is well.",
    )
