"""What today holds: the queue of a study day, from the store's candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal

from recall.cards.card import Kind
from recall.clock import MICROSECONDS_PER_DAY, Moment
from recall.library.context import Context
from recall.library.front_matter import front_matter_from_json
from recall.library.page_plan import points_alone
from recall.storage import candidates, catalogue, decks, history, journal, placements
from recall.storage.records import DueCard, FileRow, NewCandidate, Tally
from recall.storage.store import Transaction
from recall.study.course import Lesson, course_order, open_decks
from recall.study.queue import Candidate, Limits, Plan, build_queue

_CANDIDATES_PER_NEW_CARD = 8


@dataclass(frozen=True, slots=True)
class Shelf:
    """The decks of the library: their rows in course order, the ids of the open ones, and each
    one's counts by id.
    """

    rows: tuple[FileRow, ...]
    open: frozenset[int]
    tallies: Mapping[int, Tally]


def shelf(context: Context, tx: Transaction, today: int) -> Shelf:
    """Return the decks in the order of their courses, and which may introduce new cards.

    ``today`` is the study day that due cards are counted for.
    """
    rows = catalogue.file_rows(tx, context.folders)
    tallies = decks.tallies(tx, context.folders, today, context.curve)
    # Paths are unique within a folder only; lessons are told apart by the file's id.
    lessons = {
        str(row.id): Lesson(
            path=str(row.id),
            course=row.course,
            code=row.code,
            order=Decimal(row.order) if row.order is not None else None,
            after=front_matter_from_json(row.front_matter).after,
            unseen=tallies[row.id].unseen,
            total=tallies[row.id].cards,
        )
        for row in rows
    }
    opened = frozenset(int(path) for path in open_decks(lessons.values()))
    by_place = sorted(rows, key=lambda row: (context.folders.index(row.folder_id), row.path))
    return Shelf(_in_course_order(by_place), opened, tallies)


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
        lessons = [
            Lesson(path=path, order=Decimal(row.order) if row.order is not None else None)
            for path, row in by_path.items()
        ]
        ordered += [by_path[lesson.path] for lesson in course_order(lessons)]
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

    ``files`` restricts it to some decks, which are then open whatever comes before them; ``new``
    replaces what is left of today's limit of new cards.
    """
    counts = history.day_counts(tx, moment.day)
    config = context.config
    new_left = max(config.new_per_day - counts.new, 0) if new is None else new
    reviews_left = max(config.reviews_per_day - counts.reviewed, 0)
    wanted = None if files is None else frozenset(files)
    sources = [
        row.id for row in on.rows if (row.id in on.open if wanted is None else row.id in wanted)
    ]
    steps = candidates.due_steps(
        tx,
        context.folders,
        today=moment.day,
        until=moment.at + MICROSECONDS_PER_DAY,
        files=files,
    )
    reviews = candidates.due_reviews(tx, context.folders, today=moment.day, files=files)
    alone = points_alone(context, tx, moment, files)
    taken = counts.siblings | {card.entry_id for card in (*steps, *reviews)}
    fresh = _new_cards(tx, sources, moment.day, new_left, taken)
    curve = context.scheduler.curve

    asked_alone = frozenset(alone)

    def due(card: DueCard) -> Candidate:
        recall = 0.0
        if card.stability is not None and card.last_day is not None:
            recall = curve.recall_after(card.stability, moment.day - card.last_day)
        return Candidate(
            uid=card.uid,
            # The points of a page do not give each other away, so they are no siblings.
            group=card.uid if card in asked_alone else str(card.entry_id),
            deck=str(card.file_id),
            due_at=card.due_at,
            recall=recall,
        )

    return build_queue(
        map(due, (*steps, *(card for card in alone if card.due_at is not None))),
        map(due, (*reviews, *(card for card in alone if card.due_at is None))),
        (
            Candidate(card.uid, str(card.entry_id), str(card.file_id), position=position)
            for position, card in enumerate(fresh)
        ),
        Limits(reviews=reviews_left, new=new_left),
        seed=str(moment.day),
        answered=frozenset(map(str, counts.siblings)),
    )


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
