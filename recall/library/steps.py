"""The next step in words, the same in every front."""

from __future__ import annotations

from recall.library.values import DeckRow, Home
from recall.library.words import count
from recall.study.course import StepKind


def name_of(deck: DeckRow) -> str:
    """Return what a deck is called in a sentence."""
    return f"{deck.code} {deck.title}" if deck.code else deck.title


def step_in_words(home: Home) -> str:
    """Return the next step, such as ``review 18 cards from L1–L3, about 6 min``.

    When nothing is left today it says when there is something again, if that is known.
    """
    deck = home.next_deck
    about = f", about {home.minutes:,} min" if home.minutes else ""
    match home.step.kind:
        case StepKind.REVIEW:
            what = f"review {count(home.due, 'card')}{_from_where(home)}"
            if home.new and not home.step.new:
                return what
            return f"{what} and learn {home.new:,} new{about}" if home.new else what + about
        case StepKind.LEARN:
            fresh = [row for row in home.decks if row.new_today]
            of = f" of {name_of(fresh[0])}" if len(fresh) == 1 else ""
            return f"learn {count(home.new, 'new card')}{of}{about}"
        case StepKind.NOTHING:
            return "nothing more today" + (f" (then {home.next_due})" if home.next_due else "")
        case kind:
            return _about_a_deck(kind, deck) if deck is not None else kind.value


def _about_a_deck(kind: StepKind, deck: DeckRow) -> str:
    match kind:
        case StepKind.READ_ON:
            return f"continue {name_of(deck)}"
        case StepKind.READ:
            return f"read {name_of(deck)}"
        case StepKind.QUIZ:
            return f"quiz {name_of(deck)}"
        case StepKind.MIX:
            return f"{deck.title} is ready"
        case _:
            return f"blank page of {name_of(deck)}"


def _from_where(home: Home) -> str:
    """Return where the cards that are due are from: ``from L3``, ``from L1–L3``, ``from 4 decks``.

    A span is told only where every deck of the course from its first to its last has cards due.
    """
    due = [place for place, row in enumerate(home.decks) if row.due]
    rows = [home.decks[place] for place in due]
    if len(rows) == 1:
        return f" from {rows[0].code or rows[0].title}"
    codes = [row.code for row in rows if row.code]
    if rows and len(codes) == len(rows) and len({row.course for row in rows}) == 1:
        if due[-1] - due[0] == len(due) - 1 and len(due) > 2:
            return f" from {codes[0]}–{codes[-1]}"
        if len(codes) <= 3:
            return f" from {', '.join(codes[:-1])} and {codes[-1]}"
    return f" from {len(rows):,} decks" if rows else ""
