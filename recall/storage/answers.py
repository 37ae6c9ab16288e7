"""What statistics are read from: what is known of each answer, and sums of all of them.

Both follow from the log. They note how far in the log they reach; whatever was written since,
reviews, undos, resets, links and what another device sent alike, names the cards that must be
looked at anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import bindparam, func, select, text
from sqlalchemy.dialects.sqlite import insert

from recall.cards.history import ActionKind, Mode, Review
from recall.cards.memory import Rating
from recall.storage import third_schema
from recall.storage.history import names_of_reviews, parts_of, voided
from recall.storage.journal import meta, set_meta
from recall.storage.statements import (
    ACTION,
    FACT,
    REVIEW,
    SUM,
    among,
    listed,
    parameters,
)
from recall.storage.store import Transaction

_EXTENT = "statistics"


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of one review that holds: the recall predicted just before it (0 to 1), the
    stability then (days), the recall its due date was meant for, and whether it was the card's
    first answer of its study day, cram apart.
    """

    sequence: int
    recall: float | None
    stability: float | None
    aimed: float | None
    first: bool


@dataclass(frozen=True, slots=True)
class KeptSum:
    """One sum as it is kept; see ``study.stats.tally.Sum`` for its numbers."""

    grain: str
    key: str
    answers: int
    milliseconds: int
    counted: int
    remembered: int
    aims: int
    aimed: int
    predicted: int
    first_at: int | None = None
    last_at: int | None = None


_SUMMED = ("answers", "milliseconds", "counted", "remembered", "aims", "aimed", "predicted")
_COLUMNS = tuple(REVIEW.c[field.name] for field in fields(Review))
_REVIEWS_OF = (
    select(REVIEW.c.sequence, *_COLUMNS)
    .where(among(REVIEW.c.name, "names"))
    .order_by(REVIEW.c.at, REVIEW.c.id)
)
_RESETS_OF = (
    select(ACTION.c.target, ACTION.c.at, ACTION.c.id)
    .where(among(ACTION.c.target, "names"), ACTION.c.kind == ActionKind.RESET.value)
    .order_by(ACTION.c.at, ACTION.c.id)
)
_FACTS_OF = (
    select(*FACT.c, *_COLUMNS)
    .join_from(REVIEW, FACT, FACT.c.sequence == REVIEW.c.sequence)
    .where(among(REVIEW.c.name, "names"))
)
_FORGET_FACTS = FACT.delete().where(
    FACT.c.sequence.in_(select(REVIEW.c.sequence).where(among(REVIEW.c.name, "names")))
)
_ADD_FACTS = insert(FACT).values(**parameters(column.name for column in FACT.c))
_ADD_SUMS = insert(SUM).values(**parameters(column.name for column in SUM.c))
_JOIN_SUMS = _ADD_SUMS.on_conflict_do_update(
    index_elements=[SUM.c.grain, SUM.c.key],
    set_={
        **{name: SUM.c[name] + _ADD_SUMS.excluded[name] for name in _SUMMED},
        # An instant that was taken away leaves nothing behind it: what is given here counts.
        "first_at": _ADD_SUMS.excluded["first_at"],
        "last_at": _ADD_SUMS.excluded["last_at"],
    },
)
_DROP_EMPTY = SUM.delete().where(SUM.c.answers == 0)
_SUMS = select(*SUM.c).where(among(SUM.c.grain, "grains"))
_NEWEST = tuple(select(func.coalesce(func.max(table.c.sequence), 0)) for table in (REVIEW, ACTION))
_NEW_NAMES = select(REVIEW.c.name).where(REVIEW.c.sequence > bindparam("known")).distinct()
_NEW_ACTIONS = (
    select(ACTION.c.id, ACTION.c.kind, ACTION.c.target, ACTION.c.at, ACTION.c.body)
    .where(ACTION.c.sequence > bindparam("known"))
    .order_by(ACTION.c.sequence)
)
_ACTION_OF_ID = select(
    ACTION.c.id, ACTION.c.kind, ACTION.c.target, ACTION.c.at, ACTION.c.body
).where(ACTION.c.id == bindparam("id"))
_NAME_OF_ID = select(REVIEW.c.name).where(REVIEW.c.id == bindparam("id"))
_NAMES_SINCE = select(REVIEW.c.name).where(REVIEW.c.at >= bindparam("at")).distinct()
_ALL_NAMES = select(REVIEW.c.name).distinct()
_DAYS = (
    select(REVIEW.c.day, func.min(REVIEW.c.at), func.max(REVIEW.c.at))
    .where(among(REVIEW.c.day, "days"), ~among(REVIEW.c.id, "voided"))
    .group_by(REVIEW.c.day)
)


def newest(tx: Transaction) -> int:
    """Return the sequence of the last thing written to the log, 0 for an empty one."""
    return max(int(tx.execute(statement).scalar_one()) for statement in _NEWEST)


