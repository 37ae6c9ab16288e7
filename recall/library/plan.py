"""What today holds: the queue of a study day, from the store's candidates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from decimal import Decimal

from recall.cards.card import Kind
from recall.clock import MICROSECONDS_PER_DAY, Moment
from recall.library.blank_pages.plan import points_alone
from recall.library.context import Context
from recall.library.path import units_of
from recall.storage import candidates, catalogue, decks, history, journal, placements
from recall.storage.records import DayCounts, DueCard, FileRow, NewCandidate, Tally
from recall.storage.store import Transaction
from recall.study.course import Unit, course_order, drawn_units, introducing, open_units
from recall.study.queue import Candidate, Limits, Plan, build_mixed_queue, build_queue

REVIEW_SIZE = 30
"""About how many cards an interleaved review asks: some ten minutes. Learning steps that are due
come on top of them.
"""

_CANDIDATES_PER_NEW_CARD = 8


@dataclass(frozen=True, slots=True)
class Shelf:
    """The decks of the library in course order: their rows, and by their ids how each one stands
    and what it counts; the ids of those whose turn has come, and of those whose new cards come.
    """

    rows: tuple[FileRow, ...]
    units: Mapping[int, Unit]
    tallies: Mapping[int, Tally]
    open: frozenset[int]
    introducing: frozenset[int]


def shelf(context: Context, tx: Transaction, today: int) -> Shelf:
    """Return the decks in the order of their courses, and which may introduce new cards.

    ``today`` is the study day that due cards are counted for.
    """
    rows = catalogue.file_rows(tx, context.folders)
    tallies = decks.tallies(tx, context.folders, today, context.curve)
    units = units_of(context, tx, rows, tallies)
    opened = open_units(units.values())
    by_place = sorted(rows, key=lambda row: (context.folders.index(row.folder_id), row.path))
    return Shelf(
        rows=_in_course_order(by_place),
        units=units,
        tallies=tallies,
        open=frozenset(map(int, opened)),
        introducing=frozenset(map(int, introducing(units.values(), opened))),
    )


def _in_course_order(rows: Sequence[FileRow]) -> tuple[FileRow, ...]:
    """Sort the decks of each course by their order; loose decks stay where their path puts them."""
    by_course: dict[str | None, list[FileRow]] = {}
    for row in rows:
        by_course.setdefault(row.course, []).append(row)
    ordered: list[FileRow] = []
    for course, of_course in sorted(by_course.items(), key=lambda item: item[0] is None):
        if course is None:
            ordered += of_course
            continue
        by_path = {f"{row.folder_id:09}/{row.path}": row for row in of_course}
        units = [
            Unit(path=path, order=None if row.order is None else Decimal(row.order))
            for path, row in by_path.items()
        ]
        ordered += [by_path[unit.path] for unit in course_order(units)]
    return tuple(ordered)


def plan_day(
    context: Context,
    tx: Transaction,
    moment: Moment,
    on: Shelf,
    files: Sequence[int] | None = None,
    *,
    new: int | None = None,
) -> Plan:
    """Return the queue of today.

    ``files`` restricts it to some decks, whose new cards then come whatever stands before them;
    ``new`` replaces what is left of today's limit of new cards.
    """
    counts = history.day_counts(tx, moment.day)
    wanted = on.introducing if files is None else frozenset(files)
    sources = [row.id for row in on.rows if row.id in wanted]
    limits = _limits(context, counts, new)
    steps = _steps(context, tx, moment, files)
    reviews = candidates.due_reviews(tx, context.folders, today=moment.day, files=files)
    alone = points_alone(context, tx, moment, files)
    taken = counts.siblings | {card.entry_id for card in (*steps, *reviews)}
    fresh = _new_cards(tx, sources, moment.day, limits.new, taken)
    started = (*steps, *(point for point in alone if point.due_at is not None))
    due = (*reviews, *(point for point in alone if point.due_at is None))
    return build_queue(
        _known(context, moment, started, alone),
        _known(context, moment, due, alone),
        _fresh(fresh),
        limits,
        seed=str(moment.day),
        answered=frozenset(map(str, counts.siblings)),
    )


def plan_review(
    context: Context,
    tx: Transaction,
    moment: Moment,
    on: Shelf,
    review: int,
    *,
    new: int | None = None,
) -> Plan:
    """Return the queue of an interleaved review, the file with the id ``review``.

    It asks about ``REVIEW_SIZE`` cards of the units the review draws from and of its own: what is
    due, weakest first, and then the weakest others of each unit in turn. Its own new cards are
    among them, up to a third and what is left of today's limit, or ``new`` where that is given.
    """
    counts = history.day_counts(tx, moment.day)
    files = [int(unit.path) for unit in drawn_units(on.units.values(), on.units[review])]
    limits = _limits(context, counts, new)
    if new is None:
        limits = replace(limits, new=min(limits.new, REVIEW_SIZE // 3))
    steps = _steps(context, tx, moment, files)
    due = candidates.due_reviews(tx, context.folders, today=moment.day, files=files)
    others = candidates.known_cards(tx, context.folders, today=moment.day, files=files)
    taken = counts.siblings | {card.entry_id for card in (*steps, *due, *others)}
    fresh = _new_cards(tx, [review], moment.day, limits.new, taken)
    introduced = min(len({card.entry_id for card in fresh} - taken), limits.new)
    room = max(REVIEW_SIZE - introduced, 0)
    return build_mixed_queue(
        _known(context, moment, steps),
        _known(context, moment, due),
        _known(context, moment, others),
        _fresh(fresh),
        replace(limits, reviews=min(limits.reviews, room)),
        seed=str(moment.day),
        answered=frozenset(map(str, counts.siblings)),
    )


def _limits(context: Context, counts: DayCounts, new: int | None) -> Limits:
    """Return what today may still show; ``new`` replaces what is left of its new cards."""
    config = context.config
    return Limits(
        reviews=max(config.reviews_per_day - counts.reviewed, 0),
        new=max(config.new_per_day - counts.new, 0) if new is None else new,
    )


def _steps(
    context: Context, tx: Transaction, moment: Moment, files: Sequence[int] | None
) -> tuple[DueCard, ...]:
    until = moment.at + MICROSECONDS_PER_DAY
    return candidates.due_steps(tx, context.folders, today=moment.day, until=until, files=files)


def _known(
    context: Context, moment: Moment, cards: Iterable[DueCard], points: Iterable[DueCard] = ()
) -> Iterator[Candidate]:
    """Give cards as candidates; ``points`` are those of blank pages among them."""
    curve = context.scheduler.curve
    # The points of a page do not give each other away, so they are no siblings.
    single = {point.uid for point in points}
    for card in cards:
        recall = 0.0
        if card.stability is not None and card.last_day is not None:
            recall = curve.recall_after(card.stability, moment.day - card.last_day)
        group = card.uid if card.uid in single else str(card.entry_id)
        yield Candidate(card.uid, group, str(card.file_id), card.due_at, recall)


def _fresh(cards: Iterable[NewCandidate]) -> Iterator[Candidate]:
    for position, card in enumerate(cards):
        yield Candidate(card.uid, str(card.entry_id), str(card.file_id), position=position)


def _new_cards(
    tx: Transaction, files: Sequence[int], today: int, wanted: int, taken: Set[int]
) -> tuple[NewCandidate, ...]:
    """Return new cards of at least ``wanted`` entries that are not ``taken``, where there are any.

    Siblings drop out of the queue, so more cards are looked at than will be introduced.
    """
    limit = wanted * _CANDIDATES_PER_NEW_CARD
    while wanted:
        found = candidates.new_cards(tx, files, today=today, limit=limit)
        if len(found) < limit or len({card.entry_id for card in found} - taken) >= wanted:
            return found
        limit *= 2
    return ()


def all_cards(context: Context, tx: Transaction, files: Sequence[int] | None) -> tuple[str, ...]:
    """Return every card that can be studied, for a cram, in the order of the decks."""
    rows = catalogue.file_rows(tx, context.folders)
    chosen = [row.id for row in rows if files is None or row.id in files]
    states = journal.all_states(tx)
    suspended = {uid for uid, state in states.items() if state.marks.suspended}
    return tuple(
        dict.fromkeys(
            card.uid
            for file_id in chosen
            for card in placements.entries(tx, file_id)
            if not card.held and card.kind is not Kind.FREE_RECALL and card.uid not in suspended
        )
    )
