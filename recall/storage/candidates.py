"""What a session may draw from: steps and reviews that are due, and cards never seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, bindparam, exists, func, select

from recall.cards.memory import Phase
from recall.storage.catalogue import framed
from recall.storage.decks import BURIED, DUE, POINT, STUDIED, SUSPENDED, TODAY, UNSEEN
from recall.storage.records import DueCard, NewCandidate
from recall.storage.statements import ENTRY, FILE, PLACEMENT, STATE, among, listed
from recall.storage.store import Transaction

_ELSEWHERE = PLACEMENT.alias("elsewhere")
# An entry may stand in several decks; siblings meet in the first of its places, whichever is asked.
_FIRST_ENTRY = (
    select(func.min(_ELSEWHERE.c.entry_id))
    .where(_ELSEWHERE.c.uid == PLACEMENT.c.uid)
    .scalar_subquery()
    .label("first_entry_id")
)


# Joined by an expression, SQLite starts from the few due cards and not from all that are placed.
_FROM_STATES = PLACEMENT.c.uid == STATE.c.uid.concat("")
_FROM_PLACES = PLACEMENT.c.uid == STATE.c.uid


def _standing(
    *conditions: ColumnElement[bool], join: ColumnElement[bool] = _FROM_STATES
) -> Select[*tuple[Any, ...]]:
    return (
        select(
            PLACEMENT.c.uid,
            PLACEMENT.c.name,
            _FIRST_ENTRY,
            PLACEMENT.c.file_id,
            PLACEMENT.c.position,
            STATE.c.due_day,
            STATE.c.due_at,
            STATE.c.stability,
            STATE.c.last_day,
            ENTRY.c.retention,
        )
        .join_from(STATE, PLACEMENT, join)
        .join(ENTRY, PLACEMENT.c.entry_id == ENTRY.c.id)
        .join(FILE, PLACEMENT.c.file_id == FILE.c.id)
        .where(among(FILE.c.folder_id, "folders"), *conditions)
    )


_PLACE = (FILE.c.path, PLACEMENT.c.position)
_STEPS = _standing(
    STUDIED, DUE, STATE.c.due_at.is_not(None), STATE.c.due_at <= bindparam("until")
).order_by(STATE.c.due_at, STATE.c.uid, *_PLACE)
_REVIEWS = _standing(STUDIED, DUE, STATE.c.due_at.is_(None)).order_by(
    STATE.c.due_day, STATE.c.uid, *_PLACE
)
_POINTS = _standing(POINT, DUE).order_by(STATE.c.due_day, STATE.c.uid, *_PLACE)
_NAMED_POINTS = _standing(
    POINT,
    STATE.c.phase != Phase.NEW.value,
    ~SUSPENDED,
    ~BURIED,
    among(STATE.c.uid, "uids"),
).order_by(STATE.c.uid, *_PLACE)
_KNOWN = _standing(
    STUDIED,
    STATE.c.phase != Phase.NEW.value,
    STATE.c.due_at.is_(None),
    STATE.c.due_day > TODAY,
    STATE.c.suspended == 0,
    ~BURIED,
    join=_FROM_PLACES,
).order_by(STATE.c.due_day, STATE.c.uid, *_PLACE)

COLD_TAG = "cold"
"""The tag of a card that belongs to a passage read cold: asked first when that was read."""

_COLD = exists().where(
    ENTRY.c.id == PLACEMENT.c.entry_id, func.instr(ENTRY.c.tags, framed((COLD_TAG,))) > 0
)
_FILES = func.json_each(bindparam("files")).table_valued("key", "value")
_PICKED = (
    select(
        PLACEMENT.c.uid,
        PLACEMENT.c.name,
        PLACEMENT.c.entry_id,
        _FIRST_ENTRY,
        PLACEMENT.c.file_id,
        PLACEMENT.c.position,
        _FILES.c.key.label("rank"),
    )
    .join_from(_FILES, PLACEMENT, PLACEMENT.c.file_id == _FILES.c.value)
    .join(STATE, STATE.c.uid == PLACEMENT.c.uid, isouter=True)
    .where(STUDIED, UNSEEN, ~SUSPENDED, ~BURIED, ~_COLD)
    .order_by(_FILES.c.key, PLACEMENT.c.position)
    .limit(bindparam("limit", type_=Integer))
    .subquery()
)
_NEW = (
    select(
        _PICKED.c.uid,
        _PICKED.c.name,
        _PICKED.c.first_entry_id,
        _PICKED.c.file_id,
        _PICKED.c.position,
        ENTRY.c.retention,
    )
    .join_from(_PICKED, ENTRY, ENTRY.c.id == _PICKED.c.entry_id)
    .order_by(_PICKED.c.rank, _PICKED.c.position)
)


_COLD_FILES = (
    select(FILE.c.id)
    .where(
        among(FILE.c.folder_id, "folders"),
        exists().where(
            ENTRY.c.file_id == FILE.c.id, func.instr(ENTRY.c.tags, framed((COLD_TAG,))) > 0
        ),
    )
    .order_by(FILE.c.path)
)


def cold_files(tx: Transaction, folders: Sequence[int]) -> frozenset[int]:
    """Return the files that have cards of passages to be read cold."""
    return frozenset(tx.execute(_COLD_FILES, {"folders": listed(folders)}).scalars())


def due_steps(
    tx: Transaction,
    folders: Sequence[int],
    *,
    today: int,
    until: int,
    files: Sequence[int] | None = None,
) -> tuple[DueCard, ...]:
    """Return the cards within their steps that are due by the instant ``until``, earliest first.

    Each card once; suspended, buried and held cards and key points are left out. ``files`` narrows
    the folders to some files.
    """
    return _fetch(tx, _STEPS, folders, files, {"today": today, "until": until})


def due_reviews(
    tx: Transaction,
    folders: Sequence[int],
    *,
    today: int,
    files: Sequence[int] | None = None,
) -> tuple[DueCard, ...]:
    """Return the cards that wait for a study day up to ``today``, longest overdue first.

    Each card once; suspended, buried and held cards and key points are left out. ``files`` narrows
    the folders to some files.
    """
    return _fetch(tx, _REVIEWS, folders, files, {"today": today})


def known_cards(
    tx: Transaction, folders: Sequence[int], *, today: int, files: Sequence[int]
) -> tuple[DueCard, ...]:
    """Return the cards of some files that wait for a study day after today.

    Each card once; suspended, buried and held cards and key points are left out.
    """
    return _fetch(tx, _KNOWN, folders, files, {"today": today})


def due_points(tx: Transaction, folders: Sequence[int], *, today: int) -> tuple[DueCard, ...]:
    """Return the key points that are due on the study day ``today``, longest overdue first.

    Each once, within steps or not; suspended, buried and held ones are left out.
    """
    return _fetch(tx, _POINTS, folders, None, {"today": today})


def points_named(
    tx: Transaction,
    folders: Sequence[int],
    uids: Iterable[str],
    *,
    today: int,
    files: Sequence[int] | None = None,
) -> tuple[DueCard, ...]:
    """Return those of some key points that were introduced and can be asked, due or not.

    ``files`` narrows the folders to some files.
    """
    bound: dict[str, object] = {"today": today, "uids": listed(uids)}
    return _fetch(tx, _NAMED_POINTS, folders, files, bound)


def new_cards(
    tx: Transaction, files: Sequence[int], *, today: int, limit: int
) -> tuple[NewCandidate, ...]:
    """Return the first ``limit`` cards without a review, by file in the order given, then by place.

    Each card once; suspended, buried and held cards and key points are left out.
    """
    asked = max(limit, 0)
    while True:
        bound = {"files": listed(files), "today": today, "limit": asked}
        rows = tx.execute(_NEW, bound).all()
        first = {row[0]: row for row in reversed(rows)}
        # Content that stands in several files takes several rows, so more may have to be fetched.
        if len(first) >= limit or len(rows) < asked:
            break
        asked *= 2
    cards = (NewCandidate(*row) for row in rows if first[row[0]] is row)
    return tuple(cards)[: max(limit, 0)]


def _fetch(
    tx: Transaction,
    statement: Select[*tuple[Any, ...]],
    folders: Sequence[int],
    files: Sequence[int] | None,
    bound: dict[str, object],
) -> tuple[DueCard, ...]:
    bound["folders"] = listed(folders)
    if files is not None:
        statement = statement.where(among(PLACEMENT.c.file_id, "files"))
        bound["files"] = listed(files)
    found: dict[str, DueCard] = {}
    for row in tx.execute(statement, bound):
        if row[0] not in found:
            found[row[0]] = DueCard(*row)
    return tuple(found.values())
