"""What is remembered of a card: ratings, its memory state, and the marks a learner puts on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Rating(IntEnum):
    """How well a card was recalled."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4

    @property
    def label(self) -> str:
        """The word shown for the rating."""
        return self.name.capitalize()


class Phase(StrEnum):
    """Where a card is in its life."""

    NEW = "new"
    LEARNING = "learning"
    REVIEW = "review"
    RELEARNING = "relearning"


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory state of one card, as it follows from its reviews.

    ``stability`` in days, ``difficulty`` from 1 to 10, ``step`` the place in the learning or
    relearning steps, ``last_day`` the study day of the last review, ``interval`` the days that were
    then decided (0 for a step of minutes). A card waits either for a study day (``due_day``) or,
    within its steps, for an instant (``due_at``, UTC microseconds; ``due_day`` is then the study
    day of that instant). ``reps`` counts reviews, ``lapses`` the times it was forgotten after it
    had been learnt.
    """

    phase: Phase = Phase.NEW
    step: int | None = None
    stability: float | None = None
    difficulty: float | None = None
    last_day: int | None = None
    interval: int = 0
    due_day: int | None = None
    due_at: int | None = None
    reps: int = 0
    lapses: int = 0


NEW_MEMORY = Memory()


@dataclass(frozen=True, slots=True)
class Marks:
    """What a learner marked a card with: suspended, buried on study day ``buried_day``, flagged."""

    suspended: bool = False
    buried_day: int | None = None
    flagged: bool = False

    def buried(self, today: int) -> bool:
        """Return whether the card stays buried on the study day ``today``."""
        return self.buried_day is not None and self.buried_day >= today


NO_MARKS = Marks()
