from __future__ import annotations

import pytest

from recall.cards.history import ActionKind
from recall.cards.memory import Rating
from recall.errors import UsageError
from recall.library.library import Library
from recall.library.values import Sort
from tests.library.building import CLOZE, TERM, Desk, answer, assert_well, question, reps


@pytest.fixture
def library(desk: Desk) -> Library:
    desk.write("a.md", question("What is a monad? {#a}") + question("Boil water how? {#other}"))
    desk.write("b.md", question("Define the structure with bind and unit. {#b}"))
    desk.write("terms.md", TERM + "\nT: Pruning\nD: Taking weights away.\n")
    desk.write("cloze.md", CLOZE)
    return desk.open()


def test_two_cards_become_one_with_one_history(desk: Desk, library: Library) -> None:
    answer(library.session(("b.md",)), Rating.EASY)
    desk.wait(days=1)
    answer(library.session(("a.md",)), Rating.GOOD)
    sentence = library.link("a.md#a", "b.md#b")
    assert sentence == (
        "“What is a monad?” and “Define the structure with bind and unit.” are one card now, "
        "with one history."
    )
    info = library.card("a.md#a")
    assert (info.uid, len(info.reviews)) == ("b.md#b", 2)
    assert set(info.names) == {"a.md#a", "b.md#b"}
    assert reps(library)["What is a monad?"] == 2
    action = desk.actions()[-1]
    assert action.kind is ActionKind.LINK
    assert '"by": "hand"' in action.body
    (listed,) = library.carried_over()
    assert (listed.text_before, listed.undone) == ("Q: What is a monad? {#a}\nA: An answer.", False)
    assert_well(library)


def test_undoing_the_link_parts_exactly_what_it_joined(desk: Desk, library: Library) -> None:
    answer(library.session(("b.md",)), Rating.EASY)
    desk.wait(days=1)
    answer(library.session(("a.md",)), Rating.AGAIN)
    before = desk.state("a.md#a"), desk.state("b.md#b")
    library.link("b.md#b", "a.md#a")
    library.undo_link("a.md#a")
    assert (desk.state("a.md#a"), desk.state("b.md#b")) == before
    assert_well(library)


def test_a_card_that_is_gone_carries_on_as_one_that_is_there(desk: Desk, library: Library) -> None:
    answer(library.session(("b.md",)), Rating.EASY)
    (desk.decks / "b.md").unlink()
    library.refresh()
    (gone,) = library.search("is:missing")
    assert (gone.title, gone.missing) == ("Define the structure with bind and unit.", True)
    library.link("a.md#a", "b.md#b")
    assert library.search("is:missing") == ()
    assert reps(library)["What is a monad?"] == 1
    assert desk.actions()[-1].target == "b.md#b"


@pytest.mark.parametrize(
    ("one", "other", "message"),
    [
        ("a.md#a", "a.md#a", "is one card already"),
        ("a.md#a", "cloze:93", "A question and a cloze card were not linked"),
        ("cloze:93", "cloze:24", "Two parts of"),
        ("Distillation→", "Distillation←", "Two parts of"),
        ("Distillation→", "Pruning←", "asked in two directions"),
    ],
)
def test_nonsense_is_refused_and_nothing_is_written(
    desk: Desk, library: Library, one: str, other: str, message: str
) -> None:
    names = {f"cloze:{row.which}": row.uid for row in library.search("kind:cloze")}
    names |= {row.title + row.which: row.uid for row in library.search("kind:term")}
    before = desk.log()
    with pytest.raises(UsageError) as error:
        library.link(names.get(one, one), names.get(other, other))
    assert message in error.value.message
    assert error.value.hint
    assert desk.log() == before


def test_what_is_linked_already_is_refused(library: Library) -> None:
    library.link("a.md#a", "b.md#b")
    with pytest.raises(UsageError, match="is one card already"):
        library.link("b.md#b", "a.md#a")


def test_terms_of_one_direction_are_linked(library: Library) -> None:
    one, other = (
        row.uid for row in library.search("kind:term", sort=Sort.TITLE) if row.which == "→"
    )
    assert "are one card now" in library.link(one, other)
