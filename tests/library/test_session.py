from __future__ import annotations

import itertools
import json
from dataclasses import replace

import pytest

from recall.cards.card import Kind
from recall.cards.history import ActionKind, Mode
from recall.cards.memory import Phase, Rating
from recall.config import Config
from recall.errors import StaleCard, StorageBusy, StorageReadOnly, UsageError
from recall.library.session import StudySession
from recall.library.values import AnswerMode, Response
from recall.markdown.plain import plain_text
from tests.library.building import (
    PLAIN,
    Desk,
    answer,
    answer_all,
    assert_well,
    current,
    ended,
    finding,
    question,
    questions,
)

TYPED = "Q: How many layers?\nA= 93 | ninety-three\n"
CHOICE = "Q: Which stand at the ends?\n- [x] Alpha\n- [ ] Beta\n- [x] Omega\n- [ ] Gamma\n"
TERM = "T: Distillation\nD: Training one model on another's outputs.\n"
CLOZE = "C: K3 has {{93}} layers, of which {{24}} are MLA.\n"
ORDER = "O: The stages\n1. SFT\n2. RL\n3. MOPD\n"


def letters_of(session: StudySession, *texts: str) -> frozenset[str]:
    options = current(session).options
    return frozenset(option.letter for option in options if plain_text(option.content) in texts)


def order_of(session: StudySession, *texts: str) -> tuple[int, ...]:
    shown = [plain_text(item) for item in current(session).items]
    return tuple(shown.index(text) for text in texts)


def only_review(desk: Desk) -> dict[str, object]:
    (review,) = desk.reviews()
    found: dict[str, object] = {} if review.answer is None else json.loads(review.answer)
    return found


# Every kind, from the question to the row on disk.


def test_a_question_is_revealed_and_graded_by_the_learner(desk: Desk) -> None:
    desk.write("a.md", question("What is the capital of Peru?", "Lima."))
    session = desk.open().session()
    shown = current(session)
    assert (shown.kind, shown.mode) == (Kind.QUESTION, AnswerMode.REVEAL)
    assert plain_text(shown.prompt) == "What is the capital of Peru?"
    assert plain_text(shown.answer) == "Lima."
    desk.wait(seconds=7)
    assert session.reveal() is None
    desk.wait(seconds=2)
    session.grade(Rating.EASY)
    (review,) = desk.reviews()
    assert (review.name, review.rating, review.mode) == (shown.name, Rating.EASY, Mode.REVIEW)
    assert (review.milliseconds, review.retention, review.answer) == (9_000, 0.9, None)
    memory = desk.state(shown.uid).memory
    assert (review.due_day, review.due_at) == (memory.due_day, memory.due_at)
    assert memory.phase is Phase.REVIEW


@pytest.mark.parametrize(
    ("typed", "seconds", "right", "proposed"),
    [
        ("93", 5, True, Rating.GOOD),
        (" Ninety-Three ", 30, True, Rating.HARD),
        ("92", 5, False, Rating.AGAIN),
        ("", 5, False, Rating.AGAIN),
    ],
)
def test_a_typed_answer(
    desk: Desk, typed: str, seconds: int, right: bool, proposed: Rating
) -> None:
    desk.write("a.md", TYPED)
    session = desk.open().session()
    assert current(session).mode is AnswerMode.TYPE
    desk.wait(seconds=seconds)
    verdict = session.reveal(Response(typed=typed))
    assert verdict is not None
    assert (verdict.right, verdict.proposed) == (right, proposed)
    session.grade(verdict.proposed)
    assert only_review(desk) == {"typed": typed, "share": float(right)}


