"""Words and phrases that the author's synonyms make equal."""

from __future__ import annotations

import pytest

from recall.study.free_recall.values import How
from tests.study.free_recall.test_matcher import judge


@pytest.mark.parametrize(
    ("page", "statement"),
    [
        ("supervised fine-tuning comes first", "SFT comes first"),
        ("SFT comes first", "supervised fine-tuning comes first"),
        ("the cold start comes first", "supervised fine-tuning comes first"),
    ],
    ids=["longer", "shorter", "joined-groups"],
)
def test_synonyms_may_be_phrases(page: str, statement: str) -> None:
    groups = [("SFT", "supervised fine-tuning"), ("cold start", "SFT")]
    result = judge(page, statement, synonyms=groups)
    assert result.missing == ()
    assert 0.8 <= result.cover < 1.0
    assert How.SYNONYM in {word.how for word in result.matched}


def test_a_part_of_a_synonym_is_none() -> None:
    groups = [("SFT", "supervised fine-tuning")]
    assert judge("supervised", "SFT", synonyms=groups).matched == ()


def test_the_place_of_a_synonym_is_all_of_it() -> None:
    page = "first supervised fine-tuning runs"
    (word,) = judge(page, "SFT", synonyms=[("SFT", "supervised fine-tuning")]).matched
    assert word.span.of(page) == "supervised fine-tuning"
