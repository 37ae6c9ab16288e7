"""The statistics screen: what was done and what is remembered, as one page of text plots."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.widget import Widget

from recall.study.report.page import report
from recall.study.report.section import Section
from recall.study.stats.whole import Statistics
from recall.tui.content import line, text
from recall.tui.scopes import Scope
from recall.tui.screens.paging import PagingScreen
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.page import Page, paragraph
from recall.tui.wording import amount


class StatisticsScreen(PagingScreen):
    """Shows the figures of everything ever answered."""

    scope = Scope.STATISTICS

    def compose_body(self) -> Iterable[Widget]:
        """Give the page."""
        yield Page()

    def on_mount(self) -> None:
        """Compute the figures and show them."""
        self.top.show(Content("Statistics"))
        self.bottom.show(self.hints())
        self.work(lambda: self.host.library.statistics(), self._show)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        return (
            self.key_hint("statistics.leave"),
            KeyHint("↑↓", "scroll"),
            self.key_hint("statistics.page_down"),
            self.key_hint("statistics.help", ""),
        )

    def say_waiting(self) -> None:
        """Tell what takes long: a journal of many years is read."""
        self.say("Reading the journal …")

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.STATISTICS,)))

    def do_leave(self) -> None:
        """Go back."""
        self.dismiss()

    def _show(self, statistics: Statistics) -> None:
        streak = statistics.streak.current
        self.top.show(
            Content("Statistics"),
            text(amount(statistics.effort.answers, "answer")),
            text(f"{amount(streak, 'day')} in a row") if streak else Content(),
        )
        self.page.show(lambda width: statistics_lines(statistics, width))


def statistics_lines(statistics: Statistics, width: int) -> list[Content]:
    """Return the lines of the figures for a page of a width."""
    lines: list[Content] = []
    for section in report(statistics, width):
        if lines:
            lines.append(Content())
        lines += _section_lines(section, width)
    return lines


def _section_lines(section: Section, width: int) -> list[Content]:
    lines = [line(section.title).stylize("bold $primary").truncate(width, ellipsis=True)]
    lines += paragraph(text(section.sentence), width)
    if section.lines:
        lines.append(Content())
    return lines + [text(drawn).truncate(width) for drawn in section.lines]
