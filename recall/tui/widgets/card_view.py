"""The one widget that draws a card.

A screen composes a ``CardView`` and tells it what to show::

    view.show(Text(showing.prompt))
    view.show(Text(showing.prompt), Divider(), Text(showing.answer), Text(note, label="Note"))
    view.show(Text(prompt), OwnAnswer(verdict.difference), Divider(), Text(answer))
    view.show(Text(prompt), Options((OptionLine("a", document, Sign.RIGHT, reason), …)))

- The section types are in ``recall.tui.sections``: ``Text``, ``Divider``, ``Sentence``,
  ``OwnAnswer``, ``Options`` of ``OptionLine`` with a ``Sign``.
- ``show(*sections, right_to_left=False, keep_place=False)`` replaces what is shown; with
  ``keep_place`` the view stays where it was scrolled to (a reveal, a moved cursor), else it goes to
  the top. It always goes where the option marked ``current`` can be seen.
- ``images`` are the addresses of the images shown, as the author wrote them but for percent
  signs; see ``recall.markdown.media`` for the file of one.
- ``text`` is what is shown, as plain text; ``overflows`` whether there is more than fits.
- Text is at most 78 columns wide and centred. Arrows, Page Up/Down, Home and End scroll when the
  view has the focus and there is more than fits; otherwise these keys reach the screen.
  ``scroll_page_down()`` and the other methods of Textual's scrolling widgets work too.

Lines are drawn one by one as they come into view, so that an answer of 200 KB scrolls without lag.
No text is read as markup, and no link is clickable: addresses stand in the text.
"""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment as RichSegment
from rich.style import Style as RichStyle
from textual import events
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.style import Style

from recall.markdown.line import Line, Look
from recall.tui.content import strip
from recall.tui.looks import style_of
from recall.tui.sections import CURSOR, Section, images, section_lines

WIDEST_TEXT = 78
# Blank columns on each side of the text: of a usual terminal, and of one narrower than that.
_MARGIN = 3
_NARROW_MARGIN = 1
_NARROW = 60


class CardView(ScrollView, can_focus=True):
    """Draws sections of a card; see the module for how it is used."""

    ALLOW_SELECT = False  # text drawn line by line carries no offsets to select by

    DEFAULT_CSS: ClassVar[str] = """
    CardView {
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
        *sections: Section,
        name: str | None = None,
        id: str | None = None,  # noqa: A002 - the name Textual gives this argument
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self._sections: tuple[Section, ...] = sections
        self._right_to_left = False
        self._lines: tuple[Line, ...] = ()
        self._laid_out_for = 0
        self._left = 0
        self._strips: dict[int, Strip] = {}
        self._looks: dict[Look, RichStyle] = {}

    @property
    def sections(self) -> tuple[Section, ...]:
        """What is shown."""
        return self._sections

    @property
    def images(self) -> tuple[str, ...]:
        """The addresses of the images shown, in order, each once."""
        return images(self._sections)

    @property
    def text(self) -> str:
        """What is shown, as plain text at the present width."""
        return "\n".join(line.text.rstrip() for line in self._lines)

    @property
    def overflows(self) -> bool:
        """Whether there is more to see than fits."""
        return self.max_scroll_y > 0 or self.max_scroll_x > 0

    def show(
        self, *sections: Section, right_to_left: bool = False, keep_place: bool = False
    ) -> None:
        """Show sections in place of what was shown."""
        self._sections = sections
        self._right_to_left = right_to_left
        self._laid_out_for = 0
        if self.size.width:
            self._lay_out()
        if not keep_place:
            self.scroll_to(0, 0, animate=False, immediate=True)
        self._follow_cursor()

    def on_resize(self, event: events.Resize) -> None:
        """Lay the text out again for the new width."""
        if self.size.width:
            self._lay_out()

    def _follow_cursor(self) -> None:
        """Scroll no further than it takes to see the option that keys act on."""
        for row, line in enumerate(self._lines):
            if line.segments and line.segments[0].text == CURSOR:
                top, height = round(self.scroll_y), self.size.height
                if not top <= row < top + height:
                    self.scroll_to(y=row - height // 2, animate=False, immediate=True)
                return

    def notify_style_update(self) -> None:
        """Forget colours when the theme changes."""
        super().notify_style_update()
        self._strips.clear()
        self._looks.clear()

    def _lay_out(self) -> None:
        available = self.size.width
        if self._laid_out_for == available:
            return
        self._laid_out_for = available
        margin = _MARGIN if available >= _NARROW else _NARROW_MARGIN
        columns = min(WIDEST_TEXT, max(available - 2 * margin, 1))
        self._left = max((available - columns) // 2, 0)
        self._lines = section_lines(self._sections, columns, right_to_left=self._right_to_left)
        self._strips.clear()
        widest = max((line.columns for line in self._lines if line.wide), default=0)
        visible = self.scrollable_content_region.width
        self.virtual_size = Size(max(visible, self._left + widest), len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """Draw the line at row ``y`` of what is in view."""
        scroll_x, scroll_y = self.scroll_offset
        plain = self._style(frozenset())
        drawn = self._strip(scroll_y + y)
        return drawn.crop_extend(scroll_x, scroll_x + self.size.width, plain).apply_style(plain)

    def _strip(self, number: int) -> Strip:
        if number >= len(self._lines):
            return Strip.blank(0)
        found = self._strips.get(number)
        if found is None:
            plain = self._style(frozenset())
            margin = Strip([RichSegment(" " * self._left, plain)], self._left)
            found = Strip.join([margin, strip(self._lines[number], self._style)])
            self._strips[number] = found
        return found

    def _style(self, look: Look) -> RichStyle:
        found = self._looks.get(look)
        if found is None:
            found = (self.visual_style + Style.parse(style_of(look))).rich_style
            self._looks[look] = found
        return found
