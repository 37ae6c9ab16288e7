"""Counts over decks, compared with counting by hand."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.memory import Marks, Memory, Phase
from recall.storage import catalogue, decks, journal
from recall.storage.records import NewCard, State, Tally
from recall.storage.store import Store
from tests.storage.building import (
    CURVE,
    DAY,
    LIBRARY,
    blank_page,
    deck,
    memory,
    name_of,
    question,
    rehearsal,
    take_in,
)

ENTRIES = [question(f"Question {n}?") for n in range(8)]

seen = st.builds(
    Memory,
    phase=st.sampled_from([Phase.LEARNING, Phase.REVIEW, Phase.RELEARNING]),
    stability=st.floats(0.001, 1e4),
    difficulty=st.just(5.0),
    last_day=st.integers(DAY - 500, DAY + 1),
    due_day=st.integers(DAY - 5, DAY + 9),
)
marks = st.builds(Marks, st.booleans(), st.none() | st.integers(DAY - 1, DAY + 1), st.booleans())
states = st.none() | st.builds(State, st.just(Memory()) | seen, marks)


def recall_by_hand(memory: Memory) -> float:
    assert memory.stability is not None
    assert memory.last_day is not None
    days = max(DAY - memory.last_day, 0)
    return float((1 + CURVE.factor * days / memory.stability) ** CURVE.decay)


def tally_by_hand(found: list[State]) -> Tally:
    new = [state for state in found if state.memory.phase is Phase.NEW]
    known = [state for state in found if state.memory.phase is not Phase.NEW]
    awake = [state for state in found if not state.marks.suspended and not state.marks.buried(DAY)]
    return Tally(
        cards=len(found),
        due=sum(state in awake and (state.memory.due_day or 0) <= DAY for state in known),
        new=sum(state in awake for state in new),
        unseen=sum(not state.marks.suspended for state in new),
        recall=sum(recall_by_hand(state.memory) for state in known),
        seen=len(known),
    )


@given(st.lists(states, min_size=len(ENTRIES), max_size=len(ENTRIES)))
def test_tallies_and_forecast_agree_with_counting(
    rehearsal_store: Store, kept: list[State | None]
) -> None:
    with rehearsal(rehearsal_store) as tx:
        take_in(tx, deck("a.md", *ENTRIES[:3]), deck("b.md", *ENTRIES[3:]), deck("c.md"))
        for entry, state in zip(ENTRIES, kept, strict=True):
            if state is not None:
                journal.set_state(tx, name_of(entry), state)
        folders = catalogue.known_folder_ids(tx, [LIBRARY])
        a, b, c = (row.id for row in catalogue.file_rows(tx, folders))
        found = [state or State() for state in kept]
        tallies = decks.tallies(tx, folders, DAY, CURVE)
        for file, part in ((a, found[:3]), (b, found[3:]), (c, [])):
            expected = tally_by_hand(part)
            assert math.isclose(tallies[file].recall, expected.recall, rel_tol=1e-9)
            assert tallies[file] == Tally(
                cards=expected.cards,
                due=expected.due,
                new=expected.new,
                unseen=expected.unseen,
                recall=tallies[file].recall,
                seen=expected.seen,
            )
        for files, part in ((None, found), ([a], found[:3]), ([b, c], found[3:]), ([], [])):
            by_day = Counter(
                max(state.memory.due_day, DAY)
                for state in part
                if state.memory.due_day is not None
                and state.memory.due_day <= DAY + 7
                and not state.marks.suspended
            )
            assert decks.forecast(tx, folders, DAY, DAY + 7, files=files) == by_day


def test_unseen_siblings_of_what_was_met_are_put_off(store: Store) -> None:
    gap = question("The gaps")
    gaps = replace(gap, cards=tuple(NewCard(f"gap {n}", f"print {n}", str(n)) for n in range(3)))
    with store.writing() as tx:
        take_in(tx, deck("a.md", question("One?"), gaps))
        folders = catalogue.known_folder_ids(tx, [LIBRARY])
        (tally,) = decks.tallies(tx, folders, DAY, CURVE).values()
        assert (tally.unseen, tally.put_off) == (4, 0)
        journal.set_state(tx, gaps.cards[0].name, State(memory(DAY - 9)))
        (tally,) = decks.tallies(tx, folders, DAY, CURVE).values()
        assert (tally.unseen, tally.put_off) == (3, 2)
        journal.set_state(tx, gaps.cards[1].name, State(marks=Marks(suspended=True)))
        (tally,) = decks.tallies(tx, folders, DAY, CURVE).values()
        assert (tally.unseen, tally.put_off) == (2, 1)


def test_key_points_are_counted_apart(store: Store) -> None:
    page = blank_page("Page", "first point here", "second point here")
    with store.writing() as tx:
        take_in(tx, deck("a.md", question("One?"), page))
        for card in page.cards:
            journal.set_state(tx, card.name, State(memory(DAY - 9)))
        folders = catalogue.known_folder_ids(tx, [LIBRARY])
        (tally,) = decks.tallies(tx, folders, DAY, CURVE).values()
        assert tally == Tally(cards=1, points=2, new=1, unseen=1)
        assert decks.forecast(tx, folders, DAY, DAY + 9) == {}


def test_other_folders_do_not_count(store: Store) -> None:
    entry = question("One?")
    with store.writing() as tx:
        take_in(tx, deck("a.md", entry), folder=Path("/x"))
        take_in(tx, deck("a.md", entry), folder=Path("/y"))
        journal.set_state(tx, name_of(entry), State(memory(DAY)))
        x, y = catalogue.known_folder_ids(tx, [Path("/x"), Path("/y")])
        for folders, files in (([x], 1), ([x, y], 2), ([], 0)):
            assert len(decks.tallies(tx, folders, DAY, CURVE)) == files
            due = decks.forecast(tx, folders, DAY, DAY + 9)
            assert due == ({DAY + 5: 1} if files else {})


def test_mathematics_is_there_even_where_sqlite_lacks_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Without(sqlite3.Connection):
        """A connection of an SQLite that was built without mathematics."""

        with_pow = False

        def execute(self, statement: str, *arguments: object) -> sqlite3.Cursor:
            if "pow(" in statement and not self.with_pow:
                raise sqlite3.OperationalError("no such function: pow")
            return super().execute(statement, *arguments)  # type: ignore[arg-type]  # passed on

        def create_function(self, *arguments: object, **options: object) -> None:
            self.with_pow = True
            super().create_function(*arguments, **options)  # type: ignore[arg-type]  # passed on

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **o: connect(*a, **o, factory=Without))
    with closing(Store.open(path)) as store, store.writing() as tx:
        monkeypatch.undo()
        entry = question("One?")
        take_in(tx, deck("a.md", entry))
        journal.set_state(tx, name_of(entry), State(memory(DAY - 5)))
        folders = catalogue.known_folder_ids(tx, [LIBRARY])
        (tally,) = decks.tallies(tx, folders, DAY, CURVE).values()
    assert math.isclose(tally.recall, 0.9, rel_tol=1e-9)
