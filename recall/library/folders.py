"""Deck folders on disk: which files are decks, and their bytes; nothing outside them is touched."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from recall.cards.problem import Problem
from recall.markdown import codes
from recall.markdown.source import MAXIMUM_BYTES
from recall.text import clean_line

DEEPEST_FOLDER = 32


@dataclass(frozen=True, slots=True)
class FileFound:
    """One deck file: its path inside the folder (with ``/``), where it is, its size and time.

    ``size`` is in bytes, ``mtime_ns`` the time of its last change in nanoseconds.
    """

    path: str
    absolute: Path
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Scan:
    """The deck files of a folder in the order of their paths, and what was passed over and why.

    ``present`` tells whether the folder itself could be listed.
    """

    files: tuple[FileFound, ...]
    problems: tuple[Problem, ...]
    present: bool = True


def scan(folder: Path, *, only: str | None = None) -> Scan:
    """List the ``.md`` files below a folder, or of its own entries only the one of that name.

    Files and folders whose name begins with ``_`` or ``.`` are no decks. Links are never followed,
    so that a deck folder cannot reach outside itself; links, devices, pipes, unreadable folders and
    names that are not UTF-8 are passed over with a problem each.
    """
    problems: list[Problem] = []
    try:
        walk = _walk(folder, "", 0, problems, only)
        files = sorted(walk, key=lambda found: found.path)
    except OSError:
        return Scan((), (), present=False)
    return Scan(tuple(files), tuple(problems))


def _walk(
    folder: Path, prefix: str, depth: int, problems: list[Problem], only: str | None = None
) -> Iterator[FileFound]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(("_", ".")) or only not in (None, entry.name):
                continue
            path = prefix + entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not entry.name.lower().endswith(".md"):
                if entry.is_symlink() and Path(entry.path).is_dir():
                    problems.append(_passed_over(path, "F108"))
                continue
            if not path.isprintable() or clean_line(path) != path:
                problems.append(_passed_over(path, "F110"))
            elif is_folder and depth == DEEPEST_FOLDER:
                problems.append(_passed_over(path, "F111"))
            elif is_folder:
                try:
                    yield from _walk(Path(entry.path), path + "/", depth + 1, problems)
                except OSError:
                    problems.append(_passed_over(path, "F111"))
            elif entry.is_symlink():
                problems.append(_passed_over(path, "F108"))
            else:
                try:
                    status = entry.stat(follow_symlinks=False)
                except FileNotFoundError:  # deleted since the folder was listed
                    continue
                if stat.S_ISREG(status.st_mode):
                    yield FileFound(path, Path(entry.path), status.st_size, status.st_mtime_ns)
                else:
                    problems.append(_passed_over(path, "F109"))


def read_bytes(file: FileFound) -> bytes:
    """Return the bytes of a deck file, at most one more than a deck may have.

    Neither a link nor a pipe put in its place since the scan is opened. Raises OSError.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(file.absolute, flags)
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("not a regular file")
        return stream.read(MAXIMUM_BYTES + 1)


def digest(data: bytes) -> str:
    """Return what tells whether a file's content changed (BLAKE2b, 128 bits, hexadecimal)."""
    return blake2b(data, digest_size=16).hexdigest()


def unreadable(path: str, error: OSError) -> Problem:
    """Return the problem of a deck file that could not be read."""
    return codes.problem("F112", path, 1, 1, reason=error.strerror or "it cannot be read")


def _passed_over(path: str, code: str) -> Problem:
    return codes.problem(code, clean_line(path), 1, 1)
