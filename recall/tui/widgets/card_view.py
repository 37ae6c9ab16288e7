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
"""

from __future__ import annotations

from textual import events

from recall.tui.sections import CURSOR, Section, images, section_lines
from recall.tui.widgets.text_view import TextView


class CardView(TextView, can_focus=True):
    """Draws sections of a card; see the module for how it is used."""

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
        self._laid_out_for = 0

    @property
    def sections(self) -> tuple[Section, ...]:
        """What is shown."""
        return self._sections

    @property
    def images(self) -> tuple[str, ...]:
        """The addresses of the images shown, in order, each once."""
        return images(self._sections)

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
        for row, line in enumerate(self.lines):
            if line.segments and line.segments[0].text == CURSOR:
                top, height = round(self.scroll_y), self.size.height
                if not top <= row < top + height:
                    self.scroll_to(y=row - height // 2, animate=False, immediate=True)
                return

    def _lay_out(self) -> None:
        if self._laid_out_for == self.size.width:
            return
        self._laid_out_for = self.size.width
        columns = self.set_column()
        self.lines = section_lines(self._sections, columns, right_to_left=self._right_to_left)
        self.measure()
