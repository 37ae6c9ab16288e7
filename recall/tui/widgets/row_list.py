"""A list of rows with a cursor; only the rows in view are drawn, however many there are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

CURSOR = "› "
NO_CURSOR = "  "


@dataclass(frozen=True, slots=True)
class Row:
    """One row: ``draw`` gives its lines for a width; a row without ``key`` is a heading the cursor
    passes over. ``height`` is how many lines it has, None where that depends on the width.
    """

    draw: Callable[[int], Sequence[Content]]
    key: int | None = None
    height: int | None = 1


class RowList(ScrollView, can_focus=False):
    """Rows with a cursor, which may stand nowhere. The screen moves it; a click does too."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"row-list--cursor"}

    class Chosen(Message):
        """A row was clicked."""

        def __init__(self, key: int) -> None:
            super().__init__()
            self.key = key

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[Row, ...] = ()
        self._ends: list[int] = []
        self._cursor: int | None = None
        self._lines: dict[tuple[int, int], list[Content]] = {}

    @property
    def key(self) -> int | None:
        """The key of the row at the cursor."""
        return None if self._cursor is None else self._rows[self._cursor].key

    def show(self, rows: Sequence[Row], key: int | None = None) -> None:
        """Set the rows, with the cursor at the row named ``key``."""
        self._rows = tuple(rows)
        self._lines.clear()
        self._cursor = next(
            (index for index, row in enumerate(self._rows) if key is not None and row.key == key),
            None,
        )
        self._measure()
        self._reveal()

    def move(self, steps: int, *, past_first: bool = False) -> None:
        """Move the cursor by a number of rows that have a key.

        Going up from the first one takes the cursor away with ``past_first``.
        """
        stops = [index for index, row in enumerate(self._rows) if row.key is not None]
        if not stops:
            return
        if self._cursor is None:
            place = steps - 1 if steps > 0 else 0 if not past_first else -1
        else:
            place = stops.index(self._cursor) + steps
        if place < 0 and past_first:
            self._cursor = None
            self.scroll_to(y=0, animate=False)
        else:
            self._cursor = stops[min(max(place, 0), len(stops) - 1)]
        self._reveal()

    def step(self, steps: int) -> None:
        """Go to the next row (1) or the one before (-1); a row taller than the window is scrolled
        through first.
        """
        if self._cursor is not None:
            window = self.scrollable_content_region.height
            top, end = round(self.scroll_y), self._ends[self._cursor]
            hidden = end - top - window if steps > 0 else top - end + self._height(self._cursor)
            if hidden > 0:
                by = min(hidden, max(window - 1, 1))
                self.scroll_relative(y=by * steps, animate=False, immediate=True)
                return
        before = self._cursor, self.scroll_y
        self.move(steps)
        if self._cursor == before[0]:  # there is no further row, and this one is at its end
            self.scroll_to(y=before[1], animate=False, immediate=True)

    @property
    def page(self) -> int:
        """About how many rows a screen holds."""
        tallest = max((self._height(index) for index in range(len(self._rows))), default=1)
        return max(self.scrollable_content_region.height // tallest - 1, 1)

    def on_resize(self) -> None:
        """Draw the rows anew at the new width."""
        self._lines.clear()
        self._measure()
        self._reveal()

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the row clicked."""
        index = bisect_right(self._ends, event.y + self.scroll_offset.y)
        if index < len(self._rows):
            key = self._rows[index].key
            if key is not None:
                self._cursor = index
                self.refresh()
                self.post_message(self.Chosen(key))

    def render_line(self, y: int) -> Strip:
        """Draw one line of the window."""
        width = self.scrollable_content_region.width
        line = y + self.scroll_offset.y
        index = bisect_right(self._ends, line)
        if index >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        start = self._ends[index] - self._height(index)
        lines = self._drawn(index, width)
        place = line - start
        content = lines[place] if place < len(lines) else Content()
        chosen = index == self._cursor
        mark = CURSOR if chosen and place == 0 else NO_CURSOR
        style = self.get_visual_style("row-list--cursor") if chosen else self.visual_style
        whole = Content.assemble(mark, content).truncate(width)
        return Visual.to_strips(self, whole, width, 1, style, pad=True)[0]

    def _drawn(self, index: int, width: int) -> list[Content]:
        found = self._lines.get((index, width))
        if found is None:
            found = list(self._rows[index].draw(max(width - len(NO_CURSOR), 1)))
            self._lines[index, width] = found
        return found

    def _height(self, index: int) -> int:
        return self._ends[index] - (self._ends[index - 1] if index else 0)

    def _measure(self) -> None:
        width = self.scrollable_content_region.width
        self._ends = list(
            accumulate(
                len(self._drawn(index, width)) if row.height is None else row.height
                for index, row in enumerate(self._rows)
            )
        )
        height = self._ends[-1] if self._ends else 0
        self.virtual_size = Size(self.scrollable_content_region.width, height)
        self.refresh()

    def _reveal(self) -> None:
        if self._cursor is not None:
            height = self._height(self._cursor)
            region = Region(0, self._ends[self._cursor] - height, 1, height)
            self.scroll_to_region(region, animate=False, force=True)
        self.refresh()
