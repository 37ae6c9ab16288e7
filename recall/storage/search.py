"""Searching the cards: first the keys of all that match in their order, then the rows looked at.

The keys of a hundred thousand cards are one small list, so that any part of the result can be shown
at once and the result stays as it was found while it is looked at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, func, literal, or_, select

from recall.cards.card import Kind
from recall.storage.conditions import Columns, clauses, parameters
from recall.storage.decks import RECALL, STUDIED
from recall.storage.journal import STATE_FIELDS, read_state
from recall.storage.records import Curve, FoundCard, State
from recall.storage.statements import (
    ALIAS,
    CARD,
    ENTRY,
    FILE,
    FOLDER,
    PLACEMENT,
    STATE,
    among,
    listed,
)
from recall.storage.store import Transaction
from recall.storage.terms import Found, Search, Sort

_PAGE = 500
_STATE_COLUMNS = tuple(STATE.c[name] for name in STATE_FIELDS)
_SORTED_BY: dict[Sort, ColumnElement[Any]] = {
    Sort.DUE: STATE.c.due_day,
    Sort.RECALL: RECALL,
    Sort.STABILITY: STATE.c.stability,
    Sort.DIFFICULTY: STATE.c.difficulty,
    Sort.LAPSES: func.coalesce(STATE.c.lapses, 0),
    Sort.REPS: func.coalesce(STATE.c.reps, 0),
}
_BY_TEXT = frozenset({Sort.TITLE, Sort.KIND})
_UID = func.coalesce(ALIAS.c.uid, CARD.c.name)
_LATER = CARD.alias("later")
_LATER_ALIAS = ALIAS.alias("later_alias")
_FILES = select(FILE.c.id).where(among(FILE.c.folder_id, "folders")).correlate(None)
_PRESENT_KEYS = (
    select(PLACEMENT.c.id)
    .join_from(PLACEMENT, FILE, FILE.c.id == PLACEMENT.c.file_id, isouter=True)
    .join(FOLDER, FOLDER.c.id == FILE.c.folder_id, isouter=True)
    # The sum keeps the file's index out of the way of better ones.
    .where(PLACEMENT.c.twice == 0, (PLACEMENT.c.file_id + 0).in_(_FILES))
)
_ALL_PRESENT_KEYS = (
    select(PLACEMENT.c.id)
    .join_from(FOLDER, FILE)
    .join(PLACEMENT, PLACEMENT.c.file_id == FILE.c.id)
    .where(PLACEMENT.c.twice == 0, among(FILE.c.folder_id, "folders"))
)
_MISSING_KEYS = (
    select(CARD.c.name)
    .join_from(CARD, FOLDER, FOLDER.c.id == CARD.c.folder_id)
    .join(ALIAS, ALIAS.c.name == CARD.c.name, isouter=True)
    .where(
        CARD.c.missing_since.is_not(None),
        among(CARD.c.folder_id, "folders"),
        ~exists().where(PLACEMENT.c.uid == _UID),
        # Of the names of one card only the one seen last is shown.
        ~exists()
        .where(
            _LATER_ALIAS.c.uid == ALIAS.c.uid,
            _LATER.c.name == _LATER_ALIAS.c.name,
            or_(
                _LATER.c.missing_at > CARD.c.missing_at,
                (_LATER.c.missing_at == CARD.c.missing_at) & (_LATER.c.name < CARD.c.name),
            ),
        )
        .correlate(CARD, ALIAS),
    )
)
_PRESENT = (
    select(
        PLACEMENT.c.id,
        PLACEMENT.c.uid,
        PLACEMENT.c.name,
        ENTRY.c.kind,
        PLACEMENT.c.facet,
        ENTRY.c.title,
        ENTRY.c.source,
        FOLDER.c.path,
        FILE.c.path,
        ENTRY.c.line,
        literal(None),
        *_STATE_COLUMNS,
    )
    .join_from(PLACEMENT, ENTRY)
    .join(FILE, PLACEMENT.c.file_id == FILE.c.id)
    .join(FOLDER)
    .join(STATE, STATE.c.uid == PLACEMENT.c.uid, isouter=True)
    .where(among(PLACEMENT.c.id, "keys"))
)
_MISSING = (
    select(
        CARD.c.name,
        _UID,
        CARD.c.name,
        CARD.c.kind,
        CARD.c.facet,
        CARD.c.title,
        CARD.c.source,
        FOLDER.c.path,
        CARD.c.path,
        CARD.c.line,
        CARD.c.missing_since,
        *_STATE_COLUMNS,
    )
    .join_from(CARD, FOLDER, FOLDER.c.id == CARD.c.folder_id)
    .join(ALIAS, ALIAS.c.name == CARD.c.name, isouter=True)
    .join(STATE, STATE.c.uid == _UID, isouter=True)
    .where(among(CARD.c.name, "keys"), CARD.c.missing_since.is_not(None))
)


_ASKABLE = select(PLACEMENT.c.id, PLACEMENT.c.uid).where(among(PLACEMENT.c.id, "keys"), STUDIED)
_MISSING_COLUMNS = Columns(_UID, CARD.c.folded, CARD.c.tags, CARD.c.kind, CARD.c.path)
_PRESENT_COLUMNS = Columns(
    PLACEMENT.c.uid,
    ENTRY.c.folded,
    ENTRY.c.tags,
    ENTRY.c.kind,
    FILE.c.path,
    file=PLACEMENT.c.file_id,
    entry=PLACEMENT.c.entry_id,
)


def find(tx: Transaction, folders: Sequence[int], search: Search, curve: Curve) -> Found:
    """Return the cards that match everything, in the order asked for.

    A card that stands in two files is found in each of them, twice in one file only once. ``curve``
    is the forgetting curve in force.
    """
    bound: dict[str, object] = {
        "folders": listed(folders),
        "today": search.today,
        "factor": curve.factor,
        "decay": curve.decay,
        **parameters(tx, search.conditions),
    }
    ordered = _keys(tx, search, bound).order_by(*_order(search)).subquery()
    # One text of all keys costs a fraction of as many rows.
    whole = select(func.json_group_array(ordered.c[0])).select_from(ordered)
    keys = json.loads(tx.execute(whole, bound).scalar_one())
    return Found(tuple(keys), search.missing)


def cards(tx: Transaction, found: Found, start: int, stop: int) -> tuple[FoundCard | None, ...]:
    """Return the cards at some places of a result; None for one that is not there any more."""
    keys = found.keys[start:stop]
    statement = _MISSING if found.missing else _PRESENT
    rows = {row[0]: _found(row[1:]) for row in tx.execute(statement, {"keys": listed(keys)})}
    return tuple(rows.get(key) for key in keys)


def every(
    tx: Transaction, found: Found, start: int = 0, stop: int | None = None
) -> Iterator[FoundCard]:
    """Give the cards at some places of a result, or all, read in parts."""
    end = len(found) if stop is None else min(stop, len(found))
    for place in range(start, end, _PAGE):
        yield from filter(None, cards(tx, found, place, min(place + _PAGE, end)))


def askable(tx: Transaction, found: Found) -> tuple[str, ...]:
    """Return the cards of a result that can be asked by themselves, each once, in its order."""
    if found.missing:
        return ()
    rows = {row[0]: row[1] for row in tx.execute(_ASKABLE, {"keys": listed(found.keys)})}
    return tuple(dict.fromkeys(rows[key] for key in found.keys if key in rows))


def count(tx: Transaction, folders: Sequence[int]) -> int:
    """Return how many cards stand in some folders, as an empty search finds them."""
    counting = select(func.count()).select_from(_ALL_PRESENT_KEYS.subquery())
    total: int = tx.execute(counting, {"folders": listed(folders)}).scalar_one()
    return total


def _keys(tx: Transaction, search: Search, bound: Mapping[str, object]) -> Select[Any]:
    """Return the statement for the keys, with what its order needs joined to it."""
    statement: Select[Any]
    if search.missing:
        statement, columns = _MISSING_KEYS, _MISSING_COLUMNS
    else:
        statement = _PRESENT_KEYS if search.conditions else _ALL_PRESENT_KEYS
        columns = _PRESENT_COLUMNS
        if search.sort in _BY_TEXT:
            statement = statement.join(ENTRY, ENTRY.c.id == PLACEMENT.c.entry_id, isouter=True)
    if search.sort in _SORTED_BY:
        statement = statement.join(STATE, STATE.c.uid == columns.uid, isouter=True)
    return statement.where(*clauses(tx, search.conditions, columns, bound))


def _order(search: Search) -> list[ColumnElement[Any]]:
    table = CARD if search.missing else ENTRY
    if search.missing:
        place: list[ColumnElement[Any]] = [FOLDER.c.path, CARD.c.path, CARD.c.line, CARD.c.name]
    else:
        place = [FOLDER.c.path, FILE.c.path, PLACEMENT.c.position]
    if search.sort is Sort.PLACE:
        return [column.desc() for column in place] if search.descending else place
    by: ColumnElement[Any]
    if search.sort is Sort.TITLE:
        by = table.c.title.collate("NOCASE")
    elif search.sort is Sort.KIND:
        by = table.c.kind
    else:
        by = _SORTED_BY[search.sort]
    return [(by.desc() if search.descending else by).nulls_last(), *place]


def _found(row: Sequence[Any]) -> FoundCard:
    uid, name, kind, facet, title, source, folder, path, line, missing_since, *state = row
    return FoundCard(
        uid=uid,
        name=name,
        kind=Kind(kind),
        facet=facet,
        title=title,
        source=source,
        folder=folder,
        path=path,
        line=line,
        state=State() if state[0] is None else read_state(state),
        missing_since=missing_since,
    )
