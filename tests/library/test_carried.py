"""What was carried over is listed and taken back one by one."""

from __future__ import annotations

import pytest

from recall.errors import UsageError
from recall.library.library import Library
from tests.library.building import Desk, answer_all, assert_well, question

BEFORE = question("Captial of Peru?", "Lima.") + question("Longest river?", "The Nile.")
AFTER = question("Capital of Peru?", "Lima.") + question("The longest river?", "The Nile.")


@pytest.fixture
def library(desk: Desk) -> Library:
    """Two learnt cards, both reworded since."""
    desk.write("a.md", BEFORE)
    library = desk.open()
    answer_all(desk, library.session(new=10))
    desk.wait(days=1)
    desk.write("a.md", AFTER)
    report = library.refresh()
    assert (report.linked, report.reworded, report.renamed) == (2, 2, 0)
    return library


def test_reworded_cards_keep_their_progress_and_are_listed_i1(desk: Desk, library: Library) -> None:
    assert [row.reps for row in library.search()] == [1, 1]
    (notice,) = library.home().notices
    assert notice.startswith("2 cards reworded, progress kept")
    newest, oldest = library.carried_over()
    assert newest.at > oldest.at or newest.id > oldest.id
    assert {newest.text_before, oldest.text_before} == set(BEFORE.strip().split("\n\n"))
    assert (newest.reworded, newest.undone, newest.when[:10]) == (True, False, "2026-12-02")
    assert library.carried_over(limit=1) == (newest,)
    assert_well(library)


def test_one_link_is_taken_back_and_the_other_stays(desk: Desk, library: Library) -> None:
    link, other = library.carried_over()
    undone = library.undo_link(link.after[:12])
    assert undone.uid == link.after
    assert undone.sentence.endswith("they are two cards now.")
    reps = {row.uid: row.reps for row in library.search()}
    assert reps == {link.after: 0, other.uid: 1}
    assert {one.id: one.undone for one in library.carried_over()} == {
        link.id: True,
        other.id: False,
    }
    assert library.card(link.before).reviews
    desk.write("b.md", question("More?"))
    assert library.refresh().linked == 0
    assert_well(library)
    with pytest.raises(UsageError, match="was carried over"):
        library.undo_link(link.after)


def test_the_link_can_be_named_by_either_name_or_its_id(library: Library) -> None:
    first, second = library.carried_over()
    library.undo_link(first.id)
    library.undo_link(second.before)
    assert all(one.undone for one in library.carried_over())


def test_a_name_that_fits_several_is_refused(library: Library) -> None:
    with pytest.raises(UsageError, match="Several cards") as error:
        library.undo_link("")
    assert all(one.after in error.value.hint for one in library.carried_over())
    with pytest.raises(UsageError, match="'nothing'"):
        library.undo_link("nothing")


def test_of_several_links_of_a_card_the_newest_goes_first(desk: Desk) -> None:
    versions = ["Captial of Peru?", "Capital of Peru?", "Capital of Peru, now?"]
    library = None
    for version in versions:
        desk.write("a.md", question(version, "Lima."))
        library = library or desk.open()
        library.refresh()
        desk.wait(hours=1)
    assert library is not None
    newest, oldest = library.carried_over()
    library.undo_link(newest.uid)
    assert [one.undone for one in library.carried_over()] == [True, False]
    assert oldest.after == newest.before


def test_a_card_that_gains_an_identity_is_renamed_not_reworded(desk: Desk) -> None:
    desk.write("a.md", "Q: Which?\nA: That.\n")
    library = desk.open()
    desk.write("a.md", "Q: Which? {#which}\nA: That.\n")
    report = library.refresh()
    assert (report.linked, report.reworded, report.renamed) == (1, 0, 1)
    (change,) = library.carried_over()
    assert (change.reworded, change.likeness, change.after) == (False, None, "a.md#which")


def test_a_gap_of_an_identity_that_is_corrected_keeps_its_history_i4(desk: Desk) -> None:
    desk.write("a.md", "C: K3 has {{93}} layers, of which {{24}} are MLA. {#layers}\n")
    library = desk.open()
    for _ in range(2):
        answer_all(desk, library.session(new=10))
        desk.wait(days=1)
    desk.write("a.md", "C: K3 has {{92}} layers, of which {{24}} are MLA. {#layers}\n")
    report = library.refresh()
    assert (report.reworded, report.new, report.missing) == (1, 0, 0)
    assert {row.facet: row.reps for row in library.search()} == {"92": 1, "24": 1}
