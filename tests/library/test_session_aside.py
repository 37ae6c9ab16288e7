"""A session: cards put away or flagged, and cramming, which leaves the schedule alone."""

from __future__ import annotations

from recall.cards.history import ActionKind, Mode
from recall.cards.memory import Rating
from recall.library.values import Response
from tests.library.building import (
    CHOICE,
    Desk,
    answer,
    answer_all,
    assert_well,
    current,
    questions,
)

# Suspending, burying, flagging.


def test_a_suspended_card_stays_away(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    library = desk.open()
    session = library.session()
    uid = current(session).uid
    session.suspend()
    assert current(session).uid != uid
    assert desk.state(uid).marks.suspended
    assert library.session().progress.left == 1
    desk.wait(days=50)
    assert uid not in answer_all(desk, library.session())
    assert uid not in answer_all(desk, library.session(cram=True))
    library.mark(uid, suspended=False)
    assert uid in answer_all(desk, library.session())


def test_a_buried_card_is_back_the_next_day_s24(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open()
    session = library.session()
    uid = current(session).uid
    session.bury()
    assert session.current is None
    assert library.session().current is None
    desk.wait(hours=18)  # 03:30, before the day begins
    assert library.session().current is None
    desk.wait(hours=1)
    assert current(library.session()).uid == uid


def test_a_flag_comes_and_goes_without_disturbing_the_answer(desk: Desk) -> None:
    desk.write("a.md", CHOICE)
    session = desk.open().session()
    options = current(session).options
    session.reveal(Response(letters=frozenset("a")))
    verdict = session.verdict
    assert session.flag() is True
    assert (current(session).options, session.revealed) == (options, True)
    assert session.verdict is verdict
    assert current(session).marks.flagged
    assert session.flag() is False
    session.grade(Rating.AGAIN)
    assert [one.kind for one in desk.actions()][:2] == [ActionKind.FLAG, ActionKind.UNFLAG]


def test_marks_outlive_a_grade(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open()
    session = library.session()
    session.flag()
    uid = answer(session, Rating.EASY)
    assert desk.state(uid).marks.flagged
    assert_well(library)


# Cramming.


def test_cramming_leaves_the_schedule_and_is_logged_s21(desk: Desk) -> None:
    desk.write("a.md", questions(3))
    library = desk.open()
    answer_all(desk, library.session())
    before = {row.uid: desk.state(row.uid).memory for row in library.search()}
    desk.wait(days=1)
    for _ in range(5):
        session = library.session(cram=True)
        assert session.previews() == ()
        assert len(answer_all(desk, session)) == 3
    assert {uid: desk.state(uid).memory for uid in before} == before
    crammed = [review for review in desk.reviews() if review.mode is Mode.CRAM]
    assert len(crammed) == 15
    assert {(review.due_day, review.due_at) for review in crammed} == {(None, None)}
    assert_well(library)


def test_cramming_asks_new_cards_and_keeps_them_new(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    library = desk.open()
    session = library.session(cram=True)
    assert answer_all(desk, session) == ["a.md#q1", "a.md#q2"]
    assert session.summary().new == 0
    assert {row.phase for row in library.search()} == {"new"}
    assert library.home().new == 2
    assert_well(library)


def test_a_crammed_card_answered_again_comes_back(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    session = desk.open().session(cram=True)
    first = answer(session, Rating.AGAIN)
    answer(session, Rating.EASY)
    assert answer(session, Rating.GOOD) == first
    assert session.current is None
