"""What the library hands to its fronts: frozen values, free of storage and of any interface."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from recall.cards.card import Kind, Place
from recall.cards.memory import Marks, Memory, Rating
from recall.cards.problem import Problem
from recall.library.home_values import CourseRow, DeckRow, Home
from recall.library.results import UnitResult
from recall.markdown.document import Document
from recall.storage.terms import Sort
from recall.study.verdict import Mark, Piece, Verdict


@dataclass(frozen=True, slots=True)
class RefreshReport:
    """What a refresh of the library did.

    ``read`` files were read, ``unchanged`` were not; ``new``, ``returned``, ``missing`` and
    ``linked`` count cards; ``renamed`` of those that were linked have equal content under another
    name, the others another text. ``withheld`` is how many cards would have gone missing when so
    many did at once that nothing was marked and the learner must be asked. ``parted`` cards were
    taken for a new wording of another one, which now stands beside them again.
    """

    read: int = 0
    unchanged: int = 0
    new: int = 0
    returned: int = 0
    missing: int = 0
    linked: int = 0
    renamed: int = 0
    withheld: int = 0
    parted: int = 0

    @property
    def reworded(self) -> int:
        """How many cards carry on with another text."""
        return self.linked - self.renamed

    @property
    def changed(self) -> bool:
        """Whether any card came, went or was carried over."""
        return bool(self.new or self.returned or self.missing or self.linked or self.parted)


class AnswerMode(StrEnum):
    """How a card is answered."""

    REVEAL = "reveal"
    TYPE = "type"
    CHOOSE = "choose"
    ARRANGE = "arrange"


@dataclass(frozen=True, slots=True)
class ShownOption:
    """An option as it is shown this time: its letter, its text, and what is told after."""

    letter: str
    content: Document
    right: bool
    reason: Document | None = None


@dataclass(frozen=True, slots=True)
class Showing:
    """One card as it is shown this time; options and items are shuffled anew for each showing.

    ``uid`` is the card's lasting name, ``name`` the name of the content shown. ``multiple`` tells
    that several options are right. ``items`` are what to arrange, in shuffled order; ``gaps`` how
    many gaps a typed cloze asks for (answers are then separated by ``;``). ``answer`` is the whole
    answer side without the prompt. ``deck_title`` and ``code`` say where it is from.
    """

    uid: str
    name: str
    kind: Kind
    facet: str
    place: Place
    folder: str
    deck_title: str
    code: str | None
    mode: AnswerMode
    prompt: Document
    answer: Document
    hint: Document | None = None
    note: Document | None = None
    options: tuple[ShownOption, ...] = ()
    multiple: bool = False
    items: tuple[Document, ...] = ()
    gaps: int = 0
    right_to_left: bool = False
    source: str | None = None
    tags: tuple[str, ...] = ()
    memory: Memory = field(default_factory=Memory)
    marks: Marks = field(default_factory=Marks)


@dataclass(frozen=True, slots=True)
class Response:
    """What the learner answered: the text typed, the letters chosen, or the items in their order.

    ``order`` holds places in ``Showing.items``, counted from 0.
    """

    typed: str | None = None
    letters: frozenset[str] = frozenset()
    order: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Preview:
    """What one rating would do: the wait in words (``10 min``, ``6 d``) and the day it falls on."""

    rating: Rating
    wait: str
    when: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a session is.

    ``done`` cards are finished, ``left`` are to come, ``again`` of those were answered before, and
    the rest takes about ``minutes``.
    """

    done: int
    left: int
    again: int
    minutes: int

    @property
    def total(self) -> int:
        """All cards of the session as it stands."""
        return self.done + self.left


@dataclass(frozen=True, slots=True)
class Summary:
    """What a session was: answers, time, and tomorrow.

    ``recalled`` is the share remembered of the cards that were known before, by their first answer;
    None when there were none. ``units`` are the results of an interleaved review in course order.
    """

    answers: int
    seconds: int
    recalled: float | None
    new: int
    by_rating: dict[Rating, int]
    due_tomorrow: int
    new_tomorrow: int
    waiting: int = 0
    units: tuple[UnitResult, ...] = ()


@dataclass(frozen=True, slots=True)
class Undone:
    """What an undo took back, in one sentence, and the card it belongs to.

    ``returns`` tells that the card is to be answered again: a grade, a suspension or a burial was
    taken back.
    """

    sentence: str
    uid: str | None
    returns: bool = False


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """One card that was taken for the same under another name.

    ``id`` names the link; ``before`` and ``after`` are the two names, ``text_before`` and
    ``text_after`` the Markdown of both; ``at`` is an ISO instant in UTC, ``when`` that in local
    words; ``reworded`` tells that the text is another one, and ``likeness`` how alike the two are,
    from 0 to 1 (None for equal content); ``undone`` that the link was taken back.
    """

    id: str
    uid: str
    before: str
    after: str
    text_before: str
    text_after: str
    at: str
    when: str
    reworded: bool
    likeness: float | None
    undone: bool


@dataclass(frozen=True, slots=True)
class ReviewLine:
    """One review of a card's history, with the state it led to.

    A review that was undone (``voided``) or stands before a reset led to none.
    """

    id: str
    when: str
    day: str
    rating: Rating
    mode: str
    seconds: float
    interval: str
    stability: float | None
    difficulty: float | None
    recall_before: float | None
    voided: bool = False


@dataclass(frozen=True, slots=True)
class CardInfo:
    """Everything known of a card.

    ``recall`` is the predicted recall today; ``curve`` predicted recall for each day from the last
    review on, as ``(days since, recall)``; ``due`` the due day in words; ``why`` the arithmetic of
    the due day in sentences; ``missing_since`` a date, when its deck no longer holds it.
    """

    uid: str
    names: tuple[str, ...]
    kind: Kind
    facet: str
    title: str
    place: Place | None
    folder: str | None
    deck_title: str
    memory: Memory
    marks: Marks
    recall: float | None
    due: str
    why: tuple[str, ...]
    curve: tuple[tuple[int, float], ...]
    reviews: tuple[ReviewLine, ...]
    missing_since: str | None
    source: str | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card in a list of search results.

    ``which`` tells it from its siblings, whose title is the same: the text of its gap or key point,
    ``→`` or ``←``; ``due`` is when it comes, in words, and ``due_in`` in study days from today.
    """

    uid: str
    kind: Kind
    facet: str
    which: str
    title: str
    deck: str
    line: int
    phase: str
    due: str | None
    due_in: int | None
    stability: float | None
    difficulty: float | None
    recall: float | None
    reps: int
    lapses: int
    suspended: bool
    buried: bool
    flagged: bool
    missing: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing ``doctor`` looked at: its name, whether it is well, and a sentence."""

    name: str
    well: bool
    sentence: str
    mended: bool = False


__all__ = [
    "AnswerMode",
    "CardInfo",
    "CardRow",
    "CarriedOver",
    "CourseRow",
    "DeckRow",
    "Finding",
    "Home",
    "Mark",
    "Piece",
    "Preview",
    "Problem",
    "Progress",
    "RefreshReport",
    "Response",
    "ReviewLine",
    "Showing",
    "ShownOption",
    "Sort",
    "Summary",
    "Undone",
    "UnitResult",
    "Verdict",
]
