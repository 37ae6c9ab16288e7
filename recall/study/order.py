"""What an arrangement of items is worth."""

from __future__ import annotations

from collections.abc import Sequence

from recall.study.verdict import Verdict, propose
from recall.text import normalise


def grade_order(order: Sequence[int], items: Sequence[str], seconds: float, slow: float) -> Verdict:
    """Return what an arrangement is worth.

    ``items`` are in the right order; ``order`` holds, from first to last as arranged, each item's
    place in ``items``. Items with the same text are interchangeable. For ``seconds`` and ``slow``
    see ``propose``.

    ``placed`` marks the longest part that is in the right order: the most items that can stay while
    the others are moved to where they belong. So one item moved from the first to the last place
    costs one item and not all of them, as comparing place by place would. Any arrangement leaves at
    least one item where it is, so the share is ``(placed − 1) / (items − 1)``: 0 for the reverse of
    different items, 1 only for the right order.

    Raises ValueError when ``order`` is not an arrangement of all items, or there are none.
    """
    count = len(items)
    if not count or sorted(order) != list(range(count)):
        raise ValueError(f"{list(order)} does not arrange {count} items")
    texts = tuple(map(normalise, items))
    placed = _longest_ordered([texts[item] for item in order], texts)
    right = all(placed)
    return Verdict(
        share=1.0 if right else (sum(placed) - 1) / (count - 1),
        right=right,
        proposed=propose(right, seconds, slow),
        placed=placed,
    )


def _longest_ordered(arranged: Sequence[str], items: Sequence[str]) -> tuple[bool, ...]:
    """Mark a longest common subsequence of ``arranged`` and ``items`` in ``arranged``.

    With different items it is the longest rising subsequence of their places.
    """
    longest = [[0] * (len(items) + 1) for _ in range(len(arranged) + 1)]
    for row in range(len(arranged) - 1, -1, -1):
        for column in range(len(items) - 1, -1, -1):
            longest[row][column] = (
                longest[row + 1][column + 1] + 1
                if arranged[row] == items[column]
                else max(longest[row + 1][column], longest[row][column + 1])
            )
    placed: list[bool] = []
    column = 0
    for row, text in enumerate(arranged):
        while column < len(items) and longest[row][column] == longest[row][column + 1]:
            column += 1
        stays = column < len(items) and text == items[column]
        placed.append(stays)
        column += stays
    return tuple(placed)
