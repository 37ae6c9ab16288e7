"""One file through everything in this process: reading, checking, showing every card and page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from recall.cards.card import Entry
from recall.cards.deck import Deck, DeckKind
from recall.cards.fingerprint import cards_of
from recall.cards.memory import NEW_MEMORY, NO_MARKS
from recall.library.checking import check
from recall.library.lesson import LessonCards, lesson_of
from recall.library.showing import Stored, ask
from recall.library.values import DeckRow, Showing
from recall.markdown.document import Document
from recall.markdown.layout import lay_out
from recall.markdown.plain import plain_text
from recall.markdown.reader import read_deck, read_entry
from recall.text import clean

WIDTHS = (34, 78)
_ROW = DeckRow("a.md", "", "", DeckKind.DECK, None, None, None, True, 0, 0, 0, 0, 0.0, 0)


def show_all(
    data: bytes, file: Path, chance: Random, step: Callable[[], None] = lambda: None
) -> int:
    """Put a deck's bytes through the program; return how many cards were shown.

    ``file`` is where they are written to be checked; ``step`` is called before each thing that a
    person waits for: reading, checking, one card, one page. Raises AssertionError when a control, a
    bidi override or another hidden character would reach a terminal, and whatever goes wrong else.
    """
    step()
    deck = read_deck(data, "a.md")
    step()
    file.write_bytes(data)
    for problem in (*deck.problems, *check([file]).problems):
        for text in (problem.message, problem.hint, problem.path):
            assert clean(text) == text, repr(text)
        assert problem.line >= 1
        assert problem.column >= 1
    front = deck.front_matter
    for words in (front.title, front.code, front.summary, front.source, *front.tags, *front.after):
        assert words is None or clean(words) == words, repr(words)
    shown = 0
    for entry in deck.entries:
        again = read_entry(entry.source, "a.md", entry.place.line)
        assert again is not None, entry.source
        for showing in _cards(deck, entry, chance):
            shown += 1
            step()
            for part in _parts(showing):
                _draw(part, right_to_left=showing.right_to_left)
    step()
    lesson = lesson_of(deck, _ROW, lambda names: {name: name for name in names})
    for section in lesson.sections:
        step()
        assert clean(section.title) == section.title
        for piece in section.parts:
            if not isinstance(piece, LessonCards):
                _draw(piece.document(), right_to_left=False)
                continue
            for one in piece.entries:
                assert clean(one.title) == one.title
                _draw(one.prompt(), right_to_left=False)
                _draw(one.answer(), right_to_left=False)
    return shown


def _cards(deck: Deck, entry: Entry, chance: Random) -> Iterator[Showing]:
    for card in cards_of(entry, "course"):
        stored = Stored(
            uid=card.name,
            name=card.name,
            facet=card.facet,
            folder="",
            deck_title="",
            entry=entry,
            front_matter=deck.front_matter,
            memory=NEW_MEMORY,
            marks=NO_MARKS,
        )
        yield ask(stored, chance.getrandbits(63), type_gaps=chance.random() < 0.5).showing


def _parts(showing: Showing) -> Iterator[Document]:
    yield showing.prompt
    yield showing.answer
    yield from showing.items
    for option in showing.options:
        yield option.content
        if option.reason is not None:
            yield option.reason
    yield from filter(None, (showing.hint, showing.note))


def _draw(part: Document, *, right_to_left: bool) -> None:
    for columns in WIDTHS:
        for line in lay_out(part, columns, right_to_left=right_to_left):
            assert clean(line.text) == line.text, repr(line.text)
            assert "\n" not in line.text
        text = plain_text(part, columns, right_to_left=right_to_left)
        assert clean(text) == text
