"""Which two wordings are one card, and which are two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.storage.similarity import Sides, Text, likeness, reworded


def card(prompt: str, answer: str) -> Sides:
    return Sides(Text(prompt), Text(answer))


def alike(old: Sides, new: Sides, *beside: Sides) -> bool:
    return reworded(old, new, lambda: beside, tuple) is not None


PERU = card("What is the capital of Peru?", "Lima.")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(card("Captial of Peru?", "Lima."), card("Capital of Peru?", "Lima."), id="I1"),
        pytest.param(
            card("Captial of Peru?", "Lima."), card("Capital of Peru?", "It is Lima."), id="I18"
        ),
        pytest.param(PERU, card("What is the capital city of Peru?", "Lima."), id="a word more"),
        pytest.param(PERU, card("What is the capital of Peru?", "Cusco."), id="another answer"),
        pytest.param(
            PERU,
            card("What is the capital of Peru?", "Lima, which Pizarro founded in 1535."),
            id="an extended answer",
        ),
        pytest.param(
            card("Why is the router trained last?", "Its choices depend on every expert there is."),
            card("What makes people train the router last?", "Its choices depend on every expert."),
            id="both reworded",
        ),
        pytest.param(
            card("On which side of the Andes does the Amazon begin?", "The east."),
            card("The Amazon begins on which side of the Andes?", "The east."),
            id="turned round",
        ),
        pytest.param(
            card("Quelle est la capitale du Pérou ?", "Lima"),
            card("Quelle est la capitale du Perou", "Lima"),
            id="accents",
        ),
        pytest.param(
            card("ペルーの首都はどこですか", "リマ"),
            card("ペルーの首都はどこにありますか", "リマ"),
            id="no spaces",
        ),
    ],
)
def test_a_reworded_card_is_the_same(old: Sides, new: Sides) -> None:
    assert alike(old, new)
    assert alike(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(PERU, card("What is the capital of Chile?", "Santiago."), id="template"),
        pytest.param(card("What is 2 + 6?", "8"), card("What is 3 + 5?", "8"), id="sums"),
        pytest.param(
            card("What does q ask?", "A key."), card("What does k ask?", "A key."), id="q"
        ),
        pytest.param(PERU, card("Which rivers reach the Pacific?", "Lima."), id="one equal word"),
        pytest.param(card("One?", "An answer."), card("Two?", "An answer."), id="short"),
        pytest.param(
            card("How many heads has a layer?", "96"),
            card("How many blocks has the model?", "96"),
            id="equal numbers",
        ),
        pytest.param(card("", ""), card("Which?", "That."), id="empty"),
    ],
)
def test_another_card_is_another(old: Sides, new: Sides) -> None:
    assert not alike(old, new)
    assert not alike(new, old)


def test_a_pattern_that_other_cards_follow_is_no_likeness() -> None:
    nepal, poland = card("Is Nepal in Asia?", "Yes."), card("Is Poland in Asia?", "Yes.")
    others = [card(f"Is {name} in Asia?", "Yes.") for name in ("Japan", "India", "Iraq")]
    assert alike(nepal, poland)
    assert not alike(nepal, poland, *others)
    assert alike(nepal, card("Is Nepall in Asia?", "Yes."), *others)


def test_a_wording_as_near_to_its_neighbour_is_no_rewording() -> None:
    old, new = card("Name the largest port", "Callao"), card("Name the largest lake", "Callao bay")
    assert alike(old, new)
    assert not alike(old, new, card("Name the largest port", "Callao bay"))


def test_an_equal_prompt_of_several_cards_tells_nothing() -> None:
    old, new = card("Which is true?", "The first one."), card("Which is true?", "Water is wet.")
    assert alike(old, new)
    assert not alike(old, new, card("Which is true?", "Nothing else."))


@given(st.text(max_size=60), st.text(max_size=60))
def test_likeness_is_a_symmetric_share(one: str, other: str) -> None:
    first, second = Text(one), Text(other)
    assert 0 <= likeness(first, second) <= 1
    assert likeness(first, second) == likeness(second, first)
    assert likeness(first, Text(one)) == 1
