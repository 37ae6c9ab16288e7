"""How a rubric is compared is told as it really is compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given

from recall.study.free_recall.explained import (
    ExplainedMisconception,
    ExplainedPoint,
    Rival,
    Role,
    Weakness,
    explain_rubric,
)
from recall.study.free_recall.matcher import MATCHER_VERSION, compare
from recall.study.free_recall.rubric import Rubric, RubricPoint
from recall.study.free_recall.values import Source
from tests.benchmarks.pages import rubrics
from tests.study.free_recall.test_properties import LEARNED, RUBRICS


def spread(*statements: str, prompt: str = "") -> Rubric:
    points = (RubricPoint(str(place), text) for place, text in enumerate(statements))
    return Rubric(tuple(points), prompt)


def alone(point: RubricPoint, learned: Sequence[str] = ()) -> ExplainedPoint:
    (found,) = explain_rubric(Rubric((point,)), learned={point.key: learned}).points
    return found


def test_each_word_is_told_with_its_weight_and_why() -> None:
    rubric = spread(
        "attention reads nine keys", "attention stores values", "attention decays the state",
        prompt="What stores what?",
    )  # fmt: skip
    first, second, _ = explain_rubric(rubric).points
    assert [(one.text, one.weight, one.role) for one in first.wordings[0].words] == [
        ("attention", 0.25, Role.TOPIC),
        ("reads", 1.0, Role.OWN),
        ("nine", 1.5, Role.OWN),
        ("keys", 1.0, Role.OWN),
    ]
    assert [(one.text, one.role) for one in second.wordings[0].words] == [
        ("attention", Role.TOPIC),
        ("stores", Role.PROMPT),
        ("values", Role.OWN),
    ]


def test_all_phrasings_are_told_with_where_they_come_from() -> None:
    point = RubricPoint("p", "RL trains nine experts", ("3 × 3 experts",))
    found = alone(point, ["one model for each field and effort"])
    assert [(one.source, one.text, one.needs_all) for one in found.wordings] == [
        (Source.STATEMENT, "RL trains nine experts", False),
        (Source.ACCEPTED, "3 × 3 experts", True),
        (Source.LEARNED, "one model for each field and effort", False),
    ]


def test_required_words_and_the_synonyms_that_apply_are_told() -> None:
    point = RubricPoint("p", "fine-tuning gives a start", ("SFT first",), required=("start",))
    groups = (("SFT", "supervised fine-tuning"), ("start", "beginning"), ("gate", "door"))
    (found,) = explain_rubric(Rubric((point,), "", groups)).points
    assert found.required == ("start",)
    assert found.synonyms == groups[:2]


def test_a_misconception_that_order_alone_tells_apart_is_named() -> None:
    wrong = ("heat flows from low to high", "cold flows from low to high", "low flows high heats")
    point = RubricPoint("p", "heat flows from high to low", misconceptions=wrong)
    assert alone(point).misconceptions == (
        ExplainedMisconception(wrong[0], True),
        ExplainedMisconception(wrong[1], False),
        ExplainedMisconception(wrong[2], True),
    )
    of_another = RubricPoint("p", "gates open wide", ("keys meet heads",), ("heads meet keys",))
    assert alone(of_another).misconceptions == (ExplainedMisconception("heads meet keys", True),)


def test_rivals_have_half_of_a_statement_in_one_of_their_wordings() -> None:
    points = (
        RubricPoint("a", "keys meet queries in heads"),
        RubricPoint("c", "keys meet nobody else today"),
        RubricPoint("d", "gates open wide", ("queries", "heads and keys")),
        RubricPoint("b", "values fade away", ("keys, queries and heads",)),
    )
    first = explain_rubric(Rubric(points)).points[0]
    assert first.rivals == (
        Rival("b", 0.75, ("keys", "queries", "heads")),
        Rival("c", 0.5, ("keys", "meet")),
        Rival("d", 0.5, ("keys", "heads")),
    )
    assert explain_rubric(Rubric(points[2:])).points[1].rivals == ()


@pytest.mark.parametrize(
    ("point", "weaknesses"),
    [
        (RubricPoint("p", "→ ∞"), [Weakness.NOTHING_TO_COMPARE, Weakness.FEW_OWN_WORDS]),
        (RubricPoint("p", "the gate"), [Weakness.FEW_OWN_WORDS]),
        (RubricPoint("p", "the gate", ("an opening",)), []),
        (RubricPoint("p", "the gate opens"), []),
        (
            RubricPoint("p", "before that", ("older technique replaced",)),
            [Weakness.LIGHT_PHRASING],
        ),
        (RubricPoint("p", "the gate opens", ("what was there before",)), [Weakness.LIGHT_PHRASING]),
        (RubricPoint("p", "a bb cc dd ee ff gg hh ii jj kk ll mm"), []),
        (RubricPoint("p", "aa bb cc dd ee ff gg hh ii jj kk ll mm"), [Weakness.MANY_WORDS]),
        (
            RubricPoint("p", "the gate opens", misconceptions=("↓", "it stays shut")),
            [Weakness.UNHEARD_MISCONCEPTION],
        ),
    ],
)
def test_what_makes_a_point_hard_to_recognise(
    point: RubricPoint, weaknesses: list[Weakness]
) -> None:
    assert list(alone(point).weaknesses) == weaknesses


def test_what_the_learner_had_remembered_makes_up_for_few_words() -> None:
    assert alone(RubricPoint("p", "the gate"), ["an opening in the wall"]).weaknesses == ()


def test_points_with_the_words_of_another_are_alike() -> None:
    rubric = spread("keys meet queries", "keys meet queries today", "gates open wide")
    first, second, third = explain_rubric(rubric).points
    assert first.weaknesses == second.weaknesses == (Weakness.ALIKE,)
    assert third.weaknesses == ()


@pytest.mark.parametrize(("language", "stemmer"), [("en-GB", "english"), ("xx", None)])
def test_language_stemmer_and_version_are_told(language: str, stemmer: str | None) -> None:
    found = explain_rubric(spread("gates open"), language=language)
    assert (found.language, found.stemmer) == (language, stemmer)
    assert found.version == MATCHER_VERSION


@given(RUBRICS, LEARNED)
def test_what_is_told_is_what_is_compared(
    rubric: Rubric, learned: Mapping[str, Sequence[str]]
) -> None:
    explained = explain_rubric(rubric, learned=learned)
    for place, point in enumerate(rubric.points):
        told = explained.points[place]
        assert told.key == point.key
        for wording in told.wordings:
            # Alone on a page, a wording is met by all of its words.
            result = compare(wording.text, rubric, learned=learned).points[place]
            assert result.own == 1.0
        empty = compare("", rubric, learned=learned).points[place]
        assert empty.missing == tuple(word.text for word in told.wordings[0].words)


@pytest.mark.parametrize("name", sorted(rubrics()))
def test_the_weights_told_are_those_of_the_cover(name: str) -> None:
    rubric = rubrics()[name]
    for point, told in zip(rubric.points, explain_rubric(rubric).points, strict=True):
        only = Rubric((replace(point, accepted=()),), rubric.prompt)
        (statement,) = explain_rubric(only).points[0].wordings
        first = statement.words[0]
        (result,) = compare(first.text, only).points
        total = sum(word.weight for word in statement.words)
        assert result.own == pytest.approx(first.weight / total, abs=1e-6)
        assert [one.text for one in told.wordings] == [point.statement, *point.accepted]


@pytest.mark.parametrize("name", sorted(rubrics()))
def test_no_point_of_the_course_is_hard_to_recognise(name: str) -> None:
    weak = {point.key: point.weaknesses for point in explain_rubric(rubrics()[name]).points}
    assert {key: found for key, found in weak.items() if found} == {}
