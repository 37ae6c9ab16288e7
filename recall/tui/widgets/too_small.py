"""What a window too small for a card says; it goes away when the window grows."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from recall.tui.content import text

LEAST_WIDTH = 40
LEAST_HEIGHT = 10


def is_too_small(width: int, height: int) -> bool:
    """Whether a window has no room for a card and its keys."""
    return width < LEAST_WIDTH or height < LEAST_HEIGHT


class TooSmall(Widget):
    """Says how large the window must be, in as few cells as there are."""

    def render(self) -> Content:
        """Draw the longest sentence that fits."""
        width, height = self.size
        need = f"{LEAST_WIDTH}×{LEAST_HEIGHT}"
        window = self.app.size
        sentences = (
            f"This window is {window.width}×{window.height}; recall needs at least {need}.",
            f"Too small: recall needs {need}.",
            f"needs {need}",
        )
        for sentence in sentences:
            lines = text(sentence).wrap(max(width, 1))
            if len(lines) <= height and all(line.cell_length <= width for line in lines):
                break
        return Content("\n").join(lines[:height])
