"""Scrolling a page with keys, for the screens that show one."""

from __future__ import annotations

from recall.tui.screens.base import RecallScreen
from recall.tui.widgets.page import Page


class PagingScreen(RecallScreen):
    """A screen whose body is one page, with keys that scroll it."""

    def do_up(self) -> None:
        """Scroll up."""
        self.page.turn(lines=-1)

    def do_down(self) -> None:
        """Scroll down."""
        self.page.turn(lines=1)

    def do_page_up(self) -> None:
        """Scroll up by a screen."""
        self.page.turn(pages=-1)

    def do_page_down(self) -> None:
        """Scroll down by a screen."""
        self.page.turn(pages=1)

    @property
    def page(self) -> Page:
        """The page."""
        return self.query_one(Page)
