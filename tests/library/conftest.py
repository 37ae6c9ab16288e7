"""The desk every test of the library works at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from recall.library import folders
from recall.library.folders import FileFound
from tests.library.building import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An empty desk; libraries opened at it are closed afterwards."""
    desk = Desk(tmp_path)
    desk.decks.mkdir()
    yield desk
    desk.close()


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the deck files read so far."""
    paths: list[str] = []
    really_read = folders.read_bytes

    def read_and_note(file: FileFound) -> bytes:
        paths.append(file.path)
        return really_read(file)

    monkeypatch.setattr(folders, "read_bytes", read_and_note)
    return paths
