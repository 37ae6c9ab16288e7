"""A table of cards of which only the rows in view are read and drawn, however many there are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from recall.library.values import CardRow, Sort
from recall.tui.browse_columns import card_line, heading
from recall.tui.content import text
from recall.tui.widgets.row_list import CURSOR, NO_CURSOR

_MARKED = "● "
_SIGNS = len(CURSOR) + len(_MARKED)
_MARGIN = 40
"""Rows read beyond the edges of the window, so that most steps need no reading."""

_KEPT = 2_000
_GONE = "(this card is gone since it was found)"


class CardTable(ScrollView, can_focus=False):
    """A heading that stays and rows with a cursor. The screen moves it and brings the rows."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"card-table--cursor"}

    class Wanted(Message):
        """Rows are in view that were not brought yet: those from ``first`` to before ``end``."""

        def __init__(self, first: int, end: int) -> None:
            super().__init__()
            self.first = first
            self.end = end

    class Chosen(Message):
        """A row was clicked."""

    def __init__(self) -> None:
        super().__init__()
        self.cursor = 0
        self._count = 0
        self._sort = Sort.PLACE
        self._descending = False
        self._rows: dict[int, CardRow | None] = {}
        self._marked: frozenset[str] = frozenset()

    @property
    def row(self) -> CardRow | None:
        """The card at the cursor, None where there is none or it was not brought yet."""
        return self._rows.get(self.cursor)

    def show(self, count: int, sort: Sort, *, descending: bool, cursor: int = 0) -> None:
        """Show another list of ``count`` cards, with the cursor at a place of it."""
        self._count, self._sort, self._descending = count, sort, descending
        self._rows.clear()
        self.cursor = min(cursor, max(count - 1, 0))
        self._measure()
        self._reveal()
        self._want()

    def bring(self, start: int, rows: Sequence[CardRow | None]) -> None:
        """Take the rows of the places from ``start`` on."""
        if len(self._rows) > _KEPT:
            self._rows.clear()
        self._rows.update(enumerate(rows, start))
        self.refresh()
        self._want()

    def forget(self) -> None:
        """Ask for the rows in view anew: something about them changed."""
        self._rows.clear()
        self._want()

    def mark(self, marked: Collection[str]) -> None:
        """Draw a sign before the cards with these names."""
        self._marked = frozenset(marked)
        self.refresh()

    def move(self, steps: int) -> None:
        """Move the cursor by a number of rows, as far as there are any."""
        self.cursor = min(max(self.cursor + steps, 0), max(self._count - 1, 0))
        self._reveal()
        self._want()

    @property
    def page(self) -> int:
        """How many rows a screen holds, less one that stays in view."""
        return max(self._window - 1, 1)

    def on_resize(self) -> None:
        """Draw the rows at the new width."""
        self._measure()
        self._reveal()
        self._want()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Read what came into view."""
        super().watch_scroll_y(old_value, new_value)
        self._want()

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the row clicked."""
        place = event.y - 1 + self.scroll_offset.y
        if event.y >= 1 and place < self._count:
            self.cursor = place
            self.refresh()
            self._want()
            self.post_message(self.Chosen())

    def render_line(self, y: int) -> Strip:
        """Draw one line of the window: the heading, then rows."""
        width = self.scrollable_content_region.width
        room = max(width - _SIGNS, 1)
        place = y - 1 + self.scroll_offset.y
        style = self.visual_style
        if y == 0:
            drawn = heading(room, self._sort, descending=self._descending).pad_left(_SIGNS)
        elif place >= self._count:
            return Strip.blank(width, self.rich_style)
        else:
            at_cursor = place == self.cursor
            if at_cursor:
                style = self.get_visual_style("card-table--cursor")
            drawn = Content.assemble(CURSOR if at_cursor else NO_CURSOR, self._drawn(place, room))
        return Visual.to_strips(self, drawn.truncate(width), width, 1, style, pad=True)[0]

    def _drawn(self, place: int, room: int) -> Content:
        if place not in self._rows:
            return text(" " * len(_MARKED) + "…")
        row = self._rows[place]
        if row is None:
            return text(" " * len(_MARKED) + _GONE).stylize("$text-muted")
        sign = _MARKED if row.uid in self._marked else " " * len(_MARKED)
        return Content.assemble(sign, card_line(row, room, self._sort))

    @property
    def _window(self) -> int:
        """How many rows are in view."""
        return max(self.scrollable_content_region.height - 1, 1)

    def _measure(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, self._count + 1)
        self.refresh()

    def _reveal(self) -> None:
        top = self.scroll_offset.y
        if self.cursor < top:
            top = self.cursor
        elif self.cursor >= top + self._window:
            top = self.cursor - self._window + 1
        self.scroll_to(y=top, animate=False, force=True, immediate=True)
        self.refresh()

    def _want(self) -> None:
        first = self.scroll_offset.y
        last = min(first + self._window, self._count)
        if any(place not in self._rows for place in {*range(first, last), self.cursor}):
            start, stop = max(first - _MARGIN, 0), min(last + _MARGIN, self._count)
            if stop > start:
                self.post_message(self.Wanted(start, stop))
