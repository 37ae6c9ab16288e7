"""Which cards a study day shows, and in which order: a pure function of candidates and a seed.

Nothing vanishes in silence: every candidate is in the queue or dropped for a named reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

LOOK_AHEAD = 6
"""Among how many of the next reviews one from another deck is looked for."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that could be shown today.

    ``group`` is shared by siblings and nobody else; ``deck`` the deck's path. A card within its
    learning steps has ``due_at`` (UTC microseconds), a review ``recall``, the predicted recall
    today (0 to 1), and a new card ``position``, its place in the course, smallest first.
    """

    uid: str
    group: str
    deck: str
    due_at: int | None = None
    recall: float = 0.0
    position: int = 0


class Source(StrEnum):
    """Why a card is in the queue."""

    STEP = "step"
    REVIEW = "review"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Queued:
    """A card of the queue; ``due_at`` (UTC microseconds) is set for a learning step only."""

    uid: str
    source: Source
    deck: str
    due_at: int | None = None


class Reason(StrEnum):
    """Why a candidate is not in the queue."""

    SIBLING_ANSWERED = "a sibling was answered today"
    SIBLING_QUEUED = "a sibling comes today"
    REVIEW_LIMIT = "the day's reviews are full"
    NEW_LIMIT = "the day's new cards are full"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A candidate that is not in the queue, and why."""

    uid: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Limits:
    """How many reviews and new cards today may still show, after what it has shown already."""

    reviews: int
    new: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The queue of a study day, and what it leaves out."""

    queue: tuple[Queued, ...]
    dropped: tuple[Dropped, ...] = ()


def build_queue(
    steps: Iterable[Candidate],
    reviews: Iterable[Candidate],
    new: Iterable[Candidate],
    limits: Limits,
    seed: int | str,
    answered: frozenset[str] = frozenset(),
) -> Plan:
    """Return the day's queue. No card may be given twice; the order they are given in is no matter.

    ``steps`` are cards within their learning steps, ``reviews`` cards due for review, ``new`` cards
    never seen in decks that are open; ``answered`` holds the groups of the cards answered today.

    - Steps come first, by the instant they are due. None is ever dropped: they were started.
    - Reviews follow, weakest first by whole percent of recall; the seed decides within a percent.
      Where two neighbours would be from one deck, the first of the next few from another deck is
      moved between them.
    - New cards keep their order and are spread evenly among the reviews, from the first gap on.
    - A review or new card is dropped when a sibling was answered today or stands in the queue, and
      beyond its limit. A sibling that is dropped takes no place of the limit.
    """
    due = sorted(steps, key=lambda card: (card.due_at or 0, card.uid))
    groups = {card.group for card in due}
    dropped: list[Dropped] = []
    kept_reviews = _admit(
        _weakest_first(reviews, seed),
        limits.reviews,
        Reason.REVIEW_LIMIT,
        answered,
        groups,
        dropped,
    )
    kept_new = _admit(
        sorted(new, key=lambda card: (card.position, card.uid)),
        limits.new,
        Reason.NEW_LIMIT,
        answered,
        groups,
        dropped,
    )
    queue = [Queued(card.uid, Source.STEP, card.deck, card.due_at) for card in due]
    queue += _spread(kept_reviews, kept_new, queue[-1].deck if queue else None)
    return Plan(tuple(queue), tuple(dropped))


def _weakest_first(reviews: Iterable[Candidate], seed: int | str) -> list[Candidate]:
    """Sort reviews by whole percent of recall, and within a percent by chance."""
    drawn = Random(seed)  # noqa: S311 - the order of a day's reviews is no secret
    by_name = sorted(reviews, key=lambda card: card.uid)
    return sorted(by_name, key=lambda card: (round(card.recall * 100), drawn.random()))


def _admit(
    candidates: Sequence[Candidate],
    limit: int,
    full: Reason,
    answered: frozenset[str],
    groups: set[str],
    dropped: list[Dropped],
) -> list[Candidate]:
    """Return the candidates that may be shown; add their groups and what was dropped."""
    admitted: list[Candidate] = []
    for card in candidates:
        if card.group in answered:
            dropped.append(Dropped(card.uid, Reason.SIBLING_ANSWERED))
        elif card.group in groups:
            dropped.append(Dropped(card.uid, Reason.SIBLING_QUEUED))
        elif len(admitted) >= limit:
            dropped.append(Dropped(card.uid, full))
        else:
            groups.add(card.group)
            admitted.append(card)
    return admitted


def _spread(
    reviews: Sequence[Candidate], new: Sequence[Candidate], last_deck: str | None
) -> list[Queued]:
    """Put new cards evenly among reviews, and reviews next to cards of other decks.

    Of n new cards among r reviews the k-th comes after ``k × r ÷ (n + 1)`` reviews, rounded down.
    """
    queue: list[Queued] = []
    rest = list(reversed(reviews))
    introduced = 0
    for _ in range(len(reviews) + len(new)):
        shown = len(reviews) - len(rest)
        due = (introduced + 1) * len(reviews) // (len(new) + 1)
        if introduced < len(new) and shown >= due:
            card = new[introduced]
            introduced += 1
            source = Source.NEW
        else:
            card = _take_from_another_deck(rest, last_deck)
            source = Source.REVIEW
        last_deck = card.deck
        queue.append(Queued(card.uid, source, card.deck))
    return queue


def _take_from_another_deck(rest: list[Candidate], last_deck: str | None) -> Candidate:
    """Remove and return the next review: the first of a few that is not from ``last_deck``.

    ``rest`` is reversed, the next one last. Only cards from further on are moved up, by less than
    ``LOOK_AHEAD`` places, so that the weakest still come early.
    """
    for back in range(1, min(LOOK_AHEAD, len(rest)) + 1):
        if rest[-back].deck != last_deck:
            return rest.pop(-back)
    return rest.pop()
