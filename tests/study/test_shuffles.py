from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.study.shuffles import shuffle_items, shuffle_options


@given(st.lists(st.booleans(), max_size=8), st.integers() | st.text())
def test_options_are_all_shown_and_pinned_ones_keep_their_place(
    pinned: list[bool], seed: int | str
) -> None:
    order = shuffle_options(pinned, seed)
    assert sorted(order) == list(range(len(pinned)))
    assert all(order[place] == place for place, fixed in enumerate(pinned) if fixed)
    assert order == shuffle_options(pinned, seed)


def test_right_option_stands_in_every_place_Q2() -> None:  # noqa: N802 - the case's id
    places = Counter(shuffle_options([False] * 4, f"card/{n}").index(0) for n in range(2000))
    assert set(places) == {0, 1, 2, 3}
    assert all(400 < count < 600 for count in places.values())


@given(st.lists(st.booleans(), max_size=6), st.integers(0, 50))
def test_each_showing_has_another_order_than_the_last_Q11(  # noqa: N802 - the case's id
    pinned: list[bool], showings: int
) -> None:
    order = shuffle_options(pinned, "card/0")
    for showing in range(1, showings):
        following = shuffle_options(pinned, f"card/{showing}", order)
        assert (following != order) == (pinned.count(False) >= 2)
        order = following


@given(st.integers(0, 9), st.integers(0, 30))
def test_items_never_come_in_the_right_order(count: int, showings: int) -> None:
    right = tuple(range(count))
    order: tuple[int, ...] | None = None
    for showing in range(showings):
        following = shuffle_items(count, f"card/{showing}", order)
        assert sorted(following) == list(right)
        assert (following != right) == (count >= 2)
        if count > 2:
            assert following != order
        order = following


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (shuffle_options([False] * 5, "uid/7"), (4, 2, 0, 1, 3)),
        (shuffle_items(5, "uid/7"), (4, 2, 0, 1, 3)),
    ],
)
def test_seed_means_the_same_order_everywhere(
    order: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert order == expected
