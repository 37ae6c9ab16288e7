from __future__ import annotations

import json
from dataclasses import fields
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from recall.cards.deck import DeckKind, Direction, FrontMatter
from recall.library.front_matter import (
    front_matter_from_json,
    front_matter_to_json,
    has_text_from_json,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
OPTIONAL = st.none() | TEXT
WORDS = st.lists(TEXT, max_size=4).map(tuple)
FRONT_MATTERS = st.builds(
    FrontMatter,
    id=OPTIONAL,
    title=OPTIONAL,
    kind=st.sampled_from(DeckKind),
    code=OPTIONAL,
    order=st.none() | st.decimals(allow_nan=False, allow_infinity=False),
    summary=OPTIONAL,
    after=WORDS,
    draws_from=WORDS,
    tags=WORDS,
    direction=st.sampled_from(Direction),
    synonyms=st.lists(WORDS, max_size=3).map(tuple),
    source=OPTIONAL,
    license=OPTIONAL,
    language=OPTIONAL,
    places=st.lists(st.tuples(TEXT, st.integers(1), st.integers(1)), max_size=3).map(tuple),
)


@given(FRONT_MATTERS, st.booleans())
def test_whether_a_lesson_has_text_is_kept_beside_it(
    front_matter: FrontMatter, has_text: bool
) -> None:
    text = front_matter_to_json(front_matter, has_text=has_text)
    assert has_text_from_json(text) is has_text
    assert front_matter_from_json(text) == front_matter


@given(FRONT_MATTERS)
def test_front_matter_is_read_back_as_it_was_written(front_matter: FrontMatter) -> None:
    found = front_matter_from_json(front_matter_to_json(front_matter))
    for field in fields(FrontMatter):
        value = getattr(found, field.name)
        assert value == getattr(front_matter, field.name)
        assert type(value) is type(getattr(front_matter, field.name))


def test_no_front_matter_is_an_empty_object() -> None:
    assert front_matter_to_json(FrontMatter()) == "{}"
    assert front_matter_from_json("{}") == FrontMatter()


def test_numbers_keep_their_places_and_letters_stay_legible() -> None:
    text = front_matter_to_json(FrontMatter(title="Ünïcode", order=Decimal("7.50")))
    assert json.loads(text) == {"title": "Ünïcode", "order": "7.50"}
    assert "Ünïcode" in text
    assert str(front_matter_from_json(text).order) == "7.50"
