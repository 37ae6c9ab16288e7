from __future__ import annotations

import pytest

from recall.cards.history import ActionKind
from recall.cards.memory import NEW_MEMORY, Rating
from tests.library.building import (
    PLAIN,
    Desk,
    answer,
    answer_all,
    assert_well,
    current,
    question,
    questions,
)


def test_undo_takes_back_the_grade_and_its_card_is_current_again(desk: Desk) -> None:
    desk.write("a.md", questions(3))
    library = desk.open()
    session = library.session()
    uid = answer(session, Rating.EASY)
    undone = session.undo()
    assert undone is not None
    assert undone.sentence == "Easy for “Question number 1?” was taken back."
    assert (undone.uid, undone.returns) == (uid, True)
    assert current(session).uid == uid
    assert not session.revealed
    state = desk.state(uid)
    assert (state.memory, state.last_review_id) == (NEW_MEMORY, None)
    assert len(desk.reviews()) == 1
    assert desk.actions()[-1].kind is ActionKind.UNDO
    assert session.summary().new == 0
    answer(session, Rating.GOOD)
    assert desk.state(uid).memory.reps == 1
    assert_well(library)


def test_going_back_and_answering_never_makes_the_queue_longer_q8(desk: Desk) -> None:
    desk.write("a.md", questions(3))
    session = desk.open().session()
    total = session.progress.total
    for rating in (*Rating, *Rating, *Rating):
        answer(session, rating)
        assert session.progress.total == total
        session.undo()
        assert (session.progress.done, session.progress.left) == (0, total)
    answer_all(desk, session)
    assert session.progress.total == total
    for _ in range(total):
        session.undo()
        assert session.progress.total == total


def test_undo_reaches_across_sessions_and_restarts(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    library = desk.open()
    answer_all(desk, library.session())
    library.close()
    desk.wait(days=3)
    library = desk.open()
    session = library.session()
    assert session.current is None
    undone = session.undo()
    assert undone is not None
    assert current(session).uid == undone.uid == "a.md#q2"
    answer(session, Rating.GOOD)
    for uid in ("a.md#q2", "a.md#q1"):
        undone = library.undo()
        assert undone is not None
        assert undone.uid == uid
    assert library.undo() is None
    assert {row.reps for row in library.search()} == {0}
    assert_well(library)


def test_undo_of_a_later_review_gives_back_exactly_the_earlier_state(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(PLAIN)
    states = []
    for rating in (Rating.GOOD, Rating.EASY, Rating.AGAIN, Rating.HARD):
        states.append(desk.state("a.md#q1"))
        answer(library.session(), rating)
        desk.wait(days=360)
    for state in reversed(states):
        library.undo()
        assert desk.state("a.md#q1") == state


@pytest.mark.parametrize("deed", ["suspend", "bury"])
def test_undo_of_putting_a_card_away_brings_it_back(desk: Desk, deed: str) -> None:
    desk.write("a.md", questions(2))
    library = desk.open()
    session = library.session()
    uid = current(session).uid
    getattr(session, deed)()
    assert current(session).uid != uid
    undone = session.undo()
    assert undone is not None
    assert undone.returns
    assert current(session).uid == uid
    assert session.progress.left == 2
    assert library.session().progress.left == 2
    assert_well(library)


def test_undo_of_a_flag_leaves_the_answer_on_screen(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    session = desk.open().session()
    session.reveal()
    session.flag()
    undone = session.undo()
    assert undone is not None
    assert (undone.returns, undone.sentence) == (
        False,
        "Flagging “Question number 1?” was taken back.",
    )
    assert session.revealed
    assert not current(session).marks.flagged


def test_undo_of_an_unmarking_marks_again(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open()
    for mark in ("suspended", "flagged", "buried"):
        library.mark("a.md#q1", **{mark: True})
        library.mark("a.md#q1", **{mark: False})
        before = desk.state("a.md#q1")
        library.undo()
        assert desk.state("a.md#q1") != before
        library.undo()
        assert desk.state("a.md#q1") == before
    assert library.undo() is None
    assert_well(library)


def test_undo_goes_by_the_order_of_the_deeds(desk: Desk) -> None:
    desk.write("a.md", questions(3))
    library = desk.open()
    session = library.session()
    answer(session, Rating.EASY)
    session.flag()
    answer(session, Rating.GOOD)
    desk.wait(hours=-2)
    session.suspend()
    deeds = []
    while (undone := library.undo()) is not None:
        deeds.append(undone.sentence.split(" ")[0])
    assert deeds == ["Suspending", "Good", "Flagging", "Easy"]
    assert_well(library)


def test_undo_of_a_cram_answer(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open()
    answer_all(desk, library.session())
    before = desk.state("a.md#q1")
    answer_all(desk, library.session(cram=True))
    assert library.undo() is not None
    assert desk.state("a.md#q1") == before
    assert_well(library)


def test_undo_of_a_card_that_no_deck_holds_any_more(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    file = desk.write("b.md", question("Gone?"))
    library = desk.open()
    answer(library.session(("b.md",)), Rating.EASY)
    file.unlink()
    library.refresh()
    session = library.session()
    undone = session.undo()
    assert undone is not None
    assert "Gone?" in undone.sentence
    assert current(session).uid == "a.md#q1"
    assert_well(library)


def test_undo_in_an_empty_library(desk: Desk) -> None:
    library = desk.open()
    before = desk.progress.read_bytes()
    assert library.undo() is None
    assert desk.progress.read_bytes() == before
