"""Reading cold: a passage, a clock that runs down, and then the questions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.widget import Widget

from recall.tui.content import line, text
from recall.tui.scopes import Scope
from recall.tui.screens.base import RecallScreen
from recall.tui.sections import Text
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.card_view import CardView
from recall.tui.wording import amount

if TYPE_CHECKING:
    from recall.library.blank_pages.cold_reading import ColdPassage
    from recall.library.session import StudySession

_ALMOST = 30


class ColdScreen(RecallScreen):
    """Shows a passage once. When the time is up, or sooner, its questions follow without it."""

    scope = Scope.COLD
    CSS_PATH: ClassVar[str] = "cold.tcss"

    def __init__(self, passage: ColdPassage, session: StudySession) -> None:
        super().__init__()
        self._passage = passage
        self._session = session
        self._left = passage.seconds

    def compose_body(self) -> Iterable[Widget]:
        """Give the text."""
        yield CardView()

    def on_mount(self) -> None:
        """Show the passage and let the clock run."""
        self._view.show(*(Text(one) for one in self._passage.documents()))
        self.set_interval(1.0, self.tick)
        self._show_clock()
        self.bottom.show(self.hints())

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        return (
            self.key_hint("cold.questions"),
            KeyHint("↑↓", "scroll"),
            self.key_hint("cold.leave"),
            self.key_hint("cold.help", ""),
        )

    def tick(self) -> None:
        """Let a second pass."""
        # Reading the keys stops no clock, but it must not take the learner from what they read.
        if self._left > 0:
            self._left -= 1
            self._show_clock()
        if self._left == 0 and self.app.screen is self:
            self.do_questions()

    def do_questions(self) -> None:
        """Put the passage away and ask."""
        from recall.tui.screens.review import ReviewScreen

        self.app.switch_screen(ReviewScreen(self._session))

    def do_up(self) -> None:
        """Scroll up."""
        self._view.scroll_relative(y=-1, animate=False)

    def do_down(self) -> None:
        """Scroll down."""
        self._view.scroll_relative(y=1, animate=False)

    def do_page_up(self) -> None:
        """Scroll up by a screen."""
        self._view.scroll_page_up(animate=False)

    def do_page_down(self) -> None:
        """Scroll down by a screen."""
        self._view.scroll_page_down(animate=False)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.COLD,)))

    def do_leave(self) -> None:
        """Go back; the questions wait, but the passage was read."""
        self.dismiss()

    @property
    def _view(self) -> CardView:
        return self.query_one(CardView)

    def _show_clock(self) -> None:
        clock = text(f"{self._left // 60}:{self._left % 60:02} left")
        self.top.show(
            Content.assemble("Read cold · ", line(self._passage.title)),
            clock.stylize("bold $warning") if self._left <= _ALMOST else clock,
            text(amount(self._passage.words, "word")),
        )
