"""Reading a deck: every line is front matter, reading text, part of an entry or of a problem.

Reading never fails. Its speed comes from not parsing: the line scanner finds the cards, and a
card's Markdown is parsed when it is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from recall.cards.card import Entry, Place
from recall.cards.deck import Deck, DeckKind, FrontMatter
from recall.cards.kinds.free_recall import FreeRecall
from recall.cards.problem import Problem
from recall.markdown import codes
from recall.markdown.blocks import MARKER, Leaf, Line, Scanner, heading_of
from recall.markdown.entries import OPENERS, WrittenEntry, build_entry
from recall.markdown.front_matter import read_front_matter
from recall.markdown.grammar import DEEPEST_NESTING
from recall.markdown.inline import shows_nothing
from recall.markdown.parts import Part, Report
from recall.markdown.source import Source, read_source, source_of
from recall.text import clean

_OPENER_OF: Mapping[str, str] = MappingProxyType({"A:": "Q:", "A=": "Q:", "D:": "T:"})


def read_deck(data: bytes, path: str) -> Deck:
    """Read a deck file from its bytes. Never raises; what is wrong with it are its problems.

    ``path`` is the deck's path inside its library, with ``/``.
    """
    path = clean(path)
    source = read_source(data, path)
    if isinstance(source, Problem):
        return Deck(path, "", problems=(source,))
    report = Report(source)
    front_matter, has_front_matter, start = read_front_matter(source, report)
    reading = _Reading(source, report, start, front_matter)
    reading.run()
    entries = tuple(reading.entries)
    if not reading.cards_tried and not has_front_matter and not report.errors:
        report.problems.append(codes.problem("F105", path, 1, 1))
    return Deck(
        path=path,
        text=source.text,
        front_matter=front_matter,
        has_front_matter=has_front_matter,
        entries=entries,
        problems=tuple(sorted(report.problems)),
    )


def read_entry(
    source: str, path: str = "", line: int = 1, headings: tuple[str, ...] = ()
) -> Entry | None:
    """Read one entry again from its own Markdown (``Entry.source``), or None if it is none.

    ``line`` is where it stood; ``headings`` are not part of an entry's own Markdown.
    """
    lines = source_of(source, path)
    reading = _Reading(lines, Report(lines), 0, FrontMatter(), headings)
    reading.run()
    if len(reading.entries) != 1:
        return None
    return _moved(reading.entries[0], line) if line != 1 else reading.entries[0]


def _moved(entry: Entry, line: int) -> Entry:
    """Return an entry that was read from line 1 as if it stood at ``line``."""
    distance = line - entry.place.line
    place = Place(entry.place.path, line, entry.place.column, entry.place.end_line + distance)
    parts = entry.parts
    if isinstance(parts, FreeRecall):
        points = (replace(point, line=point.line + distance) for point in parts.points)
        parts = replace(parts, points=tuple(points))
    return replace(entry, place=place, parts=parts)


class _Reading:
    """One pass over the lines of a file; ``entries`` and the report grow as it goes."""

    def __init__(
        self,
        source: Source,
        report: Report,
        start: int,
        front_matter: FrontMatter,
        headings: tuple[str, ...] = (),
    ) -> None:
        self.entries: list[Entry] = []
        self.cards_tried = False
        self._source = source
        self._report = report
        self._start = start
        self._scanner = Scanner(source.lines)
        self._written: WrittenEntry | None = None
        self._open: Part | None = None
        self._above = headings
        self._headings: list[tuple[int, str]] = []
        self._is_plain_deck = front_matter.kind == DeckKind.DECK
        self._watch_loose_text = False
        self._after_orphan = False
        self._rules_under_text: list[int] = []
        self._seen: dict[tuple[str, ...], tuple[tuple[str, ...], int]] = {}

    def run(self) -> None:
        """Read all lines."""
        scanner = self._scanner
        lines = self._source.lines
        for number in range(self._start, len(lines)):
            found = scanner.line(number)
            if found == Line.INSIDE:
                if self._watch_loose_text:
                    self._check_loose_text(number)
            elif found == Line.MARKER:
                self._marker(number)
            else:
                self._break(number, found)
        self._check_open_fence()
        self._finish_part(len(lines))
        self._finish_entry()
        if self._rules_under_text:
            first = self._rules_under_text[0]
            self._report.add("C312", first, 0, count=len(self._rules_under_text))
        if scanner.near_markers:
            self._report.add("C316", *scanner.near_markers[0], count=len(scanner.near_markers))
        for line, column in scanner.open_comments:
            self._report.add("C311", line, column)

    def _marker(self, number: int) -> None:
        line = self._source.lines[number]
        match = MARKER.match(line)
        if match is None:  # the scanner says so of lines that match only
            return
        self._finish_part(number)
        self._watch_loose_text = False
        marker = match.group(1)
        if marker in OPENERS:
            self._finish_entry()
        scanner = self._scanner
        scanner.begin(number, match.end())
        part = Part(marker, number, match.start(1), match.end(), self._source.lines, scanner.items)
        if marker in OPENERS:
            self.cards_tried = True
            self._after_orphan = False
            self._written = WrittenEntry(part)
        elif self._written is not None:
            self._written.parts.append(part)
        else:
            self._orphan(part)
        self._open = part

    def _orphan(self, part: Part) -> None:
        self.cards_tried = True
        if part.marker in _OPENER_OF:
            self._report.add(
                "C301",
                part.line,
                part.column,
                marker=part.marker,
                opener=_OPENER_OF[part.marker],
            )
            self._after_orphan = True
        elif not self._after_orphan:
            self._report.add("C302", part.line, part.column, marker=part.marker)

    def _break(self, number: int, found: Line) -> None:
        scanner = self._scanner
        if found == Line.RULE and scanner.rule_under_text:
            self._rules_under_text.append(number)
        in_card = self._written is not None
        self._finish_part(number)
        self._finish_entry()
        self._watch_loose_text = found == Line.RULE and in_card and self._is_plain_deck
        self._after_orphan = False
        scanner.reset()
        if found == Line.HEADING:
            self._heading(self._source.lines[number])

    def _heading(self, line: str) -> None:
        level, title = heading_of(line)
        kept = [heading for heading in self._headings if heading[0] < level]
        self._headings = [*kept, (level, title)]
        self._above = tuple(text for _, text in self._headings if text)

    def _check_loose_text(self, number: int) -> None:
        line = self._source.lines[number]
        if self._scanner.leaf == Leaf.COMMENT or shows_nothing(line):
            return
        self._watch_loose_text = False
        self._report.add("C313", number, len(line) - len(line.lstrip()))

    def _check_open_fence(self) -> None:
        scanner = self._scanner
        if scanner.leaf != Leaf.FENCE or scanner.stack:
            return
        line = scanner.fence_line
        column = self._source.lines[line].find(scanner.fence)
        swallowed = len(self._source.lines) - line - 1
        self._report.add(
            "C310",
            line,
            column,
            line=line + 1,
            count=swallowed,
            lines="line" if swallowed == 1 else "lines",
            fence=scanner.fence,
        )
        # What the fence swallowed belongs to this card only by accident.
        if self._open is not None:
            self._written = None
            self._open = None

    def _finish_part(self, end: int) -> None:
        if self._open is not None:
            self._open.end = end
            self._open = None

    def _finish_entry(self) -> None:
        written, self._written = self._written, None
        deep, self._scanner.too_deep = self._scanner.too_deep, None
        if deep is not None:
            self._report.add("F107", *deep, limit=DEEPEST_NESTING)
            if written is not None and deep[0] >= written.opener.line:
                return
        if written is None:
            return
        entry = build_entry(written, self._above, self._report)
        if entry is not None:
            self.entries.append(entry)
            self._check_case(entry, written.opener)

    def _check_case(self, entry: Entry, opener: Part) -> None:
        """Warn of an entry that differs from an earlier one of the file only in case."""
        facet = entry.parts.facets()[0]
        exact = (entry.kind, *(" ".join(text.split()) for text in facet.graded))
        folded = tuple(text.casefold() for text in exact)
        before, line = self._seen.setdefault(folded, (exact, opener.line))
        if before != exact:
            self._report.add("C315", opener.line, opener.column, line=line + 1)
