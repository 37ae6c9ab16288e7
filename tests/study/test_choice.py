from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.memory import Rating
from recall.study.choice import grade_choice

FAST, SLOW = 5.0, 12.0


@pytest.mark.parametrize(
    ("chosen", "right", "share"),
    [
        pytest.param({1}, {1}, 1.0, id="Q3 one right option chosen"),
        pytest.param({0}, {1}, 0.0, id="Q3 one wrong option chosen"),
        pytest.param(set(), {1}, 0.0, id="Q3 nothing chosen"),
        pytest.param({0, 2}, {0, 2}, 1.0, id="Q3 both right options"),
        pytest.param({0}, {0, 2}, 0.5, id="Q3 half of them"),
        pytest.param({0, 1}, {0, 2}, 0.0, id="Q3 a wrong one takes a part away"),
        pytest.param({0, 1, 2}, {0, 2}, 0.5, id="Q3 all right and one wrong"),
        pytest.param({0, 1, 2, 3}, {0, 2}, 0.0, id="Q3 everything"),
        pytest.param({1, 3}, {0, 2}, 0.0, id="Q3 never below nothing"),
    ],
)
def test_share(chosen: set[int], right: set[int], share: float) -> None:
    verdict = grade_choice(frozenset(chosen), frozenset(right), 4, FAST, SLOW)
    assert verdict.share == share
    assert verdict.right == (chosen == right)
    assert verdict.proposed is (Rating.GOOD if chosen == right else Rating.AGAIN)


def test_right_but_slow_is_hard() -> None:
    verdict = grade_choice(frozenset({0}), frozenset({0}), 3, 12.5, SLOW)
    assert verdict.proposed is Rating.HARD


def test_partly_right_is_not_recalled() -> None:
    verdict = grade_choice(frozenset({0, 1, 2}), frozenset({0, 1, 2, 3}), 5, FAST, SLOW)
    assert verdict.share == 0.75
    assert verdict.proposed is Rating.AGAIN


@pytest.mark.parametrize(
    ("chosen", "right"), [({0}, set[int]()), ({4}, {0}), ({0}, {-1}), (set[int](), {9})]
)
def test_what_names_no_option_is_refused(chosen: set[int], right: set[int]) -> None:
    with pytest.raises(ValueError, match="do not fit 4 options"):
        grade_choice(frozenset(chosen), frozenset(right), 4, FAST, SLOW)


@given(
    chosen=st.frozensets(st.integers(0, 7)),
    right=st.frozensets(st.integers(0, 7), min_size=1),
    option=st.integers(0, 7),
)
def test_one_more_right_option_never_lowers_the_share(
    chosen: frozenset[int], right: frozenset[int], option: int
) -> None:
    before = grade_choice(chosen, right, 8, FAST, SLOW)
    after = grade_choice(chosen | {option}, right, 8, FAST, SLOW)
    assert 0.0 <= before.share <= 1.0
    assert (before.share == 1.0) == before.right
    if option in right:
        assert after.share >= before.share
    else:
        assert after.share <= before.share
