"""The files of a sync folder: found, read on from where reading stopped, and appended to.

Each device has one file, ``recall-<device>.jsonl``, and writes to no other, so that a service that
copies the folder between machines has nothing to merge. Such a service may still make copies with
other names, deliver part of a file, or an older one; every file is a set of lines, so nothing is
lost by that. Nothing is ever taken out of a file.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

from recall.cards.history import Action, Review
from recall.exchange.sync_lines import (
    LONGEST_LINE,
    Head,
    NewerFormat,
    UnreadableLine,
    head_line,
    read_line,
)
from recall.text import clean_line

MOST_FAULTS = 20
"""How many faulty lines of one file are named."""

_PIECE = 1 << 20
_DIGEST_BYTES = 16


@dataclass(frozen=True, slots=True)
class Mark:
    """How far a file was read.

    ``size`` (bytes) and ``mtime_ns`` are what the file had then; the ``position`` bytes that were
    read are ``lines`` whole lines and have the ``digest``; ``faults`` is what was wrong in the
    first faulty ones, and ``more`` counts the others. ``torn`` tells that a line was begun after
    them.
    """

    size: int
    mtime_ns: int
    position: int
    lines: int
    digest: str
    faults: tuple[str, ...] = ()
    more: int = 0
    torn: bool = False


@dataclass(slots=True)
class Reading:
    """What one reading of a file gave.

    ``mark`` is how far it is read now. ``kept`` tells that what was read before still stands as it
    was. ``found`` are the records of the lines that were read now, each with its line's number;
    ``faults`` is what is wrong in the file, also in what was read before.
    """

    name: str
    mark: Mark
    kept: bool
    found: list[tuple[int, Review | Action]] = field(default_factory=list)
    faults: tuple[str, ...] = ()


def file_name(device: str) -> str:
    """Return the name of a device's file."""
    return f"recall-{device}.jsonl"


def sync_files(folder: Path) -> tuple[str, ...]:
    """Return the names of the files to read, copies that a service made included.

    Raises OSError when the folder cannot be read.
    """
    with os.scandir(folder) as entries:
        return tuple(
            sorted(
                entry.name
                for entry in entries
                if entry.name.startswith("recall-")
                and ".jsonl" in entry.name
                and entry.name.isprintable()
                and not entry.name.endswith((".tmp", ".part", ".partial", "~"))
            )
        )


def read_on(folder: Path, name: str, mark: Mark | None) -> Reading:
    """Read what a file holds beyond ``mark``; all of it when it is not the file it was.

    A file that did not change costs one look. Raises OSError when it cannot be read.
    """
    with _opened(folder / name) as stream:
        status = os.fstat(stream.fileno())
        if mark is not None and (status.st_size, status.st_mtime_ns) == (mark.size, mark.mtime_ns):
            return Reading(name, mark, kept=True, faults=_told(name, mark))
        passed = None if mark is None else _passed(stream, mark)
        if mark is not None and passed is not None:
            return _Reader(name, mark, passed).read(stream, status, kept=True)
        stream.seek(0)
        return _Reader(name, None, _digest()).read(stream, status, kept=mark is None)


