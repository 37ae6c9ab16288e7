"""An open progress file for the tests of storage."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from recall.storage.store import Store
from tests.storage.building import Ids


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the progress file of a test lies; there is none yet."""
    return tmp_path / "data" / "recall.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A progress file that was just made."""
    store = Store.open(path)
    yield store
    store.close()


@pytest.fixture(scope="module")
def rehearsal_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A progress file that is used by many examples, each of which undoes what it did."""
    store = Store.open(tmp_path_factory.mktemp("rehearsal") / "recall.db")
    yield store
    store.close()


@pytest.fixture
def ids() -> Ids:
    """Ids in order."""
    return Ids()
