"""A quiz: which cards it asks, what answers are worth, its result, and what it leaves alone."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from recall.cards.history import Mode
from recall.cards.memory import Phase, Rating
from recall.errors import StaleCard, StorageFull, UsageError
from recall.library.library import Library
from recall.library.quiz import QuizSession
from recall.library.values import Response
from recall.markdown.plain import plain_text
from recall.storage import history, journal
from tests.library.building import (
    PLAIN,
    Desk,
    answer,
    assert_well,
    current,
    ended,
    questions,
)

LESSON = """\
# Stripes

A word before the first section.

## Zebras

The zebra carries stripes of black ink on its coat.

## Birds

Swallows migrate southwards when autumn days grow short.

## Check yourself

Q: What carries stripes on its coat? {#stripes}
- [x] The zebra
- [ ] The horse
  - A horse has one colour.
- [ ] The cow

Q: When do swallows migrate? {#swallows}
- [x] When autumn days grow short
- [ ] In spring

Q: Which are animals? {#animals}
- [x] Zebra
- [ ] Stone
- [x] Swallow

Q: What is this? {#other}
A: No choice card.
"""


def quiz(desk: Desk, text: str = LESSON) -> QuizSession:
    desk.write("a.md", text)
    return desk.open().quiz("a.md")


def letters(session: QuizSession, *, right: bool) -> Response:
    """Every right option, or the first wrong one in the order of the deck."""
    options = current(session).options
    if right:
        return Response(letters=frozenset(one.letter for one in options if one.right))
    wrong = sorted((plain_text(one.content), one.letter) for one in options if not one.right)
    return Response(letters=frozenset(wrong[-1][1]))


def give(session: QuizSession, *, right: bool = True, guessed: bool = False) -> str:
    uid = current(session).uid
    session.reveal(letters(session, right=right))
    session.go_on(guessed=guessed)
    return uid


def finish(session: QuizSession, *, right: bool = True) -> list[str]:
    asked = []
    while session.current is not None:
        asked.append(give(session, right=right))
        assert len(asked) < 100
    return asked


# Which cards.


def test_every_choice_card_is_asked_once_and_nothing_else(desk: Desk) -> None:
    session = quiz(desk)
    asked = finish(session, right=False)
    assert sorted(asked) == ["a.md#animals", "a.md#stripes", "a.md#swallows"]
    assert session.progress.done == 3


def test_suspended_cards_are_left_out_and_buried_ones_are_asked(desk: Desk) -> None:
    desk.write("a.md", LESSON)
    library = desk.open()
    library.mark("a.md#stripes", suspended=True)
    library.mark("a.md#animals", buried=True)
    assert sorted(finish(library.quiz("a.md"))) == ["a.md#animals", "a.md#swallows"]


def test_questions_of_a_passage_to_be_read_cold_are_left_out(desk: Desk) -> None:
    desk.write("a.md", LESSON.replace("{#stripes}", "{#stripes .cold}"))
    library = desk.open()
    assert sorted(finish(library.quiz("a.md"))) == ["a.md#animals", "a.md#swallows"]


def test_the_order_of_the_questions_follows_the_seed_and_not_the_deck(desk: Desk) -> None:
    choices = "".join(
        f"Q: Question {number}? {{#c{number}}}\n- [x] Yes\n- [ ] No\n\n" for number in range(8)
    )
    desk.write("a.md", choices)
    library = desk.open()
    orders = [finish(library.quiz("a.md")) for _ in range(3)]
    assert orders[0] != orders[1] != orders[2]
    assert all(sorted(order) == [f"a.md#c{number}" for number in range(8)] for order in orders)
    assert finish(desk.open().quiz("a.md")) != sorted(orders[0])


def test_options_are_shuffled_for_each_showing_q2_q11(desk: Desk) -> None:
    desk.write(
        "a.md", "Q: Which?\n" + "".join(f"- [{'x' if n == 0 else ' '}] o{n}\n" for n in range(6))
    )
    library = desk.open()
    seen = set()
    for _ in range(6):
        session = library.quiz("a.md")
        options = current(session).options
        assert [one.letter for one in options] == list("abcdef")
        seen.add(tuple(plain_text(one.content) for one in options))
        give(session)
    assert len(seen) > 3


def test_a_deck_without_choice_cards_says_what_to_do(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    with pytest.raises(UsageError, match="a has no question to choose") as caught:
        desk.open().quiz("a.md")
    assert "- [x]" in caught.value.hint


def test_one_deck_is_quizzed_at_a_time(desk: Desk) -> None:
    desk.write("x/a.md", LESSON)
    desk.write("x/b.md", questions(1))
    with pytest.raises(UsageError, match="names 2 decks"):
        desk.open().quiz("x")


# What an answer is worth.


@pytest.mark.parametrize(
    ("right", "guessed", "seconds", "rating"),
    [
        (True, False, 3, Rating.GOOD),
        (True, False, 12, Rating.GOOD),
        (True, False, 13, Rating.HARD),
        (True, True, 3, Rating.AGAIN),
        (False, False, 3, Rating.AGAIN),
        (False, True, 3, Rating.AGAIN),
    ],
)
def test_the_rating_follows_from_the_answer(
    desk: Desk, right: bool, guessed: bool, seconds: int, rating: Rating
) -> None:
    session = quiz(desk)
    desk.wait(seconds=seconds)
    uid = give(session, right=right, guessed=guessed)
    (review,) = desk.reviews()
    assert (review.name, review.rating, review.mode) == (uid, rating, Mode.QUIZ)
    kept = json.loads(review.answer or "{}")
    assert kept.get("guess", False) is (guessed and right)
    assert kept["share"] == (1.0 if right else 0.0)


def test_the_options_chosen_are_kept_as_the_deck_has_them(desk: Desk) -> None:
    session = quiz(desk)
    while current(session).uid != "a.md#animals":
        give(session)
    session.reveal(letters(session, right=True))
    session.go_on()
    kept = json.loads(desk.reviews()[-1].answer or "{}")
    assert sorted(kept["chosen"]) == ["Swallow", "Zebra"]


@pytest.mark.parametrize("rating", [Rating.HARD, Rating.EASY])
def test_no_other_rating_is_taken(desk: Desk, rating: Rating) -> None:
    session = quiz(desk)
    uid = current(session).uid
    session.reveal(letters(session, right=True))
    with pytest.raises(UsageError, match=f"not rated {rating.label}"):
        session.grade(rating)
    assert desk.reviews() == ()
    session.grade(Rating.GOOD)
    assert [(one.name, one.rating) for one in desk.reviews()] == [(uid, Rating.GOOD)]


def test_again_given_as_a_grade_is_a_guess(desk: Desk) -> None:
    session = quiz(desk)
    session.reveal(letters(session, right=True))
    session.grade(Rating.AGAIN)
    assert json.loads(desk.reviews()[0].answer or "{}")["guess"] is True


def test_nothing_is_saved_before_the_question_was_answered(desk: Desk) -> None:
    session = quiz(desk)
    with pytest.raises(UsageError, match="was not answered"):
        session.go_on()
    with pytest.raises(UsageError):
        session.grade(Rating.AGAIN)
    assert desk.reviews() == ()
    assert session.result().asked == 0


def test_a_quiz_puts_no_card_off_further_than_a_review_would(desk: Desk) -> None:
    desk.write("a.md", LESSON)
    library = desk.open()
    finish(library.quiz("a.md"))
    for _ in range(3):
        desk.wait(days=4)
        before = {
            uid: desk.state(uid).memory for uid in ("a.md#stripes", "a.md#swallows", "a.md#animals")
        }
        with desk.store() as store, store.reading() as tx:
            moment = library._context.moment(tx)
        outcomes = {
            uid: library._context.scheduler.outcomes(uid, memory, moment)
            for uid, memory in before.items()
        }
        for uid in finish(library.quiz("a.md")):
            after = desk.state(uid).memory
            easiest = outcomes[uid][Rating.EASY].memory
            assert after.interval == outcomes[uid][Rating.GOOD].memory.interval
            assert after.interval <= easiest.interval
    assert_well(library)


def test_no_learning_step_is_waited_for_and_a_miss_does_not_come_back(desk: Desk) -> None:
    session = quiz(desk)
    missed = give(session, right=False)
    assert desk.state(missed).memory.phase is Phase.LEARNING
    assert missed not in finish(session)
    assert ended(session)


# The day's limits.


def test_a_quiz_takes_nothing_from_the_days_limits(desk: Desk) -> None:
    desk.write("a.md", LESSON)
    desk.write("b.md", questions(9))
    library = desk.open(replace(PLAIN, new_per_day=4, reviews_per_day=5))
    finish(library.quiz("a.md"))
    assert library.home().new == 4
    with desk.store() as store, store.reading() as tx:
        counts = history.day_counts(tx, library._context.moment(tx).day)
    assert (counts.new, counts.reviewed, counts.answers) == (0, 0, 0)


def test_a_card_met_in_a_quiz_is_known_in_the_review_after_it(desk: Desk) -> None:
    desk.write("a.md", LESSON)
    library = desk.open()
    finish(library.quiz("a.md"))
    desk.wait(minutes=20)
    session = library.session()
    steps = set()
    while session.current is not None and session.current.memory.phase is not Phase.NEW:
        steps.add(answer(session, Rating.EASY, letters_or_none(session)))
    assert steps == {"a.md#stripes", "a.md#swallows", "a.md#animals"}
    with desk.store() as store, store.reading() as tx:
        counts = history.day_counts(tx, library._context.moment(tx).day)
    assert (counts.new, counts.reviewed) == (0, 3)


def letters_or_none(session: object) -> Response:
    return Response(letters=frozenset("a"))


def test_a_card_reviewed_before_its_quiz_counts_as_it_did(desk: Desk) -> None:
    desk.write("a.md", LESSON)
    library = desk.open(replace(PLAIN, new_per_day=3))
    answer(library.session(), Rating.GOOD, Response(letters=frozenset("a")))
    assert library.home().new == 2
    finish(library.quiz("a.md"))
    with desk.store() as store, store.reading() as tx:
        counts = history.day_counts(tx, library._context.moment(tx).day)
    assert (counts.new, counts.reviewed) == (1, 0)


# Its result.


def test_the_result_tells_each_miss_with_its_reason_and_passage(desk: Desk) -> None:
    session = quiz(desk)
    while session.current is not None:
        give(session, right=session.current.uid != "a.md#stripes")
    result = session.result()
    assert (result.title, result.asked, result.known) == ("a", 3, 2)
    (miss,) = result.misses
    assert plain_text(miss.showing.prompt) == "What carries stripes on its coat?"
    (wrong,), (right,) = miss.wrong, miss.right
    assert plain_text(wrong.content) == "The horse"
    assert wrong.reason is not None
    assert plain_text(wrong.reason) == "A horse has one colour."
    assert plain_text(right.content) == "The zebra"
    assert miss.passage is not None
    assert miss.passage.heading == "Zebras"
    lesson = desk.opened[0].lesson(miss.passage.lesson)
    assert lesson.sections[miss.passage.place.section].title == "Zebras"
    assert (miss.before, miss.guessed) == (0, False)


def test_a_guess_is_a_miss_and_tells_so(desk: Desk) -> None:
    session = quiz(desk)
    give(session, guessed=True)
    finish(session)
    result = session.result()
    assert (result.asked, result.known) == (3, 2)
    assert [(miss.guessed, miss.wrong) for miss in result.misses] == [(True, ())]


def miss_stripes(library: Library, *, cram: bool = False) -> int:
    """Choose the horse, and return how often that is said to have happened before."""
    session = library.quiz("a.md")
    while session.current is not None:
        give(session, right=session.current.uid != "a.md#stripes")
    (miss,) = session.result().misses
    return miss.before


def test_wrong_options_are_counted_over_all_time(desk: Desk) -> None:
    desk.write("a.md", LESSON)
    library = desk.open()
    assert miss_stripes(library) == 0
    desk.wait(days=2)
    assert miss_stripes(library) == 1
    desk.close()
    desk.wait(days=2)
    assert miss_stripes(desk.open()) == 2


def test_an_answer_in_a_review_counts_and_one_taken_back_does_not(desk: Desk) -> None:
    desk.write("a.md", LESSON)
    library = desk.open()
    session = library.session()
    while current(session).uid != "a.md#stripes":
        session.bury()
    horse = next(
        one.letter for one in current(session).options if plain_text(one.content) == "The horse"
    )
    for _ in range(2):
        answer(session, Rating.AGAIN, Response(letters=frozenset(horse)))
        session.undo()
        horse = next(
            one.letter for one in current(session).options if plain_text(one.content) == "The horse"
        )
    answer(session, Rating.AGAIN, Response(letters=frozenset(horse)))
    assert miss_stripes(library) == 1


def test_without_its_lesson_a_miss_has_no_passage(desk: Desk) -> None:
    session = quiz(desk)
    finish(session, right=False)
    (desk.decks / "a.md").unlink()
    result = session.result()
    assert [miss.passage for miss in result.misses] == [None] * 3


# Undo, and trouble.


def test_undo_asks_again_and_the_result_forgets_the_answer(desk: Desk) -> None:
    session = quiz(desk)
    missed = give(session, right=False)
    undone = session.undo()
    assert undone is not None
    assert undone.uid == missed
    assert current(session).uid == missed
    assert session.result().asked == 0
    finish(session)
    result = session.result()
    assert (result.asked, result.known) == (3, 3)
    assert desk.state(missed).memory.reps == 1
    assert_well(desk.opened[0])


def test_undo_at_the_end_brings_the_last_question_back(desk: Desk) -> None:
    session = quiz(desk)
    asked = finish(session)
    session.undo()
    assert current(session).uid == asked[-1]
    assert session.result().asked == 2
    assert finish(session) == [asked[-1]]


def test_undoing_what_came_before_the_quiz_adds_no_card_to_it(desk: Desk) -> None:
    desk.write("b.md", questions(1))
    desk.write("a.md", LESSON)
    library = desk.open()
    answer(library.session(("b.md",)))
    session = library.quiz("a.md")
    first = current(session).uid
    undone = session.undo()
    assert undone is not None
    assert undone.uid == "b.md#q1"
    assert current(session).uid == first
    assert sorted(finish(session)) == ["a.md#animals", "a.md#stripes", "a.md#swallows"]


def test_a_full_disk_keeps_the_answer_for_a_retry(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = quiz(desk)
    uid = current(session).uid
    session.reveal(letters(session, right=False))
    with monkeypatch.context() as patch:

        def full(*_: object, **__: object) -> None:
            raise StorageFull("The disk is full.")

        patch.setattr(journal, "add_review", full)
        with pytest.raises(StorageFull):
            session.go_on()
    assert current(session).uid == uid
    assert session.revealed
    assert session.result().asked == 0
    session.go_on()
    assert [one.name for one in desk.reviews()] == [uid]
    assert session.result().asked == 1


def test_a_card_answered_elsewhere_is_not_counted(desk: Desk) -> None:
    session = quiz(desk)
    uid = current(session).uid
    other = desk.open().quiz("a.md")
    while current(other).uid != uid:
        give(other)
    give(other)
    session.reveal(letters(session, right=True))
    with pytest.raises(StaleCard):
        session.go_on()
    assert session.result().asked == 0
    assert sum(one.name == uid for one in desk.reviews()) == 1


def test_the_log_replays_to_the_same_states(desk: Desk) -> None:
    session = quiz(desk)
    give(session, right=False)
    give(session, guessed=True)
    give(session)
    desk.wait(days=3)
    finish(desk.opened[0].quiz("a.md"))
    assert_well(desk.opened[0])
