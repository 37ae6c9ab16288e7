from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.scheduling.fuzz import DayRange, draw_for, spread

from . import strategies

LARGEST_DRAW = 2**64 - 1


@pytest.mark.parametrize(
    ("interval", "low", "high"),
    [
        (1, 1, 1),
        (2, 2, 2),
        (3, 2, 4),
        (4, 3, 5),
        (5, 4, 6),
        (7, 5, 9),
        (10, 8, 12),
        (20, 17, 23),
        (60, 55, 65),
        (100, 93, 107),
        (365, 345, 385),
    ],
)
def test_S13_the_published_bounds(interval: int, low: int, high: int) -> None:  # noqa: N802 - the case's id
    assert spread(interval, previous=interval, maximum=36_500) == DayRange(low, high)


@pytest.mark.parametrize(
    ("interval", "previous", "low"),
    [(3, 2, 3), (4, 3, 4), (4, 2, 3), (10, 9, 10), (10, 3, 8), (10, 10, 8), (10, 30, 8)],
)
def test_S13_an_interval_that_grew_stays_longer_than_the_one_before(  # noqa: N802 - the case's id
    interval: int, previous: int, low: int
) -> None:
    assert spread(interval, previous, maximum=36_500).low == low


@pytest.mark.parametrize(("maximum", "low", "high"), [(10, 8, 10), (11, 8, 11), (12, 8, 12)])
def test_the_longest_interval_bounds_the_range(maximum: int, low: int, high: int) -> None:
    assert spread(10, previous=0, maximum=maximum) == DayRange(low, high)


def test_ten_days_fall_on_eight_to_twelve_evenly() -> None:
    span = spread(10, previous=0, maximum=36_500)
    counts = Counter(span.pick(draw_for(f"card{number}", 3)) for number in range(5_000))
    assert set(counts) == {8, 9, 10, 11, 12}
    # Five standard deviations of a fair share are 141; the hash makes the counts fixed.
    assert all(abs(count - 1_000) < 141 for count in counts.values())


@given(st.integers(1, 36_500), st.integers(0, 36_500), st.integers(1, 36_500), st.data())
def test_the_range_holds_its_promises(
    interval: int, previous: int, maximum: int, data: st.DataObject
) -> None:
    interval = min(interval, maximum)
    span = spread(interval, previous, maximum)
    picked = span.pick(data.draw(st.integers(0, LARGEST_DRAW)))
    assert 1 <= span.low <= picked <= span.high <= maximum
    assert span.low <= interval <= span.high
    assert span.low >= min(interval, 2)
    if interval > previous:
        assert span.low > previous
    assert span.pick(0) == span.low
    assert span.pick(LARGEST_DRAW) == span.high


@given(st.integers(1, 5_000), st.integers(0, 5_000), st.integers(0, LARGEST_DRAW))
def test_one_draw_keeps_intervals_in_order(interval: int, previous: int, draw: int) -> None:
    shorter = spread(interval, previous, 36_500).pick(draw)
    assert shorter <= spread(interval + 1, previous, 36_500).pick(draw)


@given(strategies.uids, st.integers(0, 10_000))
def test_a_draw_depends_on_the_card_and_the_repetition(uid: str, reps: int) -> None:
    assert draw_for(uid, reps) == draw_for(uid, reps)
    assert draw_for(uid, reps) != draw_for(uid, reps + 1)
    assert draw_for(uid, reps) != draw_for(uid + "0", reps)


def test_a_draw_is_the_same_on_every_computer() -> None:
    # The digest as `printf '0:kimi-k3#sft-purpose' | b2sum -l 64` prints it.
    assert draw_for("kimi-k3#sft-purpose", 0) == 0xDEEBD22156746DA6
