"""The end of a blank page: what was covered, free and cued, and when each point comes again."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from recall.library.blank_pages.values import Coverage, PageSummary, PointOutcome
from recall.study.free_recall.merit import Merit
from recall.study.free_recall.rubric import running_text
from recall.tui.bars import LENGTH, bar
from recall.tui.content import line, text
from recall.tui.scopes import Scope
from recall.tui.screens.blank_page.following import PageScreen
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.page import Page, paragraph
from recall.tui.wording import amount, duration

if TYPE_CHECKING:
    from recall.library.session import StudySession

_NAME = 32
_SIGNS = {
    Merit.RECALLED: ("✓", "recalled", "bold $success"),
    Merit.AFTER_HEADING: ("✓", "after a heading", "bold $success"),
    Merit.COMPLETED: ("✓", "completed on its cue", "bold $success"),
    Merit.ON_CUE: ("◐", "on its cue", ""),
    Merit.FAILED: ("✗", "not recalled", "bold $error"),
    Merit.MISCONCEPTION: ("⚑", "misconception", "bold $error"),
    Merit.SKIPPED: ("·", "skipped", "$text-muted"),
}


class PageSummaryScreen(PageScreen):
    """Writes the page into the log, then shows what it came to."""

    scope = Scope.PAGE_SUMMARY

    def compose_body(self) -> Iterable[Widget]:
        """Give the page."""
        yield Page()

    def on_mount(self) -> None:
        """Have the page in the log and show it."""
        self._summary: PageSummary | None = None
        self.top.show(self.place)
        self.work(self.page.finish, self._show)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        missed = self._summary is not None and bool(self._summary.missed_cards)
        return (
            self.key_hint("covered.more"),
            *((self.key_hint("covered.practise"),) if missed else ()),
            KeyHint("↑↓", "scroll"),
            self.key_hint("covered.help", ""),
        )

    def show_state(self) -> None:
        """Show what the page came to."""
        summary = self._summary
        if summary is not None:
            self.top.show(self.place, text(f"{summary.whole.said} of {summary.whole.points}"))
            self.query_one(Page).show(lambda width: summary_lines(summary, width))
        super().show_state()

    def do_more(self) -> None:
        """Go back, if the key was pressed for that."""
        if self._summary is None:
            self.work(self.page.finish, self._show)
        elif self.host.repeats.fresh:
            self.dismiss()

    def do_practise(self) -> None:
        """Go through the cards that teach what was missed, without grading them."""
        cards = self._summary.missed_cards if self._summary is not None else ()
        if not cards:
            self.say("No card is named for what was missed.")
            return

        def begin() -> StudySession:
            session = self.host.library.practise(cards)
            _ = session.current  # the first card is chosen here, in the library's thread
            return session

        def done(session: StudySession) -> None:
            from recall.tui.screens.review import ReviewScreen

            self.app.push_screen(ReviewScreen(session))

        self.work(begin, done)

    def do_up(self) -> None:
        """Scroll up."""
        self.query_one(Page).turn(lines=-1)

    def do_down(self) -> None:
        """Scroll down."""
        self.query_one(Page).turn(lines=1)

    def do_page_up(self) -> None:
        """Scroll up by a screen."""
        self.query_one(Page).turn(pages=-1)

    def do_page_down(self) -> None:
        """Scroll down by a screen."""
        self.query_one(Page).turn(pages=1)

    def _show(self, summary: PageSummary) -> None:
        self._summary = summary
        self.show_state()


def summary_lines(summary: PageSummary, width: int) -> list[Content]:
    """Return the lines of a summary for a page of a width."""
    whole = summary.whole
    head = f"{whole.said} of {amount(whole.points, 'point')} were on your page"
    head += f", {whole.free} of them without help" if whole.cued else ""
    lines = paragraph(text(f"{head}.").stylize("bold"), width)
    if whole.on_cue:
        lines += paragraph(text(f"{amount(whole.on_cue, 'more point')} came on a cue."), width)
    if summary.guess is not None:
        lines += paragraph(text(_guess(summary.guess, whole.said)), width)
    if summary.seconds:
        lines += paragraph(text(f"You wrote for {duration(summary.seconds)}."), width)
    lines.append(Content())
    groups = [group for group in summary.groups if group.group]
    if len(groups) > 1:
        lines += [_group_line(group, width) for group in groups]
        lines.append(Content())
    for when, points in groupby(sorted(summary.points, key=_order), key=lambda one: one.when):
        lines += paragraph(text(f"Asked next {when}" if when else "Not asked yet"), width)
        lines += [one for point in points for one in _point_lines(point, width)]
        lines.append(Content())
    if summary.missed_cards:
        cards = amount(len(summary.missed_cards), "card")
        teach = "teaches" if len(summary.missed_cards) == 1 else "teach"
        lines += paragraph(text(f"{cards} in the lessons {teach} what was missing."), width)
    if summary.thresholds.verdicts:
        verdicts = amount(summary.thresholds.verdicts, "verdict")
        lines += paragraph(
            text(
                f"Your {verdicts} on this deck set where a point counts as found: "
                f"{summary.thresholds.found:.0%} of its words."
            ).stylize("$text-muted"),
            width,
        )
    return lines


def _guess(guess: int, said: int) -> str:
    if guess == said:
        return f"You guessed {guess}, exactly right."
    side = "more than there were" if guess > said else "fewer than there were"
    return f"You guessed {guess}: {abs(guess - said)} {side}."


def _group_line(group: Coverage, width: int) -> Content:
    count = f"{group.said} of {group.points}"
    free = f", {group.free} free" if group.cued else ""
    name = line(group.group).truncate(max(min(_NAME, width - LENGTH - 12), 6), ellipsis=True)
    name = name.pad_right(max(min(_NAME, width - LENGTH - 12) - name.cell_length, 0))
    return Content.assemble(
        name,
        "  ",
        bar(group.share),
        f"  {count}{free}",
    ).truncate(width)


def _point_lines(point: PointOutcome, width: int) -> list[Content]:
    sign, word, style = _SIGNS[point.merit]
    body = Content.assemble(line(running_text(point.statement)), (f"  {word}", "$text-muted"))
    first, *rest = paragraph(body, width, indent=2) or [Content()]
    return [Content.assemble((sign, style), first[1:]), *rest]


def _order(point: PointOutcome) -> tuple[str, int]:
    merits = list(_SIGNS)
    return point.next_day or "9999", -merits.index(point.merit)
