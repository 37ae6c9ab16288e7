"""Random walks through everything a learner and an author can do, over many days.

After every step the log has only grown, every cached state is that of the log, the home screen and
the session agree, no two siblings stand in one day's queue, and the study day has not run back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from threading import Thread

import pytest

from recall.cards.history import Action, Review
from recall.cards.memory import Rating
from recall.config import Config
from recall.library.library import Library
from recall.library.session import StudySession
from recall.library.values import AnswerMode, Response
from recall.study.queue import Source
from tests.library.building import MORNING, PLAIN, Desk

STEPS = 70
WORDS = ("alpha", "beta", "gamma", "delta", "omega", "sigma", "theta", "kappa")


@dataclass
class Walk:
    desk: Desk
    chance: Random
    wild: bool = False
    config: Config = PLAIN
    decks: dict[str, list[str]] = field(default_factory=dict)
    written: int = 0
    reviews: tuple[Review, ...] = ()
    actions: tuple[Action, ...] = ()
    latest: datetime = MORNING

    def __post_init__(self) -> None:
        for name in ("a.md", "b.md", "sub/c.md"):
            self.decks[name] = [self.entry() for _ in range(4)]
            self.save(name)
        self.library = self.desk.open(self.config)
        self.session: StudySession = self.library.session()

    def entry(self) -> str:
        """A new entry of some kind."""
        self.written += 1
        word, number = self.chance.choice(WORDS), self.written
        identity = f" {{#id{number}}}" if self.chance.random() < 0.4 else ""
        return self.chance.choice(
            (
                f"Q: What is {word} {number}?{identity}\nA: It is {word}.\n",
                f"Q: How much {word} {number}?{identity}\nA= {number} | {word}\n",
                f"T: {word} {number}{identity}\nD: The meaning of {word} {number}.\n",
                f"C: {{{{{word}}}}} number {{{{{number}}}}} of {{{{many}}}}.{identity}\n",
                f"Q: Which {word} {number}?{identity}\n- [x] {word}\n- [ ] other\n- [ ] none\n",
                f"O: Sort {word} {number}{identity}\n1. one\n2. {word}\n3. three\n",
            )
        )

    def save(self, name: str) -> None:
        self.desk.write(name, "\n".join(self.decks[name]) or "Nothing here.\n")

    # What a learner does.

    def answer(self) -> None:
        shown = self.session.current
        if shown is None:
            self.session = self.library.session(new=self.chance.choice((None, None, 3)))
            return
        self.desk.wait(seconds=self.chance.choice((1, 5, 30)))
        response = None
        if shown.mode is AnswerMode.TYPE:
            response = Response(typed=self.chance.choice(WORDS))
        elif shown.mode is AnswerMode.CHOOSE:
            response = Response(letters=frozenset(self.chance.choice("abc")))
        elif shown.mode is AnswerMode.ARRANGE:
            response = Response(order=tuple(self.chance.sample(range(3), 3)))
        self.session.reveal(response)
        self.session.grade(self.chance.choice(tuple(Rating)))

    def undo(self) -> None:
        self.session.undo()

    def mark_current(self) -> None:
        if self.session.current is not None:
            self.chance.choice((self.session.suspend, self.session.bury, self.session.flag))()

    def mark_any(self) -> None:
        rows = self.library.search()
        if rows:
            mark = self.chance.choice(("suspended", "buried", "flagged"))
            uid = self.chance.choice(rows).uid
            self.library.mark(uid, **{mark: self.chance.random() < 0.5})

    def start(self) -> None:
        self.session = self.library.session(cram=self.chance.random() < 0.2)

    def wait(self) -> None:
        self.latest = max(self.latest, self.desk.now)
        self.desk.wait(hours=self.chance.choice((1, 8, 24, 24 * 7, -3, -20)))
        if not self.wild:
            self.desk.now = max(self.desk.now, self.latest - timedelta(hours=23))

    def reopen(self) -> None:
        self.library.close()
        self.config = replace(
            PLAIN,
            fuzz=self.chance.random() < 0.5,
            desired_retention=self.chance.choice((0.8, 0.9, 0.95)),
            learning_steps=self.chance.choice(((), (1.0, 10.0), (30.0,))),
            relearning_steps=self.chance.choice(((), (10.0,))),
            new_per_day=self.chance.choice((3, 10)),
            reviews_per_day=self.chance.choice((4, 200)),
        )
        self.library = self.desk.open(self.config)
        self.session = self.library.session()

    # What an author does.

    def edit(self) -> None:
        name = self.chance.choice(sorted(self.decks))
        entries = self.decks[name]
        place = self.chance.randrange(len(entries)) if entries else 0
        deed = self.chance.choice(("add", "delete", "move", "note", "identity", "blank"))
        if deed == "add" or not entries:
            entries.insert(place, self.entry())
        elif deed == "delete":
            del entries[place]
        elif deed == "move":
            other = self.chance.choice(sorted(self.decks))
            self.decks[other].append(entries.pop(place))
            self.save(other)
        elif deed == "note":
            entries[place] += "N: A note.\n" if "N:" not in entries[place] else ""
        elif deed == "identity":
            first, rest = entries[place].split("\n", 1)
            bare = first.partition(" {#")[0]
            self.written += 1
            first = bare if bare != first else f"{bare} {{#id{self.written}}}"
            entries[place] = f"{first}\n{rest}"
        else:
            entries[place] = "\n" + entries[place]
        self.save(name)
        self.library.refresh()
        assert not self.library.refresh().changed
        self.session.reload()

    # What always holds.

    def check(self) -> None:
        wrong = [one for one in self.library.doctor() if not one.well and one.name != "clock"]
        assert wrong == []
        reviews, actions = self.desk.log()
        assert set(self.reviews) <= set(reviews)
        assert set(self.actions) <= set(actions)
        self.reviews, self.actions = reviews, actions
        days = [review.day for review in reviews]
        assert self.wild or days == sorted(days)
        self.check_counts()
        self.check_queue()
        assert self.session.progress.left >= (self.session.current is not None)

    def check_counts(self) -> None:
        answers = Counter(
            str(line["uid"])
            for line in self.library.log()
            if line["type"] == "review" and not line["voided"] and line["mode"] != "cram"
        )
        for row in (*self.library.search(), *self.library.search("is:missing")):
            assert row.reps == answers[row.uid]

    def check_queue(self) -> None:
        home, fresh = self.library.home(), self.library.session()
        plan = fresh.plan.queue
        waiting = len(plan) - home.due - home.new
        assert 0 <= waiting <= sum(card.source is Source.STEP for card in plan)
        places: dict[str, tuple[str, int]] = {}
        for row in self.library.search():
            places.setdefault(row.uid, (row.deck, row.line))
        once = [places[card.uid] for card in plan if card.source is not Source.STEP]
        assert len(once) == len(set(once))
        assert not set(once) & {places[card.uid] for card in plan if card.source is Source.STEP}


DEEDS: dict[Callable[[Walk], None], int] = {
    Walk.answer: 12,
    Walk.undo: 3,
    Walk.mark_current: 2,
    Walk.mark_any: 2,
    Walk.start: 2,
    Walk.wait: 3,
    Walk.reopen: 1,
    Walk.edit: 4,
}


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_the_log_and_the_states_agree(desk: Desk, seed: int) -> None:
    """The clock of every third walk runs back by days, when a day may well come again."""
    walk = Walk(desk, Random(seed), wild=seed % 3 == 0)
    walk.check()
    for _ in range(STEPS):
        (deed,) = walk.chance.choices(list(DEEDS), list(DEEDS.values()))
        deed(walk)
        walk.check()
    assert len(walk.reviews) >= STEPS // 6


def test_the_library_is_open_to_several_threads(desk: Desk) -> None:
    walk = Walk(desk, Random(99))
    library: Library = walk.library
    failures: list[BaseException] = []

    def look() -> None:
        try:
            for _ in range(5):
                library.home()
                library.search("alpha")
                library.refresh()
        except BaseException as error:
            failures.append(error)

    threads = [Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(5):
        walk.answer()
    for thread in threads:
        thread.join()
    assert failures == []
    walk.check()
