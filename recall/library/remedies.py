"""What helps with a card that is hard to keep: where to read again, and what was mixed up."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

from recall.cards.kinds.choice import Choice
from recall.errors import UsageError
from recall.library.context import Context
from recall.library.lesson import read_lesson
from recall.library.looking_up import find_card, stored_card, title_of
from recall.library.overview import deck_rows
from recall.library.passages import LessonPassage, passage_of
from recall.library.plan import shelf
from recall.library.values import DeckRow
from recall.storage import history, journal, placements
from recall.storage.records import PlacedCard
from recall.storage.store import Transaction
from recall.text import clean_line, shorten

_LONGEST_ANSWER = 60


@dataclass(frozen=True, slots=True)
class Remedies:
    """What helps with one card.

    ``lapses`` is how often it was forgotten, ``leech`` whether that makes it a leech; ``passage``
    where its lesson treats it; ``siblings`` the titles of the cards made of the same entry;
    ``mistakes`` the wrong answers given, with how often, the most frequent first.
    """

    lapses: int
    leech: bool
    passage: LessonPassage | None
    siblings: tuple[str, ...]
    mistakes: tuple[tuple[str, int], ...]


def remedies(context: Context, name: str) -> Remedies:
    """Return what helps with a card, as far as its deck and the log tell.

    ``name`` is one of the card's names or the beginning of one. Raises UsageError when no card, or
    several, have it.
    """
    with context.store.reading() as tx:
        uid = find_card(tx, name)
        lapses = journal.state(tx, uid).memory.lapses
        placed = placements.placed(tx, uid, context.folders)
        siblings = () if placed is None else _siblings(context, tx, placed)
        mistakes = tuple(_mistakes(context, tx, uid).most_common())
        rows = deck_rows(shelf(context, tx, context.moment(tx).day))
    row = next((row for row in rows if placed and row.file_id == placed.file.id), None)
    threshold = context.config.leech_threshold
    return Remedies(
        lapses=lapses,
        leech=bool(threshold) and lapses >= threshold,
        passage=None if row is None else _passage(context, row, uid),
        siblings=siblings,
        mistakes=mistakes,
    )


def _siblings(context: Context, tx: Transaction, placed: PlacedCard) -> tuple[str, ...]:
    others = dict.fromkeys(
        card.uid
        for card in placements.entries(tx, placed.file.id)
        if card.entry_id == placed.entry_id and card.uid != placed.uid
    )
    return tuple(title_of(context, tx, other) for other in others)


def _passage(context: Context, row: DeckRow, uid: str) -> LessonPassage | None:
    try:
        lesson = read_lesson(context, row)
    except UsageError:
        return None
    return passage_of(lesson, uid) if lesson.has_text else None


def _mistakes(context: Context, tx: Transaction, uid: str) -> Counter[str]:
    """Count the options chosen that are wrong, and what was typed and not right."""
    stored = stored_card(context, tx, uid)
    right: set[str] = set()
    if stored is not None and isinstance(stored.entry.parts, Choice):
        right = {option.text for option in stored.entry.parts.options if option.right}
    gone = history.voided(tx)
    found: Counter[str] = Counter()
    for review in history.reviews(tx, [uid]):
        if review.answer is None or review.id in gone:
            continue
        answer = json.loads(review.answer)
        given = [text for text in answer.get("chosen", ()) if text not in right]
        if answer.get("share", 0.0) < 1 and isinstance(answer.get("typed"), str):
            given.append(answer["typed"])
        found.update(
            shorten(clean_line(text), _LONGEST_ANSWER) for text in given if str(text).strip()
        )
    return found
