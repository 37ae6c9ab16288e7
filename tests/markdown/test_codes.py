"""Each code's wrong example has that problem and no other, and its right example has none."""

from __future__ import annotations

import re

import pytest

from recall.cards.deck import Deck
from recall.markdown.code import Example
from recall.markdown.codes import CODES, nearest, problem
from recall.markdown.lint import lint, lint_cards, lint_deck
from recall.markdown.reader import read_deck
from recall.markdown.source import MAXIMUM_BYTES

# Problems of files and folders themselves, which no text of a deck can show.
OUTSIDE = {"F104", "F108", "F109", "F110", "F111", "F112"}


def codes_of(example: Example) -> list[str]:
    """Return the codes of everything that is wrong with an example, decks and library."""
    files = example if not isinstance(example, str | bytes) else {"example.md": example}
    decks: dict[str, Deck] = {}
    for path, content in files.items():
        data = content.encode() if isinstance(content, str) else content
        decks[path] = read_deck(data, path)
    pages = {
        path.rpartition("/")[0]: deck.front_matter.id
        for path, deck in decks.items()
        if path.endswith("course.md")
    }
    courses = {path: pages.get(path.rpartition("/")[0]) for path in decks}
    result = lint(
        [card for path in decks for card in lint_cards(decks[path], path, courses[path] or path)],
        [lint_deck(deck, path, courses[path]) for path, deck in decks.items()],
    )
    found = [problem.code for deck in decks.values() for problem in deck.problems]
    return found + [problem.code for every in result.problems.values() for problem in every]


@pytest.mark.parametrize("code", sorted(set(CODES) - OUTSIDE))
def test_examples(code: str) -> None:
    assert set(codes_of(CODES[code].wrong)) == {code}
    assert codes_of(CODES[code].right) == []


def test_codes_without_example_are_those_outside_of_decks() -> None:
    assert {code for code, known in CODES.items() if not known.wrong} == OUTSIDE


def test_file_that_is_too_large() -> None:
    deck = read_deck(b"x" * (MAXIMUM_BYTES + 1), "large.md")
    assert [found.code for found in deck.problems] == ["F104"]


@pytest.mark.parametrize("code", CODES)
def test_code_is_well_formed(code: str) -> None:
    known = CODES[code]
    assert known.code == code
    assert re.fullmatch(r"[FMCAKL]\d{3}", code)
    assert known.message.endswith(".")
    assert known.title
    assert known.explanation.endswith(".")


def test_values_are_cleaned_and_shortened() -> None:
    found = problem("M208", "a.md", 1, 2, key="\x1b[2J" + "x" * 500, nearest="y")
    assert "\x1b" not in str(found)
    assert len(found.message) < 250


def test_nearest_names_the_nearest_word_or_all() -> None:
    assert nearest("titel", ("title", "kind")) == 'Did you mean "title"?'
    assert nearest("zzz", ("title", "kind")) == "Known are title and kind."


def test_problem_is_one_line() -> None:
    found = problem("C306", "deck.md", 3, 4, marker="A:")
    assert str(found) == (
        "deck.md:3:4: C306 error: A: is empty. hint: Write something there, or remove the card."
    )
