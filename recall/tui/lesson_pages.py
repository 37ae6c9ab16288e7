"""A lesson as what is drawn, part by part: its texts, and its cards as far as they are asked for.

Nothing here knows Textual, so that every look can be tested as text. A part is parsed and laid out
when it is needed, and parsed only once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from recall.library.lesson import Lesson, LessonCards, LessonText
from recall.markdown.document import Document, Item, ItemList, Quote
from recall.markdown.layout import lay_out
from recall.markdown.line import Line, Role
from recall.tui.sections import Sentence, section_lines
from recall.tui.wording import amount

_CARD = "▹"


class Cards(Enum):
    """How much of the cards is shown where they stand: one key goes from each to the next."""

    COUNTED = auto()
    ASKED = auto()
    ANSWERED = auto()

    @property
    def next(self) -> Cards:
        """What the key shows next."""
        order = list(Cards)
        return order[(order.index(self) + 1) % len(order)]


@dataclass(frozen=True, slots=True)
class _Part:
    """One part, the section it stands in, and about how long it is beside the others."""

    section: int
    what: LessonText | LessonCards | Sentence
    weight: int


class LessonPages:
    """The parts of a lesson in order; ``cards`` says how much of its cards they show."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.cards = Cards.COUNTED
        self._parts = _parts(lesson)
        self._documents: dict[int, tuple[Document, ...]] = {}

    def __len__(self) -> int:
        return len(self._parts)

    def section(self, part: int) -> int:
        """Return the number of the section a part stands in."""
        return self._parts[part].section

    def weight(self, part: int) -> int:
        """Return about how long a part is, beside the others."""
        return self._parts[part].weight

    def draw(self, part: int, columns: int) -> list[Sequence[Line]]:
        """Return the lines of a part, block by block; a blank line belongs between blocks."""
        what = self._parts[part].what
        if isinstance(what, Sentence):
            return [self._sentence(what, columns)]
        if isinstance(what, LessonText):
            blocks = [self._lay_out(one, columns) for one in self._parsed(part, what)]
            return [block for block in blocks if block]
        sign = "▸" if self.cards is Cards.COUNTED else "▾"
        head = Sentence(f"{sign} {cards_in_words(what)}", Role.QUIET)
        drawn = [self._sentence(head, columns)]
        if self.cards is not Cards.COUNTED:
            drawn += [self._lay_out(one, columns) for one in self._entries(what)]
        return drawn

    def _sentence(self, sentence: Sentence, columns: int) -> Sequence[Line]:
        return section_lines((sentence,), columns)

    def _lay_out(self, document: Document, columns: int) -> Sequence[Line]:
        return lay_out(document, columns, right_to_left=self.lesson.right_to_left)

    def _parsed(self, part: int, text: LessonText) -> tuple[Document, ...]:
        found = self._documents.get(part)
        if found is None:
            found = tuple(Document((block,)) for block in text.document().blocks)
            self._documents[part] = found
        return found

    def _entries(self, group: LessonCards) -> list[Document]:
        documents = []
        for entry in group.entries:
            blocks = entry.prompt().blocks
            if self.cards is Cards.ANSWERED:
                blocks = (*blocks, Quote(entry.answer().blocks))
            documents.append(Document((ItemList((Item(_CARD, blocks),), tight=False),)))
        return documents


def cards_in_words(group: LessonCards) -> str:
    """Return how many cards stand at a place, key points of a blank page apart."""
    parts = [
        amount(group.cards, "card") if group.cards else "",
        f"a blank page of {amount(group.points, 'key point')}" if group.points else "",
    ]
    return ", ".join(filter(None, parts))


def _parts(lesson: Lesson) -> list[_Part]:
    parts: list[_Part] = []
    if not lesson.has_text:
        parts.append(_Part(0, Sentence(_nothing(lesson)), 1))
    for number, section in enumerate(lesson.sections):
        for part in section.parts:
            weight = part.source.count("\n") + 1 if isinstance(part, LessonText) else 1
            parts.append(_Part(number, part, weight))
    colophon = _colophon(lesson)
    if colophon:
        last = max(len(lesson.sections) - 1, 0)
        parts.append(_Part(last, Sentence(colophon, Role.QUIET), 1))
    return parts


def _nothing(lesson: Lesson) -> str:
    if any(isinstance(part, LessonCards) for one in lesson.sections for part in one.parts):
        return "This deck has no text to read, only cards. Text written between them stands here."
    return "This deck is empty. Text and cards written into its file stand here."


def _colophon(lesson: Lesson) -> str:
    parts = [
        f"Source: {lesson.source}." if lesson.source else "",
        f"Licence: {lesson.license}." if lesson.license else "",
    ]
    return " ".join(filter(None, parts))
