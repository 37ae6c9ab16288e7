"""All figures together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from recall.cards.memory import Memory
from recall.clock import Moment
from recall.study.stats.answered import Answered, Effort, effort_of
from recall.study.stats.days import (
    Day,
    Hour,
    Streak,
    Week,
    days_of,
    heat_map,
    hours_of,
    streak_of,
)
from recall.study.stats.memories import MemoryBin, difficulty_bins, stability_bins
from recall.study.stats.pages import PageFigures
from recall.study.stats.retention import (
    Calibration,
    Retention,
    calibration_of,
    retention_of,
)


@dataclass(frozen=True, slots=True)
class Unit:
    """The figures of one deck, or of a course with all its decks.

    ``name`` is a deck's path or a course's id; ``course`` the id of the course it belongs to, or
    None; ``cards`` counts the cards and key points in it and ``seen`` those of them that were
    answered; ``recall`` is the mean predicted recall over its cards now, unseen ones counted as
    zero.
    """

    name: str
    title: str
    code: str | None
    course: str | None
    cards: int
    seen: int
    recall: float
    effort: Effort


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything the statistics show.

    ``today`` is the study day of the figures; ``decks`` the titles of the decks they are
    restricted to, empty for everything ever answered; ``forecast`` the cards that fall due on each
    day from today on, what is overdue on the first; ``days`` every study day with an answer;
    ``weeks`` the heat map of a year; ``stability`` and ``difficulty`` the cards answered that stand
    in a deck now; ``pages`` the blank pages finished, oldest first.
    """

    today: int
    decks: tuple[str, ...]
    effort: Effort
    streak: Streak
    forecast: tuple[int, ...]
    days: tuple[Day, ...]
    weeks: tuple[Week, ...]
    retention: Retention
    calibration: Calibration
    stability: tuple[MemoryBin, ...]
    difficulty: tuple[MemoryBin, ...]
    hours: tuple[Hour, ...]
    units: tuple[Unit, ...]
    courses: tuple[Unit, ...]
    pages: tuple[PageFigures, ...] = ()


def statistics_of(
    answers: Sequence[Answered],
    memories: Iterable[Memory],
    now: Moment,
    *,
    decks: tuple[str, ...] = (),
    forecast: tuple[int, ...] = (),
    units: tuple[Unit, ...] = (),
    courses: tuple[Unit, ...] = (),
    pages: tuple[PageFigures, ...] = (),
) -> Statistics:
    """Return the figures of some answers.

    ``memories`` are those of the cards whose stability and difficulty are shown; the rest is
    passed on as it is.
    """
    days = days_of(answers)
    known = [memory for memory in memories if memory.stability is not None]
    return Statistics(
        today=now.day,
        decks=decks,
        effort=effort_of(answers),
        streak=streak_of(days, now),
        forecast=forecast,
        days=days,
        weeks=heat_map(days, now.day),
        retention=retention_of(answers),
        calibration=calibration_of(answers),
        stability=stability_bins(memory.stability or 0.0 for memory in known),
        difficulty=difficulty_bins(memory.difficulty or 0.0 for memory in known),
        hours=hours_of(answers),
        units=units,
        courses=courses,
        pages=pages,
    )
