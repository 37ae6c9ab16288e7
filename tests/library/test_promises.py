"""What a learner is promised, whatever they do: decks are never written, an undo is whole."""

from __future__ import annotations

from recall.cards.memory import Rating
from tests.library.building import CLOZE, Desk, answer, answer_all, question

SIGNS = 'Q: What are $$x$$, \\1, \\g<0> and "$&"?\nA: Signs that a careless program replaces.\r\n'


def test_reviews_change_no_byte_of_a_deck_p25(desk: Desk) -> None:
    file = desk.write("a.md", SIGNS + CLOZE)
    before = file.read_bytes()
    library = desk.open()
    answer_all(desk, library.session())
    library.undo()
    library.mark(library.search()[0].uid, suspended=True, flagged=True)
    library.refresh()
    assert file.read_bytes() == before


def test_one_undo_takes_back_the_whole_grade_s28(desk: Desk) -> None:
    """The state, the sibling that was put off to another day, and the place in the day's limits."""
    desk.write("a.md", CLOZE + "\n" + question("Next?"))
    library = desk.open()
    before = (library.home(), library.search(), library.session().plan)
    answer(library.session(), Rating.EASY)
    assert (library.home(), library.search(), library.session().plan) != before
    library.undo()
    assert (library.home(), library.search(), library.session().plan) == before
    (review,) = (line for line in library.log() if line["type"] == "review")
    assert review["voided"]


def test_the_same_card_in_two_decks_is_named_in_both_p57(desk: Desk) -> None:
    desk.write("a.md", question("Same?"))
    desk.write("b.md", question("Same?"))
    library = desk.open()
    assert [(found.path, found.code) for found in library.problems()] == [
        ("a.md", "L602"),
        ("b.md", "L602"),
    ]
    assert "b.md" in library.problems()[0].message
    assert len({card.uid for card in library.search()}) == 1
    assert library.session().progress.left == 1
