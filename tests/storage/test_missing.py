"""Cards that go missing, and the many that do not."""

from __future__ import annotations

import pytest

from recall.storage import candidates, catalogue, history
from recall.storage import placements as places
from recall.storage.records import Reconciled
from recall.storage.store import Store
from recall.storage.terms import Search
from tests.storage.building import (
    DAY,
    LIBRARY,
    deck,
    dump,
    moment,
    name_of,
    question,
    take_in,
)
from tests.storage.library import all_places, found_by, grade, many, missing


def test_a_missing_card_is_kept_and_returns_i19(store: Store) -> None:
    kept, gone = question("Kept?"), question("Gone?", tags=("tag",), line=7)
    with store.writing() as tx:
        take_in(tx, deck("a.md", kept, gone))
        grade(tx, name_of(gone), "r")
        assert take_in(tx, deck("a.md", kept), at=moment(DAY + 3)) == Reconciled(missing=1)
        assert missing(tx) == {name_of(gone)}
        seen = places.last_seen(tx, name_of(gone))
        assert seen is not None
        assert (seen.path, seen.line, seen.source) == ("a.md", 7, gone.source)
        assert (seen.folder, seen.missing_since) == (str(LIBRARY), DAY + 3)
        assert places.last_seen(tx, name_of(kept)) is None
        assert take_in(tx, deck("a.md", kept)) == Reconciled()
    with store.writing() as tx:
        folders = catalogue.known_folder_ids(tx, [LIBRARY])
        assert candidates.due_reviews(tx, folders, today=DAY + 99) == ()
        assert take_in(tx, deck("b.md", gone)) == Reconciled(returned=1)
        assert missing(tx) == set()
        assert [one.id for one in history.reviews_of(tx, name_of(gone))] == ["r"]
        assert len(candidates.due_reviews(tx, folders, today=DAY + 99)) == 1


def test_the_last_of_several_names_is_the_missing_one(store: Store) -> None:
    old, new = question("One?"), question("One?", id="k1")
    with store.writing() as tx:
        take_in(tx, deck("a.md", old))
        take_in(tx, deck("a.md", new), at=moment(second=1))
        assert take_in(tx, removed=["a.md"], at=moment(second=2)) == Reconciled(missing=1)
        (found,) = found_by(tx, Search(missing=True))
        assert (found.uid, found.name) == (name_of(old), name_of(new))
        seen = places.last_seen(tx, name_of(old))
        assert seen is not None
        assert seen.name == name_of(new)
        assert take_in(tx, deck("a.md", old)) == Reconciled(returned=1)


def test_an_empty_folder_makes_nothing_missing_i12(store: Store) -> None:
    entries = many(25)
    files = [deck(f"{number}.md", *entries[number * 5 : number * 5 + 5]) for number in range(5)]
    paths = [file.path for file in files]
    with store.writing() as tx:
        take_in(tx, *files)
        for number, entry in enumerate(entries):
            grade(tx, name_of(entry), f"r{number}")
    before = dump(store.path)
    for _ in range(2):
        with store.writing() as tx:
            assert take_in(tx, removed=paths) == Reconciled(withheld=25)
        assert dump(store.path) == before
    with store.writing() as tx:
        folders = catalogue.known_folder_ids(tx, [LIBRARY])
        assert len(candidates.due_reviews(tx, folders, today=DAY + 9)) == 25
        assert take_in(tx, removed=paths, accept_missing=True) == Reconciled(missing=25)
        assert len(missing(tx)) == 25
        assert take_in(tx, *files) == Reconciled(returned=25)
        assert len(candidates.due_reviews(tx, folders, today=DAY + 9)) == 25


@pytest.mark.parametrize(
    ("size", "gone", "withheld"),
    [(20, 4, False), (20, 5, True), (19, 19, False), (25, 5, False), (25, 6, True)],
)
def test_more_than_a_fifth_of_twenty_is_too_many_i19(
    store: Store, size: int, gone: int, withheld: bool
) -> None:
    entries = many(size)
    with store.writing() as tx:
        take_in(tx, deck("a.md", *entries))
        report = take_in(tx, deck("a.md", *entries[gone:]))
        assert report == (Reconciled(withheld=gone) if withheld else Reconciled(missing=gone))
        assert len(all_places(tx)) == (size if withheld else size - gone)


def test_what_comes_does_not_make_the_library_larger(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", *many(19)))
        assert take_in(tx, deck("a.md", *many(25, 100))) == Reconciled(new=25, missing=19)


def test_what_loses_no_card_is_taken_in_all_the_same(store: Store) -> None:
    kept, lost, moved = many(15), many(10, 100), question("Moved?")
    with store.writing() as tx:
        take_in(tx, deck("kept.md", *kept), deck("lost.md", *lost), deck("moved.md", moved))
        # lost.md empties, and takes in the card of moved.md: that file must stay as well.
        report = take_in(
            tx,
            deck("kept.md", *kept, question("Added?")),
            deck("lost.md", moved),
            removed=["moved.md"],
        )
        assert report == Reconciled(new=1, withheld=10)
        assert len(all_places(tx)) == 27
        assert missing(tx) == set()


def test_a_linked_card_is_not_counted_as_lost(store: Store) -> None:
    before, after = many(20), [question(f"Question number {n}?", id=f"k{n}") for n in range(20)]
    with store.writing() as tx:
        take_in(tx, deck("a.md", *before))
        report = take_in(tx, deck("a.md", *after))
        assert (report.linked, report.withheld, report.new, report.missing) == (20, 0, 0, 0)
