"""Taking back what the learner did last, in this run or an earlier one."""

from __future__ import annotations

from recall.cards.history import Action, ActionKind, Review
from recall.library.context import Context
from recall.library.looking_up import title_of
from recall.library.marking import new_action
from recall.library.recompute import recompute
from recall.library.values import Undone
from recall.storage import history, journal, names

_DEEDS: dict[str, str] = {
    ActionKind.SUSPEND: "Suspending",
    ActionKind.UNSUSPEND: "Unsuspending",
    ActionKind.BURY: "Burying",
    ActionKind.UNBURY: "Unburying",
    ActionKind.FLAG: "Flagging",
    ActionKind.UNFLAG: "Unflagging",
    ActionKind.RESET: "Resetting",
    ActionKind.PAGE: "The blank page",
    ActionKind.WORDING: "The wording remembered for",
}
_RETURNING = frozenset({ActionKind.SUSPEND, ActionKind.BURY})


def undo(context: Context) -> Undone | None:
    """Take back the newest grade or mark that still counts; None when there is none.

    The undo is an action of its own; the card's state is computed from what remains.
    """
    with context.store.writing() as tx:
        last = history.last_undoable(tx)
        if last is None:
            return None
        shown = last.name if isinstance(last, Review) else last.target
        moment = context.moment(tx)
        journal.add_action(tx, new_action(context, moment, ActionKind.UNDO, last.id))
        uid = names.uid_of(tx, shown)
        parts = history.parts_of(tx, (last.id,))
        of_parts = history.names_of_reviews(tx, parts)
        recompute(context, tx, {uid, *names.uids_of(tx, of_parts).values()})
        title = title_of(context, tx, uid)
    return Undone(f"{_deed(last)} “{title}” was taken back.", uid, _returns(last))


def _deed(last: Review | Action) -> str:
    if isinstance(last, Review):
        return f"{last.rating.label} for"
    return _DEEDS.get(last.kind, "The last action on")


def _returns(last: Review | Action) -> bool:
    return isinstance(last, Review) or last.kind in _RETURNING
