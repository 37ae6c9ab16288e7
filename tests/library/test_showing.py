from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.card import Entry
from recall.cards.deck import FrontMatter
from recall.cards.memory import Marks, Memory, Rating
from recall.library.showing import Stored, answered, ask, judge
from recall.library.values import AnswerMode, Response
from recall.markdown.plain import plain_text
from recall.markdown.reader import read_entry

CHOICE = "Q: Which?\n- [x] right\n- [ ] wrong\n  - Because it is not.\n- [ ] none of these {pin}\n"
ORDER = "O: Stages\n1. one\n2. two\n3. three\n4. four\n"
CLOZE = "C: {{c1::five}} and {{c1::six|6}} and {{seven}}.\n"


def stored(text: str, facet: str = "", **front_matter: object) -> Stored:
    entry: Entry | None = read_entry(text, "a.md", 1)
    assert entry is not None
    return Stored(
        uid="uid",
        name="name",
        facet=facet,
        folder="/decks",
        deck_title="Deck",
        entry=entry,
        front_matter=FrontMatter(**front_matter),  # type: ignore[arg-type]  # the test knows them
        memory=Memory(),
        marks=Marks(),
    )


@given(st.integers(0, 2**63 - 1))
def test_options_are_shuffled_but_for_the_pinned_one(seed: int) -> None:
    asked = ask(stored(CHOICE), seed, type_gaps=False)
    shown = asked.showing
    texts = [plain_text(option.content) for option in shown.options]
    assert sorted(texts) == ["none of these", "right", "wrong"]
    assert texts[2] == "none of these"
    assert [option.right for option in shown.options] == [text == "right" for text in texts]
    (reason,) = (option.reason for option in shown.options if option.reason is not None)
    assert plain_text(reason) == "Because it is not."
    assert not shown.multiple
    assert plain_text(shown.answer) == "right"
    for option in shown.options:
        response = Response(letters=frozenset({option.letter}))
        verdict = judge(asked, response, 1, 10)
        assert verdict is not None
        assert verdict.right == option.right
        assert answered(asked, response) == {"chosen": [plain_text(option.content)]}


@given(st.integers(0, 2**63 - 1), st.permutations(range(4)))
def test_items_are_judged_by_what_they_say(seed: int, order: list[int]) -> None:
    asked = ask(stored(ORDER), seed, type_gaps=False)
    shown = [plain_text(item) for item in asked.showing.items]
    assert shown != ["one", "two", "three", "four"]
    response = Response(order=tuple(order))
    arranged = [shown[place] for place in order]
    assert answered(asked, response) == {"order": arranged}
    verdict = judge(asked, response, 1, 10)
    assert verdict is not None
    assert verdict.right == (arranged == ["one", "two", "three", "four"])


def test_a_group_of_gaps_is_one_card() -> None:
    asked = ask(stored(CLOZE, "c1"), 1, type_gaps=True)
    assert (asked.showing.gaps, asked.showing.mode) == (2, AnswerMode.TYPE)
    verdict = judge(asked, Response(typed="five; 6"), 1, 10)
    assert verdict is not None
    assert verdict.right
    half = judge(asked, Response(typed="five; 7"), 1, 10)
    assert half is not None
    assert (half.share, half.proposed) == (0.5, Rating.AGAIN)
    assert answered(asked, Response(typed="five; 7")) == {"typed": "five; 7"}
    assert ask(stored(CLOZE, "seven"), 1, type_gaps=True).showing.gaps == 1


def test_synonyms_of_the_deck_count() -> None:
    asked = ask(
        stored("Q: Who?\nA= the teacher\n", synonyms=(("teacher", "master"),)), 1, type_gaps=False
    )
    verdict = judge(asked, Response(typed="The Master"), 1, 10)
    assert verdict is not None
    assert verdict.right


def test_other_accepted_answers_are_told() -> None:
    asked = ask(stored("Q: How many?\nA= 93 | ninety-three\n"), 1, type_gaps=False)
    assert plain_text(asked.showing.answer) == "93\n\nalso right: ninety-three"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("6400 ± 5%", "6400 ± 5 %"),
        ("1.099 ± 0.005", "1.099 ± 0.005"),
        ("6,400 km ± 2.5%", "6,400 km ± 2.5 %"),
        ("93 ± 0", "93"),
    ],
)
def test_the_tolerance_of_a_number_is_told(written: str, shown: str) -> None:
    asked = ask(stored(f"Q: How many?\nA= {written}\n"), 1, type_gaps=False)
    assert plain_text(asked.showing.answer) == shown


def test_a_card_that_is_revealed_is_not_judged() -> None:
    asked = ask(stored("Q: Why?\nA: So.\n"), 1, type_gaps=False)
    assert judge(asked, Response(typed="So."), 1, 10) is None
    assert judge(ask(stored(CLOZE, "c1"), 1, type_gaps=False), Response(typed="x"), 1, 10) is None


def test_an_order_given_is_kept_and_the_last_one_is_not_repeated() -> None:
    chance = Random(3)
    previous: tuple[int, ...] | None = None
    for _ in range(20):
        asked = ask(stored(ORDER), chance.getrandbits(63), type_gaps=False, previous=previous)
        assert asked.order != previous
        again = ask(stored(ORDER), chance.getrandbits(63), type_gaps=False, order=asked.order)
        assert again.showing.items == asked.showing.items
        previous = asked.order
