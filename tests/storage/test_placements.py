"""Cards where they stand, and finding one by the beginning of its name."""

from __future__ import annotations

from pathlib import Path

from recall.storage import catalogue, placements
from recall.storage.store import Store
from tests.storage.building import LIBRARY, blank_page, choice, deck, name_of, question, take_in


def test_a_card_with_all_that_is_needed_to_show_it(store: Store) -> None:
    entry = question("One?", id="k1", tags=("a tag", "b"), line=4, retention=0.95)
    with store.writing() as tx:
        take_in(tx, deck("a.md", question("Before?"), entry))
        place = placements.placed(tx, "course#k1")
        assert placements.placed(tx, "nothing") is None
    assert place is not None
    assert (place.source, place.title, place.tags) == (entry.source, "One?", ("a tag", "b"))
    assert (place.line, place.end_line, place.retention) == (4, 5, 0.95)
    assert (place.file.path, place.file.folder, place.held) == ("a.md", str(LIBRARY), False)


def test_places_in_the_order_of_the_folders(store: Store) -> None:
    entry = question("One?")
    with store.writing() as tx:
        for folder in ("/x", "/y"):
            take_in(tx, deck("a.md", entry), folder=Path(folder))
        x, y = catalogue.known_folder_ids(tx, [Path("/x"), Path("/y")])
        for folders, expected in ((None, ["/x", "/y"]), ([y, x], ["/y", "/x"]), ([y], ["/y"])):
            places = placements.placed_all(tx, name_of(entry), folders)
            assert [place.file.folder for place in places] == expected


def test_the_cards_of_a_file_in_its_order(store: Store) -> None:
    page = blank_page("Page", "first point here", "second point here")
    entries = [question("Z?"), page, question("A?")]
    with store.writing() as tx:
        take_in(tx, deck("a.md", *entries))
        (row,) = catalogue.file_rows(tx, catalogue.known_folder_ids(tx, [LIBRARY]))
        cards = placements.entries(tx, row.id)
    assert [card.name for card in cards] == [c.name for entry in entries for c in entry.cards]
    assert cards[1].entry_id == cards[2].entry_id != cards[0].entry_id


def test_the_files_of_every_card(store: Store) -> None:
    page = blank_page("Page", "first point here", "second point here")
    both, own = question("Both?"), question("Own?")
    with store.writing() as tx:
        take_in(tx, deck("a.md", both, page))
        take_in(tx, deck("b.md", own, both), folder=Path("/y"))
        folders = catalogue.known_folder_ids(tx, [LIBRARY, Path("/y")])
        a, b = (catalogue.file_rows(tx, [folder])[0].id for folder in folders)
        found = placements.files_of_cards(tx, folders)
        assert found == {
            name_of(both): (a, b),
            name_of(own): (b,),
            **{card.name: (a,) for card in page.cards},
        }
        assert placements.files_of_cards(tx, folders[1:]) == {
            name_of(both): (b,),
            name_of(own): (b,),
        }
        assert placements.files_of_cards(tx, []) == {}


def test_the_choice_cards_of_files_that_have_any(store: Store) -> None:
    with store.writing() as tx:
        one, two = choice("One?"), choice("Two?")
        take_in(tx, deck("a.md", one, question("Not this?"), two), deck("b.md", question("Nor?")))
        a, b = (row.id for row in catalogue.file_rows(tx, catalogue.folder_ids(tx, [LIBRARY])))
        found = frozenset((name_of(one), name_of(two)))
        assert placements.choice_cards(tx, [a, b]) == {a: found}
        assert placements.choice_cards(tx, [b]) == {}


def test_a_card_by_the_beginning_of_its_name(store: Store) -> None:
    entries = [question(f"{n}?", id=name) for n, name in enumerate(("k", "k1", "k12", "q"))]
    with store.writing() as tx:
        take_in(tx, deck("a.md", *entries))
        find = placements.matching_uids
        assert find(tx, "course#k1") == ("course#k1",)
        assert find(tx, "course#k12") == ("course#k12",)
        assert find(tx, "course#q") == ("course#q",)
        assert find(tx, "course#") == ("course#k", "course#k1", "course#k12", "course#q")
        assert find(tx, "course#", limit=2) == ("course#k", "course#k1")
        assert find(tx, "COURSE") == find(tx, "%") == find(tx, "_ourse") == ()


def test_two_names_of_one_card_are_one_answer(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", question("One?", id="k1")))
        take_in(tx, deck("a.md", question("One?", id="k2")))
        assert placements.matching_uids(tx, "course#k") == ("course#k1",)
        assert placements.matching_uids(tx, "course#k2") == ("course#k1",)
