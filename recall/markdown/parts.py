"""The parts of a card as they stand in the file, and what is reported while they are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from recall.cards.problem import Level, Problem
from recall.markdown import codes
from recall.markdown.attributes import Block, split_attributes
from recall.markdown.containers import Item, expand, expanded_column, written_column
from recall.markdown.inline import comment_stretches, shows_nothing, without
from recall.markdown.source import Source


class Report:
    """Collects the problems of a file. Lines and columns given to it count from 0."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.problems: list[Problem] = []
        self.errors = 0

    def add(self, code: str, line: int, column: int, /, **values: object) -> None:
        """Add a problem at a place of the cleaned, expanded text."""
        lines = self.source.lines
        column = written_column(lines[line], column) if line < len(lines) else column
        true_column = self.source.column(line, column) if line < len(lines) else column + 1
        problem = codes.problem(code, self.source.path, line + 1, true_column, **values)
        self.errors += problem.level == Level.ERROR
        self.problems.append(problem)


@dataclass(frozen=True, slots=True)
class Side:
    """A piece of Markdown, and where it stands.

    ``raw`` begins in ``line`` at ``column``; ``cuts`` are the stretches of it that are left out of
    ``text``, of which then ``leading`` characters are left out at the start.
    """

    text: str
    raw: str
    line: int
    column: int
    cuts: tuple[tuple[int, int], ...] = ()
    leading: int = 0

    def place(self, offset: int) -> tuple[int, int]:
        """Return the line and column, counted from 0 in its expanded form, of an offset."""
        offset += self.leading
        for start, end in self.cuts:
            if start <= offset:
                offset += end - start
        before = self.raw[:offset]
        newlines = before.count("\n")
        if not newlines:
            return self.line, self.column + offset
        start = before.rfind("\n") + 1
        line = self.raw[start:].partition("\n")[0]
        return self.line + newlines, expanded_column(line, offset - start)


@dataclass(slots=True)
class Part:
    """One marked part of a card, such as ``A:`` with its text.

    ``line`` and ``column`` are those of the marker, ``content`` the column after it, ``end`` the
    line after the part's last one, all counted from 0; ``items`` the lists and quotes in it.
    ``attributes`` is the block at the end of its first line, once ``take_attributes`` was called.
    """

    marker: str
    line: int
    column: int
    content: int
    lines: Sequence[str]
    items: list[Item]
    end: int = 0
    attributes: Block | None = None
    _cut: int | None = field(default=None)

    def take_attributes(self) -> Block | None:
        """Split off the attribute block at the end of the first line."""
        line = self.lines[self.line]
        if "{" in line:
            kept, self.attributes = split_attributes(line[self.content :])
            if self.attributes is not None:
                self._cut = self.content + len(kept)
        return self.attributes

    def side(self, end: int | None = None) -> Side:
        """Return the part's Markdown, up to the line ``end`` or to its own end."""
        last = self.end if end is None else end
        first = self.lines[self.line][self.content :] if self.line < last else ""
        raw = first if last <= self.line + 1 else self._joined(first, last)
        cuts = comment_stretches(raw)
        if self._cut is not None and self.line < last:
            start, end = self._cut - self.content, len(first)
            cuts = sorted(
                [(start, end), *(cut for cut in cuts if cut[1] <= start or cut[0] >= end)]
            )
        text = (without(raw, cuts) if cuts else raw).rstrip()
        leading = text.rfind("\n", 0, len(text) - len(text.lstrip())) + 1
        return Side(text[leading:], raw, self.line, self.content, tuple(cuts), leading)

    def _joined(self, first: str, last: int) -> str:
        return "\n".join((first, *self.lines[self.line + 1 : last]))

    def row(self, number: int) -> tuple[str, int]:
        """Return an expanded line of the part, and the column where it begins."""
        if number == self.line:
            return expand(self.lines[number][self.content :]), self.content
        return expand(self.lines[number]), 0

    def is_blank(self, start: int, end: int) -> bool:
        """Return whether some lines of the part show nothing."""
        return not any(self.lines[start:end]) or shows_nothing("\n".join(self.lines[start:end]))

    def first_text(self, start: int) -> int:
        """Return the first line from ``start`` on that is not blank."""
        return next(line for line in range(start, self.end) if self.lines[line].strip())

    def item_head(self, item: Item) -> str:
        """Return the first line of an item without its marker."""
        text, shift = self.row(item.first)
        return text[item.content - shift :]

    def item_rest(self, item: Item, width: int, start: int | None = None) -> str:
        """Return the other lines of an item, from ``start`` on, less ``width`` columns."""
        first = item.first + 1 if start is None else start
        return "\n".join(_outdent(self.row(line)[0], width) for line in range(first, item.last + 1))

    def item_text(self, item: Item) -> str:
        """Return the Markdown of an item at the left margin."""
        text = self.item_head(item)
        if item.last > item.first:
            text += "\n" + self.item_rest(item, item.width)
        return without(text, comment_stretches(text)).strip()


def _outdent(text: str, width: int) -> str:
    indent = len(text) - len(text.lstrip(" "))
    return text[min(indent, width) :]
