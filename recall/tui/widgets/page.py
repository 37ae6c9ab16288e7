"""A page of lines that scrolls: card information, the summary, the list of keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

Draw = Callable[[int], Sequence[Content]]


class _Lines(Widget):
    def __init__(self) -> None:
        super().__init__()
        self._draw: Draw = lambda _: ()
        self._drawn: tuple[int, Sequence[Content]] = (0, ())

    def draw_with(self, draw: Draw) -> None:
        self._draw = draw
        self._drawn = (0, ())
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._at(width))

    def render(self) -> Content:
        return Content("\n").join(self._at(self.content_size.width))

    def _at(self, width: int) -> Sequence[Content]:
        if self._drawn[0] != width:
            self._drawn = (width, self._draw(width))
        return self._drawn[1]


class Page(VerticalScroll, can_focus=False):
    """Lines drawn for the width there is; the screen scrolls them by ``turn``."""

    def compose(self) -> Iterable[Widget]:
        """Give the lines."""
        yield _Lines()

    def show(self, draw: Draw) -> None:
        """Show what ``draw`` returns for a width in cells."""
        self.query_one(_Lines).draw_with(draw)

    def turn(self, lines: int = 0, pages: int = 0) -> None:
        """Scroll by lines and screens."""
        height = max(self.scrollable_content_region.height - 1, 1)
        self.scroll_relative(y=lines + pages * height, animate=False)


def paragraph(content: Content, width: int, indent: int = 0) -> list[Content]:
    """Return content wrapped to a width, every line indented."""
    inner = content.wrap(max(width - indent, 1))
    return [line.pad_left(indent) if indent else line for line in inner]
