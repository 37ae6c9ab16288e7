"""Backups: whole, checked, private, and good to start from again."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from recall.errors import StorageError
from recall.storage import history, journal
from recall.storage.store import Store
from tests.storage.building import Ids, dump, memory, review


def test_a_backup_opens_with_everything_in_it(store: Store, ids: Ids) -> None:
    with store.writing() as tx:
        journal.add_review(tx, "a", review("a", ids()), memory(), expected_last_review_id=None)
    copy = store.backup("20261201")
    assert copy == store.path.with_name("recall-20261201.backup.db")
    with store.writing() as tx:
        journal.add_review(tx, "b", review("b", ids()), memory(), expected_last_review_id=None)
    with closing(Store.open(copy)) as restored:
        assert restored.check() == ()
        with restored.reading() as tx:
            assert [one.name for one in history.reviews(tx)] == ["a"]
            assert journal.state(tx, "a").memory == memory()


def test_a_later_backup_of_the_same_name_takes_its_place(store: Store) -> None:
    first = store.backup("today")
    with store.writing() as tx:
        journal.set_meta(tx, "device", "one")
    assert store.backup("today") == first
    with closing(Store.open(first)) as restored, restored.reading() as tx:
        assert journal.meta(tx, "device") == "one"


def test_what_an_interrupted_backup_left_is_no_hindrance(store: Store) -> None:
    part = store.path.with_name("recall-now.backup.db.part")
    part.write_text("half a copy")
    assert store.backup("now").exists()
    assert not part.exists()


def test_a_backup_that_cannot_be_written_says_so(store: Store) -> None:
    blocked = store.path.with_name("recall-now.backup.db.part")
    blocked.mkdir()
    with pytest.raises(StorageError, match="No backup of"):
        store.backup("now")
    assert sorted(entry.name for entry in store.path.parent.iterdir()) == [
        "recall-now.backup.db.part",
        "recall.db",
    ]


def test_a_read_only_file_can_be_backed_up(path: Path) -> None:
    Store.open(path).close()
    with closing(Store.open(path, read_only=True)) as store:
        assert dump(store.backup("now")) == dump(path)
