"""The editor a page is written in."""

from __future__ import annotations

from textual import events
from textual.widgets import TextArea

from recall.text import clean


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
