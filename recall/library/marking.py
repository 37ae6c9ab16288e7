"""Actions besides grading: suspend, bury, flag and their opposites; the settings in force."""

from __future__ import annotations

from dataclasses import replace

from recall.cards.history import Action, ActionKind, marks_after
from recall.clock import Moment
from recall.library.context import Context
from recall.library.recompute import recompute, settings_in_log
from recall.storage import history, journal
from recall.storage.records import State
from recall.storage.store import Transaction

_END_OF_TIME = 2**63 - 1  # the last instant that a column of the log can hold


def mark(context: Context, uid: str, kind: ActionKind) -> None:
    """Record that a card was suspended, buried for today or flagged, or the opposite."""
    with context.store.writing() as tx:
        state = journal.state(tx, uid)
        moment = context.moment_of_card(tx, uid, state.last_at)
        journal.add_action(tx, new_action(context, moment, kind, uid))
        marks = marks_after(state.marks, kind, moment.day)
        journal.set_state(tx, uid, State(state.memory, marks, state.last_review_id, state.last_at))


def reset(context: Context, uid: str) -> bool:
    """Forget what is known of how well a card is remembered; its marks and its log stay.

    Return whether there was anything to forget; a card without an answer that counts is left as it
    is. It is a deed like any other, so an undo brings everything back.
    """
    with context.store.writing() as tx:
        if journal.state(tx, uid).last_review_id is None:
            return False
        moment = context.moment_of_card(tx, uid, journal.state(tx, uid).last_at)
        journal.add_action(tx, new_action(context, moment, ActionKind.RESET, uid))
        recompute(context, tx, (uid,))
        return True


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


def record_settings(context: Context, tx: Transaction, moment: Moment) -> Moment:
    """Record the scheduling settings when others were in force at ``moment``.

    Returns the moment for the grade that is made under them: a replay takes settings and grades in
    the order of their instants. This happens with the first grade under new settings, so merely
    opening the library writes nothing.
    """
    body = context.scheduler.settings.to_json()
    latest = history.latest_settings(tx)
    if latest is not None and latest.at < moment.at and latest.body == body:
        return moment
    changes = [change for change, _ in settings_in_log(tx)]
    # What is written now, at three instants, must not share one with an earlier change.
    taken = {change.at - step for change in changes for step in range(3)}
    while moment.at in taken:
        moment = replace(moment, at=moment.at + 1)
    before = [change for change in changes if change.at <= moment.at]
    if before and before[-1].body == body:
        return moment
    journal.add_action(tx, new_action(context, moment, ActionKind.SETTINGS, "", body))
    if before and (history.latest_at(tx, _END_OF_TIME) or 0) > moment.at:
        # The clock is behind the log: what was decided later keeps the settings it had.
        end = replace(moment, at=moment.at + 2)
        former = new_action(context, end, ActionKind.SETTINGS, "", before[-1].body)
        journal.add_action(tx, former)
    return replace(moment, at=moment.at + 1)
