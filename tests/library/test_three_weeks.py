"""Three weeks of a learner who does what the home screen offers, in the bundled course."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import pytest

import recall
from recall.cards.card import Kind
from recall.cards.memory import Rating
from recall.library.lesson import LessonPlace
from recall.library.library import Library
from recall.library.plan import REVIEW_SIZE
from recall.library.session import StudySession
from recall.library.values import DeckRow, Home
from recall.storage import journal, placements
from recall.study.course import State, StepKind
from tests.library.building import PLAIN, Desk, answer, answer_in_quiz, assert_well

NEW_PER_DAY = 20
FORGETS_EVERY = 9
DECKS = Path(recall.__file__).parent.parent / "decks"
LESSONS = ("L1", "L2", "L3", "L4")
LESSON_STEPS = [StepKind.READ, StepKind.READ_ON, StepKind.QUIZ]
Step = tuple[StepKind, str | None]


@dataclass
class Learner:
    """Forgets every ninth card and knows the rest at once; reads each lesson in two goes.

    ``days`` holds the steps of each day, ``met`` the decks of the cards in the order they were met.
    """

    desk: Desk
    library: Library
    days: list[list[Step]] = field(default_factory=list)
    met: list[str | None] = field(default_factory=list)
    review: StudySession | None = None
    answers: int = 0

    def live_a_day(self) -> None:
        """Take steps until none is left, or Review A was done."""
        self.days.append([])
        while self.review is None:
            home = self.library.home()
            deck = home.next_deck
            self.days[-1].append((home.step.kind, None if deck is None else deck.code))
            self.check(home)
            if home.step.kind is StepKind.NOTHING:
                break
            self.take_step(home, deck)
        self.desk.wait(days=1)

    def take_step(self, home: Home, deck: DeckRow | None) -> None:
        match home.step.kind, deck:
            case StepKind.REVIEW, None:
                self.study(self.library.session(new=None if home.step.new else 0))
            case StepKind.LEARN, None:
                self.study(self.library.session())
            case StepKind.READ, DeckRow():
                self.library.keep_place(self.library.lesson(deck.name), LessonPlace(2, 0.5))
            case StepKind.READ_ON, DeckRow():
                self.library.finish_lesson(deck.name)
            case StepKind.QUIZ, DeckRow():
                self.take_quiz(deck)
            case StepKind.MIX, DeckRow():
                self.review = self.library.session((deck.name,))
                self.study(self.review)

    def study(self, session: StudySession) -> None:
        while session.current is not None:
            self.desk.wait(seconds=5)
            self.answers += 1
            if session.current.memory.reps == 0:
                self.met.append(session.current.code)
            forgotten = self.answers % FORGETS_EVERY == 0
            answer(session, Rating.AGAIN if forgotten else Rating.EASY)

    def take_quiz(self, deck: DeckRow) -> None:
        with self.library._context.store.reading() as tx:
            cards = placements.choice_cards(tx, [deck.file_id])[deck.file_id]
        answer_in_quiz(self.desk, self.library, min(cards))

    def unmet(self, deck: DeckRow) -> set[int]:
        """The entries of a deck of which no card was answered."""
        with self.library._context.store.reading() as tx:
            cards = placements.entries(tx, deck.file_id)
            states = journal.states(tx, (card.uid for card in cards))
        studied = {card.entry_id for card in cards if card.kind is not Kind.FREE_RECALL}
        return studied - {
            card.entry_id for card in cards if card.uid in states and states[card.uid].memory.reps
        }

    def check(self, home: Home) -> None:
        """What holds at every moment, whatever was done before."""
        rows = {row.code: row for row in home.decks}
        for before, after in pairwise(LESSONS):
            assert rows[after].open == (not self.unmet(rows[before]))
        for row in home.decks:
            assert (row.state is State.CLOSED) == (not row.open and not row.finished)
            assert not (row.new_today and row.waiting), "what waits for its text is not introduced"
        assert home.due == sum(row.due for row in home.decks)
        assert home.new == sum(row.new_today for row in home.decks)


@pytest.fixture
def learner(desk: Desk) -> Learner:
    (desk.root / "decks").rmdir()
    (desk.root / "decks").symlink_to(DECKS)
    library = desk.open(replace(PLAIN, new_per_day=NEW_PER_DAY))
    return Learner(desk, library)


def test_three_weeks_lead_to_review_a(learner: Learner) -> None:
    library = learner.library
    states = {row.code: row.state.value for row in library.home().decks}
    assert states.pop("L1") == "new"
    assert states.pop(None) in ("new", "closed")
    assert set(states.values()) == {"closed"}

    learner.live_a_day()
    assert learner.days[0] == [
        (StepKind.READ, "L1"),
        (StepKind.READ_ON, "L1"),
        (StepKind.QUIZ, "L1"),
        (StepKind.LEARN, None),
        (StepKind.NOTHING, None),
    ]
    assert learner.met == ["L1"] * NEW_PER_DAY, "a quiz takes none of the day's new cards"
    home = library.home()
    assert [row.state.value for row in home.decks[:3]] == ["learning", "closed", "closed"]

    while learner.review is None and len(learner.days) < 21:
        learner.live_a_day()
    # What is due comes first; a lesson is read, taken as a quiz, and only then gives its cards.
    for steps in learner.days[1:-1]:
        kinds = [kind for kind, _ in steps]
        lesson = [kind for kind in kinds if kind in LESSON_STEPS]
        assert lesson in ([], LESSON_STEPS)
        learn = [StepKind.LEARN] if StepKind.LEARN in kinds else []
        assert kinds == [StepKind.REVIEW, *lesson, *learn, StepKind.NOTHING]
    read = [code for steps in learner.days for kind, code in steps if kind is StepKind.READ]
    assert tuple(read) == LESSONS
    assert learner.days[-1] == [(StepKind.REVIEW, None), (StepKind.MIX, "L5")]

    # Lessons were met one after the other, each card once; the glossary filled what they left.
    in_lessons = [code for code in learner.met if code in LESSONS]
    begun = [in_lessons.index(code) for code in LESSONS]
    assert begun == sorted(begun)
    met = Counter(in_lessons)
    left = {row.code: row.new for row in library.home().decks}
    cards = {row.code: row.cards for row in library.home().decks}
    assert all(met[code] + left[code] == cards[code] - 1 for code in LESSONS), "but one in its quiz"

    assert learner.review is not None
    queue = learner.review.plan.queue
    assert len(queue) == REVIEW_SIZE
    largest = max(Counter(card.deck for card in queue).values())
    neighbours = sum(one.deck == two.deck for one, two in pairwise(queue))
    assert neighbours == max(0, 2 * largest - len(queue) - 1)
    results = {unit.code: unit for unit in learner.review.summary().units}
    # Its own cards are new ones, of which the day may have had its share already.
    assert tuple(results)[: len(LESSONS)] == LESSONS
    assert sum(unit.answered for unit in results.values()) == REVIEW_SIZE
    assert all(0 < unit.recalled <= unit.known for unit in results.values() if not unit.new)

    rows = {row.code: row for row in library.home().decks}
    assert all(rows[code].state in (State.KNOWN, State.LEARNING) for code in LESSONS)
    assert [rows[code].state for code in ("L5", "L6")] == [State.LEARNING, State.CLOSED]
    assert library.home().new > 0, "its other cards come by themselves from now on"
    assert_well(library)
