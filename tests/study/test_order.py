from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.memory import Rating
from recall.study.order import grade_order

FAST, SLOW = 5.0, 12.0
LETTERS = ("A", "B", "C", "D", "E")


@pytest.mark.parametrize(
    ("order", "share", "placed"),
    [
        ((0, 1, 2, 3, 4), 1.0, "yyyyy"),
        ((4, 3, 2, 1, 0), 0.0, "ynnnn"),
        ((1, 2, 3, 4, 0), 0.75, "yyyyn"),
        ((4, 0, 1, 2, 3), 0.75, "nyyyy"),
        ((1, 0, 2, 3, 4), 0.75, "ynyyy"),
        ((1, 0, 3, 2, 4), 0.5, "ynyny"),
    ],
)
def test_share_is_of_the_items_that_may_stay(
    order: tuple[int, ...], share: float, placed: str
) -> None:
    verdict = grade_order(order, LETTERS, FAST, SLOW)
    assert verdict.share == share
    assert verdict.placed == tuple(sign == "y" for sign in placed)
    assert verdict.right == (share == 1.0)
    assert verdict.proposed is (Rating.GOOD if verdict.right else Rating.AGAIN)


def test_right_but_slow_is_hard() -> None:
    assert grade_order((0, 1), ("a", "b"), 13.0, SLOW).proposed is Rating.HARD


def test_one_item_is_always_in_order() -> None:
    verdict = grade_order((0,), ("only",), FAST, SLOW)
    assert verdict.right
    assert verdict.share == 1.0


def test_equal_items_are_interchangeable() -> None:
    items = ("norm", "attention", "norm", "mlp")
    assert grade_order((2, 1, 0, 3), items, FAST, SLOW).right
    assert not grade_order((0, 2, 1, 3), items, FAST, SLOW).right
    assert grade_order((1, 0), ("cafe\u0301  au lait", "café au lait"), FAST, SLOW).right


@pytest.mark.parametrize("order", [(), (0,), (0, 0), (1, 2), (0, 1, 2)])
def test_what_arranges_not_all_items_is_refused(order: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="does not arrange 2 items"):
        grade_order(order, ("a", "b"), FAST, SLOW)


def test_nothing_to_arrange_is_refused() -> None:
    with pytest.raises(ValueError, match="does not arrange 0 items"):
        grade_order((), (), FAST, SLOW)


@pytest.mark.parametrize("items", [LETTERS, ("A", "B", "A", "B", "C")])
def test_no_larger_part_is_in_order(items: tuple[str, ...]) -> None:
    """Against trying every part of every arrangement."""
    for order in permutations(range(5)):
        verdict = grade_order(order, items, FAST, SLOW)
        kept = [items[item] for item, stays in zip(order, verdict.placed, strict=True) if stays]
        arranged = [items[item] for item in order]
        subsequences = set(combinations(items, len(kept)))
        assert tuple(kept) in subsequences
        if len(kept) < 5:
            larger = set(combinations(items, len(kept) + 1))
            assert not larger & set(combinations(arranged, len(kept) + 1))


@given(st.permutations(range(9)))
def test_share_is_one_only_for_the_right_order(order: list[int]) -> None:
    verdict = grade_order(tuple(order), tuple("abcdefghi"), FAST, SLOW)
    assert 0.0 <= verdict.share <= 1.0
    assert verdict.right == (order == list(range(9)))
    assert (verdict.share == 1.0) == verdict.right == all(verdict.placed)