def test_a_choice_is_judged_by_the_option_and_not_by_its_letter(desk: Desk) -> None:
    desk.write("a.md", CHOICE)
    session = desk.open().session()
    assert (current(session).mode, current(session).multiple) == (AnswerMode.CHOOSE, True)
    verdict = session.reveal(Response(letters=letters_of(session, "Alpha", "Omega")))
    assert verdict is not None
    assert (verdict.share, verdict.right) == (1.0, True)
    session.grade(Rating.GOOD)
    answered = only_review(desk)
    assert sorted(answered["chosen"]) == ["Alpha", "Omega"]  # type: ignore[call-overload]  # JSON
    assert answered["share"] == 1.0


def test_a_choice_that_is_right_in_part_q3(desk: Desk) -> None:
    desk.write("a.md", CHOICE)
    session = desk.open().session()
    verdict = session.reveal(Response(letters=letters_of(session, "Alpha")))
    assert verdict is not None
    assert (verdict.share, verdict.right, verdict.proposed) == (0.5, False, Rating.AGAIN)
    session.grade(Rating.HARD)
    assert only_review(desk) == {"chosen": ["Alpha"], "share": 0.5}


def test_options_have_another_order_at_each_showing_q2_q11(desk: Desk) -> None:
    desk.write("a.md", CHOICE)
    session = desk.open().session()
    orders = []
    for _ in range(6):
        orders.append([plain_text(option.content) for option in current(session).options])
        assert [option.letter for option in current(session).options] == list("abcd")
        answer(session, Rating.AGAIN)
    assert all(before != after for before, after in itertools.pairwise(orders))


@pytest.mark.parametrize("facet", ["forward", "backward"])
def test_a_term_is_asked_both_ways(desk: Desk, facet: str) -> None:
    desk.write("a.md", TERM)
    library = desk.open()
    (uid,) = (row.uid for row in library.search() if row.facet == facet)
    shown = library.show(uid)
    sides = (plain_text(shown.prompt), plain_text(shown.answer))
    if facet == "forward":
        assert sides[0].startswith("Distillation")
        assert sides[1] == "Training one model on another's outputs."
    else:
        assert sides[0].startswith("Training one model")
        assert sides[1] == "Distillation"


def test_a_cloze_is_revealed(desk: Desk) -> None:
    desk.write("a.md", CLOZE)
    session = desk.open().session()
    shown = current(session)
    assert (shown.mode, shown.facet) == (AnswerMode.REVEAL, "93")
    assert "93" not in plain_text(shown.prompt)
    assert "24" in plain_text(shown.prompt)
    assert "93" in plain_text(shown.answer)


@pytest.mark.parametrize(("typed", "share"), [("93", 1.0), ("24", 0.0)])
def test_a_cloze_is_typed_when_the_settings_say_so(desk: Desk, typed: str, share: float) -> None:
    desk.write("a.md", CLOZE)
    session = desk.open(replace(PLAIN, cloze="type")).session()
    assert (current(session).mode, current(session).gaps) == (AnswerMode.TYPE, 1)
    verdict = session.reveal(Response(typed=typed))
    assert verdict is not None
    assert verdict.share == share
    session.grade(verdict.proposed)
    assert only_review(desk) == {"typed": typed, "share": share}


def test_items_are_arranged(desk: Desk) -> None:
    desk.write("a.md", ORDER)
    session = desk.open().session()
    shown = current(session)
    assert shown.mode is AnswerMode.ARRANGE
    assert [plain_text(item) for item in shown.items] != ["SFT", "RL", "MOPD"]
    verdict = session.reveal(Response(order=order_of(session, "SFT", "MOPD", "RL")))
    assert verdict is not None
    assert (verdict.share, verdict.right) == (0.5, False)
    session.grade(Rating.AGAIN)
    assert only_review(desk) == {"order": ["SFT", "MOPD", "RL"], "share": 0.5}


def test_items_left_as_they_were_shown_are_recorded_so(desk: Desk) -> None:
    desk.write("a.md", ORDER)
    session = desk.open().session()
    shown = [plain_text(item) for item in current(session).items]
    verdict = session.reveal(Response())
    session.grade(Rating.AGAIN)
    assert verdict is not None
    assert only_review(desk) == {"order": shown, "share": verdict.share}


