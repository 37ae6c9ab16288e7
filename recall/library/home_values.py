"""What the first screen shows: courses, decks and how they stand, and the next step."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from recall.cards.deck import DeckKind
from recall.study.course import NOTHING, NextStep, State


@dataclass(frozen=True, slots=True)
class DeckRow:
    """One deck in a list.

    ``path`` is its path inside the library, ``folder`` the deck folder it lies in, ``course`` the
    id of its course or None, ``open`` whether its turn has come; ``cards`` counts cards that can be
    studied, ``points`` key points of free recall, ``due`` cards due today, ``new`` cards that were
    never answered; ``recall`` is the mean predicted recall over the cards, unseen ones counted as
    zero; ``file_id`` names it to the library; ``after`` are the codes of the decks that come first.

    ``state`` tells how it stands in its course; ``is_read`` that it is a lesson with text,
    ``finished`` that this was read to its end (of a review: that it was begun), ``waiting`` how
    many new cards come only then; ``is_drawn`` that it is a review that interleaves other units.
    ``new_today`` is how many of its new cards today introduces; it and ``due`` count what
    today's queue holds on the home screen, where siblings keep apart and limits hold.
    """

    path: str
    folder: str
    title: str
    kind: DeckKind
    code: str | None
    summary: str | None
    course: str | None
    open: bool
    cards: int
    points: int
    due: int
    new: int
    recall: float
    problems: int
    file_id: int = 0
    after: tuple[str, ...] = ()
    state: State = State.NEW
    is_read: bool = False
    is_drawn: bool = False
    finished: bool = False
    waiting: int = 0
    new_today: int = 0

    @property
    def name(self) -> str:
        """What the library finds the deck by: its file."""
        return str(Path(self.folder) / self.path)


@dataclass(frozen=True, slots=True)
class CourseRow:
    """One course: its id, title and the path of its course.md."""

    id: str
    title: str
    path: str


@dataclass(frozen=True, slots=True)
class Home:
    """What the first screen shows.

    ``due`` counts reviews due today within the day's limit (steps included), ``new`` the new cards
    today will still introduce, ``minutes`` about how long both take; ``errors`` and ``warnings``
    count problems; ``notices`` are sentences the learner must see (a clock that jumped, cards that
    would go missing, a read-only file); ``next_due`` says when cards come again, where today has
    none left; ``nowhere`` are deck folders that were named and never were there. ``step`` is the
    next step; its unit is the id of a deck's file as text.
    """

    date: str
    due: int
    new: int
    minutes: int
    courses: tuple[CourseRow, ...]
    decks: tuple[DeckRow, ...]
    errors: int
    warnings: int
    notices: tuple[str, ...] = ()
    next_due: str | None = None
    nowhere: tuple[str, ...] = ()
    step: NextStep = NOTHING

    @property
    def next_deck(self) -> DeckRow | None:
        """The deck the next step is about, None for what is about all of them."""
        return next((row for row in self.decks if str(row.file_id) == self.step.unit), None)
