"""Study days through changes of a zone's clock, at every rollover hour, and at the ends of time.

The study day is that of the wall clock less the rollover hour; what makes it never decrease within
a log is ``Context.moment``, which is tested over the same zones in tests/library/test_travel.py.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.clock import (
    MICROSECONDS_PER_DAY,
    day_to_date,
    instant_to_datetime,
    moment_of,
    study_day,
    study_day_at,
)

CHANGES = {
    "Europe/Brussels-spring": ("Europe/Brussels", datetime(2026, 3, 29, tzinfo=UTC)),
    "Europe/Brussels-autumn": ("Europe/Brussels", datetime(2026, 10, 25, tzinfo=UTC)),
    "America/New_York-spring": ("America/New_York", datetime(2026, 3, 8, tzinfo=UTC)),
    "America/New_York-autumn": ("America/New_York", datetime(2026, 11, 1, tzinfo=UTC)),
    "Lord_Howe-half-an-hour-back": ("Australia/Lord_Howe", datetime(2026, 4, 4, tzinfo=UTC)),
    "Lord_Howe-half-an-hour-on": ("Australia/Lord_Howe", datetime(2026, 10, 3, tzinfo=UTC)),
    "St_Johns-at-one-past-midnight": ("America/St_Johns", datetime(2006, 10, 29, tzinfo=UTC)),
    "Chatham-autumn": ("Pacific/Chatham", datetime(2026, 4, 4, tzinfo=UTC)),
    "Apia-skips-a-day": ("Pacific/Apia", datetime(2011, 12, 30, tzinfo=UTC)),
    "Kwajalein-skips-a-day": ("Pacific/Kwajalein", datetime(1993, 8, 21, tzinfo=UTC)),
    "Kwajalein-1969": ("Pacific/Kwajalein", datetime(1969, 9, 30, tzinfo=UTC)),
    "Kathmandu-1986": ("Asia/Kathmandu", datetime(1985, 12, 31, tzinfo=UTC)),
    "Kolkata": ("Asia/Kolkata", datetime(2026, 6, 1, tzinfo=UTC)),
    "UTC+14": ("Pacific/Kiritimati", datetime(2026, 6, 1, tzinfo=UTC)),
    "UTC-12": ("Etc/GMT+12", datetime(2026, 6, 1, tzinfo=UTC)),
    "the-year-2038": ("Europe/Brussels", datetime(2038, 1, 19, tzinfo=UTC)),
}
SKIPPED = {"Apia-skips-a-day": date(2011, 12, 30), "Kwajalein-skips-a-day": date(1993, 8, 21)}
REPEATED = "Kwajalein-1969"  # there a whole day came twice
MINUTES = 15


def walk(name: str, rollover_hour: int) -> list[tuple[datetime, int]]:
    """Local times and study days every few minutes, from a day and a half before to after."""
    zone, middle = ZoneInfo(CHANGES[name][0]), CHANGES[name][1]
    instants = (middle + timedelta(minutes=minutes) for minutes in range(-1800, 3000, MINUTES))
    return [
        (local, study_day(local, rollover_hour))
        for local in (instant.astimezone(zone) for instant in instants)
    ]


@pytest.mark.parametrize("rollover_hour", range(24))
@pytest.mark.parametrize("name", CHANGES)
def test_s1_every_local_instant_has_one_study_day(name: str, rollover_hour: int) -> None:
    steps = walk(name, rollover_hour)
    for local, day in steps:
        moment = moment_of(local, rollover_hour)
        assert moment.day == day
        # The same instant, told by its offset alone as the log keeps it, has the same day.
        again = instant_to_datetime(moment.at).astimezone(
            timezone(timedelta(minutes=moment.offset))
        )
        assert local.utcoffset() != again.utcoffset() or study_day(again, rollover_hour) == day
        wall = local.replace(tzinfo=None) - timedelta(hours=rollover_hour)
        assert day_to_date(day) == wall.date()
    back = [(one[0], two[0]) for one, two in pairwise(steps) if two[1] < one[1]]
    if rollover_hour in (4, 5) and name != REPEATED:
        assert back == []
    # A day runs back only where the wall clock does, across the hour at which it begins.
    for before, after in back:
        assert after.replace(tzinfo=None) < before.replace(tzinfo=None)
    assert len(back) <= 1


@pytest.mark.parametrize("name", CHANGES)
def test_no_study_day_is_missing_but_those_the_zone_itself_leaves_out(name: str) -> None:
    for rollover_hour, skipped in ((0, SKIPPED.get(name)), (4, None)):
        # The hours after midnight belong to the day before, also where that never was.
        days = {day for _, day in walk(name, rollover_hour)}
        missing = [day_to_date(day) for day in range(min(days), max(days)) if day not in days]
        assert missing == ([] if skipped is None else [skipped])


@given(
    st.integers(0, 23),
    st.integers(-12 * 60, 14 * 60),
    st.integers(-MICROSECONDS_PER_DAY * 366, MICROSECONDS_PER_DAY * 2_932_000),
)
def test_s22_days_are_whole_from_before_1970_to_the_year_9999(
    rollover_hour: int, offset: int, at: int
) -> None:
    day = study_day_at(at, offset, rollover_hour)
    assert study_day_at(at + MICROSECONDS_PER_DAY, offset, rollover_hour) == day + 1
    local = instant_to_datetime(at).astimezone(timezone(timedelta(minutes=offset)))
    if date(1969, 1, 3) < local.date() < date(9999, 12, 29):
        assert study_day(local, rollover_hour) == day
        assert abs((day_to_date(day) - local.date()).days) <= 1
