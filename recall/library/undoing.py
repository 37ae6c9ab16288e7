"""Taking back what the learner did last, in this run or an earlier one, and doing it again.

Undoing is an action of its own: nothing is erased, and the states of the cards are computed from
what remains. A redo takes back an undo, until something new is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from recall.cards.history import Action, ActionKind, Review
from recall.errors import UsageError
from recall.library.context import Context
from recall.library.deed_words import capital, card_of, chief_of, what_was_done
from recall.library.marking import new_action
from recall.library.recompute import recompute
from recall.library.values import Undone
from recall.storage import deeds, history, journal, names
from recall.storage.deeds import Deed
from recall.storage.links import rejoin
from recall.storage.store import Transaction

_RETURNING = frozenset({ActionKind.SUSPEND, ActionKind.BURY})


def undo(context: Context, *, own: bool = False) -> Undone | None:
    """Take back the newest deed that still counts; None when there is none.

    With ``own`` it is the newest that the learner did: links that reading the decks made are passed
    over, so that a deck saved meanwhile does not come between a grade and its undo.
    """
    with context.store.writing() as tx:
        found = (deed for deed in deeds.to_undo(tx) if not (own and deed.automatic))
        deed = next(found, None)
        return None if deed is None else _undo(context, tx, deed)


def redo(context: Context) -> Undone | None:
    """Do again what was undone last; None when nothing was, or something new was done since."""
    with context.store.writing() as tx:
        undone = next(deeds.to_redo(tx), None)
        return None if undone is None else _redo(context, tx, undone)


def undo_back_to(context: Context, identity: str) -> tuple[Undone, ...]:
    """Take back every deed from the newest to the one with this id, one after the other.

    All or none. Raises UsageError when that deed does not count now.
    """
    with context.store.writing() as tx:
        done: list[Undone] = []
        for deed in deeds.to_undo(tx):
            done.append(_undo(context, tx, deed))
            if deed.id == identity:
                return tuple(done)
        raise _unreachable(identity, "taken back")


def redo_up_to(context: Context, identity: str) -> tuple[Undone, ...]:
    """Do again what was undone, one deed after the other, up to the one with this id.

    All or none. Raises UsageError when that deed cannot be done again.
    """
    with context.store.writing() as tx:
        done: list[Undone] = []
        for undone in deeds.to_redo(tx):
            reached = identity in deeds.targets_of(undone)
            done.append(_redo(context, tx, undone))
            if reached:
                return tuple(done)
        raise _unreachable(identity, "done again")


def _unreachable(identity: str, what: str) -> UsageError:
    return UsageError(
        f"Nothing was changed, because {identity!r} is not among what can be {what}.",
        "List what was done with recall undo --list.",
    )


def _undo(context: Context, tx: Transaction, deed: Deed) -> Undone:
    holding = tuple(one for one in deed.records if one.id in deed.holding)
    _take_back(context, tx, (one.id for one in holding))
    uid = _follow(context, tx, holding)
    sentence = (
        f"{capital(what_was_done(context, tx, replace(deed, records=holding)))} was taken back"
    )
    links = sum(one.kind is ActionKind.LINK for one in holding if isinstance(one, Action))
    if links:
        sentence += "; they are two cards now" if links == 1 else "; each is a card of its own now"
    return Undone(f"{sentence}.", uid, _returns(holding))


def _redo(context: Context, tx: Transaction, undone: Deed) -> Undone:
    targets = deeds.targets_of(undone)
    _take_back(context, tx, undone.holding)
    records = deeds.records_of(tx, targets)
    uid = _follow(context, tx, records)
    deed = Deed(undone.sequence, records, frozenset(targets))
    sentence = f"{capital(what_was_done(context, tx, deed))} counts again."
    return Undone(sentence, uid, _returns(records))


def _take_back(context: Context, tx: Transaction, ids: Iterable[str]) -> None:
    moment = context.moment(tx)
    for identity in ids:
        journal.add_action(tx, new_action(context, moment, ActionKind.UNDO, identity))


def _follow(context: Context, tx: Transaction, records: Sequence[Review | Action]) -> str | None:
    """Compute the states of the cards that some records act on; return the chief one's card."""
    shown = {one.name for one in records if isinstance(one, Review)}
    shown |= {
        one.target for one in records if isinstance(one, Action) and one.kind in history.RECORDED
    }
    # Where a page was undone by its own record alone, its reviews come back with it.
    parts = history.parts_of(tx, [one.id for one in records])
    shown |= set(history.names_of_reviews(tx, parts))
    linked = any(one.kind is ActionKind.LINK for one in records if isinstance(one, Action))
    changed = set(rejoin(tx)) if linked else set()
    changed |= set(names.uids_of(tx, shown).values())
    recompute(context, tx, sorted(changed))
    return card_of(tx, chief_of(records))


def _returns(records: Sequence[Review | Action]) -> bool:
    chief = chief_of(records)
    return isinstance(chief, Review) or chief.kind in _RETURNING
