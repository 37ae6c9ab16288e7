"""A file of the first version: brought up to date whole, with a backup of what it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from recall.cards.memory import Rating
from recall.storage import backup_folder, history, journal
from recall.storage.migrations import STEPS
from recall.storage.store import Store
from tests.faults.scenes import of_first_schema
from tests.storage.building import dump, memory, review

Rows = list[tuple[object, ...]]


def query(path: Path, statement: str) -> Rows:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.execute(statement))


def schema(path: Path) -> dict[str, str]:
    """Every table, index and trigger with its SQL, white space apart."""
    rows = query(path, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {str(name): " ".join(str(sql).replace('"', "").split()) for name, sql in rows}


@pytest.fixture
def old(path: Path) -> Path:
    of_first_schema(path, 5)
    return path


def test_reviews_and_actions_are_all_there(old: Path) -> None:
    reviews = query(old, "SELECT * FROM review")
    actions = query(old, "SELECT * FROM action")
    assert query(old, "PRAGMA user_version") == [(1,)]
    with closing(Store.open(old)) as store:
        assert store.check() == ()
        with store.reading() as tx:
            found = list(history.reviews(tx))
            assert [one.id for one in found] == [f"old-{n}" for n in range(1, 6)]
            assert found[0].rating is Rating.GOOD
            assert [one.id for one in history.actions(tx)] == [f"act-{n}" for n in range(1, 6)]
            assert history.log_head(tx) == (10, 11)
    assert query(old, "PRAGMA user_version") == [(len(STEPS),)]
    assert [row[: len(reviews[0])] for row in query(old, "SELECT * FROM review")] == reviews
    assert [row[: len(actions[0])] for row in query(old, "SELECT * FROM action")] == actions


def test_tables_indexes_and_triggers_are_those_of_a_new_file(old: Path, tmp_path: Path) -> None:
    Store.open(old).close()
    Store.open(tmp_path / "new.db").close()
    assert schema(old) == schema(tmp_path / "new.db")


@pytest.mark.parametrize(
    "deed",
    [
        "DELETE FROM review", "UPDATE review SET rating = 4", "DELETE FROM action",
        "UPDATE action SET kind = 'unflag'",
    ],
)  # fmt: skip
def test_the_log_is_append_only_still(old: Path, deed: str) -> None:
    Store.open(old).close()
    with (
        closing(sqlite3.connect(old)) as connection,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        connection.execute(deed)


def test_grading_goes_on(old: Path) -> None:
    with closing(Store.open(old)) as store:
        with store.writing() as tx:
            journal.add_review(
                tx, "card-1", review("card-1", "new"), memory(), expected_last_review_id=None
            )
        with store.reading() as tx:
            last = history.last_review(tx)
            assert last is not None
            assert last.id == "new"


def test_what_it_was_is_in_a_backup(old: Path) -> None:
    before = dump(old)
    Store.open(old).close()
    (made,) = backup_folder.backups(old)
    assert made.reason == f"before-schema-{len(STEPS)}"
    assert dump(made.path) == before
