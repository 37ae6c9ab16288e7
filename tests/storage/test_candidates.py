"""What a session may draw from: due steps, due reviews and new cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from recall.cards.memory import Marks, Memory
from recall.storage import candidates, catalogue, journal
from recall.storage.records import DueCard, State
from recall.storage.store import Store, Transaction
from tests.storage.building import (
    DAY,
    LIBRARY,
    blank_page,
    deck,
    memory,
    moment,
    name_of,
    question,
    take_in,
)

ENTRIES = [question(f"Question {n}?", id=f"q{n}") for n in range(6)]
NOW = moment().at


def prompts(cards: tuple[DueCard, ...]) -> list[str]:
    return [card.uid.removeprefix("course#") for card in cards]


def folders(tx: Transaction) -> tuple[int, ...]:
    return catalogue.known_folder_ids(tx, [LIBRARY])


def test_due_reviews_longest_overdue_first(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", *ENTRIES[:3]), deck("b.md", *ENTRIES[3:]))
        for number, due in enumerate([0, -2, 1, -1]):
            journal.set_state(tx, f"course#q{number}", State(memory(DAY - 9, DAY + due)))
        assert prompts(candidates.due_reviews(tx, folders(tx), today=DAY)) == ["q1", "q3", "q0"]
        assert prompts(candidates.due_reviews(tx, folders(tx), today=DAY - 2)) == ["q1"]
        _, b = catalogue.file_rows(tx, folders(tx))
        inside = candidates.due_reviews(tx, folders(tx), today=DAY, files=[b.id])
        assert prompts(inside) == ["q3"]
        assert candidates.due_reviews(tx, [], today=DAY) == ()
        assert candidates.due_reviews(tx, folders(tx), today=DAY, files=[]) == ()


def test_a_due_card_brings_what_the_queue_needs(store: Store) -> None:
    entry = question("One?", id="q0", retention=0.95)
    with store.writing() as tx:
        take_in(tx, deck("a.md", entry))
        journal.set_state(tx, "course#q0", State(memory(DAY - 5)))
        (card,) = candidates.due_reviews(tx, folders(tx), today=DAY)
        (file,) = catalogue.file_rows(tx, folders(tx))
    assert card == DueCard(
        uid="course#q0",
        name="course#q0",
        entry_id=card.entry_id,
        file_id=file.id,
        position=0,
        due_day=DAY,
        due_at=None,
        stability=5.0,
        last_day=DAY - 5,
        retention=0.95,
    )


def test_steps_by_their_instant(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", *ENTRIES))
        for number, minutes in enumerate([10, -1, 0, 5]):
            step = memory(DAY, DAY, due_at=NOW + minutes * 60_000_000)
            journal.set_state(tx, f"course#q{number}", State(step))
        journal.set_state(tx, "course#q4", State(memory(DAY - 9, DAY)))
        assert prompts(candidates.due_steps(tx, folders(tx), today=DAY, until=NOW)) == ["q1", "q2"]
        later = NOW + 20 * 60_000_000
        all_steps = candidates.due_steps(tx, folders(tx), today=DAY, until=later)
        assert prompts(all_steps) == ["q1", "q2", "q3", "q0"]
        assert prompts(candidates.due_reviews(tx, folders(tx), today=DAY)) == ["q4"]


def test_cards_that_are_known_and_not_due(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", *ENTRIES[:5]), deck("b.md", ENTRIES[5]))
        for number, due in enumerate([DAY, DAY + 9, DAY + 1]):
            journal.set_state(tx, f"course#q{number}", State(memory(DAY - 9, due)))
        # A learning step of tomorrow waits for its instant, and q4 was never seen.
        step = memory(DAY, DAY + 1, due_at=NOW + 80_000_000_000)
        journal.set_state(tx, "course#q3", State(step))
        journal.set_state(tx, "course#q5", State(memory(DAY - 9, DAY + 2)))
        a, b = catalogue.file_rows(tx, folders(tx))

        def known(*files: int) -> list[str]:
            return prompts(candidates.known_cards(tx, folders(tx), today=DAY, files=files))

        assert known(a.id) == ["q2", "q1"]
        assert known(a.id, b.id) == ["q2", "q5", "q1"]
        assert known() == []


@pytest.mark.parametrize(
    ("marks", "shown"),
    [
        (Marks(), True),
        (Marks(flagged=True), True),
        (Marks(suspended=True), False),
        (Marks(buried_day=DAY), False),
        (Marks(buried_day=DAY + 1), False),
        (Marks(buried_day=DAY - 1), True),
    ],
)
def test_suspended_and_buried_cards_rest_s24(store: Store, marks: Marks, shown: bool) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", *ENTRIES[:4]))
        journal.set_state(tx, "course#q0", State(memory(DAY - 9, DAY), marks))
        journal.set_state(tx, "course#q1", State(memory(DAY, DAY, due_at=NOW), marks))
        journal.set_state(tx, "course#q2", State(Memory(), marks))
        journal.set_state(tx, "course#q3", State(memory(DAY - 9, DAY + 3), marks))
        (file,) = catalogue.file_rows(tx, folders(tx))
        assert len(candidates.due_reviews(tx, folders(tx), today=DAY)) == shown
        assert len(candidates.due_steps(tx, folders(tx), today=DAY, until=NOW)) == shown
        assert len(candidates.new_cards(tx, [file.id], today=DAY, limit=9)) == shown
        known = candidates.known_cards(tx, folders(tx), today=DAY, files=[file.id])
        assert len(known) == shown


def test_key_points_wait_for_their_page(store: Store) -> None:
    page = blank_page("Page", "first point here", "second point here")
    with store.writing() as tx:
        take_in(tx, deck("a.md", page))
        journal.set_state(tx, page.cards[0].name, State(memory(DAY - 9, DAY)))
        (file,) = catalogue.file_rows(tx, folders(tx))
        assert candidates.due_reviews(tx, folders(tx), today=DAY) == ()
        assert candidates.new_cards(tx, [file.id], today=DAY, limit=9) == ()


def test_new_cards_in_the_order_of_the_course(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", *ENTRIES[:3]), deck("b.md", *ENTRIES[3:]))
        journal.set_state(tx, "course#q4", State(memory()))
        a, b = (row.id for row in catalogue.file_rows(tx, folders(tx)))

        def new(files: list[int], limit: int) -> list[str]:
            cards = candidates.new_cards(tx, files, today=DAY, limit=limit)
            return [card.uid.removeprefix("course#") for card in cards]

        assert new([b, a], 9) == ["q3", "q5", "q0", "q1", "q2"]
        assert new([a, b], 4) == ["q0", "q1", "q2", "q3"]
        assert new([a], 2) == ["q0", "q1"]
        assert new([a], 0) == new([a], -1) == new([], 5) == []


def test_content_in_many_files_does_not_use_up_the_limit(store: Store) -> None:
    with store.writing() as tx:
        for number in range(5):
            take_in(tx, deck(f"{number}.md", *ENTRIES[:2]))
        take_in(tx, deck("z.md", ENTRIES[5]))
        files = [row.id for row in catalogue.file_rows(tx, folders(tx))]
        cards = candidates.new_cards(tx, files, today=DAY, limit=3)
        assert [card.uid for card in cards] == ["course#q0", "course#q1", "course#q5"]
        assert {card.file_id for card in cards[:2]} == {files[0]}


def test_a_card_undone_to_nothing_is_new_again(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", ENTRIES[0]))
        journal.set_state(tx, "course#q0", State(memory()))
        journal.set_state(tx, "course#q0", State())
        (file,) = catalogue.file_rows(tx, folders(tx))
        assert len(candidates.new_cards(tx, [file.id], today=DAY, limit=9)) == 1
        assert candidates.due_reviews(tx, folders(tx), today=DAY + 99) == ()


def test_a_card_of_a_closed_folder_is_no_candidate(store: Store) -> None:
    entry = question("One?")
    with store.writing() as tx:
        take_in(tx, deck("a.md", entry), folder=Path("/x"))
        take_in(tx, deck("a.md", question("Two?")), folder=Path("/y"))
        journal.set_state(tx, name_of(entry), State(memory(DAY - 9, DAY)))
        x, y = catalogue.known_folder_ids(tx, [Path("/x"), Path("/y")])
        assert len(candidates.due_reviews(tx, [x], today=DAY)) == 1
        assert candidates.due_reviews(tx, [y], today=DAY) == ()


def test_a_few_due_cards_do_not_cost_a_walk_through_all(store: Store) -> None:
    seen: list[str] = []
    with store.reading() as tx:
        store._driver.set_trace_callback(seen.append)
        candidates.due_reviews(tx, [1], today=DAY)
        candidates.due_steps(tx, [1], today=DAY, until=NOW)
        store._driver.set_trace_callback(None)
        plans = [
            [row[3] for row in tx._connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}")]
            for statement in seen
        ]
    assert [plan[0] for plan in plans] == [
        "SEARCH card_state USING INDEX ix_state_due (due_day<?)",
        "SEARCH card_state USING INDEX ix_state_step (due_at>? AND due_at<?)",
    ]
