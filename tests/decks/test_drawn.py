"""Every card and page of the course as it is drawn at 80 columns: nothing is broken or cut."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from recall.cards.fingerprint import cards_of
from recall.cards.memory import NEW_MEMORY, NO_MARKS
from recall.library.showing import Stored, ask
from recall.markdown.build import document
from recall.markdown.document import Document
from recall.markdown.layout import lay_out
from recall.markdown.reader import read_deck
from recall.paths import bundled_decks

COLUMNS = 74
DECKS = sorted(bundled_decks().rglob("*.md"))


def check(drawn: Document) -> None:
    for line in lay_out(drawn, COLUMNS):
        assert line.columns <= COLUMNS, line.text
        # Dollars that are not money are mathematics that could not be drawn.
        for place, character in enumerate(line.text):
            if character == "$":
                assert line.text[place + 1 : place + 2].isdigit(), line.text


@pytest.mark.parametrize("deck", DECKS, ids=lambda path: path.name)
def test_every_card_is_drawn_whole(deck: Path) -> None:
    read = read_deck(deck.read_bytes(), deck.name)
    chance = Random(7)
    for entry in read.entries:
        for card in cards_of(entry, "course"):
            stored = Stored(
                uid=card.name,
                name=card.name,
                facet=card.facet,
                folder="",
                deck_title="",
                entry=entry,
                front_matter=read.front_matter,
                memory=NEW_MEMORY,
                marks=NO_MARKS,
            )
            showing = ask(stored, chance.getrandbits(63), type_gaps=False).showing
            assert lay_out(showing.prompt, COLUMNS), card.name
            assert lay_out(showing.answer, COLUMNS), card.name
            reasons = [option.reason for option in showing.options if option.reason is not None]
            for part in (
                showing.prompt,
                showing.answer,
                *(option.content for option in showing.options),
                *showing.items,
                *reasons,
                *filter(None, (showing.hint, showing.note)),
            ):
                check(part)


@pytest.mark.parametrize("deck", DECKS, ids=lambda path: path.name)
def test_the_reading_is_drawn_whole(deck: Path) -> None:
    read = read_deck(deck.read_bytes(), deck.name)
    lines = read.text.splitlines()
    for entry in read.entries:
        for number in range(entry.place.line - 1, entry.place.end_line):
            lines[number] = ""
    text = "\n".join(lines)
    if read.has_front_matter:
        text = text.split("\n---\n", 1)[1]
    # A whole lesson is drawn section by section.
    for section in text.split("\n## "):
        check(document(section))
