"""CSV and JSON Lines: progress in plain open files.

A CSV cell that a spreadsheet would run as a formula is prefixed with an apostrophe, and so is one
that already begins with apostrophes before such a formula, so that taking one away gives the text
back. JSON Lines is the lossless format: one object a line, UTF-8, no NaN.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_BOTH_ENDS = "\r\n"


class _UnixLines:
    """Takes rows that end in both signs of a line's end, and writes them ended by a line feed.

    Before Python 3.13 a CSV writer quotes only those line ends in a cell that it ends rows with.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, row: str) -> None:
        self._stream.write(row.removesuffix(_BOTH_ENDS) + "\n")


def write_csv(stream: TextIO, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> int:
    """Write a head line and the rows; return the number of rows. Missing values are empty cells."""
    writer = csv.writer(_UnixLines(stream), lineterminator=_BOTH_ENDS)
    writer.writerow(columns)
    number = 0
    for row in rows:
        writer.writerow([_cell(row.get(column)) for column in columns])
        number += 1
    return number


def write_json_lines(stream: TextIO, rows: Iterable[Mapping[str, object]]) -> int:
    """Write one JSON object a line; return the number of rows."""
    number = 0
    for row in rows:
        stream.write(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n")
        number += 1
    return number


def _cell(value: object) -> object:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str() if value.lstrip("'").startswith(_FORMULA_STARTS):
            return "'" + value
        case _:
            return value
