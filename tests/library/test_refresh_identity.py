"""Which cards stay, come and go when deck files change, and whose history they have."""

from __future__ import annotations

import pytest

from recall.cards.memory import Rating
from recall.library.values import RefreshReport
from tests.library.building import (
    Desk,
    answer,
    answer_all,
    assert_well,
    learn,
    question,
    questions,
    reps,
)


def test_a_renamed_file_keeps_its_cards(desk: Desk, read: list[str]) -> None:
    file = desk.write("a.md", question("One?") + question("Two?"))
    library = desk.open()
    uids = {row.uid for row in library.search()}
    learn(desk, library)
    file.rename(desk.decks / "renamed.md")
    report = library.refresh()
    assert (report.new, report.missing, report.linked) == (0, 0, 0)
    assert {row.uid for row in library.search()} == uids
    assert {row.deck for row in library.search()} == {"renamed.md"}
    assert reps(library) == {"One?": 1, "Two?": 1}


def test_a_renamed_file_outside_a_course_keeps_the_history_of_its_identities(desk: Desk) -> None:
    """Outside a course the path is the name space, so the names change and are linked."""
    file = desk.write("a.md", questions(3))
    library = desk.open()
    learn(desk, library)
    file.rename(desk.decks / "b.md")
    report = library.refresh()
    assert (report.linked, report.new, report.missing) == (3, 0, 0)
    assert set(reps(library).values()) == {1}
    assert_well(library)


def test_a_blank_line_on_top_changes_nothing_i13(desk: Desk) -> None:
    desk.write("a.md", question("One?") + questions(2))
    library = desk.open()
    learn(desk, library)
    before = {row.uid: (row.reps, row.line) for row in library.search()}
    desk.write("a.md", "\n" + question("One?") + questions(2))
    report = library.refresh()
    assert report == RefreshReport(read=1)
    after = {row.uid: (row.reps, row.line - 1) for row in library.search()}
    assert after == before


def test_a_card_moved_between_files_keeps_its_history(desk: Desk) -> None:
    desk.write("a.md", question("Moving?") + question("Staying?"))
    desk.write("b.md", question("There?"))
    library = desk.open()
    learn(desk, library)
    desk.write("a.md", question("Staying?"))
    desk.write("b.md", question("There?") + question("Moving?"))
    report = library.refresh()
    assert (report.new, report.missing, report.returned) == (0, 0, 0)
    assert set(reps(library).values()) == {1}
    assert {row.title: row.deck for row in library.search()}["Moving?"] == "b.md"


@pytest.mark.parametrize("gains", [True, False], ids=["gains", "loses"])
def test_an_identity_that_comes_or_goes_keeps_the_history(desk: Desk, gains: bool) -> None:
    bare, named = "Q: Which?\nA: That.\n", "Q: Which? {#which}\nA: That.\n"
    first, second = (bare, named) if gains else (named, bare)
    desk.write("a.md", first)
    library = desk.open()
    learn(desk, library)
    desk.write("a.md", second)
    report = library.refresh()
    assert (report.linked, report.new, report.missing) == (1, 0, 0)
    (row,) = library.search()
    assert row.reps == 1
    info = library.card(row.uid)
    assert set(info.names) > {row.uid}
    assert len(info.reviews) == 1
    desk.write("a.md", first)
    library.refresh()
    assert [(again.uid, again.reps) for again in library.search()] == [(row.uid, 1)]
    assert_well(library)


def test_the_course_id_names_the_identities_of_its_decks(desk: Desk, read: list[str]) -> None:
    desk.write("peru/course.md", "---\nid: peru\ntitle: Peru\n---\n")
    desk.write("peru/a.md", questions(1))
    library = desk.open()
    learn(desk, library)
    assert [row.uid for row in library.search()] == ["peru#q1"]
    read.clear()
    desk.write("peru/course.md", "---\nid: andes\ntitle: Peru\n---\n")
    report = library.refresh()
    assert set(read) == {"peru/course.md", "peru/a.md"}
    assert (report.linked, report.new, report.missing) == (1, 0, 0)
    (row,) = library.search()
    assert row.reps == 1
    assert "andes#q1" in library.card(row.uid).names
    assert {deck.course for deck in library.decks()} == {"andes"}


