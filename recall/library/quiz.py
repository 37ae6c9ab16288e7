"""A quiz: the choice cards of one unit, each once, and what came of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from recall.cards.card import Kind
from recall.cards.history import Mode
from recall.cards.memory import Phase, Rating
from recall.errors import UsageError
from recall.library.context import Context
from recall.library.lesson import Lesson, read_lesson
from recall.library.passages import LessonPassage, passage_of
from recall.library.session import StudySession
from recall.library.showing import Asked, answered
from recall.library.values import DeckRow, Response, Showing, ShownOption, Undone, Verdict
from recall.storage import history, journal, placements
from recall.storage.candidates import COLD_TAG
from recall.storage.records import PlacedCard, State
from recall.storage.store import Transaction
from recall.study.session import Sitting


@dataclass(frozen=True, slots=True)
class Miss:
    """A question of a quiz that was not known.

    ``showing`` is the card as it was shown, ``chosen`` the options taken, in the order shown;
    ``guessed`` tells that they were right but a guess. ``before`` is how often these wrong options
    were chosen earlier, in quizzes and reviews, whichever was chosen most. ``passage`` is where the
    lesson treats it, None when the lesson cannot be read or has the card no more.
    """

    showing: Showing
    chosen: tuple[ShownOption, ...]
    guessed: bool
    before: int
    passage: LessonPassage | None

    @property
    def wrong(self) -> tuple[ShownOption, ...]:
        """The options chosen that are not right."""
        return tuple(option for option in self.chosen if not option.right)

    @property
    def right(self) -> tuple[ShownOption, ...]:
        """The options that are right."""
        return tuple(option for option in self.showing.options if option.right)


@dataclass(frozen=True, slots=True)
class QuizResult:
    """What a quiz was: how many of the questions ``asked`` were ``known``, and the others."""

    title: str
    code: str | None
    asked: int
    known: int
    misses: tuple[Miss, ...]


@dataclass(frozen=True, slots=True)
class _Given:
    """An answer of the quiz, and how often its wrong options had been chosen before."""

    showing: Showing
    chosen: tuple[ShownOption, ...]
    guessed: bool
    right: bool
    before: int


class QuizSession(StudySession):
    """A quiz, driven by a front like any session; ``go_on`` takes the place of a grade.

    The rating follows from the answer: right in time is Good, right but slow Hard, wrong or guessed
    Again. Nothing is rated Easy, so that no quiz puts a card off further than a review would.
    Raises UsageError when the unit has no choice card that can be asked.
    """

    def __init__(self, context: Context, row: DeckRow) -> None:
        self._row = row
        self._given: dict[str, _Given] = {}
        self._asked_of: frozenset[str] = frozenset()
        self._guessed = False
        super().__init__(context, files=(row.file_id,))

    def go_on(self, *, guessed: bool = False) -> None:
        """Save the answer and go to the next question; ``guessed`` takes a right one as not known.

        Raises what ``grade`` raises.
        """
        asked, verdict = self._require_card(), self.verdict
        if verdict is None:
            raise UsageError("The question was not answered.", "Choose an option first.")
        self._guessed = guessed and verdict.right
        rating = Rating.AGAIN if guessed else verdict.proposed
        if not self._saved:  # else this is a retry after the answer was kept
            self._given[asked.showing.uid] = self._answer_of(asked, verdict)
        super().grade(rating)

    def grade(self, rating: Rating) -> None:
        """Save the answer as ``go_on`` does; only the rating it is worth is taken, or Again."""
        worth = self.verdict.proposed if self.verdict is not None else Rating.AGAIN
        if rating not in (worth, Rating.AGAIN):
            raise UsageError(
                f"The answer was not rated {rating.label}, as it is worth {worth.label} in a quiz.",
                "Go on, or call it a guess.",
            )
        self.go_on(guessed=rating is not worth)

    def result(self) -> QuizResult:
        """Return what the quiz was so far; an answer that was taken back is not in it."""
        answered_now = [
            self._given[step.turn.uid]
            for step in self._sitting.steps
            if step.rating is not None and step.turn.uid in self._given
        ]
        missed = [one for one in answered_now if one.guessed or not one.right]
        lesson = self._lesson() if missed else None
        return QuizResult(
            title=self._row.title,
            code=self._row.code,
            asked=len(answered_now),
            known=len(answered_now) - len(missed),
            misses=tuple(
                Miss(
                    one.showing,
                    one.chosen,
                    one.guessed,
                    one.before,
                    None if lesson is None else passage_of(lesson, one.showing.uid),
                )
                for one in missed
            ),
        )

    def _seat(self, tx: Transaction, limit: int | None, new: int | None) -> Sitting:
        self.mode = Mode.QUIZ
        cards = _choice_cards(tx, self._row.file_id)
        if not cards:
            raise UsageError(
                f"{self._row.code or self._row.title} has no question to choose an answer to.",
                "A quiz asks choice cards, written as Q: with a list of - [x] and - [ ].",
            )
        self._asked_of = frozenset(cards)
        self._context.random.shuffle(cards)
        return Sitting(((uid, None) for uid in cards), once=True)

    def _takes(self, undone: Undone) -> bool:
        return undone.returns and undone.uid in self._asked_of

    def _answered_json(self, asked: Asked, response: Response | None) -> dict[str, object]:
        answer = super()._answered_json(asked, response)
        return {**answer, "guess": True} if self._guessed else answer

    def _forget_answer(self) -> None:
        super()._forget_answer()
        self._guessed = False

    def _answer_of(self, asked: Asked, verdict: Verdict) -> _Given:
        showing = asked.showing
        letters = self._response.letters if self._response is not None else frozenset()
        wrong = {option.letter for option in showing.options if not option.right} & letters
        return _Given(
            showing,
            tuple(option for option in showing.options if option.letter in letters),
            self._guessed,
            verdict.right,
            self._chosen_before(asked, wrong) if wrong else 0,
        )

    def _chosen_before(self, asked: Asked, letters: Iterable[str]) -> int:
        wrong = answered(asked, Response(letters=frozenset(letters)))["chosen"]
        with self._context.store.reading() as tx:
            times = times_chosen(tx, asked.showing.uid)
        return max((times[text] for text in wrong), default=0) if isinstance(wrong, list) else 0

    def _lesson(self) -> Lesson | None:
        try:
            return read_lesson(self._context, self._row)
        except UsageError:
            return None


def times_chosen(tx: Transaction, uid: str) -> Counter[str]:
    """Return how often each option of a card was chosen, by its text, in answers that hold."""
    gone = history.voided(tx)
    times: Counter[str] = Counter()
    for review in history.reviews(tx, [uid]):
        if review.answer is not None and review.id not in gone:
            chosen = json.loads(review.answer).get("chosen", ())
            times.update(text for text in chosen if isinstance(text, str))
    return times


def _choice_cards(tx: Transaction, file_id: int) -> list[str]:
    """Return the choice cards of a file that may be asked, each once.

    Suspended ones are left out, and those of a passage that is still to be read cold.
    """
    placed = {
        card.uid: card
        for card in placements.entries(tx, file_id)
        if card.kind is Kind.CHOICE and not card.held
    }
    states = journal.states(tx, placed)

    def is_asked(card: PlacedCard) -> bool:
        state = states.get(card.uid, State())
        unread = COLD_TAG in card.tags and state.memory.phase is Phase.NEW
        return not (unread or state.marks.suspended)

    return [uid for uid, card in placed.items() if is_asked(card)]
