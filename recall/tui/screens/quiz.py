"""The quiz: one question after another, the reasons after each answer, and no grade to give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.library.values import Showing
from recall.tui.scopes import Scope
from recall.tui.screens.review import ReviewScreen
from recall.tui.widgets.bottom_line import KeyHint

if TYPE_CHECKING:
    from recall.library.leeches import Leech
    from recall.library.quiz import QuizResult, QuizSession


class QuizScreen(ReviewScreen):
    """A review whose ratings follow from the answers; only a lucky guess is the learner's to tell.

    What was answered is saved when the learner goes on, and also when they leave.
    """

    def __init__(self, session: QuizSession, opening: str = "") -> None:
        super().__init__(session, opening)
        self._quiz = session

    def scopes(self) -> tuple[Scope, ...]:
        """After an answer the keys are those of a quiz."""
        first, *others = super().scopes()
        return (Scope.QUIZ if first is Scope.GRADE else first, *others)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        if self.scene is None or self.scopes()[0] is not Scope.QUIZ:
            return super().hints()
        verdict = self.scene.verdict
        right = verdict is not None and verdict.right
        return (
            self.key_hint("quiz.next"),
            *((self.key_hint("quiz.guess"),) if right else ()),
            self.key_hint("review.flag"),
            self.key_hint("review.undo"),
            self.key_hint("review.leave"),
            self.key_hint("review.help", ""),
        )

    def place_of(self, showing: Showing) -> str:
        """Return that this is a quiz, and of what."""
        return f"Quiz · {super().place_of(showing)}"

    def do_next(self) -> None:
        """Save the answer and go on."""
        self._go_on(guessed=False)

    def do_guess(self) -> None:
        """Save a right answer as one that was not known."""
        verdict = self.scene.verdict if self.scene is not None else None
        if verdict is not None and not verdict.right:
            self.say("A wrong answer counts as not known anyway.")
        else:
            self._go_on(guessed=True)

    def do_leave(self) -> None:
        """Stop here; an answer that was given is saved first."""

        def saved(_: None) -> None:
            if self.showing is not None:
                self.finish()

        if self.scene is not None and self.scene.revealed:
            self.act(self._quiz.go_on, saved)
        else:
            self.finish()

    def finish(self) -> None:
        """End with the result when anything was answered, else go back."""

        def done(result: QuizResult) -> None:
            if result.asked:
                from recall.tui.screens.result import ResultScreen

                self.app.switch_screen(ResultScreen(self._quiz, result))
            else:
                self.dismiss()

        self.work(self._quiz.result, done)

    def _go_on(self, *, guessed: bool) -> None:
        self.host.repeats.act()

        def go_on() -> Leech | None:
            self._quiz.go_on(guessed=guessed)
            return self._quiz.leech

        self.act(go_on, self.tell_leech)
