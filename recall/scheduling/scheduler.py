"""What each rating makes of a card: its memory, its due date, and why.

Around the kernel of FSRS: study days that never run backwards, spreading of due days, the longest
interval, and the order Hard ≤ Good ≤ Easy. One kernel serves every desired retention, because the
memory does not depend on it; only the interval does, and that follows from the curve.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypeAlias

from recall.cards.memory import Memory, Phase, Rating
from recall.clock import Moment, study_day_at
from recall.scheduling.curve import ForgettingCurve, clamp_stability
from recall.scheduling.explanation import Explanation
from recall.scheduling.fuzz import DayRange, draw_for, spread
from recall.scheduling.kernel import Answered, Kernel, check_memory, elapsed_days
from recall.scheduling.settings import SchedulingSettings, check_retention

_MICROSECOND = timedelta(microseconds=1)
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one rating does: the memory after it, and the explanation of its due date."""

    rating: Rating
    memory: Memory
    explanation: Explanation


Outcomes: TypeAlias = Mapping[Rating, Outcome]


class Scheduler:
    """Decides due dates under one set of settings; holds no state of any card."""

    def __init__(self, settings: SchedulingSettings) -> None:
        self.settings = settings
        self.curve = ForgettingCurve.of_decay(settings.parameters[20])
        self._kernel = Kernel(settings)

    def outcomes(
        self, uid: str, memory: Memory, moment: Moment, retention: float | None = None
    ) -> Outcomes:
        """Return what each of the four ratings at ``moment`` would do.

        ``retention`` is the card's own desired retention, None for that of the settings. Raises
        ConfigurationError when it is out of range, MemoryStateError for a memory that no review
        can follow.
        """
        return self._decide(uid, memory, moment, retention, tuple(Rating))

    def apply(
        self,
        uid: str,
        memory: Memory,
        moment: Moment,
        rating: Rating,
        retention: float | None = None,
        *,
        steps: bool = True,
    ) -> Outcome:
        """Return what ``rating`` does: equal to ``outcomes(...)[rating]``, for less work.

        Without ``steps`` the card waits for a day whatever the rating, as one does that is asked
        once a day: a key point of a blank page.
        """
        # Only better ratings depend on others: on those between Hard and themselves.
        needed = tuple(other for other in Rating if Rating.HARD <= other <= rating) or (rating,)
        return self._decide(uid, memory, moment, retention, needed, steps=steps)[rating]

    def recall(self, memory: Memory, day: int) -> float:
        """Return predicted recall, 0 to 1, on a study day; 0.0 for a new card.

        Raises MemoryStateError for a memory that cannot be computed with.
        """
        if memory.phase is Phase.NEW:
            return 0.0
        check_memory(memory)
        stability = clamp_stability(memory.stability or 0.0)
        return self.curve.recall_after(stability, elapsed_days(memory, day))

    def remember(self, memory: Memory, day: int, rating: Rating, *, steps: bool = True) -> Memory:
        """Return the memory after ``rating`` on a study day, without a due date.

        It is what ``apply`` gives in everything that predicted recall depends on, for a third of
        the work. Raises MemoryStateError for a memory that no review can follow.
        """
        check_memory(memory)
        day = day if memory.last_day is None else max(day, memory.last_day)
        answered = self._kernel.answer(memory, day, rating, steps=steps)
        return Memory(
            phase=answered.phase,
            step=answered.step,
            stability=answered.stability,
            difficulty=answered.difficulty,
            last_day=day,
            reps=memory.reps + 1,
            lapses=memory.lapses + _is_lapse(memory, rating),
        )

    def _decide(
        self,
        uid: str,
        memory: Memory,
        moment: Moment,
        retention: float | None,
        ratings: tuple[Rating, ...],
        *,
        steps: bool = True,
    ) -> Outcomes:
        if retention is None:
            retention = self.settings.desired_retention
        else:
            check_retention(retention)
        check_memory(memory, uid)
        # A clock set back or a flight west gives the day of the last review again.
        day = moment.day if memory.last_day is None else max(moment.day, memory.last_day)
        draw = draw_for(uid, memory.reps)
        outcomes: dict[Rating, Outcome] = {}
        for rating in ratings:
            answered = self._kernel.answer(memory, day, rating, steps=steps)
            explanation = self._wait(answered, memory, retention, draw)
            outcome = Outcome(
                rating, self._remember(memory, answered, explanation, day, moment), explanation
            )
            if rating > Rating.HARD:
                outcome = _not_sooner(outcome, outcomes[Rating(rating - 1)])
            outcomes[rating] = outcome
        return outcomes

    def _wait(self, answered: Answered, memory: Memory, retention: float, draw: int) -> Explanation:
        maximum = self.settings.maximum_interval
        if answered.wait is not None:
            days = min(answered.wait.days, maximum)
            return Explanation(
                stability=answered.stability,
                retention=retention,
                interval=days,
                shift=0,
                low=days,
                high=days,
                capped=days < answered.wait.days,
                step_minutes=answered.wait / _MINUTE,
            )
        reach = self.curve.interval(answered.stability, retention)
        interval = min(reach, maximum)
        span = DayRange(interval, interval)
        if self.settings.fuzz:
            span = spread(interval, memory.interval, maximum)
        return Explanation(
            stability=answered.stability,
            retention=retention,
            interval=interval,
            shift=span.pick(draw) - interval,
            low=span.low,
            high=span.high,
            capped=interval < reach,
        )

    def _remember(
        self,
        memory: Memory,
        answered: Answered,
        explanation: Explanation,
        day: int,
        moment: Moment,
    ) -> Memory:
        interval = explanation.days
        due_day, due_at = day + interval, None
        if answered.wait is not None and interval == 0:
            due_at = moment.at + answered.wait // _MICROSECOND
            due_day = max(day, study_day_at(due_at, moment.offset, self.settings.rollover_hour))
        return Memory(
            phase=answered.phase,
            step=answered.step,
            stability=answered.stability,
            difficulty=answered.difficulty,
            last_day=day,
            interval=interval,
            due_day=due_day,
            due_at=due_at,
            reps=memory.reps + 1,
            lapses=memory.lapses + _is_lapse(memory, answered.rating),
        )


def _is_lapse(memory: Memory, rating: Rating) -> bool:
    """Whether a card that had been learnt was forgotten."""
    return memory.phase is Phase.REVIEW and rating is Rating.AGAIN


def _not_sooner(outcome: Outcome, below: Outcome) -> Outcome:
    """Return the outcome with a wait no shorter than that of the rating below."""
    own, other = outcome.memory, below.memory
    # A step of minutes has no interval, so it comes before any day.
    if (own.interval, own.due_at or 0) >= (other.interval, other.due_at or 0):
        return outcome
    explanation = outcome.explanation
    return Outcome(
        outcome.rating,
        replace(own, interval=other.interval, due_day=other.due_day, due_at=other.due_at),
        replace(
            explanation,
            shift=other.interval - explanation.interval,
            step_minutes=below.explanation.step_minutes if own.step is not None else None,
            raised=True,
        ),
    )
