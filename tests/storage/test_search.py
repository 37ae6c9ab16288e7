"""Searching: equal to a plain filter in Python, whatever is typed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.card import Kind
from recall.cards.history import ActionKind
from recall.cards.memory import Marks, Memory, Phase, Rating
from recall.storage import catalogue, conditions, journal
from recall.storage import search as searching
from recall.storage.records import FoundCard, State
from recall.storage.store import Store, Transaction
from recall.storage.terms import (
    Comparison,
    Condition,
    InDeck,
    Is,
    Measured,
    OfKind,
    Quality,
    Quantity,
    Rated,
    Search,
    Sort,
    Tagged,
    Term,
    Word,
)
from recall.text import fold
from tests.storage.building import (
    DAY,
    LIBRARY,
    action,
    blank_page,
    deck,
    memory,
    moment,
    name_of,
    question,
    rehearsal,
    review,
    take_in,
)
from tests.storage.library import CURVE, found_by

HOSTILE = [
    "%",
    "_",
    "/",
    "//",
    "/%",
    "\\",
    "'",
    '"',
    "';--",
    "' OR 1=1 --",
    "'; DROP TABLE review; --",
    "*",
    "[a]",
    "a*",
    "NEAR(",
    "AND",
    "-x",
    ":today",
    "?",
    "{",
    "100%",
    "a_b",
    "ÄÖÜ",
    "ẞ",
    "ﬁ",
    "İ",
    "é",
    "e\u0301",
    "日本",
    "👩‍👩‍👧",
    "\t",
    "\n",
    "٣",
    "x" * 100_000,
]


def sought(
    *terms: Term | Condition,
    words: tuple[str, ...] = (),
    today: int = DAY,
    missing: bool = False,
    sort: Sort = Sort.PLACE,
    descending: bool = False,
) -> Search:
    """A search for terms that hold, conditions as they are, and words."""
    conditions = [one if isinstance(one, Condition) else Condition(one) for one in terms]
    conditions += [Condition(Word(word)) for word in words]
    return Search(tuple(conditions), today, missing, sort, descending)


def without(term: Term) -> Condition:
    return Condition(term, holds=False)


def search(tx: Transaction, query: Search) -> list[FoundCard]:
    found = found_by(tx, query)
    if not query.conditions and not query.missing:
        assert searching.count(tx, catalogue.known_folder_ids(tx, [LIBRARY])) == len(found)
    return found


def titles(tx: Transaction, query: Search) -> list[str]:
    return [found.title for found in search(tx, query)]


def test_words_are_found_whatever_their_case_and_accents_d13(store: Store) -> None:
    entries = [question("Ärger in ÅRHUS?"), question("Straße?"), question("Plain?")]
    with store.writing() as tx:
        take_in(tx, deck("a.md", *entries))
        for typed in ("ärg", "ÄRG", "a\u0308rger", "ARHUS", "arhus", "ärger århus"):
            words = tuple(fold(typed).split())
            assert titles(tx, sought(words=words)) == ["Ärger in ÅRHUS?"]
        assert titles(tx, sought(words=(fold("STRASSE"),))) == ["Straße?"]
        assert titles(tx, sought(words=("plain", "arhus"))) == []
        assert len(titles(tx, sought())) == 3


@given(
    texts=st.lists(st.sampled_from(HOSTILE) | st.text(max_size=5), min_size=1, max_size=5),
    word=st.sampled_from(HOSTILE) | st.text(max_size=3),
)
def test_search_is_a_plain_filter(rehearsal_store: Store, texts: list[str], word: str) -> None:
    clean = [text.replace("\0", "").encode("utf-8", "ignore").decode() for text in texts]
    folded = fold(word.replace("\0", "").encode("utf-8", "ignore").decode())
    entries = [question(f"{number} {text}") for number, text in enumerate(clean)]
    with rehearsal(rehearsal_store) as tx:
        take_in(tx, deck("a.md", *entries))
        expected = [entry.title for entry in entries if folded in entry.folded]
        assert titles(tx, sought(words=(folded,))) == expected


@pytest.mark.parametrize("typed", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_decks_tags_and_words_find_nothing_by_magic(store: Store, typed: str) -> None:
    with store.writing() as tx:
        take_in(tx, deck("plain.md", question("Plain?", tags=("plain",))))
        for query in (sought(InDeck(typed)), sought(Tagged(typed))):
            assert search(tx, query) == []
        take_in(tx, deck(typed, question("Odd?", tags=(typed,))))
        assert titles(tx, sought(InDeck(typed))) == ["Odd?"]
        if "\n" not in typed:
            assert titles(tx, sought(Tagged(typed))) == ["Odd?"]


def test_a_deck_is_a_path_or_its_folder(store: Store) -> None:
    paths = ["kimi/l1.md", "kimi/l2.md", "kimi-old/l1.md", "kimi.md"]
    with store.writing() as tx:
        take_in(tx, *(deck(path, question(path)) for path in paths))
        assert titles(tx, sought(InDeck("kimi"))) == ["kimi/l1.md", "kimi/l2.md"]
        assert titles(tx, sought(InDeck("kimi/"))) == ["kimi/l1.md", "kimi/l2.md"]
        assert titles(tx, sought(InDeck("kimi/l1.md"))) == ["kimi/l1.md"]
        assert titles(tx, sought(InDeck("kimi/l"))) == titles(tx, sought(InDeck("KIMI"))) == []


def test_tags_match_whole(store: Store) -> None:
    with store.writing() as tx:
        entries = [question("1", tags=("net", "tcp")), question("2", tags=("network",))]
        take_in(tx, deck("a.md", *entries, question("3")))
        assert titles(tx, sought(Tagged("net"))) == ["1"]
        assert titles(tx, sought(Tagged("tcp"))) == ["1"]
        assert titles(tx, sought(Tagged("network"))) == ["2"]


FILTERED = {
    "new": State(),
    "due": State(memory(DAY - 9, DAY)),
    "later": State(memory(DAY, DAY + 9)),
    "suspended": State(memory(DAY - 9, DAY), Marks(suspended=True)),
    "buried": State(memory(DAY - 9, DAY), Marks(buried_day=DAY)),
    "flagged": State(Memory(), Marks(flagged=True)),
    "leech": State(
        Memory(
            phase=Phase.RELEARNING,
            stability=0.5,
            difficulty=9.0,
            last_day=DAY - 1,
            due_day=DAY + 1,
            reps=30,
            lapses=8,
        )
    ),
}


UNSEEN = {"new", "flagged"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (sought(Is(Quality.DUE)), {"due"}),
        (sought(without(Is(Quality.DUE))), set(FILTERED) - {"due"}),
        (sought(Is(Quality.NEW)), {"new", "flagged"}),
        (sought(without(Is(Quality.NEW))), set(FILTERED) - {"new", "flagged"}),
        (sought(Is(Quality.LEARNING)), {"leech"}),
        (sought(Is(Quality.REVIEW)), {"due", "later", "suspended", "buried"}),
        (sought(Is(Quality.SUSPENDED)), {"suspended"}),
        (sought(without(Is(Quality.SUSPENDED))), set(FILTERED) - {"suspended"}),
        (sought(Is(Quality.BURIED)), {"buried"}),
        (sought(Is(Quality.BURIED), today=DAY + 1), set()),
        (sought(Is(Quality.FLAGGED)), {"flagged"}),
        (sought(without(Is(Quality.FLAGGED))), set(FILTERED) - {"flagged"}),
        (sought(Measured(Quantity.LAPSES, Comparison.AT_LEAST, 8)), {"leech"}),
        (sought(Measured(Quantity.LAPSES, Comparison.MORE, 8)), set()),
        (sought(Measured(Quantity.LAPSES, Comparison.LESS, 8)), set(FILTERED) - {"leech"}),
        (sought(without(Measured(Quantity.LAPSES, Comparison.LESS, 8))), {"leech"}),
        (sought(Measured(Quantity.REPS, Comparison.EQUAL, 0)), {"new", "flagged"}),
        (sought(Measured(Quantity.STABILITY, Comparison.LESS, 1)), {"leech"}),
        (
            sought(without(Measured(Quantity.STABILITY, Comparison.LESS, 1))),
            set(FILTERED) - {"leech"},
        ),
        (sought(Measured(Quantity.DIFFICULTY, Comparison.AT_MOST, 9)), set(FILTERED) - UNSEEN),
        (sought(Measured(Quantity.DIFFICULTY, Comparison.MORE, 9)), set()),
        (sought(Measured(Quantity.RECALL, Comparison.AT_LEAST, 1)), {"later"}),
        (
            sought(Measured(Quantity.RECALL, Comparison.LESS, 1)),
            set(FILTERED) - UNSEEN - {"later"},
        ),
        (sought(OfKind(Kind.QUESTION)), set(FILTERED)),
        (sought(without(OfKind(Kind.QUESTION))), set()),
        (sought(OfKind(Kind.CLOZE)), set()),
        (sought(missing=True), set()),
        (sought(Is(Quality.NEW), Is(Quality.FLAGGED)), {"flagged"}),
        (sought(Is(Quality.NEW), without(Is(Quality.FLAGGED))), {"new"}),
        (sought(Is(Quality.DUE), words=("due",), today=DAY + 20), {"due"}),
        (sought(without(Word("due"))), set(FILTERED) - {"due"}),
    ],
)
def test_filters(store: Store, query: Search, expected: set[str]) -> None:
    with store.writing() as tx:
        entries = {name: question(name) for name in FILTERED}
        take_in(tx, deck("a.md", *entries.values()))
        for name, state in FILTERED.items():
            if name != "new":
                journal.set_state(tx, name_of(entries[name]), state)
        found = search(tx, query)
        assert {one.title for one in found} == expected
        assert all(one.state == FILTERED[one.title] for one in found)
        # Sorting joins states and texts; that must not change what the conditions are about.
        for sort in Sort:
            assert {one.title for one in search(tx, replace(query, sort=sort))} == expected
        # In a large library each card is looked up instead.
        with patch.object(conditions, "_MANY", 0):
            assert {one.title for one in search(tx, query)} == expected


def test_order_and_pages(store: Store) -> None:
    with store.writing() as tx:
        entries = [question(f"{n}", id=f"q{n}") for n in range(5)]
        take_in(tx, deck("b.md", *entries[:3]), deck("a.md", *entries[3:]))
        for number, due in ((0, 3), (3, 1), (4, 2)):
            journal.set_state(tx, f"course#q{number}", State(memory(DAY, DAY + due)))
        assert titles(tx, sought()) == ["3", "4", "0", "1", "2"]
        assert titles(tx, sought(descending=True)) == ["2", "1", "0", "4", "3"]
        assert titles(tx, sought(sort=Sort.DUE)) == ["3", "4", "0", "1", "2"]
        assert titles(tx, sought(sort=Sort.DUE, descending=True)) == ["0", "4", "3", "1", "2"]
        assert titles(tx, sought(sort=Sort.REPS)) == ["1", "2", "3", "4", "0"]
        assert titles(tx, sought(sort=Sort.TITLE, descending=True)) == ["4", "3", "2", "1", "0"]
        folders = catalogue.known_folder_ids(tx, [LIBRARY])
        found = searching.find(tx, folders, sought(), CURVE)
        pages = [searching.cards(tx, found, start, start + 2) for start in (0, 2, 4, 6)]
        read = [[card.title for card in page if card is not None] for page in pages]
        assert read == [["3", "4"], ["0", "1"], ["2"], []]
        for sort in Sort:
            assert len(titles(tx, sought(sort=sort))) == 5


def test_key_points_and_facets_are_found(store: Store) -> None:
    page = blank_page("Page", "first point here", "second point here")
    with store.writing() as tx:
        take_in(tx, deck("a.md", page))
        found = search(tx, sought(OfKind(Kind.FREE_RECALL)))
        assert [one.facet for one in found] == ["first point here", "second point here"]


def test_missing_cards_are_searched_apart(store: Store) -> None:
    gone = question("Gone?", tags=("old",))
    with store.writing() as tx:
        take_in(tx, deck("x/a.md", question("Kept?"), gone))
        journal.set_state(tx, name_of(gone), State(memory()))
        take_in(tx, deck("x/a.md", question("Kept?")))
        for query in (
            sought(missing=True),
            sought(missing=True, words=("gone",)),
            sought(Tagged("old"), OfKind(Kind.QUESTION), InDeck("x"), missing=True),
            sought(without(Is(Quality.NEW)), missing=True, sort=Sort.DUE),
        ):
            (found,) = search(tx, query)
            assert (found.title, found.path, found.missing_since) == ("Gone?", "x/a.md", DAY)
            assert found.state == State(memory())
        for query in (
            sought(missing=True, words=("kept",)),
            sought(Tagged("new"), missing=True),
            sought(Is(Quality.SUSPENDED), missing=True),
            sought(words=("gone",)),
        ):
            assert search(tx, query) == []


def test_only_the_opened_folders_are_searched(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", question("Here?")))
        take_in(tx, deck("a.md", question("There?")), folder=Path("/other"))
        assert titles(tx, sought()) == ["Here?"]


def test_answers_of_the_last_study_days(store: Store) -> None:
    entries = {name: question(name) for name in ("today", "sixth", "seventh", "undone", "never")}
    with store.writing() as tx:
        take_in(tx, deck("a.md", *entries.values()))
        for name, day, rating in (
            ("today", DAY, Rating.AGAIN),
            ("sixth", DAY - 6, Rating.GOOD),
            ("sixth", DAY - 30, Rating.AGAIN),
            ("seventh", DAY - 7, Rating.GOOD),
            ("undone", DAY, Rating.AGAIN),
        ):
            uid = name_of(entries[name])
            one = review(uid, f"{name}{day}", moment(day), rating=rating)
            last = journal.state(tx, uid).last_review_id
            journal.add_review(tx, uid, one, memory(day), expected_last_review_id=last)
        journal.add_action(tx, action(ActionKind.UNDO, f"undone{DAY}", "u", moment(DAY)))
        found = {
            (days, rating): set(titles(tx, sought(Rated(days, rating))))
            for days in (1, 7, 8, 31)
            for rating in (None, Rating.AGAIN)
        }
        assert found == {
            (1, None): {"today"},
            (7, None): {"today", "sixth"},
            (8, None): {"today", "sixth", "seventh"},
            (31, None): {"today", "sixth", "seventh"},
            (1, Rating.AGAIN): {"today"},
            (7, Rating.AGAIN): {"today"},
            (8, Rating.AGAIN): {"today"},
            (31, Rating.AGAIN): {"today", "sixth"},
        }
        assert set(titles(tx, sought(without(Rated(7))))) == {"seventh", "undone", "never"}
