"""Deck files: stamps, problems, and what the check of the whole library reads and writes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from recall.cards.problem import Level, Problem
from recall.errors import StorageError
from recall.storage import candidates, catalogue, decks
from recall.storage.records import Reconciled
from recall.storage.store import Store
from tests.storage.building import (
    CURVE,
    DAY,
    LIBRARY,
    blank_page,
    deck,
    name_of,
    question,
    take_in,
)


def problem(path: str, line: int, code: str = "C201", level: Level = Level.ERROR) -> Problem:
    return Problem(path, line, 1, code, level, "Something is wrong.", "Mend it.")


def test_stamps_tell_what_changed(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md"), deck("b/c.md"))
        (folder,) = catalogue.known_folder_ids(tx, [LIBRARY])
        stamps = catalogue.files(tx, folder)
        assert {path: (s.size, s.mtime_ns, s.digest) for path, s in stamps.items()} == {
            "a.md": (100, 1, "digest"),
            "b/c.md": (100, 1, "digest"),
        }
        catalogue.restamp(tx, stamps["a.md"].id, 101, 7)
        again = catalogue.files(tx, folder)["a.md"]
        assert (again.id, again.size, again.mtime_ns) == (stamps["a.md"].id, 101, 7)
        assert take_in(tx) == Reconciled()


def test_folders_keep_their_ids(store: Store) -> None:
    first, second = Path("/one"), Path("/two")
    with store.writing() as tx:
        ids = catalogue.folder_ids(tx, [first, second])
        assert catalogue.folder_ids(tx, [second, first]) == ids[::-1]
        assert catalogue.known_folder_ids(tx, [second, Path("/three")]) == ids[1:]


def test_rows_come_by_folder_then_path(store: Store) -> None:
    with store.writing() as tx:
        for folder in ("/x", "/y"):
            take_in(tx, deck("b.md"), deck("a.md"), deck("B.md"), folder=Path(folder))
        x, y = catalogue.known_folder_ids(tx, [Path("/x"), Path("/y")])
        rows = [(row.folder, row.path) for row in catalogue.file_rows(tx, [y, x])]
    assert rows == [(f, p) for f in ("/y", "/x") for p in ("B.md", "a.md", "b.md")]


def test_everything_of_a_file_comes_back(store: Store) -> None:
    file = replace(
        deck("a.md"),
        title="Ä title",
        kind="lesson",
        course="kimi",
        code="L7",
        order="7.50",
        front_matter='{"id": "ü"}',
    )
    with store.writing() as tx:
        take_in(tx, file)
        (row,) = catalogue.file_rows(tx, catalogue.known_folder_ids(tx, [LIBRARY]))
    assert (row.title, row.kind, row.course, row.code) == ("Ä title", "lesson", "kimi", "L7")
    assert (row.order, row.front_matter, row.folder) == ("7.50", '{"id": "ü"}', str(LIBRARY))


def test_problems_of_files_and_of_the_library(store: Store) -> None:
    own = problem("a.md", 9)
    with store.writing() as tx:
        take_in(tx, deck("a.md", problems=(own,)), deck("b.md"))
        folders = catalogue.known_folder_ids(tx, [LIBRARY])
        a, b = catalogue.file_rows(tx, folders)
        doubled = problem("a.md", 2, "L501", Level.WARNING)
        other = problem("b.md", 3, "L501", Level.NOTE)
        catalogue.set_lint(tx, folders, {a.id: [doubled], b.id: [other]}, ())
        assert catalogue.problems(tx, folders) == (doubled, own, other)
        assert catalogue.problems(tx, folders, "b.md") == (other,)
        tally = decks.tallies(tx, folders, DAY, CURVE)[a.id]
        assert (tally.errors, tally.warnings) == (1, 1)
        catalogue.set_lint(tx, folders, {}, ())
        assert catalogue.problems(tx, folders) == (own,)
        take_in(tx, deck("a.md"))
        assert catalogue.problems(tx, folders) == ()


def test_held_cards_are_released_by_the_next_check(store: Store) -> None:
    entry = question("One?")
    with store.writing() as tx:
        take_in(tx, deck("a.md", entry))
        folders = catalogue.known_folder_ids(tx, [LIBRARY])
        (file,) = catalogue.file_rows(tx, folders)
        for held, seen in (({name_of(entry)}, 0), (set(), 1)):
            catalogue.set_lint(tx, folders, {}, held)
            assert len(candidates.new_cards(tx, [file.id], today=DAY, limit=5)) == seen
            assert decks.tallies(tx, folders, DAY, CURVE)[file.id].cards == seen


def test_light_rows_for_the_check(store: Store) -> None:
    page = replace(blank_page("Page", "a point of words", line=5), references=("k1", "k2"))
    with store.writing() as tx:
        take_in(tx, deck("a.md", question("One?", id="k1", line=2), page))
        folders = catalogue.known_folder_ids(tx, [LIBRARY])
        first, second = catalogue.lint_rows(tx, folders)
    assert (first.name, first.explicit, first.line, first.references) == ("course#k1", True, 2, ())
    assert (second.explicit, second.line, second.references) == (False, 5, ("k1", "k2"))


@pytest.mark.parametrize("sign", ["\0", "\ud800"])
def test_text_that_cannot_be_kept_whole_is_refused_d14(store: Store, sign: str) -> None:
    entry = replace(question("One?"), source=f"Q: a{sign}b")
    with pytest.raises(StorageError), store.writing() as tx:
        take_in(tx, deck("a.md", question("Kept?")), deck("b.md", entry))
    with store.reading() as tx:
        assert catalogue.known_folder_ids(tx, [LIBRARY]) == ()


def test_a_path_that_is_not_unicode_is_refused_and_others_stay(store: Store) -> None:
    with store.writing() as tx:
        take_in(tx, deck("a.md", question("One?")))
    with pytest.raises(StorageError, match="lone surrogate"), store.writing() as tx:
        take_in(tx, deck("d\udce9ck.md"))
    with store.writing() as tx:
        assert take_in(tx) == Reconciled()


def test_hundreds_of_folders_and_odd_paths(store: Store) -> None:
    paths = ["it's.md", 'a"b.md', "50%_[x].md", "ü/ß.md", "2024.md", "Bio.md", "bio.md"]
    with store.writing() as tx:
        take_in(tx, *(deck(path) for path in paths))
        (folder,) = catalogue.known_folder_ids(tx, [LIBRARY])
        assert sorted(catalogue.files(tx, folder)) == sorted(paths)
