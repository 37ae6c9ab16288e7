"""The last lines of every screen: the keys that matter now, or what just happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

NARROW = 64
"""Below this width the keys take two lines."""

MOST_KEYS = 8
_GAPS = (3, 2)
_MOST_LINES = 4


@dataclass(frozen=True, slots=True)
class KeyHint:
    """A key and what it does here; ``marked`` for the one proposed, ``tail`` for a dim addition."""

    key: str
    label: str
    tail: str = ""
    marked: bool = False

    def content(self) -> Content:
        """Draw the hint."""
        return Content.assemble(
            (self.key, "bold $accent"),
            (f" {self.label}" if self.label else "", "bold" if self.marked else ""),
            (f" {self.tail}" if self.tail else "", "" if self.marked else "$text-muted"),
        )


class BottomLine(Widget):
    """Shows key hints; ``say`` puts a sentence in their place until ``clear``."""

    def __init__(self) -> None:
        super().__init__()
        self._hints: tuple[KeyHint, ...] = ()
        self._message: Content | None = None

    @property
    def message(self) -> str:
        """The sentence being shown, empty when keys are."""
        return self._message.plain if self._message is not None else ""

    def show(self, hints: Sequence[KeyHint]) -> None:
        """Set the keys, the most important first; the last one always stays."""
        self._hints = tuple(hints)[:MOST_KEYS]
        self.refresh(layout=True)

    def say(self, message: Content) -> None:
        """Show a sentence."""
        self._message = message
        self.refresh(layout=True)

    def clear(self) -> None:
        """Go back to the keys."""
        if self._message is not None:
            self._message = None
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line (two where narrow), more only for a sentence that needs it."""
        return max(self._rows(width), len(self._message_lines(width)))

    def render(self) -> Content:
        """Draw the sentence or the keys."""
        width = self.content_size.width
        lines = self._message_lines(width) or _flow(self._hints, width, self._rows(width))
        return Content("\n").join(lines)

    def _rows(self, width: int) -> int:
        return 1 if width >= NARROW else 2

    def _message_lines(self, width: int) -> list[Content]:
        if self._message is None:
            return []
        return self._message.wrap(max(width, 1))[:_MOST_LINES]


def _flow(hints: Sequence[KeyHint], width: int, rows: int) -> list[Content]:
    """Set as many hints into the rows as fit; the last one is kept before those ahead of it."""
    for count in range(len(hints), 0, -1):
        chosen = [hint.content() for hint in (*hints[: count - 1], hints[-1])]
        for gap in _GAPS:
            lines = _set(chosen, width, gap)
            if len(lines) <= rows and all(line.cell_length <= width for line in lines):
                return lines
    return [hints[-1].content()] if hints else []


def _set(pieces: Sequence[Content], width: int, gap: int) -> list[Content]:
    lines: list[Content] = []
    for piece in pieces:
        if lines and lines[-1].cell_length + gap + piece.cell_length <= width:
            lines[-1] = Content.assemble(lines[-1], " " * gap, piece)
        else:
            lines.append(piece)
    return lines