def test_a_course_that_is_removed_leaves_its_decks_their_histories(desk: Desk) -> None:
    page = desk.write("peru/course.md", "---\nid: peru\n---\n")
    desk.write("peru/a.md", questions(1))
    library = desk.open()
    learn(desk, library)
    page.unlink()
    assert library.refresh().linked == 1
    (row,) = library.search()
    assert row.reps == 1
    assert "peru/a.md#q1" in library.card(row.uid).names
    assert [deck.course for deck in library.decks()] == [None]


def test_a_course_without_an_id_is_named_after_its_folder(desk: Desk) -> None:
    desk.write("course.md", "---\ntitle: All\n---\n")
    desk.write("deep/er/course.md", "---\ntitle: Inner\n---\n")
    desk.write("deep/er/a.md", questions(1))
    desk.write("deep/b.md", questions(1))
    library = desk.open()
    assert {row.uid for row in library.search()} == {"er#q1", "decks#q1"}


def test_two_cards_of_one_identity_are_held_and_keep_their_history_i10(desk: Desk) -> None:
    desk.write("a.md", "Q: One? {#same}\nA: 1\n\n" + question("Free?"))
    library = desk.open()
    learn(desk, library)
    desk.write("a.md", "Q: One? {#same}\nA: 1\n\nQ: Two? {#same}\nA: 2\n\n" + question("Free?"))
    library.refresh()
    errors = [one for one in library.problems() if one.code == "L601"]
    assert [one.line for one in errors] == [1, 4]
    desk.wait(days=100)
    session = library.session(new=10)
    assert session.progress.left == 1
    assert session.current is not None
    assert session.current.name != "a.md#same"
    assert len(library.card("a.md#same").reviews) == 1
    desk.write("a.md", "Q: One? {#same}\nA: 1\n\nQ: Two? {#two}\nA: 2\n\n" + question("Free?"))
    library.refresh()
    assert not library.problems()
    assert reps(library) == {"One?": 1, "Two?": 0, "Free?": 1}
    assert library.session().progress.left == 3
    assert_well(library)


def test_equal_content_in_two_files_is_one_card_with_a_warning_i9(desk: Desk) -> None:
    desk.write("a.md", question("Same?"))
    desk.write("b.md", question("Same?"))
    library = desk.open()
    assert {one.code for one in library.problems()} == {"L602"}
    assert [one.path for one in library.problems()] == ["a.md", "b.md"]
    assert library.home().new == 1
    session = library.session()
    assert session.progress.left == 1
    answer(session, Rating.EASY)
    assert session.current is None
    assert [(row.deck, row.reps) for row in library.search()] == [("a.md", 1), ("b.md", 1)]


def test_equal_content_twice_in_one_file_is_one_card_i8(desk: Desk) -> None:
    desk.write("a.md", question("Same?") + question("Same?"))
    library = desk.open()
    assert [(one.code, one.line) for one in library.problems()] == [("L602", 1), ("L602", 4)]
    session = library.session()
    uid = answer(session, Rating.EASY)
    assert session.current is None
    assert [(row.uid, row.reps) for row in library.search()] == [(uid, 1)]


def test_names_that_are_numbers_or_differ_only_in_case_are_three_decks_i15(desk: Desk) -> None:
    desk.write("2024.md", question("Year?"))
    desk.write("Bio.md", question("Upper?"))
    desk.write("bio.md", question("Lower?"))
    library = desk.open()
    assert [(row.title, row.cards) for row in library.decks()] == [
        ("2024", 1),
        ("Bio", 1),
        ("bio", 1),
    ]
    assert {one.code for one in library.problems()} == {"L607"}
    assert [row.path for row in library.find_decks(("bio.md",))] == ["bio.md"]
    assert [row.path for row in library.find_decks(("2024",))] == ["2024.md"]


