"""What the tables themselves refuse, whoever writes to them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from recall.cards.history import ActionKind
from recall.storage import journal
from recall.storage.store import Store
from tests.storage.building import Ids, action, memory, review


@pytest.fixture
def raw(store: Store, ids: Ids) -> Iterator[sqlite3.Connection]:
    """The store's own connection, past all checks in Python, with one review and one action."""
    with store.writing() as tx:
        journal.add_review(tx, "a", review("a", "first"), memory(), expected_last_review_id=None)
        journal.add_action(tx, action(ActionKind.FLAG, "a", "second"))
    yield store._driver
    store._connection.rollback()


@pytest.mark.parametrize("table", ["review", "action"])
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {table} SET day = 1",
        "DELETE FROM {table}",
        "INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
        "REPLACE INTO {table} SELECT * FROM {table}",
        "INSERT INTO {table} SELECT * FROM {table} WHERE true ON CONFLICT DO UPDATE SET day = 1",
    ],
)
def test_the_log_is_append_only(raw: sqlite3.Connection, table: str, statement: str) -> None:
    before = raw.execute(f"SELECT * FROM {table}").fetchall()
    with pytest.raises(sqlite3.IntegrityError, match=f"{table} is append-only"):
        raw.execute(statement.format(table=table))
    assert raw.execute(f"SELECT * FROM {table}").fetchall() == before


GOOD = {
    "sequence": "9",
    "id": "'new'",
    "name": "'a'",
    "at": "1",
    "offset": "0",
    "day": "1",
    "rating": "3",
    "milliseconds": "0",
    "mode": "'review'",
    "retention": "0.9",
}


@pytest.mark.parametrize(
    "wrong",
    [
        {"rating": "0"},
        {"rating": "5"},
        {"rating": "'good'"},
        {"milliseconds": "-1"},
        {"mode": "'guess'"},
        {"retention": "0"},
        {"retention": "1.5"},
        {"retention": "NULL"},
        {"at": "'2026-12-01'"},
        {"at": "1.5"},
        {"name": "NULL"},
        {"id": "'first'"},
    ],
    ids=str,
)
def test_a_review_out_of_bounds_is_refused_d10(
    raw: sqlite3.Connection, wrong: dict[str, str]
) -> None:
    values = GOOD | wrong
    names = ", ".join(f'"{name}"' for name in values)
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(f"INSERT INTO review ({names}) VALUES ({', '.join(values.values())})")
    raw.execute(f"INSERT INTO review ({names}) VALUES ({', '.join(GOOD.values())})")


def test_a_placement_without_a_file_is_refused_d12(raw: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        raw.execute("INSERT INTO problem VALUES (1, 99, 1, 1, 'X1', 'error', 'm', 'h', 0)")
