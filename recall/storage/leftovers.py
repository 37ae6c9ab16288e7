"""What vanished and what appeared unrecognised, read back from the catalogue to be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import groupby
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, exists, select

from recall.cards.card import Entry
from recall.cards.wording import EntryWording, wording_of
from recall.storage.catalogue_tables import Standing
from recall.storage.matching import ChangedEntry, Leftover, Match, match, sides_of
from recall.storage.similarity import Sides, Text
from recall.storage.statements import CARD, ENTRY, FILE, PLACEMENT, among, listed
from recall.storage.store import Transaction
from recall.storage.word_index import WordIndex

ReadEntry = Callable[[str], Entry | None]
"""Reads one entry again from its own Markdown; None when it is none."""

_BESIDE = 4
_Deck = tuple[int, str]


def _leftover(standing: Standing, *conditions: ColumnElement[bool]) -> Select[Any]:
    return (
        select(
            PLACEMENT.c.entry_id,
            FILE.c.folder_id,
            FILE.c.path,
            PLACEMENT.c.position,
            PLACEMENT.c.uid,
            PLACEMENT.c.name,
            PLACEMENT.c.facet,
            PLACEMENT.c.fingerprint,
        )
        .join_from(PLACEMENT, FILE)
        .where(FILE.c.standing == standing, *conditions)
        .order_by(FILE.c.folder_id, FILE.c.path, PLACEMENT.c.position)
    )


_VANISHED = _leftover(Standing.OUTGOING, among(PLACEMENT.c.uid, "uids"))
_APPEARED = _leftover(Standing.INCOMING, ~exists().where(CARD.c.name == PLACEMENT.c.name))
_SOURCES = select(ENTRY.c.id, ENTRY.c.source).where(among(ENTRY.c.id, "ids"))
_TITLES = (
    select(ENTRY.c.id, ENTRY.c.title)
    .join_from(ENTRY, FILE)
    .where(
        FILE.c.standing == bindparam("standing"),
        FILE.c.folder_id == bindparam("folder_id"),
        FILE.c.path == bindparam("path"),
    )
    .order_by(ENTRY.c.id)
)


def similar(
    tx: Transaction, gone: Collection[str], linked: Collection[str], read: ReadEntry
) -> tuple[Match, ...]:
    """Pair cards that would go missing with names that appeared, by the likeness of their texts.

    ``gone`` are the lasting names of those cards, ``linked`` the names that were paired already.
    """
    if not gone:
        return ()
    # A name that is linked already, here or elsewhere, belongs to a card.
    after = [row for row in tx.execute(_APPEARED) if row.name == row.uid and row.name not in linked]
    if not after:
        return ()
    old, new = _Decks(tx, Standing.OUTGOING, read), _Decks(tx, Standing.INCOMING, read)
    before = tx.execute(_VANISHED, {"uids": listed(sorted(gone))}).all()
    # A name that two contents claim is an error of its author's, and no history goes to either.
    claims = Counter(name for name, _ in {(row.name, row.fingerprint) for row in after})
    after = [row for row in after if claims[row.name] == 1]
    return match(
        old.entries(_first_of_each(before)),
        new.entries(_first_of_each(after)),
        old.beside,
        new.beside,
    )


def _first_of_each(rows: Iterable[Any]) -> list[Any]:
    return list({row.uid: row for row in reversed(list(rows))}.values())[::-1]


class _Decks:
    """The changed files as they were, or as they are now."""

    def __init__(self, tx: Transaction, standing: Standing, read: ReadEntry) -> None:
        self._tx = tx
        self._standing = standing
        self._read = read
        self._wordings: dict[int, EntryWording | None] = {}
        self._sides: dict[int, Sides] = {}
        self._changed: set[int] = set()
        self._indexes: dict[_Deck, tuple[tuple[int, ...], WordIndex]] = {}

    def entries(self, rows: Sequence[Any]) -> list[ChangedEntry]:
        """Return the entries of some cards; what cannot be read again is left out."""
        self._fetch({row.entry_id for row in rows})
        found = []
        for entry_id, cards in groupby(rows, key=lambda row: row.entry_id):
            wording = self._wordings[entry_id]
            if wording is not None:
                self._changed.add(entry_id)
                group = list(cards)
                leftovers = tuple(Leftover(row.uid, row.name, row.facet) for row in group)
                deck = (group[0].folder_id, group[0].path)
                found.append(ChangedEntry(entry_id, deck, group[0].position, wording, leftovers))
        return found

    def beside(self, entry: ChangedEntry) -> tuple[Sides, ...]:
        """Return the entries whose prompts are nearest to one among the others of its deck.

        The nearest that appeared is left out: it can be the other half of a card that was split.
        """
        ids, index = self._index(entry.deck)
        near = index.nearest(entry.sides.prompt.words, _BESIDE + 2)
        others = [ids[place] for place in near if ids[place] != entry.id]
        if self._standing is Standing.INCOMING:
            half = next((one for one in others if one in self._changed), None)
            others = [one for one in others if one != half]
        others = others[:_BESIDE]
        self._fetch({one for one in others if one not in self._wordings})
        return tuple(sides for one in others if (sides := self._sides_of(one)) is not None)

    def _index(self, deck: _Deck) -> tuple[tuple[int, ...], WordIndex]:
        if deck not in self._indexes:
            bound = {"standing": self._standing, "folder_id": deck[0], "path": deck[1]}
            titles = self._tx.execute(_TITLES, bound).all()
            index = WordIndex([Text(title).words for _, title in titles])
            self._indexes[deck] = (tuple(identity for identity, _ in titles), index)
        return self._indexes[deck]

    def _sides_of(self, entry_id: int) -> Sides | None:
        wording = self._wordings[entry_id]
        if wording is None:
            return None
        if entry_id not in self._sides:
            self._sides[entry_id] = sides_of(wording)
        return self._sides[entry_id]

    def _fetch(self, ids: Collection[int]) -> None:
        if ids:
            for identity, source in self._tx.execute(_SOURCES, {"ids": listed(sorted(ids))}):
                entry = self._read(source)
                self._wordings[identity] = None if entry is None else wording_of(entry)
