"""Where a lesson treats a card: the place in the text to read again.

A card often stands among others at the end of a lesson, under a heading without text of its own.
Then the place is the section whose text shares the most telling words with the card; a word tells
the more, the fewer sections have it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import log

from recall.cards.card import Entry
from recall.library.lesson import Lesson, LessonCards, LessonEntry, LessonPlace, LessonText
from recall.text import fold

_WORD = re.compile(r"\w{3,}|\d+")
_LEAST_SHARED = 2


@dataclass(frozen=True, slots=True)
class LessonPassage:
    """A section of a lesson that treats a card: the lesson's file, the heading and the place.

    ``lesson`` is what the library finds the deck by; ``heading`` is the section's title, or the
    lesson's for what stands before the first heading.
    """

    lesson: str
    heading: str
    place: LessonPlace


def passage_of(lesson: Lesson, uid: str) -> LessonPassage | None:
    """Return where a lesson treats the card ``uid``; None when it does not hold that card.

    It is the section the card stands in when that has text to read or nothing fits better.
    """
    found = next(_entries_of(lesson, uid), None)
    if found is None:
        return None
    own, entry = found
    texts = [_reading_text(lesson, number) for number in range(len(lesson.sections))]
    number = own if texts[own].strip() else _nearest(texts, entry.entry, own)
    title = lesson.sections[number].title or lesson.title
    return LessonPassage(lesson.name, title, LessonPlace(number))


def _entries_of(lesson: Lesson, uid: str) -> Iterator[tuple[int, LessonEntry]]:
    for number, section in enumerate(lesson.sections):
        for part in section.parts:
            if isinstance(part, LessonCards):
                yield from ((number, entry) for entry in part.entries if uid in entry.uids)


def _reading_text(lesson: Lesson, number: int) -> str:
    """Return the text of a section without its heading."""
    section = lesson.sections[number]
    texts = [part.source for part in section.parts if isinstance(part, LessonText)]
    whole = "\n".join(texts)
    is_headed = section.level and section.parts and isinstance(section.parts[0], LessonText)
    return whole.partition("\n")[2] if is_headed else whole


def _nearest(texts: list[str], entry: Entry, own: int) -> int:
    words = [set(_WORD.findall(fold(text))) for text in texts]
    sections_with = Counter(word for of_section in words for word in of_section)
    asked = set(_WORD.findall(fold(entry.source)))

    def shared(number: int) -> float:
        common = words[number] & asked
        if len(common) < _LEAST_SHARED:
            return 0.0
        return sum(log(len(texts) / sections_with[word]) for word in sorted(common))

    best = max(range(len(texts)), key=shared)
    return best if shared(best) > 0 else own
