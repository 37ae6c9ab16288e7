"""The desk every test of the library works at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.library.building import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An empty desk; libraries opened at it are closed afterwards."""
    desk = Desk(tmp_path)
    desk.decks.mkdir()
    yield desk
    desk.close()
