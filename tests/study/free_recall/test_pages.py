"""What holds of thirty pages that a careful person has judged point by point."""

from __future__ import annotations

import pytest

from recall.study.free_recall.matcher import compare
from recall.study.free_recall.scoring import TWO_SENTENCES
from recall.study.free_recall.values import Doubt, State
from tests.benchmarks.pages import (
    OTHER_TOPIC,
    Agreement,
    JudgedPage,
    Summary,
    Truth,
    judged_pages,
    rubrics,
)

PAGES = {page.name: page for page in judged_pages()}
OF_OTHER_TOPICS = [page for page in judged_pages() if page.sort == OTHER_TOPIC]


def page_id(page: JudgedPage) -> str:
    return page.name


def test_there_are_thirty_pages_and_every_verdict_is_on_a_point_of_its_rubric() -> None:
    assert len(judged_pages()) == len(PAGES) == 30
    for page in judged_pages():
        assert page.verdicts.keys() <= {point.key for point in rubrics()[page.card].points}
    sorts = {page.sort for page in judged_pages()}
    assert sorts >= {
        "good",
        "thin",
        "wrong",
        "copied",
        "empty",
        "long",
        "typos",
        "another language",
    }


@pytest.mark.parametrize("page", OF_OTHER_TOPICS, ids=page_id)
def test_nothing_is_found_on_a_page_about_something_else(page: JudgedPage) -> None:
    for rubric in rubrics().values():
        found = compare(page.text, rubric)
        assert State.FOUND not in {point.state for point in found.points}
        assert found.clashes == ()


@pytest.mark.parametrize("name", sorted(rubrics()))
@pytest.mark.parametrize(
    "text", ["", " \n\n", "- \n- \n", "…"], ids=["empty", "blank", "list", "dots"]
)
def test_nothing_is_on_an_empty_page(name: str, text: str) -> None:
    comparison = compare(text, rubrics()[name])
    assert {point.state for point in comparison.points} == {State.NOT_FOUND}
    assert {point.sentence for point in comparison.points} == {None}


@pytest.mark.parametrize("page", judged_pages(), ids=page_id)
def test_nothing_is_found_that_a_careful_person_does_not_find(page: JudgedPage) -> None:
    wrong = [
        point.key
        for point in Agreement.of(page).comparison.points
        if point.state is State.FOUND
        and page.truth(point.key) in {Truth.ABSENT, Truth.MISCONCEPTION}
    ]
    assert wrong == []


@pytest.mark.parametrize("name", sorted(rubrics()))
def test_a_page_of_all_statements_covers_every_point(name: str) -> None:
    rubric = rubrics()[name]
    page = "\n".join(point.statement for point in rubric.points)
    for point in compare(page, rubric).points:
        assert point.cover == point.own >= TWO_SENTENCES  # some statements have a semicolon
        doubts = {reason.doubt for reason in point.reasons}
        # A misconception of few words may be met by the statements themselves.
        assert point.state is State.FOUND or doubts == {Doubt.MISCONCEPTION_CLOSER}


@pytest.mark.parametrize("name", ["statements-activation", "statements-half-experts"])
def test_copied_statements_are_found_and_nothing_else(name: str) -> None:
    page = PAGES[name]
    for point in Agreement.of(page).comparison.points:
        covered = page.truth(point.key) is Truth.COVERED
        assert point.state is (State.FOUND if covered else State.NOT_FOUND)


def test_ten_thousand_words_of_other_things_hide_nothing_and_add_nothing() -> None:
    long = PAGES["long-kda"]
    assert len(long.text.split()) == 10_000
    short = compare(long.text.partition("\n\n")[0], rubrics()[long.card])
    for alone, among in zip(short.points, Agreement.of(long).comparison.points, strict=True):
        assert among.own >= alone.own
        if long.truth(among.key) is Truth.COVERED:
            assert (among.state, among.sentence) == (alone.state, alone.sentence)


def test_the_matcher_agrees_with_a_careful_person() -> None:
    points = [point for page in judged_pages() for point in Agreement.of(page).points]
    summary = Summary(points)
    assert summary.accuracy >= 0.85
    assert summary.right_found / summary.found >= 0.97
    assert summary.false_found == 0
    assert summary.missed <= 10
    by_sort = {
        sort: Summary(
            [
                point
                for page in judged_pages()
                if page.sort == sort
                for point in Agreement.of(page).points
            ]
        )
        for sort in ("good", "thin", "wrong", "typos")
    }
    assert by_sort["good"].missed <= by_sort["good"].covered * 0.05
    assert by_sort["typos"].missed == 0
    assert by_sort["thin"].found == by_sort["wrong"].found == 0
