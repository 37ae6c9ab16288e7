"""From a file's bytes to clean lines with true positions.

Identity and line numbers are the same with or without a byte-order mark and with any newline (LF,
CRLF, lone CR). Text is cleaned here, once, so everything read from it is clean.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from recall.cards.problem import Problem
from recall.markdown import codes
from recall.text import clean

MAXIMUM_MEBIBYTES = 8
MAXIMUM_BYTES = MAXIMUM_MEBIBYTES * 1024 * 1024
_UTF8_MARK = b"\xef\xbb\xbf"
# UTF-32 first: its little-endian mark begins with that of UTF-16.
_FOREIGN_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
# Editors do not count these as newlines, so they are made visible before they could become one.
_OTHER_NEWLINES = re.compile("[\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Source:
    """The lines of a deck file, cleaned and without newlines, and how they were written.

    ``text`` is the whole cleaned text; ``written`` holds the lines before cleaning. A last newline
    begins no further line.
    """

    path: str
    text: str
    lines: Sequence[str]
    written: Sequence[str]

    def column(self, line: int, column: int) -> int:
        """Return the 1-based column, as an editor counts it, of a place in a cleaned line.

        ``line`` and ``column`` count from 0. A character that became several when it was made
        visible counts as one.
        """
        written = self.written[line]
        if written == self.lines[line]:
            return column + 1
        lengths = _cleaned_lengths(written)
        if lengths[-1] == len(self.lines[line]):
            place = bisect_left(lengths, column)
        else:  # flags of regions are cleaned as a whole
            ends = range(len(written))
            place = bisect_left(ends, column, key=lambda end: len(_clean(written[:end])))
        return min(place, len(written)) + 1


def read_source(data: bytes, path: str) -> Source | Problem:
    """Decode a deck file, or return the problem that keeps it from being read."""
    if len(data) > MAXIMUM_BYTES:
        return codes.problem("F104", path, 1, 1, limit=MAXIMUM_MEBIBYTES)
    for mark, encoding in _FOREIGN_MARKS:
        if data.startswith(mark):
            return codes.problem("F102", path, 1, 1, encoding=encoding, offset=0)
    start = len(_UTF8_MARK) if data.startswith(_UTF8_MARK) else 0
    body = data[start:] if start else data
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        line, column = _place(body[: error.start])
        return codes.problem(
            "F101",
            path,
            line,
            column,
            offset=start + error.start,
            byte=f"{body[error.start]:02x}",
        )
    if "\0" in text:
        offset = body.index(0)
        line, column = _place(body[:offset])
        return codes.problem("F103", path, line, column, offset=start + offset)
    return source_of(text, path)


def source_of(text: str, path: str) -> Source:
    """Return the source of text that was decoded already."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    cleaned = _clean(text)
    lines = _split(cleaned)
    return Source(path, cleaned, lines, lines if cleaned == text else _split(text))


def clean_source(text: str, path: str) -> Source:
    """Return the source of text that was cleaned already, such as that of a deck."""
    lines = _split(text)
    return Source(path, text, lines, lines)


@lru_cache(maxsize=16)
def _cleaned_lengths(written: str) -> tuple[int, ...]:
    """Return how long each beginning of a line is when it is cleaned character by character.

    A line can have thousands of problems, so they share this.
    """
    return tuple(accumulate((len(_clean(character)) for character in written), initial=0))


def _clean(text: str) -> str:
    if not text.isascii():
        text = _OTHER_NEWLINES.sub(lambda match: _visible(match.group()), text)
    return clean(text)


def _visible(character: str) -> str:
    return f"\\x{ord(character):02x}" if character == "\x85" else f"⟨U+{ord(character):04X}⟩"


def _split(text: str) -> list[str]:
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def _place(before: bytes) -> tuple[int, int]:
    """Return the 1-based line and column that follow some bytes of valid UTF-8."""
    text = before.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    return text.count("\n") + 1, len(text) - text.rfind("\n")
