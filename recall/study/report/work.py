"""What was done and what is to come: answers and minutes by day and hour, and the forecast."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from recall.clock import day_to_date
from recall.study.plots import Column, column_chart, heat_lines
from recall.study.report.section import Section, day_label, number_of, time_of
from recall.study.stats.days import Day, Hour
from recall.study.stats.whole import Statistics
from recall.text import percent, shorten

RECENT_DAYS = 30
_MILLISECONDS_PER_MINUTE = 60_000
_LONGEST_TITLE = 34
_DECKS_NAMED = 3
_TRUSTED_ANSWERS = 50
_BEYOND_CHANCE = 3.0


def overview(statistics: Statistics) -> Section:
    """Return how much was done altogether, and the streak."""
    effort, streak = statistics.effort, statistics.streak
    if not effort.answers:
        return Section(
            _overview_title(statistics),
            "Nothing has been answered yet. From the first answer on, this page shows what you "
            "did; from the second day on, how much you remember.",
        )
    days = number_of(streak.studied, "day")
    sentence = f"{number_of(effort.answers, 'answer')} on {days}, {time_of(effort.milliseconds)}. "
    if streak.current:
        sentence += f"You have studied {number_of(streak.current, 'day')} in a row"
        sentence += "" if streak.today else ", not yet today"
        longest = "the longest so far" if streak.current == streak.longest else ""
        sentence += f"; {longest or f'the longest was {streak.longest:,}'}."
    else:
        sentence += f"The longest streak was {number_of(streak.longest, 'day')}; "
        sentence += "the next answer begins a new one."
    return Section(_overview_title(statistics), sentence)


def _overview_title(statistics: Statistics) -> str:
    decks = statistics.decks
    if not decks:
        return "All decks"
    named = ", ".join(shorten(title, _LONGEST_TITLE) for title in decks[:_DECKS_NAMED])
    more = len(decks) - _DECKS_NAMED
    return f"{named} and {more} more" if more > 0 else named


def forecast(statistics: Statistics, room: int) -> Section:
    """Return how many cards come back on each of the next days."""
    due = statistics.forecast
    title = f"Due on the next {len(due)} days"
    if not sum(due):
        return Section(
            title,
            "Nothing is scheduled in this time. A card stands here from its first answer on, on "
            "the day it comes back.",
        )
    sentence = f"{number_of(sum(due), 'card')} will come back, {due[0]:,} of them today"
    if len(due) > 1:
        sentence += f" and {due[1]:,} tomorrow"
    columns = [
        Column(day_label(statistics.today + place, place % 7 == 0), number)
        for place, number in enumerate(due)
    ]
    return Section(title, f"{sentence}.", tuple(column_chart(columns, room)))


def recent(statistics: Statistics, room: int) -> Section:
    """Return the answers and minutes of each of the last days."""
    title = f"The last {RECENT_DAYS} days"
    by_day = {day.day: day for day in statistics.days}
    first = statistics.today - RECENT_DAYS + 1
    shown = [by_day.get(day) for day in range(first, statistics.today + 1)]
    held = [day for day in shown if day is not None]
    if not held:
        return Section(title, "No answer in this time; each day's answers and minutes stand here.")
    answers = sum(day.answers for day in held)
    taken = sum(day.milliseconds for day in held)
    each = taken / answers / 1000
    sentence = (
        f"{number_of(answers, 'answer')} in {time_of(taken)}, {each:.0f} s each; "
        f"{round(answers / len(held)):,} answers and "
        f"{time_of(round(taken / len(held)))} on a day studied."
    )
    labels = [day_label(first + place, place % 7 == 0) for place in range(RECENT_DAYS)]
    return Section(
        title,
        sentence,
        (
            "Answers",
            *_day_chart(labels, [day.answers if day else 0 for day in shown], room),
            "",
            "Minutes",
            *_day_chart(labels, [_minutes(day) for day in shown], room),
        ),
    )


def _day_chart(labels: Sequence[str], values: Sequence[float], room: int) -> list[str]:
    return column_chart(
        [Column(label, value) for label, value in zip(labels, values, strict=True)],
        room,
        keep_last=True,
    )


def year(statistics: Statistics, room: int) -> Section:
    """Return the heat map of a year."""
    title = "A year of days"
    numbers = [number for week in statistics.weeks for number in week.answers if number]
    if not numbers:
        return Section(
            title,
            "No answer in this year. Each day studied will be a shaded cell, a column a week.",
        )
    best = max(
        (number, week.monday + place)
        for week in statistics.weeks
        for place, number in enumerate(week.answers)
        if number
    )
    sentence = (
        f"{number_of(len(numbers), 'day')} studied in 53 weeks; the most on "
        f"{day_to_date(best[1]).isoformat()}: {number_of(best[0], 'answer')}."
    )
    return Section(title, sentence, tuple(heat_lines(statistics.weeks, room)))


def hours(hours: Sequence[Hour], room: int) -> Section:
    """Return the answers by hour of the day."""
    title = "Hours of the day"
    best = max(hours, key=lambda hour: hour.answers)
    if not best.answers:
        return Section(
            title, "No answer yet; each is counted at the hour of the place it was given."
        )
    sentence = (
        f"Most answers come between {best.hour}:00 and {best.hour + 1}:00, "
        "by the clock of the place you were in."
    )
    sharpest = _sharpest(hours)
    if sharpest is not None:
        sentence += (
            f" You remember most between {sharpest.hour}:00 and {sharpest.hour + 1}:00: "
            f"{percent(sharpest.share.value or 0.0)}."
        )
    columns = [Column(str(hour.hour) if hour.hour % 6 == 0 else "", hour.answers) for hour in hours]
    return Section(title, sentence, tuple(column_chart(columns, room)))


def _sharpest(hours: Sequence[Hour]) -> Hour | None:
    """Return the hour in which most is remembered, when chance does not explain it.

    It must lie three standard errors above the share of all hours: the best of 24 hours is two
    above it in most people who remember the same at any hour.
    """
    counted = sum(hour.share.counted for hour in hours)
    if not counted:
        return None
    usual = sum(hour.share.remembered for hour in hours) / counted

    def above(hour: Hour) -> float:
        error = sqrt(usual * (1 - usual) / max(hour.share.counted, 1))
        return ((hour.share.value or 0.0) - usual) / error if error else 0.0

    trusted = [hour for hour in hours if hour.share.counted >= _TRUSTED_ANSWERS]
    best = max(trusted, key=above, default=None)
    return best if best is not None and above(best) >= _BEYOND_CHANCE else None


def _minutes(day: Day | None) -> float:
    return day.milliseconds / _MILLISECONDS_PER_MINUTE if day is not None else 0.0
