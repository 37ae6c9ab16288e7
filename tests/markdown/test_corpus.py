"""Faulty decks: each names exactly its problems, and the good cards beside them load."""

from __future__ import annotations

from pathlib import Path

import pytest

from recall.markdown.reader import read_deck

CORPUS = Path(__file__).parent / "corpus"
DECKS = sorted(CORPUS.glob("*.md"))
# Files that cannot be read as a whole, or hold no card at all.
WITHOUT_CARDS = {"latin-1", "latin-1-later", "nul", "prose", "utf-16"}


@pytest.mark.parametrize("path", DECKS, ids=lambda path: path.stem)
def test_faulty_deck(path: Path) -> None:
    deck = read_deck(path.read_bytes(), path.name)
    found = [f"{problem.line}:{problem.column} {problem.code}" for problem in deck.problems]
    assert found == path.with_suffix(".expected").read_text("utf-8").splitlines()
    assert bool(deck.entries) == (path.stem not in WITHOUT_CARDS)
    assert all(problem.path == path.name for problem in deck.problems)


def test_sixty_good_cards_load_beside_the_faulty_ones() -> None:
    lemon = "What colour is a ripe lemon?"
    good = [
        path
        for path in DECKS
        if any(
            entry.parts.title == lemon for entry in read_deck(path.read_bytes(), path.name).entries
        )
    ]
    assert len(good) >= 60
    assert len(DECKS) == len(list(CORPUS.glob("*.expected")))
