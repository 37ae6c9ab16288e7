"""The figures, computed again from the exported log by code that shares nothing with the program.

A learner is simulated who answers, fails, undoes, undoes undoing, crams, resets cards, travels over
time zones and the date line, works past midnight, renames cards, and changes the settings. The log
is exported as JSON lines, as anybody could, and read here with nothing but Python.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from random import Random
from typing import Any

import pytest

from recall.cards.history import Action, ActionKind
from recall.cards.memory import Rating
from recall.config import Config
from recall.library.library import Library
from recall.library.marking import new_action
from recall.library.recompute import recompute
from recall.storage import journal
from recall.study.stats.whole import Statistics
from tests.library.building import PLAIN, Desk, answer, question

ZONES = (0, 60, 330, 540, 840, -300, -720)
SETTINGS = (PLAIN, replace(PLAIN, desired_retention=0.85), replace(PLAIN, learning_steps=()))
# The published defaults of FSRS-6.
W = (
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
)  # fmt: skip
DECAY = -W[20]
FACTOR = 0.9 ** (1 / DECAY) - 1


@dataclass
class Card:
    """What a naive reader of the log knows of a card."""

    stability: float | None = None
    difficulty: float = 0.0
    last: int = 0
    aimed: float = 0.0

    def recall(self, day: int) -> float:
        assert self.stability is not None
        return float((1 + FACTOR * max(day - self.last, 0) / self.stability) ** DECAY)

    def answer(self, day: int, rating: int) -> None:
        """The formulas of FSRS-6 as published."""
        if self.stability is None:
            self.stability, self.difficulty = W[rating - 1], begin(rating)
            self.last = day
            return
        before, recall = self.stability, self.recall(day)
        if day <= self.last:
            grown = math.exp(W[17] * (rating - 3 + W[18])) * before ** -W[19]
            self.stability = before * (max(grown, 1.0) if rating >= 2 else grown)
        elif rating == 1:
            lost = (
                W[11]
                * self.difficulty ** -W[12]
                * ((before + 1) ** W[13] - 1)
                * math.exp(W[14] * (1 - recall))
            )
            self.stability = min(lost, before / math.exp(W[17] * W[18]))
        else:
            extra = {2: W[15], 3: 1.0, 4: W[16]}[rating]
            self.stability = before * (
                1
                + math.exp(W[8])
                * (11 - self.difficulty)
                * before ** -W[9]
                * (math.exp(W[10] * (1 - recall)) - 1)
                * extra
            )
        self.stability = min(max(self.stability, 0.001), 36_500.0)
        eased = self.difficulty - W[6] * (rating - 3) * (10 - self.difficulty) / 9
        unclamped = W[4] - math.exp(W[5] * 3) + 1
        self.difficulty = min(max(W[7] * unclamped + (1 - W[7]) * eased, 1.0), 10.0)
        self.last = max(self.last, day)


def begin(rating: int) -> float:
    return min(max(W[4] - math.exp(W[5] * (rating - 1)) + 1, 1.0), 10.0)


@dataclass
class Naive:
    """Every figure of one log, each in the plainest way."""

    days: dict[str, int]
    hours: list[int]
    bins: list[list[tuple[float, bool]]]
    months: dict[tuple[str, bool], list[tuple[bool, float]]]
    milliseconds: int = 0


def naive(lines: list[dict[str, Any]]) -> Naive:
    figures = Naive(defaultdict(int), [0] * 24, [[] for _ in range(10)], defaultdict(list))
    gone = voided(lines)
    owner = owners([line for line in lines if line["id"] not in gone])
    cards: dict[str, Card] = defaultdict(Card)
    for line in sorted(lines, key=lambda one: (one["at"], one["id"])):
        if line["id"] in gone:
            continue
        if "rating" not in line:
            if line["kind"] == "reset":
                cards.pop(owner.get(line["target"], line["target"]), None)
            continue
        figures.days[line["day"]] += 1
        figures.hours[int(line["local"][11:13])] += 1
        figures.milliseconds += line["milliseconds"]
        if line["mode"] == "cram":
            continue
        card = cards[owner.get(line["name"], line["name"])]
        day, good = date.fromisoformat(line["day"]).toordinal(), line["rating"] != 1
        if card.stability is not None and day > card.last:
            recall = card.recall(day)
            figures.bins[min(int(recall * 10), 9)].append((recall, good))
            mature = card.stability >= 21
            figures.months[line["day"][:7], mature].append((good, card.aimed))
        card.answer(day, line["rating"])
        card.aimed = line["retention"]
    return figures


def voided(lines: list[dict[str, Any]]) -> set[str]:
    """An undo holds unless it is undone itself."""
    undos = [line for line in lines if line.get("kind") == "undo"]
    gone: set[str] = set()
    for line in reversed(undos):
        if line["id"] not in gone:
            gone.add(line["target"])
    return gone


def owners(lines: list[dict[str, Any]]) -> dict[str, str]:
    """Linked names as one: any one of them stands for all."""
    owner: dict[str, str] = {}
    for line in lines:
        if line.get("kind") == "link":
            one, other = (owner.get(n, n) for n in (line["target"], line["body"]["to"]))
            for name in {*owner, line["target"], line["body"]["to"]}:
                if owner.get(name, name) == other:
                    owner[name] = one
    return owner


def exported(library: Library) -> list[dict[str, Any]]:
    """The whole log in the order it was written."""
    return [json.loads(json.dumps(line)) for line in library.log()]


def assert_same(found: Statistics, expected: Naive) -> None:
    cells = {
        (date(1970, 1, 1) + timedelta(days=week.monday + place)).isoformat(): number
        for week in found.weeks
        for place, number in enumerate(week.answers)
        if number
    }
    assert cells == expected.days
    assert [hour.answers for hour in found.hours] == expected.hours
    assert found.effort.milliseconds == expected.milliseconds
    for one, seen in zip(found.calibration.bins, expected.bins, strict=True):
        assert one.answers == len(seen)
        if seen:
            predicted = sum(recall for recall, _ in seen) / len(seen)
            assert one.predicted == pytest.approx(predicted, abs=1e-8)
            assert one.actual == sum(good for _, good in seen) / len(seen)
    months = {
        (month.month, mature): share
        for month in found.retention.months
        for mature, share in ((False, month.young), (True, month.mature))
        if share.counted
    }
    assert months.keys() == expected.months.keys()
    for key, share in months.items():
        given = expected.months[key]
        assert share.counted == len(given)
        assert share.remembered == sum(good for good, _ in given)
        assert share.aimed == pytest.approx(sum(aim for _, aim in given) / len(given), abs=1e-8)


class Learner:
    """Somebody with many habits, the same every time."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk = desk
        self.chance = Random(seed)
        self.named = False
        self.write()
        self.library = desk.open()

    def write(self) -> None:
        """Write the deck, whose cards have identities from some day on."""
        ids = [f" {{#card{number}}}" if self.named else "" for number in range(12)]
        text = "".join(question(f"Question number {n}?{ids[n]}", f"Answer {n}.") for n in range(12))
        self.desk.write("a.md", text)

    def live(self, days: int) -> None:
        for _ in range(days):
            self.travel()
            self.study()
            self.desk.wait(days=self.chance.choice((0, 1, 1, 1, 2, 5, 17)), minutes=37)

    def travel(self) -> None:
        offset = timezone(timedelta(minutes=self.chance.choice(ZONES)))
        hour = self.chance.choice((1, 3, 5, 9, 14, 23))
        there = self.desk.now.astimezone(offset)
        later = there.replace(hour=hour, minute=11)
        self.desk.now = later if later > there else later + timedelta(days=1)
        if self.chance.random() < 0.2:
            self.reopen(self.chance.choice(SETTINGS))
        if self.chance.random() < 0.1:
            self.named = not self.named
            self.write()
            self.library.refresh()

    def reopen(self, config: Config) -> None:
        self.library = self.desk.open(config)

    def study(self) -> None:
        session = self.library.session(new=2, cram=self.chance.random() < 0.15, limit=9)
        while session.current is not None and self.chance.random() < 0.93:
            self.desk.wait(seconds=self.chance.randint(1, 40))
            uid = answer(session, self.chance.choices(tuple(Rating), (3, 1, 5, 1))[0])
            if self.chance.random() < 0.12:
                session.undo()
            if self.chance.random() < 0.04:
                self.reset(uid)
                self.library.undo()
            if self.chance.random() < 0.04:
                self.reset(uid)
                break
            if self.chance.random() < 0.05:
                self.library.mark(uid, flagged=True)

    def reset(self, uid: str) -> None:
        context = self.library._context
        with context.store.writing() as tx:
            moment = context.moment(tx)
            journal.add_action(tx, new_action(context, moment, ActionKind.RESET, uid))
            recompute(context, tx, (uid,))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_figures_are_those_of_a_naive_reading_of_the_log(desk: Desk, seed: int) -> None:
    desk.now = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)
    learner = Learner(desk, seed)
    for _ in range(6):
        # What was kept of earlier answers is brought up to date, and is again the whole truth.
        learner.live(9)
        assert_same(learner.library.statistics(), naive(exported(learner.library)))
    lines = exported(learner.library)
    kinds = {line.get("kind") for line in lines} | {line.get("mode") for line in lines}
    assert kinds >= {"undo", "reset", "link", "settings", "cram", "review"}
    assert len({line["local"][-6:] for line in lines}) > 4
    kept = learner.library.statistics()
    learner.library.doctor(rebuild=True)
    assert learner.library.statistics() == kept
    of_deck = learner.library.statistics(("a.md",))
    assert (of_deck.calibration, of_deck.retention) == (kept.calibration, kept.retention)


def test_undoing_an_undo_brings_the_answer_back(desk: Desk) -> None:
    learner = Learner(desk, 4)
    learner.live(8)
    library = learner.library
    before, recorded = library.statistics(), len(desk.actions())
    while library.undo() is not None:
        pass
    assert library.statistics().effort.answers == 0
    undone = desk.actions()[recorded:]
    assert all(one.kind is ActionKind.UNDO for one in undone)
    moment = desk.actions()[-1]
    with desk.store() as store, store.writing() as tx:
        for number, one in enumerate(undone):
            back = Action(
                f"redo-{number}", ActionKind.UNDO, one.id, moment.at + 1 + number, 0, moment.day
            )
            journal.add_action(tx, back)
    again = library.statistics()
    assert again.calibration == before.calibration
    assert_same(again, naive(exported(library)))
