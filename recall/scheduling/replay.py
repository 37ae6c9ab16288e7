"""The log folded into memories: what every card's state is, computed from its reviews alone.

A replay runs the scheduler that live answering runs, one review after the other. A vectorised copy
of the formulas would be faster, but its powers differ in the last place, and a difference of that
size at the edge of a rounding moves a due date. This way a rebuilt state is the stored one to the
last bit.

Reviews count in the order of (instant, id), whatever order they arrive in, so that two machines
which hold the same reviews agree.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from recall.cards.history import Mode, Review
from recall.cards.memory import NEW_MEMORY, Memory
from recall.clock import Moment
from recall.scheduling.scheduler import Outcome, Scheduler
from recall.scheduling.settings import RETENTION_RANGE, SchedulingSettings


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """Settings that are in force from an instant on: ``at`` and ``id`` of the log's action."""

    at: int
    id: str
    settings: SchedulingSettings


class SettingsHistory:
    """Which settings were in force when: ``first`` until the earliest change, then each in turn."""

    def __init__(self, first: SchedulingSettings, changes: Iterable[SettingsChange] = ()) -> None:
        ordered = sorted(changes, key=lambda change: (change.at, change.id))
        known: dict[SchedulingSettings, Scheduler] = {}
        self._marks = [(change.at, change.id) for change in ordered]
        self._schedulers = [
            known.setdefault(settings, Scheduler(settings))
            for settings in (first, *(change.settings for change in ordered))
        ]

    def scheduler_at(self, at: int, id: str) -> Scheduler:  # noqa: A002 - the log's own word
        """Return the scheduler in force for the review with this instant and id."""
        return self._schedulers[bisect_left(self._marks, (at, id))]


@dataclass(frozen=True, slots=True)
class ReplayedReview:
    """One review of a card with what it led to.

    ``recall_before`` is the recall predicted just before it, None for the first review and for
    cram. ``outcome`` is None for cram, which changes nothing; ``memory`` is the state afterwards.
    """

    review: Review
    recall_before: float | None
    outcome: Outcome | None
    memory: Memory


def replay_reviews(
    uid: str, reviews: Iterable[Review], history: SettingsHistory
) -> Iterator[ReplayedReview]:
    """Yield each review of the card ``uid`` in order, with the recall before and the state after.

    A desired retention outside 0.70–0.99, as only a foreign log can hold, is brought within.
    """
    memory = NEW_MEMORY
    for review in sorted(reviews, key=_order):
        if review.mode is Mode.CRAM:
            yield ReplayedReview(review, None, None, memory)
            continue
        scheduler = history.scheduler_at(review.at, review.id)
        before = scheduler.recall(memory, review.day) if memory.reps else None
        outcome = _answer(scheduler, uid, memory, review)
        memory = outcome.memory
        yield ReplayedReview(review, before, outcome, memory)


def replay(uid: str, reviews: Iterable[Review], history: SettingsHistory) -> Memory:
    """Return the memory of the card ``uid`` after all its reviews; cram reviews do not count."""
    memory = NEW_MEMORY
    for review in sorted(reviews, key=_order):
        if review.mode is not Mode.CRAM:
            scheduler = history.scheduler_at(review.at, review.id)
            memory = _answer(scheduler, uid, memory, review).memory
    return memory


def remember(memory: Memory, review: Review, history: SettingsHistory) -> tuple[Memory, float]:
    """Return a card's memory after its next review, and the recall predicted just before it.

    The memory has no due date and its recall is 0.0 before the first review; apart from that both
    are what ``replay_reviews`` gives, faster. Cram reviews are not to be passed.
    """
    scheduler = history.scheduler_at(review.at, review.id)
    before = scheduler.recall(memory, review.day) if memory.reps else 0.0
    after = scheduler.remember(memory, review.day, review.rating, steps=_takes_steps(review))
    return after, before


def replay_all(
    reviews: Iterable[tuple[str, Review]], history: SettingsHistory
) -> dict[str, Memory]:
    """Return the memory of every card from (uid, review) pairs, in any order."""
    by_card: defaultdict[str, list[Review]] = defaultdict(list)
    for uid, review in reviews:
        by_card[uid].append(review)
    return {uid: replay(uid, of_card, history) for uid, of_card in by_card.items()}


def _order(review: Review) -> tuple[int, str]:
    return review.at, review.id


def _answer(scheduler: Scheduler, uid: str, memory: Memory, review: Review) -> Outcome:
    low, high = RETENTION_RANGE
    moment = Moment(review.at, review.offset, review.day)
    retention = min(max(review.retention, low), high)
    return scheduler.apply(
        uid, memory, moment, review.rating, retention, steps=_takes_steps(review)
    )


def _takes_steps(review: Review) -> bool:
    """Whether steps of minutes may follow a review: a blank page asks a point once a day."""
    return review.mode is not Mode.BLANK_PAGE
