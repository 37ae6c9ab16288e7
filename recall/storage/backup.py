"""Copies of the progress file that are whole: made by SQLite itself, checked, then put in place."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from recall.storage.faults import damaged
from recall.storage.location import create_private


def back_up(source: sqlite3.Connection, path: Path, name: str) -> Path:
    """Copy the open database of the file ``path`` beside it and return the copy's path.

    The copy is called ``recall-<name>.backup.db`` for ``recall.db``, has mode 0600, and takes its
    name only after it was checked and reached the disk. Raises sqlite3.Error, OSError, or
    StorageForeign when the copy is not sound.
    """
    target = path.with_name(f"{path.stem}-{name}.backup.db")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    create_private(part)
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            source.backup(copy)
            if copy.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise damaged(path)
        _reach_disk(part)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
    _reach_disk(target.parent)
    return target


def _reach_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
