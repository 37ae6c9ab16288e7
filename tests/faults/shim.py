"""A layer between SQLite and the disk that counts what changes the disk, and fails at a chosen one.

It is registered with SQLite as its default file system (https://www.sqlite.org/vfs.html): a copy of
the usual one in which opening and deleting are ours, and so are writing, truncating and syncing of
every file opened. The library that Python's ``sqlite3`` is linked with is asked for its symbols; a
Python in which they are hidden is refused loudly, because then nothing would be tested.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

OK, FULL, IOERR_WRITE, IOERR_FSYNC, IOERR_TRUNCATE, IOERR_DELETE = 0, 13, 778, 1034, 1546, 2570
KILLED = 77
"""What a process exits with that the shim killed."""

_CREATE = 0x04
_POINTER = ctypes.sizeof(ctypes.c_void_p)


class Fault(StrEnum):
    """What happens at the chosen operation."""

    KILL = "kill"
    FULL = "disk full"
    FAIL = "disk error"


@dataclass(frozen=True, slots=True)
class Operation:
    """One change of the disk: ``kind`` is create, write, truncate, sync, delete, or acknowledged.

    ``place`` is where a write begins, the new size, or for a deletion whether the folder is synced.
    """

    kind: str
    path: str
    place: int = 0
    content: bytes = b""


@dataclass
class Shim:
    """Counts operations; that of number ``at`` fails, and when ``lasting`` all later ones.

    With ``record`` everything is kept in ``trace``, acknowledgements included.
    """

    at: int = 0
    fault: Fault = Fault.KILL
    lasting: bool = False
    record: bool = False
    count: int = 0
    hit: bool = False
    trace: list[Operation] = field(default_factory=list)

    def lift(self) -> None:
        """Let nothing fail any more."""
        self.at = 0

    def acknowledge(self, what: str) -> None:
        """Note that the program has told its user that something is saved."""
        if self.record:
            self.trace.append(Operation("acknowledged", what))

    def fails(self, operation: Operation, error: int) -> int:
        """Count an operation; return the code with which it is to fail, or OK."""
        self.count += 1
        if self.at and (self.count == self.at or (self.lasting and self.count > self.at)):
            self.hit = True
            if self.fault is Fault.KILL:
                os._exit(KILLED)
            # A full disk refuses what needs space; syncing and deleting fail on a broken one.
            needs_space = operation.kind in ("create", "write")
            if self.fault is Fault.FULL:
                return FULL if needs_space else OK
            return error
        return OK

    def done(self, operation: Operation) -> None:
        """Note an operation that took place."""
        if self.record:
            self.trace.append(operation)


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_int),
        ("file_size", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("data", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
        ("delete", ctypes.c_void_p),
        ("rest", ctypes.c_void_p * 14),
    ]


class _Methods(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_int),
        ("close", ctypes.c_void_p),
        ("read", ctypes.c_void_p),
        ("write", ctypes.c_void_p),
        ("truncate", ctypes.c_void_p),
        ("sync", ctypes.c_void_p),
        ("rest", ctypes.c_void_p * 13),
    ]


_Open = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_void_p,
    ctypes.c_int,
    ctypes.c_void_p,
)
_Delete = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
_Write = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
)
_Truncate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)

_kept: list[Any] = []
"""What SQLite points to must live as long as the process."""


def sqlite_library() -> ctypes.CDLL:
    """Return the library behind Python's ``sqlite3``; RuntimeError when it cannot be used."""
    import _sqlite3

    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))
    try:
        library.sqlite3_vfs_find.restype = ctypes.POINTER(_Vfs)
        library.sqlite3_vfs_find.argtypes = [ctypes.c_char_p]
        library.sqlite3_vfs_register.argtypes = [ctypes.POINTER(_Vfs), ctypes.c_int]
        library.sqlite3_libversion.restype = ctypes.c_char_p
    except AttributeError as error:
        raise RuntimeError(
            "The symbols of SQLite are hidden in this Python, so no fault can be produced in it; "
            "run the tests with a Python whose sqlite3 module is linked with a shared library."
        ) from error
    import sqlite3

    if library.sqlite3_libversion().decode() != sqlite3.sqlite_version:
        raise RuntimeError("The SQLite that was found is not the one that Python uses.")
    return library


