"""A learner's desk for the tests of the library: real decks, a real file, a clock to be set."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from recall.cards.history import Action, Mode, Review
from recall.cards.memory import Rating
from recall.clock import Clock
from recall.config import Config
from recall.library.library import Library
from recall.library.session import StudySession
from recall.library.values import Finding, Response, Showing
from recall.paths import Paths
from recall.storage import history, journal
from recall.storage.records import State
from recall.storage.store import Store

MORNING = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
PLAIN = Config(fuzz=False)

TYPED = "Q: How many layers?\nA= 93 | ninety-three\n"
CHOICE = "Q: Which stand at the ends?\n- [x] Alpha\n- [ ] Beta\n- [x] Omega\n- [ ] Gamma\n"
TERM = "T: Distillation\nD: Training one model on another's outputs.\n"
CLOZE = "C: K3 has {{93}} layers, of which {{24}} are MLA.\n"
ORDER = "O: The stages\n1. SFT\n2. RL\n3. MOPD\n"


@dataclass
class Desk:
    """Deck folders and a progress file below ``root``, and what the clock says."""

    root: Path
    now: datetime = MORNING
    opened: list[Library] = field(default_factory=list)
    _written: int = 0

    @property
    def decks(self) -> Path:
        return self.root / "decks"

    @property
    def progress(self) -> Path:
        return self.root / "data" / "recall.db"

    def write(self, path: str, text: str | bytes, folder: str = "decks") -> Path:
        """Write a deck; every writing has a time of its own, long before the clock's."""
        file = self.root / folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode() if isinstance(text, str) else text)
        self._written += 1
        self.touch(file, 1_600_000_000 + self._written)
        return file

    def touch(self, file: Path, second: float) -> None:
        os.utime(file, ns=(int(second * 1e9), int(second * 1e9)))

    def open(
        self,
        config: Config = PLAIN,
        *,
        folders: tuple[str, ...] = ("decks",),
        busy_timeout_ms: int = 5000,
        refresh: bool = True,
    ) -> Library:
        """Open the library, and refresh it."""
        paths = Paths(
            self.root / "config.toml",
            self.root / "data",
            tuple(self.root / folder for folder in folders),
        )
        clock = Clock(lambda: self.now, config.rollover_hour)
        library = Library.open(
            paths, config, clock, random=Random(len(self.opened)), busy_timeout_ms=busy_timeout_ms
        )
        self.opened.append(library)
        if refresh:
            library.refresh()
        return library

    def close(self) -> None:
        for library in self.opened:
            library.close()

    def wait(self, **time: float) -> None:
        """Let time pass."""
        self.now += timedelta(**time)

    @contextmanager
    def store(self) -> Iterator[Store]:
        """Open the progress file a second time, as another process would."""
        with closing(Store.open(self.progress)) as store:
            yield store

    def log(self) -> tuple[tuple[Review, ...], tuple[Action, ...]]:
        """Every review and action on disk, undone ones too."""
        with self.store() as store, store.reading() as tx:
            return tuple(history.reviews(tx)), tuple(history.actions(tx))

    def reviews(self) -> tuple[Review, ...]:
        return self.log()[0]

    def actions(self) -> tuple[Action, ...]:
        return self.log()[1]

    def state(self, uid: str) -> State:
        """The cached state of a card on disk."""
        with self.store() as store, store.reading() as tx:
            return journal.state(tx, uid)

    def execute(self, statement: str, *values: object) -> None:
        """Write into the progress file behind the library's back."""
        with closing(sqlite3.connect(self.progress)) as connection, connection:
            connection.execute(statement, values)


def question(prompt: str, answer: str = "An answer.") -> str:
    return f"Q: {prompt}\nA: {answer}\n\n"


def questions(count: int, first: int = 1) -> str:
    """A deck of questions with identities ``q1``, ``q2``, …"""
    return "".join(
        question(f"Question number {number}? {{#q{number}}}", f"Answer {number}.")
        for number in range(first, first + count)
    )


def answer(
    session: StudySession,
    rating: Rating = Rating.GOOD,
    response: Response | None = None,
) -> str:
    """Answer the current card; return its uid."""
    shown = current(session)
    session.reveal(response)
    session.grade(rating)
    return shown.uid


def only_review(desk: Desk) -> dict[str, object]:
    """What the one review on disk says of the answer."""
    (review,) = desk.reviews()
    found: dict[str, object] = {} if review.answer is None else json.loads(review.answer)
    return found


def current(session: StudySession) -> Showing:
    """The card shown; there must be one."""
    assert session.current is not None
    return session.current


def ended(session: StudySession) -> bool:
    """Whether no card is shown."""
    return session.current is None


def answer_all(
    desk: Desk, session: StudySession, rate: Callable[[Showing], Rating] = lambda _: Rating.EASY
) -> list[str]:
    """Answer until nothing is shown, five seconds each; return the uids in order."""
    shown: list[str] = []
    while session.current is not None:
        desk.wait(seconds=5)
        rating = rate(session.current)
        shown.append(answer(session, rating))
        assert len(shown) < 1000
    return shown


def answer_in_quiz(desk: Desk, library: Library, uid: str) -> Review:
    """Answer a card Easy, as a quiz does."""
    context = library._context
    desk.wait(seconds=5)
    with context.store.writing() as tx:
        state, moment = journal.state(tx, uid), context.moment(tx)
        outcome = context.scheduler.apply(uid, state.memory, moment, Rating.EASY, None)
        review = Review(
            id=context.new_id(moment.at),
            name=uid,
            at=moment.at,
            offset=moment.offset,
            day=moment.day,
            rating=Rating.EASY,
            milliseconds=5000,
            mode=Mode.QUIZ,
            retention=outcome.explanation.retention,
            due_day=outcome.memory.due_day,
            due_at=outcome.memory.due_at,
        )
        last = state.last_review_id
        journal.add_review(tx, uid, review, outcome.memory, expected_last_review_id=last)
    return review


def finding(library: Library, name: str, *, rebuild: bool = False) -> Finding:
    """What doctor says about one thing."""
    return next(one for one in library.doctor(rebuild=rebuild) if one.name == name)


def assert_well(library: Library) -> None:
    """Doctor finds every state equal to the log's, and nothing else amiss."""
    assert [one for one in library.doctor() if not one.well] == []


def reps(library: Library) -> dict[str, int]:
    """How often each card was answered, by its title."""
    return {row.title: row.reps for row in library.search()}


def learn(desk: Desk, library: Library) -> None:
    """Answer every card of the library once, the right way."""
    answer_all(desk, library.session(new=1000))
