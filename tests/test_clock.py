from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from functools import cache
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.clock import (
    MICROSECONDS_PER_DAY,
    Clock,
    Moment,
    clock_jump,
    datetime_to_instant,
    day_to_date,
    fixed_clock,
    instant_to_datetime,
    moment_of,
    parse_instant,
    study_day,
    study_day_at,
    system_clock,
)
from recall.errors import ConfigurationError

ZONES = (
    "UTC",
    "Europe/Brussels",
    "Europe/Lisbon",
    "America/New_York",
    "America/St_Johns",
    "America/Caracas",
    "America/Sao_Paulo",
    "America/Havana",
    "America/Nuuk",
    "Australia/Lord_Howe",
    "Australia/Adelaide",
    "Pacific/Apia",
    "Pacific/Chatham",
    "Pacific/Kiritimati",
    "Asia/Kathmandu",
    "Asia/Kolkata",
    "Asia/Pyongyang",
    "Asia/Tehran",
    "Asia/Gaza",
    "Africa/Casablanca",
    "Africa/Cairo",
    "Antarctica/Casey",
    "Antarctica/Troll",
)
_FIRST, _LAST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2038, 1, 1, tzinfo=UTC)
zones = st.sampled_from(ZONES).map(ZoneInfo)
instants = st.integers(0, (_LAST - _FIRST) // timedelta(microseconds=1)).map(
    lambda microseconds: _FIRST + timedelta(microseconds=microseconds)
)
rollovers = st.integers(0, 23)


@cache
def _transitions(name: str) -> tuple[datetime, ...]:
    """The first minute after each change of a zone's offset from 2000 to 2037, in UTC."""
    zone, found = ZoneInfo(name), []
    before = _FIRST
    while before < _LAST:
        after = before + timedelta(days=1)
        if before.astimezone(zone).utcoffset() != after.astimezone(zone).utcoffset():
            low, high = 0, 1440
            while high - low > 1:
                middle = (low + high) // 2
                same = (before + timedelta(minutes=middle)).astimezone(
                    zone
                ).utcoffset() == before.astimezone(zone).utcoffset()
                low, high = (middle, high) if same else (low, middle)
            found.append(before + timedelta(minutes=high))
        before = after
    return tuple(found)


@pytest.mark.parametrize("rollover_hour", [4, 5])
@pytest.mark.parametrize("name", ZONES)
def test_no_change_of_offset_takes_a_study_day_back(name: str, rollover_hour: int) -> None:
    zone = ZoneInfo(name)
    for transition in _transitions(name):
        days = [
            study_day((transition + timedelta(minutes=minutes)).astimezone(zone), rollover_hour)
            for minutes in range(-300, 301, 5)
        ]
        assert days == sorted(days)


def test_the_zones_do_change_their_offsets() -> None:
    assert len(_transitions("Europe/Brussels")) == 76
    assert not _transitions("Asia/Kolkata")
    assert sum(len(_transitions(name)) for name in ZONES) > 900


def test_a_rollover_at_midnight_does_take_days_back_somewhere() -> None:
    # Until 2011 Newfoundland set its clocks back at 00:01, to 23:01 of the day before.
    zone, steps = ZoneInfo("America/St_Johns"), []
    for transition in _transitions("America/St_Johns"):
        before, after = (
            study_day((transition + timedelta(minutes=minutes)).astimezone(zone), 0)
            for minutes in (-1, 0)
        )
        steps.append(after - before)
    assert steps.count(-1) == 11


@given(zones, instants, st.timedeltas(timedelta(0), timedelta(days=400)), st.sampled_from((4, 5)))
def test_a_later_instant_has_no_earlier_study_day(
    zone: ZoneInfo, instant: datetime, gap: timedelta, rollover_hour: int
) -> None:
    before = study_day(instant.astimezone(zone), rollover_hour)
    assert study_day((instant + gap).astimezone(zone), rollover_hour) >= before


@given(zones, instants, rollovers)
def test_the_study_day_follows_from_instant_and_offset(
    zone: ZoneInfo, instant: datetime, rollover_hour: int
) -> None:
    moment = moment_of(instant.astimezone(zone), rollover_hour)
    assert moment.at == datetime_to_instant(instant)
    assert moment.day == study_day_at(moment.at, moment.offset, rollover_hour)
    assert instant.astimezone(zone).utcoffset() == timedelta(minutes=moment.offset)


