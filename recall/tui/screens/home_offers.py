"""What the home screen offers to do with the deck at the cursor, in words."""

from __future__ import annotations

from recall.library.steps import name_of
from recall.library.values import DeckRow
from recall.study.course import State
from recall.tui.wording import amount


def is_to_be_read(deck: DeckRow) -> bool:
    """Whether a deck is to be read first: a lesson that was neither finished nor studied."""
    return deck.is_read and deck.state in (State.NEW, State.READING, State.CLOSED)


def verb_of(deck: DeckRow) -> str:
    """Return what Enter does with a deck, in a word."""
    return "read" if is_to_be_read(deck) else "study"


def offer_of(deck: DeckRow) -> str:
    """Return what can be done with a deck now; with a closed one too, as anyone may go ahead."""
    name, early = name_of(deck), ""
    if not deck.open and deck.after:
        early = f", ahead of its turn (after {deck.after[-1]})"
    if deck.state is State.READING:
        return f"Continue {name}{early}."
    parts = [
        f"{amount(deck.due, 'card')} due" if deck.due else "",
        f"{deck.new:,} new" if deck.new and not deck.waiting else "",
        amount(deck.waiting, "card") if deck.waiting else "",
    ]
    held = ", ".join(filter(None, parts)) or "nothing is due"
    return f"{verb_of(deck).capitalize()} {name}: {held}{early}."
