"""The lower part of the home screen: what the learner must know, and what to do next."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from recall.tui.content import line, text


class NextStep(Widget):
    """Notices, each after a ``⚠``, then the next step with its key at the right."""

    def __init__(self) -> None:
        super().__init__()
        self._sentence = Content()
        self._key = ""
        self._notices: tuple[Content, ...] = ()

    def show(self, sentence: str, key: str, notices: Sequence[str]) -> None:
        """Set what is said; ``key`` takes the step, empty when there is none to take."""
        self._sentence, self._key = text(sentence), key
        self._notices = tuple(
            Content.assemble(("⚠ ", "bold $warning"), line(notice)) for notice in notices
        )
        self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the sentences need."""
        return len(self._lines(width)[0]) + len(self._lines(width)[1])

    def render(self) -> Content:
        """Draw notices and the step; where there is no room for both the step stays."""
        notices, step = self._lines(self.content_size.width)
        room = max(self.content_size.height - len(step), 0)
        return Content("\n").join([*notices[:room], *step])

    def _lines(self, width: int) -> tuple[list[Content], list[Content]]:
        notices = [row for notice in self._notices for row in notice.wrap(max(width, 1))]
        step = self._sentence.wrap(max(width - (len(self._key) + 2 if self._key else 0), 1))
        if self._key and step:
            gap = width - step[0].cell_length - len(self._key)
            step[0] = Content.assemble(
                step[0].stylize("bold"), " " * max(gap, 1), (self._key, "bold $accent")
            )
        return notices, step
