"""How stable and how difficult the cards are that have been answered."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from recall.study.stats.answered import MATURE_DAYS

_STABILITY_EDGES = (0.0, 1.0, 3.0, 7.0, MATURE_DAYS, 60.0, 180.0, 365.0)
_DIFFICULTY_EDGES = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)
_GREATEST_DIFFICULTY = 10.0


@dataclass(frozen=True, slots=True)
class MemoryBin:
    """How many cards lie from ``low`` to below ``high``; the last bin has no upper edge (None)."""

    low: float
    high: float | None
    cards: int


def stability_bins(stabilities: Iterable[float]) -> tuple[MemoryBin, ...]:
    """Return how many cards have which stability, in days."""
    return _bins(stabilities, _STABILITY_EDGES, None)


def difficulty_bins(difficulties: Iterable[float]) -> tuple[MemoryBin, ...]:
    """Return how many cards have which difficulty, from 1 to 10; 10 belongs to the last bin."""
    return _bins(difficulties, _DIFFICULTY_EDGES, _GREATEST_DIFFICULTY)


def _bins(
    values: Iterable[float], edges: Sequence[float], end: float | None
) -> tuple[MemoryBin, ...]:
    counts = [0] * len(edges)
    for value, number in Counter(values).items():
        counts[max(bisect_right(edges, value) - 1, 0)] += number
    highs = (*edges[1:], end)
    return tuple(map(MemoryBin, edges, highs, counts))
