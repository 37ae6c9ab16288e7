"""The whole flow of a blank page, from the prompt to the log, as a front drives it."""

from __future__ import annotations

import json

from recall.cards.history import ActionKind, Mode
from recall.cards.memory import Rating
from recall.library.blank_pages.sitting import PageSitting
from recall.study.free_recall.attempt import Stage
from recall.study.free_recall.merit import Merit
from tests.library.building import Desk, assert_well
from tests.library.rivers import PAGE, RIVERS, name_of


def stage(page: PageSitting) -> Stage:
    """Where the page is, which every event changes."""
    return page.attempt.stage


def test_a_page_from_the_prompt_to_the_log(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    page = library.page("L1")
    assert (stage(page), len(page.points), page.resumed) == (Stage.GUESS, 4, False)
    page.start(guess=3)
    page.write("Fast water cuts V-shaped valleys.")
    page.keep()
    assert page.stuck() == "Upper course"
    assert page.stuck() == "Lower course"
    page.write(PAGE)
    page.done()
    assert stage(page) is Stage.ANYTHING_ELSE
    page.lock()
    assert stage(page) is Stage.COMPARING
    assert page.attempt.undecided == (page.points[2].key,)
    page.judge_clash(page.points[2].key, confirmed=True)
    page.compared()
    assert page.attempt.waiting == (page.points[1].key,)
    found = page.answer(page.points[1].key, "no idea")
    assert found.cover == 0
    page.judge(page.points[1].key, recalled=False)
    assert page.attempt.misses == (page.points[1].key, page.points[2].key)
    page.once_more(recalled=True)
    page.once_more(recalled=False)
    page.once_more(recalled=True)
    assert stage(page) is Stage.SUMMARY
    summary = page.finish()
    assert [one.merit for one in summary.points] == [
        Merit.RECALLED,
        Merit.FAILED,
        Merit.MISCONCEPTION,
        Merit.AFTER_HEADING,
    ]
    assert [one.rating for one in summary.points] == [
        Rating.GOOD,
        Rating.AGAIN,
        Rating.AGAIN,
        Rating.HARD,
    ]
    assert (summary.whole.said, summary.whole.free, summary.guess) == (2, 1, 3)
    reviews, actions = desk.log()
    assert {review.mode for review in reviews} == {Mode.BLANK_PAGE}
    assert [json.loads(review.answer or "{}")["stage"] for review in reviews] == [
        "free",
        "cued",
        "cued",
        "cued",
    ]
    (action,) = (action for action in actions if action.kind is ActionKind.PAGE)
    assert action.target == name_of("valleys")
    assert json.loads(action.body)["reviews"] == [review.id for review in reviews]
    assert_well(library)
