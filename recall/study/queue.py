"""Which cards a study day shows, and in which order: a pure function of candidates and a seed.

Nothing vanishes in silence: every candidate is in the queue or dropped for a named reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from recall.study.interleaving import apart, in_turn, weakest_first


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
      Taken by themselves, after the last step, they have the fewest neighbours from one deck that
      any order of them has (``interleaving.apart``); cards of one deck keep the order of weakness.
    - New cards keep their order and are spread evenly among the reviews, from the first gap on.
      They stand where that puts them, also beside a card of their own deck.
    - A review or new card is dropped when a sibling was answered today or stands in the queue, and
      beyond its limit. A sibling that is dropped takes no place of the limit.
    """
    chosen = _choose(steps, weakest_first(reviews, seed), new, limits, answered)
    reviews = apart(chosen.reviews, lambda card: card.deck, chosen.last_deck)
    return chosen.plan(_spread(reviews, chosen.new))


def build_mixed_queue(
    steps: Iterable[Candidate],
    due: Iterable[Candidate],
    others: Iterable[Candidate],
    new: Iterable[Candidate],
    limits: Limits,
    seed: int | str,
    answered: frozenset[str] = frozenset(),
) -> Plan:
    """Return the queue of an interleaved review, whose units are the decks of the cards.

    ``others`` are cards known and not due, ``new`` the review's own new cards; everything else is
    as for ``build_queue``. ``limits.reviews`` is how many cards of ``due`` and ``others`` there are
    at most. Those that are due stand first in line, weakest first; then the weakest of the others,
    always of the unit that has least in the queue, so that every unit is asked.

    - Steps come first, by the instant they are due.
    - The rest follows weakest first, new cards spread among it in their order, with the fewest
      neighbours from one deck that any order of these cards has.
    - Siblings are dropped as from a day's queue.
    """
    first = weakest_first(due, seed)
    in_line = [*first, *in_turn(weakest_first(others, seed), first)]
    chosen = _choose(steps, in_line, new, limits, answered)
    spread = _spread(weakest_first(chosen.reviews, seed), chosen.new)
    return chosen.plan(apart(spread, lambda card: card.deck, chosen.last_deck))


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The candidates that are shown today, steps and new cards in their order."""

    steps: Sequence[Candidate]
    reviews: Sequence[Candidate]
    new: Sequence[Candidate]
    dropped: Sequence[Dropped]

    @property
    def last_deck(self) -> str | None:
        """The deck of the last step."""
        return self.steps[-1].deck if self.steps else None

    def plan(self, rest: Iterable[Queued]) -> Plan:
        """Return the plan of the steps and of what follows them."""
        first = (Queued(card.uid, Source.STEP, card.deck, card.due_at) for card in self.steps)
        return Plan((*first, *rest), tuple(self.dropped))


def _choose(
    steps: Iterable[Candidate],
    reviews: Sequence[Candidate],
    new: Iterable[Candidate],
    limits: Limits,
    answered: frozenset[str],
) -> _Chosen:
    """Choose what is shown: all steps, and reviews and new cards as they stand in line."""
    started = sorted(steps, key=lambda card: (card.due_at or 0, card.uid))
    in_course_order = sorted(new, key=lambda card: (card.position, card.uid))
    groups = {card.group for card in started}
    dropped: list[Dropped] = []
    kept = _admit(reviews, limits.reviews, Reason.REVIEW_LIMIT, answered, groups, dropped)
    kept_new = _admit(in_course_order, limits.new, Reason.NEW_LIMIT, answered, groups, dropped)
    return _Chosen(started, kept, kept_new, dropped)


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


def _spread(reviews: Sequence[Candidate], new: Sequence[Candidate]) -> list[Queued]:
    """Put new cards evenly among reviews.

    Of n new cards among r reviews the k-th comes after ``k × r ÷ (n + 1)`` reviews, rounded down.
    """
    spread = [Queued(card.uid, Source.REVIEW, card.deck) for card in reviews]
    for number, card in enumerate(new, 1):
        place = number * len(reviews) // (len(new) + 1) + number - 1
        spread.insert(place, Queued(card.uid, Source.NEW, card.deck))
    return spread
