"""What the library hands to its fronts of blank pages: frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field

from recall.cards.memory import Rating
from recall.study.free_recall.calibration import Thresholds
from recall.study.free_recall.merit import Help, Merit
from recall.study.free_recall.values import State


@dataclass(frozen=True, slots=True)
class PagePoint:
    """One key point of a page being written.

    ``key`` names it within the page, ``uid`` for good, ``name`` the content shown. ``statement``
    and ``cue`` are Markdown; ``group`` are the headings above it; ``card`` is the lasting name of a
    card that teaches it, when there is one; ``weight`` how much it counts.
    """

    key: str
    uid: str
    name: str
    statement: str
    cue: str
    group: tuple[str, ...]
    weight: int = 1
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a page, or of one group of it, was there.

    ``points`` are the points in all, ``said`` those said on the page, ``free`` those of them said
    without help, ``cued`` the others, and ``on_cue`` those recalled on their cue alone. ``weight``
    is the weight of all points, ``covered`` of those said.
    """

    group: str
    points: int
    said: int
    free: int
    on_cue: int
    weight: int
    covered: int

    @property
    def cued(self) -> int:
        """How many points were said with help."""
        return self.said - self.free

    @property
    def share(self) -> float:
        """The share of the weight that was said, 0 to 1; 0 for a page without points."""
        return self.covered / self.weight if self.weight else 0.0


@dataclass(frozen=True, slots=True)
class PointOutcome:
    """What became of one point of a page.

    ``proposed`` is what the comparison said, ``said`` whether it counts as said on the page;
    ``sentence`` the learner's words for it. ``rating`` is None when none is given: the second
    chance was skipped, or the point was rated earlier that day. ``next_day`` is the ISO date it is
    asked next, None for a point that is not introduced yet, and ``when`` that in words.
    """

    key: str
    uid: str
    statement: str
    group: tuple[str, ...]
    proposed: State
    said: bool
    merit: Merit
    help: Help
    sentence: str | None
    rating: Rating | None
    next_day: str | None = None
    when: str = ""
    card: str | None = None


@dataclass(frozen=True, slots=True)
class PageSummary:
    """What a page came to.

    ``whole`` is its coverage and ``groups`` that by heading; ``guess`` how many points the learner
    expected (None: no guess) and ``seconds`` the time of writing; ``missed_cards`` are the lasting
    names of the cards that teach what was not said. ``finished`` tells that it is in the log.
    """

    whole: Coverage
    groups: tuple[Coverage, ...]
    points: tuple[PointOutcome, ...]
    guess: int | None
    seconds: int
    thresholds: Thresholds
    missed_cards: tuple[str, ...] = ()
    finished: bool = False


@dataclass(frozen=True, slots=True)
class PagePart:
    """A part of a blank page that can be written alone: its uppermost heading, and its points."""

    heading: str
    points: int
    due: int


@dataclass(frozen=True, slots=True)
class PageRow:
    """One blank page in a list.

    ``name`` opens it. ``points`` counts its key points, ``due`` those of them that are due today;
    ``is_due`` tells that the page is: three of its points or a quarter are due, and it was not
    written today. ``new`` tells that it was never finished. ``drafts`` are the headings begun and
    not finished, ``""`` being the whole. ``last`` is the share covered of its last whole page,
    ``last_day`` the ISO date of that. ``audience`` is for whom it explains, None for a page that
    rebuilds; ``parts`` are its parts when there are several.
    """

    name: str
    prompt: str
    deck_title: str
    path: str
    code: str | None
    course: str | None
    points: int
    due: int
    is_due: bool
    new: bool
    drafts: tuple[str, ...] = ()
    last: float | None = None
    last_day: str | None = None
    file_id: int = 0
    audience: str | None = None
    parts: tuple[PagePart, ...] = ()


@dataclass(frozen=True, slots=True)
class PageRecord:
    """One page of the past.

    ``id`` names it, ``day`` is its ISO date, ``group`` the heading it was about, ``""`` for the
    whole; ``text`` what was written, ``free_text`` the text before the first heading was revealed,
    None when none was.
    """

    id: str
    day: str
    group: str
    whole: Coverage
    groups: tuple[Coverage, ...]
    points: tuple[PointOutcome, ...]
    guess: int | None
    seconds: int
    text: str
    free_text: str | None
    abandoned: bool
    thresholds: Thresholds
    matcher: int


@dataclass(frozen=True, slots=True)
class Wording:
    """A wording the learner had remembered for a point; ``when`` is its ISO date."""

    id: str
    uid: str
    point: str
    wording: str
    when: str


@dataclass(frozen=True, slots=True)
class VerdictFigures:
    """How often the learner overruled what was proposed, in one deck.

    ``proposed`` counts the points of finished pages by what was proposed, ``said`` those of them
    that the learner took as said. ``thresholds`` are where *found* and *not found* lie now.
    """

    deck: str
    path: str
    proposed: dict[State, int] = field(default_factory=dict)
    said: dict[State, int] = field(default_factory=dict)
    thresholds: Thresholds = field(default_factory=Thresholds)

    @property
    def overruled(self) -> int:
        """How many proposals were overruled: found but refused, or not found but claimed."""
        found = self.proposed.get(State.FOUND, 0) - self.said.get(State.FOUND, 0)
        return found + self.said.get(State.NOT_FOUND, 0)
