"""How a learner goes through a course: what is read opens cards, and what is next."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from recall.cards.history import ActionKind, Mode
from recall.cards.memory import Rating
from recall.errors import UsageError
from recall.library.lesson import LessonPlace
from recall.library.library import Library
from recall.library.marking import new_action
from recall.library.values import DeckRow, Showing
from recall.storage import journal
from recall.study.course import State, StepKind
from tests.library.building import (
    CHOICE,
    PLAIN,
    Desk,
    answer,
    answer_all,
    answer_in_quiz,
    assert_well,
    question,
    questions,
)
from tests.library.meadows import MEADOWS

TEXT = "# Rivers\n\nRivers flow.\n\n## Mouths\n\nSome end in deltas.\n\n"


def lesson(code: str, after: str = "", *, cards: str, text: str = TEXT) -> str:
    """A lesson with text to read, its title its code's name."""
    order = code.removeprefix("L")
    comes = f"after: {after}\n" if after else ""
    head = f"---\nkind: lesson\ncode: {code}\norder: {order}\ntitle: Lesson {order}\n{comes}---\n"
    return head + text + cards


@pytest.fixture
def library(desk: Desk) -> Library:
    """A course of two lessons, a review of both, and a glossary at its end."""
    desk.write("k/course.md", "---\nid: k\nkind: course\ntitle: Rivers\n---\nHi.\n")
    desk.write("k/1.md", lesson("L1", cards=CHOICE + "\n" + questions(3)))
    desk.write("k/2.md", lesson("L2", "L1", cards=questions(2, 11)))
    desk.write(
        "k/3.md",
        "---\nkind: review\ncode: L3\norder: 3\ntitle: Review A\nafter: L2\n"
        "draws-from: [L1, L2]\n---\nMixed.\n\n" + questions(2, 21),
    )
    desk.write("k/words.md", "---\norder: 9\ntitle: Glossary\n---\n" + questions(5, 31))
    return desk.open(replace(PLAIN, new_per_day=3))


def row(library: Library, code: str) -> DeckRow:
    return next(one for one in library.home().decks if one.code == code)


def states(library: Library) -> list[str]:
    return [one.state.value for one in library.home().decks if one.code]


def step(library: Library) -> tuple[StepKind, str | None]:
    home = library.home()
    return home.step.kind, None if home.next_deck is None else home.next_deck.code


def new_from(library: Library) -> set[str | None]:
    """The codes of the decks whose new cards a session would introduce."""
    by_id = {str(one.file_id): one.code for one in library.decks()}
    return {by_id[card.deck] for card in library.session().plan.queue}


def test_a_lesson_gives_no_new_cards_before_it_was_read(library: Library) -> None:
    assert states(library) == ["new", "closed", "closed"]
    assert step(library) == (StepKind.READ, "L1")
    assert new_from(library) == {None}
    assert row(library, "L1").waiting == 4
    finished = library.finish_lesson("L1")
    assert (finished.code, finished.opens, finished.first) == ("L1", 4, ())
    assert new_from(library) == {"L1"}
    assert states(library) == ["learning", "closed", "closed"]
    assert row(library, "L1").waiting == 0


def test_a_place_in_the_text_makes_it_one_that_is_being_read(library: Library) -> None:
    read = library.lesson("L1")
    assert read.opens == 4
    library.keep_place(read, LessonPlace())
    assert states(library)[0] == "new"
    library.keep_place(read, LessonPlace(1, 0.5))
    assert states(library)[0] == "reading"
    assert step(library) == (StepKind.READ_ON, "L1")
    library.finish_lesson("L1")
    assert states(library)[0] == "learning"
    assert library.lesson("L1").opens is None


def test_finishing_is_one_action_that_names_course_and_code(desk: Desk, library: Library) -> None:
    library.finish_lesson("k/1.md")
    library.finish_lesson("L1")
    (action,) = desk.actions()
    assert (action.kind, action.target, action.body) == (ActionKind.OPEN, "k#L1", "{}")
    assert_well(library)


def test_finishing_holds_in_another_run_and_can_be_taken_back(desk: Desk, library: Library) -> None:
    library.finish_lesson("L1")
    assert states(desk.open())[0] == "learning"
    (action,) = desk.actions()
    context = library._context
    with context.store.writing() as tx:
        moment = context.moment(tx)
        journal.add_action(tx, new_action(context, moment, ActionKind.UNDO, action.id))
    assert states(library)[0] == "new"
    assert new_from(library) == {None}


