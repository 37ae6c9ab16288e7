"""Tables fitted to a width: columns shrink and their cells wrap; what cannot fit is wide."""

from __future__ import annotations

from recall.markdown.document import Align, Inline, Table
from recall.markdown.line import PLAIN, Line, Look, Role, Segment
from recall.markdown.wrap import segments, wrap
from recall.text import width

# Words are broken in columns down to this width before a table is allowed to be wide.
NARROWEST_COLUMN = 8
_BETWEEN = " │ "
_CROSSING = "─┼─"
_BORDER: Look = frozenset({Role.BORDER})
_HEAD: Look = frozenset({Role.TABLE_HEAD})


def table_lines(table: Table, columns: int) -> list[Line]:
    """Return the lines of a table. A blank line parts the rows when any of them is folded."""
    count = max(map(len, (table.head, *table.rows)), default=0)
    if not count:
        return []
    head = _padded(table.head, count)
    rows = [_padded(row, count) for row in table.rows]
    widths, fits = _widths([head, *rows], columns)
    align = [*table.align, *[Align.LEFT] * count][:count]
    lines: list[Line] = []
    if any(head):
        lines += _row(head, widths, align, _HEAD)
        lines.append(Line((Segment(_CROSSING.join("─" * size for size in widths), _BORDER),)))
    drawn = [_row(row, widths, align, PLAIN) for row in rows]
    parted = any(len(row) > 1 for row in drawn)
    for number, row in enumerate(drawn):
        if number and parted:
            lines.append(Line((Segment(_BETWEEN.join(" " * size for size in widths), _BORDER),)))
        lines += row
    return lines if fits else [Line(line.segments, wide=True) for line in lines]


def _padded(row: tuple[Inline, ...], count: int) -> tuple[Inline, ...]:
    return (*row, *((),) * (count - len(row)))


def _widths(rows: list[tuple[Inline, ...]], columns: int) -> tuple[list[int], bool]:
    """Return the width of each column, and whether the table fits into ``columns``."""
    natural: list[int] = []
    words: list[int] = []
    for cells in zip(*rows, strict=True):
        texts = ["".join(segment.text for segment in segments(cell)) for cell in cells]
        natural.append(max(1, *(width(part) for text in texts for part in text.split("\n"))))
        words.append(max(1, *(width(word) for text in texts for word in text.split() or [""])))
    room = columns - len(_BETWEEN) * (len(natural) - 1)
    if sum(natural) <= room:
        return natural, True
    least = [min(word, full) for word, full in zip(words, natural, strict=True)]
    if sum(least) > room:
        least = [min(size, NARROWEST_COLUMN) for size in least]
    if sum(least) > room:
        return words, False
    return _shared(least, natural, room), True


def _shared(least: list[int], natural: list[int], room: int) -> list[int]:
    """Return widths that fill ``room``: each column's least, and a share of what it lacks."""
    lacking = [full - size for full, size in zip(natural, least, strict=True)]
    spare = room - sum(least)
    total = sum(lacking)
    widths = [size + spare * lack // total for size, lack in zip(least, lacking, strict=True)]
    left = room - sum(widths)
    for place in sorted(range(len(widths)), key=lambda place: widths[place] - natural[place]):
        if left and widths[place] < natural[place]:
            widths[place] += 1
            left -= 1
    return widths


def _row(
    cells: tuple[Inline, ...], widths: list[int], align: list[Align], look: Look
) -> list[Line]:
    wrapped = [wrap(cell, size, look=look) for cell, size in zip(cells, widths, strict=True)]
    lines: list[Line] = []
    for number in range(max(1, *map(len, wrapped))):
        parts: list[Segment] = []
        for place, cell in enumerate(wrapped):
            if place:
                parts.append(Segment(_BETWEEN, _BORDER))
            line = cell[number] if number < len(cell) else Line()
            parts += _aligned(line, widths[place], align[place], last=place == len(widths) - 1)
        lines.append(Line(tuple(parts)))
    return lines


def _aligned(line: Line, columns: int, align: Align, *, last: bool) -> list[Segment]:
    """Return a cell's line padded to its column; the last column has no spaces after it."""
    spare = columns - line.columns
    left = {Align.LEFT: 0, Align.CENTRE: spare // 2, Align.RIGHT: spare}[align]
    right = 0 if last else spare - left
    before = [Segment(" " * left)] if left > 0 else []
    after = [Segment(" " * right)] if right > 0 else []
    return [*before, *line.segments, *after]
