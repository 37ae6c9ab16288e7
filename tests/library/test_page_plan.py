"""When a page is due, and which of its points are asked as cards of their own."""

from __future__ import annotations

import json

import pytest

from recall.cards.history import Mode
from recall.cards.memory import Rating
from recall.library.blank_pages.values import PageRow, PageSummary
from recall.library.library import Library
from recall.library.values import AnswerMode
from recall.markdown.plain import plain_text
from recall.study.free_recall.attempt import Stage
from tests.library.building import PLAIN, Desk, answer, answer_all, assert_well, current, questions
from tests.library.meadows import MEADOWS, STATEMENTS, WORDS, name_of


def write_page(
    library: Library, failed: tuple[str, ...] = (), skipped: tuple[str, ...] = ()
) -> PageSummary:
    """Say every point but some, which fail on their cue or are skipped."""
    page = library.page("L2")
    page.start()
    said = zip(WORDS, STATEMENTS, strict=True)
    page.write("\n".join(one for word, one in said if word not in (*failed, *skipped)))
    page.lock()
    page.compared()
    for key in page.attempt.waiting:
        if key in failed:
            page.judge(key, recalled=False)
    if page.attempt.stage is Stage.SECOND_CHANCE:
        page.skip_rest()
    return page.finish()


def learn_well(desk: Desk, library: Library) -> None:
    """Know every point for more than a week to come."""
    write_page(library)
    desk.wait(days=2)
    write_page(library)
    desk.wait(days=1)


def row(library: Library) -> PageRow:
    (found,) = library.pages()
    return found


def asked(library: Library) -> list[str]:
    """The cards of today's session."""
    return [card.uid for card in library.session().plan.queue]


@pytest.fixture
def library(desk: Desk) -> Library:
    desk.write("meadows.md", MEADOWS)
    return desk.open()


def test_a_page_never_written_is_new_and_its_points_are_not_asked(library: Library) -> None:
    found = row(library)
    assert (found.points, found.due, found.is_due, found.new) == (12, 0, False, True)
    assert (found.name, found.code, found.prompt) == (name_of("alder"), "L2", "What blooms where?")
    assert asked(library) == []


def test_points_that_are_due_alone_are_asked_by_their_cue(desk: Desk, library: Library) -> None:
    write_page(library, failed=("fern", "iris"))
    assert asked(library) == []
    desk.wait(days=1)
    found = row(library)
    assert (found.due, found.is_due, found.new) == (2, False, False)
    assert set(asked(library)) == {name_of("fern"), name_of("iris")}
    assert library.home().due == 2
    session = library.session()
    shown = current(session)
    assert shown.mode is AnswerMode.REVEAL
    word = shown.uid.rpartition("/")[2]
    prompt = plain_text(shown.prompt, 100)
    assert prompt.startswith("What blooms where?")
    assert prompt.endswith(f"{word.capitalize()} …")
    assert plain_text(shown.answer, 100) == f"{word.capitalize()} blooms near {word}ville"
    answer(session, Rating.HARD)
    review = desk.reviews()[-1]
    assert review.mode is Mode.REVIEW
    assert json.loads(review.answer or "") == {"stage": "cued"}
    assert_well(library)


def test_a_point_answered_again_comes_back_in_the_session(desk: Desk, library: Library) -> None:
    write_page(library, failed=("fern",))
    desk.wait(days=1)
    session = library.session()
    answer(session, Rating.AGAIN)
    assert current(session).uid == name_of("fern")
    # So it does in one started anew.
    assert asked(library) == [name_of("fern")]


def test_a_point_within_its_steps_is_asked_the_day_after_its_page(
    desk: Desk, library: Library
) -> None:
    write_page(library, failed=("fern",))
    desk.wait(days=1)
    answer(library.session(), Rating.AGAIN)
    summary = write_page(library)
    (fern,) = (point for point in summary.points if point.key == "fern")
    assert desk.state(fern.uid).memory.due_at is not None
    assert (fern.rating, fern.next_day) == (None, "2026-12-03")
    assert asked(library) == []
    desk.wait(days=1)
    assert asked(library) == [fern.uid]


def test_three_points_make_the_page_due_and_wait_for_it(desk: Desk, library: Library) -> None:
    write_page(library, failed=("fern", "iris", "lupin"))
    desk.wait(days=1)
    found = row(library)
    assert (found.due, found.is_due) == (3, True)
    assert asked(library) == []
    assert library.home().due == 0
    write_page(library)
    found = row(library)
    assert (found.due, found.is_due) == (0, False)


def test_a_page_is_due_once_a_day(desk: Desk, library: Library) -> None:
    write_page(library)
    desk.wait(days=30)
    assert row(library).is_due
    write_page(library, skipped=("fern", "iris", "lupin"))
    found = row(library)
    assert not found.is_due
    assert asked(library) == []
    desk.wait(days=1)
    assert row(library).is_due


