"""Which screen a blank page is on, by its stage, and what all of them share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from textual.content import Content

from recall.errors import RecallError
from recall.markdown.plain import one_line
from recall.study.free_recall.attempt import Attempt, Stage
from recall.tui.content import line
from recall.tui.screens.base import RecallScreen

if TYPE_CHECKING:
    from recall.library.blank_pages.sitting import PageSitting

T = TypeVar("T")

WRITING = (Stage.GUESS, Stage.WRITING, Stage.ANYTHING_ELSE)


class PageScreen(RecallScreen):
    """A screen of a blank page. Every event is on disk before the next thing is shown."""

    def __init__(self, page: PageSitting) -> None:
        super().__init__()
        self.page = page

    @property
    def attempt(self) -> Attempt:
        """Where the page is."""
        return self.page.attempt

    @property
    def place(self) -> Content:
        """What stands at the left of the top line."""
        of = self.page.group or one_line(self.page.prompt)
        return line(f"{self.page.deck_title} · {of}")

    def tell(
        self,
        event: Callable[[], T],
        then: Callable[[T], None] | None = None,
        failed: Callable[[RecallError], None] | None = None,
    ) -> None:
        """Have an event take place and be kept; then show where the page is now."""
        stage = self.attempt.stage

        def done(result: T) -> None:
            if _screen_of(self.attempt.stage) is not _screen_of(stage):
                self.go_on()
                return
            if then is not None:
                then(result)
            # What the next event leads to is shown when that is on disk too.
            if not self.busy:
                self.show_state()

        self.work(event, done, failed or self._not_kept)

    def show_state(self) -> None:
        """Show the keys that matter now; each screen shows its part of the page before."""
        self.bottom.show(self.hints())

    def go_on(self) -> None:
        """Go to the screen of the stage."""
        self.app.switch_screen(screen_of(self.page))

    def do_leave(self) -> None:
        """Go back; the page is kept as it is."""
        self.dismiss()

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.scopes()))

    def _not_kept(self, error: RecallError) -> None:
        """Show what is decided though it is not on disk yet; the next event keeps it too."""
        self.show_state()
        self.say_error(error)


def screen_of(page: PageSitting) -> PageScreen:
    """Return the screen of a page's stage."""
    match _screen_of(page.attempt.stage):
        case Stage.WRITING:
            from recall.tui.screens.blank_page.writing import WritingScreen

            return WritingScreen(page)
        case Stage.COMPARING:
            from recall.tui.screens.blank_page.comparing import ComparingScreen

            return ComparingScreen(page)
        case Stage.SECOND_CHANCE:
            from recall.tui.screens.blank_page.second_chance import SecondChanceScreen

            return SecondChanceScreen(page)
        case _:
            from recall.tui.screens.blank_page.summary import PageSummaryScreen

            return PageSummaryScreen(page)


def _screen_of(stage: Stage) -> Stage:
    """Return the first of the stages that share a screen."""
    if stage in WRITING:
        return Stage.WRITING
    return Stage.SECOND_CHANCE if stage is Stage.ONCE_MORE else stage
