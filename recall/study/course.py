"""How the units of a course stand, which of them are open, and what the next step is.

A unit is a deck in its place: a lesson, a review, the capstone, or a loose deck of the learner's
own. What is known of it comes in as values; nothing here reads a clock or a file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from recall.cards.deck import DeckKind

KNOWN_FROM = 0.85
"""Mean predicted recall over all its cards from which a unit without unseen cards is known. A deck
that is reviewed when it is due stays above it at the usual retention of 0.90.
"""


class State(StrEnum):
    """How a unit stands; see ``state_of``."""

    CLOSED = "closed"
    NEW = "new"
    READING = "reading"
    LEARNING = "learning"
    KNOWN = "known"


@dataclass(frozen=True, slots=True)
class Unit:
    """What a deck's place in its course, and how it stands, follow from.

    ``path`` tells units apart. ``course`` is the id of its course, None outside one; ``after`` the
    codes of the units of the same course that come first; ``draws_from`` those whose cards a review
    interleaves. ``unseen`` is how many of its ``total`` cards can be introduced and were not yet
    (suspended and missing cards can not, so they hold up nothing), ``seen`` how many were answered,
    ``recall`` their mean predicted recall over all cards, unseen ones counted as zero. ``put_off``
    of the unseen ones only wait for another day because a sibling was met.

    ``has_text`` tells that there is text to read, ``begun`` that a place in it is kept,
    ``finished`` that it was read to its end (of a review: that it was begun). ``quiz`` tells that
    it has choice cards of which none was answered in a quiz, ``pages`` how many of its blank pages
    were never written or are due today.
    """

    path: str
    course: str | None = None
    code: str | None = None
    order: Decimal | None = None
    after: tuple[str, ...] = ()
    unseen: int = 0
    total: int = 0
    kind: DeckKind = DeckKind.DECK
    draws_from: tuple[str, ...] = ()
    seen: int = 0
    put_off: int = 0
    recall: float = 0.0
    has_text: bool = False
    begun: bool = False
    finished: bool = False
    quiz: bool = False
    pages: int = 0

    @property
    def is_read(self) -> bool:
        """Whether it is a lesson with a text that can be read to its end."""
        return self.kind is DeckKind.LESSON and self.has_text

    @property
    def is_drawn(self) -> bool:
        """Whether it is a review that interleaves the cards of other units."""
        return self.kind is DeckKind.REVIEW and bool(self.draws_from)

    @property
    def waits(self) -> bool:
        """Whether its new cards wait to be introduced by itself: a lesson by its text, a review by
        being begun. A unit with a card that was answered waits for nothing.
        """
        return (self.is_read or self.is_drawn) and not (self.finished or self.seen)


class StepKind(StrEnum):
    """What the learner can do next."""

    REVIEW = "review"
    READ_ON = "read on"
    QUIZ = "quiz"
    LEARN = "learn"
    MIX = "mix"
    READ = "read"
    PAGE = "page"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step, and the path of the unit it is about, if it is about one.

    ``new`` tells of a review of what is due that today's new cards come among it.
    """

    kind: StepKind
    unit: str | None = None
    new: bool = False


NOTHING = NextStep(StepKind.NOTHING)
"""Nothing is left to do today."""


def unit_name(course: str | None, code: str | None, path: str) -> str:
    """Return what a unit is called in the log: ``course#code``.

    One without a code is called by its path, one outside a course by what stands after the ``#``.
    """
    return f"{course or ''}#{code or path}"


