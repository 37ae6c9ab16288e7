"""Deck files that change while the library is open are noticed, and nothing else is done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from recall.cards.problem import Level
from recall.errors import StorageBusy
from recall.library import library as library_module
from recall.library.changes import DecksChanged
from recall.library.library import Library
from recall.library.watching import Watch
from tests.library.building import Desk, question, questions


def watched(desk: Desk) -> Library:
    """A library that watches its decks."""
    library = desk.open()
    assert library.look() is not None  # the first look takes note of everything
    assert library.look() is None
    return library


def changed(library: Library) -> DecksChanged:
    """What came of a change: seen by one look, taken up by the next."""
    assert library.look() is None
    assert settling(library)
    change = library.look()
    assert change is not None
    assert not settling(library)
    assert library.look() is None
    return change


def settling(library: Library) -> bool:
    return library.settling


def test_an_edit_is_taken_up_when_it_has_settled(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    library = watched(desk)
    desk.write("a.md", questions(3))
    assert changed(library).report.new == 1
    assert library.home().new == 3


def test_a_file_that_is_still_being_written_is_not_read(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    library = watched(desk)
    for count in (1, 2, 3):
        desk.write("a.md", "Q: half" * count)
        assert library.look() is None
        assert library.settling
    desk.write("a.md", questions(2))
    assert changed(library).report.missing == 0
    assert library.problems() == ()


@pytest.mark.parametrize(
    "change",
    [
        lambda desk: desk.write("new.md", question("New?")),
        lambda desk: desk.write("sub/deep/new.md", question("New?")),
        lambda desk: (desk.decks / "a.md").unlink(),
        lambda desk: (desk.decks / "a.md").rename(desk.decks / "b.md"),
        lambda desk: (desk.decks / "a.md").replace(desk.decks / "sub" / "a.md"),
    ],
    ids=["added", "in a new folder", "deleted", "renamed", "moved"],
)
def test_files_that_come_and_go_are_noticed(desk: Desk, change: Callable[[Desk], object]) -> None:
    desk.write("a.md", question("One?"))
    desk.write("sub/c.md", question("Two?"))
    library = watched(desk)
    change(desk)
    changed(library)
    on_disk = {str(path.relative_to(desk.decks)) for path in desk.decks.rglob("*.md")}
    assert {row.path for row in library.decks()} == on_disk


def test_a_folder_that_was_not_there_is_noticed(desk: Desk) -> None:
    library = watched(desk)
    desk.write("a.md", questions(1))
    assert changed(library).report.new == 1


def test_an_edit_of_the_same_length_at_the_same_second_is_noticed(desk: Desk) -> None:
    file = desk.write("a.md", question("Ono?"))
    library = watched(desk)
    file.write_bytes(question("One?").encode())  # as long as before
    desk.touch(file, 1_600_000_001.5)
    assert changed(library).report.read == 1


@pytest.mark.parametrize("name", [".a.md.swp", "a.md~", "_draft.md", ".hidden.md", "notes.txt"])
def test_what_editors_leave_beside_a_deck_is_no_change(desk: Desk, name: str) -> None:
    desk.write("a.md", questions(1))
    library = watched(desk)
    desk.write(name, "anything")
    assert [library.look() for _ in range(4)] == [None] * 4
    assert not library.settling


def test_d16_idle_looks_write_nothing(desk: Desk) -> None:
    desk.write("a.md", questions(3))
    desk.write("b.md", b"\xff\xfe")
    library = watched(desk)
    before = desk.progress.read_bytes(), desk.progress.stat().st_mtime_ns
    for _ in range(50):
        assert library.look() is None
    assert (desk.progress.read_bytes(), desk.progress.stat().st_mtime_ns) == before


def test_idle_looks_ask_the_progress_file_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write("a.md", questions(3))
    library = watched(desk)

    def touched(*_: object) -> None:
        raise AssertionError("the progress file was asked")

    monkeypatch.setattr(library._context.store, "reading", touched)
    monkeypatch.setattr(library._context.store, "writing", touched)
    assert library.look() is None


def test_what_the_learner_asked_to_be_read_is_not_read_again(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = watched(desk)
    desk.write("a.md", questions(2))
    assert library.refresh().new == 1
    assert [library.look() for _ in range(3)] == [None] * 3


def test_only_new_problems_are_told(desk: Desk) -> None:
    desk.write("a.md", questions(1) + "\nQ: No answer?\n")
    library = watched(desk)
    desk.write("a.md", "A line above.\n\n" + questions(1) + "\nQ: No answer?\n")
    assert changed(library).problems == ()
    desk.write("b.md", "Q: Which?\n- [ ] none\n")
    change = changed(library)
    assert [(one.path, one.level) for one in change.problems] == [("b.md", Level.ERROR)]


def test_a_note_is_no_problem_to_tell(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = watched(desk)
    desk.write("b.md", "Text without a card.\n")
    assert changed(library).problems == ()


def test_a_change_that_could_not_be_read_is_found_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write("a.md", questions(1))
    library = watched(desk)
    desk.write("a.md", questions(2))
    assert library.look() is None
    with monkeypatch.context() as patch:

        def busy(*_: object, **__: object) -> None:
            raise StorageBusy("The progress file is held.")

        patch.setattr(library_module, "refresh", busy)
        for _ in range(2):
            with pytest.raises(StorageBusy):
                library.look()
            assert library.settling
    change = library.look()
    assert change is not None
    assert change.report.new == 1


def test_a_change_while_files_are_being_read_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("one", encoding="utf-8")
    watch = Watch((tmp_path,))
    watch.take()
    file.write_text("other", encoding="utf-8")
    assert [watch.look(), watch.look(), watch.look()] == [False, True, False]


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.md").write_text("one", encoding="utf-8")
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "link").symlink_to(outside)
    watch = Watch((decks,))
    (outside / "a.md").write_text("other", encoding="utf-8")
    (outside / "b.md").write_text("more", encoding="utf-8")
    assert not any(watch.look() for _ in range(3))
