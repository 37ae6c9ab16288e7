"""Typed answers: alternatives, numbers, units and tolerances."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recall.cards.kinds.typed import AcceptedAnswer, Typed
from recall.markdown.reader import read_deck


def typed(answer: str) -> Typed:
    deck = read_deck(f"Q: q\nA= {answer}\n".encode(), "a.md")
    assert deck.problems == ()
    parts = deck.entries[0].parts
    assert isinstance(parts, Typed)
    return parts


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("93", AcceptedAnswer("93", Decimal(93))),
        ("7,168", AcceptedAnswer("7,168", Decimal(7168))),
        ("7 168", AcceptedAnswer("7 168", Decimal(7168))),
        ("−5", AcceptedAnswer("−5", Decimal(-5))),
        ("1.5e-3", AcceptedAnswer("1.5e-3", Decimal("0.0015"))),
        (".5", AcceptedAnswer(".5", Decimal("0.5"))),
        ("4 layers", AcceptedAnswer("4 layers", Decimal(4), "layers")),
        ("3.75%", AcceptedAnswer("3.75%", Decimal("3.75"), "%")),
        ("93 ± 1%", AcceptedAnswer("93", Decimal(93), "", Decimal("0.01"), relative=True)),
        ("93 +- 2", AcceptedAnswer("93", Decimal(93), "", Decimal(2))),
        ("3.75% ± 0.05", AcceptedAnswer("3.75%", Decimal("3.75"), "%", Decimal("0.05"))),
        ("50% ± 1%", AcceptedAnswer("50%", Decimal(50), "%", Decimal(1))),
        ("5 ± 0.1 kg", AcceptedAnswer("5 kg", Decimal(5), "kg", Decimal("0.1"))),
        ("5 kg ± 0.1", AcceptedAnswer("5 kg", Decimal(5), "kg", Decimal("0.1"))),
        ("5 kg ± 0.1 kg", AcceptedAnswer("5 kg", Decimal(5), "kg", Decimal("0.1"))),
        ("2,850 ± 1% km", AcceptedAnswer("2,850 km", Decimal(2850), "km", Decimal("0.01"), True)),
        ("2,850 km ± 1%", AcceptedAnswer("2,850 km", Decimal(2850), "km", Decimal("0.01"), True)),
        ("ninety-three", AcceptedAnswer("ninety-three")),
        ("3 of 4", AcceptedAnswer("3 of 4")),
        ("±5", AcceptedAnswer("±5")),
        ("Euro", AcceptedAnswer("Euro")),
        ("1.2.3", AcceptedAnswer("1.2.3")),
    ],
)
def test_one_answer(answer: str, expected: AcceptedAnswer) -> None:
    assert typed(answer).answers == (expected,)


def test_alternatives_and_the_bar_itself() -> None:
    assert [a.text for a in typed("a | b \\| c | $x|y$ | `d|e`").answers] == [
        "a",
        "b | c",
        "$x|y$",
        "`d|e`",
    ]


def test_exact_takes_everything_as_text() -> None:
    parts = typed("93 ± 1 {exact}")
    assert parts.exact
    assert parts.answers == (AcceptedAnswer("93 ± 1"),)
    assert parts.written == "93 ± 1"
    deck = read_deck(b"Q: q {exact}\nA= B\n", "a.md")
    assert isinstance(deck.entries[0].parts, Typed)
    assert deck.entries[0].parts.exact
    assert deck.problems == ()


@pytest.mark.parametrize(
    "answer", ["ten ± 2", "10 ± ten", "10 ±", "10 ± -1", "5 kg ± 1 cm", "10 ± 1 ± 1"]
)
def test_bad_tolerance(answer: str) -> None:
    deck = read_deck(f"Q: q\nA= 5 | {answer}\n\nQ: a\nA: b\n".encode(), "a.md")
    assert [(p.line, p.column, p.code) for p in deck.problems] == [(2, 8, "K511")]
    assert len(deck.entries) == 1


def test_a_huge_number_is_text() -> None:
    assert typed("9" * 100).answers[0].number is None
