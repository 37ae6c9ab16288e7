"""What was done in one go on this device: what an undo takes back, and what a redo gives back.

Deeds go by the order they were written in, whatever the clock said. A deed is undone by one undo of
each of its records, all written at one instant; those are the undo that a redo takes back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import islice
from typing import Any

from sqlalchemy import Integer, Select, bindparam, select

from recall.cards.history import Action, ActionKind, Review, made_with
from recall.storage.history import ACTION_FIELDS, REVIEW_FIELDS, read_action, read_review, voided
from recall.storage.statements import ACTION, REVIEW, among, listed
from recall.storage.store import Transaction

DONE = frozenset(
    {
        ActionKind.SUSPEND,
        ActionKind.UNSUSPEND,
        ActionKind.BURY,
        ActionKind.UNBURY,
        ActionKind.FLAG,
        ActionKind.UNFLAG,
        ActionKind.RESET,
        ActionKind.LINK,
        ActionKind.OPEN,
        ActionKind.PAGE,
        ActionKind.WORDING,
    }
)
"""Actions that are deeds. A change of settings is none: it only tells what the file of settings
said when a grade was given."""

_BATCH = 64
_BEFORE = bindparam("before", type_=Integer)
_SIZE = bindparam("size", type_=Integer)

_REVIEWS = select(REVIEW.c.sequence, *REVIEW_FIELDS)
_ACTIONS = select(ACTION.c.sequence, *ACTION_FIELDS)
_REVIEWS_NEWEST = (
    _REVIEWS.where(REVIEW.c.device.is_(None), REVIEW.c.sequence < _BEFORE)
    .order_by(REVIEW.c.sequence.desc())
    .limit(_SIZE)
)


def _actions_newest(kinds: Iterable[ActionKind]) -> Select[Any]:
    return (
        _ACTIONS.where(
            ACTION.c.device.is_(None),
            ACTION.c.sequence < _BEFORE,
            ACTION.c.kind.in_(sorted(kind.value for kind in kinds)),
        )
        .order_by(ACTION.c.sequence.desc())
        .limit(_SIZE)
    )


_DONE_NEWEST = _actions_newest(DONE)
_LISTED_NEWEST = _actions_newest((*DONE, ActionKind.SETTINGS))
_UNDOS_NEWEST = _actions_newest((ActionKind.UNDO,))
_REVIEWS_BY_ID = _REVIEWS.where(among(REVIEW.c.id, "ids"))
_ACTIONS_BY_ID = _ACTIONS.where(among(ACTION.c.id, "ids"))
_UNDO_IDS = select(ACTION.c.id).where(ACTION.c.kind == ActionKind.UNDO.value)
_LAST = 2**63 - 1

_Placed = tuple[int, Review | Action]


@dataclass(frozen=True, slots=True)
class Deed:
    """The records of one deed, in the order they were written, and the ids of those that hold.

    ``sequence`` is the place of the newest record in the log.
    """

    sequence: int
    records: tuple[Review | Action, ...]
    holding: frozenset[str]

    @property
    def id(self) -> str:
        """The name of the deed: the id of its newest record."""
        return self.records[-1].id

    @property
    def automatic(self) -> bool:
        """Whether it is a link that reading the decks made, by itself."""
        return all(
            isinstance(one, Action)
            and one.kind is ActionKind.LINK
            and json.loads(one.body).get("by") is None
            for one in self.records
        )

    @property
    def undone(self) -> bool:
        """Whether nothing of it holds."""
        return not self.holding


def newest(tx: Transaction, limit: int | None = None) -> tuple[Deed, ...]:
    """Return the newest deeds, undone ones and changes of settings too, newest first."""
    return tuple(islice(_deeds(tx, _LISTED_NEWEST), limit))


def to_undo(tx: Transaction) -> Iterator[Deed]:
    """Give the deeds of which something holds, newest first: what undo after undo takes back."""
    return (deed for deed in _deeds(tx, _DONE_NEWEST) if not deed.undone)


def to_redo(tx: Transaction) -> Iterator[Deed]:
    """Give the undos that hold, newest first, which one redo after another takes back.

    None of them when something new was done since.
    """
    last = next(_deeds(tx, _DONE_NEWEST), None)
    undos = frozenset(tx.execute(_UNDO_IDS).scalars())
    for undo in _grouped(tx, _rows(tx, _UNDOS_NEWEST, read_action)):
        if last is not None and undo.sequence < last.sequence:
            return
        if not undo.undone and not undos.intersection(targets_of(undo)):
            yield undo


def targets_of(undo: Deed) -> tuple[str, ...]:
    """Return the ids of the records that the holding part of an undo takes back."""
    holding = (one for one in undo.records if one.id in undo.holding)
    return tuple(one.target for one in holding if isinstance(one, Action))


def records_of(tx: Transaction, ids: Sequence[str]) -> tuple[Review | Action, ...]:
    """Return the reviews and actions with these ids, in the order they were written."""
    bound = {"ids": listed(ids)}
    found: list[_Placed] = [
        (row[0], read_review(row[1:])) for row in tx.execute(_REVIEWS_BY_ID, bound)
    ]
    found += [(row[0], read_action(row[1:])) for row in tx.execute(_ACTIONS_BY_ID, bound)]
    return tuple(record for _, record in sorted(found, key=_sequence))


def _deeds(tx: Transaction, actions: Select[Any]) -> Iterator[Deed]:
    reviews = _rows(tx, _REVIEWS_NEWEST, read_review)
    done = _rows(tx, actions, read_action)
    return _grouped(tx, merge(reviews, done, key=_sequence, reverse=True))


def _rows(
    tx: Transaction, statement: Select[Any], read: Callable[[Sequence[Any]], Review | Action]
) -> Iterator[_Placed]:
    """Give records newest first, read a few at a time so that no result stays open."""
    before = _LAST
    while True:
        rows = tx.execute(statement, {"before": before, "size": _BATCH}).all()
        for row in rows:
            yield row[0], read(row[1:])
        if len(rows) < _BATCH:
            return
        before = rows[-1][0]


def _grouped(tx: Transaction, rows: Iterable[_Placed]) -> Iterator[Deed]:
    """Give the deeds that records, newest first, belong to."""
    gone = voided(tx)
    group: list[_Placed] = []
    for placed in rows:
        if group and not made_with(placed[1], [record for _, record in group]):
            yield _deed(group, gone)
            group = []
        group.append(placed)
    if group:
        yield _deed(group, gone)


def _deed(group: Sequence[_Placed], gone: frozenset[str]) -> Deed:
    records = tuple(record for _, record in reversed(group))
    return Deed(group[0][0], records, frozenset(one.id for one in records if one.id not in gone))


def _sequence(placed: _Placed) -> int:
    return placed[0]
