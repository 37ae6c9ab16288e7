"""Draws a lesson: laid out part by part, as far as it is needed at once and the rest soon after.

The learner's place is a block and a share of its lines, so that it stays where it is when the
window changes its width or cards are shown.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Mapping

from textual import events
from textual.message import Message

from recall.library.lesson import LessonPlace
from recall.markdown.line import Line, Look, Role
from recall.tui.finding import Match, Stretch, by_line, find, marked
from recall.tui.lesson_pages import Cards, LessonPages
from recall.tui.widgets.text_view import TextView

_FOUND = frozenset({Role.FOUND})
_HERE = frozenset({Role.HERE})
_PARTS_AT_ONCE = 50


class LessonView(TextView, can_focus=False):
    """Shows a lesson; the screen scrolls it. Posts ``Moved`` when what is in view changed."""

    class Moved(Message):
        """Another part of the lesson is in view, or more of it is known."""

    def __init__(self, pages: LessonPages) -> None:
        super().__init__()
        self.words = ""
        self.match: int | None = None
        self.matches: tuple[Match, ...] = ()
        self._pages = pages
        self._drawn: list[Line] = []
        self.lines = self._drawn
        self._columns = 0
        self._width = 0
        self._laid_out = 0
        self._passes = 0
        # For each block: the line it begins on, its part and place in the part, its section, and
        # whether it is wider than the column.
        self._starts: list[int] = []
        self._blocks: list[tuple[int, int]] = []
        self._sections: list[int] = []
        self._overflows: list[bool] = []
        self._asked: LessonPlace | None = None
        self._marks: Mapping[int, list[tuple[Stretch, Look]]] = {}

    @property
    def section(self) -> int:
        """The number of the section that is read: the one gone to while it is at hand, else the
        one in the first line, or at the end of the lesson the last one.
        """
        if self._asked is not None:
            return self._asked.section
        at_end = self.max_scroll_y > 0 and self._complete and self._top >= self.max_scroll_y
        if at_end:
            return self._section_at(len(self._drawn))
        # A blank line in the first row belongs to what stands above it.
        above = self._top < len(self._drawn) and not self._drawn[self._top].segments
        return self._section_at(self._top + above)

    @property
    def share(self) -> float:
        """Which share of the lesson is above the lower edge of the window."""
        total = float(len(self._drawn))
        if not self._complete:
            known = sum(map(self._pages.weight, range(self._laid_out)))
            total *= sum(map(self._pages.weight, range(len(self._pages)))) / max(known, 1)
        return min((self._top + self.size.height) / total, 1.0) if total else 1.0

    @property
    def place(self) -> LessonPlace:
        """The section in the first line of the window, and the share of its lines above; or the
        place gone to, as long as the learner did not move from there.
        """
        if self._asked is not None:
            return self._asked
        section = self._section_at(self._top)
        start, end = self._bounds(section)
        return LessonPlace(section, max(self._top - start, 0) / max(end - start, 1))

    def go_to(self, place: LessonPlace) -> None:
        """Go to a place of the lesson."""
        while not self._complete and self._section_at(len(self._drawn)) <= place.section:
            self._lay_out_part()
        start, end = self._bounds(place.section)
        self._bring_up(start + round(place.share * (end - start)))
        self._asked = place
        self.post_message(self.Moved())

    def turn(self, lines: int = 0, pages: int = 0) -> None:
        """Scroll by lines and screens; two lines of the screen before stay in sight."""
        height = max(self.scrollable_content_region.height - 2, 1)
        self._bring_up(self._top + lines + pages * height)

    def to_start(self) -> None:
        """Go to the beginning."""
        self._bring_up(0)

    def to_end(self) -> None:
        """Go to the end."""
        self._finish()
        self._bring_up(len(self._drawn))

    def aside(self, columns: int) -> None:
        """Scroll sideways."""
        self.scroll_relative(x=columns, animate=False, immediate=True)

    def show_cards(self, cards: Cards) -> None:
        """Show more or less of the cards; what is in the first line stays there."""
        self._pages.cards = cards
        self._lay_out()

    def follow(self, pages: LessonPages) -> None:
        """Show the lesson as it was edited; the part in the first line stays there."""
        pages.cards = self._pages.cards
        self._pages = pages
        self._lay_out()

    def search(self, words: str) -> bool:
        """Mark where words stand and go to the first place from the window on; return whether any
        was found.
        """
        self.words, self.match = words, None
        self._find()
        if self.matches:
            after = (n for n, match in enumerate(self.matches) if match[0].line >= self._top)
            self._look_at(next(after, 0))
        return bool(self.matches)

    def next_match(self, steps: int) -> None:
        """Go to the next place (1) or the one before (-1), and on from the other end."""
        if self.match is not None:
            self._look_at((self.match + steps) % len(self.matches))

    def on_resize(self, event: events.Resize) -> None:
        """Lay the lesson out again for another width; a taller window may show more of it."""
        if not self.size.width:
            return
        if self._width == self.size.width:
            self._bring_up(self._top)
            self.post_message(self.Moved())
        elif self._width:
            self._lay_out()
        else:
            self._width = self.size.width
            self._columns = self.set_column()
            self.go_to(self._pages.lesson.place)
            self._go_on_soon()
            self.call_after_refresh(self._tell_scrollbar)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Take note of where the window is now."""
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self._asked = None
            self.post_message(self.Moved())

    def line_at(self, number: int) -> Line:
        """Return a line with what was searched for marked in it."""
        found = self._marks.get(number)
        return marked(self._drawn[number], found) if found else self._drawn[number]

    def shift(self, number: int) -> int:
        """Only what is wider than the window goes sideways; the text around it stays."""
        return self.scroll_offset.x if self._overflows[self._block_at(number)] else 0

    @property
    def _top(self) -> int:
        return round(self.scroll_y)

    @property
    def _complete(self) -> bool:
        return self._laid_out == len(self._pages)

    def _bring_up(self, line: int) -> None:
        """Bring a line to the top, or as near as the end of the lesson lets it come."""
        while not self._complete and len(self._drawn) <= line + 2 * self.size.height:
            self._lay_out_part()
        self.measure(self.virtual_size.height)
        # By force, as before the first frame there is no scrollbar that would allow it.
        self.scroll_to(y=max(line, 0), animate=False, immediate=True, force=True)

    def _tell_scrollbar(self) -> None:
        """Tell the scrollbar, which did not exist yet, how far the first frame was scrolled."""
        self.vertical_scrollbar.position = self.scroll_y

    def _lay_out(self) -> None:
        """Lay out anew, keeping the block in the first line, and what is searched for."""
        asked, at = self._asked, self._block_at(self._top)
        block = self._blocks[at] if self._blocks else (0, 0)
        share = (self._top - self._starts[at]) / self._length(at) if self._starts else 0.0
        self._width = self.size.width
        self._columns = self.set_column()
        self._drawn.clear()
        for of_block in (self._starts, self._blocks, self._sections, self._overflows):
            of_block.clear()
        self._laid_out = 0
        while not self._complete and self._laid_out <= block[0]:
            self._lay_out_part()
        self.measure()
        self._find()
        at = max(bisect_right(self._blocks, block) - 1, 0)
        if self._starts:
            self._bring_up(self._starts[at] + int(share * self._length(at)))
        self._asked = asked
        self._go_on_soon()
        self.post_message(self.Moved())

    def _lay_out_part(self) -> None:
        part = self._laid_out
        for block, lines in enumerate(self._pages.draw(part, self._columns)):
            if self._drawn:
                self._drawn.append(Line())
            self._starts.append(len(self._drawn))
            self._blocks.append((part, block))
            self._sections.append(self._pages.section(part))
            self._overflows.append(any(line.columns > self._columns for line in lines))
            self._drawn += lines
        self._laid_out += 1

    def _finish(self) -> None:
        while not self._complete:
            self._lay_out_part()
        self.measure(self.virtual_size.height)

    def _go_on_soon(self) -> None:
        self._passes += 1
        if not self._complete:
            self.run_worker(self._go_on(self._passes), exit_on_error=True)

    async def _go_on(self, which: int) -> None:
        """Lay the rest out, a part at a time, so that no key waits for it."""
        while which == self._passes and not self._complete:
            await asyncio.sleep(0)
            self._lay_out_part()
            # The scrollbar is told rarely, as each time the whole screen is laid out.
            if self._complete or self._laid_out % _PARTS_AT_ONCE == 0:
                self.measure(self.virtual_size.height)
                self.post_message(self.Moved())

    def _block_at(self, line: int) -> int:
        return max(bisect_right(self._starts, line) - 1, 0)

    def _length(self, at: int) -> int:
        """How many lines a block has, with the blank one after it."""
        following = self._starts[at + 1] if at + 1 < len(self._starts) else len(self._drawn)
        return max(following - self._starts[at], 1)

    def _section_at(self, line: int) -> int:
        return self._sections[self._block_at(line)] if self._sections else 0

    def _bounds(self, section: int) -> tuple[int, int]:
        """The first line of a section and the line after it, as far as it is laid out."""
        starts = (*self._starts, len(self._drawn))
        return (
            starts[bisect_left(self._sections, section)],
            starts[bisect_right(self._sections, section)],
        )

    def _find(self) -> None:
        """Look for the words in everything; the match looked at stays the one of its number."""
        self.matches = ()
        if self.words:
            self._finish()
            self.matches = find(self._drawn, self._starts, self.words)
        if self.match is not None:
            self.match = min(self.match, len(self.matches) - 1) if self.matches else None
        self._mark()

    def _look_at(self, match: int) -> None:
        """Make a match the one looked at, and bring it into sight."""
        self.match = match
        self._mark()
        line, height = self.matches[match][0].line, self.scrollable_content_region.height
        if not self._top <= line < self._top + height:
            self._bring_up(line - height // 3)
        self.post_message(self.Moved())

    def _mark(self) -> None:
        self._marks = by_line(
            (match, _HERE if number == self.match else _FOUND)
            for number, match in enumerate(self.matches)
        )
        self.redraw()
