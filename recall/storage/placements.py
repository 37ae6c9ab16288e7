"""Cards where they stand now, or where they were last seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, exists, select

from recall.cards.card import Kind
from recall.storage.catalogue import FILE_COLUMNS, unframed
from recall.storage.names import names_of, uids_of
from recall.storage.records import FileRow, LastSeen, PlacedCard
from recall.storage.statements import CARD, ENTRY, FILE, FOLDER, PLACEMENT, among, listed
from recall.storage.store import Transaction

_PLACED = (
    select(
        PLACEMENT.c.uid,
        PLACEMENT.c.name,
        PLACEMENT.c.fingerprint,
        PLACEMENT.c.facet,
        PLACEMENT.c.entry_id,
        ENTRY.c.kind,
        ENTRY.c.line,
        ENTRY.c.column,
        ENTRY.c.end_line,
        ENTRY.c.source,
        ENTRY.c.title,
        ENTRY.c.tags,
        ENTRY.c.retention,
        PLACEMENT.c.held,
        *FILE_COLUMNS,
    )
    .join_from(PLACEMENT, ENTRY)
    .join(FILE, PLACEMENT.c.file_id == FILE.c.id)
    .join(FOLDER)
)
_PLACES_OF = _PLACED.where(PLACEMENT.c.uid == bindparam("uid")).order_by(
    FOLDER.c.path, FILE.c.path, PLACEMENT.c.position
)
_IN_FILE = _PLACED.where(PLACEMENT.c.file_id == bindparam("file_id")).order_by(PLACEMENT.c.position)
_STANDING = (
    select(PLACEMENT.c.uid, PLACEMENT.c.file_id)
    .join_from(PLACEMENT, FILE)
    .where(PLACEMENT.c.held == 0, among(FILE.c.folder_id, "folders"))
    .order_by(PLACEMENT.c.file_id, PLACEMENT.c.position)
)
_LAST_SEEN = (
    select(
        CARD.c.name,
        CARD.c.kind,
        CARD.c.facet,
        FOLDER.c.path,
        CARD.c.path,
        CARD.c.line,
        CARD.c.title,
        CARD.c.source,
        CARD.c.missing_since,
    )
    .join_from(CARD, FOLDER, CARD.c.folder_id == FOLDER.c.id)
    .where(
        among(CARD.c.name, "names"),
        CARD.c.missing_since.is_not(None),
        ~exists().where(PLACEMENT.c.uid == bindparam("uid")),
    )
    .order_by(CARD.c.missing_at.desc(), CARD.c.name)
    .limit(1)
)
_NAMES_FROM = (
    select(CARD.c.name)
    .where(CARD.c.name >= bindparam("first"), CARD.c.name < bindparam("last"))
    .order_by(CARD.c.name)
    .limit(bindparam("limit"))
)
_CHOICES = (
    select(PLACEMENT.c.file_id, PLACEMENT.c.uid)
    .join_from(PLACEMENT, ENTRY, PLACEMENT.c.entry_id == ENTRY.c.id)
    .where(
        among(PLACEMENT.c.file_id, "files"),
        PLACEMENT.c.held == 0,
        ENTRY.c.kind == Kind.CHOICE.value,
    )
)
_GREATEST_CHARACTER = "\U0010ffff"


def placed_all(
    tx: Transaction, uid: str, folders: Sequence[int] | None = None
) -> tuple[PlacedCard, ...]:
    """Return every place of a card, in some folders or in all: by folder, path and position."""
    places = [_placed(row) for row in tx.execute(_PLACES_OF, {"uid": uid})]
    if folders is None:
        return tuple(places)
    rank = {folder: place for place, folder in enumerate(folders)}
    opened = [place for place in places if place.file.folder_id in rank]
    return tuple(sorted(opened, key=lambda place: rank[place.file.folder_id]))


def placed(tx: Transaction, uid: str, folders: Sequence[int] | None = None) -> PlacedCard | None:
    """Return the first place of a card, in some folders or in all; None when it stands nowhere."""
    return next(iter(placed_all(tx, uid, folders)), None)


def entries(tx: Transaction, file_id: int) -> tuple[PlacedCard, ...]:
    """Return the cards of one file in its order."""
    return tuple(_placed(row) for row in tx.execute(_IN_FILE, {"file_id": file_id}))


def files_of_cards(tx: Transaction, folders: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """Return for each card of some folders, key points too, the ids of the files it stands in."""
    files: dict[str, tuple[int, ...]] = {}
    for uid, file_id in tx.execute(_STANDING, {"folders": listed(folders)}):
        known = files.get(uid)
        if known is None:
            files[uid] = (file_id,)
        elif file_id not in known:
            files[uid] = (*known, file_id)
    return files


def choice_cards(tx: Transaction, files: Sequence[int]) -> dict[int, frozenset[str]]:
    """Return the choice cards of those of some files that have any, by the file's id."""
    cards: dict[int, set[str]] = {}
    for file_id, uid in tx.execute(_CHOICES, {"files": listed(files)}):
        cards.setdefault(file_id, set()).add(uid)
    return {file_id: frozenset(uids) for file_id, uids in cards.items()}


def last_seen(tx: Transaction, uid: str) -> LastSeen | None:
    """Return a missing card as it was last seen; None for a card that stands in a file."""
    row = tx.execute(_LAST_SEEN, {"uid": uid, "names": listed(names_of(tx, uid))}).first()
    if row is None:
        return None
    name, kind, *rest = row
    return LastSeen(uid, name, Kind(kind), *rest)


def matching_uids(tx: Transaction, prefix: str, limit: int = 10) -> tuple[str, ...]:
    """Return the cards with the name ``prefix``, or else those with a name that begins so.

    At most ``limit`` names are looked at.
    """
    bound = {"first": prefix, "last": prefix + _GREATEST_CHARACTER, "limit": limit}
    names = tx.execute(_NAMES_FROM, bound).scalars().all()
    if prefix in names:
        names = [prefix]
    return tuple(dict.fromkeys(uids_of(tx, names).values()))


def _placed(row: Sequence[Any]) -> PlacedCard:
    values = [*row[:14], FileRow(*row[14:])]
    values[5], values[11], values[13] = Kind(row[5]), unframed(row[11]), bool(row[13])
    return PlacedCard(*values)
