"""Moving through a list of rows with keys, for the screens that show one."""

from __future__ import annotations

from recall.tui.screens.base import RecallScreen
from recall.tui.widgets.row_list import RowList

_ALL = 1_000_000


class ChoosingScreen(RecallScreen):
    """A screen whose body is a list with a cursor, with keys that move it."""

    past_first = False
    """Whether going up from the first row takes the cursor away."""

    @property
    def rows(self) -> RowList:
        """The list."""
        return self.query_one(RowList)

    def moved(self) -> None:
        """Show what the row at the cursor asks for; called after every move."""

    def do_up(self) -> None:
        """Go up."""
        self._move(-1, past_first=self.past_first)

    def do_down(self) -> None:
        """Go down."""
        self._move(1)

    def do_first(self) -> None:
        """Go to the first row."""
        self._move(-_ALL)

    def do_last(self) -> None:
        """Go to the last row."""
        self._move(_ALL)

    def do_page_up(self) -> None:
        """Go up by a screen."""
        self._move(-self.rows.page)

    def do_page_down(self) -> None:
        """Go down by a screen."""
        self._move(self.rows.page)

    def _move(self, steps: int, *, past_first: bool = False) -> None:
        self.rows.move(steps, past_first=past_first)
        self.moved()
