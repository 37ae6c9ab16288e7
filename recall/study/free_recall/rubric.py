"""A rubric as it is compared: the points of a blank page and the deck's synonyms."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from recall.cards.kinds.free_recall import FreeRecall

_LINK_TARGET = re.compile(r"(?<=\])\([^()\s]*(?:\s+\"[^\"]*\")?\)|<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class RubricPoint:
    """One key point: its ``key`` among its siblings, and its wordings as plain running text."""

    key: str
    statement: str
    accepted: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    required: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rubric:
    """All key points of a blank page in order, its prompt, and groups of words that are equal."""

    points: tuple[RubricPoint, ...]
    prompt: str = ""
    synonyms: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def of(cls, card: FreeRecall, synonyms: Sequence[Sequence[str]] = ()) -> Rubric:
        """Return the rubric of a free-recall card; a point's key is its facet's key."""
        points = (
            RubricPoint(
                facet.key,
                running_text(point.statement),
                tuple(map(running_text, point.accepted)),
                tuple(map(running_text, point.misconceptions)),
                tuple(map(running_text, point.required)),
            )
            for facet, point in zip(card.facets(), card.points, strict=True)
        )
        return cls(
            tuple(points), running_text(card.prompt), tuple(tuple(group) for group in synonyms)
        )


def running_text(markdown: str) -> str:
    """Return Markdown without what is not read: link targets, comments, bold and code marks."""
    return re.sub(r"\*\*|__|`", "", _LINK_TARGET.sub("", markdown)).strip()
