"""One answer as the figures see it, and the share remembered and the time of some answers.

What is measured is **true retention**: of the cards that had been answered on an earlier occasion,
how many were remembered at the first answer of a study day. Later answers of that day, new cards
and cram say nothing about what was kept overnight, so they do not count there; time and streaks
count every answer. A card is **mature** when its stability before the answer is 21 days or more,
and **young** below that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from recall.cards.memory import Rating

MATURE_DAYS = 21


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer that was not undone.

    ``day`` is the study day stored with it, ``offset`` minutes east of UTC and ``at`` UTC
    microseconds, all at the answer; ``recall_before`` the recall predicted just before it (0 to 1),
    ``stability_before`` in days and ``aimed`` the recall its due date was meant for, all three None
    for a card's first answer and for cram; ``first`` tells that it is the card's first answer of
    its study day, cram apart.
    """

    day: int
    offset: int
    at: int
    rating: Rating
    milliseconds: int
    recall_before: float | None = None
    stability_before: float | None = None
    aimed: float | None = None
    first: bool = False

    @property
    def counts(self) -> bool:
        """Whether the answer tells what was kept since another study day."""
        return self.first and self.recall_before is not None

    @property
    def remembered(self) -> bool:
        """Whether the card was known: every rating but Again."""
        return self.rating is not Rating.AGAIN

    @property
    def mature(self) -> bool:
        """Whether the card was mature when it was answered."""
        return self.stability_before is not None and self.stability_before >= MATURE_DAYS


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the answers that count were remembered, and what the schedule ``aimed`` for.

    ``aimed`` is the mean over the answers, None when none counts.
    """

    remembered: int = 0
    counted: int = 0
    aimed: float | None = None

    @property
    def value(self) -> float | None:
        """The share remembered, 0 to 1; None when no answer counts."""
        return self.remembered / self.counted if self.counted else None


@dataclass(frozen=True, slots=True)
class Effort:
    """What was done in some answers: how many, for how long, and the share remembered."""

    answers: int
    milliseconds: int
    share: Share


def share_of(answers: Iterable[Answered]) -> Share:
    """Return the true retention of some answers; those that do not count are passed over."""
    remembered = counted = aims = 0
    aimed = 0.0
    for answer in answers:
        if answer.first and answer.recall_before is not None:
            counted += 1
            remembered += answer.rating is not Rating.AGAIN
            if answer.aimed is not None:
                aims += 1
                aimed += answer.aimed
    return Share(remembered, counted, aimed / aims if aims else None)


def effort_of(answers: Iterable[Answered]) -> Effort:
    """Return what was done in some answers."""
    given = tuple(answers)
    return Effort(len(given), sum(answer.milliseconds for answer in given), share_of(given))
