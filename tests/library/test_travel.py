"""Learners who fly, clocks that are set, and the ends of time, through the real library.

Whatever the clock says, a study day never decreases within a log, no card comes twice on a day, a
due day is never before the day it was decided on, and the day's work never skips today.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recall.cards.history import Mode
from recall.cards.memory import Rating
from recall.clock import study_day
from recall.config import Config
from tests.library.building import PLAIN, Desk, answer, answer_all, finding, questions

ZONES = (
    "Europe/Brussels",
    "America/New_York",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Pacific/Kwajalein",
    "Asia/Kathmandu",
    "Pacific/Chatham",
    "Asia/Kolkata",
    "America/St_Johns",
    "Pacific/Kiritimati",
    "Etc/GMT+12",
)


def check_log(desk: Desk) -> None:
    days = [review.day for review in desk.reviews()]
    assert days == sorted(days)
    for review in desk.reviews():
        if review.mode is not Mode.CRAM and review.due_day is not None:
            assert review.due_day >= review.day


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Europe/Berlin", "Asia/Tokyo"),
        ("Asia/Tokyo", "America/Los_Angeles"),
        ("Pacific/Kiritimati", "Etc/GMT+12"),
        ("Etc/GMT+12", "Pacific/Kiritimati"),
        ("Asia/Kathmandu", "America/St_Johns"),
    ],
)
@pytest.mark.parametrize("rollover_hour", [0, 4, 23])
def test_s4_no_flight_brings_a_card_twice_on_a_day(
    desk: Desk, first: str, second: str, rollover_hour: int
) -> None:
    """Grades at 22:00, a flight of twelve hours, and all that is due then for two weeks."""
    desk.write("a.md", questions(3))
    config = Config(fuzz=False, rollover_hour=rollover_hour)
    desk.now = datetime(2026, 12, 1, 22, tzinfo=ZoneInfo(first))
    library = desk.open(config)
    answer_all(desk, library.session())
    here = study_day(desk.now, rollover_hour)
    for hours in range(0, 14 * 24, 12):
        instant = datetime(2026, 12, 2, 10, tzinfo=ZoneInfo(first)) + timedelta(hours=hours)
        desk.now = instant.astimezone(ZoneInfo(second))
        here = max(here, study_day(desk.now, rollover_hour))
        answer_all(desk, library.session())
    check_log(desk)
    seen = [(review.name, review.day) for review in desk.reviews()]
    assert len(seen) == len(set(seen))
    assert len(seen) > 3
    assert desk.reviews()[-1].day <= here
    assert finding(library, "card states").well


def test_s4_a_streak_survives_a_flight_in_both_directions(desk: Desk) -> None:
    desk.write("a.md", questions(30))
    library = desk.open(Config(fuzz=False, new_per_day=1))
    zones = ["Europe/Berlin"] * 3 + ["America/Los_Angeles"] * 3 + ["Asia/Tokyo"] * 3
    for place, zone in enumerate(zones):
        desk.now = datetime(2026, 12, 1 + place, 20, tzinfo=ZoneInfo(zone))
        answer(library.session(new=1), Rating.EASY)
    check_log(desk)
    days = {review.day for review in desk.reviews()}
    assert len(days) == len(zones)
    assert library.statistics().streak.current == len(zones)


@pytest.mark.parametrize(
    ("zone", "start"),
    [
        ("Europe/Brussels", datetime(2026, 10, 24, 12, tzinfo=UTC)),
        ("Europe/Brussels", datetime(2026, 3, 28, 12, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 10, 31, 18, tzinfo=UTC)),
        ("Australia/Lord_Howe", datetime(2026, 4, 4, 2, tzinfo=UTC)),
        ("Pacific/Apia", datetime(2011, 12, 29, 22, tzinfo=UTC)),
        ("Pacific/Kwajalein", datetime(1993, 8, 20, 12, tzinfo=UTC)),
        ("Asia/Kathmandu", datetime(2026, 10, 24, 12, tzinfo=UTC)),
        ("Pacific/Chatham", datetime(2026, 4, 3, 12, tzinfo=UTC)),
        ("America/St_Johns", datetime(2026, 3, 7, 12, tzinfo=UTC)),
        ("Pacific/Kiritimati", datetime(2026, 6, 1, 12, tzinfo=UTC)),
        ("Etc/GMT+12", datetime(2026, 6, 1, 12, tzinfo=UTC)),
    ],
)
def test_s1_hours_of_answers_never_skip_today(desk: Desk, zone: str, start: datetime) -> None:
    """A day and a half of answers, one every three hours, over a night when the clocks change."""
    desk.write("a.md", questions(40))
    desk.now = start.astimezone(ZoneInfo(zone))
    library = desk.open(Config(fuzz=False, new_per_day=40))
    days = []
    for _ in range(12):
        session = library.session()
        days.append(study_day(desk.now, 4))
        answer(session, Rating.EASY)
        instant = desk.now.astimezone(UTC) + timedelta(hours=3)
        desk.now = instant.astimezone(ZoneInfo(zone))
    assert [review.day for review in desk.reviews()] == days
    check_log(desk)


@pytest.mark.parametrize(
    ("first", "jump"),
    [
        (datetime(1970, 1, 1, 12, tzinfo=UTC), timedelta(days=20_000)),
        (datetime(2026, 12, 1, 12, tzinfo=UTC), timedelta(days=3650)),
        (datetime(2026, 12, 1, 12, tzinfo=UTC), timedelta(days=-5)),
        (datetime(2038, 1, 19, 3, tzinfo=UTC), timedelta(hours=1)),
        (datetime(9998, 6, 1, 12, tzinfo=UTC), timedelta(days=400)),
    ],
    ids=["s6-1970", "s6-ten-years-on", "s7-five-days-back", "s22-2038", "s9-9999"],
)
def test_clocks_that_are_set(desk: Desk, first: datetime, jump: timedelta) -> None:
    desk.write("a.md", questions(3))
    desk.now = first
    library = desk.open(PLAIN)
    answer_all(desk, library.session())
    for now in (first + jump, first + jump + timedelta(days=1), first, first + timedelta(days=3)):
        desk.now = now
        library.home()
        answer_all(desk, library.session())
        library.mark("a.md#q1", flagged=True)
        library.mark("a.md#q1", flagged=False)
        library.history()
        library.card("a.md#q1")
    for review in desk.reviews():
        assert review.due_day is None or review.due_day >= review.day
    assert finding(library, "card states").well
    while library.undo() is not None:
        pass
    assert {row.reps for row in library.search()} == {0}
    assert finding(library, "card states").well


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(ZONES), st.integers(-30, 60), st.booleans()),
        min_size=2,
        max_size=12,
    ),
    st.integers(0, 23),
)
def test_a_study_day_never_decreases_whatever_the_traveller_does(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[str, int, bool]],
    rollover_hour: int,
) -> None:
    desk = Desk(tmp_path_factory.mktemp("travel"))
    desk.decks.mkdir()
    desk.write("a.md", questions(12))
    desk.now = datetime(2026, 3, 28, 12, tzinfo=UTC)
    library = desk.open(Config(fuzz=False, rollover_hour=rollover_hour, new_per_day=40))
    latest = desk.now
    for zone, hours, take_back in steps:
        # A clock that runs back by more than a day is a wrong one, and holds nothing up.
        instant = max(
            desk.now.astimezone(UTC) + timedelta(hours=hours), latest - timedelta(hours=20)
        )
        latest = max(latest, instant)
        desk.now = instant.astimezone(ZoneInfo(zone))
        session = library.session()
        if session.current is not None:
            answer(session, Rating.GOOD)
        if take_back:
            session.undo()
    check_log(desk)
    assert finding(library, "card states").well
    desk.close()
