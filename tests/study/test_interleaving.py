from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.study.interleaving import apart, in_turn, interleave, weakest_first
from recall.study.queue import Candidate

UNITS = st.sampled_from("abcde")


def cards_of(units: str) -> list[Candidate]:
    """Cards of the units named by letters, the first one the weakest."""
    return [
        Candidate(f"{unit}{place}", f"{unit}{place}", unit, recall=place / 100)
        for place, unit in enumerate(units)
    ]


def order_of(units: str, after: str | None = None) -> str:
    """The units of the cards in the order in which they come."""
    return "".join(card.deck for card in interleave(cards_of(units), 1, after))


def neighbours(units: str, after: str | None = None) -> int:
    return sum(one == two for one, two in pairwise([after, *units]))


def longest_run(units: str) -> int:
    longest = run = 0
    for one, two in pairwise([None, *units]):
        run = run + 1 if one == two else 1
        longest = max(longest, run)
    return longest


@given(st.text(UNITS, max_size=60), st.integers())
def test_as_few_neighbours_of_one_unit_as_any_order_has(units: str, seed: int) -> None:
    order = interleave(cards_of(units), seed)
    largest = max((units.count(unit) for unit in units), default=0)
    smallest = max(0, 2 * largest - len(units) - 1)
    assert neighbours("".join(card.deck for card in order)) == smallest


@given(st.text(st.sampled_from("abc"), max_size=7), st.none() | UNITS)
def test_no_order_of_a_few_cards_has_fewer_neighbours(units: str, after: str | None) -> None:
    smallest = min(neighbours("".join(order), after) for order in permutations(units))
    assert neighbours(order_of(units, after), after) == smallest


@given(st.lists(st.tuples(UNITS, st.floats(0, 1)), max_size=30), st.integers(), st.randoms())
def test_the_same_seed_gives_the_same_order_however_the_cards_are_given(
    drawn: list[tuple[str, float]], seed: int, chance: Random
) -> None:
    cards = [
        Candidate(f"c{place}", f"c{place}", unit, recall=recall)
        for place, (unit, recall) in enumerate(drawn)
    ]
    order = interleave(cards, seed)
    assert sorted(card.uid for card in order) == sorted(card.uid for card in cards)
    chance.shuffle(cards)
    assert interleave(cards, seed) == order


def test_the_seed_decides_among_equally_weak_cards() -> None:
    cards = [Candidate(f"c{n}", f"c{n}", "a", recall=0.9 + n / 10_000) for n in range(8)]
    assert len({tuple(weakest_first(cards, seed)) for seed in range(20)}) > 10


@given(st.text(UNITS, max_size=40))
def test_cards_of_one_unit_come_weakest_first(units: str) -> None:
    order = interleave(cards_of(units), 1)
    for unit in "abcde":
        recalls = [card.recall for card in order if card.deck == unit]
        assert recalls == sorted(recalls)


@pytest.mark.parametrize(
    ("weakest_first_units", "order"),
    [
        ("", ""),
        ("a", "a"),
        ("abc", "abc"),
        ("aabb", "abab"),
        ("aabbc", "ababc"),
        ("abcc", "acbc"),  # without taking c in time, two of it would be left for the end
        ("aabbccc", "abcacbc"),
    ],
)
def test_the_weakest_card_comes_next_wherever_that_leaves_no_neighbours(
    weakest_first_units: str, order: str
) -> None:
    assert order_of(weakest_first_units) == order


@pytest.mark.parametrize(
    ("units", "order"),
    [
        ("aaaa", "aaaa"),
        ("aaaaab", "aaabaa"),
        ("baaaaaaaac", "aaabaaacaa"),
    ],
)
def test_a_unit_with_too_many_cards_is_cut_into_even_runs(units: str, order: str) -> None:
    assert order_of(units) == order


@given(st.integers(0, 12), st.integers(0, 30))
def test_runs_are_as_short_as_they_can_be(others: int, more: int) -> None:
    units = "b" * others + "a" * (others + 1 + more)
    assert longest_run(order_of(units)) == -(-units.count("a") // (others + 1))


def test_the_unit_shown_before_is_a_neighbour_too() -> None:
    assert order_of("ab", "a") == "ba"
    assert order_of("aab", "a") == "aba"
    assert order_of("aabb", "a") == "baba"
    assert order_of("aaab", "a") == "abaa"
    assert order_of("aa", "b") == "aa"


@pytest.mark.parametrize(
    ("had", "units", "order"),
    [
        ("", "aabb", "abab"),
        ("aa", "aabbb", "bbaba"),
        ("b", "bbac", "acbb"),
        ("", "", ""),
    ],
)
def test_filling_up_takes_from_the_unit_that_has_least(had: str, units: str, order: str) -> None:
    filled = in_turn(cards_of(units), cards_of(had))
    assert "".join(card.deck for card in filled) == order


@given(st.text(UNITS, max_size=20), st.text(UNITS, max_size=40))
def test_units_are_filled_up_evenly(had: str, units: str) -> None:
    filled = in_turn(cards_of(units), cards_of(had))
    assert sorted(card.uid for card in filled) == sorted(card.uid for card in cards_of(units))
    counts = Counter(had)
    left = Counter(units)
    for card in filled:
        assert counts[card.deck] == min(counts[unit] for unit in left)
        counts[card.deck] += 1
        left -= Counter(card.deck)


def test_what_is_put_apart_may_be_anything() -> None:
    assert apart(["x1", "x2", "y1"], lambda name: name[0]) == ["x1", "y1", "x2"]