def append(folder: Path, name: str, device: str, lines: Iterable[bytes]) -> None:
    """Write lines at the end of this device's own file, durably.

    A last line that was torn by an interruption stays, and a new line begins after it. Raises
    OSError; what was written until then is whole lines and a torn one.
    """
    path = folder / name
    is_new = not path.exists()
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW
    descriptor = os.open(path, flags, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        begin = b""
        if size == 0:
            begin = head_line(device)
        elif os.pread(descriptor, 1, size - 1) != b"\n":
            begin = b"\n"
        for piece in _pieces(begin, lines):
            _write_all(descriptor, piece)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    if is_new:
        _sync_folder(folder)


class _Reader:
    """Reads the lines of one file from where ``mark`` says, or from its beginning."""

    def __init__(self, name: str, mark: Mark | None, digest: blake2b) -> None:
        self._name = name
        self._digest = digest
        self._position = mark.position if mark else 0
        self._number = mark.lines if mark else 0
        # Where nothing was read yet, whatever was wrong is found again.
        self._faults = list(mark.faults) if mark and mark.position else []
        self._more = mark.more if mark and mark.position else 0
        self._found: list[tuple[int, Review | Action]] = []

    def read(self, stream: BinaryIO, status: os.stat_result, *, kept: bool) -> Reading:
        """Read to the end, or to a line that is not whole yet."""
        torn = False
        broken: tuple[bytes, str] | None = None
        unsure: list[str] = []
        while data := stream.readline(LONGEST_LINE + 2):
            if broken is not None:
                # An interrupted write leaves the beginning of a line; the next one says it whole.
                completed = data.startswith(broken[0][:-1]) and len(data) > len(broken[0])
                self._pass(broken[0], None if completed else broken[1])
                broken = None
            whole = data.endswith(b"\n")
            if not whole and len(data) > LONGEST_LINE:
                if not self._pass_long(stream, data):
                    torn = True
                    break
                continue
            try:
                self._take(data.rstrip(b"\r\n"))
            except NewerFormat as error:
                unsure = [self._fault(str(error))]
                self._position = self._number = 0
                self._digest, self._faults, self._more = _digest(), [], 0
                break
            except UnreadableLine as error:
                if whole:
                    broken = (data, str(error))
                    continue
            if not whole:
                torn = True
                break
            self._pass(data, None)
        if broken is not None:
            unsure = [self._fault(broken[1])]
        mark = Mark(
            # What is unsure is looked at again next time.
            -1 if unsure else status.st_size,
            status.st_mtime_ns,
            self._position,
            self._number,
            self._digest.hexdigest(),
            tuple(self._faults),
            self._more,
            torn,
        )
        told = (*unsure, *_told(self._name, mark))
        return Reading(self._name, mark, kept, self._found, told)

    def _take(self, text: bytes) -> None:
        found = read_line(text) if text else None
        if found is not None and not isinstance(found, Head):
            self._found.append((self._number + 1, found))

    def _pass(self, data: bytes, fault: str | None) -> None:
        if fault is not None:
            self._note(fault)
        self._digest.update(data)
        self._position += len(data)
        self._number += 1

    def _pass_long(self, stream: BinaryIO, data: bytes) -> bool:
        """Pass a line too long to be held; return whether its end was there."""
        digest, length = self._digest.copy(), 0
        while data:
            digest.update(data)
            length += len(data)
            if data.endswith(b"\n"):
                self._note(f"is longer than {LONGEST_LINE // 1024:,} KiB")
                self._digest = digest
                self._position += length
                self._number += 1
                return True
            data = stream.readline(_PIECE)
        return False

    def _note(self, what: str) -> None:
        if len(self._faults) < MOST_FAULTS:
            self._faults.append(self._fault(what))
        else:
            self._more += 1

    def _fault(self, what: str) -> str:
        return f"{clean_line(self._name)}:{self._number + 1}: the line {what}"


def _told(name: str, mark: Mark) -> tuple[str, ...]:
    if not mark.more:
        return mark.faults
    return (*mark.faults, f"{clean_line(name)}: {mark.more:,} more lines cannot be read")


def _digest() -> blake2b:
    return blake2b(digest_size=_DIGEST_BYTES)


def _opened(path: Path) -> BinaryIO:
    # Neither a link nor a pipe is followed: a shared folder can hold anything.
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    stream = os.fdopen(descriptor, "rb")
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        stream.close()
        raise OSError(errno.EINVAL, "not a regular file")
    return stream


def _passed(stream: BinaryIO, mark: Mark) -> blake2b | None:
    """Read over what was read before; return its digest, None when it is not what it was."""
    left, digest = mark.position, _digest()
    while left:
        piece = stream.read(min(left, _PIECE))
        if not piece:
            return None
        digest.update(piece)
        left -= len(piece)
    return digest if digest.hexdigest() == mark.digest else None


def _pieces(begin: bytes, lines: Iterable[bytes]) -> Iterator[bytes]:
    """Yield whole lines in pieces of about a mebibyte."""
    piece = bytearray(begin)
    for line in lines:
        piece += line
        if len(piece) >= _PIECE:
            yield bytes(piece)
            piece.clear()
    if piece:
        yield bytes(piece)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some file systems cannot, and lose nothing by it
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
