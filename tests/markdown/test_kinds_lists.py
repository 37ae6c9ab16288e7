"""Kinds that end in a list: choice, order and free recall."""

from __future__ import annotations

import pytest

from recall.cards.kinds.choice import Choice, Option
from recall.cards.kinds.free_recall import FreeRecall, KeyPoint
from recall.cards.kinds.order import Order
from recall.cards.problem import Level
from recall.markdown.kinds.rubric import content_words
from recall.markdown.reader import read_deck


def parts(text: str) -> object:
    deck = read_deck(text.encode(), "a.md")
    assert [str(problem) for problem in deck.problems] == []
    (entry,) = deck.entries
    return entry.parts


def codes(text: str) -> list[str]:
    return [problem.code for problem in read_deck(text.encode(), "a.md").problems]


def test_choice_with_everything() -> None:
    text = (
        "Q: Which?\n\nThink.\n\n- [x] A $x$\nwrapped\n- [ ] B\n  - because\n    of `c`\n\n"
        "- [X] D\n  Plain reason.\n\n  More.\n- [ ] E\n  - one\n  - two\n"
        "- [ ] None of the above {pin}\n"
    )
    assert parts(text) == Choice(
        "Which?\n\nThink.",
        (
            Option("A $x$\nwrapped", True),
            Option("B", False, "because\nof `c`"),
            Option("D", True, "Plain reason.\n\nMore."),
            Option("E", False, "- one\n- two"),
            Option("None of the above", False, None, True),
        ),
    )


def test_a_plain_list_may_stand_in_the_question() -> None:
    found = parts("Q: Given\n- one\n- two\n\nwhich?\n- [x] a\n- [ ] b\n")
    assert isinstance(found, Choice)
    assert found.prompt == "Given\n- one\n- two\n\nwhich?"


def test_a_question_may_have_a_list_and_an_answer() -> None:
    deck = read_deck(b"Q: Given\n- one\n- two\nA: - [x] done\n", "a.md")
    assert deck.problems == ()
    assert deck.entries[0].kind == "question"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Note about option C here", ["K504"], id="Q2-note"),
        ("The first option is wrong", ["K504"]),
        ("Answer (b) is wrong", ["K504"]),
        ("Option A policy can take", []),
        ("An option being chosen", []),
        ("Vitamin C helps", []),
    ],
)
def test_letters_in_notes(text: str, expected: list[str]) -> None:
    assert codes(f"Q: x\n- [x] a\n- [ ] b\nN: {text}\n") == expected


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        pytest.param("All of the above", ["K503"], id="Q2-pin"),
        ("none of these", ["K503"]),
        ("Both of them", ["K503"]),
        ("All of the above {pin}", []),
        ("All of the experts", []),
        ("None", []),
    ],
)
def test_options_about_others(option: str, expected: list[str]) -> None:
    assert codes(f"Q: x\n- [x] a\n- [ ] b\n- [ ] {option}\n") == expected


def test_order_keeps_items_whole() -> None:
    assert parts(
        "O: Do\n\n1. It began in 1990. Then\n2. more\n\n   ```\n   x\n   ```\n3. end\n"
    ) == (Order("Do", ("It began in 1990. Then", "more\n\n```\nx\n```", "end")))


@pytest.mark.parametrize(
    ("items", "expected"),
    [
        pytest.param("1. It began in 1990. Then\n2. b", [], id="P17"),
        pytest.param("1. It began in\n1990. Then\n", ["K534"], id="P17-wrapped"),
        pytest.param("1. a\n1. b\n1. c", [], id="ones"),
        pytest.param("\n0. a\n1. b", [], id="from-zero"),
        pytest.param("1. a\n3. b", ["K534"], id="gap"),
    ],
)
def test_numbers_of_an_order(items: str, expected: list[str]) -> None:
    assert codes(f"O: x\n{items}\n") == expected


def test_free_recall_with_everything() -> None:
    text = (
        'R: Rebuild it. {#page audience="a friend"}\n- Stages\n'
        "  - SFT comes first | supervised first {#p-sft}\n    - ? Which is first?\n"
        "  - RL trains **nine** experts\n    that differ\n    - = three by three\n"
        "- MOPD distils all {weight=2 card=mopd}\n  - ! an ensemble is served\n"
    )
    assert parts(text) == FreeRecall(
        "Rebuild it.",
        (
            KeyPoint(
                "SFT comes first",
                ("Stages",),
                ("supervised first",),
                cue="Which is first?",
                id="p-sft",
                line=3,
            ),
            KeyPoint(
                "RL trains **nine** experts that differ",
                ("Stages",),
                ("three by three",),
                required=("nine",),
                line=5,
            ),
            KeyPoint(
                "MOPD distils all",
                misconceptions=("an ensemble is served",),
                weight=2,
                card="mopd",
                line=8,
            ),
        ),
    )


def test_attributes_of_a_wrapped_point_stand_where_they_are_written() -> None:
    deck = read_deck(b"R: x\n- nine experts\n  trained {weight=many}\n", "a.md")
    assert [(p.line, p.column, p.code) for p in deck.problems] == [(3, 12, "A406")]


def test_nested_groups() -> None:
    found = parts("R: x\n- a\n  - b\n    - one clear fact\n  - another thing\n")
    assert isinstance(found, FreeRecall)
    assert [point.group for point in found.points] == [("a", "b"), ("a",)]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ("- the is\n- real facts here", ["K542"]),
        ("- the is | real facts\n- other facts here", []),
        ("- nine experts trained\n- nine experts were trained", ["K543"]),
        ("- high falls to low\n  - ! low falls to high", ["K550"]),
        ("- high falls to low\n  - ! high falls to lower", []),
        ("- high falls to low\n  - ! High falls to low!", ["K549"]),
        ("- high falls to low | low rises\n  - ! rises low", ["K550"]),
        ("- high falls to low | low rises\n  - ! low rises", ["K549"]),
        ("- high falls to low\n  - ! the of", []),
        ("- high falls to low\n- sound travels slowly\n  - ! low falls to high", ["K549"]),
        (
            "- sound travels slowly\n  - ! so light travels\n- dust settles | light travels",
            ["K549"],
        ),
        ("- sound travels slowly | MoE\n- dust settles everywhere | the MoE", ["K543"]),
        ("- sound travels slowly | MoE\n- dust settles everywhere | MLA", []),
        ("- sound travels slowly | of the\n- dust settles everywhere | the of", []),
        ("- KDA layer: sixty nine\n- MLA layer: twenty four\n- MoE layer: all", []),
        ("- one two three four five six seven eight nine ten eleven twelve thirteen zz", ["K544"]),
        ("- 深層学習の基礎\n- 強化学習の応用例", []),
    ],
)
def test_rubric(points: str, expected: list[str]) -> None:
    assert codes(f"R: x\n{points}\n") == expected


def test_a_misconception_is_reported_where_it_stands() -> None:
    deck = read_deck(
        b"R: x\n- high falls to low\n  - ? how\n  - ! low falls to high\n"
        b"- sound travels slowly\n  - ! it stays\n  - ! high falls to low\n",
        "a.md",
    )
    assert [(one.line, one.column, one.code, one.level) for one in deck.problems] == [
        (4, 3, "K550", Level.NOTE),
        (7, 3, "K549", Level.WARNING),
    ]
    assert "the point in line 2" in deck.problems[1].message


def test_content_words_keep_negations_and_numbers() -> None:
    assert content_words("It is not the 7,168 of them below") == ["not", "7,168", "below"]
