"""A library of its own for each test, and the command line run over it in this process."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from recall.cli.run import run

DECK = """---
title: Places
---
Q: What is the capital of Peru? {#peru}
A: Lima.
H: It begins with L.
N: On the Pacific.

Q: How many continents are there?
A= 7 | seven

Q: Which of these are in Asia?
- [x] Japan
- [ ] Ghana
  - Ghana is in Africa.
- [x] Nepal

Q: Which one is an ocean?
- [x] Pacific
- [ ] Sahara
  - That is a desert.

O: From north to south
1. Norway
2. Italy
3. Libya
"""


@dataclass(frozen=True, slots=True)
class Done:
    """What a command line did: its exit code and what it printed."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


@dataclass
class Place:
    """A deck folder, a data folder and an environment that points to them."""

    folder: Path
    environment: dict[str, str]
    capture: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    @property
    def decks(self) -> Path:
        return self.folder / "decks"

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def progress(self) -> Path:
        return self.data / "recall.db"

    @property
    def settings(self) -> Path:
        return self.folder / "config.toml"

    def deck(self, name: str, text: str) -> Path:
        file = self.decks / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def recall(self, *arguments: str, lines: str = "") -> Done:
        """Run ``recall`` with ``lines`` on its standard input."""
        source = io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8")
        with self.monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", source)
            self.capture.readouterr()
            code = run(arguments, self.environment)
            printed = self.capture.readouterr()
        return Done(code, printed.out, printed.err)


@pytest.fixture
def empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Place:
    """A library without decks."""
    environment = {
        "HOME": str(tmp_path),
        "RECALL_DECKS": str(tmp_path / "decks"),
        "RECALL_DATA": str(tmp_path / "data"),
        "RECALL_CONFIG": str(tmp_path / "config.toml"),
        "RECALL_NOW": "2026-12-01T09:30:00+01:00",
        "TERM": "xterm-256color",
    }
    (tmp_path / "decks").mkdir()
    return Place(tmp_path, environment, capsys, monkeypatch)


@pytest.fixture
def place(empty: Place) -> Place:
    """A library with one deck of every kind that is answered in its own way."""
    empty.deck("places.md", DECK)
    return empty


Later = Callable[[str], None]


@pytest.fixture
def later(empty: Place) -> Later:
    """Move the clock to another instant."""

    def move(instant: str) -> None:
        empty.environment["RECALL_NOW"] = instant

    return move
