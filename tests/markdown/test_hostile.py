"""Decks written to hurt come to an end, and the good card beside them loads.

How long each takes is measured by ``python -m tests.benchmarks hostile``.
"""

from __future__ import annotations

import pytest

from recall.markdown.reader import read_deck

GOOD = "Q: Good?\nA: Yes.\n\n# Next\n\n"
SHAPES = {
    "P45-brackets": "[" * 200_000,
    "P45-quotes": ">" * 200_000,
    "list-signs": "- " * 100_000,
    "comments": "<!--\n" * 50_000,
    "mathematics": "$$ x\n***\n" * 20_000,
    "options": "Q: x\n" + "- [ ] a\n" * 20_000,
    "reasons": "Q: x\n" + "- [x] a\n  - b\n" * 10_000,
    "points": "R: x\n" + "- a\n" * 20_000,
    "items": "O: x\n" + "1. a\n" * 20_000,
    "answers": "Q: x\nA= " + "1|" * 50_000,
    "tolerances": "Q: x\nA= " + "1 ± " * 20_000,
    "gaps": "C: " + "{{a}}" * 20_000,
    "open-gaps": "C: " + "{{" * 50_000,
    "hints": "C: {{c1::" + "::" * 30_000 + "}}",
    "bars": "C: {{" + "|" * 50_000 + "}}",
    "ticks": "Q: x\nA= " + "".join("`" * n + "|" for n in range(1, 400)),
    "dollars": "Q: x\nA= " + "$a " * 30_000 + "|",
    "attributes": "Q: x {" + "#a " * 20_000 + "}",
    "braces": "Q: x" + ' {"a' * 20_000 + "}",
    "backslashes": "C: " + "\\" * 100_000 + "{{a}}",
    "tabs": "-\t" * 30_000,
    "pipes": "| a\n" * 30_000,
    "rules": "---\n" * 30_000,
    "bold": "R: x\n- " + "**a" * 10_000,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_hostile_deck(shape: str) -> None:
    deck = read_deck(f"{GOOD}{SHAPES[shape]}\n".encode(), "a.md")
    assert deck.entries[0].parts.title == "Good?"


def test_ten_thousand_cards_p44() -> None:
    text = "".join(f"Q: What is {n}?\nA: It is {n}.\n\n" for n in range(10_000))
    deck = read_deck(text.encode(), "a.md")
    assert len(deck.entries) == 10_000
