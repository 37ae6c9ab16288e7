"""In which order options and items are shown this time.

Learners who always see the same order learn the place and not the answer, so each showing has an
order of its own. The same seed, such as ``f"{uid}/{showing}"``, gives the same order everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


def shuffle_options(
    pinned: Sequence[bool], seed: int | str, previous: tuple[int, ...] | None = None
) -> tuple[int, ...]:
    """Return the options from first shown to last, numbered from 0 as written.

    ``pinned`` tells for each option whether it keeps its place. Of the others every order is
    equally likely, but for ``previous``, the order of the last showing, which never comes twice
    running when two or more options can move.
    """
    movable = [place for place, fixed in enumerate(pinned) if not fixed]
    drawn = Random(seed)  # noqa: S311 - an order of options is no secret
    while True:
        order = list(range(len(pinned)))
        for place, option in zip(movable, _mix(movable, drawn), strict=True):
            order[place] = option
        if len(movable) < 2 or tuple(order) != previous:
            return tuple(order)


def shuffle_items(
    count: int, seed: int | str, previous: tuple[int, ...] | None = None
) -> tuple[int, ...]:
    """Return ``count`` items from first shown to last, numbered from 0 in the right order.

    Two or more items are never shown in the right order, which would be an answer given away;
    three or more are never shown as in ``previous``, the order of the last showing.
    """
    right = list(range(count))
    if count < 2:
        return tuple(right)
    barred = {tuple(right)}
    if previous is not None and count > 2:
        barred.add(previous)
    drawn = Random(seed)  # noqa: S311 - an order of items is no secret
    while True:
        order = tuple(_mix(right, drawn))
        if order not in barred:
            return order


def _mix(places: list[int], drawn: Random) -> list[int]:
    """Return ``places`` in any order, each equally likely.

    Only ``Random.random`` gives the same numbers in every version of Python; shuffling need not.
    """
    return sorted(places, key=lambda _: drawn.random())