def test_no_point_is_asked_on_the_day_its_page_was_written(desk: Desk, library: Library) -> None:
    write_page(library)
    desk.wait(days=30)
    write_page(library, skipped=("fern",))  # which stays due
    assert asked(library) == []
    desk.wait(days=1)
    assert asked(library) == [name_of("fern")]


def test_no_point_is_asked_while_its_page_is_being_written(desk: Desk, library: Library) -> None:
    learn_well(desk, library)
    write_page(library, failed=("fern",))
    desk.wait(days=1)
    page = library.page("L2")
    page.start()
    assert asked(library) == []
    desk.wait(days=1)  # a page left lying does not hold them up
    assert asked(library) == [name_of("fern")]
    page.write("more")
    page.keep()
    assert asked(library) == []
    page.abandon()
    assert asked(library) == [name_of("fern")]


def test_a_point_that_got_no_rating_is_asked_the_next_day(desk: Desk, library: Library) -> None:
    learn_well(desk, library)
    write_page(library, skipped=("fern",))
    assert row(library).due == 0
    desk.wait(days=1)
    assert row(library).due == 1
    assert asked(library) == [name_of("fern")]
    session = library.session()
    answer(session, Rating.GOOD)
    assert row(library).due == 0
    assert asked(library) == []
    assert_well(library)


def test_what_is_asked_after_a_skip_follows_from_the_log(desk: Desk, library: Library) -> None:
    learn_well(desk, library)
    write_page(library, skipped=("fern",))
    desk.wait(days=1)
    assert asked(library) == [name_of("fern")]
    library.doctor(rebuild=True)
    assert asked(library) == [name_of("fern")]
    library.undo()
    assert asked(library) == []


def test_an_abandoned_page_is_asked_the_next_day(desk: Desk, library: Library) -> None:
    learn_well(desk, library)
    page = library.page("L2")
    page.start()
    page.lock()
    page.abandon()
    assert (row(library).is_due, row(library).new) == (False, False)
    desk.wait(days=1)
    assert (row(library).is_due, row(library).due) == (True, 12)
    assert row(library).last == 1.0  # that of the last page that was finished


def test_points_never_introduced_are_not_asked_alone(desk: Desk, library: Library) -> None:
    write_page(library, skipped=("fern", "iris"))
    desk.wait(days=1)
    assert row(library).due == 2  # the page knows of them
    assert asked(library) == []


def test_suspended_and_buried_points_are_not_asked(desk: Desk, library: Library) -> None:
    learn_well(desk, library)
    write_page(library, failed=("fern", "iris"))
    desk.wait(days=1)
    library.mark(name_of("fern"), suspended=True)
    library.mark(name_of("iris"), buried=True)
    assert asked(library) == []
    assert row(library).due == 0
    desk.wait(days=1)
    assert asked(library) == [name_of("iris")]


def test_points_come_with_the_decks_that_are_asked(desk: Desk, library: Library) -> None:
    desk.write("more.md", questions(2))
    library.refresh()
    write_page(library, failed=("fern",))
    desk.wait(days=1)
    assert [one.uid for one in library.session(("more.md",)).plan.queue] == [
        "more.md#q1",
        "more.md#q2",
    ]
    assert [one.uid for one in library.session(("L2",)).plan.queue] == [name_of("fern")]


def test_a_page_takes_nothing_from_the_days_limits(desk: Desk) -> None:
    desk.write("meadows.md", MEADOWS)
    desk.write("more.md", questions(30))
    library = desk.open(PLAIN)
    before = library.home()
    write_page(library)
    after = library.home()
    assert (after.new, before.new) == (10, 10)
    assert len(answer_all(desk, library.session())) == 10


def test_the_minutes_told_do_not_grow_with_the_time_of_writing(desk: Desk) -> None:
    desk.write("meadows.md", MEADOWS)
    desk.write("more.md", questions(30))
    library = desk.open()
    before = library.home().minutes
    page = library.page("L2")
    page.start()
    for _ in range(40):
        desk.wait(seconds=100)
        page.write("more")
    page.lock()
    page.compared()
    for key in page.attempt.waiting:
        page.judge(key, recalled=False)
    page.finish()
    assert desk.reviews()[0].milliseconds == 4_000_000 // 12
    assert library.home().minutes == before


def test_pages_stand_in_course_order(desk: Desk) -> None:
    desk.write("b.md", MEADOWS.replace("blooms}", "again}"))
    desk.write("a.md", MEADOWS.replace("code: L2\n", ""))
    library = desk.open()
    assert [found.path for found in library.pages()] == ["a.md", "b.md"]
