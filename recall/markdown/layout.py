"""A document at a width: ``lay_out(document, columns) -> tuple[Line, ...]``, free of any interface.

A line is a run of segments; a segment is text in one look (``document.Style`` for what the author
meant, ``Role`` for what drawing adds), with the address it leads to, if any. No line is wider than
asked except those with ``wide`` set: code, diagrams, mathematics and tables with more columns than
fit are never folded, and whoever shows them scrolls sideways.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from recall.markdown.document import (
    Block,
    Document,
    GapMark,
    Heading,
    Inline,
    Item,
    ItemList,
    MathBlock,
    Paragraph,
    Preformatted,
    Quote,
    Rule,
    Span,
    Style,
    Table,
)
from recall.markdown.highlight import highlighted
from recall.markdown.line import NARROWEST, PLAIN, Line, Look, Role, Segment
from recall.markdown.table import table_lines
from recall.markdown.wrap import clusters, wrap
from recall.text import width

__all__ = ["Line", "Look", "Role", "Segment", "lay_out"]

TAB_COLUMNS = 4
_CODE_INDENT = Segment("  ")
_BAR = Segment("▏ ", frozenset({Role.QUOTE}))
_UNDERLINES = {1: "═", 2: "─"}
_HEADING: Look = frozenset({Role.HEADING})
_RULE: Look = frozenset({Role.RULE})
_CODE: Look = frozenset({Style.CODE})
_MATH: Look = frozenset({Style.MATH})
_GAP: Look = frozenset({Style.GAP})


def lay_out(document: Document, columns: int, *, right_to_left: bool = False) -> tuple[Line, ...]:
    """Return the lines of a document for a text column ``columns`` cells wide (at least 8).

    With ``right_to_left`` running text is set flush right; the order of letters within a line is
    the terminal's business.
    """
    return tuple(_Setting(right_to_left).blocks(document.blocks, max(columns, NARROWEST)))


@dataclass(frozen=True, slots=True)
class _Setting:
    right_to_left: bool

    def blocks(self, blocks: Iterable[Block], columns: int, *, tight: bool = False) -> list[Line]:
        lines: list[Line] = []
        for block in blocks:
            drawn = self._block(block, columns)
            if lines and drawn and not tight:
                lines.append(Line())
            lines += drawn
        return lines

    def _block(self, block: Block, columns: int) -> list[Line]:
        match block:
            case Paragraph(content):
                return self._aligned(wrap(content, columns), columns)
            case Heading(level, content):
                return self._heading(level, content, columns)
            case Preformatted():
                return _preformatted(block, columns)
            case MathBlock(rows, _, marks):
                return _unfolded(_marked(_rows(rows, _MATH), marks), columns)
            case Quote(blocks):
                return self._quote(blocks, columns)
            case ItemList():
                return self._list(block, columns)
            case Table():
                return table_lines(block, columns)
            case Rule():
                return [Line((Segment("───", _RULE),))]

    def _aligned(self, lines: list[Line], columns: int) -> list[Line]:
        if not self.right_to_left:
            return lines
        return [
            line.after(Segment(" " * spare))
            if line.segments and (spare := columns - line.columns)
            else line
            for line in lines
        ]

    def _heading(self, level: int, content: Inline, columns: int) -> list[Line]:
        lines = wrap(content, columns, look=_HEADING)
        if lines and level in _UNDERLINES:
            longest = max(line.columns for line in lines)
            lines.append(Line((Segment(_UNDERLINES[level] * longest, _RULE),)))
        return self._aligned(lines, columns)

    def _quote(self, blocks: tuple[Block, ...], columns: int) -> list[Line]:
        inner = columns - width(_BAR.text)
        if inner < NARROWEST:
            return self.blocks(blocks, columns)
        return [line.after(_BAR) for line in self.blocks(blocks, inner)]

    def _list(self, block: ItemList, columns: int) -> list[Line]:
        lines: list[Line] = []
        widest = max((width(item.marker) for item in block.items), default=1)
        for item in block.items:
            if lines and not block.tight:
                lines.append(Line())
            lines += self._item(item, widest, columns, tight=block.tight)
        return lines

    def _item(self, item: Item, widest: int, columns: int, *, tight: bool) -> list[Line]:
        marker = item.marker.rjust(widest + len(item.marker) - width(item.marker))
        inner = columns - widest - 1
        if inner < NARROWEST:  # nested too deep for an indent: the marker stands above
            first = Line((Segment(item.marker, frozenset({Role.MARKER})),))
            return [first, *self.blocks(item.blocks, columns, tight=tight)]
        lines = self.blocks(item.blocks, inner, tight=tight) or [Line()]
        indent = Segment(" " * (widest + 1))
        head = lines[0].after(Segment(f"{marker} ", frozenset({Role.MARKER})))
        return [head, *(line.after(indent) if line.segments else line for line in lines[1:])]


def _preformatted(block: Preformatted, columns: int) -> list[Line]:
    if not block.folded:
        rows = highlighted(block.lines, block.language) or _rows(block.lines, _CODE)
        return _unfolded(_marked(rows, block.marks), columns)
    lines: list[Line] = []
    for row in _marked(_rows(block.lines, PLAIN), block.marks):
        if not row:
            lines.append(Line())
            continue
        spans = tuple(
            Span(segment.text, frozenset({Style.GAP}) if segment.look else frozenset())
            for segment in _expanded(row)
        )
        lines += wrap(spans, columns, indents=True) or [Line()]
    return lines


def _rows(texts: tuple[str, ...], look: Look) -> list[tuple[Segment, ...]]:
    return [(Segment(text, look),) if text else () for text in texts]


def _marked(
    rows: Sequence[tuple[Segment, ...]], marks: tuple[GapMark, ...]
) -> Sequence[tuple[Segment, ...]]:
    """Return rows with the look of a gap where the marks say so."""
    if not marks:
        return rows
    marked = list(rows)
    for mark in marks:
        parts: list[Segment] = []
        place = 0
        for segment in marked[mark.line]:
            start, end = (
                min(max(edge - place, 0), len(segment.text)) for edge in (mark.start, mark.end)
            )
            place += len(segment.text)
            parts += [
                Segment(segment.text[:start], segment.look),
                Segment(segment.text[start:end], segment.look | _GAP),
                Segment(segment.text[end:], segment.look),
            ]
        marked[mark.line] = tuple(part for part in parts if part.text)
    return marked


def _unfolded(rows: Sequence[tuple[Segment, ...]], columns: int) -> list[Line]:
    """Return lines that are never folded, indented when all of them fit then."""
    lines = [Line(_expanded(row), wide=True) for row in rows]
    longest = max((line.columns for line in lines), default=0)
    if longest + width(_CODE_INDENT.text) > columns:
        return lines
    return [line.after(_CODE_INDENT) if line.segments else line for line in lines]


def _expanded(row: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Return segments with tabs as spaces up to the next tab stop."""
    if not any("\t" in segment.text for segment in row):
        return row
    expanded: list[Segment] = []
    column = 0
    for segment in row:
        text = ""
        for part in clusters(segment.text):
            shown = " " * (TAB_COLUMNS - column % TAB_COLUMNS) if part == "\t" else part
            column += width(shown)
            text += shown
        expanded.append(Segment(text, segment.look, segment.target))
    return tuple(expanded)
