"""Finishing a lesson's text, and beginning a review: what lets a unit's new cards come."""

from __future__ import annotations

from dataclasses import dataclass

from recall.cards.history import ActionKind
from recall.clock import Moment
from recall.errors import UsageError
from recall.library.context import Context
from recall.library.marking import new_action
from recall.library.values import DeckRow
from recall.storage import journal
from recall.storage.store import Transaction
from recall.study.course import unit_name


@dataclass(frozen=True, slots=True)
class Finished:
    """A lesson whose text was finished, and how many new cards come from now on.

    ``first`` are the codes of what must be learnt before they come, empty where they come at once.
    """

    title: str
    code: str | None
    opens: int
    first: tuple[str, ...] = ()


def finish_lesson(context: Context, row: DeckRow) -> Finished:
    """Record that a lesson's text was read to its end; nothing when that is known already.

    Raises UsageError for a deck that is no lesson or has no text.
    """
    if not row.is_read:
        raise UsageError(
            f"{row.code or row.title} cannot be finished, as it is not a lesson with text to read.",
            "Study its cards with recall review.",
        )
    if not row.finished:
        with context.store.writing() as tx:
            open_unit(context, tx, context.moment(tx), row)
    return Finished(row.title, row.code, row.waiting, () if row.open else row.after)


def open_unit(context: Context, tx: Transaction, moment: Moment, row: DeckRow) -> None:
    """Write that a unit was opened: a lesson finished, or a review begun."""
    target = unit_name(row.course, row.code, row.path)
    journal.add_action(tx, new_action(context, moment, ActionKind.OPEN, target))
