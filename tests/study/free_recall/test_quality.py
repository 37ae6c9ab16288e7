"""The matcher ranks graded answers at least as well as it did; the rest is in the benchmarks."""

from __future__ import annotations

import pytest

from recall.study.free_recall.matcher import compare
from tests.benchmarks.short_answers import (
    ANSWERS,
    QUESTIONS,
    SAMPLE,
    area_under_curve,
    macro_f1,
    read_answers,
)


@pytest.mark.parametrize(
    ("corpus", "split", "least"),
    [
        ("sciEntsBank", ANSWERS, 0.789),
        ("sciEntsBank", QUESTIONS, 0.793),
        ("beetle", ANSWERS, 0.828),
        ("beetle", QUESTIONS, 0.758),
    ],
)
def test_right_answers_score_above_wrong_ones(corpus: str, split: str, least: float) -> None:
    scored = [
        (compare(answer.text, answer.question.rubric).points[0].cover, answer.right)
        for answer in read_answers(SAMPLE)
        if (answer.corpus, answer.split) == (corpus, split)
    ]
    assert len(scored) > 400
    assert area_under_curve(scored) >= least


def test_the_measures_are_what_they_say() -> None:
    scored = [(0.1, False), (0.4, True), (0.4, False), (0.9, True)]
    assert area_under_curve(scored) == pytest.approx(3.5 / 4)
    assert macro_f1(scored, 0.4) == pytest.approx((2 * 2 / 5 + 2 * 1 / 3) / 2)
    assert macro_f1(scored, 0.5) == pytest.approx((2 * 1 / 3 + 2 * 2 / 5) / 2)