@given(zones, instants, rollovers)
def test_a_study_day_begins_at_the_rollover_hour(
    zone: ZoneInfo, instant: datetime, rollover_hour: int
) -> None:
    local = instant.astimezone(zone)
    expected = local.date() - timedelta(days=local.hour < rollover_hour)
    assert day_to_date(study_day(local, rollover_hour)) == expected


def test_S1_the_nights_of_changing_clocks_have_one_change_of_day() -> None:  # noqa: N802 - the case's id
    brussels = ZoneInfo("Europe/Brussels")
    for night in (datetime(2026, 10, 25, tzinfo=UTC), datetime(2026, 3, 29, tzinfo=UTC)):
        for rollover_hour in (3, 4):
            days = [
                study_day((night + timedelta(minutes=minutes)).astimezone(brussels), rollover_hour)
                for minutes in range(-120, 600)
            ]
            assert len(set(days)) == 2
            assert days == sorted(days)
            assert days[-1] == (night.date() - date(1970, 1, 1)).days


@pytest.mark.parametrize("fold", [0, 1])
@pytest.mark.parametrize(("hour", "minute"), [(2, 0), (2, 30), (2, 59)])
def test_S1_the_doubled_hour_belongs_to_the_day_before(  # noqa: N802 - the case's id
    hour: int, minute: int, fold: int
) -> None:
    night = datetime(2026, 10, 25, hour, minute, fold=fold, tzinfo=ZoneInfo("Europe/Brussels"))
    assert day_to_date(study_day(night, 3)) == date(2026, 10, 24)
    assert day_to_date(study_day(night + timedelta(hours=1), 3)) == date(2026, 10, 25)


def test_S4_a_flight_is_told_by_its_study_day() -> None:  # noqa: N802 - the case's id
    instant = datetime(2026, 1, 10, 21, 0, tzinfo=UTC)
    berlin = moment_of(instant.astimezone(ZoneInfo("Europe/Berlin")), 4)
    tokyo = moment_of(instant.astimezone(ZoneInfo("Asia/Tokyo")), 4)
    assert (berlin.at, berlin.offset, tokyo.offset) == (tokyo.at, 60, 540)
    assert tokyo.day == berlin.day + 1


def test_a_zone_that_skips_a_day_skips_its_study_day() -> None:
    apia = ZoneInfo("Pacific/Apia")
    last = moment_of(datetime(2011, 12, 29, 23, 0, tzinfo=apia), 4)
    first = moment_of(datetime(2011, 12, 31, 5, 0, tzinfo=apia), 4)
    assert first.at - last.at == 6 * 3_600_000_000
    assert first.day == last.day + 2


@pytest.mark.parametrize(
    ("at", "last_at", "jump"),
    [
        (0, None, None),
        (0, 0, None),
        (5 * MICROSECONDS_PER_DAY, 6 * MICROSECONDS_PER_DAY, None),
        (
            5 * MICROSECONDS_PER_DAY,
            6 * MICROSECONDS_PER_DAY + 1,
            timedelta(days=-1, microseconds=-1),
        ),
        (366 * MICROSECONDS_PER_DAY, 0, None),
        (366 * MICROSECONDS_PER_DAY + 1, 0, timedelta(days=366, microseconds=1)),
        (0, 20_000 * MICROSECONDS_PER_DAY, timedelta(days=-20_000)),
        (23_650 * MICROSECONDS_PER_DAY, 20_000 * MICROSECONDS_PER_DAY, timedelta(days=3_650)),
    ],
)
def test_S6_a_clock_that_jumped_is_noticed(  # noqa: N802 - the case's id
    at: int, last_at: int | None, jump: timedelta | None
) -> None:
    assert clock_jump(at, last_at) == jump


@given(st.datetimes(timezones=st.just(UTC)))
def test_instants_come_back_exactly(instant: datetime) -> None:
    at = datetime_to_instant(instant)
    if datetime(1, 1, 2, tzinfo=UTC) <= instant < datetime(9999, 12, 31, tzinfo=UTC):
        assert instant_to_datetime(at) == instant
    assert datetime_to_instant(instant_to_datetime(at)) - at in range(
        -MICROSECONDS_PER_DAY, MICROSECONDS_PER_DAY + 1
    )


@pytest.mark.parametrize("at", [-(10**30), -(10**17), 0, 10**18, 10**30])
@pytest.mark.parametrize("hours", [-23, 0, 23])
def test_S9_any_instant_can_be_shown_in_any_zone(at: int, hours: int) -> None:  # noqa: N802 - the case's id
    zone = timezone(timedelta(hours=hours))
    clock = fixed_clock(datetime(2026, 1, 1, tzinfo=zone))
    assert 1 <= clock.local(at).year <= 9999


