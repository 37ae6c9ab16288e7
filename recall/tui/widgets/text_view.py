"""Lines of laid out text in a centred column; the view of a card and that of a lesson are such.

Lines are drawn one by one as they come into view, so that an answer of 200 KB scrolls without lag.
No text is read as markup, and no link is clickable: addresses stand in the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment as RichSegment
from rich.style import Style as RichStyle
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style

from recall.markdown.line import Line, Look
from recall.tui.content import strip
from recall.tui.looks import style_of

WIDEST_TEXT = 78
# Blank columns on each side of the text: of a usual terminal, and of one narrower than that.
_MARGIN = 3
_NARROW_MARGIN = 1
_NARROW = 60


class TextView(ScrollView):
    """Draws ``lines``. A subclass calls ``set_column``, lays out, and calls ``measure``."""

    ALLOW_SELECT = False  # text drawn line by line carries no offsets to select by

    DEFAULT_CSS: ClassVar[str] = """
    TextView {
        width: 1fr;
        height: 1fr;
        background: $background;
        color: $foreground;
        scrollbar-size-vertical: 1;
        scrollbar-size-horizontal: 1;
        scrollbar-gutter: stable;
    }
    """

    def __init__(
        self,
        *,
        name: str | None = None,
        id: str | None = None,  # noqa: A002 - the name Textual gives this argument
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self.lines: Sequence[Line] = ()
        self._left = 0
        self._widest = 0
        self._strips: dict[int, Strip] = {}
        self._looks: dict[Look, RichStyle] = {}

    @property
    def text(self) -> str:
        """What is shown, as plain text at the present width."""
        return "\n".join(line.text.rstrip() for line in self.lines)

    def set_column(self) -> int:
        """Place the column of text for the width there is, and return its width in cells."""
        available = self.size.width
        margin = _MARGIN if available >= _NARROW else _NARROW_MARGIN
        columns = min(WIDEST_TEXT, max(available - 2 * margin, 1))
        self._left = max((available - columns) // 2, 0)
        return columns

    def measure(self, first: int = 0) -> None:
        """Take note that lines from ``first`` on are new, and of how much there is to scroll."""
        if not first:
            self._strips.clear()
            self._widest = 0
        new = self.lines[first:]
        self._widest = max((self._widest, *(line.columns for line in new if line.wide)))
        visible = self.scrollable_content_region.width
        self.virtual_size = Size(max(visible, self._left + self._widest), len(self.lines))
        self.refresh()

    def line_at(self, number: int) -> Line:
        """Return a line as it is to be drawn."""
        return self.lines[number]

    def shift(self, number: int) -> int:
        """Return by how many cells a line is scrolled sideways."""
        return self.scroll_offset.x

    def redraw(self) -> None:
        """Draw the same lines anew, because they are marked otherwise."""
        self._strips.clear()
        self.refresh()

    def notify_style_update(self) -> None:
        """Forget colours when the theme changes."""
        super().notify_style_update()
        self._strips.clear()
        self._looks.clear()

    def render_line(self, y: int) -> Strip:
        """Draw the line at row ``y`` of what is in view."""
        number = self.scroll_offset.y + y
        plain = self._style(frozenset())
        if number >= len(self.lines):
            return Strip.blank(self.size.width, plain)
        left = self.shift(number)
        drawn = self._strip(number)
        return drawn.crop_extend(left, left + self.size.width, plain).apply_style(plain)

    def _strip(self, number: int) -> Strip:
        found = self._strips.get(number)
        if found is None:
            plain = self._style(frozenset())
            margin = Strip([RichSegment(" " * self._left, plain)], self._left)
            found = Strip.join([margin, strip(self.line_at(number), self._style)])
            self._strips[number] = found
        return found

    def _style(self, look: Look) -> RichStyle:
        found = self._looks.get(look)
        if found is None:
            found = (self.visual_style + Style.parse(style_of(look))).rich_style
            self._looks[look] = found
        return found
