"""The editor a page is written in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.containers import Lines
from rich.text import Text
from textual import events
from textual.widgets import TextArea

from recall.text import clean


class _Paragraph(Text):
    """A paragraph that keeps the rows it was last divided into.

    The editor divides a paragraph anew for every row of it that is drawn, which makes a key on a
    page without paragraphs slow.
    """

    _divided: ClassVar[tuple[object, Lines]] = (None, Lines())

    def divide(self, offsets: Iterable[int]) -> Lines:
        """Return the rows, those kept when text, look and width are the same."""
        offsets = tuple(offsets)
        asked = (self.plain, tuple(self.spans), offsets)
        known, rows = _Paragraph._divided
        if known != asked:
            rows = super().divide(offsets)
            _Paragraph._divided = (asked, rows)
        return rows


class PageEditor(TextArea):
    """Many lines of plain text; several pasted lines are one step of its undo and press no key."""

    def __init__(self) -> None:
        super().__init__(
            soft_wrap=True,
            show_line_numbers=False,
            tab_behavior="focus",
            highlight_cursor_line=False,
            max_checkpoints=1_000,
            compact=True,
        )

    def get_line(self, line_index: int) -> Text:
        """Return a paragraph as it is drawn, before it is divided into rows."""
        return _Paragraph(self.document.get_line(line_index), end="", no_wrap=True)

    def begin_with(self, text: str) -> None:
        """Show a text that was written before, and go on at its end."""
        self.load_text(text)
        self.move_cursor(self.document.end)

    async def _on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        if not self.read_only:
            inserted = self._replace_via_keyboard(clean(event.text), *self.selection)
            if inserted is not None:
                self.move_cursor(inserted.end_location)
