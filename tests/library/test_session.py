"""A session: grading, what comes back, limits, and decks that change underneath."""

from __future__ import annotations

from dataclasses import replace

import pytest

from recall.cards.memory import Phase, Rating
from recall.config import Config
from recall.errors import UsageError
from recall.library.values import Response, Showing
from recall.markdown.plain import plain_text
from tests.library.building import (
    CHOICE,
    PLAIN,
    TERM,
    TYPED,
    Desk,
    answer,
    answer_all,
    assert_well,
    current,
    ended,
    only_review,
    question,
    questions,
)

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
    assert summary.recalled is None, "a first meeting shows nothing of what is remembered"
    assert summary.by_rating == {
        Rating.AGAIN: 1,
        Rating.HARD: 1,
        Rating.GOOD: 0,
        Rating.EASY: 1,
    }
    assert summary.new_tomorrow == 1
    assert summary.waiting == 2
    answer_all(desk, session)
    assert session.progress.total == 3
    tomorrow = session.summary().due_tomorrow
    assert tomorrow <= summary.due_tomorrow
    desk.wait(days=1)
    assert library.home().due == tomorrow


def test_what_is_left_today_is_due_tomorrow(desk: Desk) -> None:
    desk.write("a.md", questions(4))
    library = desk.open(PLAIN)
    session = library.session()
    for rating in (Rating.GOOD, Rating.AGAIN):
        answer(session, rating)
    told = session.summary()
    assert (told.waiting, told.due_tomorrow) == (2, 2)
    desk.wait(days=1)
    assert library.home().due == 2


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


def test_the_share_remembered_is_of_cards_known_before(desk: Desk) -> None:
    """A first meeting does not count, nor does the second answer to a card that was forgotten."""
    desk.write("a.md", questions(3))
    library = desk.open()
    answer_all(desk, library.session(limit=2))
    desk.wait(days=60)
    ratings = iter([Rating.AGAIN, Rating.EASY, Rating.EASY])

    def rate(showing: Showing) -> Rating:
        return Rating.AGAIN if showing.memory.phase is Phase.NEW else next(ratings)

    session = library.session()
    for _ in range(4):
        desk.wait(seconds=5)
        answer(session, rate(current(session)))
    summary = session.summary()
    assert (summary.new, summary.answers) == (1, 4)
    assert summary.recalled == 0.5
