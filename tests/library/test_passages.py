"""Where a lesson treats a card."""

from __future__ import annotations

import pytest

from recall.library.lesson import Lesson
from recall.library.passages import passage_of
from tests.library.building import Desk

FACTS = """\
# Whole

Common words stand in every section of this text.

## Rivers

Common words, and the estuary where tides mix.

## Mountains

Common words, and the glacier that carves a valley.
"""


def lesson(desk: Desk, text: str) -> Lesson:
    desk.write("a.md", text)
    return desk.open().lesson("a")


@pytest.mark.parametrize(
    ("asked", "heading"),
    [
        ("What does a glacier carve?\nA: A valley.", "Mountains"),
        ("Where do tides mix?\nA: In the estuary.", "Rivers"),
        ("Which words are common in every section of the text?\nA: These.", "Whole"),
    ],
)
def test_a_card_among_others_is_treated_where_its_words_are(
    desk: Desk, asked: str, heading: str
) -> None:
    first, second = asked.split("\n")
    text = f"{FACTS}\n## Cards\n\nQ: {first} {{#x}}\n{second}\n"
    found = passage_of(lesson(desk, text), "a.md#x")
    assert found is not None
    assert found.heading == heading


def test_a_card_that_stands_in_text_is_treated_there(desk: Desk) -> None:
    text = FACTS.replace(
        "## Mountains", "Q: What does a glacier carve? {#x}\nA: A valley.\n\n## Mountains"
    )
    found = passage_of(lesson(desk, text), "a.md#x")
    assert found is not None
    assert (found.heading, found.place.section) == ("Rivers", 1)


def test_with_nothing_in_common_it_is_where_the_card_stands(desk: Desk) -> None:
    found = passage_of(lesson(desk, FACTS + "\n## Cards\n\nQ: Quux? {#x}\nA: Corge.\n"), "a.md#x")
    assert found is not None
    assert found.heading == "Cards"


def test_one_word_in_common_says_nothing(desk: Desk) -> None:
    found = passage_of(
        lesson(desk, FACTS + "\n## Cards\n\nQ: Glacier? {#x}\nA: Corge.\n"), "a.md#x"
    )
    assert found is not None
    assert found.heading == "Cards"


def test_before_the_first_heading_the_lesson_names_the_place(desk: Desk) -> None:
    found = passage_of(lesson(desk, "Some text.\n\nQ: One? {#x}\nA: Two.\n"), "a.md#x")
    assert found is not None
    assert found.heading == "a"


def test_a_card_of_another_deck_has_no_place(desk: Desk) -> None:
    assert passage_of(lesson(desk, FACTS), "a.md#x") is None