def test_finishing_again_after_it_was_read_opens_nothing_more(library: Library) -> None:
    assert library.finish_lesson("L1").opens == 4
    assert library.finish_lesson("L1").opens == 0


@pytest.mark.parametrize("name", ["L3", "Glossary", "k/course.md"])
def test_what_is_no_lesson_is_not_finished(library: Library, desk: Desk, name: str) -> None:
    with pytest.raises(UsageError, match="not a lesson with text"):
        library.finish_lesson(name)
    assert desk.actions() == ()


def test_several_decks_are_not_finished_at_once(library: Library) -> None:
    with pytest.raises(UsageError, match="names 5 decks"):
        library.finish_lesson("k")


def test_a_lesson_read_early_tells_what_its_cards_wait_for(library: Library) -> None:
    finished = library.finish_lesson("L2")
    assert (finished.opens, finished.first) == (2, ("L1",))
    assert states(library) == ["new", "learning", "closed"]
    assert new_from(library) == {None}


def test_a_lesson_studied_early_gives_its_cards_when_its_turn_comes(library: Library) -> None:
    answer(library.session(("L2",)), Rating.EASY)
    assert states(library) == ["new", "learning", "closed"]
    assert row(library, "L2").waiting == 0
    answer(library.session(("L1",)), Rating.EASY)
    assert new_from(library) == {"L1"}


def test_a_lesson_without_text_waits_for_nothing(desk: Desk) -> None:
    desk.write("a.md", lesson("L1", text="", cards=questions(2)))
    desk.write("b.md", lesson("L2", text="# Only a heading\n\n---\n\n", cards=questions(2, 5)))
    library = desk.open()
    assert library.session().progress.left == 4
    assert [one.is_read for one in library.home().decks] == [False, False]


def test_text_added_later_and_taken_away_again_is_noticed(desk: Desk) -> None:
    desk.write("a.md", lesson("L1", text="", cards=questions(2)))
    library = desk.open()
    desk.write("a.md", lesson("L1", cards=questions(2)))
    library.refresh()
    assert step(library) == (StepKind.READ, "L1")
    desk.write("a.md", lesson("L1", text="<!-- later -->\n", cards=questions(2)))
    library.refresh()
    assert step(library) == (StepKind.LEARN, None)


def test_a_finished_lesson_asks_for_its_quiz_until_one_of_its_choices_was_answered_in_one(
    desk: Desk, library: Library
) -> None:
    library.finish_lesson("L1")
    assert step(library) == (StepKind.QUIZ, "L1")
    session = library.session()
    uids = {card.title: card.uid for card in library.search()}
    choice = uids["Which stand at the ends?"]
    assert session.plan.queue[0].uid == choice
    answer(session, Rating.EASY)
    assert step(library) == (StepKind.QUIZ, "L1"), "an ordinary answer is no quiz"
    quizzed = answer_in_quiz(desk, library, choice)
    assert step(library) == (StepKind.LEARN, None)
    context = library._context
    with context.store.writing() as tx:
        undo = new_action(context, context.moment(tx), ActionKind.UNDO, quizzed.id)
        journal.add_action(tx, undo)
    assert step(library) == (StepKind.QUIZ, "L1")


def test_what_is_due_goes_first_and_new_cards_among_it_unless_a_lesson_is_next(
    desk: Desk, library: Library
) -> None:
    library.finish_lesson("L1")
    answer_all(desk, library.session(), lambda _: Rating.GOOD)
    answer_all(desk, library.session(), lambda _: Rating.EASY)
    desk.wait(days=30)
    choice = next(card.uid for card in library.search("ends"))
    answer_in_quiz(desk, library, choice)
    home = library.home()
    assert (home.step.kind, home.due > 0, home.new > 0) == (StepKind.REVIEW, True, True)
    assert home.step.new
    answer_all(desk, library.session(new=9), lambda _: Rating.EASY)
    desk.wait(days=400)
    # Every card of L1 is known; of L2 none may come, and the glossary stands behind it.
    home = library.home()
    assert (home.step.kind, home.step.new) == (StepKind.REVIEW, False)
    answer_all(desk, library.session(new=0), lambda _: Rating.EASY)
    assert step(library) == (StepKind.READ, "L2")


