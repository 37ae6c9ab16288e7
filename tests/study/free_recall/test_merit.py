"""What each point of a page is worth: the table of ratings, row by row."""

from __future__ import annotations

import pytest

from recall.cards.memory import Rating
from recall.study.free_recall.attempt import Attempt
from recall.study.free_recall.merit import (
    ON_THE_PAGE,
    RECALLED,
    Help,
    Merit,
    help_of,
    merit_of,
    page_is_due,
    rating_of,
)
from recall.study.free_recall.values import Span
from tests.study.free_recall.rivers import FREE, PAGE, locked


def second_chance(key: str, recalled: bool) -> Attempt:
    return locked().compared().judge(key, recalled)


@pytest.mark.parametrize(
    ("attempt", "key", "merit", "stage"),
    [
        (locked(), "valleys", Merit.RECALLED, Help.FREE),
        (locked().accept("meanders"), "meanders", Merit.RECALLED, Help.FREE),
        (locked(PAGE, free=FREE), "valleys", Merit.RECALLED, Help.FREE),
        (locked(PAGE, free=""), "valleys", Merit.AFTER_HEADING, Help.CUED),
        (locked(PAGE, free=FREE).accept("meanders"), "meanders", Merit.AFTER_HEADING, Help.CUED),
        (
            locked(PAGE, free=FREE).accept("falls", Span(0, len(FREE))),
            "falls",
            Merit.RECALLED,
            Help.FREE,
        ),
        (second_chance("meanders", True), "meanders", Merit.COMPLETED, Help.CUED),
        (second_chance("falls", True), "falls", Merit.ON_CUE, Help.CUED),
        (second_chance("falls", False), "falls", Merit.FAILED, Help.CUED),
        (second_chance("meanders", False), "meanders", Merit.FAILED, Help.CUED),
        (locked().judge_clash("mud", True), "mud", Merit.MISCONCEPTION, Help.FREE),
        (
            locked(PAGE, free=FREE).judge_clash("mud", True),
            "mud",
            Merit.MISCONCEPTION,
            Help.CUED,
        ),
        (locked().judge_clash("mud", False).accept("mud"), "mud", Merit.RECALLED, Help.FREE),
        (locked().compared().skip("falls"), "falls", Merit.SKIPPED, Help.CUED),
        (locked(), "falls", Merit.SKIPPED, Help.CUED),
        (
            locked().refuse("valleys").compared().judge("valleys", True),
            "valleys",
            Merit.ON_CUE,
            Help.CUED,
        ),
    ],
)
def test_what_became_of_a_point(attempt: Attempt, key: str, merit: Merit, stage: Help) -> None:
    assert merit_of(attempt, key) is merit
    assert help_of(attempt, key) is stage


@pytest.mark.parametrize(
    ("merit", "rating"),
    [
        (Merit.RECALLED, Rating.GOOD),
        (Merit.AFTER_HEADING, Rating.HARD),
        (Merit.COMPLETED, Rating.HARD),
        (Merit.ON_CUE, Rating.HARD),
        (Merit.FAILED, Rating.AGAIN),
        (Merit.MISCONCEPTION, Rating.AGAIN),
        (Merit.SKIPPED, None),
    ],
)
def test_the_rating_of_each_merit(merit: Merit, rating: Rating | None) -> None:
    assert rating_of(merit) is rating


def test_the_setting_is_for_points_recalled_on_their_cue_alone() -> None:
    assert rating_of(Merit.ON_CUE, Rating.GOOD) is Rating.GOOD
    others = set(Merit) - {Merit.ON_CUE}
    assert all(rating_of(merit, Rating.GOOD) is rating_of(merit) for merit in others)


def test_a_point_recalled_is_never_rated_again_and_one_on_the_page_is_recalled() -> None:
    assert ON_THE_PAGE < RECALLED
    assert {merit for merit in Merit if rating_of(merit) not in {Rating.AGAIN, None}} == RECALLED


@pytest.mark.parametrize(
    ("points", "due", "is_due"),
    [
        (62, 0, False),
        (62, 2, False),
        (62, 3, True),
        (12, 2, False),
        (9, 2, False),
        (8, 2, True),
        (8, 1, False),
        (4, 1, True),
        (1, 1, True),
        (1, 0, False),
        (0, 0, False),
    ],
)
def test_a_page_is_due_with_three_points_or_a_quarter(points: int, due: int, is_due: bool) -> None:
    assert page_is_due(points, due) is is_due