@pytest.mark.parametrize(
    ("day", "shown"),
    [
        (-(10**9), date(1, 1, 1)),
        (-719_162, date(1, 1, 1)),
        (-3, date(1969, 12, 29)),
        (0, date(1970, 1, 1)),
        (24_855, date(2038, 1, 19)),
        (2_932_896, date(9999, 12, 31)),
        (10**9, date(9999, 12, 31)),
    ],
)
def test_S22_any_study_day_has_a_date(day: int, shown: date) -> None:  # noqa: N802 - the case's id
    assert day_to_date(day) == shown


def test_the_first_and_last_moments_have_study_days() -> None:
    first = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14)))
    last = datetime(9999, 12, 31, 23, 59, tzinfo=timezone(timedelta(hours=-12)))
    assert moment_of(first, 4).day == -719_163
    assert moment_of(last, 4).day == 2_932_896


@given(st.integers(-(10**18), 10**18), st.integers(-1439, 1439), rollovers)
def test_a_study_day_is_a_day_long(at: int, offset: int, rollover_hour: int) -> None:
    day = study_day_at(at, offset, rollover_hour)
    assert study_day_at(at + MICROSECONDS_PER_DAY, offset, rollover_hour) == day + 1
    begins = day * MICROSECONDS_PER_DAY + (60 * rollover_hour - offset) * 60_000_000
    assert begins <= at < begins + MICROSECONDS_PER_DAY


def test_the_clock_reads_once() -> None:
    readings = iter([datetime(2026, 12, 1, 3, 30, tzinfo=timezone(timedelta(hours=1)))])
    moment = Clock(lambda: next(readings), rollover_hour=4).now()
    assert moment == Moment(at=1_796_092_200_000_000, offset=60, day=20_787)
    assert day_to_date(moment.day) == date(2026, 11, 30)


def test_a_fixed_clock_always_reads_the_same() -> None:
    instant = datetime(2026, 12, 1, 9, 30, tzinfo=ZoneInfo("Europe/Brussels"))
    clock = fixed_clock(instant, rollover_hour=5)
    assert clock.now() == clock.now() == moment_of(instant, 5)


def test_local_times_have_the_offset_of_their_own_season() -> None:
    clock = fixed_clock(datetime(2026, 12, 1, 9, 30, tzinfo=ZoneInfo("Europe/Brussels")))
    summer = datetime_to_instant(datetime(2026, 7, 1, 12, 0, tzinfo=UTC))
    assert clock.local(summer).isoformat() == "2026-07-01T14:00:00+02:00"


@pytest.fixture
def _in_brussels(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as environment:
        environment.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("_in_brussels")
def test_the_computers_clock_follows_the_seasons_of_its_zone() -> None:
    clock = system_clock()
    for month, offset in ((1, 1), (7, 2)):
        noon = datetime(2026, month, 1, 12, 0, tzinfo=UTC)
        assert clock.local(datetime_to_instant(noon)).utcoffset() == timedelta(hours=offset)
    assert clock.now().offset in (60, 120)


def test_the_computers_clock_in_a_zone_of_choice() -> None:
    clock = system_clock(rollover_hour=5, zone=ZoneInfo("Asia/Kathmandu"))
    before = time.time_ns() // 1000
    moment = clock.now()
    assert before <= moment.at <= time.time_ns() // 1000
    assert moment.offset == 345
    assert moment.day == study_day_at(moment.at, 345, 5)
    assert clock.local(0).isoformat() == "1970-01-01T05:30:00+05:30"


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("2026-12-01T09:30:00+01:00", 1_796_113_800_000_000),
        (" 2026-12-01T08:30:00Z\n", 1_796_113_800_000_000),
        ("1969-12-31T23:59:59.999999+00:00", -1),
    ],
)
def test_an_instant_is_read(text: str, at: int) -> None:
    assert datetime_to_instant(parse_instant(text)) == at


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is not an instant"),
        ("yesterday", "is not an instant"),
        ("2026-02-30T09:30:00+01:00", "is not an instant"),
        ("2026-12-01T09:30:00", "has no offset"),
        ("2026-12-01", "has no offset"),
        ("9999-12-31T23:59:59-12:00", "is out of range"),
        ("0001-01-01T00:00:00+12:00", "is out of range"),
    ],
)
def test_a_text_that_is_no_instant_is_refused(text: str, told: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        parse_instant(text)
    assert told in caught.value.message
    assert "2026-12-01T09:30:00+01:00" in caught.value.hint