def test_a_review_is_ready_once_everything_before_it_was_seen(desk: Desk, library: Library) -> None:
    to_review(desk, library)
    assert states(library)[2] == "new"
    assert step(library) == (StepKind.MIX, "L3")
    assert new_from(library) == {None}, "its own cards wait for it"
    session = library.session(("L3",))
    assert {card.uid for card in session.plan.queue} >= {"k#q21", "k#q22", "k#q1", "k#q11"}
    answer(session, Rating.GOOD)
    (begun,) = [one for one in desk.actions() if one.target == "k#L3"]
    assert begun.kind is ActionKind.OPEN
    assert states(library)[2] == "learning"
    assert step(library)[0] is not StepKind.MIX
    answer_all(desk, session, lambda _: Rating.GOOD)
    assert [one.target for one in desk.actions() if one.kind is ActionKind.OPEN] == [
        *("k#L1", "k#L2", "k#L3"),
    ]
    assert_well(library)


def to_review(desk: Desk, library: Library) -> None:
    """Read and learn both lessons, and let all cards be well known and not due."""
    for code in ("L1", "L2"):
        library.finish_lesson(code)
        answer_all(desk, library.session((code,), new=99), lambda _: Rating.EASY)
    choice = next(card.uid for card in library.search("ends"))
    answer_in_quiz(desk, library, choice)
    desk.wait(days=1)


def test_an_interleaved_review_asks_every_unit_with_neighbours_apart(
    desk: Desk, library: Library
) -> None:
    to_review(desk, library)
    session = library.session(("L3",))
    decks = [card.deck for card in session.plan.queue]
    assert len(decks) == 8
    assert len(set(decks)) == 3
    assert all(one != two for one, two in pairwise(decks))
    assert library.session(("Review A",)).plan == session.plan


def test_the_result_of_an_interleaved_review_by_unit(desk: Desk, library: Library) -> None:
    to_review(desk, library)
    session = library.session(("L3",))
    forgotten: set[str] = set()

    def rate(shown: Showing) -> Rating:
        if shown.uid != "k#q1" or shown.uid in forgotten:
            return Rating.GOOD
        forgotten.add(shown.uid)
        return Rating.AGAIN

    answer_all(desk, session, rate)
    units = session.summary().units
    assert [(one.code, one.title, one.known, one.recalled, one.new) for one in units] == [
        ("L1", "Lesson 1", 4, 3, 0),
        ("L2", "Lesson 2", 2, 2, 0),
        ("L3", "Review A", 0, 0, 2),
    ]
    assert (units[0].share, units[2].share, units[2].answered) == (0.75, None, 2)
    assert {review.mode for review in desk.reviews()} == {Mode.REVIEW, Mode.QUIZ}


def test_an_ordinary_session_has_no_result_by_unit(desk: Desk, library: Library) -> None:
    session = library.session()
    answer(session, Rating.GOOD)
    assert session.summary().units == ()


def test_a_cram_of_a_review_takes_its_own_cards_only(desk: Desk, library: Library) -> None:
    to_review(desk, library)
    assert library.session(("L3",), cram=True).progress.left == 2
    assert library.session(("L3", "L1")).plan.queue != library.session(("L3",)).plan.queue


def test_a_review_is_filled_up_to_its_size_with_the_weakest(desk: Desk) -> None:
    desk.write("course.md", "---\nid: k\n---\n")
    desk.write("a.md", "---\ncode: L1\n---\n" + questions(30))
    desk.write("b.md", "---\ncode: L2\n---\n" + questions(30, 101))
    desk.write(
        "r.md",
        "---\nkind: review\ncode: R\nafter: L1, L2\ndraws-from: [L1, L2]\n---\n"
        + questions(20, 201),
    )
    library = desk.open(replace(PLAIN, new_per_day=100))
    number = iter(range(1000))
    answer_all(
        desk,
        library.session(("a.md", "b.md")),
        lambda _: Rating.EASY if next(number) % 2 else Rating.GOOD,
    )
    answer_all(desk, library.session(("a.md", "b.md")), lambda _: Rating.GOOD)
    desk.wait(days=1)
    queue = library.session(("R",)).plan.queue
    known = {card.uid: card for card in library.search() if card.reps}
    asked = [card.uid for card in queue if card.uid in known]
    assert (len(queue), len(asked)) == (30, 20)
    for path in ("a.md", "b.md"):
        of_deck = {
            uid: round(card.recall or 0, 2) for uid, card in known.items() if card.deck == path
        }
        chosen = [recall for uid, recall in of_deck.items() if uid in asked]
        left = [recall for uid, recall in of_deck.items() if uid not in asked]
        assert (len(chosen), len(left)) == (10, 20)
        assert max(chosen) <= min(left)


