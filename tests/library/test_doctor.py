from __future__ import annotations

import pytest

from recall.cards.memory import Rating
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
        "card states",
        "links",
        "clock",
        "decks",
    ]
    assert all(one.well for one in findings)
    assert not any(one.mended for one in findings)
    assert "8 cards" in findings[1].sentence


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
