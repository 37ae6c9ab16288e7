"""What happened, as values: reviews and actions, the truth from which everything else follows.

A **deed** is what was done in one go, and what one undo takes back. Often it is one record; a grade
that flags its card, the links of one refresh, and a finished blank page with its reviews are
several. Records of one deed are written one after the other in one transaction and bear one
instant, which no other deed of the device bears. Where its parts bear other instants, the page
lists them all the same: they fall with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from recall.cards.memory import Marks, Rating


class Mode(StrEnum):
    """How a card was answered. Cram reviews are kept but never change the schedule."""

    REVIEW = "review"
    QUIZ = "quiz"
    BLANK_PAGE = "blank-page"
    CRAM = "cram"


@dataclass(frozen=True, slots=True)
class Review:
    """One grade.

    ``id`` is a UUIDv7 as text; ``name`` the name of the content that was shown; ``at`` UTC
    microseconds, ``offset`` minutes east of UTC, ``day`` the study day, all at the answer;
    ``milliseconds`` from question to grade; ``retention`` the desired retention in force;
    ``due_day`` and ``due_at`` what was decided (see ``Memory``), both None for cram; ``answer``
    what was answered, as a JSON object, or None; ``device`` the id of the device it was given on,
    None for this one.
    """

    id: str
    name: str
    at: int
    offset: int
    day: int
    rating: Rating
    milliseconds: int
    mode: Mode
    retention: float
    due_day: int | None = None
    due_at: int | None = None
    answer: str | None = None
    device: str | None = None


class ActionKind(StrEnum):
    """What a learner, or the program on their behalf, did besides grading."""

    UNDO = "undo"
    SUSPEND = "suspend"
    UNSUSPEND = "unsuspend"
    BURY = "bury"
    UNBURY = "unbury"
    FLAG = "flag"
    UNFLAG = "unflag"
    RESET = "reset"
    LINK = "link"
    SETTINGS = "settings"
    OPEN = "open"
    PAGE = "page"
    WORDING = "wording"
    READ = "read"


def kind_of(word: str) -> ActionKind | str:
    """Return the kind of action that a word of the log names.

    A word that a newer program wrote stays a word: it is kept and passed on, and means nothing.
    """
    return ActionKind(word) if word in _KINDS else word


_KINDS = frozenset(ActionKind)


@dataclass(frozen=True, slots=True)
class Action:
    """One action.

    ``kind`` is a word where no kind of this program is meant. ``target`` names what it acts on: for
    undo the id of a review or action, for settings nothing (``""``), for open a lesson (its course
    and code), for page a blank page (the name of its first point), for read a passage (the name of
    its first card), otherwise a card's content name.
    ``body`` is a JSON object: for link ``{"to": name, "before": text, "after": text}``, for
    settings the scheduler's settings, for page the finished page with what was proposed and
    decided, and with the ids of its ``reviews`` and ``wordings``, which fall with it, for wording
    ``{"wording": text}``, which counts for the point from then on. ``device`` is as for a review.
    """

    id: str
    kind: ActionKind | str
    target: str
    at: int
    offset: int
    day: int
    body: str = "{}"
    device: str | None = None


def made_with(record: Review | Action, later: Sequence[Review | Action]) -> bool:
    """Return whether a record belongs to the deed of those that were written right after it.

    ``later`` are records of one deed, newest first, and not empty.
    """
    if record.at == later[-1].at:
        return True
    parts = _parts_of_page(record)
    return any(record.id in _parts_of_page(one) or one.id in parts for one in later)


def _parts_of_page(record: Review | Action) -> frozenset[str]:
    if isinstance(record, Review) or record.kind is not ActionKind.PAGE:
        return frozenset()
    body = json.loads(record.body)
    return frozenset((*body.get("reviews", ()), *body.get("wordings", ())))


def marks_after(marks: Marks, kind: ActionKind | str, day: int) -> Marks:
    """Return a card's marks after an action on the study day ``day``."""
    match kind:
        case ActionKind.SUSPEND | ActionKind.UNSUSPEND:
            return Marks(kind == ActionKind.SUSPEND, marks.buried_day, marks.flagged)
        case ActionKind.BURY | ActionKind.UNBURY:
            buried = day if kind == ActionKind.BURY else None
            return Marks(marks.suspended, buried, marks.flagged)
        case ActionKind.FLAG | ActionKind.UNFLAG:
            return Marks(marks.suspended, marks.buried_day, kind == ActionKind.FLAG)
        case _:
            return marks


def new_id(at: int, randomness: Callable[[int], bytes]) -> str:
    """Return a UUIDv7 (RFC 9562) for the instant ``at`` in UTC microseconds.

    The twelve bits after the milliseconds hold the fraction of the millisecond, so that ids sort by
    their time to the microsecond; ``randomness(n)`` gives n random bytes.
    """
    milliseconds, microseconds = divmod(max(at, 0), 1000)
    fraction = microseconds * 4096 // 1000
    random_bits = int.from_bytes(randomness(8), "big") & ((1 << 62) - 1)
    value = (milliseconds & ((1 << 48) - 1)) << 80 | 0x7 << 76 | fraction << 64
    return str(UUID(int=value | 0b10 << 62 | random_bits))
