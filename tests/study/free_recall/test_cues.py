"""Headings and cues help without giving a point away."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from recall.cards.kinds.free_recall import KeyPoint
from recall.study.free_recall.cues import cue_of, heading_of, headings
from tests.study.free_recall.rivers import CARD


def test_headings_come_in_order_and_once_each() -> None:
    assert headings(CARD.points) == ("Upper course", "Lower course")
    nested = (KeyPoint("a", ("A",)), KeyPoint("b", ("A", "**B**")), KeyPoint("c", ("A",)))
    assert headings(nested) == ("A", "A › B")
    assert headings((KeyPoint("alone"),)) == ()


def test_the_authors_cue_is_asked() -> None:
    assert cue_of(KeyPoint("Deltas grow", ("Lower",), cue="What grows?")) == "What grows?"


def test_without_a_cue_the_group_and_the_first_words_are() -> None:
    point = KeyPoint("Slow water drops sand and mud", ("Lower course",))
    assert cue_of(point) == "Lower course: Slow water …"
    assert cue_of(KeyPoint("One **two** three four five six seven eight nine ten")) == (
        "One two three …"
    )
    assert cue_of(KeyPoint("Deltas grow")) == "Deltas …"
    assert cue_of(KeyPoint("Deltas", ("Lower",))) == "Lower: …"


@given(st.lists(st.from_regex(r"[a-z]{3,9}", fullmatch=True), min_size=2, max_size=20))
def test_a_cue_never_tells_more_than_a_third_or_one_word(words: list[str]) -> None:
    told = cue_of(KeyPoint(" ".join(words))).removesuffix(" …").split()
    assert told == words[: len(told)]
    assert len(told) <= max(1, min(3, len(words) // 3))


def test_a_heading_is_told_with_those_above_it() -> None:
    assert heading_of(("Training", "`RL`")) == "Training › RL"