def course_order(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return units by their order in the course and then by path; those without one come last."""
    return tuple(
        sorted(units, key=lambda unit: (unit.order is None, unit.order or Decimal(0), unit.path))
    )


def open_units(units: Iterable[Unit]) -> frozenset[str]:
    """Return the paths of the units whose turn has come.

    A unit is open when every unit named in its ``after`` is ready: it has no unseen cards left but
    siblings of those that were met, which come on days of their own. One without any cards (reading
    text, or a review that only draws from others) is ready when those before it are. A code that
    names no unit of the course holds up nothing, and neither does a requirement that leads back to
    the unit itself, which could never be met. Decks outside a course are always open.
    """
    known = tuple(units)
    by_code: defaultdict[tuple[str, str], list[Unit]] = defaultdict(list)
    for unit in known:
        if unit.course is not None and unit.code is not None:
            by_code[unit.course, unit.code].append(unit)

    def before(unit: Unit) -> list[Unit]:
        if unit.course is None:
            return []
        return [found for code in unit.after for found in by_code.get((unit.course, code), ())]

    def needs(unit: Unit, wanted: Unit) -> bool:
        """Whether ``unit`` comes, through any number of steps, after ``wanted``."""
        seen: set[str] = set()
        waiting = [unit]
        while waiting:
            step = waiting.pop()
            if step.path == wanted.path:
                return True
            if step.path not in seen:
                seen.add(step.path)
                waiting += before(step)
        return False

    def holds_up(unit: Unit) -> bool:
        """Whether a unit, or what it stands for when it has no cards, has unseen cards."""
        seen: set[str] = set()
        waiting = [unit]
        while waiting:
            step = waiting.pop()
            if step.unseen > step.put_off:
                return True
            if not step.total and step.path not in seen:
                seen.add(step.path)
                waiting += before(step)
        return False

    return frozenset(
        unit.path
        for unit in known
        if not any(holds_up(first) for first in before(unit) if not needs(first, unit))
    )


def introducing(units: Iterable[Unit], opened: Set[str]) -> frozenset[str]:
    """Return the paths of the units whose new cards come on their own in a day's queue: those that
    are ``opened`` and do not wait for their text to be finished or their review to be begun.
    """
    return frozenset(unit.path for unit in units if unit.path in opened and not unit.waits)


def drawn_units(units: Iterable[Unit], review: Unit) -> tuple[Unit, ...]:
    """Return the units a review draws from, itself among them, in the order given."""
    return tuple(
        unit
        for unit in units
        if unit.path == review.path
        or (
            review.course is not None
            and unit.course == review.course
            and unit.code in review.draws_from
        )
    )


def state_of(unit: Unit, *, is_open: bool) -> State:
    """Return how a unit stands; what the learner did counts before whether its turn has come.

    - *known*: every card was answered (suspended ones aside), and their mean predicted recall is at
      least ``KNOWN_FROM``;
    - *learning*: its text was finished, or any card answered;
    - *reading*: a lesson whose text was begun;
    - *closed*: what comes before it was not met yet;
    - *new*: none of these.
    """
    if unit.seen and not unit.unseen and unit.recall >= KNOWN_FROM:
        return State.KNOWN
    if unit.finished or unit.seen:
        return State.LEARNING
    if unit.begun and unit.is_read:
        return State.READING
    return State.NEW if is_open else State.CLOSED


def next_step(
    units: Sequence[Unit], opened: Set[str], *, due: int, new_from: Collection[str]
) -> NextStep:
    """Return what to do next; ``units`` are in course order, ``opened`` those whose turn has come.

    ``due`` is how many cards are due now, ``new_from`` the units whose new cards today still
    introduces. Due reviews come first; then a lesson that is being read; then the quiz of a
    finished lesson that was never taken; then today's new cards; then a review that is ready (open,
    not begun, and with something to ask); then the next lesson to read; then a blank page of the
    capstone.

    A review or lesson that is next goes before new cards that all stand behind it in its course,
    such as those of a glossary at the end. New cards come among the due ones unless something else
    stands before them.
    """

    def first(kind: StepKind, units: Iterable[Unit]) -> NextStep | None:
        return next((NextStep(kind, unit.path) for unit in units), None)

    def in_state(state: State) -> list[Unit]:
        return [one for one in units if state_of(one, is_open=one.path in opened) is state]

    untouched = in_state(State.NEW)
    ready = first(
        StepKind.MIX, (one for one in untouched if one.is_drawn and _asks(units, one))
    ) or first(StepKind.READ, (one for one in untouched if one.is_read))
    before_new = (
        first(StepKind.READ_ON, in_state(State.READING))
        or first(StepKind.QUIZ, (one for one in units if one.is_read and one.finished and one.quiz))
        or (ready if ready is not None and _is_before(units, ready.unit, new_from) else None)
    )
    if due:
        return NextStep(StepKind.REVIEW, new=bool(new_from) and before_new is None)
    if before_new is not None:
        return before_new
    if new_from:
        return NextStep(StepKind.LEARN)
    pages = (one for one in units if one.kind is DeckKind.CAPSTONE and one.path in opened)
    page = first(StepKind.PAGE, (one for one in pages if one.pages))
    return ready or page or NOTHING


def _is_before(units: Iterable[Unit], path: str | None, others: Collection[str]) -> bool:
    """Whether a unit stands before all the others in one course."""
    behind: set[str] = set()
    course: str | None = None
    for unit in units:
        if unit.path == path:
            course = unit.course
        elif course is not None and unit.course == course:
            behind.add(unit.path)
    return behind.issuperset(others)


def _asks(units: Iterable[Unit], review: Unit) -> bool:
    """Whether a review has anything to ask: cards of its own, or cards that were seen."""
    return any(one.seen or (one is review and one.unseen) for one in drawn_units(units, review))
