from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.memory import Rating
from recall.clock import MICROSECONDS_PER_DAY, MICROSECONDS_PER_MINUTE, Moment, study_day_at
from recall.study.stats.answered import Answered
from recall.study.stats.days import Day, Streak, heat_map, streak_of
from tests.study.figures import NOW, TODAY, answered, answers, days_of, hours_of

OFFSETS = st.sampled_from((-720, -660, -570, -300, -210, 0, 60, 330, 345, 630, 765, 840))


def noon(day: int) -> Moment:
    return Moment(day * MICROSECONDS_PER_DAY + MICROSECONDS_PER_DAY // 2, 0, day)


@given(answers)
def test_every_answer_is_in_one_day_one_hour_and_one_week(given_: list[Answered]) -> None:
    days = days_of(given_)
    assert [day.day for day in days] == sorted({answer.day for answer in given_})
    assert sum(day.answers for day in days) == len(given_)
    assert sum(day.milliseconds for day in days) == sum(one.milliseconds for one in given_)
    assert sum(hour.answers for hour in hours_of(given_)) == len(given_)
    weeks = heat_map(days, TODAY)
    shown = sum(number for week in weeks for number in week.answers if number)
    assert shown == sum(day.answers for day in days if day.day >= weeks[0].monday)


def test_the_heat_map_is_53_weeks_from_monday_that_end_with_this_one() -> None:
    days = days_of([answered(TODAY), answered(TODAY), answered(TODAY - 1)])
    weeks = heat_map(days, TODAY)
    assert len(weeks) == 53
    assert [later.monday - week.monday for week, later in pairwise(weeks)] == ([7] * 52)
    # 1 December 2026 is a Tuesday.
    assert weeks[-1].monday == TODAY - 1
    assert weeks[-1].answers == (1, 2, None, None, None, None, None)
    assert weeks[-2].answers == (0,) * 7


@pytest.mark.parametrize("weekday", range(7))
def test_the_last_week_holds_today(weekday: int) -> None:
    today = TODAY - 1 + weekday
    last = heat_map((), today)[-1]
    assert last.answers == (0,) * (weekday + 1) + (None,) * (6 - weekday)


def test_S5_days_and_hours_are_those_of_the_place_of_the_answer() -> None:  # noqa: N802 - the case's id
    # 23:30 five hours west of UTC is 13:30 on the next day nine hours east of it.
    late = answered(TODAY - 1, minute=1410, offset=-300)
    assert study_day_at(late.at, -300, 4) == TODAY - 1
    assert study_day_at(late.at, 540, 4) == TODAY
    east = Moment(late.at + MICROSECONDS_PER_MINUTE, 540, TODAY)
    assert [day.day for day in days_of([late])] == [TODAY - 1]
    assert heat_map(days_of([late]), east.day)[-1].answers[:2] == (1, 0)
    assert [hour.hour for hour in hours_of([late]) if hour.answers] == [23]
    assert streak_of(days_of([late]), east) == Streak(1, 1, 1, today=False)


@given(
    st.lists(st.tuples(st.integers(1, 24 * 60 - 1), OFFSETS), min_size=1, max_size=80),
    st.integers(0, 24 * 60 - 1),
    OFFSETS,
)
def test_S5_no_journey_breaks_a_streak(  # noqa: N802 - the case's id
    legs: list[tuple[int, int]], wait: int, last_offset: int
) -> None:
    """Whoever answers every day of their life, wherever, has one streak over all study days."""
    at = NOW.at
    day = 0
    given_ = []
    for minutes, offset in legs:
        at += minutes * MICROSECONDS_PER_MINUTE
        day = max(day, study_day_at(at, offset, 4))  # as the journal keeps it
        given_.append(Answered(day, offset, at, Rating.GOOD, 5_000))
    at += wait * MICROSECONDS_PER_MINUTE
    now = Moment(at, last_offset, max(day, study_day_at(at, last_offset, 4)))
    days = days_of(given_)
    assert streak_of(days, now) == Streak(len(days), len(days), len(days), day == now.day)


@given(st.sets(st.integers(TODAY - 40, TODAY), min_size=1))
def test_at_home_a_missed_day_breaks_it(studied: set[int]) -> None:
    days = days_of(answered(day, minute=720) for day in studied)
    streak = streak_of(days, noon(TODAY))
    runs, run = [], 0
    for day in range(TODAY - 40, TODAY + 1):
        run = run + 1 if day in studied else 0
        runs.append(run)
    assert streak.longest == max(runs)
    assert streak.current == (runs[-1] or runs[-2])
    assert streak.studied == len(studied)
    assert streak.today == (TODAY in studied)


def test_east_over_the_date_line_a_date_is_skipped_and_no_day_missed() -> None:
    # Monday 22:00 in Los Angeles; Wednesday 14:00 in Tokyo comes 23 hours later.
    monday = answered(TODAY - 1, minute=1320, offset=-480)
    wednesday = answered(TODAY + 1, minute=840, offset=540)
    assert wednesday.at - monday.at == 23 * 60 * MICROSECONDS_PER_MINUTE
    days = days_of([monday, wednesday])
    assert streak_of(days, Moment(wednesday.at, 540, TODAY + 1)).current == 2
    late = days_of([monday, answered(TODAY + 1, minute=901, offset=540)])
    assert streak_of(late, Moment(wednesday.at, 540, TODAY + 1)).longest == 1


def test_a_streak_lives_until_the_end_of_the_next_day() -> None:
    days = days_of([answered(TODAY - 2), answered(TODAY - 1)])
    assert streak_of(days, noon(TODAY - 1)) == Streak(2, 2, 2, today=True)
    assert streak_of(days, noon(TODAY)) == Streak(2, 2, 2, today=False)
    assert streak_of(days, noon(TODAY + 1)) == Streak(0, 2, 2, today=False)
    assert streak_of((), NOW) == Streak()


def test_a_day_after_today_belongs_to_no_streak() -> None:
    days = days_of([answered(TODAY - 1), answered(TODAY), answered(TODAY + 3_650)])
    assert streak_of(days, noon(TODAY)) == Streak(2, 2, 3, today=True)
    assert streak_of(days[2:], noon(TODAY)) == Streak(0, 0, 1, today=False)


def test_a_day_knows_its_first_and_last_answer_in_any_order() -> None:
    early, late = answered(TODAY, minute=300), answered(TODAY, minute=900, milliseconds=1_000)
    expected = (Day(TODAY, 2, 7_000, early.at, late.at),)
    assert days_of([early, late]) == days_of([late, early]) == expected
