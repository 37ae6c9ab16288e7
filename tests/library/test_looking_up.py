from __future__ import annotations

import pytest

from recall.errors import UsageError
from recall.markdown.plain import plain_text
from tests.library.building import Desk, answer, question, questions


def test_a_card_by_its_name_or_the_only_one_that_begins_so(desk: Desk) -> None:
    desk.write("a.md", questions(12))
    library = desk.open()
    assert library.card("a.md#q2").uid == "a.md#q2"
    assert library.card("a.md#q12").uid == "a.md#q12"
    # A whole name is meant, although another begins so.
    assert library.card("a.md#q1").uid == "a.md#q1"
    with pytest.raises(UsageError, match="Several cards") as error:
        library.card("a.md#q")
    assert error.value.hint.count("a.md#q") == 5
    for name in ("nothing", "A.MD#Q1", "a.md#q2 ", "%"):
        with pytest.raises(UsageError, match="no card named"):
            library.card(name)
    with pytest.raises(UsageError):
        library.card("")


def test_a_card_by_a_name_it_had_before(desk: Desk) -> None:
    desk.write("a.md", question("Which?"))
    library = desk.open()
    (row,) = library.search()
    desk.write("a.md", "Q: Which? {#which}\nA: An answer.\n")
    library.refresh()
    assert library.card("a.md#which").uid == library.card(row.uid).uid == row.uid


def test_a_card_is_read_back_as_it_stands_in_its_deck(desk: Desk) -> None:
    desk.write(
        "sub/a.md",
        "---\ntitle: Deck\ncode: L1\ndirection: rtl\n---\n\n# Head\n\nProse.\n\n"
        'Q: One *bold* question? {#one .t from="p. 3"}\nA: First.\n\nSecond paragraph.\n'
        "H: A hint.\nN: A note.\n",
    )
    library = desk.open()
    shown = library.show("sub/a.md#one")
    assert (shown.deck_title, shown.code, shown.right_to_left) == ("Deck", "L1", True)
    assert (shown.place.path, shown.place.line, shown.place.end_line) == ("sub/a.md", 11, 16)
    assert (shown.source, shown.tags) == ("p. 3", ("t",))
    assert plain_text(shown.answer) == "First.\n\nSecond paragraph."
    assert shown.hint is not None
    assert shown.note is not None
    assert (plain_text(shown.hint), plain_text(shown.note)) == ("A hint.", "A note.")
    assert library.source_of(shown) == desk.decks / "sub" / "a.md"
    assert library.source_of(shown).is_file()


def test_a_long_title_is_shortened_in_a_sentence(desk: Desk) -> None:
    desk.write("a.md", question("Why " + "and why " * 40 + "so?"))
    library = desk.open()
    answer(library.session())
    undone = library.undo()
    assert undone is not None
    assert len(undone.sentence) < 100
    assert "…" in undone.sentence
