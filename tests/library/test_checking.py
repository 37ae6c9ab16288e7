from __future__ import annotations

import os
from pathlib import Path

import pytest

from recall.errors import UsageError
from recall.library import folders
from recall.library.checking import check
from recall.library.folders import FileFound
from tests.library.building import Desk, question, questions


def found(*paths: Path) -> list[tuple[str, str]]:
    return [(problem.path, problem.code) for problem in check(paths).problems]


def test_a_folder_without_problems(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    desk.write("sub/b.md", "T: One\nD: Two.\n\nC: {{a}} {{b}}\n")
    report = check([desk.decks])
    assert (report.decks, report.entries, report.problems) == (2, 4, ())
    assert (report.cards, report.points) == (6, 0)


def test_key_points_are_counted_beside_the_cards_as_on_the_home_screen(desk: Desk) -> None:
    desk.write(
        "a.md", questions(2) + "R: Rebuild it. \n- Rivers carry water down\n- Lakes hold it\n"
    )
    report = check([desk.decks])
    (row,) = desk.open().home().decks
    assert (report.entries, report.cards, report.points) == (3, 2, 2)
    assert (row.cards, row.points) == (report.cards, report.points)


def test_a_check_finds_what_the_library_finds(desk: Desk) -> None:
    desk.write("course.md", "---\nid: it\n---\n")
    desk.write("a.md", "---\nafter: L7\n---\n" + question("Same?") + "Q: Half\n")
    desk.write("b.md", question("Same?") + "Q: One? {#x}\nA: 1\n\nQ: Two? {#x}\nA: 2\n")
    desk.write("c.md", b"Q: caf\xe9\nA: x\n")
    problems = desk.open().problems()
    checked = check([desk.decks]).problems
    prefix = f"{desk.decks}/"
    assert sorted((p.path, p.line, p.code, p.message) for p in problems) == [
        (p.path.removeprefix(prefix), p.line, p.code, p.message) for p in checked
    ]
    assert len(checked) >= 6


def test_paths_are_shown_as_they_were_given(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.write("sub/a.md", "Q: Half\n")
    monkeypatch.chdir(desk.root)
    (code,) = {code for _, code in found(Path("decks"))}
    assert found(Path("decks")) == [("decks/sub/a.md", code)]
    assert found(Path("decks/sub")) == [("decks/sub/a.md", code)]
    assert found(Path("decks/sub/a.md")) == [("decks/sub/a.md", code)]
    assert found(Path("decks"), Path("decks")) == [("decks/sub/a.md", code)]


def test_a_file_of_a_course_is_checked_against_the_course(desk: Desk) -> None:
    desk.write("course.md", "---\nid: it\n---\n")
    file = desk.write("sub/a.md", "Q: One? {#x}\nA: 1\n")
    desk.write("b.md", "Q: Two? {#x}\nA: 2\n\nQ: Half\n")
    assert found(file) == [(str(file), "L601")]


def test_beside_a_loose_file_nothing_is_looked_at(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = desk.write("a.md", questions(1))
    desk.write("b.md", question("Other?"))
    desk.write("deep/c.md", question("Deep?"))
    listed: list[str] = []
    really_scan = os.scandir

    def scandir(folder: Path) -> object:
        listed.append(str(folder))
        return really_scan(folder)

    monkeypatch.setattr(os, "scandir", scandir)
    assert check([file]).decks == 1
    assert listed == [str(desk.decks)]


@pytest.mark.parametrize("name", ["none.md", "sub/none"])
def test_a_path_that_is_not_there_is_refused(desk: Desk, name: str) -> None:
    with pytest.raises(UsageError, match="no file or folder"):
        check([desk.decks / name])


@pytest.mark.parametrize("name", ["_draft.md", ".hidden.md", "notes.txt"])
def test_a_file_that_is_no_deck_is_refused(desk: Desk, name: str) -> None:
    file = desk.write(name, "Q: Half\n")
    with pytest.raises(UsageError, match="is not a deck"):
        check([file])


def test_a_course_page_that_cannot_be_read_is_reported(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write("course.md", "---\nid: it\n---\n")
    desk.write("a.md", questions(1))
    really_read = folders.read_bytes

    def read(file: FileFound) -> bytes:
        if file.path == "course.md":
            raise PermissionError(13, "Permission denied")
        return really_read(file)

    monkeypatch.setattr(folders, "read_bytes", read)
    assert found(desk.decks) == [(f"{desk.decks}/course.md", "F112")]


def test_nothing_to_check_is_no_problem(desk: Desk) -> None:
    report = check([desk.decks])
    assert (report.decks, report.cards, report.problems) == (0, 0, ())
    assert check([]).decks == 0
