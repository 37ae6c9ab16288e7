"""A refresh: which files are read, what is written, and what keeps the others going."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from recall.cards.history import ActionKind
from recall.errors import StorageBusy, StorageError
from recall.library import folders, refresh
from recall.library.folders import FileFound
from recall.library.values import RefreshReport
from tests.library.building import (
    Desk,
    answer,
    assert_well,
    learn,
    question,
    questions,
    reps,
)


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
        assert (report.missing, report.withheld) == (0, 25 if empty else 0)
        told = "25 cards would go missing" if empty else "is not there now"
        assert told in " ".join(library.home().notices)
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
