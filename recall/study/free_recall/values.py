"""The results of comparing a page with a rubric: every claim with its evidence, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from recall.study.free_recall.calibration import Thresholds


class State(StrEnum):
    """What the comparison proposes for a point; the learner disposes."""

    FOUND = "found"
    CHECK = "check"
    NOT_FOUND = "not found"


class How(StrEnum):
    """How a word of a phrasing was met on the page."""

    EXACT = "exact"
    TYPO = "typo"
    ROUNDED = "rounded"
    SYNONYM = "synonym"


class Source(StrEnum):
    """Where a phrasing comes from."""

    STATEMENT = "statement"
    ACCEPTED = "accepted"
    LEARNED = "learned"


class Doubt(StrEnum):
    """A reason why a point has to be checked, whatever its cover.

    A misconception also raises a point that was not found to *check*, as does a point without
    words; the other doubts only keep a point that has some cover from being found.
    """

    REQUIRED_MISSING = "required word missing"
    SHORT_INCOMPLETE = "short wording incomplete"
    NUMBER_CLASH = "number clash"
    NUMBER_MISSING = "number or letter missing"
    COMPARED_THE_OTHER_WAY = "compared the other way round"
    NEGATION_DIFFERS = "negation differs"
    MISCONCEPTION_CLOSER = "misconception closer"
    MISCONCEPTION_ORDER = "words in the order of a misconception"
    NOTHING_TO_COMPARE = "nothing to compare"


@dataclass(frozen=True, slots=True)
class Reason:
    """A doubt and the words it is about: the missing word, the other number, the misconception."""

    doubt: Doubt
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the page, from ``start`` to ``end`` (exclusive), in characters."""

    start: int
    end: int

    def of(self, page: str) -> str:
        """Return the text of this stretch."""
        return page[self.start : self.end]


@dataclass(frozen=True, slots=True)
class MatchedWord:
    """A word of the phrasing that stands on the page, how it was met, and where."""

    word: str
    how: How
    span: Span


@dataclass(frozen=True, slots=True)
class PointResult:
    """What the page says of one key point.

    ``cover`` is the share of the phrasing that is met, 0 to 1, after what better fitting points
    take away; ``own`` the greatest share anywhere on the page before that. ``sentence`` is the
    evidence for ``cover``: one sentence or two, or None when no word is met. ``phrasing`` and
    ``source`` tell the wording that fits it best; ``matched`` and ``missing`` its content words
    (their text); ``rival`` the key of the point that fits the sentence better, if any; ``reasons``
    why a point has to be checked.
    """

    key: str
    state: State
    cover: float
    own: float
    sentence: Span | None
    phrasing: str
    source: Source
    matched: tuple[MatchedWord, ...] = ()
    missing: tuple[str, ...] = ()
    rival: str | None = None
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Clash:
    """A sentence that looks like a misconception of a point.

    ``score`` is the share of the misconception that is met; ``by_order`` is true when statement and
    misconception have the same words and only their order tells them apart. A clash is something to
    look at, never a verdict: such flags are wrong about as often as right.
    """

    key: str
    misconception: str
    sentence: Span
    score: float
    by_order: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """A whole page compared with a rubric.

    ``points`` are in the order of the rubric. ``stemmer`` names the stemmer, None when the language
    has none and words were compared whole; ``by_letters`` is true when some text was compared by
    pairs of letters because its script does not set words apart, which is less exact. ``version``
    and ``thresholds`` let a grading be repeated.
    """

    points: tuple[PointResult, ...]
    clashes: tuple[Clash, ...]
    thresholds: Thresholds
    language: str
    stemmer: str | None
    by_letters: bool
    version: int
