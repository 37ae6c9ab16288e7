"""Answers by study day, week and hour, and the streak.

A study day is the one stored with each answer and an hour is read at the offset stored with it, so
that nothing moves when the learner looks at it from another zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from recall.clock import MICROSECONDS_PER_DAY, Moment
from recall.study.stats.answered import Share
from recall.study.stats.tally import Grain, Sum, Tally

WEEKS = 53
_MONDAY = 4  # study day 4 is 1970-01-05


@dataclass(frozen=True, slots=True)
class Day:
    """One study day with an answer: how many, the time in milliseconds, the first and last instant.

    ``first_at`` and ``last_at`` are UTC microseconds.
    """

    day: int
    answers: int
    milliseconds: int
    first_at: int
    last_at: int


@dataclass(frozen=True, slots=True)
class Week:
    """A column of the heat map: the study day of its Monday, and the answers from Monday to Sunday.

    A day after today has None.
    """

    monday: int
    answers: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Hour:
    """One local hour of the day, 0 to 23: its answers, and the share remembered among them."""

    hour: int
    answers: int
    share: Share


@dataclass(frozen=True, slots=True)
class Streak:
    """Study days in a row: now, at most, and how many days were studied altogether.

    ``current`` is 0 when the last streak ended before yesterday; ``today`` tells whether today
    is already part of it.
    """

    current: int = 0
    longest: int = 0
    studied: int = 0
    today: bool = False


def days_of(tally: Tally) -> tuple[Day, ...]:
    """Return every study day with an answer, the earliest first."""
    found = tally.of(Grain.DAY)
    return tuple(
        Day(day, one.answers, one.milliseconds, one.first_at or 0, one.last_at or 0)
        for day, one in sorted((int(key), one) for key, one in found.items())
    )


def heat_map(days: Iterable[Day], today: int) -> tuple[Week, ...]:
    """Return the 53 weeks that end with the week of ``today``, a study day."""
    answers = {day.day: day.answers for day in days}
    this_monday = today - (today - _MONDAY) % 7
    first = this_monday - 7 * (WEEKS - 1)
    return tuple(
        Week(monday, _week(answers, monday, today)) for monday in range(first, today + 1, 7)
    )


def _week(answers: Mapping[int, int], monday: int, today: int) -> tuple[int | None, ...]:
    return tuple(answers.get(day, 0) if day <= today else None for day in range(monday, monday + 7))


def hours_of(tally: Tally) -> tuple[Hour, ...]:
    """Return the 24 local hours with the answers given in each, at the place of each answer."""
    found = tally.of(Grain.HOUR)
    hours = (found.get(str(hour), Sum()) for hour in range(24))
    return tuple(Hour(hour, one.answers, one.share) for hour, one in enumerate(hours))


def streak_of(days: Sequence[Day], now: Moment) -> Streak:
    """Return the streaks of some study days, given the earliest first; ``now`` is the present.

    Two days are in a row when one follows the other, and also when less than 24 hours lie between
    the last answer of one and the first answer of the other: whoever flies east over the date line
    skips a date without having missed a day. At home nobody can miss a whole day in that time. Days
    after today, as a clock that was set wrong leaves them, belong to no streak.
    """
    current = longest = 0
    before: Day | None = None
    for day in days:
        if day.day > now.day:
            break  # a clock that was set wrong once
        current = current + 1 if before and _in_a_row(before, day.day, day.first_at) else 1
        longest = max(longest, current)
        before = day
    if before is None:
        return Streak(studied=len(days))
    alive = _in_a_row(before, now.day, now.at)
    return Streak(current if alive else 0, longest, len(days), before.day == now.day)


def _in_a_row(before: Day, day: int, at: int) -> bool:
    return day - before.day <= 1 or at - before.last_at < MICROSECONDS_PER_DAY
