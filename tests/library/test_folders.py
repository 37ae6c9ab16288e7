from __future__ import annotations

import os
from pathlib import Path

import pytest

from recall.library import folders
from recall.library.folders import FileFound, scan
from recall.markdown.source import MAXIMUM_BYTES
from recall.text import clean_line


def write(folder: Path, *paths: str) -> None:
    for path in paths:
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(path)


def codes(folder: Path) -> list[tuple[str, str]]:
    return sorted((problem.path, problem.code) for problem in scan(folder).problems)


def paths(folder: Path) -> list[str]:
    return [file.path for file in scan(folder).files]


def test_markdown_files_of_a_tree_in_the_order_of_their_paths(tmp_path: Path) -> None:
    write(tmp_path, "b.md", "a/z.md", "a/a.MD", "a.md", "a/b/c/d.md", "note.txt", "md", "x.md.bak")
    found = scan(tmp_path)
    assert [file.path for file in found.files] == [
        "a.md",
        "a/a.MD",
        "a/b/c/d.md",
        "a/z.md",
        "b.md",
    ]
    assert found.present
    assert found.problems == ()
    first = found.files[0]
    status = (tmp_path / "a.md").stat()
    assert (first.size, first.mtime_ns) == (status.st_size, status.st_mtime_ns)
    assert folders.read_bytes(first) == b"a.md"


def test_hidden_and_underscored_names_are_no_decks(tmp_path: Path) -> None:
    write(tmp_path, "_draft.md", ".hidden.md", ".git/a.md", "_old/a.md", "a/_b.md", "a/c_.md")
    assert paths(tmp_path) == ["a/c_.md"]
    assert codes(tmp_path) == []


def test_a_folder_that_is_not_there_or_is_a_file_is_not_present(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    for nothing in (tmp_path / "none", tmp_path / "a.md"):
        assert scan(nothing) == folders.Scan((), (), present=False)
    (tmp_path / "empty").mkdir()
    assert scan(tmp_path / "empty").present


def test_links_are_never_followed(tmp_path: Path) -> None:
    write(tmp_path, "outside/secret.md", "decks/a.md")
    decks = tmp_path / "decks"
    (decks / "file.md").symlink_to(tmp_path / "outside" / "secret.md")
    (decks / "folder").symlink_to(tmp_path / "outside", target_is_directory=True)
    (decks / "folder.md").symlink_to(tmp_path / "outside", target_is_directory=True)
    (decks / "broken.md").symlink_to(tmp_path / "nowhere.md")
    (decks / "picture.png").symlink_to(tmp_path / "outside" / "secret.md")
    assert paths(decks) == ["a.md"]
    assert codes(decks) == [
        ("broken.md", "F108"),
        ("file.md", "F108"),
        ("folder", "F108"),
        ("folder.md", "F108"),
    ]


def test_a_link_to_itself_does_not_hide_the_folder(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "sub/b.md")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "sub" / "loop").symlink_to(tmp_path / "sub" / "loop")
    assert paths(tmp_path) == ["a.md", "sub/b.md"]
    assert scan(tmp_path).present


def test_a_link_to_a_folder_above_ends(tmp_path: Path) -> None:
    write(tmp_path, "a/b.md")
    (tmp_path / "a" / "up").symlink_to(tmp_path, target_is_directory=True)
    assert paths(tmp_path) == ["a/b.md"]
    assert codes(tmp_path) == [("a/up", "F108")]


def test_a_pipe_is_never_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, "a.md")
    os.mkfifo(tmp_path / "pipe.md")
    opened: list[Path] = []
    really_open = os.open

    def note_and_open(path: Path, flags: int) -> int:
        opened.append(path)
        return really_open(path, flags)

    monkeypatch.setattr(os, "open", note_and_open)
    found = scan(tmp_path)
    assert [folders.read_bytes(file) for file in found.files] == [b"a.md"]
    assert codes(tmp_path) == [("pipe.md", "F109")]
    assert opened == [tmp_path / "a.md"]


@pytest.mark.parametrize("put_there", ["link", "pipe", "folder"])
def test_what_was_put_in_a_files_place_since_is_not_read(tmp_path: Path, put_there: str) -> None:
    write(tmp_path, "a.md", "secret")
    (found,) = scan(tmp_path).files
    file = tmp_path / "a.md"
    file.unlink()
    if put_there == "link":
        file.symlink_to(tmp_path / "secret")
    elif put_there == "pipe":
        os.mkfifo(file)
    else:
        file.mkdir()
    with pytest.raises(OSError):
        folders.read_bytes(found)


def test_names_that_are_not_utf_8_are_reported_p51(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    (tmp_path / os.fsdecode(b"d\xe9ck.md")).write_text("x")
    (tmp_path / os.fsdecode(b"f\xe9lder")).mkdir()
    (tmp_path / os.fsdecode(b"f\xe9lder") / "inner.md").write_text("x")
    assert paths(tmp_path) == ["a.md"]
    found = scan(tmp_path).problems
    assert {problem.code for problem in found} == {"F110"}
    for problem in found:
        str(problem).encode()
        assert "U+DCE9" in problem.path


@pytest.mark.parametrize("name", ["a\x1b[2J.md", "a\nb.md", "a\u202eb.md", "a\tb.md"])
def test_names_that_would_disturb_a_terminal_are_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("x")
    assert paths(tmp_path) == []
    (problem,) = scan(tmp_path).problems
    assert problem.code == "F110"
    assert str(problem).replace("⟨", "").isprintable()


@pytest.mark.parametrize("name", ["Über uns.md", "日本語.md", "e\u0301.md", "a b.md", "#1 (x).md"])
def test_names_of_every_language_are_fine(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("x")
    assert paths(tmp_path) == [name]


def test_folders_deeper_than_the_limit_are_reported(tmp_path: Path) -> None:
    deepest = "/".join("d" * folders.DEEPEST_FOLDER)
    write(tmp_path, f"{deepest}/in.md", f"{deepest}/d/out.md")
    assert paths(tmp_path) == [f"{deepest}/in.md"]
    assert codes(tmp_path) == [(f"{deepest}/d", "F111")]


def test_a_folder_that_cannot_be_listed_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a.md", "shut/b.md", "z.md")
    really_scan = os.scandir

    def scandir(folder: Path) -> object:
        if folder.name == "shut":
            raise PermissionError(13, "Permission denied")
        return really_scan(folder)

    monkeypatch.setattr(os, "scandir", scandir)
    assert paths(tmp_path) == ["a.md", "z.md"]
    assert codes(tmp_path) == [("shut", "F111")]


def test_a_file_deleted_while_the_folder_is_listed_hides_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a.md", "b.md", "c.md")

    def clean_and_delete(text: str) -> str:
        if text == "b.md":
            (tmp_path / "b.md").unlink(missing_ok=True)
        return clean_line(text)

    monkeypatch.setattr("recall.library.folders.clean_line", clean_and_delete)
    assert paths(tmp_path) == ["a.md", "c.md"]
    assert scan(tmp_path).present


def test_no_more_is_read_than_a_deck_may_have(tmp_path: Path) -> None:
    file = tmp_path / "big.md"
    with file.open("wb") as stream:
        stream.truncate(MAXIMUM_BYTES + 1000)
    found = FileFound("big.md", file, MAXIMUM_BYTES + 1000, 0)
    assert len(folders.read_bytes(found)) == MAXIMUM_BYTES + 1


def test_a_digest_tells_contents_apart() -> None:
    assert len(folders.digest(b"")) == 32
    assert folders.digest(b"a") == folders.digest(b"a") != folders.digest(b"b")
