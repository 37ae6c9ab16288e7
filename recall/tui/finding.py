"""Searching in laid out lines: where words stand, whatever their case and accents and wherever a
line was broken.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from recall.markdown.line import Line, Look, Segment
from recall.text import fold


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters ``start`` to ``end`` of the line of number ``line``, all counted from 0."""

    line: int
    start: int
    end: int


Match = tuple[Stretch, ...]
"""One place where the words stand: a stretch for each line it covers."""


def find(lines: Sequence[Line], blocks: Sequence[int], words: str) -> tuple[Match, ...]:
    """Return where words stand in lines, in order.

    ``blocks`` are the numbers of the lines on which blocks begin, ascending: words may be parted by
    the end of a line, but not by the end of a block.
    """
    wanted = fold(words)
    if not wanted:
        return ()
    found: list[Match] = []
    ends = (*blocks[1:], len(lines))
    for first, end in zip(blocks, ends, strict=True):
        text, places = _folded(lines, first, end)
        at = text.find(wanted)
        while at >= 0:
            after = at + len(wanted)
            found.append(tuple(_stretches(places[at:after], lines)))
            at = text.find(wanted, after)
    return tuple(found)


def marked(line: Line, stretches: Iterable[tuple[Stretch, Look]]) -> Line:
    """Return a line in which stretches, which do not overlap, have one more look each."""
    segments = line.segments
    for stretch, look in stretches:
        parts: list[Segment] = []
        place = 0
        for segment in segments:
            length = len(segment.text)
            start, end = (
                min(max(edge - place, 0), length) for edge in (stretch.start, stretch.end)
            )
            place += length
            parts += [
                Segment(segment.text[:start], segment.look, segment.target),
                Segment(segment.text[start:end], segment.look | look, segment.target),
                Segment(segment.text[end:], segment.look, segment.target),
            ]
        segments = tuple(part for part in parts if part.text)
    return Line(segments, line.wide)


def by_line(matches: Iterable[tuple[Match, Look]]) -> Mapping[int, list[tuple[Stretch, Look]]]:
    """Return the stretches of matches by their lines."""
    lines: dict[int, list[tuple[Stretch, Look]]] = {}
    for match, look in matches:
        for stretch in match:
            lines.setdefault(stretch.line, []).append((stretch, look))
    return lines


def _folded(lines: Sequence[Line], first: int, end: int) -> tuple[str, list[tuple[int, int]]]:
    """Return lines as one folded text, and the line and character each of its characters is of."""
    pieces: list[str] = []
    places: list[tuple[int, int]] = []
    spaced = True
    for number in range(first, end):
        for column, character in enumerate((*lines[number].text, " ")):
            piece = " " if character.isspace() else _fold(character)
            if piece == " " and spaced:
                continue
            spaced = piece == " "
            pieces.append(piece)
            places += [(number, column)] * len(piece)
    return "".join(pieces), places


@lru_cache(maxsize=4096)
def _fold(character: str) -> str:
    return fold(character)


def _stretches(places: Sequence[tuple[int, int]], lines: Sequence[Line]) -> Iterable[Stretch]:
    columns: dict[int, tuple[int, int]] = {}
    for line, column in places:
        start, _ = columns.get(line, (column, column))
        columns[line] = (start, column + 1)
    for line, (start, end) in columns.items():
        text = lines[line].text
        # What combines with the last character is marked with it.
        while end < len(text) and not text[end].isspace() and not _fold(text[end]):
            end += 1
        if end > start:
            yield Stretch(line, start, min(end, len(text)))
