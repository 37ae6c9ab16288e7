"""A deck as its author sees it: every passage and card in order, with its problems."""

from __future__ import annotations

from pathlib import Path

import pytest

from recall.cards.card import Kind
from recall.errors import UsageError
from recall.library.new_deck import write_new_deck
from recall.library.preview import DeckPreview, preview
from recall.library.values import AnswerMode
from recall.markdown.plain import plain_text

DECK = """\
---
title: Mine
sumary: mistyped
---

# Text

Words to read.

Q: One?
A: Two.

Q: Which?
- [ ] none right

T: Term
D: Definition.

R: A page.
- The first point about rivers
- The second point about mountains
"""


def read(tmp_path: Path, text: str | bytes) -> DeckPreview:
    file = tmp_path / "a.md"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return preview(file)


def test_leaves_stand_in_the_order_of_the_file(tmp_path: Path) -> None:
    found = read(tmp_path, DECK)
    assert found.title == "Mine"
    kinds = [leaf.showing.kind if leaf.showing else None for leaf in found.leaves]
    assert kinds[:2] == [None, Kind.QUESTION]
    assert kinds[-3:] == [Kind.TERM, Kind.TERM, Kind.FREE_RECALL]
    lines = [leaf.line for leaf in found.leaves]
    assert lines == sorted(lines)
    assert found.cards == 4


def test_a_problem_stands_beside_its_leaf_and_the_others_above(tmp_path: Path) -> None:
    found = read(tmp_path, DECK)
    assert [(one.line, "sumary" in one.message) for one in found.problems] == [(3, True)]
    (beside,) = [leaf for leaf in found.leaves if leaf.problems]
    assert [one.line for one in beside.problems] == [13]
    assert found.found == 2


def test_a_problem_of_an_entry_with_two_cards_is_told_once(tmp_path: Path) -> None:
    found = read(tmp_path, "T: Same\nD: Words.\n\nT: Same\nD: Words.\n")
    told = [problem for leaf in found.leaves for problem in leaf.problems]
    assert told
    assert len(told) == len(set(told))
    assert found.found == len(told) + len(found.problems)


def test_a_blank_page_shows_all_of_its_points(tmp_path: Path) -> None:
    (leaf,) = read(tmp_path, DECK[DECK.index("R:") :]).leaves
    assert leaf.showing is not None
    assert plain_text(leaf.showing.prompt) == "A page."
    answer = plain_text(leaf.showing.answer)
    assert "rivers" in answer
    assert "mountains" in answer


def test_gaps_are_typed_where_the_setting_says_so(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("C: One {{gap}} here.\n", encoding="utf-8")
    modes = []
    for type_gaps in (False, True):
        (leaf,) = preview(file, type_gaps=type_gaps).leaves
        assert leaf.showing is not None
        modes.append(leaf.showing.mode)
    assert modes == [AnswerMode.REVEAL, AnswerMode.TYPE]


@pytest.mark.parametrize("text", [b"Q: One\xff?", b"\xff\xfeQ", b"Q: \x00"])
def test_a_file_that_is_no_text_has_its_problem_and_no_leaf(tmp_path: Path, text: bytes) -> None:
    found = read(tmp_path, text)
    assert found.leaves == ()
    assert len(found.problems) == 1


def test_an_empty_file_has_no_leaf(tmp_path: Path) -> None:
    assert read(tmp_path, "").leaves == ()


@pytest.mark.parametrize("name", ["missing.md", "."])
def test_what_is_no_file_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError):
        preview(tmp_path / name)


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Q: a\nA: b\n", encoding="utf-8")
    with pytest.raises(UsageError, match="is not a deck"):
        preview(tmp_path / "notes.txt")


def test_a_new_deck_has_every_kind_and_no_problem(tmp_path: Path) -> None:
    file = tmp_path / "my: first-deck.md"
    write_new_deck(file)
    found = preview(file)
    assert found.title == "my: first deck"
    assert found.found == 0
    assert {leaf.showing.kind for leaf in found.leaves if leaf.showing} == set(Kind)
    assert any(leaf.text is not None for leaf in found.leaves)


def test_a_new_deck_replaces_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.md"
    file.write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="exists, so nothing was written"):
        write_new_deck(file)
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("name", ["a.txt", "a", "_a.md", ".a.md", "no/folder.md"])
def test_a_new_deck_is_named_as_a_deck_in_a_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="nothing was written"):
        write_new_deck(tmp_path / name)
    assert list(tmp_path.iterdir()) == []
