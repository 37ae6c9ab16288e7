"""What a search looks for: conditions that each hold, or do not hold, of a card."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from recall.cards.card import Kind
from recall.cards.memory import Rating


class Quality(StrEnum):
    """What a card is or is not, by the word a learner writes after ``is:``.

    ``DUE`` means due by today and neither suspended nor buried, ``LEARNING`` within its steps for
    the first time or again, ``REVIEW`` learnt.
    """

    DUE = "due"
    NEW = "new"
    LEARNING = "learning"
    REVIEW = "review"
    SUSPENDED = "suspended"
    BURIED = "buried"
    FLAGGED = "flagged"


class Quantity(StrEnum):
    """What is measured of a card: the recall predicted today (0 to 1), stability in days,
    difficulty from 1 to 10, and how often it was forgotten and answered.

    The first three are nothing for a card that was never answered, the others 0.
    """

    RECALL = "recall"
    STABILITY = "stability"
    DIFFICULTY = "difficulty"
    LAPSES = "lapses"
    REPS = "reps"


class Comparison(StrEnum):
    """How a quantity is compared with a number."""

    LESS = "<"
    AT_MOST = "<="
    MORE = ">"
    AT_LEAST = ">="
    EQUAL = "="


@dataclass(frozen=True, slots=True)
class Word:
    """A folded text (``text.fold``) that stands somewhere in the entry."""

    text: str


@dataclass(frozen=True, slots=True)
class InDeck:
    """A path, or the beginning of one that ends at a ``/``."""

    path: str


@dataclass(frozen=True, slots=True)
class Tagged:
    """A whole tag of the entry or its deck."""

    tag: str


@dataclass(frozen=True, slots=True)
class OfKind:
    """A kind of entry."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Is:
    """A quality of the card."""

    quality: Quality


@dataclass(frozen=True, slots=True)
class Measured:
    """A quantity of the card compared with a number; nothing compares with no number."""

    quantity: Quantity
    comparison: Comparison
    number: float


@dataclass(frozen=True, slots=True)
class Rated:
    """An answer, cram too, within the last ``days`` study days, today included.

    ``rating`` restricts it to one rating.
    """

    days: int
    rating: Rating | None = None


Term = Word | InDeck | Tagged | OfKind | Is | Measured | Rated


@dataclass(frozen=True, slots=True)
class Condition:
    """A term that must hold of a card, or must not."""

    term: Term
    holds: bool = True


class Sort(StrEnum):
    """What search results are ordered by; ties, and what has no value, by place."""

    PLACE = "place"
    TITLE = "title"
    KIND = "kind"
    DUE = "due"
    RECALL = "recall"
    STABILITY = "stability"
    DIFFICULTY = "difficulty"
    LAPSES = "lapses"
    REPS = "reps"


@dataclass(frozen=True, slots=True)
class Search:
    """What to look for and how to order it; every condition must hold.

    ``today`` is the study day for which qualities and recall are meant, ``missing`` looks among
    the cards in no file instead of those in files.
    """

    conditions: tuple[Condition, ...] = ()
    today: int = 0
    missing: bool = False
    sort: Sort = Sort.PLACE
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """The cards a search found, in its order, each by a key that ``search.cards`` understands."""

    keys: tuple[int | str, ...] = ()
    missing: bool = False

    def __len__(self) -> int:
        return len(self.keys)
