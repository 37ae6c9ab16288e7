"""The first line of every screen: where the learner is, and how far."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

_GAP = 3
_DOT = Content(" · ")


class TopLine(Widget):
    """A line with a place on the left and facts on the right.

    When there is no room for everything the last facts go first, then the place is cut.
    """

    def __init__(self) -> None:
        super().__init__()
        self._place = Content()
        self._facts: tuple[Content, ...] = ()

    def show(self, place: Content, *facts: Content) -> None:
        """Set the place and the facts, the most important first."""
        self._place, self._facts = place, tuple(fact for fact in facts if fact)
        self.refresh()

    def render(self) -> Content:
        """Draw the line at the width it has."""
        width = self.content_size.width
        facts = list(self._facts)
        while facts and _DOT.join(facts).cell_length + _GAP + self._least > width:
            facts.pop()
        right = _DOT.join(facts)
        room = width - right.cell_length - (_GAP if facts else 0)
        left = self._place.truncate(max(room, 0), ellipsis=True)
        space = width - left.cell_length - right.cell_length
        return Content.assemble(left.stylize("bold"), " " * max(space, 0), right)

    @property
    def _least(self) -> int:
        """How many cells the place wants at least."""
        return min(self._place.cell_length, 12)
