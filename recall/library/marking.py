"""Actions besides grading: suspend, bury, flag and their opposites; the settings in force."""

from __future__ import annotations

from recall.cards.history import Action, ActionKind
from recall.cards.memory import Marks
from recall.clock import Moment
from recall.library.context import Context
from recall.storage import history, journal
from recall.storage.records import State
from recall.storage.store import Transaction


def mark(context: Context, uid: str, kind: ActionKind) -> None:
    """Record that a card was suspended, buried for today or flagged, or the opposite."""
    with context.store.writing() as tx:
        moment = context.moment(tx)
        state = journal.state(tx, uid)
        journal.add_action(tx, new_action(context, moment, kind, uid))
        marks = marks_after(state.marks, kind, moment.day)
        journal.set_state(tx, uid, State(state.memory, marks, state.last_review_id, state.last_at))


def marks_after(marks: Marks, kind: ActionKind, day: int) -> Marks:
    """Return a card's marks after an action on the study day ``day``."""
    match kind:
        case ActionKind.SUSPEND | ActionKind.UNSUSPEND:
            return Marks(kind is ActionKind.SUSPEND, marks.buried_day, marks.flagged)
        case ActionKind.BURY | ActionKind.UNBURY:
            buried = day if kind is ActionKind.BURY else None
            return Marks(marks.suspended, buried, marks.flagged)
        case ActionKind.FLAG | ActionKind.UNFLAG:
            return Marks(marks.suspended, marks.buried_day, kind is ActionKind.FLAG)
        case _:
            return marks


def new_action(
    context: Context, moment: Moment, kind: ActionKind, target: str, body: str = "{}"
) -> Action:
    """Return an action that happens now."""
    return Action(
        id=context.new_id(moment.at),
        kind=kind,
        target=target,
        at=moment.at,
        offset=moment.offset,
        day=moment.day,
        body=body,
    )


def record_settings(context: Context, tx: Transaction, moment: Moment) -> None:
    """Record the scheduling settings when they differ from those last recorded.

    This happens with the first grade under them, so that a replay knows which settings decided, and
    merely opening the library writes nothing.
    """
    body = context.scheduler.settings.to_json()
    last = history.latest_settings(tx)
    if last is None or last.body != body:
        journal.add_action(tx, new_action(context, moment, ActionKind.SETTINGS, "", body))
