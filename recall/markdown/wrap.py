"""Running text into lines: words kept whole where they fit, widths counted in terminal columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from recall.markdown.document import Inline
from recall.markdown.line import PLAIN, Line, Look, Role, Segment
from recall.text import width

_RUNS = re.compile(" +|[^ ]+")
_ADDRESS: Look = frozenset({Role.ADDRESS})
_JOINER = "\u200d"
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
# Closing signs that must not begin a line where any two wide characters may be parted.
_CLOSING = frozenset("。，、．：；！？）」』】〉》〕］｝’”…ー")


def wrap(content: Inline, columns: int, *, look: Look = PLAIN, indents: bool = False) -> list[Line]:
    """Return running text in lines at most ``columns`` wide.

    ``look`` is added to every segment. With ``indents`` spaces at the beginning are kept, as source
    text needs; otherwise no line begins or ends with a space.
    """
    filler = _Filler(columns, indents)
    for segment in segments(content):
        styles = segment.look | look if look else segment.look
        for number, part in enumerate(segment.text.split("\n")):
            if number:
                filler.end_line()
            filler.add(part, styles, segment.target)
    return filler.finish()


def segments(content: Inline) -> Iterator[Segment]:
    """Yield spans as they are set: the address of a link or image stands after it in brackets,
    unless it is the text itself.
    """
    for target, group in groupby(content, key=lambda span: span.target):
        text = ""
        for span in group:
            text += span.text
            yield Segment(span.text, span.styles, target)
        if target and target != text:
            yield Segment(f" ({target})", _ADDRESS, target)


def clusters(text: str) -> Iterator[str]:
    """Yield the characters of a text as a reader sees them, with what combines with each."""
    start = 0
    for place in range(1, len(text)):
        sign = text[place]
        joined = sign == _JOINER or text[place - 1] == _JOINER or sign in _SKIN_TONES
        if not joined and (sign.isascii() or width(sign)):
            yield text[start:place]
            start = place
    if text:
        yield text[start:]


def cut(text: str, columns: int) -> tuple[str, str]:
    """Return as much of a text as fits into ``columns`` (at least one character), and the rest."""
    if text.isascii():
        return text[: max(columns, 1)], text[max(columns, 1) :]
    used = taken = 0
    for cluster in clusters(text):
        used += width(cluster)
        if used > columns and taken:
            break
        taken += len(cluster)
    return text[:taken], text[taken:]


class _Filler:
    """Fills lines with words; a word is what stands between spaces, in one or several looks."""

    def __init__(self, columns: int, indents: bool) -> None:
        self.columns = columns
        self.indents = indents
        self.lines: list[Line] = []
        self.segments: list[Segment] = []
        self.used = 0
        self.gap: Segment | None = None
        self.word: list[Segment] = []
        self.word_columns = 0

    def add(self, text: str, look: Look, target: str | None) -> None:
        """Add text without line ends."""
        for run in _RUNS.findall(text):
            if run[0] == " ":
                self._end_word()
                if self.gap is None:
                    self.gap = Segment(run, look, target)
            elif run.isascii():
                self.word.append(Segment(run, look, target))
                self.word_columns += len(run)
            else:
                self._add_wide(run, look, target)

    def _add_wide(self, run: str, look: Look, target: str | None) -> None:
        """Add text that may be parted before and after each wide character."""
        if width(run) == len(run):
            self.word.append(Segment(run, look, target))
            self.word_columns += len(run)
            return
        narrow = ""
        for cluster in clusters(run):
            columns = width(cluster)
            if columns > 1 and cluster not in _CLOSING:
                if narrow:
                    self.word.append(Segment(narrow, look, target))
                    narrow = ""
                self._end_word()
            narrow += cluster
            self.word_columns += columns
        self.word.append(Segment(narrow, look, target))

    def end_line(self) -> None:
        """End the line where the author ended it."""
        self._end_word()
        self._emit()

    def finish(self) -> list[Line]:
        """Return the lines; none for text without a word."""
        self._end_word()
        if self.segments:
            self._emit()
        return self.lines

    def _end_word(self) -> None:
        if not self.word:
            return
        gap = self.gap
        if gap is not None and not self.used and not (self.indents and not self.lines):
            gap = None
        before = width(gap.text) if gap is not None else 0
        if self.used and self.used + before + self.word_columns > self.columns:
            self._emit()
            gap, before = None, 0
        if before >= self.columns:
            gap, before = None, 0
        if gap is not None:
            self._put(gap)
            self.used += before
        if self.used + self.word_columns <= self.columns:
            for segment in self.word:
                self._put(segment)
            self.used += self.word_columns
        else:
            self._break()
        self.gap = None
        self.word = []
        self.word_columns = 0

    def _break(self) -> None:
        """Put a word that is longer than a line."""
        for segment in self.word:
            text = segment.text
            while text:
                room = self.columns - self.used
                if room <= 0:
                    self._emit()
                    continue
                part, rest = cut(text, room)
                columns = width(part)
                if columns > room and self.used:
                    self._emit()
                    continue
                self._put(Segment(part, segment.look, segment.target))
                self.used += columns
                text = rest

    def _put(self, segment: Segment) -> None:
        last = self.segments[-1] if self.segments else None
        if last is not None and last.look == segment.look and last.target == segment.target:
            self.segments[-1] = Segment(last.text + segment.text, last.look, last.target)
        else:
            self.segments.append(segment)

    def _emit(self) -> None:
        self.lines.append(Line(tuple(self.segments)))
        self.segments = []
        self.used = 0
        self.gap = None
