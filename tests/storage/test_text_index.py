"""The index of texts proposes all entries that hold a text, whatever came and went before."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from recall.storage import text_index
from recall.storage.store import Store, Transaction
from recall.storage.terms import Condition, Search, Tagged, Word
from tests.storage.building import deck, question, rehearsal, take_in
from tests.storage.library import found_by, many

WORDS = st.text(alphabet="aé水山 b\"'*", min_size=1, max_size=4)


def titles(tx: Transaction, word: str) -> list[str]:
    return [card.title for card in found_by(tx, Search((Condition(Word(word)),)))]


def held(tx: Transaction) -> int:
    return text_index._extent(tx).held


def test_the_index_is_used_and_finds_short_words_and_scripts_without_spaces(store: Store) -> None:
    with store.writing() as tx:
        take_in(
            tx, deck("a.md", question("蒸留とは何ですか"), question("Plain words"), question("水"))
        )
        assert text_index.usable(tx)
        for word, found in (
            ("蒸留", ["蒸留とは何ですか"]),
            ("とは何", ["蒸留とは何ですか"]),
            ("水", ["水"]),
            ("か", ["蒸留とは何ですか"]),
            ("in w", ["Plain words"]),
            ("ds", ["Plain words"]),
            ("x", []),
            ("水水", []),
        ):
            assert titles(tx, word) == found, word
        assert text_index.proposed(["x"]) == []
        assert len(text_index.proposed(["水", "plain", "words", "xy"])) == 3


@given(texts=st.lists(WORDS, min_size=1, max_size=6), word=WORDS)
def test_with_and_without_the_index_the_same_is_found(
    rehearsal_store: Store, texts: list[str], word: str
) -> None:
    entries = [question(f"{number} {one}") for number, one in enumerate(texts)]
    with rehearsal(rehearsal_store) as tx:
        take_in(tx, deck("a.md", *entries))
        assert text_index.usable(tx)
        indexed = titles(tx, word)
        with patch.object(text_index, "usable", return_value=False):
            assert titles(tx, word) == indexed
    assert indexed == [entry.title for entry in entries if word in entry.folded]


def test_what_changed_is_found_as_it_is_now(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", question("First wording")))
        take_in(tx, deck("a.md", question("Second wording", tags=("new",))))
        assert titles(tx, "first") == []
        assert titles(tx, "wording") == ["Second wording"]
        assert [card.title for card in found_by(tx, Search((Condition(Tagged("new")),)))] == [
            "Second wording"
        ]
        assert held(tx) == 2


def test_no_id_is_given_twice_and_a_stale_index_is_made_anew(store: Store) -> None:
    with store.writing() as tx, patch.object(text_index, "_FEW", 3):
        for number in range(6):
            take_in(tx, deck("a.md", *many(4, number * 4)), accept_missing=True)
            ids = tx.execute(text("SELECT min(id), max(id) FROM entry")).one()
            assert ids == (number * 4 + 1, number * 4 + 4)
            assert held(tx) <= 11
        assert text_index.usable(tx)
        assert titles(tx, "number 20") == ["Question number 20?"]


def test_without_fts5_every_text_is_read(store: Store) -> None:
    with store.writing() as tx, patch.object(text_index, "available", return_value=False):
        take_in(tx, deck("a.md", question("Kept whole")))
        assert not text_index.usable(tx)
        assert titles(tx, "whole") == ["Kept whole"]
        assert text_index.newest(tx) == 0


def test_an_index_that_misses_entries_is_not_used_until_it_has_them(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", question("Indexed")))
        with patch.object(text_index, "available", return_value=False):
            take_in(tx, deck("b.md", question("Not indexed")))
        assert not text_index.usable(tx)
        assert titles(tx, "not indexed") == ["Not indexed"]
        take_in(tx, deck("c.md", question("Another")))
        assert text_index.usable(tx)
        assert titles(tx, "not indexed") == ["Not indexed"]


@pytest.mark.parametrize("typed", ['"', '""', 'a"b', "*", "AND", "NEAR(a b)", '水"', "-", "^a"])
def test_signs_of_fts_are_letters(store: Store, typed: str) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", question("Plain")))
        assert titles(tx, typed.casefold()) == []
        take_in(tx, deck("b.md", question(f"Odd {typed} sign")))
        assert titles(tx, typed.casefold()) == [f"Odd {typed} sign"]
