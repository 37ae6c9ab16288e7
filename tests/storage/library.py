"""What the tests of identity do with a library and ask of it."""

from __future__ import annotations

from recall.storage import catalogue, journal, names
from recall.storage import placements as places
from recall.storage import search as searching
from recall.storage.records import Curve, FoundCard, NewEntry, PlacedCard
from recall.storage.store import Transaction
from recall.storage.terms import Search
from tests.storage.building import (
    DAY,
    LIBRARY,
    memory,
    moment,
    question,
    review,
)

CURVE = Curve(factor=0.9 ** (1 / -0.1542) - 1, decay=-0.1542)
"""The curve of the usual weights of FSRS-6."""


def grade(tx: Transaction, name: str, identity: str, day: int = DAY) -> None:
    """Grade the content of this name, whatever card it belongs to."""
    uid = names.uid_of(tx, name)
    last = journal.state(tx, uid).last_review_id
    one = review(name, identity, moment(day))
    journal.add_review(tx, uid, one, memory(day), expected_last_review_id=last)


def all_places(tx: Transaction) -> list[PlacedCard]:
    rows = catalogue.file_rows(tx, catalogue.known_folder_ids(tx, [LIBRARY]))
    return [place for row in rows for place in places.entries(tx, row.id)]


def missing(tx: Transaction) -> set[str]:
    return {found.uid for found in found_by(tx, Search(missing=True))}


def found_by(tx: Transaction, query: Search) -> list[FoundCard]:
    """Every card a search finds, in its order."""
    folders = catalogue.known_folder_ids(tx, [LIBRARY])
    return list(searching.every(tx, searching.find(tx, folders, query, CURVE)))


def many(number: int, start: int = 0) -> list[NewEntry]:
    return [question(f"Question number {n}?") for n in range(start, start + number)]
