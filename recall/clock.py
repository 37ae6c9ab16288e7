"""The only reader of time and time zone: instants, study days and the rollover hour.

An instant is an integer of UTC microseconds since 1970-01-01. A study day is an integer: the
number of days from 1970-01-01 to the local date after subtracting the rollover hour, in the
learner's zone at that instant. With a rollover of 4 or 5 no zone's day ever runs backwards at a
change of daylight saving time between 2000 and 2037; nights with a missing or doubled hour need no
special case because the local wall clock is subtracted from, never the instant.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

from recall.errors import ConfigurationError

MICROSECONDS_PER_MINUTE = 60_000_000
MICROSECONDS_PER_DAY = 86_400_000_000
EPOCH_ORDINAL = date(1970, 1, 1).toordinal()
BACKWARD_TOLERANCE = MICROSECONDS_PER_DAY
FORWARD_TOLERANCE = 366 * MICROSECONDS_PER_DAY
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
# Offsets from UTC stay below a day, so a day's margin keeps every local time within its years.
_MARGIN = timedelta(days=1)
_FIRST_INSTANT = (datetime.min.replace(tzinfo=UTC) + _MARGIN - _EPOCH) // _MICROSECOND
_LAST_INSTANT = (datetime.max.replace(tzinfo=UTC) - _MARGIN - _EPOCH) // _MICROSECOND


@dataclass(frozen=True, slots=True)
class Moment:
    """One reading of the clock.

    ``at`` is the instant in UTC microseconds, ``offset`` the zone's distance east of UTC in minutes
    at that instant, ``day`` the study day.
    """

    at: int
    offset: int
    day: int


@dataclass(frozen=True, slots=True)
class Clock:
    """Reads the time in the learner's zone.

    ``read`` returns an aware datetime in the learner's zone; ``rollover_hour`` (0–23) is the local
    hour at which a study day begins; ``follows_computer`` tells whether the zone is the computer's.
    """

    read: Callable[[], datetime]
    rollover_hour: int = 4
    follows_computer: bool = False

    def now(self) -> Moment:
        """Read the clock once."""
        return moment_of(self.read(), self.rollover_hour)

    def local(self, at: int) -> datetime:
        """Return the instant ``at`` (UTC microseconds) in the zone the learner is in now.

        The offset is the one that zone has at that instant, not the one it has today.
        """
        # The computer's zone reads as a bare offset, which is right only for the instant read.
        zone = None if self.follows_computer else self.read().tzinfo
        return instant_to_datetime(at).astimezone(zone)


def system_clock(rollover_hour: int = 4, zone: tzinfo | None = None) -> Clock:
    """Return the computer's clock in ``zone``, or in the computer's own zone."""
    return Clock(
        lambda: datetime.now(UTC).astimezone(zone), rollover_hour, follows_computer=zone is None
    )


def fixed_clock(instant: datetime, rollover_hour: int = 4) -> Clock:
    """Return a clock that always reads ``instant``, an aware datetime; for rehearsals."""
    return Clock(lambda: instant, rollover_hour)


def parse_instant(text: str) -> datetime:
    """Read an ISO 8601 instant with an offset, such as ``2026-12-01T09:30:00+01:00``.

    Raises ConfigurationError when the text is not such an instant.
    """
    hint = "Write a date, a time and an offset, such as 2026-12-01T09:30:00+01:00."
    try:
        instant = datetime.fromisoformat(text.strip())
    except ValueError:
        raise ConfigurationError(f"{text!r} is not an instant.", hint) from None
    if instant.tzinfo is None:
        raise ConfigurationError(f"The instant {text!r} has no offset from UTC.", hint)
    try:
        instant.astimezone(UTC)
    except OverflowError:
        raise ConfigurationError(f"The instant {text!r} is out of range.", hint) from None
    return instant


def moment_of(instant: datetime, rollover_hour: int) -> Moment:
    """Return the moment of an aware local datetime."""
    offset = instant.utcoffset() or timedelta()
    return Moment(
        at=datetime_to_instant(instant),
        offset=int(offset.total_seconds() // 60),
        day=study_day(instant, rollover_hour),
    )


def study_day(instant: datetime, rollover_hour: int) -> int:
    """Return the study day of an aware local datetime: days since 1970-01-01."""
    wall = instant.replace(tzinfo=None)
    ordinal = wall.toordinal() - (1 if wall.hour < rollover_hour else 0)
    return ordinal - EPOCH_ORDINAL


def study_day_at(at: int, offset: int, rollover_hour: int) -> int:
    """Return the study day of an instant (UTC microseconds) at an offset in minutes east of UTC."""
    local = at + (offset - 60 * rollover_hour) * MICROSECONDS_PER_MINUTE
    return local // MICROSECONDS_PER_DAY


def day_to_date(day: int) -> date:
    """Return the calendar date of a study day, clamped to the years 1–9999."""
    ordinal = min(max(day + EPOCH_ORDINAL, 1), date.max.toordinal())
    return date.fromordinal(ordinal)


def datetime_to_instant(instant: datetime) -> int:
    """Return an aware datetime as UTC microseconds since 1970-01-01."""
    return (instant - _EPOCH) // _MICROSECOND


def instant_to_datetime(at: int) -> datetime:
    """Return UTC microseconds since 1970-01-01 as an aware datetime in UTC.

    Instants outside the years 1–9999 become the nearest day within that every zone can show.
    """
    return _EPOCH + timedelta(microseconds=min(max(at, _FIRST_INSTANT), _LAST_INSTANT))


def clock_jump(at: int, last_at: int | None) -> timedelta | None:
    """Return how far the clock stands from the last review, when that is hardly true; else None.

    More than a day before the last review (negative), or more than a year after it: a clock that
    was set wrong, now or then. ``last_at`` is the latest instant in the log, None for an empty one.
    """
    if last_at is None or -BACKWARD_TOLERANCE <= at - last_at <= FORWARD_TOLERANCE:
        return None
    return timedelta(microseconds=at - last_at)
