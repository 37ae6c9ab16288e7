"""What a card is: a written entry of a deck, and the scheduled cards it makes.

An *entry* is what an author writes (``Q:`` … ``A:``); a *card* is what the scheduler schedules.
A question makes one card, a term two, a cloze one for each gap, free recall one for each key point.
Cards of one entry are *siblings*.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class Kind(StrEnum):
    """The seven kinds of entry, by the word used on the command line and in exports."""

    QUESTION = "question"
    TYPED = "typed"
    CHOICE = "choice"
    TERM = "term"
    CLOZE = "cloze"
    ORDER = "order"
    FREE_RECALL = "free-recall"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands: the deck's path inside its library, and 1-based lines and column."""

    path: str
    line: int
    column: int = 1
    end_line: int = 0


@dataclass(frozen=True, slots=True)
class Attributes:
    """What the ``{#id .tag key=value}`` block of an entry's first line says.

    ``source`` is the value of ``from``; ``retention`` a desired retention between 0.70 and 0.99.
    """

    id: str | None = None
    tags: tuple[str, ...] = ()
    source: str | None = None
    audience: str | None = None
    retention: float | None = None


class Parts(Protocol):
    """The graded parts of an entry: one frozen dataclass for each kind, in ``cards/kinds``."""

    @property
    def title(self) -> str:
        """One line of Markdown that names the entry in lists."""
        ...

    def facets(self) -> tuple[Facet, ...]:
        """The cards this entry makes, in order."""
        ...


@dataclass(frozen=True, slots=True)
class Facet:
    """One card of an entry before it has a name.

    ``key`` tells siblings apart (``""``, ``"forward"``, ``"backward"``, a gap's or point's key);
    ``graded`` is the Markdown source that decides its identity; ``id`` a stable identity that the
    facet has of its own (a key point's ``{#id}``).
    """

    key: str
    graded: tuple[str, ...]
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a deck as written.

    ``source`` is its Markdown from the marker to its last line; ``headings`` the titles above it,
    outermost first; ``hint`` and ``note`` are Markdown or None.
    """

    kind: Kind
    parts: Parts
    place: Place
    source: str
    attributes: Attributes = field(default_factory=Attributes)
    hint: str | None = None
    note: str | None = None
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One scheduled card.

    ``name`` is the name of its content: its stable identity with its name space
    (``kimi-k3#sft-purpose``), or else its ``fingerprint``. ``fingerprint`` is always the content's
    own, 32 hexadecimal digits, so that a card which gains or loses an identity can be recognised.
    """

    name: str
    fingerprint: str
    facet: str
    entry: Entry
