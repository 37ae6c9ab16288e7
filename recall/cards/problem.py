"""A mistake in a deck, as a value: where it is, what is wrong and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad a problem is: an error keeps that card from being scheduled."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One problem of one deck file. ``line`` and ``column`` are 1-based positions in the file."""

    path: str
    line: int
    column: int
    code: str
    level: Level
    message: str
    hint: str

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}:{self.column}"
        return f"{where}: {self.code} {self.level}: {self.message} hint: {self.hint}"
