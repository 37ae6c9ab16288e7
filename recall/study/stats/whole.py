"""All figures together."""

from __future__ import annotations

from dataclasses import dataclass

from recall.clock import Moment
from recall.study.stats.answered import Effort
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
from recall.study.stats.memories import MemoryBin
from recall.study.stats.pages import PageFigures
from recall.study.stats.retention import (
    Calibration,
    Retention,
    calibration_of,
    retention_of,
)
from recall.study.stats.tally import Tally


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
    tally: Tally,
    now: Moment,
    *,
    stability: tuple[MemoryBin, ...] = (),
    difficulty: tuple[MemoryBin, ...] = (),
    decks: tuple[str, ...] = (),
    forecast: tuple[int, ...] = (),
    units: tuple[Unit, ...] = (),
    courses: tuple[Unit, ...] = (),
    pages: tuple[PageFigures, ...] = (),
) -> Statistics:
    """Return the figures of some answers; what does not follow from them is passed on as it is."""
    days = days_of(tally)
    return Statistics(
        today=now.day,
        decks=decks,
        effort=tally.whole().effort,
        streak=streak_of(days, now),
        forecast=forecast,
        days=days,
        weeks=heat_map(days, now.day),
        retention=retention_of(tally),
        calibration=calibration_of(tally),
        stability=stability,
        difficulty=difficulty,
        hours=hours_of(tally),
        units=units,
        courses=courses,
        pages=pages,
    )
