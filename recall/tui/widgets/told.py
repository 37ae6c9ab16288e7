"""One paragraph that a screen sets and changes."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget


class Told(Widget):
    """Shows a content; takes no room while there is none."""

    def __init__(self) -> None:
        super().__init__()
        self._content = Content()
        self.display = False

    def show(self, content: Content) -> None:
        """Set what is told, nothing for an empty content."""
        self._content = content
        self.display = bool(content)
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as it needs."""
        return len(self._content.wrap(max(width, 1)))

    def render(self) -> Content:
        """Draw it."""
        return self._content
