"""How far the learner is with each unit: what the log, the kept places and the counts say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from decimal import Decimal

from recall.cards.deck import DeckKind
from recall.library.blank_pages.plan import pages_today
from recall.library.context import Context
from recall.library.front_matter import front_matter_from_json, has_text_from_json
from recall.library.places import begun_texts
from recall.storage import candidates, history, pages, placements
from recall.storage.records import FileRow, Tally
from recall.storage.store import Transaction
from recall.study.course import Unit, unit_name


def units_of(
    context: Context, tx: Transaction, rows: Sequence[FileRow], tallies: Mapping[int, Tally]
) -> dict[int, Unit]:
    """Return each deck as a unit, by its file's id.

    A unit's ``path`` is that id as text: paths are unique within a folder only.
    """
    opened = history.opened(tx)
    begun = begun_texts(tx)
    finished = {row.id for row in rows if unit_name(row.course, row.code, row.path) in opened}
    quizzes = _quizzes_never_taken(tx, finished)
    capstones = {row.id for row in rows if row.kind == DeckKind.CAPSTONE}
    waiting = _pages_waiting(context, tx, capstones)

    def unit(row: FileRow) -> Unit:
        front_matter = front_matter_from_json(row.front_matter)
        tally = tallies[row.id]
        return Unit(
            path=str(row.id),
            course=row.course,
            code=row.code,
            order=Decimal(row.order) if row.order is not None else None,
            after=front_matter.after,
            unseen=tally.unseen,
            total=tally.cards,
            kind=DeckKind(row.kind),
            draws_from=front_matter.draws_from,
            seen=tally.seen,
            put_off=tally.put_off,
            recall=tally.recall / tally.cards if tally.cards else 0.0,
            has_text=has_text_from_json(row.front_matter),
            begun=f"{row.folder}/{row.path}" in begun,
            finished=row.id in finished,
            quiz=row.id in quizzes,
            pages=waiting[row.id],
        )

    return {row.id: unit(row) for row in rows}


def _quizzes_never_taken(tx: Transaction, files: Set[int]) -> frozenset[int]:
    """Return those of some files that have choice cards of which none was answered in a quiz."""
    if not files:
        return frozenset()
    cards = placements.choice_cards(tx, sorted(files))
    answered = history.answered_in_quiz(tx, frozenset().union(*cards.values()))
    return frozenset(file_id for file_id, uids in cards.items() if not uids & answered)


def _pages_waiting(context: Context, tx: Transaction, files: Set[int]) -> Counter[int]:
    """Return how many blank pages of some files wait today: those due, and those never written."""
    if not files:
        return Counter()
    moment = context.moment(tx)
    today = pages_today(context, tx, moment)
    due = {card.uid for card in candidates.due_points(tx, context.folders, today=moment.day)}
    known = {point for head in today.heads if not head.abandoned for point in head.points}
    return Counter(
        page.file.id
        for page in pages.blank_pages(tx, context.folders)
        if page.file.id in files
        and today.written.isdisjoint(page.points)
        and (known.isdisjoint(page.points) or today.is_due(page.points, due))
    )