def test_a_gap_that_is_opened_or_closed_leaves_the_others_alone_i4(desk: Desk) -> None:
    desk.write("a.md", "C: {{alpha}} then {{beta}} then {{gamma}}.\n")
    library = desk.open()
    session = library.session(new=10)
    by_facet = {row.facet: row.uid for row in library.search()}
    for _ in range(3):
        answer_all(desk, library.session(new=10))
        desk.wait(days=1)
    assert session.progress.left == 1
    before = {row.facet: (row.uid, row.reps) for row in library.search()}
    desk.write("a.md", "C: {{alpha}} then beta then {{gamma}}.\n")
    report = library.refresh()
    assert (report.new, report.missing) == (0, 1)
    after = {row.facet: (row.uid, row.reps) for row in library.search()}
    assert after == {facet: before[facet] for facet in ("alpha", "gamma")}
    desk.write("a.md", "C: {{alpha}} then {{beta}} {{then}} {{gamma}}.\n")
    report = library.refresh()
    assert (report.new, report.returned) == (1, 1)
    assert {row.facet: row.uid for row in library.search() if row.facet != "then"} == by_facet


OLD, NEW = "What is the captial of Peru?", "What is the capital of Peru?"


def test_a_reverted_edit_keeps_all_that_was_answered_i18(desk: Desk) -> None:
    desk.write("a.md", question(OLD))
    library = desk.open()
    learn(desk, library)
    desk.write("a.md", question(NEW))
    assert library.refresh().reworded == 1
    desk.wait(days=40)
    learn(desk, library)
    desk.write("a.md", question(OLD))
    report = library.refresh()
    assert (report.new, report.missing, report.linked, report.parted) == (0, 0, 0, 0)
    assert reps(library) == {OLD: 2}
    desk.write("a.md", question(NEW))
    library.refresh()
    assert reps(library) == {NEW: 2}
    assert_well(library)


def test_an_old_wording_beside_the_new_one_is_a_card_of_its_own_i1(desk: Desk) -> None:
    desk.write("a.md", question(OLD))
    library = desk.open()
    learn(desk, library)
    before = {row.title: row for row in library.search()}[OLD]
    desk.write("a.md", question(NEW))
    library.refresh()
    desk.wait(days=40)
    learn(desk, library)
    desk.write("a.md", question(NEW) + question(OLD))
    report = library.refresh()
    assert (report.parted, report.missing) == (1, 0)
    rows = {row.title: row for row in library.search()}
    assert rows[OLD].stability == before.stability
    assert reps(library) == {OLD: 1, NEW: 1}
    assert library.refresh() == RefreshReport(unchanged=1)
    assert_well(library)
    redone = library.redo()
    assert redone is not None
    assert "counts again" in redone.sentence
    assert {row.reps for row in library.search()} == {2}
    assert_well(library)


def test_wordings_in_between_stay_with_the_newer_card(desk: Desk) -> None:
    between = "What is the capitol of Peru?"
    for text in (OLD, between, NEW):
        desk.write("a.md", question(text))
        library = desk.open()
        learn(desk, library)
        desk.wait(days=300)
    assert reps(library) == {NEW: 3}
    desk.write("b.md", question(OLD))
    assert library.refresh().parted == 1
    assert reps(library) == {NEW: 2, OLD: 1}
    assert_well(library)


def test_an_old_wording_in_a_library_that_is_not_open_parts_nothing(desk: Desk) -> None:
    desk.write("a.md", question(OLD))
    library = desk.open()
    learn(desk, library)
    desk.write("a.md", question(NEW))
    library.refresh()
    desk.write("old.md", question(OLD), folder="copy")
    other = desk.open(folders=("copy",))
    assert reps(other) == {OLD: 1}
    assert reps(desk.open()) == {NEW: 1}
    assert_well(library)


def test_a_link_undone_by_hand_leaves_both_with_their_own(desk: Desk) -> None:
    desk.write("a.md", question(OLD))
    library = desk.open()
    learn(desk, library)
    desk.write("a.md", question(NEW))
    library.refresh()
    library.undo()
    assert reps(library) == {NEW: 0}
    desk.write("a.md", question(OLD))
    assert library.refresh().returned == 1
    assert reps(library) == {OLD: 1}
    desk.write("a.md", question(OLD) + question(NEW))
    library.refresh()
    assert reps(library) == {OLD: 1, NEW: 0}
    assert_well(library)
