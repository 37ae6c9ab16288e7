"""What doctor looks at, and what it mends."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing

import pytest

from recall.cards.memory import Rating
from recall.errors import StorageError
from recall.library.library import Library
from tests.library.building import Desk, answer, answer_all, assert_well, finding, questions


@pytest.fixture
def library(desk: Desk) -> Library:
    desk.write("a.md", questions(8))
    library = desk.open()
    ratings = iter([*Rating] * 10)
    answer_all(desk, library.session(), lambda _: next(ratings))
    library.mark("a.md#q8", suspended=True)
    library.mark("a.md#q7", flagged=True)
    return library


def test_a_healthy_library(library: Library) -> None:
    findings = library.doctor()
    assert [one.name for one in findings] == [
        "progress file",
        "names",
        "card states",
        "links",
        "clock",
        "configuration",
        "decks",
        "permissions",
        "backups",
        "leftovers",
    ]
    assert all(one.well for one in findings)
    assert not any(one.mended for one in findings)
    assert "8 cards" in findings[2].sentence


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE card_state SET stability = stability * 1.0000001 WHERE uid = 'a.md#q1'",
        "UPDATE card_state SET due_day = due_day + 1 WHERE uid = 'a.md#q2'",
        "UPDATE card_state SET reps = 77 WHERE uid = 'a.md#q3'",
        "UPDATE card_state SET suspended = 0 WHERE uid = 'a.md#q8'",
        "UPDATE card_state SET flagged = 0 WHERE uid = 'a.md#q7'",
        "UPDATE card_state SET last_review_id = NULL WHERE uid = 'a.md#q4'",
        "DELETE FROM card_state WHERE uid = 'a.md#q5'",
    ],
)
def test_a_state_that_is_not_that_of_the_log_is_found_and_mended(
    desk: Desk, library: Library, damage: str
) -> None:
    before = {row.uid: desk.state(row.uid) for row in library.search()}
    desk.execute(damage)
    assert not finding(library, "card states").well
    rebuilt = finding(library, "rebuild", rebuild=True)
    assert rebuilt.sentence == "The state of 8 cards was computed anew; 1 changed."
    assert rebuilt.mended
    assert {row.uid: desk.state(row.uid) for row in library.search()} == before
    assert_well(library)


def test_a_state_of_a_card_the_log_does_not_know_is_dropped(desk: Desk, library: Library) -> None:
    desk.execute("UPDATE card_state SET uid = 'nobody' WHERE uid = 'a.md#q1'")
    assert "2 cards" in finding(library, "card states").sentence
    assert finding(library, "rebuild", rebuild=True).mended
    assert desk.state("nobody").memory.reps == 0
    assert_well(library)


def test_history_of_cards_that_no_deck_held_is_told_and_kept(desk: Desk, library: Library) -> None:
    desk.execute("DELETE FROM card WHERE name = 'a.md#q1'")
    desk.execute("DELETE FROM placement WHERE name = 'a.md#q1'")
    links = finding(library, "links")
    assert links.well
    assert links.sentence.startswith("1 card with reviews never stood")


def test_folders_that_are_not_there_and_errors_in_decks_are_told(desk: Desk) -> None:
    desk.write("a.md", "Q: No answer\n\n" + questions(1))
    library = desk.open(folders=("decks", "nowhere"))
    sentence = finding(library, "decks").sentence
    assert "nowhere does not exist" in sentence
    assert "1 error" in sentence


def test_a_rebuild_of_an_empty_library(desk: Desk) -> None:
    library = desk.open()
    assert_well(library)
    assert not finding(library, "rebuild", rebuild=True).mended


def test_looking_writes_nothing(desk: Desk, library: Library) -> None:
    before = desk.progress.read_bytes()
    library.doctor()
    assert desk.progress.read_bytes() == before
    answer(library.session(cram=True))
    assert desk.progress.read_bytes() != before


# Mending.


def mended(library: Library) -> dict[str, str]:
    """What a mending did, by the name of the finding."""
    return {one.name: one.sentence for one in library.doctor(fix=True) if one.mended}


def backups(desk: Desk) -> list[str]:
    folder = desk.progress.parent / "backups"
    return sorted(file.name for file in folder.iterdir()) if folder.is_dir() else []


def test_where_all_is_well_nothing_is_mended(desk: Desk, library: Library) -> None:
    before = desk.progress.read_bytes()
    assert mended(library) == {}
    assert desk.progress.read_bytes() == before
    assert backups(desk) == []


def test_caches_are_mended_after_a_backup(desk: Desk, library: Library) -> None:
    desk.execute("UPDATE card_state SET reps = 77 WHERE uid = 'a.md#q3'")
    assert "use --fix" in finding(library, "card states").sentence
    assert backups(desk) == []
    assert mended(library) == {"rebuild": "The state of 8 cards was computed anew; 1 changed."}
    assert_well(library)
    (name,) = backups(desk)
    assert name == "recall-20261201-093240-before-fix.db"
    with closing(sqlite3.connect(desk.progress.parent / "backups" / name)) as connection:
        reps = connection.execute("SELECT reps FROM card_state WHERE uid = 'a.md#q3'").fetchone()
    assert reps == (77,)


def test_names_that_are_not_those_of_the_links_are_mended(desk: Desk, library: Library) -> None:
    desk.execute("INSERT INTO alias VALUES ('a.md#q1', 'a.md#q2')")
    assert finding(library, "names").sentence.startswith("1 name belong")
    assert not finding(library, "names").well
    library.doctor(fix=True)
    assert_well(library)


def test_nothing_is_mended_without_a_backup(desk: Desk, library: Library) -> None:
    desk.execute("UPDATE card_state SET reps = 77 WHERE uid = 'a.md#q3'")
    (desk.progress.parent / "backups").write_text("no folder")
    with pytest.raises(StorageError, match="No backup"):
        library.doctor(fix=True)
    assert desk.state("a.md#q3").memory.reps == 77


def test_what_is_open_to_others_is_closed(desk: Desk, library: Library) -> None:
    made = library.backup().path
    folder = desk.progress.parent
    for path, mode in ((made, 0o644), (made.parent, 0o755), (folder, 0o777)):
        path.chmod(mode)
    desk.progress.chmod(0o640)
    found = finding(library, "permissions")
    assert not found.well
    assert f"{desk.progress} and 3 more" in found.sentence
    assert mended(library) == {"permissions": "4 files closed to others."}
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (desk.progress, made, made.parent)]
    assert modes == [0o600, 0o600, 0o700]
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    assert_well(library)


def test_a_damaged_backup_is_named_and_never_removed(desk: Desk, library: Library) -> None:
    older = library.backup().path
    desk.wait(hours=1)
    newest = library.backup().path
    assert "The newest of 2 backups is of Tue 1 Dec 10:32" in finding(library, "backups").sentence
    content = newest.read_bytes()
    newest.write_bytes(content[:-4096] + b"\xff" * 4096)  # only a thorough look sees it
    older.write_bytes(b"no database")
    library.doctor(fix=True)
    found = finding(library, "backups")
    assert not found.well
    assert f"{newest} and 1 more" in found.sentence
    assert (newest.exists(), older.exists()) == (True, True)


def test_what_interruptions_left_is_removed(desk: Desk, library: Library) -> None:
    part = library.backup().path.with_name("recall-1.db.xyz.part")
    part.write_text("half")
    workshop = desk.progress.parent / ".restoring-abc"
    workshop.mkdir()
    (workshop / "recall.db").write_text("half")
    assert str(part) in finding(library, "leftovers").sentence
    assert not finding(library, "leftovers").well
    assert mended(library) == {"leftovers": "2 interrupted copies removed."}
    assert not part.exists()
    assert not workshop.exists()
    assert_well(library)


def test_a_damaged_file_is_told_of_and_not_mended(desk: Desk, library: Library) -> None:
    desk.execute("UPDATE card_state SET reps = 77 WHERE uid = 'a.md#q3'")
    desk.execute("INSERT INTO problem VALUES (1, 99, 1, 1, 'X1', 'error', 'message', 'hint', 0)")
    found = {one.name: one for one in library.doctor(fix=True)}
    assert not found["progress file"].well
    assert "rebuild" not in found
    assert desk.state("a.md#q3").memory.reps == 77


def test_the_configuration_is_named(desk: Desk, library: Library) -> None:
    assert "has its usual value" in finding(library, "configuration").sentence
    (desk.root / "config.toml").write_text("")
    assert "are in force" in finding(library, "configuration").sentence
