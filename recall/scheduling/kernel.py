"""The border to py-fsrs: one review of one memory, in whole study days, guarded.

The kernel is called with synthetic instants, study days of 24 hours counted from an anchor, because
it counts blocks of 24 hours and takes a review 20 hours later, on the next study day, for one of
the same day. Only differences matter to it, so the last review always stands at the anchor and no
date can overflow. Its fuzz is off, and its intervals in days are not used: they follow from its
stability, which it does not cap.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import fsrs

from recall.cards.memory import Memory, Phase, Rating
from recall.errors import StorageError
from recall.scheduling.curve import clamp_stability
from recall.scheduling.settings import LONGEST_INTERVAL, SchedulingSettings

MINUTES_PER_DAY = 1_440
_ANCHOR = datetime(1, 1, 1, tzinfo=UTC)
# Days between the anchor and the last year a datetime holds, less room for the longest wait.
_LONGEST_ELAPSED = (datetime.max.replace(tzinfo=UTC) - _ANCHOR).days - 2 * LONGEST_INTERVAL
_ANY_CARD = 0  # py-fsrs sleeps a millisecond to make up an id when it is given none
_RATINGS = {rating: fsrs.Rating(rating.value) for rating in Rating}
_STATES = {
    Phase.NEW: fsrs.State.Learning,
    Phase.LEARNING: fsrs.State.Learning,
    Phase.REVIEW: fsrs.State.Review,
    Phase.RELEARNING: fsrs.State.Relearning,
}
_PHASES = {
    fsrs.State.Learning: Phase.LEARNING,
    fsrs.State.Review: Phase.REVIEW,
    fsrs.State.Relearning: Phase.RELEARNING,
}


class _Card(fsrs.Card):
    """A card for one answer: py-fsrs copies what it is given, and this one needs no copy."""

    def __copy__(self) -> _Card:
        return self


class MemoryStateError(StorageError):
    """A card's stored memory state cannot be computed with; its reviews in the log are unharmed."""

    def __init__(self, fault: str, uid: str | None = None) -> None:
        super().__init__(
            f"The stored memory of {f'card {uid}' if uid else 'a card'} {fault}.",
            "Run `recall doctor --rebuild` to compute it again from the log.",
        )


@dataclass(frozen=True, slots=True)
class Answered:
    """What an answer makes of a memory; ``wait`` is None when the card has left its steps."""

    rating: Rating
    phase: Phase
    step: int | None
    stability: float
    difficulty: float
    wait: timedelta | None


class Kernel:
    """FSRS-6 with one set of weights and steps."""

    def __init__(self, settings: SchedulingSettings) -> None:
        self._with_steps = fsrs.Scheduler(
            parameters=settings.parameters,
            learning_steps=tuple(map(_duration, settings.learning_steps)),
            relearning_steps=tuple(map(_duration, settings.relearning_steps)),
            enable_fuzzing=False,
        )
        self._without_steps = fsrs.Scheduler(
            parameters=settings.parameters,
            learning_steps=(),
            relearning_steps=(),
            enable_fuzzing=False,
        )

    def answer(self, memory: Memory, day: int, rating: Rating, *, steps: bool = True) -> Answered:
        """Return what ``rating`` on study day ``day`` makes of a memory ``check_memory`` accepts.

        A day before the last review counts as the day of the last review. Without ``steps`` the
        card waits for a day whatever the rating, and leaves the steps it is within.
        """
        scheduler = self._with_steps if steps else self._without_steps
        reviewed = _ANCHOR
        if memory.phase is Phase.NEW:
            card = _Card(card_id=_ANY_CARD, due=_ANCHOR)
        else:
            reviewed += timedelta(days=min(elapsed_days(memory, day), _LONGEST_ELAPSED))
            card = _Card(
                card_id=_ANY_CARD,
                state=_STATES[memory.phase],
                step=memory.step,
                stability=clamp_stability(memory.stability or 0.0),
                difficulty=min(max(memory.difficulty or 0.0, 1.0), 10.0),
                due=_ANCHOR,
                last_review=_ANCHOR,
            )
        after, _ = scheduler.review_card(card, _RATINGS[rating], reviewed)
        phase = _PHASES[after.state]
        return Answered(
            rating=rating,
            phase=phase,
            step=after.step,
            stability=clamp_stability(after.stability or 0.0),
            difficulty=after.difficulty or 0.0,
            wait=None if phase is Phase.REVIEW else after.due - reviewed,
        )


def elapsed_days(memory: Memory, day: int) -> int:
    """Return the study days since the last review, never negative; 0 for a card without one."""
    return 0 if memory.last_day is None else max(day - memory.last_day, 0)


def check_memory(memory: Memory, uid: str | None = None) -> None:
    """Raise MemoryStateError for a memory that no review can follow.

    A card that has been answered needs the day of its last review, a finite stability above zero
    and a finite difficulty; within its steps also the step.
    """
    if memory.phase is Phase.NEW:
        return
    if memory.last_day is None:
        raise MemoryStateError("has no day of its last review", uid)
    for name, value in (("stability", memory.stability), ("difficulty", memory.difficulty)):
        if value is None or not math.isfinite(value) or value <= 0:
            raise MemoryStateError(f"has the {name} {value}", uid)
    if memory.phase is not Phase.REVIEW and (memory.step is None or memory.step < 0):
        raise MemoryStateError(f"is within its steps at step {memory.step}", uid)


def _duration(minutes: float) -> timedelta:
    return timedelta(minutes=min(minutes, LONGEST_INTERVAL * MINUTES_PER_DAY))
