"""The values that cross the border of the database: frozen records in, frozen records out."""

from __future__ import annotations

from dataclasses import dataclass, field

from recall.cards.card import Kind
from recall.cards.memory import NEW_MEMORY, NO_MARKS, Marks, Memory
from recall.cards.problem import Problem


@dataclass(frozen=True, slots=True)
class State:
    """What is cached of one card: it follows from the log and can be rebuilt from it.

    ``last_review_id`` and ``last_at`` (UTC microseconds) belong to the newest review that counts,
    both None when there is none.
    """

    memory: Memory = NEW_MEMORY
    marks: Marks = NO_MARKS
    last_review_id: str | None = None
    last_at: int | None = None


@dataclass(frozen=True, slots=True)
class DayCounts:
    """What was answered on one study day, cram and blank pages apart.

    ``new`` counts cards seen for the first time, ``reviewed`` cards that were known before,
    ``answers`` all grades; ``uids`` are the cards and ``siblings`` the ids of the entries they
    stand in now.
    """

    new: int = 0
    reviewed: int = 0
    answers: int = 0
    uids: frozenset[str] = frozenset()
    siblings: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What tells whether a file changed since it was read.

    ``size`` in bytes, ``mtime_ns`` nanoseconds since 1970, ``digest`` any digest of its bytes.
    """

    id: int
    path: str
    size: int
    mtime_ns: int
    digest: str


@dataclass(frozen=True, slots=True)
class NewCard:
    """One card of an entry that was just read; see ``cards.card.Card``."""

    name: str
    fingerprint: str
    facet: str


@dataclass(frozen=True, slots=True)
class NewEntry:
    """One entry that was just read.

    ``title`` is one line of Markdown, ``folded`` the text that searches look in (``text.fold``),
    ``references`` the ids of cards it names, ``retention`` its own desired retention.
    """

    kind: Kind
    line: int
    column: int
    end_line: int
    source: str
    title: str
    folded: str
    cards: tuple[NewCard, ...]
    tags: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    retention: float | None = None


@dataclass(frozen=True, slots=True)
class NewFile:
    """One deck file that was just read.

    ``path`` is relative to its folder, with ``/``; ``front_matter`` a JSON object the caller reads
    back as it wrote it; ``course`` the id of its course; ``order`` its place in the course as text.
    """

    path: str
    size: int
    mtime_ns: int
    digest: str
    title: str
    kind: str
    course: str | None = None
    code: str | None = None
    order: str | None = None
    front_matter: str = "{}"
    entries: tuple[NewEntry, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class FileRow:
    """One deck file as catalogued; ``folder`` is the absolute path of its folder."""

    id: int
    folder_id: int
    folder: str
    path: str
    course: str | None
    title: str
    kind: str
    code: str | None
    order: str | None
    front_matter: str


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of one deck file.

    ``cards`` that can be studied, ``points`` key points of free recall, ``due`` cards due by the
    study day asked for, ``new`` cards never reviewed, both without suspended and buried ones;
    ``unseen`` cards never reviewed and not suspended, buried ones too; ``recall`` the sum of
    predicted recall over ``cards``; ``seen`` cards that were reviewed; ``put_off`` those of the
    unseen that have a sibling which was reviewed; ``errors`` and ``warnings`` problems.
    """

    cards: int = 0
    points: int = 0
    due: int = 0
    new: int = 0
    unseen: int = 0
    recall: float = 0.0
    seen: int = 0
    put_off: int = 0
    errors: int = 0
    warnings: int = 0


@dataclass(frozen=True, slots=True)
class Curve:
    """A power forgetting curve: recall = (1 + factor × days / stability) ** decay."""

    factor: float
    decay: float


@dataclass(frozen=True, slots=True)
class DueCard:
    """One card that is due. ``entry_id`` is equal for siblings; ``position`` orders a file's cards.

    An entry that stands in several decks has the id of its first place.

    ``retention`` is the entry's own desired retention or None.
    """

    uid: str
    name: str
    entry_id: int
    file_id: int
    position: int
    due_day: int
    due_at: int | None
    stability: float | None
    last_day: int | None
    retention: float | None


@dataclass(frozen=True, slots=True)
class NewCandidate:
    """One card that was never reviewed."""

    uid: str
    name: str
    entry_id: int
    file_id: int
    position: int
    retention: float | None


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """One card where it stands, with the Markdown of its entry and the front matter of its file."""

    uid: str
    name: str
    fingerprint: str
    facet: str
    entry_id: int
    kind: Kind
    line: int
    column: int
    end_line: int
    source: str
    title: str
    tags: tuple[str, ...]
    retention: float | None
    held: bool
    file: FileRow


@dataclass(frozen=True, slots=True)
class LastSeen:
    """A card that stands in no file any more, as it was last seen."""

    uid: str
    name: str
    kind: Kind
    facet: str
    folder: str
    path: str
    line: int
    title: str
    source: str
    missing_since: int


@dataclass(frozen=True, slots=True)
class FoundCard:
    """One search result; ``source`` is its Markdown, ``missing_since`` a study day or None."""

    uid: str
    name: str
    kind: Kind
    facet: str
    title: str
    source: str
    folder: str
    path: str
    line: int
    state: State
    missing_since: int | None = None


@dataclass(frozen=True, slots=True)
class LintRow:
    """What the check of the whole library needs of one card, without its text.

    ``explicit`` tells that the name comes from an ``{#id}``.
    """

    file_id: int
    folder: str
    path: str
    course: str | None
    line: int
    column: int
    kind: Kind
    name: str
    fingerprint: str
    facet: str
    references: tuple[str, ...]

    @property
    def explicit(self) -> bool:
        """Whether the name comes from a stable identity."""
        return self.name != self.fingerprint


@dataclass(frozen=True, slots=True)
class Carried:
    """A link that was made: the card ``before`` goes on as ``after``; both names and both texts.

    ``likeness`` of the two texts is from 0 to 1, None when what is graded is equal.
    """

    action_id: str
    before: str
    after: str
    text_before: str
    text_after: str
    likeness: float | None = None


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What became of the cards when changed files were taken in; every number counts cards.

    ``linked`` cards carry on under another name, ``renamed`` of them with equal content.
    ``withheld`` is how many would have gone missing when that were too many at once: the files that
    held them were left as they were. ``parted`` links were taken back, because both of their names
    stand now. ``recompute`` are the cards whose set of reviews changed, so
    that their cached state must be computed anew.
    """

    new: int = 0
    returned: int = 0
    missing: int = 0
    linked: int = 0
    renamed: int = 0
    withheld: int = 0
    parted: int = 0
    recompute: tuple[str, ...] = ()
    carried: tuple[Carried, ...] = field(default=())
