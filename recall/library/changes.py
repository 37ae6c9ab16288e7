"""What came of decks that changed while the library was open, as values for the fronts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from recall.cards.problem import Problem
from recall.library.values import RefreshReport


@dataclass(frozen=True, slots=True)
class DecksChanged:
    """What came of deck files that changed while the library was open.

    ``problems`` are the errors and warnings that were not there before.
    """

    report: RefreshReport
    problems: tuple[Problem, ...] = ()


class Followed(Enum):
    """What became of the card shown when its deck changed.

    ``CHANGED``: it is shown as the deck has it now. ``GONE``: the deck holds it no more, and
    another is shown. ``KEPT``: it was answered, and stays as it was answered until it is graded.
    """

    SAME = auto()
    CHANGED = auto()
    GONE = auto()
    KEPT = auto()
