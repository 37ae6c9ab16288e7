"""A few hundred broken and hostile decks; ``python -m tests.fuzz`` runs thousands."""

from __future__ import annotations

import socket
from pathlib import Path
from random import Random

import pytest

from tests.fuzz.making import make, sources
from tests.fuzz.showing import show_all

FILES = 25


@pytest.mark.parametrize("seed", range(12))
def test_no_deck_crashes_or_reaches_the_terminal_or_the_network(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a deck opened a connection")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    known = sources()
    for number in range(FILES):
        chance = Random(f"tests {seed} {number}")
        show_all(make(chance, known), tmp_path / "a.md", chance)


def test_files_are_the_same_for_the_same_seed_and_hold_cards(tmp_path: Path) -> None:
    known = sources()
    first = [make(Random(number), known) for number in range(40)]
    assert first == [make(Random(number), known) for number in range(40)]
    assert len(set(first)) == 40
    assert sum(show_all(data, tmp_path / "a.md", Random(1)) for data in first) > 20
    assert any(b"\x1b" in data for data in first)
