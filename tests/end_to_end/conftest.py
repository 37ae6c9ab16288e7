"""The terminal that the end-to-end tests drive."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.terminal import Tmux


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    (tmp_path / "decks").mkdir()
    # The path of a socket may not be longer than about a hundred bytes.
    with tempfile.TemporaryDirectory(prefix="recall-") as sockets:
        started = Tmux(tmp_path, sockets)
        try:
            started.open()
            yield started
        finally:
            started.close()
