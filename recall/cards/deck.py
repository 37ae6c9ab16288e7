"""What a deck file holds: its front matter, its entries and its problems."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from enum import StrEnum

from recall.cards.card import Entry
from recall.cards.problem import Problem


class DeckKind(StrEnum):
    """The role of a deck in its course."""

    DECK = "deck"
    LESSON = "lesson"
    REVIEW = "review"
    QUIZ = "quiz"
    CAPSTONE = "capstone"
    COURSE = "course"


class Direction(StrEnum):
    """The direction in which a deck's text is written."""

    LEFT_TO_RIGHT = "ltr"
    RIGHT_TO_LEFT = "rtl"


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The front matter of a deck; every value is text as the author wrote it.

    ``synonyms`` holds groups of words that count as equal; ``order`` a place in the course.
    ``places`` tells where values stand, as (key, 1-based line, 1-based column); it is no content.
    """

    id: str | None = None
    title: str | None = None
    kind: DeckKind = DeckKind.DECK
    code: str | None = None
    order: Decimal | None = None
    summary: str | None = None
    after: tuple[str, ...] = ()
    draws_from: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    direction: Direction = Direction.LEFT_TO_RIGHT
    synonyms: tuple[tuple[str, ...], ...] = ()
    source: str | None = None
    license: str | None = None
    language: str | None = None
    places: tuple[tuple[str, int, int], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck file that was read.

    ``path`` is its path inside the library, with ``/`` on every platform; ``text`` the cleaned text
    of the file; ``has_front_matter`` whether it began with one. A file with neither entries nor
    front matter is reading text.
    """

    path: str
    text: str
    front_matter: FrontMatter = field(default_factory=FrontMatter)
    has_front_matter: bool = False
    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()
