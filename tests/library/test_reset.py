"""Forgetting what is known of a card, which an undo brings back."""

from __future__ import annotations

from recall.cards.history import ActionKind
from recall.cards.memory import NEW_MEMORY, Rating
from tests.library.building import Desk, answer, answer_all, assert_well, current, questions


def test_reset_makes_a_card_new_and_undo_brings_everything_back_i11(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    library = desk.open()
    answer_all(desk, library.session())
    library.mark("a.md#q1", flagged=True)
    before = desk.state("a.md#q1")
    assert library.reset("a.md#q1")
    after = desk.state("a.md#q1")
    assert (after.memory, after.last_review_id) == (NEW_MEMORY, None)
    assert after.marks == before.marks
    assert len(desk.reviews()) == 2
    assert desk.actions()[-1].kind is ActionKind.RESET
    assert_well(library)
    undone = library.undo()
    assert undone is not None
    assert undone.sentence == "Resetting “Question number 1?” was taken back."
    assert desk.state("a.md#q1") == before
    library.redo()
    assert desk.state("a.md#q1") == after
    desk.wait(days=1)
    assert answer(library.session(), Rating.GOOD) == "a.md#q1"
    assert desk.state("a.md#q1").memory.reps == 1
    assert_well(library)


def test_a_card_without_an_answer_is_left_as_it_is(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open()
    assert not library.reset("a.md#q1")
    assert desk.actions() == ()
    answer(library.session(), Rating.EASY)
    library.undo()
    assert not library.reset("a.md#q1")


def test_undo_of_a_reset_of_the_card_shown_lets_it_be_answered(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    library = desk.open()
    answer(library.session(), Rating.AGAIN)
    library.reset("a.md#q1")
    desk.wait(days=1)
    session = library.session()
    assert current(session).uid == "a.md#q1"
    session.reveal()
    undone = session.undo()
    assert undone is not None
    assert not session.revealed
    assert current(session).memory.reps == 1
    assert answer(session, Rating.GOOD) == "a.md#q1"
    assert_well(library)
