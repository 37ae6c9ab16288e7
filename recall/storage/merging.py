"""Taking records in that were made elsewhere, and giving out what this file holds.

A merge is a union by id: what is known already is passed over, and an id that comes with another
content is a contradiction, which nobody wins. Whose a record is does not belong to its content.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import merge
from itertools import islice

from sqlalchemy import bindparam, func, literal, select

from recall.cards.history import Action, Review
from recall.storage.history import read_action, read_review
from recall.storage.journal import action_values, review_values
from recall.storage.statements import ACTION, REVIEW, among, listed, parameters
from recall.storage.store import Transaction

Record = Review | Action

_BATCH = 500
_REVIEWS = select(*(column for column in REVIEW.c if column.name != "sequence"))
_ACTIONS = select(*(column for column in ACTION.c if column.name != "sequence"))
_REVIEWS_BY_ID = _REVIEWS.where(among(REVIEW.c.id, "ids"))
_ACTIONS_BY_ID = _ACTIONS.where(among(ACTION.c.id, "ids"))
_REVIEWS_AFTER = (
    select(REVIEW.c.sequence, *_REVIEWS.selected_columns)
    .where(REVIEW.c.sequence > bindparam("after"))
    .order_by(REVIEW.c.sequence)
)
_ACTIONS_AFTER = (
    select(ACTION.c.sequence, *_ACTIONS.selected_columns)
    .where(ACTION.c.sequence > bindparam("after"))
    .order_by(ACTION.c.sequence)
)
_ADD_REVIEW = REVIEW.insert().values(**parameters(column.name for column in REVIEW.c))
_ADD_ACTION = ACTION.insert().values(**parameters(column.name for column in ACTION.c))
_LAST = select(
    func.max(
        func.coalesce(select(func.max(REVIEW.c.sequence)).scalar_subquery(), literal(0)),
        func.coalesce(select(func.max(ACTION.c.sequence)).scalar_subquery(), literal(0)),
    )
)
_NAMES_SINCE = select(REVIEW.c.name).where(REVIEW.c.at >= bindparam("since")).distinct()


def known(tx: Transaction, ids: Iterable[str]) -> dict[str, Record]:
    """Return those of some records that the log holds, by id."""
    waiting = iter(ids)
    found: dict[str, Record] = {}
    while batch := list(islice(waiting, _BATCH)):
        bound = {"ids": listed(batch)}
        for review in map(read_review, tx.execute(_REVIEWS_BY_ID, bound)):
            found[review.id] = review
        for action in map(read_action, tx.execute(_ACTIONS_BY_ID, bound)):
            found[action.id] = action
    return found


def says_the_same(one: Record, other: Record) -> bool:
    """Return whether two records with one id have one content."""
    return type(one) is type(other) and replace(one, device=None) == replace(other, device=None)


def add_records(tx: Transaction, records: Sequence[Record]) -> None:
    """Write records that the log does not hold; what follows from them is up to the caller.

    They are written in the order of (instant, id).
    """
    number = last_sequence(tx)
    reviews: list[dict[str, object]] = []
    actions: list[dict[str, object]] = []
    for record in sorted(records, key=lambda one: (one.at, one.id)):
        number += 1
        if isinstance(record, Review):
            reviews.append({"sequence": number, **review_values(record)})
        else:
            actions.append({"sequence": number, **action_values(record)})
    if reviews:
        tx.execute(_ADD_REVIEW, reviews)
    if actions:
        tx.execute(_ADD_ACTION, actions)
        tx.voided = None


def last_sequence(tx: Transaction) -> int:
    """Return the number that the record written last has, 0 when there is none."""
    number: int = tx.execute(_LAST).scalar_one()
    return number


def records_after(tx: Transaction, sequence: int) -> Iterator[Record]:
    """Give the records that were written after the one with that number, in their order."""
    bound = {"after": sequence}
    reviews: Iterator[tuple[int, Record]] = (
        (row[0], read_review(row[1:])) for row in tx.execute(_REVIEWS_AFTER, bound)
    )
    actions: Iterator[tuple[int, Record]] = (
        (row[0], read_action(row[1:])) for row in tx.execute(_ACTIONS_AFTER, bound)
    )
    for _, record in merge(reviews, actions, key=lambda numbered: numbered[0]):
        yield record


def names_since(tx: Transaction, at: int) -> tuple[str, ...]:
    """Return the names under which there are reviews at the instant ``at`` or later."""
    return tuple(tx.execute(_NAMES_SINCE, {"since": at}).scalars())