def test_siblings_are_kept_apart_in_a_review(desk: Desk) -> None:
    desk.write("course.md", "---\nid: k\n---\n")
    desk.write("a.md", "---\ncode: L1\n---\nC: {{one}} {{two}} {{three}}\n\n" + question("Alone?"))
    desk.write("r.md", "---\nkind: review\ncode: R\ndraws-from: L1\n---\n" + question("Own?"))
    library = desk.open()
    for _ in range(3):
        answer_all(desk, library.session(("a.md",)), lambda _: Rating.EASY)
        desk.wait(days=1)
    session = library.session(("R",))
    assert session.progress.left == 3


def test_rows_add_up_to_what_the_day_holds(desk: Desk) -> None:
    """Siblings and limits keep cards from today, and then no row counts them as due today."""
    desk.write("a.md", "C: {{one}} {{two}} {{three}}\n\n" + questions(4))
    desk.write("b.md", questions(3, 11) + question("Same?"))
    desk.write("c.md", question("Same?"))
    library = desk.open(replace(PLAIN, new_per_day=50, reviews_per_day=6))
    for _ in range(4):
        answer_all(desk, library.session(), lambda _: Rating.EASY)
        desk.wait(days=1)
    desk.wait(days=400)
    home = library.home()
    assert home.due == sum(one.due for one in home.decks) == 6
    library = desk.open(replace(PLAIN, new_per_day=50))
    home = library.home()
    assert home.due == sum(one.due for one in home.decks) == 9
    assert [one.due for one in home.decks] == [5, 4, 0]


def test_a_folder_that_never_was_is_named_on_the_home_screen(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(folders=("decks", "dekcs", "data/decks"))
    assert library.home().nowhere == (str(desk.root / "dekcs"),)
    desk.decks.rename(desk.root / "elsewhere")
    library.refresh()
    assert library.home().nowhere == (str(desk.root / "dekcs"),)
    assert "is not there now" in library.home().notices[0]


def test_a_state_is_known_only_while_it_is_remembered(desk: Desk, library: Library) -> None:
    library.finish_lesson("L1")
    answer_all(desk, library.session(("L1",), new=99), lambda _: Rating.EASY)
    assert row(library, "L1").state is State.KNOWN
    desk.wait(days=400)
    assert row(library, "L1").state is State.LEARNING


def test_the_capstone_asks_for_a_blank_page_last(desk: Desk) -> None:
    desk.write("course.md", "---\nid: k\n---\n")
    desk.write("a.md", "---\ncode: L1\n---\n" + questions(1))
    desk.write(
        "z.md",
        "---\nkind: capstone\ncode: L2\nafter: L1\n---\nR: Rebuild it.\n- Rivers carry water\n"
        "- Lakes hold it back\n",
    )
    library = desk.open()
    assert step(library) == (StepKind.LEARN, None)
    answer(library.session(), Rating.EASY)
    assert step(library) == (StepKind.PAGE, "L2")


def test_the_blank_page_of_a_capstone_waits_until_it_was_written_and_again_when_due(
    desk: Desk,
) -> None:
    desk.write("course.md", "---\nid: k\n---\n")
    desk.write("m.md", MEADOWS.replace("code: L2", "code: L2\nkind: capstone"))
    library = desk.open()
    assert step(library) == (StepKind.PAGE, "L2")
    page = library.page("L2")
    page.start()
    page.write("Nothing comes to mind.")
    page.lock()
    page.compared()
    page.skip_rest()
    page.finish()
    assert step(library) == (StepKind.NOTHING, None)
    desk.wait(days=1)
    assert step(library) == (StepKind.PAGE, "L2")
