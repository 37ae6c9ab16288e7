"""What is wrong with a typed answer, letter by letter.

A letter is what a reader sees as one: a base with its combining marks, an emoji with its parts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from recall.study.verdict import Mark, Piece

_JOINER = "\u200d"
# A comparison takes steps in proportion to the product of the lengths; beyond this many (two
# texts of 300 letters) what lies between the common beginning and end is one single difference.
_MOST_STEPS = 100_000


def letters(text: str) -> list[str]:
    """Split ``text`` into letters; joined together again they are the text."""
    found: list[str] = []
    flags = 0
    for character in text:
        is_flag = "\U0001f1e6" <= character <= "\U0001f1ff"
        flags = flags + 1 if is_flag else 0
        if found and (
            _continues(character) or found[-1].endswith(_JOINER) or (is_flag and flags % 2 == 0)
        ):
            found[-1] += character
        else:
            found.append(character)
    return found


def _continues(character: str) -> bool:
    """Whether a character belongs to the letter before it."""
    return (
        unicodedata.category(character) in ("Mn", "Me", "Mc")
        or character in "\u200c\u200d"
        or "\U0001f3fb" <= character <= "\U0001f3ff"  # skin tones
        or "\U000e0020" <= character <= "\U000e007f"  # tags of regional flags
    )


def compare(typed: str, expected: str, fold: Callable[[str], str]) -> tuple[int, tuple[Piece, ...]]:
    """Return how many letters must be changed, added or dropped, and where.

    ``fold`` gives the form in which two letters are compared. In the pieces, those marked same and
    wrong are together ``typed``; those marked same and missing say ``expected``.
    """
    given, wanted = letters(typed), letters(expected)
    distance, steps = _align(list(map(fold, given)), list(map(fold, wanted)))
    pieces: list[Piece] = []
    wrong = missing = same = ""
    place_given = place_wanted = 0
    for mark in (*steps, None):
        if mark is Mark.SAME:
            if wrong or missing:
                pieces += _changed(wrong, missing)
                wrong = missing = ""
            same += given[place_given]
        elif same:
            pieces.append(Piece(same, Mark.SAME))
            same = ""
        if mark is Mark.WRONG:
            wrong += given[place_given]
        elif mark is Mark.MISSING:
            missing += wanted[place_wanted]
        place_given += mark in (Mark.SAME, Mark.WRONG)
        place_wanted += mark in (Mark.SAME, Mark.MISSING)
    return distance, (*pieces, *_changed(wrong, missing))


def _changed(wrong: str, missing: str) -> list[Piece]:
    pieces = (Piece(wrong, Mark.WRONG), Piece(missing, Mark.MISSING))
    return [piece for piece in pieces if piece.text]


def _align(given: Sequence[str], wanted: Sequence[str]) -> tuple[int, list[Mark]]:
    """Return the Levenshtein distance of two sequences and the steps of one shortest edit.

    A changed letter is a wrong one and a missing one.
    """
    start = 0
    while start < min(len(given), len(wanted)) and given[start] == wanted[start]:
        start += 1
    end = 0
    while end < min(len(given), len(wanted)) - start and given[-1 - end] == wanted[-1 - end]:
        end += 1
    middle_given = given[start : len(given) - end]
    middle_wanted = wanted[start : len(wanted) - end]
    if len(middle_given) * len(middle_wanted) > _MOST_STEPS:
        distance = max(len(middle_given), len(middle_wanted))
        steps = [Mark.WRONG] * len(middle_given) + [Mark.MISSING] * len(middle_wanted)
    else:
        distance, steps = _shortest_edit(middle_given, middle_wanted)
    return distance, [Mark.SAME] * start + steps + [Mark.SAME] * end


def _shortest_edit(given: Sequence[str], wanted: Sequence[str]) -> tuple[int, list[Mark]]:
    """Wagner and Fischer's table of distances between beginnings, read back from its end."""
    table = [list(range(len(wanted) + 1))]
    for row, letter in enumerate(given, 1):
        above = table[-1]
        line = [row]
        for column, other in enumerate(wanted):
            kept = above[column] + (letter != other)
            line.append(min(kept, above[column + 1] + 1, line[column] + 1))
        table.append(line)
    steps: list[Mark] = []
    row, column = len(given), len(wanted)
    while row or column:
        here = table[row][column]
        if row and column and given[row - 1] == wanted[column - 1]:
            if here == table[row - 1][column - 1]:
                steps.append(Mark.SAME)
                row, column = row - 1, column - 1
                continue
        elif row and column and here == table[row - 1][column - 1] + 1:
            steps += [Mark.MISSING, Mark.WRONG]
            row, column = row - 1, column - 1
            continue
        if row and here == table[row - 1][column] + 1:
            steps.append(Mark.WRONG)
            row -= 1
        else:
            steps.append(Mark.MISSING)
            column -= 1
    return table[-1][-1], steps[::-1]
