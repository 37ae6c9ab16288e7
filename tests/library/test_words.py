from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.memory import Memory, Phase
from recall.clock import Clock, fixed_clock, moment_of
from recall.library import words

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
TODAY = moment_of(NOW, 4).day
CLOCK = fixed_clock(NOW)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (12_345, "12,345 cards")],
)
def test_count(number: int, text: str) -> None:
    assert words.count(number, "card") == text


def test_count_with_a_plural_of_its_own() -> None:
    assert words.count(1, "entry", "entries") == "1 entry"
    assert words.count(2, "entry", "entries") == "2 entries"


def test_short_date_gives_the_year_when_it_is_another() -> None:
    today = date(2026, 12, 1)
    assert words.short_date(today, today) == "Tue 1 Dec"
    assert words.short_date(date(2027, 1, 31), today) == "Sun 31 Jan 2027"


@pytest.mark.parametrize(
    ("minutes", "text"),
    [
        (-5, "<1 min"),
        (0, "<1 min"),
        (0.99, "<1 min"),
        (1, "1 min"),
        (10.4, "10 min"),
        (59.4, "59 min"),
        (59.6, "1 h"),
        (60, "1 h"),
        (61, "1 h"),
        (90, "1.5 h"),
        (120, "2 h"),
        (594, "9.9 h"),
        (598, "10 h"),
        (600, "10 h"),
        (1_439, "24 h"),
    ],
)
def test_wait_of_minutes(minutes: float, text: str) -> None:
    assert words.wait_of_minutes(minutes) == text


@pytest.mark.parametrize(
    ("days", "text"),
    [
        (0, "0 d"),
        (1, "1 d"),
        (99, "99 d"),
        (100, "3.3 mo"),
        (730, "24.0 mo"),
        (731, "2.0 y"),
        (36_500, "99.9 y"),
    ],
)
def test_wait_of_days(days: int, text: str) -> None:
    assert words.wait_of_days(days) == text


@pytest.mark.parametrize(
    ("distance", "text"),
    [
        (0, "today"),
        (1, "tomorrow, Wed 2 Dec"),
        (-1, "yesterday, Mon 30 Nov"),
        (2, "in 2 days, Thu 3 Dec"),
        (-2, "2 days ago, Sun 29 Nov"),
        (31, "in 31 days, Fri 1 Jan 2027"),
        (1_000, "in 1,000 days, Mon 27 Aug 2029"),
        (3_000_000, "in 3,000,000 days, Fri 31 Dec 9999"),
    ],
)
def test_relative_day(distance: int, text: str) -> None:
    assert words.relative_day(TODAY + distance, TODAY) == text


@given(st.integers(0, 200_000))
def test_waits_never_need_more_than_seven_columns(days: int) -> None:
    assert len(words.wait_of_days(days)) <= 7
    assert len(words.wait_of_minutes(days / 139)) <= 7


def memory(**values: int | None) -> Memory:
    return Memory(phase=Phase.REVIEW, **values)  # type: ignore[arg-type]  # only due dates are given


def test_due_in_words() -> None:
    at = moment_of(NOW, 4).at
    minute = 60_000_000
    assert words.due_in_words(Memory(), CLOCK, TODAY) == "not yet learnt"
    assert words.due_in_words(memory(due_day=TODAY + 6), CLOCK, TODAY) == "in 6 days, Mon 7 Dec"
    assert words.due_in_words(memory(due_at=at), CLOCK, TODAY) == "now"
    assert words.due_in_words(memory(due_at=at - minute), CLOCK, TODAY) == "now"
    soon = memory(due_at=at + 10 * minute, due_day=TODAY)
    assert words.due_in_words(soon, CLOCK, TODAY) == "in 10 min, at 09:40"


def test_the_time_of_day_is_that_of_the_learners_zone() -> None:
    zone = timedelta(hours=5, minutes=45)
    clock = Clock(lambda: NOW.astimezone(timezone(zone)))
    later = memory(due_at=moment_of(NOW, 4).at + 600_000_000, due_day=TODAY)
    assert words.due_in_words(later, clock, TODAY) == "in 10 min, at 15:25"


@pytest.mark.parametrize(
    ("cards", "seconds", "minutes"),
    [(0, 12.0, 0), (1, 1.0, 1), (10, 12.0, 2), (100, 9.0, 15)],
)
def test_minutes_for(cards: int, seconds: float, minutes: int) -> None:
    assert words.minutes_for(cards, seconds) == minutes
