from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from recall.cards.history import ActionKind
from recall.cards.memory import Rating
from recall.errors import StorageBusy, StorageError
from recall.library import folders, refresh
from recall.library.folders import FileFound
from recall.library.library import Library
from recall.library.values import RefreshReport
from tests.library.building import Desk, answer, answer_all, assert_well, question, questions


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of the deck files read so far."""
    paths: list[str] = []
    really_read = folders.read_bytes

    def read_and_note(file: FileFound) -> bytes:
        paths.append(file.path)
        return really_read(file)

    monkeypatch.setattr(folders, "read_bytes", read_and_note)
    return paths


def reps(library: Library) -> dict[str, int]:
    return {row.title: row.reps for row in library.search()}


def learn(desk: Desk, library: Library) -> None:
    answer_all(desk, library.session(new=1000))


def test_first_refresh_reads_every_file(desk: Desk, read: list[str]) -> None:
    desk.write("a.md", questions(3))
    desk.write("sub/b.md", question("Another?"))
    library = desk.open(refresh=False)
    assert library.refresh() == RefreshReport(read=2, new=4)
    assert sorted(read) == ["a.md", "sub/b.md"]


def test_nothing_changed_nothing_read_nothing_written_d16_i17(desk: Desk, read: list[str]) -> None:
    desk.write("a.md", questions(3))
    library = desk.open()
    before, stamp = desk.progress.read_bytes(), desk.progress.stat().st_mtime_ns
    read.clear()
    for _ in range(3):
        report = library.refresh()
        assert report == RefreshReport(unchanged=1)
        assert not report.changed
    assert read == []
    assert desk.progress.read_bytes() == before
    assert desk.progress.stat().st_mtime_ns == stamp


def test_only_changed_files_are_read(desk: Desk, read: list[str]) -> None:
    for name in "abc":
        desk.write(f"{name}.md", question(f"What is {name}?"))
    library = desk.open()
    read.clear()
    desk.write("b.md", question("What is b?") + question("And more?"))
    assert library.refresh() == RefreshReport(read=1, unchanged=2, new=1)
    assert read == ["b.md"]


def test_a_touched_file_with_equal_content_is_restamped(desk: Desk, read: list[str]) -> None:
    file = desk.write("a.md", questions(2))
    library = desk.open()
    desk.touch(file, 1_700_000_000)
    read.clear()
    assert library.refresh() == RefreshReport(unchanged=1)
    assert read == ["a.md"]
    assert library.refresh() == RefreshReport(unchanged=1)
    assert read == ["a.md"]


def test_a_file_written_at_the_moment_of_reading_is_read_again(desk: Desk, read: list[str]) -> None:
    file = desk.write("a.md", question("First text?"))
    desk.touch(file, desk.now.timestamp() - 0.01)
    status = file.stat()
    library = desk.open()
    # The same size at the same time: only the file's age tells that it may have changed.
    file.write_text(question("Third text?"))
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert file.stat().st_size == status.st_size
    desk.wait(minutes=1)
    assert library.refresh().read == 1
    assert [row.title for row in library.search()] == ["Third text?"]


def test_the_log_does_not_hide_a_racy_time(desk: Desk, read: list[str]) -> None:
    """The instant recorded can run ahead of the clock; the age of a file is told by the clock."""
    desk.write("a.md", question("A card?"))
    library = desk.open()
    desk.wait(hours=10)
    answer(library.session())
    desk.wait(hours=-10)
    file = desk.write("b.md", question("First text?"))
    desk.touch(file, desk.now.timestamp() - 0.01)
    library.refresh()
    read.clear()
    library.refresh()
    assert read == ["b.md"]


def test_a_racy_file_is_trusted_once_it_has_aged(desk: Desk, read: list[str]) -> None:
    file = desk.write("a.md", question("First text?"))
    desk.touch(file, desk.now.timestamp() - 0.01)
    library = desk.open()
    desk.wait(minutes=1)
    library.refresh()
    read.clear()
    assert library.refresh() == RefreshReport(unchanged=1)
    assert read == []


def test_a_deleted_file_makes_cards_missing_and_they_return(desk: Desk) -> None:
    desk.write("a.md", question("Staying?"))
    text = question("Going?")
    file = desk.write("b.md", text)
    library = desk.open()
    learn(desk, library)
    file.unlink()
    assert library.refresh() == RefreshReport(unchanged=1, missing=1)
    assert [row.title for row in library.search()] == ["Staying?"]
    assert [(row.title, row.missing) for row in library.search("is:missing")] == [("Going?", True)]
    desk.write("other.md", text)
    assert library.refresh() == RefreshReport(read=1, unchanged=1, returned=1)
    assert reps(library) == {"Staying?": 1, "Going?": 1}
    assert not library.search("is:missing")
    assert_well(library)


@pytest.mark.parametrize("empty", [False, True], ids=["folder gone", "folder empty"])
def test_an_unmounted_folder_withholds_everything_i12_i19(desk: Desk, empty: bool) -> None:
    desk.write("a.md", questions(25))
    library = desk.open()
    learn(desk, library)
    aside = desk.root / "aside"
    desk.decks.rename(aside)
    if empty:
        desk.decks.mkdir()
    for _ in range(2):
        report = library.refresh()
        assert (report.missing, report.withheld) == (0, 25)
        assert "25 cards would go missing" in " ".join(library.home().notices)
    assert len(library.search()) == 25
    if empty:
        desk.decks.rmdir()
    aside.rename(desk.decks)
    assert library.refresh() == RefreshReport(unchanged=1)
    assert set(reps(library).values()) == {1}


def test_a_mass_missing_that_is_accepted_keeps_histories_i19(desk: Desk) -> None:
    file = desk.write("a.md", questions(25))
    library = desk.open()
    learn(desk, library)
    before = desk.reviews()
    text = file.read_text()
    file.unlink()
    assert library.refresh().withheld == 25
    assert library.refresh(accept_missing=True).missing == 25
    assert desk.reviews() == before
    desk.wait(days=40)
    desk.write("a.md", text)
    assert library.refresh().returned == 25
    assert set(reps(library).values()) == {1}
    assert_well(library)


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


def forbid(monkeypatch: pytest.MonkeyPatch, *paths: str) -> None:
    """Make some files unreadable; a permission does not stop the owner of a container."""
    really_read = folders.read_bytes

    def read(file: FileFound) -> bytes:
        if file.path in paths:
            raise PermissionError(13, "Permission denied")
        return really_read(file)

    monkeypatch.setattr(folders, "read_bytes", read)


def test_an_unreadable_file_is_a_problem_of_that_file(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write("a.md", question("Readable?"))
    desk.write("b.md", question("Not readable?"))
    with monkeypatch.context() as patch:
        forbid(patch, "b.md")
        library = desk.open()
        (problem,) = library.problems()
        assert (problem.path, problem.code) == ("b.md", "F112")
        assert "Permission denied" in problem.message
        assert [row.title for row in library.search()] == ["Readable?"]
        library.refresh()
        assert library.problems() == (problem,)
    assert library.refresh().new == 1
    assert library.problems() == ()


def test_an_unreadable_course_page_does_not_rename_the_cards(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = desk.write("peru/course.md", "---\nid: andes\n---\n")
    desk.write("peru/a.md", questions(2))
    library = desk.open()
    with monkeypatch.context() as patch:
        forbid(patch, "peru/course.md")
        desk.touch(page, 1_700_000_000)
        report = library.refresh()
        assert (report.linked, report.new, report.missing) == (0, 0, 0)
        assert {row.uid for row in library.search()} == {"andes#q1", "andes#q2"}
    assert library.refresh().linked == 0
    assert not [one for one in desk.actions() if one.kind is ActionKind.LINK]


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


def test_another_version_of_the_catalogue_reads_everything_again(
    desk: Desk, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write("a.md", questions(2))
    desk.write("b.md", question("More?"))
    library = desk.open()
    learn(desk, library)
    read.clear()
    monkeypatch.setattr(refresh, "CATALOGUE_VERSION", "next")
    assert library.refresh() == RefreshReport(read=2)
    assert sorted(read) == ["a.md", "b.md"]
    assert library.refresh() == RefreshReport(unchanged=2)
    assert set(reps(library).values()) == {1}


def test_several_folders_make_one_library(desk: Desk) -> None:
    desk.write("a.md", question("First?"))
    desk.write("a.md", question("Second?"), folder="own")
    library = desk.open(folders=("own", "decks"))
    assert [(Path(row.folder).name, row.path) for row in library.decks()] == [
        ("own", "a.md"),
        ("decks", "a.md"),
    ]
    assert library.session(new=5).progress.left == 2


def test_another_library_does_not_lose_the_cards_of_the_first(desk: Desk) -> None:
    desk.write("a.md", questions(3))
    desk.write("b.md", question("Elsewhere?"), folder="own")
    first = desk.open()
    learn(desk, first)
    second = desk.open(folders=("own",))
    assert second.refresh() == RefreshReport(unchanged=1)
    assert [row.title for row in second.search()] == ["Elsewhere?"]
    assert not second.search("is:missing")
    again = desk.open()
    assert again.refresh() == RefreshReport(unchanged=1)
    assert set(reps(again).values()) == {1}


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


@pytest.mark.parametrize(
    "hostile",
    [b"Q: caf\xe9\nA: x\n", "Q: a\nA: b\n".encode("utf-16"), b"Q: a\x00b\nA: c\n", b"\x00" * 50],
    ids=["latin-1", "utf-16", "nul", "binary"],
)
def test_one_bad_file_does_not_keep_the_others_out(desk: Desk, hostile: bytes) -> None:
    desk.write("bad.md", hostile)
    desk.write("good.md", question("Good?"))
    library = desk.open()
    assert {one.path for one in library.problems()} == {"bad.md"}
    assert [row.title for row in library.search("deck:good.md")] == ["Good?"]


def test_a_file_that_is_held_by_another_process_still_shows_what_is_known(desk: Desk) -> None:
    desk.write("a.md", question("Known?"))
    desk.open().close()
    desk.write("b.md", question("Unknown yet?"))
    library = desk.open(busy_timeout_ms=50, refresh=False)
    with desk.store() as store, store.writing():
        with pytest.raises(StorageBusy):
            library.refresh()
        assert [row.title for row in library.search()] == ["Known?"]
    assert library.refresh().new == 1


def test_a_deck_folder_whose_name_is_not_utf_8_is_refused_p51(desk: Desk) -> None:
    desk.write("a.md", question("Known?"))
    library = desk.open(folders=(os.fsdecode(b"d\xe9cks"),), refresh=False)
    with pytest.raises(StorageError, match="lone surrogate"):
        library.refresh()


def test_a_clock_in_another_zone_reads_the_same_files(desk: Desk, read: list[str]) -> None:
    desk.write("a.md", question("A card?"))
    library = desk.open()
    read.clear()
    desk.now = datetime(2031, 1, 1, tzinfo=UTC) + timedelta(hours=3)
    assert library.refresh() == RefreshReport(unchanged=1)
    assert read == []
