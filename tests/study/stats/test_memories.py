from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.study.stats.memories import MemoryBin, difficulty_bins, stability_bins


def test_by_hand() -> None:
    found = stability_bins([0.001, 0.99, 1.0, 6.99, 7.0, 20.9, 21.0, 364.0, 365.0, 36_500.0])
    assert [(one.low, one.high, one.cards) for one in found] == [
        (0.0, 1.0, 2),
        (1.0, 3.0, 1),
        (3.0, 7.0, 1),
        (7.0, 21, 2),
        (21, 60.0, 1),
        (60.0, 180.0, 0),
        (180.0, 365.0, 1),
        (365.0, None, 2),
    ]
    assert [one.cards for one in difficulty_bins([1.0, 5.5, 9.0, 10.0])] == (
        [1, 0, 0, 0, 1, 0, 0, 0, 2]
    )


@given(st.lists(st.floats(0.001, 36_500)))
def test_every_stability_is_in_exactly_one_bin(values: list[float]) -> None:
    bins = stability_bins(values)
    assert sum(one.cards for one in bins) == len(values)
    for one in bins:
        inside = [v for v in values if one.low <= v and (one.high is None or v < one.high)]
        assert len(inside) == one.cards


@given(st.lists(st.floats(1, 10)))
def test_every_difficulty_is_in_exactly_one_bin(values: list[float]) -> None:
    assert sum(one.cards for one in difficulty_bins(values)) == len(values)


@pytest.mark.parametrize("found", [stability_bins(()), difficulty_bins(())])
def test_bins_touch(found: tuple[MemoryBin, ...]) -> None:
    assert all(one.high == after.low for one, after in pairwise(found))
