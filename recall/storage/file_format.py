"""The rows of tables in a damaged SQLite file, read page by page without trusting its structure.

The format is that of https://www.sqlite.org/fileformat2.html: a leaf page of a table (kind 13)
begins with an 8-byte header and the places of its cells; a cell is a payload size, a rowid, and a
record whose header gives the type of each column; what does not fit the page goes on in a chain of
overflow pages. Every number read may be wrong, so each is held against the size of what it is in.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

Value = int | float | str | bytes | None

_LEAF = 13
_FIRST_HEADER = 100
_SIZES = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8, 8: 0, 9: 0}
_REAL, _ZERO, _ONE = 7, 8, 9
_LONGEST_PAYLOAD = 1 << 24


class _Unreadable(Exception):
    """A cell that makes no sense."""


def rows(
    read: Callable[[int], bytes], size: int, page_size: int
) -> Iterator[tuple[int, tuple[Value, ...]]]:
    """Yield every row of every table that can still be read: its rowid and its columns in order.

    ``read(number)`` gives the page of that number, the first being 1; ``size`` is how many there
    are. A text or blob whose rest is lost is None, as are the columns after it, and so is a text
    that is not UTF-8. Pages no longer in use are read too, so a row may come more than once.
    """
    for number in range(1, size + 1):
        page = read(number)
        start = _FIRST_HEADER if number == 1 else 0
        if len(page) < start + 8 or page[start] != _LEAF:
            continue
        (cells,) = struct.unpack_from(">H", page, start + 3)
        for index in range(cells):
            place = start + 8 + 2 * index
            if place + 2 > len(page):
                break
            (offset,) = struct.unpack_from(">H", page, place)
            try:
                yield _row(read, size, page_size, page, offset)
            except _Unreadable:
                continue


def guess_page_size(header: bytes) -> int:
    """Return the page size that a file's first bytes give, or SQLite's usual 4096."""
    if len(header) >= 18:
        (value,) = struct.unpack_from(">H", header, 16)
        value = 65536 if value == 1 else value
        if 512 <= value <= 65536 and value & (value - 1) == 0:
            return int(value)
    return 4096


def _row(
    read: Callable[[int], bytes], size: int, page_size: int, page: bytes, offset: int
) -> tuple[int, tuple[Value, ...]]:
    length, offset = _number(page, offset)
    rowid, offset = _number(page, offset)
    if not 0 < length <= _LONGEST_PAYLOAD:
        raise _Unreadable
    local = _local(length, page_size)
    if offset + local > len(page):
        raise _Unreadable
    payload = page[offset : offset + local]
    if local < length:
        place = offset + local
        if place + 4 <= len(page):
            payload += _overflow(read, size, page_size, page[place : place + 4], length - local)
    return rowid, _record(payload)


def _local(length: int, page_size: int) -> int:
    """Return how many bytes of a payload stand on the leaf page itself."""
    if length <= page_size - 35:
        return length
    least = (page_size - 12) * 32 // 255 - 23
    local = least + (length - least) % (page_size - 4)
    return local if local <= page_size - 35 else least


def _overflow(
    read: Callable[[int], bytes], size: int, page_size: int, pointer: bytes, missing: int
) -> bytes:
    """Return what can be read of the rest of a payload; less than ``missing`` when it is cut."""
    found = b""
    seen: set[int] = set()
    while missing > len(found):
        (number,) = struct.unpack(">I", pointer)
        if not 1 < number <= size or number in seen:
            break
        seen.add(number)
        page = read(number)
        if len(page) < page_size:
            break
        pointer = page[:4]
        found += page[4 : 4 + missing - len(found)]
    return found


def _record(payload: bytes) -> tuple[Value, ...]:
    end, place = _number(payload, 0)
    if not place < end <= len(payload):
        raise _Unreadable
    kinds = []
    while place < end:
        kind, place = _number(payload, place)
        kinds.append(kind)
    if place != end:
        raise _Unreadable
    values: list[Value] = []
    whole = True
    for kind in kinds:
        width = _SIZES.get(kind, (kind - 12) // 2)
        if width < 0:  # the kinds 10 and 11 are in no file
            raise _Unreadable
        whole = whole and place + width <= len(payload)
        values.append(_value(kind, payload[place : place + width]) if whole else None)
        place += width
    return tuple(values)


def _value(kind: int, content: bytes) -> Value:
    if kind == 0:
        return None
    if kind in (_ZERO, _ONE):
        return kind - _ZERO
    if kind == _REAL:
        (number,) = struct.unpack(">d", content)
        return float(number)
    if kind in _SIZES:
        return int.from_bytes(content, "big", signed=True)
    if kind % 2 == 0:
        return content
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def _number(content: bytes, place: int) -> tuple[int, int]:
    """Read a number of one to nine bytes of seven bits; return it and where it ends."""
    value = 0
    for step in range(9):
        if place + step >= len(content):
            raise _Unreadable
        byte = content[place + step]
        if step == 8:
            return (value << 8) | byte, place + 9
        value = (value << 7) | (byte & 0x7F)
        if byte < 0x80:
            return value, place + step + 1
    raise AssertionError("unreachable")  # pragma: no cover