def test_key_points_of_free_recall_are_not_asked_one_by_one(desk: Desk) -> None:
    points = "".join(
        f"- The {name} stage rebuilds another part entirely\n" for name in ("first", "second")
    )
    desk.write("a.md", "R: Rebuild the pipeline.\n" + points)
    library = desk.open()
    assert library.session(new=10).current is None
    assert library.session(cram=True).current is None
    assert len(library.search()) == 2


def test_a_hint_that_was_asked_for_is_recorded(desk: Desk) -> None:
    desk.write("a.md", "Q: Which?\nA: That.\nH: Think of this.\n")
    session = desk.open().session()
    assert current(session).hint is not None
    session.hint()
    answer(session)
    assert only_review(desk) == {"hint": True}
    desk.wait(minutes=20)
    answer(session)
    assert desk.reviews()[1].answer is None


# Grading.


def test_grading_needs_a_reveal_q7(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    session = desk.open().session()
    with pytest.raises(UsageError, match="answer was not shown"):
        session.grade(Rating.GOOD)
    first = answer(session)
    with pytest.raises(UsageError):
        session.grade(Rating.GOOD)
    assert current(session).uid != first
    assert len(desk.reviews()) == 1


def test_revealing_again_keeps_the_first_verdict(desk: Desk) -> None:
    desk.write("a.md", TYPED)
    session = desk.open().session()
    first = session.reveal(Response(typed="92"))
    assert session.reveal(Response(typed="93")) is first
    session.grade(Rating.AGAIN)
    assert only_review(desk)["typed"] == "92"


def test_with_no_card_shown_nothing_can_be_done(desk: Desk) -> None:
    session = desk.open().session()
    assert session.current is None
    assert session.previews() == ()
    for deed in (session.reveal, session.suspend, session.bury, session.flag):
        with pytest.raises(UsageError):
            deed()
    with pytest.raises(UsageError):
        session.grade(Rating.GOOD)
    assert session.undo() is None
    assert session.reload() is False


def test_each_grade_is_on_disk_before_the_next_card_is_current_d1(desk: Desk) -> None:
    desk.write("a.md", questions(5))
    session = desk.open().session()
    for number in range(1, 6):
        uid = answer(session, Rating.EASY)
        reviews = desk.reviews()
        assert len(reviews) == number
        assert reviews[-1].name == uid
        assert desk.state(uid).last_review_id == reviews[-1].id


def test_previews_are_what_grading_does(desk: Desk) -> None:
    desk.write("a.md", questions(4))
    session = desk.open().session()
    for rating in Rating:
        preview = next(one for one in session.previews() if one.rating is rating)
        uid = current(session).uid
        session.reveal()
        session.grade(rating)
        memory = desk.state(uid).memory
        if memory.due_at is None:
            assert preview.wait == f"{memory.interval} d"
        else:
            minutes = (memory.due_at - desk.reviews()[-1].at) / 60_000_000
            assert preview.wait == f"{round(minutes)} min"


def test_a_card_of_its_own_retention(desk: Desk) -> None:
    desk.write(
        "a.md",
        "Q: Weak? {retention=0.70}\nA: 1\n\nQ: Usual?\nA: 2\n\nQ: Hard? {retention=0.97}\nA: 3\n",
    )
    library = desk.open()
    session = library.session()
    answer_all(desk, session)
    assert {review.retention for review in desk.reviews()} == {0.70, 0.90, 0.97}
    intervals = [desk.state(row.uid).memory.interval for row in library.search()]
    assert intervals[0] > intervals[1] > intervals[2]
    assert_well(library)


# Coming back.


def test_an_again_card_comes_back_in_this_session_s15(desk: Desk) -> None:
    desk.write("a.md", questions(3))
    session = desk.open().session()
    first = answer(session, Rating.AGAIN)
    rest = [answer(session, Rating.EASY), answer(session, Rating.EASY)]
    assert first not in rest
    assert current(session).uid == first
    assert session.progress.again == 1
    answer(session, Rating.GOOD)
    assert desk.state(first).memory.phase is Phase.LEARNING
    assert current(session).uid == first
    answer(session, Rating.GOOD)
    assert desk.state(first).memory.phase is Phase.REVIEW
    assert session.current is None


def test_a_review_answered_again_with_no_steps_comes_back_today_s15(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    library = desk.open(replace(PLAIN, relearning_steps=(), learning_steps=()))
    session = library.session()
    first = answer(session, Rating.AGAIN)
    second = answer(session, Rating.EASY)
    assert current(session).uid == first != second
    answer(session, Rating.GOOD)
    assert session.current is None
    assert_well(library)


def test_learning_ahead_only_within_its_minutes(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(replace(PLAIN, learning_steps=(1.0, 60.0)))
    session = library.session()
    answer(session, Rating.GOOD)
    assert ended(session)
    assert session.summary().waiting == 1
    assert session.progress.left == 1
    desk.wait(minutes=39)
    assert session.reload() is False
    assert ended(session)
    desk.wait(minutes=2)
    session.reload()
    answer(session, Rating.GOOD)
    assert session.summary().waiting == 0


def test_limits_hold_over_restarts_on_one_day(desk: Desk) -> None:
    desk.write("a.md", questions(12))
    config = replace(PLAIN, new_per_day=5, reviews_per_day=3)
    library = desk.open(config)
    session = library.session()
    assert session.progress.left == 5
    answer(session, Rating.EASY)
    answer(session, Rating.EASY)
    library.close()
    library = desk.open(config)
    assert library.home().new == 3
    assert len(answer_all(desk, library.session())) == 3
    assert library.session().current is None
    assert library.home().new == 0
    # All are due then: three reviews a day, and no fewer new cards for it.
    desk.wait(days=30)
    session = library.session()
    assert session.progress.left == 3 + 5
    answer_all(desk, session)
    library.close()
    assert desk.open(config).session().current is None


def test_new_and_limit_arguments(desk: Desk) -> None:
    desk.write("a.md", questions(12))
    library = desk.open(replace(PLAIN, new_per_day=2))
    assert library.session().progress.left == 2
    assert library.session(new=7).progress.left == 7
    assert library.session(new=0).current is None
    assert library.session(new=7, limit=3).progress.left == 3
    assert library.session(limit=0).current is None


def test_siblings_never_come_on_one_day(desk: Desk) -> None:
    desk.write("a.md", TERM + "\n" + "C: {{a}} {{b}} {{c}} {{d}}\n")
    library = desk.open()
    entry = {row.uid: row.line for row in library.search()}
    for _ in range(30):
        lines: list[int] = []
        for _ in range(3):
            lines += [entry[uid] for uid in answer_all(desk, library.session(new=20))]
        assert len(lines) == len(set(lines))
        desk.wait(days=1)
    assert all(row.reps for row in library.search())


def test_many_siblings_do_not_keep_other_new_cards_out(desk: Desk) -> None:
    gaps = " ".join(f"{{{{gap{number}}}}}" for number in range(30))
    desk.write("a.md", f"C: {gaps}\n\n" + questions(3))
    library = desk.open(replace(PLAIN, new_per_day=2))
    session = library.session()
    assert session.progress.left == 2
    answer(session, Rating.EASY)
    assert library.session().progress.left == 1


def test_a_session_over_named_decks(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    desk.write("sub/b.md", questions(3))
    library = desk.open()
    assert library.session(("a.md",)).progress.left == 2
    assert library.session(("sub",)).progress.left == 3
    assert library.session(("a", "sub/b")).progress.left == 5
    with pytest.raises(UsageError, match="There is no deck named"):
        library.session(("c.md",))


def test_a_lesson_that_is_not_open_can_be_asked_for_by_name(desk: Desk) -> None:
    desk.write("course.md", "---\nid: it\n---\n")
    desk.write("1.md", "---\ncode: L1\n---\n" + question("First?"))
    desk.write("2.md", "---\ncode: L2\nafter: L1\n---\n" + question("Second?"))
    library = desk.open()
    assert library.session().progress.left == 1
    assert library.session(("L2",)).progress.left == 1
    answer(library.session(), Rating.EASY)
    assert library.session().progress.left == 1


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


# What is told, and decks that change underneath.


def test_progress_and_summary(desk: Desk) -> None:
    desk.write("a.md", questions(4))
    library = desk.open(replace(PLAIN, new_per_day=3))
    session = library.session()
    assert (session.progress.done, session.progress.left, session.progress.total) == (0, 3, 3)
    assert session.summary().recalled is None
    for rating in (Rating.EASY, Rating.AGAIN, Rating.HARD):
        desk.wait(seconds=6)
        answer(session, rating)
    assert (session.progress.done, session.progress.left, session.progress.again) == (1, 2, 2)
    summary = session.summary()
    assert (summary.answers, summary.seconds, summary.new) == (3, 18, 3)
    assert summary.recalled == pytest.approx(2 / 3)
    assert summary.by_rating == {
        Rating.AGAIN: 1,
        Rating.HARD: 1,
        Rating.GOOD: 0,
        Rating.EASY: 1,
    }
    assert summary.new_tomorrow == 1
    answer_all(desk, session)
    assert session.progress.total == 3
    tomorrow = session.summary().due_tomorrow
    desk.wait(days=1)
    assert library.home().due == tomorrow


def test_reload_after_a_note_was_edited_keeps_order_and_answer(desk: Desk) -> None:
    desk.write("a.md", CHOICE + "N: First.\n")
    library = desk.open()
    session = library.session()
    options = [plain_text(option.content) for option in current(session).options]
    verdict = session.reveal(Response(letters=frozenset("b")))
    desk.write("a.md", "# Moved down\n\n" + CHOICE + "N: Second.\n")
    assert library.refresh().read == 1
    assert session.reload() is True
    shown = current(session)
    assert [plain_text(option.content) for option in shown.options] == options
    assert shown.note is not None
    assert plain_text(shown.note) == "Second."
    assert shown.place.line == 3
    assert session.revealed
    assert session.verdict is verdict
    session.grade(Rating.AGAIN)
    assert len(desk.reviews()) == 1


def test_reload_after_the_prompt_of_a_named_card_was_edited_shows_it_anew(desk: Desk) -> None:
    desk.write("a.md", "Q: Wrnog? {#one}\nA: Yes.\n")
    library = desk.open()
    session = library.session()
    session.reveal()
    desk.write("a.md", "Q: Wrong? {#one}\nA: Yes.\n")
    library.refresh()
    assert session.reload() is True
    assert plain_text(current(session).prompt) == "Wrong?"
    assert not session.revealed
    answer(session, Rating.EASY)
    assert_well(library)


def test_reload_after_the_card_was_deleted_goes_on(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    library = desk.open()
    session = library.session()
    uid = current(session).uid
    desk.write("a.md", questions(1, first=2))
    library.refresh()
    assert session.reload() is False
    assert current(session).uid == "a.md#q2" != uid
    assert session.progress.left == 1


def test_cards_that_went_away_are_passed_over(desk: Desk) -> None:
    desk.write("a.md", questions(4))
    library = desk.open()
    session = library.session()
    desk.write("a.md", questions(1) + questions(1, first=4))
    library.refresh()
    assert answer_all(desk, session) == ["a.md#q1", "a.md#q4"]


def test_a_config_of_no_new_cards_and_no_reviews(desk: Desk) -> None:
    desk.write("a.md", questions(4))
    library = desk.open(Config(new_per_day=0, reviews_per_day=0))
    session = library.session()
    assert session.current is None
    assert session.progress.total == 0
    assert session.summary().answers == 0
