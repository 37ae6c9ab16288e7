"""In which order cards of several units come: the weakest first, neighbours from different units.

Mixing units makes a learner find out what a question is about before answering it. Where one unit
has more cards than all others together, some neighbours must be from it: with n cards of which m
are from the largest unit, at least ``max(0, 2m − n − 1)`` pairs, and there are never more.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from random import Random
from typing import Protocol, TypeVar

T = TypeVar("T")


class Weighed(Protocol):
    """A card by what its place follows from: its name, its unit and its predicted recall."""

    @property
    def uid(self) -> str:
        """The card's lasting name."""

    @property
    def deck(self) -> str:
        """The unit it belongs to."""

    @property
    def recall(self) -> float:
        """The predicted recall today, from 0 to 1."""


W = TypeVar("W", bound=Weighed)


def interleave(cards: Iterable[W], seed: int | str, after: str | None = None) -> list[W]:
    """Return cards weakest first, as far as neighbours from different units allow.

    The order they are given in is no matter, and the same seed gives the same order. ``after`` is
    the unit of the card shown before the first one.
    """
    return apart(weakest_first(cards, seed), lambda card: card.deck, after)


def weakest_first(cards: Iterable[W], seed: int | str) -> list[W]:
    """Sort cards by whole percent of recall, and within a percent by chance."""
    drawn = Random(seed)  # noqa: S311 - the order of a day's cards is no secret
    by_name = sorted(cards, key=lambda card: card.uid)
    return sorted(by_name, key=lambda card: (round(card.recall * 100), drawn.random()))


def in_turn(cards: Iterable[W], had: Iterable[Weighed]) -> list[W]:
    """Return cards in the order in which they fill up ``had``: always from a unit that has least.

    The cards of each unit keep their order; among units with equally many the earliest card goes
    first.
    """
    waiting: defaultdict[str, deque[tuple[int, W]]] = defaultdict(deque)
    for place, card in enumerate(cards):
        waiting[card.deck].append((place, card))
    counts = Counter(card.deck for card in had)
    heads = [(counts[unit], own[0][0], unit) for unit, own in waiting.items()]
    heapq.heapify(heads)
    ordered: list[W] = []
    while heads:
        count, _, unit = heapq.heappop(heads)
        own = waiting[unit]
        ordered.append(own.popleft()[1])
        if own:
            heapq.heappush(heads, (count + 1, own[0][0], unit))
    return ordered


def apart(cards: Sequence[T], unit_of: Callable[[T], str], after: str | None = None) -> list[T]:
    """Return cards in an order with the fewest possible neighbours from one unit.

    The cards of each unit keep their order; among units the earliest card goes first wherever that
    costs no neighbour. Where neighbours cannot be avoided, the cards of the others cut the unit
    that has too many into runs as even as they can be. ``after`` is the unit of what stands before
    the first card, which counts as its neighbour.
    """
    waiting: defaultdict[str, deque[tuple[int, T]]] = defaultdict(deque)
    for place, card in enumerate(cards):
        waiting[unit_of(card)].append((place, card))
    for unit, own in waiting.items():
        others = len(cards) - len(own)
        if len(own) + (unit == after) > others + 1:
            rest = [card for card in cards if unit_of(card) != unit]
            return _in_even_runs([card for _, card in own], rest, begun=unit == after)
    return _one_by_one(waiting, after)


def _in_even_runs(many: Sequence[T], others: Sequence[T], *, begun: bool) -> list[T]:
    """Part ``many`` by each of the ``others``; ``begun`` tells that the first run has a card."""
    runs, cards = len(others) + 1, len(many) + begun
    ordered: list[T] = []
    start = 0
    for run in range(runs):
        end = ceil((run + 1) * cards / runs) - begun
        ordered += [*many[start:end], *others[run : run + 1]]
        start = end
    return ordered


def _one_by_one(waiting: Mapping[str, deque[tuple[int, T]]], last: str | None) -> list[T]:
    """Take the earliest card of another unit than the last, and leave no neighbours for the end: a
    unit with more cards than all others together is taken at once.

    Each unit must be few enough for that to be possible.
    """
    having = Counter(len(own) for own in waiting.values())
    most = max(having, default=0)
    heads = [(own[0][0], unit) for unit, own in waiting.items()]
    heapq.heapify(heads)
    pressing: str | None = None
    ordered: list[T] = []
    for left in range(sum(map(len, waiting.values())), 0, -1):
        if 2 * most <= left:
            last = _earliest(heads, waiting, last)
        else:
            # From here on no other unit can have so many, so that it is looked for only once.
            pressing = pressing or max(waiting, key=lambda unit: len(waiting[unit]))
            last = pressing
        own = waiting[last]
        having[len(own)] -= 1
        ordered.append(own.popleft()[1])
        having[len(own)] += 1
        most -= not having[most]
        if own:
            heapq.heappush(heads, (own[0][0], last))
    return ordered


def _earliest(
    heads: list[tuple[int, str]], waiting: Mapping[str, deque[tuple[int, T]]], last: str | None
) -> str:
    """Remove and return the unit whose first card comes earliest, ``last`` left where it is."""
    passed: tuple[int, str] | None = None
    while True:
        place, unit = heapq.heappop(heads)
        own = waiting[unit]
        if not own or own[0][0] != place:
            continue  # it was taken out of its turn
        if unit != last:
            break
        passed = (place, unit)
    if passed is not None:
        heapq.heappush(heads, passed)
    return unit
