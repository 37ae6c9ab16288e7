"""The summary after a session: what was done, how it went, and what tomorrow brings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from recall.library.values import Summary, Undone, UnitResult
from recall.text import percent
from recall.text import width as cells
from recall.tui.content import line, text
from recall.tui.scopes import Scope
from recall.tui.screens.base import RecallScreen
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.page import Page, paragraph
from recall.tui.wording import amount, duration

if TYPE_CHECKING:
    from recall.library.session import StudySession

_LONGEST_BAR = 30
_LONGEST_NAME = 48


class SummaryScreen(RecallScreen):
    """Shown when a session ends or is left."""

    scope = Scope.SUMMARY

    def __init__(self, session: StudySession, summary: Summary) -> None:
        super().__init__()
        self._session = session
        self._summary = summary

    def compose_body(self) -> Iterable[Widget]:
        """Give the page."""
        yield Page()

    def on_mount(self) -> None:
        """Show the summary."""
        self.top.show(Content("Summary"))
        self.bottom.show(self.hints())
        self.query_one(Page).show(lambda width: summary_lines(self._summary, width))

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        return (
            self.key_hint("summary.more"),
            self.key_hint("summary.undo"),
            self.key_hint("summary.help", ""),
        )

    def do_more(self) -> None:
        """Go home, if the key was pressed for that."""
        if self.host.repeats.fresh:
            self.dismiss()

    def do_leave(self) -> None:
        """Go home."""
        self.dismiss()

    def do_undo(self) -> None:
        """Take back the last thing done and show its card."""
        self._change(self._session.undo, "There is nothing to take back.")

    def do_redo(self) -> None:
        """Do again what was undone last."""
        self._change(self._session.redo, "There is nothing to do again.")

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.SUMMARY,)))

    def _change(self, call: Callable[[], Undone | None], nothing: str) -> None:
        def done(undone: Undone | None) -> None:
            if undone is None:
                self.say(nothing)
            elif self._session.current is None:
                self.say(undone.sentence)
            else:
                from recall.tui.screens.review import ReviewScreen

                self.app.switch_screen(ReviewScreen(self._session, undone.sentence))

        self.work(call, done)


def summary_lines(summary: Summary, width: int) -> list[Content]:
    """Return the lines of a summary for a page of a width."""
    if not summary.answers:
        lines = paragraph(text("Nothing was answered."), width)
    else:
        spent = f"{amount(summary.answers, 'answer')} in {duration(summary.seconds)}."
        lines = paragraph(text(spent).stylize("bold"), width)
        if summary.recalled is not None:
            share = f"You remembered {percent(summary.recalled)}"
            lines += paragraph(text(f"{share} of what was asked."), width)
        if summary.new:
            lines += paragraph(
                text(f"{amount(summary.new, 'card')} met for the first time."), width
            )
        lines.append(Content())
        most = max(summary.by_rating.values(), default=0)
        for rating, count in summary.by_rating.items():
            bar = "▬" * round(min(_LONGEST_BAR, max(width - 16, 0)) * count / most) if most else ""
            lines.append(Content.assemble(f"{rating.label:<6}{count:>5,}  ", (bar, "$primary")))
    if summary.units:
        lines += [Content(), *unit_lines(summary.units, width)]
    lines.append(Content())
    if summary.waiting:
        come = "comes" if summary.waiting == 1 else "come"
        lines += paragraph(
            text(f"{amount(summary.waiting, 'card')} {come} back later today."), width
        )
    tomorrow = f"Tomorrow: {summary.due_tomorrow:,} due, {summary.new_tomorrow:,} new."
    return lines + paragraph(text(tomorrow), width)


def unit_lines(units: Sequence[UnitResult], width: int) -> list[Content]:
    """Return the results of an interleaved review: for each unit how many cards known before were
    recalled, which share that is, and how many new ones were met.
    """
    columns = (
        [f"{one.recalled:,} of {one.known:,}" if one.known else "" for one in units],
        ["" if one.share is None else percent(one.share) for one in units],
        [f"{one.new:,} new" if one.new else "" for one in units],
    )
    widest = [max(map(len, column), default=0) for column in columns]
    codes = max((cells(one.code or "") for one in units), default=0)
    room = min(width - sum(wide + 2 for wide in widest if wide), _LONGEST_NAME)
    lines = []
    for unit, *figures in zip(units, *columns, strict=True):
        code = line(unit.code or "")
        gap = " " * (codes - code.cell_length + 2) if codes else ""
        name = Content.assemble(code, gap, line(unit.title)).truncate(max(room, 4), ellipsis=True)
        right = "".join(
            f"  {figure:>{wide}}" for figure, wide in zip(figures, widest, strict=True) if wide
        )
        lines.append(Content.assemble(name.pad_right(max(room - name.cell_length, 0)), right))
    return lines
