"""The result of a quiz: the score, and each miss with its reason and the place to read again."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.widget import Widget

from recall.library.values import ShownOption, Undone
from recall.markdown.line import Role
from recall.tui.content import content, line, text
from recall.tui.scopes import Scope
from recall.tui.screens.base import RecallScreen
from recall.tui.sections import OptionLine, Options, Section, Sentence, Sign, Text, section_lines
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.page import paragraph
from recall.tui.widgets.row_list import Row, RowList
from recall.tui.wording import amount, times_before

if TYPE_CHECKING:
    from recall.library.quiz import Miss, QuizResult, QuizSession


class ResultScreen(RecallScreen):
    """Lists what was missed; a miss leads to the place of the lesson that treats it."""

    scope = Scope.RESULT
    CSS_PATH: ClassVar[str] = "result.tcss"

    def __init__(self, session: QuizSession, result: QuizResult) -> None:
        super().__init__()
        self._session = session
        self._result = result

    def compose_body(self) -> Iterable[Widget]:
        """Give the list."""
        yield RowList()

    def on_mount(self) -> None:
        """Show the result."""
        self._show()

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        misses = bool(self._result.misses)
        return (
            self.key_hint("result.read", None if misses else "home"),
            *((KeyHint("↑↓", "choose"),) if misses else ()),
            self.key_hint("result.undo"),
            *((self.key_hint("result.leave"),) if misses else ()),
            self.key_hint("result.help", ""),
        )

    def do_read(self) -> None:
        """Read where the lesson treats the question; with nothing missed, leave."""
        if not self.host.repeats.fresh:
            return
        key = self._list.key
        if key is None:
            self.dismiss()
            return
        passage = self._result.misses[key].passage
        if passage is None:
            self.say("The lesson does not hold this question any more.")
        else:
            self.read(passage.lesson, passage.place)

    def do_up(self) -> None:
        """Go to the question above."""
        self._list.step(-1)

    def do_down(self) -> None:
        """Go to the question below."""
        self._list.step(1)

    def do_page_up(self) -> None:
        """Scroll up."""
        self._list.scroll_page_up(animate=False)

    def do_page_down(self) -> None:
        """Scroll down."""
        self._list.scroll_page_down(animate=False)

    def do_undo(self) -> None:
        """Take back the last answer and ask the question again."""

        def done(undone: Undone | None) -> None:
            if undone is None:
                self.say("There is nothing to take back.")
            elif self._session.current is None:
                self.say(undone.sentence)
            else:
                from recall.tui.screens.quiz import QuizScreen

                self.app.switch_screen(QuizScreen(self._session, undone.sentence))

        self.work(self._session.undo, done)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.RESULT,)))

    def do_leave(self) -> None:
        """Leave the quiz."""
        self.dismiss()

    @property
    def _list(self) -> RowList:
        return self.query_one(RowList)

    def _show(self) -> None:
        result = self._result
        title = f"{result.code} · {result.title}" if result.code else result.title
        self.top.show(line(f"Quiz · {title}"), text(f"{result.known} of {result.asked}"))
        self.bottom.show(self.hints())
        rows = [Row(partial(score_lines, result), height=None)]
        rows += [
            Row(partial(miss_lines, miss), key, height=None)
            for key, miss in enumerate(result.misses)
        ]
        self._list.show(rows, 0 if result.misses else None)
        # The score stands above the first miss, which alone would be brought into view.
        self.call_after_refresh(self._list.scroll_to, y=0, animate=False)


def score_lines(result: QuizResult, width: int) -> list[Content]:
    """Return the score in words, and a blank line."""
    score = f"{result.known} of {result.asked} known."
    guesses = sum(miss.guessed for miss in result.misses)
    if guesses:
        score += f" {amount(guesses, 'answer was a guess', 'answers were guesses')}."
    lines = paragraph(text(score).stylize("bold"), width)
    if not result.misses:
        lines += paragraph(text("Nothing was missed, so there is nothing to read again."), width)
    else:
        lines += paragraph(text("What was missed comes again soon in your reviews."), width)
    return [*lines, Content()]


def miss_lines(miss: Miss, width: int) -> list[Content]:
    """Return a question that was missed, what was chosen, what is right, and where to read it."""
    options = [_line(option, Sign.WRONG) for option in miss.wrong]
    options += [_line(option, Sign.RIGHT) for option in miss.right]
    sections: list[Section] = [Text(miss.showing.prompt), Options(tuple(options))]
    told = _told(miss)
    if told:
        sections.append(Sentence(told, Role.QUIET))
    drawn = section_lines(sections, width, right_to_left=miss.showing.right_to_left)
    return [*(content((one,)) for one in drawn), Content()]


def _told(miss: Miss) -> str:
    parts = [
        "You chose right, but it was a guess." if miss.guessed else "",
        "" if miss.chosen else "You chose nothing.",
        f"Chosen {times_before(miss.before)}." if miss.before else "",
        f"Read again: {miss.passage.heading}" if miss.passage is not None else "",
    ]
    return " ".join(filter(None, parts))


def _line(option: ShownOption, sign: Sign) -> OptionLine:
    return OptionLine(option.letter, option.content, sign, option.reason)
