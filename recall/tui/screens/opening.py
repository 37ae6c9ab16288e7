"""The first frame: the line at the top that every screen has, drawn before anything is imported.

Home and its styles take as long to import as all of Textual's own start, so they wait until this is
on the screen.
"""

from __future__ import annotations

from typing import ClassVar

from textual.content import Content
from textual.screen import Screen

COLUMNS = 104
"""The widest that home, which follows, is drawn."""


class OpeningScreen(Screen[None]):
    """The name of the program over an empty page."""

    ALLOW_SELECT: ClassVar[bool] = False

    def render(self) -> Content:
        """Draw the top line of home without its widgets."""
        columns = min(self.size.width, COLUMNS)
        margin = " " * ((self.size.width - columns) // 2)
        return Content.assemble(f"{margin} recall\n{margin}", ("─" * columns, "$foreground 30%"))
