"""What each point of an attempt is worth: one rating a point a day, or none.

People freely recall less than a fifth of a text after a delay, so a point missed on the page is not
forgotten: the rating comes from its second chance. A first review rated Again introduces a point
and is no lapse, since only what had been learnt can be forgotten.
"""

from __future__ import annotations

from enum import StrEnum

from recall.cards.memory import Rating
from recall.study.free_recall.attempt import Attempt, Cued
from recall.study.free_recall.values import State


class Merit(StrEnum):
    """What became of a point, after the learner's verdict."""

    RECALLED = "recalled"
    AFTER_HEADING = "after a heading"
    COMPLETED = "completed on its cue"
    ON_CUE = "recalled on its cue"
    FAILED = "failed on its cue"
    MISCONCEPTION = "misconception"
    SKIPPED = "skipped"


class Help(StrEnum):
    """At which stage of a page a point was answered: from memory alone, or with help."""

    FREE = "free"
    CUED = "cued"


RECALLED = frozenset({Merit.RECALLED, Merit.AFTER_HEADING, Merit.COMPLETED, Merit.ON_CUE})
ON_THE_PAGE = frozenset({Merit.RECALLED, Merit.AFTER_HEADING})


def merit_of(attempt: Attempt, key: str) -> Merit:
    """Return what became of a point; without a word of the learner it counts as skipped.

    A confirmed misconception outweighs what else the page says of the point.
    """
    decision = attempt.decision(key)
    if decision.clash:
        return Merit.MISCONCEPTION
    if attempt.is_said(key):
        return Merit.RECALLED if attempt.is_free(key) else Merit.AFTER_HEADING
    match decision.cued:
        case Cued.RECALLED if attempt.result(key).state is State.CHECK:
            return Merit.COMPLETED
        case Cued.RECALLED:
            return Merit.ON_CUE
        case Cued.FAILED:
            return Merit.FAILED
        case _:
            return Merit.SKIPPED


def rating_of(merit: Merit, on_cue: Rating = Rating.HARD) -> Rating | None:
    """Return the rating of a point; ``on_cue`` is that of one recalled on its cue alone."""
    match merit:
        case Merit.RECALLED:
            return Rating.GOOD
        case Merit.AFTER_HEADING | Merit.COMPLETED:
            return Rating.HARD
        case Merit.ON_CUE:
            return on_cue
        case Merit.FAILED | Merit.MISCONCEPTION:
            return Rating.AGAIN
        case Merit.SKIPPED:
            return None


def help_of(attempt: Attempt, key: str) -> Help:
    """Return whether a point was answered from memory alone or with help."""
    merit = merit_of(attempt, key)
    free = merit is Merit.RECALLED or (merit is Merit.MISCONCEPTION and attempt.free is None)
    return Help.FREE if free else Help.CUED


def page_is_due(points: int, due: int) -> bool:
    """Return whether a page is due: when three of its points are, or a quarter of them."""
    return due > 0 and (due >= _ENOUGH_DUE or due * 4 >= points)


_ENOUGH_DUE = 3
