"""The field an answer, or what is searched for, is typed into."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from recall.text import clean_line


class AnswerField(Input):
    """One line of text; what is pasted becomes one cleaned line that submits nothing."""

    def __init__(self, placeholder: str = "your answer") -> None:
        super().__init__(placeholder=placeholder, select_on_focus=False, compact=True)

    def _on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        pasted = clean_line(event.text)
        if self.selection.is_empty:
            self.insert_text_at_cursor(pasted)
        else:
            self.replace(pasted, *self.selection)
