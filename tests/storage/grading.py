"""Grading through a store, and counting what reached the disk."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from recall.storage import journal
from recall.storage.store import Store
from tests.storage.building import (
    Ids,
    memory,
    review,
)


def grade(store: Store, ids: Ids, name: str = "card") -> None:
    with store.writing() as tx:
        before = journal.state(tx, name)
        journal.add_review(
            tx, name, review(name, ids()), memory(), expected_last_review_id=before.last_review_id
        )


def count_reviews(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (number,) = connection.execute("SELECT count(*) FROM review").fetchone()
    return int(number)
