"""How a session went, unit by unit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from recall.cards.memory import Rating

Title = tuple[str | None, str]
"""The code of a unit, if it has one, and its title."""


@dataclass(frozen=True, slots=True)
class UnitResult:
    """What a session was for one unit, in cards.

    ``known`` cards were answered that had been met before, ``recalled`` of these by their first
    answer of the session; ``new`` cards were met for the first time.
    """

    code: str | None
    title: str
    known: int = 0
    recalled: int = 0
    new: int = 0

    @property
    def answered(self) -> int:
        """All cards that were answered."""
        return self.known + self.new

    @property
    def share(self) -> float | None:
        """The share recalled of the cards known before; None when there were none."""
        return self.recalled / self.known if self.known else None


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """The first answer of a session to one card; ``new`` tells that the card was never met."""

    unit: Title
    rating: Rating
    new: bool


def unit_results(answers: Iterable[FirstAnswer], order: Sequence[Title]) -> tuple[UnitResult, ...]:
    """Return the result of each unit that was asked, in the order given, the others behind."""
    results: dict[Title, UnitResult] = {}
    for answer in answers:
        result = results.get(answer.unit, UnitResult(*answer.unit))
        if answer.new:
            result = replace(result, new=result.new + 1)
        else:
            recalled = result.recalled + (answer.rating is not Rating.AGAIN)
            result = replace(result, known=result.known + 1, recalled=recalled)
        results[answer.unit] = result
    rank = {title: place for place, title in enumerate(order)}
    return tuple(
        results[title] for title in sorted(results, key=lambda one: rank.get(one, len(rank)))
    )
