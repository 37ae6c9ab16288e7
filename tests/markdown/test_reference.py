"""What the reference says is what the reader does."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from recall.cards.card import Kind
from recall.cards.deck import DeckKind
from recall.cards.fingerprint import cards_of
from recall.markdown import reference
from recall.markdown.codes import CODES
from recall.markdown.front_matter_values import KEYS
from recall.markdown.lint import lint, lint_cards, lint_deck
from recall.markdown.reader import read_deck

EXAMPLES = re.findall(
    r"^```markdown cards=(\d+)(?: problems=(\S*))?\n(.*?)^```$",
    files("recall.markdown").joinpath("reference.md").read_text("utf-8"),
    re.MULTILINE | re.DOTALL,
)


def test_every_fence_is_an_example_that_is_tested() -> None:
    fences = re.findall(r"^```", reference.text(), re.MULTILINE)
    assert len(fences) == 2 * len(EXAMPLES)
    assert len(EXAMPLES) >= 14


@pytest.mark.parametrize(("cards", "problems", "text"), EXAMPLES)
def test_example_reads_as_the_reference_says(cards: str, problems: str, text: str) -> None:
    deck = read_deck(text.encode(), "example.md")
    expected = problems.split(",") if problems else []
    assert [problem.code for problem in deck.problems] == expected
    assert sum(len(cards_of(entry, "example.md")) for entry in deck.entries) == int(cards)
    found = lint(lint_cards(deck, 0, "example.md"), [lint_deck(deck, 0, None)])
    codes = [problem.code for problem in found.problems.get(0, ())]
    assert codes == (["L604", "L604"] if "after:" in text else [])


def test_reference_shows_every_kind_attribute_and_key() -> None:
    text = reference.text()
    shown = {
        entry.kind
        for _, _, example in EXAMPLES
        for entry in read_deck(example.encode(), "example.md").entries
    }
    assert shown == set(Kind)
    for word in (*KEYS, *(kind.value for kind in DeckKind)):
        assert f"`{word}`" in text, word
    for word in ("audience", "retention", "from", "weight", "card", "pin", "exact"):
        assert word in text
    assert set(re.findall(r"\b[FMCAKL]\d{3}\b", text)) <= set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(code: str) -> None:
    explained = reference.explain(code.lower())
    assert explained is not None
    assert CODES[code].explanation in explained


def test_examples_are_shown_when_they_are_short_text() -> None:
    assert "Wrong:\n\n````markdown\nQ: Which is in Peru?" in (reference.explain("K504") or "")
    assert "Wrong, course.md:" in (reference.explain("L603") or "")
    assert "````" not in (reference.explain("F101") or "").partition("Right:")[0]
    assert "````" not in (reference.explain("F112") or "")


def test_unknown_code_is_not_explained() -> None:
    assert reference.explain("X999") is None
