"""What goes wrong with the progress file, said in one sentence and one hint each."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from recall.errors import (
    StorageBusy,
    StorageDamaged,
    StorageError,
    StorageFull,
    StorageReadOnly,
)

_DAMAGED = "Run `recall restore`, which shows the newest backup, or `recall restore --salvage`."


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn every error of the database about the file ``path`` into a StorageError."""
    try:
        yield
    except DBAPIError as error:
        cause = error.orig
        raise storage_error(cause if isinstance(cause, sqlite3.Error) else error, path) from error
    except sqlite3.Error as error:
        raise storage_error(error, path) from error


def storage_error(error: Exception, path: Path) -> StorageError:
    """Return the StorageError for an error of SQLite, told apart by its name and not its text."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return busy(path)
    if name.startswith("SQLITE_FULL"):
        return full(path)
    if name.startswith("SQLITE_READONLY_DBMOVED"):
        return StorageReadOnly(
            f"The progress file {path} was moved or replaced while it was open.",
            "Put it back or start the program again; what was saved before is in the moved file.",
        )
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM")):
        return read_only(path)
    if name.startswith("SQLITE_CANTOPEN"):
        return cannot_open(path)
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return damaged(path)
    if name.startswith("SQLITE_IOERR"):
        return StorageError(
            f"The disk failed while the progress file {path} was read or written ({name}).",
            "Copy the file to another disk before you go on.",
        )
    if name.startswith("SQLITE_CONSTRAINT"):
        return StorageError(
            f"A record was refused because it breaks a rule of the progress file ({error}).",
            "Nothing was saved; please report this.",
        )
    return StorageError(f"The progress file {path} could not be used ({error}).")


def busy(path: Path) -> StorageBusy:
    """Return the error of a file that another process holds."""
    return StorageBusy(
        f"Another process holds the progress file {path}, so nothing was saved.",
        "Finish or close the other window, then try again.",
    )


def full(path: Path) -> StorageFull:
    """Return the error of a full file system, with its mount point and what is free."""
    try:
        place = path.parent.resolve()
        while not place.is_mount():
            place = place.parent
        state = os.statvfs(place)
        where = f"{place} has {state.f_bavail * state.f_frsize // 1024:,} KiB free"
    except OSError:
        where = "its free space is unknown"
    return StorageFull(
        f"There is no space left for the progress file {path}; {where}, so nothing was saved.",
        "Free some space, then try again.",
    )


def read_only(path: Path) -> StorageReadOnly:
    """Return the error of a file or folder that must not be written."""
    return StorageReadOnly(
        f"The progress file {path} cannot be written, so nothing was saved.",
        "Make the file and its folder writable for you; until then you can only look.",
    )


def cannot_open(path: Path) -> StorageError:
    """Return the error of a file that cannot be opened, by what is wrong with its place."""
    if not path.parent.is_dir():
        return StorageReadOnly(
            f"The folder {path.parent} of the progress file is gone, so nothing was saved.",
            "Bring the folder back, then try again.",
        )
    if not path.exists():
        return StorageReadOnly(
            f"The progress file {path} is gone, so nothing was saved.",
            "Bring the file back, then try again.",
        )
    if not os.access(path, os.R_OK):
        return StorageReadOnly(
            f"The progress file {path} cannot be read.", "Make the file readable for you."
        )
    return read_only(path)


def damaged(path: Path) -> StorageDamaged:
    """Return the error of a file that is no database, or a damaged one."""
    return StorageDamaged(
        f"{path} is damaged or not a progress file; it was left as it is.", _DAMAGED
    )
