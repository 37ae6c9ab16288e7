"""Passages that are read once against the clock, and then asked about."""

from __future__ import annotations

from recall.cards.history import ActionKind
from recall.cards.memory import Rating
from recall.library.blank_pages.cold_reading import ColdPassage
from recall.library.lesson import LessonText
from recall.library.library import Library
from tests.library.building import Desk, assert_well

DECK = """\
---
code: L9
---
# Reading

## How to

Take your time.

Q: Plain? {#plain}
A: Yes.

## First passage

The Halden rises in a lake that has no name. It ends in the sea.

Q: Where does the Halden rise? {#rise .cold}
A: In a lake.

Q: Where does it end? {#end .cold}
A: In the sea.

## Second passage

Another river has two mouths.

Q: How many mouths? {#mouths .cold}
A: Two.

## Questions without a passage

Q: Loose? {#loose .cold}
A: Yes.
"""


def cold(library: Library) -> tuple[ColdPassage, ...]:
    return library.cold_passages()


def texts(library: Library) -> str:
    """All that the lesson shows as text."""
    lesson = library.lesson("L9")
    parts = (part for section in lesson.sections for part in section.parts)
    return "\n".join(part.source for part in parts if isinstance(part, LessonText))


def test_a_section_with_text_whose_cards_are_all_cold_is_a_passage(desk: Desk) -> None:
    desk.write("reading.md", DECK)
    first, second = cold(desk.open())
    assert (first.title, first.words, first.seconds) == ("First passage", 15, 30)
    assert first.cards == ("reading.md#rise", "reading.md#end")
    assert first.left == first.cards
    assert not first.read
    assert second.title == "Second passage"
    assert "no name" in str(first.documents())


def test_one_plain_card_makes_it_an_ordinary_section(desk: Desk) -> None:
    desk.write("reading.md", DECK.replace("{#end .cold}", "{#end}"))
    assert [one.title for one in cold(desk.open())] == ["Second passage"]


def test_cold_cards_are_not_introduced_before_their_passage(desk: Desk) -> None:
    desk.write("reading.md", DECK)
    library = desk.open()
    for session in (library.session(), library.session(("L9",), new=99)):
        assert session.current is not None
        assert session.current.uid == "reading.md#plain"
        assert session.progress.total == 1


def test_a_passage_that_was_shown_is_no_longer_cold(desk: Desk) -> None:
    desk.write("reading.md", DECK)
    library = desk.open()
    first, second = cold(library)
    session = library.begin_passage(first)
    assert [one.read for one in cold(library)] == [True, False]
    assert session.current is not None
    assert session.current.uid == "reading.md#rise"
    session.reveal()
    session.grade(Rating.GOOD)
    again = desk.open()
    assert [one.left for one in cold(again)] == [("reading.md#end",), second.cards]
    assert_well(again)


def test_showing_it_again_writes_nothing(desk: Desk) -> None:
    desk.write("reading.md", DECK)
    library = desk.open()
    library.begin_passage(cold(library)[0])
    library.begin_passage(cold(library)[0])
    assert [action.kind for action in desk.actions()] == [ActionKind.READ]


def test_a_passage_stays_read_when_its_first_card_goes(desk: Desk) -> None:
    desk.write("reading.md", DECK)
    library = desk.open()
    library.begin_passage(cold(library)[0])
    desk.write("reading.md", DECK.replace("{#rise .cold}", "{#source .cold}"))
    library.refresh()
    assert [one.read for one in cold(library)] == [True, False]


def test_answered_cards_come_back_like_any_other(desk: Desk) -> None:
    desk.write("reading.md", DECK)
    library = desk.open()
    session = library.begin_passage(cold(library)[0])
    session.reveal()
    session.grade(Rating.EASY)
    desk.wait(days=60)
    uids = set()
    session = library.session()
    while session.current is not None:
        uids.add(session.current.uid)
        session.reveal()
        session.grade(Rating.EASY)
    assert uids == {"reading.md#rise", "reading.md#plain"}


def test_the_lesson_covers_a_passage_until_it_was_read(desk: Desk) -> None:
    desk.write("reading.md", DECK)
    library = desk.open()
    assert "no name" not in texts(library)
    assert "read cold" in texts(library)
    assert "## First passage" in texts(library)
    library.begin_passage(cold(library)[0])
    assert "no name" in texts(library)
    assert "two mouths" not in texts(library)


def test_a_deck_that_cannot_be_read_offers_no_passage(desk: Desk) -> None:
    file = desk.write("reading.md", DECK)
    library = desk.open()
    file.unlink()
    assert cold(library) == ()
