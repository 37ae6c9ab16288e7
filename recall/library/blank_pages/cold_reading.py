"""Passages to be read cold: once, against the clock, and then asked about.

A passage is a section of a deck that has text and whose cards all carry the tag ``cold``. Its cards
are asked first when it was read; afterwards they come back like any other card. That it was read is
an action in the log, and what was read is no longer cold.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from recall.cards.history import ActionKind
from recall.errors import UsageError
from recall.library.context import Context
from recall.library.lesson import Lesson, LessonCards, LessonSection, LessonText, read_lesson
from recall.library.marking import new_action
from recall.library.overview import deck_rows
from recall.library.plan import shelf
from recall.library.values import DeckRow
from recall.markdown.document import Document
from recall.storage import candidates, history, journal, names
from recall.storage.candidates import COLD_TAG

WORDS_A_MINUTE = 150
"""The pace that the time for a passage is reckoned by: that of careful reading."""

_COVERED = (
    "*This passage is read cold, once and against the clock: it stands with the blank pages. "
    "Afterwards it can be read here.*"
)
_WORD = re.compile(r"\S*\w\S*")


@dataclass(frozen=True, slots=True)
class ColdPassage:
    """One passage.

    ``name`` is the lasting name of its first card. ``words`` is its length and ``seconds`` the time
    to read it in. ``cards`` are the lasting names of its cards and ``left`` those that were not
    answered yet. ``read`` tells that it is no longer cold.
    """

    name: str
    title: str
    deck: DeckRow
    words: int
    seconds: int
    cards: tuple[str, ...]
    left: tuple[str, ...]
    read: bool
    texts: tuple[LessonText, ...]

    def documents(self) -> tuple[Document, ...]:
        """Return the text as it is drawn."""
        return tuple(text.document() for text in self.texts)


def cold_passages(context: Context) -> tuple[ColdPassage, ...]:
    """Return every passage, in the order of the courses; decks that cannot be read are left out."""
    with context.store.reading() as tx:
        today = context.moment(tx).day
        files = candidates.cold_files(tx, context.folders)
        rows = [row for row in deck_rows(shelf(context, tx, today)) if row.file_id in files]
    return tuple(
        passage
        for row in rows
        for passage in _passages(context, row, _sections(context, row))
        if passage is not None
    )


def covered(context: Context, lesson: Lesson, row: DeckRow) -> Lesson:
    """Return a lesson without the passages that are still to be read cold, and their cards."""
    passages = _passages(context, row, lesson.sections)
    return replace(
        lesson,
        sections=tuple(
            section if passage is None or passage.read else _cover(section)
            for section, passage in zip(lesson.sections, passages, strict=True)
        ),
    )


def begin_passage(context: Context, passage: ColdPassage) -> None:
    """Record that a passage is shown: from now on it is not cold. Nothing happens the second time.

    Raises StorageError when that cannot be written; the passage is then not to be shown.
    """
    if not passage.read:
        with context.store.writing() as tx:
            moment = context.moment(tx)
            journal.add_action(tx, new_action(context, moment, ActionKind.READ, passage.name))


def _passages(
    context: Context, row: DeckRow, sections: tuple[LessonSection, ...]
) -> tuple[ColdPassage | None, ...]:
    """Return for each section the passage it is, None for one that is none."""
    cold = [_cold_cards(section) for section in sections]
    if not any(cold):
        return (None,) * len(sections)
    with context.store.reading() as tx:
        gone, linked = history.voided(tx), names.aliases(tx)
        read = frozenset(
            linked.get(action.target, action.target)
            for action in history.actions(tx, (ActionKind.READ,))
            if action.id not in gone
        )
        states = journal.states(tx, (uid for cards in cold for uid in cards))
    answered = frozenset(uid for uid, state in states.items() if state.last_at is not None)
    return tuple(
        _passage(row, section, cards, read, answered) if cards else None
        for section, cards in zip(sections, cold, strict=True)
    )


def _cover(section: LessonSection) -> LessonSection:
    first = section.parts[0]
    heading = first.source.partition("\n")[0] if isinstance(first, LessonText) else ""
    line = first.line if isinstance(first, LessonText) else 0
    return replace(section, parts=(LessonText(line, f"{heading}\n\n{_COVERED}\n"),))


def _sections(context: Context, row: DeckRow) -> tuple[LessonSection, ...]:
    try:
        return read_lesson(context, row).sections
    except UsageError:
        return ()  # the list of problems names the file


def _cold_cards(section: LessonSection) -> tuple[str, ...]:
    """Return the cards of a section that is a passage to be read cold; none for any other."""
    entries = [
        entry for part in section.parts if isinstance(part, LessonCards) for entry in part.entries
    ]
    if not entries or not all(COLD_TAG in one.entry.attributes.tags for one in entries):
        return ()
    return tuple(uid for one in entries for uid in one.uids) if _texts(section) else ()


def _texts(section: LessonSection) -> tuple[LessonText, ...]:
    """Return the text of a section without its heading."""
    texts: list[LessonText] = []
    for number, part in enumerate(section.parts):
        if isinstance(part, LessonText):
            heading = bool(section.level) and number == 0
            source = part.source.partition("\n")[2] if heading else part.source
            if source.strip():
                texts.append(LessonText(part.line + heading, source))
    return tuple(texts)


def _passage(
    row: DeckRow,
    section: LessonSection,
    cards: tuple[str, ...],
    read: frozenset[str],
    answered: frozenset[str],
) -> ColdPassage:
    texts = _texts(section)
    words = sum(len(_WORD.findall(text.source)) for text in texts)
    left = tuple(uid for uid in cards if uid not in answered)
    return ColdPassage(
        name=cards[0],
        title=section.title,
        deck=row,
        words=words,
        # In whole half minutes, so that the clock starts at a round time.
        seconds=30 * math.ceil(words * 2 / WORDS_A_MINUTE),
        cards=cards,
        left=left,
        # Who met any of its questions has an idea of it already.
        read=not read.isdisjoint(cards) or len(left) < len(cards),
        texts=texts,
    )
