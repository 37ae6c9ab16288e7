"""A deck as something to read: its sections, with the text and the entries in the order they stand.

Every line after the front matter belongs to exactly one passage of text or to one entry. What could
not be read as an entry stays text, so that nothing an author wrote is missing from the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from recall.cards.card import Entry
from recall.cards.deck import Deck
from recall.markdown.blocks import MARKER, Leaf, Line, Scanner, heading_of
from recall.markdown.containers import RULE
from recall.markdown.front_matter import read_front_matter
from recall.markdown.inline import shows_nothing
from recall.markdown.parts import Report
from recall.markdown.source import clean_source

# A passage beyond one of these ends at the next place where no block is open, so that one piece is
# drawn quickly and stays far below the size from which Markdown is shown as its source.
_LONGEST_LINES = 40
_LONGEST_CHARACTERS = 8_000


@dataclass(frozen=True, slots=True)
class Passage:
    """Reading text: its Markdown, and the 1-based line it begins on.

    The heading of a section is the first line of the section's first passage.
    """

    line: int
    source: str

    @property
    def end_line(self) -> int:
        """The last line, 1-based."""
        return self.line + self.source.count("\n")

    @property
    def shows(self) -> bool:
        """Whether there is more than blank lines, comments and the rules that part cards."""
        lines = self.source.split("\n")
        return not shows_nothing("\n".join(one for one in lines if not RULE.match(one.strip())))

    def after_card(self) -> Passage:
        """Return the passage without the rule at its beginning, which only ends the card before."""
        lines = self.source.split("\n")
        first = next((n for n, one in enumerate(lines) if one.strip()), 0)
        if not RULE.match(lines[first].strip()):
            return self
        return Passage(self.line + first + 1, "\n".join(lines[first + 1 :]))


@dataclass(frozen=True, slots=True)
class Section:
    """What stands beneath one heading, up to the next heading of any level.

    ``title`` is the heading's Markdown without its signs. What stands before the first heading is a
    section of level 0 without a title.
    """

    level: int
    title: str
    parts: tuple[Passage | Entry, ...]


def sections_of(deck: Deck) -> tuple[Section, ...]:
    """Return the sections of a deck in its order; none for a deck without a line to read."""
    source = clean_source(deck.text, deck.path)
    _, _, start = read_front_matter(source, Report(source))
    entries = {entry.place.line - 1: entry for entry in deck.entries}
    return tuple(_Splitting(source.lines, entries).sections(min(start, len(source.lines))))


def has_text(deck: Deck) -> bool:
    """Return whether there is anything to read beside headings, rules and cards."""
    for section in sections_of(deck):
        for number, part in enumerate(section.parts):
            if isinstance(part, Passage):
                is_heading = section.level and number == 0
                text = part.source.partition("\n")[2] if is_heading else part.source
                if Passage(part.line, text).shows:
                    return True
    return False


class _Splitting:
    """One pass over the lines; numbers of lines count from 0."""

    def __init__(self, lines: Sequence[str], entries: Mapping[int, Entry]) -> None:
        self._lines = lines
        self._entries = entries
        self._parts: list[Passage | Entry] = []
        self._first = 0

    def sections(self, start: int) -> Iterator[Section]:
        """Yield the sections of the lines from ``start`` on."""
        scanner = Scanner(self._lines)
        level, title = 0, ""
        self._first = start
        entry_end = start
        for number in range(start, len(self._lines)):
            found = scanner.line(number)
            entry = self._entries.get(number)
            if entry is not None:
                self._end_passage(number)
                self._parts.append(entry)
                entry_end = self._first = entry.place.end_line
            if found is Line.MARKER:
                match = MARKER.match(self._lines[number])
                scanner.begin(number, match.end() if match else 0)
            elif found is not Line.INSIDE:
                scanner.reset()
            if found is Line.HEADING:
                self._end_passage(number)
                if self._parts:
                    yield Section(level, title, tuple(self._parts))
                self._parts = []
                level, title = heading_of(self._lines[number])
            elif number >= entry_end and self._may_end(scanner, number):
                self._end_passage(number + 1)
        self._end_passage(len(self._lines))
        if self._parts:
            yield Section(level, title, tuple(self._parts))

    def _end_passage(self, end: int) -> None:
        if self._first < end:
            source = "\n".join(self._lines[self._first : end])
            self._parts.append(Passage(self._first + 1, source))
            self._first = end

    def _may_end(self, scanner: Scanner, number: int) -> bool:
        """Whether a passage that grew long can end after a line: nothing is open there."""
        if self._lines[number].strip() or scanner.stack or scanner.leaf is not Leaf.NONE:
            return False
        lines = number - self._first
        return lines >= _LONGEST_LINES or (
            lines > 1 and sum(map(len, self._lines[self._first : number])) >= _LONGEST_CHARACTERS
        )
