"""Times and counts in words, the same in every locale."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from recall.cards.memory import Memory
from recall.clock import Clock, day_to_date

if TYPE_CHECKING:
    from recall.library.values import Synced

_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_DAYS_PER_MONTH = 30.44
_DAYS_PER_YEAR = 365.25


def count(number: int, singular: str, plural: str | None = None) -> str:
    """Return a number with its noun: ``1 card``, ``2 cards``."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def short_date(day: date, today: date) -> str:
    """Return ``Mon 7 Dec``, with the year when it is not this one."""
    text = f"{_WEEKDAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]}"
    return text if day.year == today.year else f"{text} {day.year}"


def wait_of_minutes(minutes: float) -> str:
    """Return a wait of less than a day: ``<1 min``, ``10 min``, ``2 h``."""
    if minutes < 1:
        return "<1 min"
    if round(minutes) < 60:
        return f"{round(minutes)} min"
    hours = round(minutes / 60, 1)
    return f"{hours:.0f} h" if hours >= 10 or hours.is_integer() else f"{hours:.1f} h"


def wait_of_days(days: int) -> str:
    """Return a wait of whole days: ``6 d``, ``4.1 mo``, ``2.3 y``."""
    if days < 100:
        return f"{days} d"
    if days < 2 * _DAYS_PER_YEAR:
        return f"{days / _DAYS_PER_MONTH:.1f} mo"
    return f"{days / _DAYS_PER_YEAR:.1f} y"


def relative_day(day: int, today: int) -> str:
    """Return a study day in words: ``today``, ``tomorrow``, ``in 6 days, Mon 7 Dec``."""
    distance = day - today
    when = short_date(day_to_date(day), day_to_date(today))
    if distance == 0:
        return "today"
    if distance == 1:
        return f"tomorrow, {when}"
    if distance == -1:
        return f"yesterday, {when}"
    if distance < 0:
        return f"{-distance:,} days ago, {when}"
    return f"in {distance:,} days, {when}"


def clock_time(instant: datetime) -> str:
    """Return the local time of day as ``14:05``."""
    return f"{instant.hour:02d}:{instant.minute:02d}"


def due_in_words(memory: Memory, clock: Clock, today: int) -> str:
    """Return when a card is due, in words."""
    if memory.due_at is not None:
        minutes = (memory.due_at - clock.now().at) / 60_000_000
        if minutes <= 0:
            return "now"
        return f"in {wait_of_minutes(minutes)}, at {clock_time(clock.local(memory.due_at))}"
    if memory.due_day is None:
        return "not yet learnt"
    return relative_day(memory.due_day, today)


def synced_in_words(synced: Synced) -> tuple[str, ...]:
    """Return what a sync did in one sentence, and one for each thing that should be known of it."""
    others = count(synced.files, "file") + " of other devices"
    sentence = (
        f"{count(synced.received, 'record')} received, {synced.sent:,} sent; "
        f"{count(synced.cards, 'card')} changed ({others})."
    )
    notices = [f"Passed over: {fault}." for fault in synced.faults]
    notices += [
        f"The last line of {name} has not come whole yet; the next sync takes it in."
        for name in synced.waiting
    ]
    if synced.renewed:
        notices.append(
            "This progress file was restored or copied, so this machine goes on under a new "
            "device id; nothing is lost."
        )
    if synced.unknown:
        notices.append(
            f"{count(synced.unknown, 'action')} of a newer recall were kept; they mean nothing to "
            "this version."
        )
    return (sentence, *notices)


def minutes_for(cards: int, seconds_each: float) -> int:
    """Return about how many whole minutes some cards take, at least one for any."""
    return max(1, round(cards * seconds_each / 60)) if cards else 0
