"""In which order the decks of a course come, and which are open for new cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a deck's place in its course follows from.

    ``course`` is the id of its course, None outside one; ``after`` the codes of the decks of the
    same course that come first; ``unseen`` how many of its ``total`` cards can be introduced and
    were not yet (suspended and missing cards can not, so they hold up nothing).
    """

    path: str
    course: str | None = None
    code: str | None = None
    order: Decimal | None = None
    after: tuple[str, ...] = ()
    unseen: int = 0
    total: int = 0


def course_order(lessons: Iterable[Lesson]) -> tuple[Lesson, ...]:
    """Return decks by their order in the course and then by path; those without one come last."""
    return tuple(
        sorted(
            lessons,
            key=lambda lesson: (lesson.order is None, lesson.order or Decimal(0), lesson.path),
        )
    )


def open_decks(lessons: Iterable[Lesson]) -> frozenset[str]:
    """Return the paths of the decks whose new cards may be introduced.

    A deck is open when every deck named in its ``after`` is ready: it has no unseen cards left. A
    deck without any cards (reading text, or a review that only draws from others) is ready when
    those before it are. A code that names no deck of the course holds up nothing, and neither does
    a requirement that leads back to the deck itself, which could never be met. Decks outside a
    course are always open.
    """
    decks = tuple(lessons)
    by_code: defaultdict[tuple[str, str], list[Lesson]] = defaultdict(list)
    for deck in decks:
        if deck.course is not None and deck.code is not None:
            by_code[deck.course, deck.code].append(deck)

    def before(deck: Lesson) -> list[Lesson]:
        if deck.course is None:
            return []
        return [found for code in deck.after for found in by_code.get((deck.course, code), ())]

    def needs(deck: Lesson, wanted: Lesson) -> bool:
        """Whether ``deck`` comes, through any number of steps, after ``wanted``."""
        seen: set[str] = set()
        waiting = [deck]
        while waiting:
            step = waiting.pop()
            if step.path == wanted.path:
                return True
            if step.path not in seen:
                seen.add(step.path)
                waiting += before(step)
        return False

    def holds_up(deck: Lesson) -> bool:
        """Whether a deck, or what it stands for when it has no cards, has unseen cards."""
        seen: set[str] = set()
        waiting = [deck]
        while waiting:
            step = waiting.pop()
            if step.unseen:
                return True
            if not step.total and step.path not in seen:
                seen.add(step.path)
                waiting += before(step)
        return False

    return frozenset(
        deck.path
        for deck in decks
        if not any(holds_up(first) for first in before(deck) if not needs(first, deck))
    )
