"""Putting a backup in the place of the progress file, so that a crash leaves the one or the other.

A sound file is overwritten by SQLite in one transaction: it waits for other windows, which see the
new content with their next step, and an interruption is rolled back. A damaged file has no
transactions, so a whole new file takes its name in one step.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from recall.errors import StorageError, StorageForeign
from recall.storage.backup import copy_pages, make_folder, new_part, reach_disk
from recall.storage.contents import look_into
from recall.storage.faults import busy, full, read_only, translated
from recall.storage.store import Store

_LOCK_START, _LOCK_LENGTH = 0x40000000, 512
"""The bytes that SQLite locks in a file on Unix, whatever the file holds."""

WORKSHOP = ".restoring-"
"""How the name of the folder begins in which a file is made ready."""


@contextmanager
def workshop(path: Path) -> Iterator[Path]:
    """Give the place of a new progress file, in a folder beside ``path`` that is then removed.

    Raises StorageError when there is no room for one.
    """
    try:
        make_folder(path.parent)
        folder = tempfile.TemporaryDirectory(prefix=WORKSHOP, dir=path.parent)
    except OSError as error:
        raise _failed(path, error) from error
    with folder as name:
        yield Path(name) / path.name


def make_ready(backup: Path, place: Path, *, timeout: float = 5.0) -> None:
    """Copy a backup to ``place`` and bring the copy to the schema of this program.

    Raises StorageForeign, StorageNewer or StorageError when it is not fit to be used; the backup
    is never changed.
    """
    if look_into(backup, timeout=timeout).schema == 0:
        raise StorageForeign(f"{backup} is empty.", "See `recall backup --list`.")
    with translated(backup):
        uri = f"{backup.absolute().as_uri()}?mode=ro"
        with (
            closing(sqlite3.connect(uri, uri=True, timeout=timeout)) as source,
            closing(sqlite3.connect(place, isolation_level=None)) as copy,
        ):
            copy_pages(source, copy)
    Store.open(place).close()


def overwrite(path: Path, ready: Path, kept: Path, *, timeout: float = 5.0) -> None:
    """Let the sound progress file ``path`` hold what ``ready`` holds; it is first kept as ``kept``.

    Both happen while no other process can write, so whatever was acknowledged before is in
    ``kept``. Raises StorageBusy when another process holds the file, StorageFull,
    StorageReadOnly, StorageError; then the file is as it was.
    """
    if not os.access(path, os.W_OK):
        raise read_only(path)
    with translated(path), open(path, "rb") as before:  # noqa: PTH123  a file, not its whole text
        # Closing any descriptor of a file gives up its locks, so this one is closed last.
        target = sqlite3.connect(path, timeout=timeout, isolation_level=None)
        with closing(target), closing(sqlite3.connect(ready)) as source:
            target.execute("PRAGMA synchronous=EXTRA")
            target.execute("SELECT count(*) FROM sqlite_master").fetchone()
            copied = False

            def note(status: int, _remaining: int, _total: int) -> None:
                nonlocal copied
                if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise busy(path)
                if not copied:  # the first page was copied: the file is ours alone, yet untouched
                    _copy_bytes(before.fileno(), kept)
                    copied = True

            source.backup(target, pages=1, progress=note, sleep=0)


def replace(path: Path, ready: Path, kept: Path | None) -> None:
    """Let the file ``ready`` take the name of a damaged file, or of one that is not there.

    What had the name stays as ``kept``, and its journal beside that; without ``kept`` there must
    be no such file. Raises StorageBusy when another process holds the file, StorageError when the
    names cannot be changed.
    """
    journal = path.with_name(path.name + "-journal")
    try:
        ready.chmod(0o600)
        reach_disk(ready)
        if kept is None:
            journal.unlink(missing_ok=True)  # without its file it says nothing
            ready.replace(path)
        else:
            with open(path, "rb+") as before:  # noqa: PTH123  locked, never read
                _lock(before.fileno(), path)
                _keep(path, kept)
                if journal.exists():
                    # Left beside the new file it would be taken for a journal of that.
                    journal.replace(kept.with_name(kept.name + "-journal"))
                ready.replace(path)
        reach_disk(path.parent)
    except OSError as error:
        raise _failed(path, error) from error


def _copy_bytes(descriptor: int, kept: Path) -> None:
    part: Path | None = None
    try:
        make_folder(kept.parent)
        part = new_part(kept)
        with open(part, "wb") as copy:  # noqa: PTH123  piece by piece
            place = 0
            while piece := os.pread(descriptor, 1 << 20, place):
                copy.write(piece)
                place += len(piece)
        reach_disk(part)
        part.replace(kept)
        part = None
        reach_disk(kept.parent)
    except OSError as error:
        raise _failed(kept, error) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def _lock(descriptor: int, path: Path) -> None:
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCK_LENGTH, _LOCK_START)
    except (BlockingIOError, PermissionError):  # systems differ in which of the two it is
        raise busy(path) from None


def _keep(path: Path, kept: Path) -> None:
    """Give a file a second name; on file systems without such, a copy."""
    try:
        os.link(path, kept)
    except FileExistsError:
        raise
    except OSError:
        with open(path, "rb") as before:  # noqa: PTH123  piece by piece
            _copy_bytes(before.fileno(), kept)
    reach_disk(kept.parent)


def _failed(path: Path, error: OSError) -> StorageError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return full(path)
    return StorageError(
        f"{path} could not be written ({error.strerror or error}), so nothing was changed.",
        "Make its folder writable for you and give it room, then try again.",
    )