def install(shim: Shim) -> None:
    """Put a shim between SQLite and the disk for every file opened from now on by this process."""
    library = sqlite_library()
    usual = library.sqlite3_vfs_find(None)
    vfs = _Vfs()
    ctypes.memmove(ctypes.byref(vfs), usual, ctypes.sizeof(_Vfs))
    vfs.name = b"faulty"
    really_open, really_delete = _Open(usual.contents.open), _Delete(usual.contents.delete)
    address = ctypes.cast(usual, ctypes.c_void_p).value
    wrapped: dict[int, _Methods] = {}
    paths: dict[int, str] = {}

    # SQLite keeps the address of a name as long as the file is open, so names pass as addresses.
    def open_file(_: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        path = os.fsdecode(ctypes.string_at(name)) if name else ""
        creates = bool(path and flags & _CREATE and not Path(path).exists())
        operation = Operation("create", path)
        if creates and (failure := shim.fails(operation, IOERR_WRITE)):
            return failure
        code = int(really_open(address, name, file, flags, out))
        if code == OK and path:
            if creates:
                shim.done(operation)
            paths[file] = path
            pointer = ctypes.cast(file, ctypes.POINTER(ctypes.c_void_p))
            original = pointer[0]
            if original not in wrapped:
                wrapped[original] = _wrapped(original, shim, paths)
            pointer[0] = ctypes.addressof(wrapped[original])
        return code

    def delete(_: int, name: int, synced: int) -> int:
        operation = Operation("delete", os.fsdecode(ctypes.string_at(name)), synced)
        if Path(operation.path).exists():
            if failure := shim.fails(operation, IOERR_DELETE):
                return failure
            shim.done(operation)
        return int(really_delete(address, name, synced))

    callbacks = _Open(open_file), _Delete(delete)
    vfs.open, vfs.delete = (ctypes.cast(one, ctypes.c_void_p).value for one in callbacks)
    _kept.extend((vfs, callbacks, wrapped, paths))
    if library.sqlite3_vfs_register(ctypes.byref(vfs), 1) != OK:
        raise RuntimeError("SQLite refused the shim.")


def _wrapped(original: int, shim: Shim, paths: dict[int, str]) -> _Methods:
    methods = _Methods()
    version = ctypes.cast(original, ctypes.POINTER(ctypes.c_int)).contents.value
    # Later versions of the table are longer: what is not there must not be copied.
    words = {1: 13, 2: 17, 3: 19}[min(version, 3)]
    ctypes.memmove(ctypes.byref(methods), original, words * _POINTER)
    # Shared memory and mapped files are for WAL and mmap, which would write past the shim.
    methods.version = 1
    really_write = _Write(methods.write)
    really_truncate = _Truncate(methods.truncate)
    really_sync = _Sync(methods.sync)

    def write(file: int, content: int, size: int, place: int) -> int:
        operation = Operation("write", paths[file], place, ctypes.string_at(content, size))
        return _do(shim, operation, IOERR_WRITE, lambda: really_write(file, content, size, place))

    def truncate(file: int, size: int) -> int:
        operation = Operation("truncate", paths[file], size)
        return _do(shim, operation, IOERR_TRUNCATE, lambda: really_truncate(file, size))

    def sync(file: int, flags: int) -> int:
        operation = Operation("sync", paths[file])
        return _do(shim, operation, IOERR_FSYNC, lambda: really_sync(file, flags))

    callbacks = _Write(write), _Truncate(truncate), _Sync(sync)
    _kept.append(callbacks)
    methods.write, methods.truncate, methods.sync = (
        ctypes.cast(one, ctypes.c_void_p).value for one in callbacks
    )
    return methods


def _do(shim: Shim, operation: Operation, error: int, really: Callable[[], int]) -> int:
    failure = shim.fails(operation, error)
    if failure:
        return failure
    code = int(really())
    if code == OK:
        shim.done(operation)
    return code
