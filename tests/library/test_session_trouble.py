"""A session in trouble: other windows, locked files, wrong clocks, settings that change."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from recall.cards.history import ActionKind
from recall.cards.memory import Rating
from recall.errors import StaleCard, StorageBusy, StorageReadOnly
from recall.library.values import Response
from tests.library.building import (
    PLAIN,
    TYPED,
    Desk,
    answer,
    answer_all,
    assert_well,
    current,
    finding,
    only_review,
    question,
    questions,
)

# Trouble.


def test_a_card_answered_in_another_window_is_not_answered_twice_d2(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    first, second = desk.open().session(), desk.open().session()
    assert current(first).uid == current(second).uid
    uid = answer(first, Rating.EASY)
    memory = desk.state(uid).memory
    second.reveal()
    with pytest.raises(StaleCard):
        second.grade(Rating.AGAIN)
    assert desk.state(uid).memory == memory
    assert len(desk.reviews()) == 1
    assert current(second).uid != uid
    assert not second.revealed
    answer(second, Rating.EASY)
    assert second.current is None
    assert second.progress.left == 0


def test_looking_at_the_card_again_does_not_hide_that_it_was_answered_elsewhere_d2(
    desk: Desk,
) -> None:
    desk.write("a.md", questions(2))
    first, second = desk.open().session(), desk.open().session()
    answer(first, Rating.EASY)
    second.reveal()
    second.flag()
    assert second.reload()
    with pytest.raises(StaleCard):
        second.grade(Rating.AGAIN)
    assert len(desk.reviews()) == 1


def test_a_locked_file_keeps_the_card_revealed_and_a_retry_saves_it(desk: Desk) -> None:
    desk.write("a.md", TYPED)
    session = desk.open(busy_timeout_ms=50).session()
    uid = current(session).uid
    session.reveal(Response(typed="93"))
    with desk.store() as store, store.writing():
        for deed in (lambda: session.grade(Rating.EASY), session.suspend, session.undo):
            with pytest.raises(StorageBusy):
                deed()
        assert current(session).uid == uid
        assert session.revealed
        assert session.verdict is not None
    assert desk.reviews() == ()
    session.grade(Rating.EASY)
    assert session.current is None
    assert only_review(desk)["typed"] == "93"


def test_a_read_only_file_can_be_looked_at_d7(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.write("a.md", questions(3))
    library = desk.open()
    answer(library.session(), Rating.EASY)
    library.close()
    before = desk.progress.read_bytes()
    # Root writes where others cannot, so the answer to the question itself is replaced.
    monkeypatch.setattr("os.access", lambda *_, **__: False)
    desk.write("b.md", question("Not taken in?"))
    library = desk.open()
    assert "read-only" in " ".join(library.home().notices)
    assert len(library.search()) == 3
    session = library.session()
    session.reveal()
    with pytest.raises(StorageReadOnly):
        session.grade(Rating.GOOD)
    assert session.revealed
    assert session.current is not None
    assert desk.progress.read_bytes() == before


def test_a_grade_that_was_saved_is_not_saved_again_when_the_next_card_cannot_be_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.write("a.md", questions(2))
    session = desk.open().session()
    session.reveal()

    def busy(*_: object) -> None:
        raise StorageBusy("The progress file is busy.")

    with monkeypatch.context() as patch:
        patch.setattr("recall.library.session.stored_card", busy)
        for _ in range(2):
            with pytest.raises(StorageBusy):
                session.grade(Rating.AGAIN)
    session.grade(Rating.AGAIN)
    assert len(desk.reviews()) == 1
    assert current(session).uid == "a.md#q2"
    assert (session.revealed, session.progress.again) == (False, 1)
    answer(session, Rating.EASY)
    assert answer(session) == "a.md#q1"


# The clock.


def test_a_clock_five_days_back_keeps_the_order_of_a_cards_reviews_s7(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(replace(PLAIN, learning_steps=(), relearning_steps=()))
    session = library.session()
    uid = answer(session, Rating.AGAIN)
    before = desk.state(uid)
    desk.wait(days=-5)
    assert library.home().notices
    answer(session, Rating.GOOD)
    after = desk.state(uid)
    assert before.last_at is not None
    assert after.last_at is not None
    assert after.last_at > before.last_at
    assert (after.memory.reps, after.memory.last_day) == (2, before.memory.last_day)
    assert after.memory.due_day is not None
    assert before.memory.last_day is not None
    assert after.memory.due_day > before.memory.last_day
    assert finding(library, "card states").well


@pytest.mark.parametrize("days", [-5, -20_000, 3650])
def test_a_clock_that_jumped_is_pointed_out_s6(desk: Desk, days: int) -> None:
    desk.write("a.md", questions(2))
    library = desk.open()
    answer(library.session(), Rating.EASY)
    assert library.home().notices == ()
    desk.wait(days=days)
    (notice,) = library.home().notices
    assert "before you grade" in notice
    assert not finding(library, "clock").well


def test_ten_years_ahead_and_back_again_s6(desk: Desk) -> None:
    desk.write("a.md", questions(3))
    library = desk.open()
    answer(library.session(), Rating.EASY)
    desk.wait(days=3650)
    answer(library.session(), Rating.GOOD)
    desk.wait(days=-3650)
    session = library.session()
    assert session.current is not None
    uid = answer(session, Rating.EASY)
    assert desk.state(uid).memory.last_day == (desk.now.date().toordinal() - 719_163)
    assert finding(library, "card states").well


def test_a_flight_west_gives_the_same_study_day_s4(desk: Desk) -> None:
    desk.write("a.md", questions(3))
    library = desk.open()
    answer_all(desk, library.session(new=2))
    desk.wait(hours=-14)  # the evening before
    assert library.session(new=0).current is None
    session = library.session()
    uid = answer(session, Rating.EASY)
    days = [review.day for review in desk.reviews()]
    assert len(set(days)) == 1
    assert uid == "a.md#q3"
    assert_well(library)


# Settings.


def test_settings_are_recorded_with_the_first_grade_under_them_s25(desk: Desk) -> None:
    desk.write("a.md", questions(8))
    library = desk.open()
    assert desk.actions() == ()
    session = library.session()
    answer(session)
    answer(session)
    library.close()
    assert [one.kind for one in desk.actions()] == [ActionKind.SETTINGS]
    library = desk.open(replace(PLAIN, desired_retention=0.8, learning_steps=(5.0,)))
    answer_all(desk, library.session())
    assert [json.loads(one.body)["desired_retention"] for one in desk.actions()] == [0.9, 0.8]
    assert {review.retention for review in desk.reviews()} == {0.9, 0.8}
    assert_well(library)
    library.close()
    # What was decided under other settings stays as it was decided.
    assert_well(desk.open(replace(PLAIN, learning_steps=(2.0, 3.0, 4.0))))


@pytest.mark.parametrize("seed", range(8))
def test_settings_count_for_the_grade_they_are_recorded_with_s25(desk: Desk, seed: int) -> None:
    """Both are of one moment, so their order must not hang on the chance in their ids."""
    desk.write("a.md", questions(4))
    for _ in range(seed):
        desk.open().close()
    library = desk.open()
    answer(library.session(), Rating.GOOD)
    library.close()
    for steps in ((30.0,), (7.0, 8.0, 9.0)):
        library = desk.open(replace(PLAIN, learning_steps=steps))
        answer(library.session(), Rating.GOOD)
        assert finding(library, "card states").well
        library.close()
