"""Cards that stay and move when deck files change, and those that two places claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from recall.storage import candidates, catalogue, decks, history, journal, names
from recall.storage import placements as places
from recall.storage.records import NewEntry, NewFile, Reconciled
from recall.storage.store import Store, Transaction
from tests.storage.building import (
    CURVE,
    DAY,
    LIBRARY,
    blank_page,
    deck,
    name_of,
    question,
    rehearsal,
    take_in,
)
from tests.storage.library import all_places, grade, many, missing


def test_new_cards_and_a_second_refresh_i17(store: Store) -> None:
    files = [deck("a.md", *many(3)), deck("b.md", blank_page("Page", "first point", "second one"))]
    with store.writing() as tx:
        assert take_in(tx, *files) == Reconciled(new=5)
    with store.writing() as tx:
        assert take_in(tx, *files) == Reconciled()
        assert take_in(tx) == Reconciled()
        assert len(all_places(tx)) == 5


def test_a_line_more_at_the_top_changes_nothing_i13(store: Store) -> None:
    with store.writing() as tx:
        entry = question("One?")
        take_in(tx, deck("a.md", entry))
        grade(tx, name_of(entry), "r")
        assert take_in(tx, deck("a.md", replace(entry, line=2, end_line=3))) == Reconciled()
        (place,) = all_places(tx)
        assert place.line == 2
        assert len(history.reviews_of(tx, place.uid)) == 1


def test_a_card_moved_to_another_file_is_not_missing(store: Store) -> None:
    one, two = many(2)
    with store.writing() as tx:
        take_in(tx, deck("a.md", one, two))
        assert take_in(tx, deck("a.md", one), deck("b.md", two)) == Reconciled()
        assert take_in(tx, deck("c.md", one, two), removed=["a.md", "b.md"]) == Reconciled()
        assert {place.file.path for place in all_places(tx)} == {"c.md"}


def test_the_same_card_twice_in_a_file_has_one_state_i8(store: Store) -> None:
    entry = question("One?")
    with store.writing() as tx:
        assert take_in(tx, deck("a.md", entry, replace(entry, line=9))).new == 1
        (folder,) = catalogue.known_folder_ids(tx, [LIBRARY])
        (file,) = catalogue.file_rows(tx, [folder])
        assert decks.tallies(tx, [folder], DAY, CURVE)[file.id].cards == 1
        assert len(candidates.new_cards(tx, [file.id], today=DAY, limit=9)) == 1
        grade(tx, name_of(entry), "r")
        assert len(candidates.due_reviews(tx, [folder], today=DAY + 9)) == 1
        lines = [(row.line, row.name) for row in catalogue.lint_rows(tx, [folder])]
        assert lines == [(1, name_of(entry)), (9, name_of(entry))]


def test_equal_content_in_two_files_is_one_card_in_both_i9(store: Store) -> None:
    entry = question("One?")
    with store.writing() as tx:
        assert take_in(tx, deck("a.md", entry)).new == 1
        assert take_in(tx, deck("b.md", entry)) == Reconciled()
        folders = catalogue.known_folder_ids(tx, [LIBRARY])
        files = [row.id for row in catalogue.file_rows(tx, folders)]
        tallies = decks.tallies(tx, folders, DAY, CURVE)
        assert [tallies[file].cards for file in files] == [1, 1]
        assert len(candidates.new_cards(tx, files, today=DAY, limit=9)) == 1
        grade(tx, name_of(entry), "r")
        for chosen in (None, files[:1], files[1:]):
            due = candidates.due_reviews(tx, folders, today=DAY + 9, files=chosen)
            assert [(card.uid, card.file_id) for card in due] == [
                (name_of(entry), (chosen or files)[0])
            ]
        assert [place.file.path for place in places.placed_all(tx, name_of(entry))] == [
            "a.md",
            "b.md",
        ]
        assert take_in(tx, removed=["a.md"]) == Reconciled()


def test_an_id_claimed_twice_is_held_and_nothing_is_lost_i10(store: Store) -> None:
    first, second = question("One?", id="k1"), question("Two?", id="k1")
    with store.writing() as tx:
        take_in(tx, deck("a.md", first))
        grade(tx, "course#k1", "r")
        take_in(tx, deck("b.md", second))
        folders = catalogue.known_folder_ids(tx, [LIBRARY])
        rows = list(catalogue.lint_rows(tx, folders))
        assert {(row.path, row.name, row.explicit) for row in rows} == {
            ("a.md", "course#k1", True),
            ("b.md", "course#k1", True),
        }
        assert len({row.fingerprint for row in rows}) == 2
        catalogue.set_lint(tx, folders, {}, {"course#k1"})
        assert candidates.due_reviews(tx, folders, today=DAY + 9) == ()
        assert all(place.held for place in places.placed_all(tx, "course#k1"))
        assert len(history.reviews_of(tx, "course#k1")) == 1
        take_in(tx, removed=["b.md"])
        catalogue.set_lint(tx, folders, {}, ())
        assert len(candidates.due_reviews(tx, folders, today=DAY + 9)) == 1


def test_folders_that_are_not_opened_are_left_alone(store: Store) -> None:
    other = Path("/other")
    here, there, both = question("Here?"), question("There?"), question("Both?")
    with store.writing() as tx:
        take_in(tx, deck("a.md", here, both))
        assert take_in(tx, deck("a.md", there, both), folder=other) == Reconciled(new=1)
        assert take_in(tx, removed=["a.md"]) == Reconciled(missing=1)
        folders = catalogue.known_folder_ids(tx, [other])
        assert len(list(catalogue.lint_rows(tx, folders))) == 2
        assert missing(tx) == {name_of(here)}


def test_a_file_taken_in_twice_before_it_is_reconciled(store: Store) -> None:
    first, second = question("One?"), question("Two?")
    with store.writing() as tx:
        (folder,) = catalogue.folder_ids(tx, [LIBRARY])
        catalogue.replace_file(tx, folder, deck("a.md", first))
        assert take_in(tx, deck("a.md", second)) == Reconciled(new=1)
        assert [place.name for place in all_places(tx)] == [name_of(second)]


PROMPTS = [f"Prompt {letter}?" for letter in "ABCDEF"]


cards = st.tuples(st.sampled_from(PROMPTS), st.sampled_from([None, None, "k1", "k2"]))


libraries = st.dictionaries(st.sampled_from(["a.md", "b.md", "c.md"]), st.lists(cards, max_size=4))


def refresh(
    tx: Transaction, before: Mapping[str, object], after: Mapping[str, Sequence[NewEntry]]
) -> Reconciled:
    files: list[NewFile] = [deck(path, *entries) for path, entries in after.items()]
    removed = [path for path in before if path not in after]
    return take_in(tx, *files, removed=removed, accept_missing=True)


def snapshot(tx: Transaction) -> object:
    found = sorted((place.file.path, place.name, place.uid) for place in all_places(tx))
    return found, sorted(missing(tx)), sorted(names.aliases(tx).items())


@given(st.lists(libraries, min_size=1, max_size=5))
def test_no_history_is_ever_lost_and_order_does_not_matter(
    rehearsal_store: Store,
    steps: list[dict[str, list[tuple[str, str | None]]]],
) -> None:
    written = [
        {path: [question(p, id=i) for p, i in entries] for path, entries in step.items()}
        for step in steps
    ]
    outcomes = []
    for backwards in (False, True):
        with rehearsal(rehearsal_store) as tx:
            before: Mapping[str, object] = {}
            graded: dict[str, str] = {}
            for number, step in enumerate(written):
                after = dict(reversed(step.items())) if backwards else step
                refresh(tx, before, after)
                assert refresh(tx, after, after) == Reconciled()
                before = after
                stands = {place.name: place.uid for place in all_places(tx)}
                assert set(stands) == {name_of(e) for es in after.values() for e in es}
                assert missing(tx).isdisjoint(stands.values())
                for name in sorted(stands):
                    identity_ = f"{number}-{name}"
                    grade(tx, name, identity_, DAY + number)
                    graded[identity_] = name
                for identity_, name in graded.items():
                    uid = names.uid_of(tx, name)
                    assert identity_ in {one.id for one in history.reviews_of(tx, uid)}
                    assert uid in stands.values() or uid in missing(tx)
                    assert journal.state(tx, uid).last_review_id is not None
            outcomes.append(snapshot(tx))
    assert outcomes[0] == outcomes[1]