def extent(tx: Transaction) -> tuple[int, str]:
    """Return how far in the log the facts and sums reach, and what they were made with."""
    kept = meta(tx, _EXTENT)
    if kept is None:
        return 0, ""
    reached, made_with = json.loads(kept)
    return int(reached), str(made_with)


def set_extent(tx: Transaction, reached: int, made_with: str) -> None:
    """Note how far in the log the facts and sums reach, and what they were made with."""
    set_meta(tx, _EXTENT, json.dumps([reached, made_with], ensure_ascii=False))


def forget(tx: Transaction) -> None:
    """Drop all facts and sums, before they are made anew."""
    tx.execute(FACT.delete())
    tx.execute(SUM.delete())


def set_aside(tx: Transaction) -> None:
    """Keep facts and sums only as long as the file is open, because it cannot be written.

    SQLite takes a temporary table for the one of the same name in the file.
    """
    for statement in third_schema.STATEMENTS:
        if "CREATE TABLE" in statement:
            tx.execute(text(statement.replace("CREATE TABLE", "CREATE TEMP TABLE IF NOT EXISTS")))
    forget(tx)


def all_names(tx: Transaction) -> set[str]:
    """Return every name under which there is a review."""
    return set(tx.execute(_ALL_NAMES).scalars())


def names_changed(tx: Transaction, known: int) -> set[str]:
    """Return the names whose answers may mean something else since the record ``known``."""
    names = set(tx.execute(_NEW_NAMES, {"known": known}).scalars())
    waiting = list(tx.execute(_NEW_ACTIONS, {"known": known}).all())
    while waiting:
        identity, kind, target, at, body = waiting.pop()
        match kind:
            case ActionKind.RESET:
                names.add(target)
            case ActionKind.LINK:
                names |= {target, str(json.loads(body)["to"])}
            case ActionKind.PAGE:
                names |= set(names_of_reviews(tx, parts_of(tx, [identity])))
            case ActionKind.SETTINGS:
                names |= set(tx.execute(_NAMES_SINCE, {"at": at}).scalars())
            case ActionKind.UNDO:
                names |= set(tx.execute(_NAME_OF_ID, {"id": target}).scalars())
                waiting += tx.execute(_ACTION_OF_ID, {"id": target}).all()
    return names


def reviews_of(tx: Transaction, names: Iterable[str]) -> Iterator[tuple[int, Review]]:
    """Give the reviews under some names, voided ones too, with their sequence, by (at, id)."""
    for sequence, *row in tx.execute(_REVIEWS_OF, {"names": listed(names)}):
        yield sequence, _review(row)


def resets_of(tx: Transaction, names: Iterable[str]) -> list[tuple[str, int, str]]:
    """Return the resets of some names that hold: name, instant and id, by (at, id)."""
    gone = voided(tx)
    rows = tx.execute(_RESETS_OF, {"names": listed(names)})
    return [(target, at, identity) for target, at, identity in rows if identity not in gone]


def facts_of(tx: Transaction, names: Iterable[str]) -> Iterator[tuple[Fact, Review]]:
    """Give what is kept of the reviews under some names."""
    for row in tx.execute(_FACTS_OF, {"names": listed(names)}):
        sequence, recall, stability, aimed, first, *review = row
        yield Fact(sequence, recall, stability, aimed, bool(first)), _review(review)


def forget_facts(tx: Transaction, names: Iterable[str]) -> None:
    """Drop the facts of the reviews under some names."""
    tx.execute(_FORGET_FACTS, {"names": listed(names)})


def add_facts(tx: Transaction, facts: Sequence[Fact]) -> None:
    """Keep facts."""
    if facts:
        tx.execute(
            _ADD_FACTS,
            [
                {
                    "sequence": fact.sequence,
                    "recall": fact.recall,
                    "stability": fact.stability,
                    "aimed": fact.aimed,
                    "first": int(fact.first),
                }
                for fact in facts
            ],
        )


def add_sums(tx: Transaction, sums: Sequence[KeptSum]) -> None:
    """Add to the sums kept; those that come to no answer are dropped."""
    if sums:
        rows = [{field.name: getattr(one, field.name) for field in fields(one)} for one in sums]
        tx.execute(_JOIN_SUMS, rows)
        tx.execute(_DROP_EMPTY)


def sums(tx: Transaction, grains: Iterable[str]) -> Iterator[KeptSum]:
    """Give the sums of some grains."""
    for row in tx.execute(_SUMS, {"grains": listed(grains)}):
        yield KeptSum(*row)


def instants_of_days(tx: Transaction, days: Iterable[int]) -> Mapping[int, tuple[int, int]]:
    """Return the first and last instant of an answer that holds, for each study day with one."""
    bound = {"days": listed(days), "voided": listed(voided(tx))}
    return {day: (first, last) for day, first, last in tx.execute(_DAYS, bound)}


def _review(row: Sequence[Any]) -> Review:
    identity, name, at, offset, day, rating, milliseconds, mode, *rest = row
    return Review(identity, name, at, offset, day, Rating(rating), milliseconds, Mode(mode), *rest)
