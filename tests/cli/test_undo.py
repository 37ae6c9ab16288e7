"""``recall undo`` and ``recall card --reset``."""

from __future__ import annotations

from recall.cli.commands.undo import DEED_KEYS, PAST_KEYS
from tests.cli.conftest import Later, Place


def answer(place: Place, *ratings: str) -> None:
    place.recall("review", "--plain", lines="".join(f"\n{rating}\n" for rating in ratings))


def only(place: Place) -> None:
    place.deck("a.md", "".join(f"Q: Question {n}? {{#q{n}}}\nA: It.\n\n" for n in range(3)))


def test_the_list_says_what_undo_and_redo_would_do(empty: Place, later: Later) -> None:
    only(empty)
    assert empty.recall("undo", "--list").err.endswith("Nothing was done yet.\n")
    answer(empty, "4", "4", "4")
    assert empty.recall("undo", "--count", "2").out.count("was taken back.") == 2
    listed = empty.recall("undo", "--list")
    assert listed.code == 0
    assert listed.out.splitlines() == [
        "      2026-12-01 09:30  Easy for “Question 2?” (undone)",
        "      Easy for “Question 2?” counts again.",
        "redo  2026-12-01 09:30  Easy for “Question 1?” (undone)",
        "      Easy for “Question 1?” counts again.",
        "undo  2026-12-01 09:30  Easy for “Question 0?”",
        "      Takes back Easy for “Question 0?”; the card is new again.",
    ]
    assert len(empty.recall("undo", "--list", "--count", "1").out.splitlines()) == 2
    again = empty.recall("undo", "--redo", "--count", "5")
    assert again.out.splitlines() == [
        "Easy for “Question 1?” counts again.",
        "Easy for “Question 2?” counts again.",
    ]
    assert again.err.startswith("There is nothing to do again")
    assert again.code == 0


def test_the_list_as_json(empty: Place) -> None:
    only(empty)
    answer(empty, "4", "4")
    empty.recall("undo")
    past = empty.recall("undo", "--list", "--json").json()
    assert tuple(past) == PAST_KEYS
    assert all(tuple(deed) == DEED_KEYS for deed in past["deeds"])
    assert [deed["undone"] for deed in past["deeds"]] == [True, False]
    assert past["next_redo"] == past["deeds"][0]["id"]
    assert past["next_undo"] == past["deeds"][1]["id"]
    help_text = empty.recall("undo", "--help").out
    assert all(key in help_text for key in (*PAST_KEYS, *DEED_KEYS))


def test_undo_and_redo_with_nothing_there(empty: Place) -> None:
    assert empty.recall("undo").err == "There is nothing to take back.\n"
    assert "nothing to do again" in empty.recall("undo", "--redo").err


def test_options_that_do_not_go_together(empty: Place) -> None:
    for options in (
        ("--list", "--redo"),
        ("--redo", "--link", "x"),
        ("--json",),
        ("--link", "x", "--count", "2"),
        ("--count", "0"),
    ):
        done = empty.recall("undo", *options)
        assert (done.code, done.out) == (2, "")
        assert "hint: " in done.err


def test_a_card_is_made_new_without_asking_and_undo_brings_it_back_i11(empty: Place) -> None:
    only(empty)
    answer(empty, "4")
    before = empty.recall("card", "a.md#q0", "--json").json()
    assert before["memory"]["reps"] == 1
    done = empty.recall("card", "a.md#q0", "--reset", "--json")
    assert done.err == "The card is new again; 'recall undo' takes that back.\n"
    assert done.json()["memory"]["reps"] == 0
    again = empty.recall("card", "a.md#q0", "--reset")
    assert "nothing to forget" in again.err
    assert "Resetting “Question 0?” was taken back." in empty.recall("undo").out
    assert empty.recall("card", "a.md#q0", "--json").json() == before


def test_resetting_settings_leaves_progress_alone_i11(empty: Place) -> None:
    only(empty)
    answer(empty, "4", "4")
    before = empty.recall("card", "a.md#q0", "--json").json()
    empty.settings.write_text("desired_retention = 0.8\n", encoding="utf-8")
    empty.recall("due")
    empty.settings.unlink()
    assert empty.recall("card", "a.md#q0", "--json").json() == before
