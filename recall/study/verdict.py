"""What an answer is worth, as a value, and the rating that it suggests.

How each kind of answer is judged stands beside this module, in ``typed``, ``choice`` and ``order``.
All of them end in ``propose``, so that the same rules hold for every kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from recall.cards.memory import Rating

Synonyms = Sequence[Sequence[str]]
"""Groups of words or phrases; the members of one group count as equal."""


class Mark(StrEnum):
    """How a piece of a typed answer compares with the expected one."""

    SAME = "same"
    WRONG = "wrong"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of letters of the learner's answer (or of what it lacks), and how it compares."""

    text: str
    mark: Mark


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is worth.

    ``share`` is how much of it is right, 0 to 1; ``right`` whether all of it is; ``proposed`` the
    rating it suggests; ``difference`` compares a typed answer with the nearest accepted one
    ``expected``, letter by letter; ``placed`` tells for each arranged item, in the order arranged,
    whether it may stay where it is while the others are moved around it.
    """

    share: float
    right: bool
    proposed: Rating
    expected: str | None = None
    difference: tuple[Piece, ...] = ()
    placed: tuple[bool, ...] = ()


def propose(right: bool, seconds: float, slow: float) -> Rating:
    """Return the rating that an answer suggests; the learner can change it.

    ``seconds`` from the question to the answer, ``slow`` the seconds above which a right answer is
    hard. Right in time is Good, right but slow is Hard. Everything else is Again, an answer that is
    right in part included: FSRS takes Hard for a success, so it would lengthen the interval of a
    card that was not recalled and count it as remembered. Easy is never proposed, because neither
    speed nor a lucky guess shows that a card is too easy; only the learner knows.
    """
    if not right:
        return Rating.AGAIN
    return Rating.GOOD if seconds <= slow else Rating.HARD
