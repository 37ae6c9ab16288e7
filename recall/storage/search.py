"""Searching the cards: every word must stand in the entry, every filter must hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, false, func, literal, or_, select

from recall.cards.card import Kind
from recall.storage.catalogue import framed
from recall.storage.decks import DUE, SUSPENDED, UNSEEN
from recall.storage.journal import STATE_FIELDS, read_state
from recall.storage.records import FoundCard, Search, Sort, State
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

_STATE_COLUMNS = tuple(STATE.c[name] for name in STATE_FIELDS)
_SORTED_BY = {
    Sort.DUE: STATE.c.due_day,
    Sort.STABILITY: STATE.c.stability,
    Sort.DIFFICULTY: STATE.c.difficulty,
    Sort.LAPSES: func.coalesce(STATE.c.lapses, 0),
    Sort.REPS: func.coalesce(STATE.c.reps, 0),
}
_PRESENT = (
    select(
        PLACEMENT.c.uid,
        PLACEMENT.c.name,
        ENTRY.c.kind,
        PLACEMENT.c.facet,
        ENTRY.c.title,
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
    .where(PLACEMENT.c.twice == 0, among(FILE.c.folder_id, "folders"))
)
_UID = func.coalesce(ALIAS.c.uid, CARD.c.name)
_LATER = CARD.alias("later")
_LATER_ALIAS = ALIAS.alias("later_alias")
_MISSING = (
    select(
        _UID,
        CARD.c.name,
        CARD.c.kind,
        CARD.c.facet,
        CARD.c.title,
        FOLDER.c.path,
        CARD.c.path,
        CARD.c.line,
        CARD.c.missing_since,
        *_STATE_COLUMNS,
    )
    .join_from(CARD, FOLDER, FOLDER.c.id == CARD.c.folder_id)
    .join(ALIAS, ALIAS.c.name == CARD.c.name, isouter=True)
    .join(STATE, STATE.c.uid == _UID, isouter=True)
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


def search(tx: Transaction, folders: Sequence[int], search: Search) -> Iterator[FoundCard]:
    """Give the cards that match, in the order asked for.

    A card that stands in two files is given for each of them, twice in one file only once.
    """
    statement = _filtered(search).order_by(*_order(search))
    if search.limit is not None or search.offset:
        limit = -1 if search.limit is None else search.limit
        statement = statement.limit(limit).offset(search.offset)
    for row in tx.execute(statement, _bound(folders, search)):
        uid, name, kind, facet, title, folder, path, line, missing_since, *state = row
        yield FoundCard(
            uid=uid,
            name=name,
            kind=Kind(kind),
            facet=facet,
            title=title,
            folder=folder,
            path=path,
            line=line,
            state=State() if state[0] is None else read_state(state),
            missing_since=missing_since,
        )


def count(tx: Transaction, folders: Sequence[int], search: Search) -> int:
    """Return how many cards match, whatever the limit and offset."""
    matching = _filtered(search).with_only_columns(literal(1)).subquery()
    counting = select(func.count()).select_from(matching)
    total: int = tx.execute(counting, _bound(folders, search)).scalar_one()
    return total


def _bound(folders: Sequence[int], search: Search) -> dict[str, object]:
    return {"folders": listed(folders), "today": search.today}


def _filtered(search: Search) -> Select[*tuple[Any, ...]]:
    table = CARD if search.missing else ENTRY
    path = CARD.c.path if search.missing else FILE.c.path
    statement = _MISSING if search.missing else _PRESENT
    # instr and substr take what was typed as it is; LIKE has signs of its own and ignores case.
    conditions: list[ColumnElement[bool]] = [
        func.instr(table.c.folded, word) > 0 for word in search.words
    ]
    if search.deck is not None:
        folder = search.deck.rstrip("/") + "/"
        inside = func.substr(path, 1, len(folder)) == folder
        conditions.append(or_(path == search.deck, inside))
    if search.tag is not None:
        conditions.append(func.instr(table.c.tags, framed((search.tag,))) > 0)
    if search.kind is not None:
        conditions.append(table.c.kind == search.kind.value)
    if search.due is not None:
        conditions.append(func.coalesce(DUE, 0) == int(search.due))
    if search.new is not None:
        conditions.append(UNSEEN if search.new else ~UNSEEN)
    if search.suspended is not None:
        conditions.append(SUSPENDED if search.suspended else ~SUSPENDED)
    if search.flagged is not None:
        conditions.append(func.coalesce(STATE.c.flagged, 0) == int(search.flagged))
    if search.lapses is not None:
        forgotten = func.coalesce(STATE.c.lapses, 0) >= search.lapses
        conditions.append(forgotten if search.lapses else false())
    return statement.where(*conditions)


def _order(search: Search) -> list[ColumnElement[Any]]:
    if search.missing:
        place: list[ColumnElement[Any]] = [FOLDER.c.path, CARD.c.path, CARD.c.line, CARD.c.name]
    else:
        place = [FOLDER.c.path, FILE.c.path, PLACEMENT.c.position]
    if search.sort is Sort.PLACE:
        return [column.desc() for column in place] if search.descending else place
    key = _SORTED_BY[search.sort]
    return [(key.desc() if search.descending else key).nulls_last(), *place]
