"""What helps with a blank page without giving it away: headings, and a cue for each point."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from recall.cards.kinds.free_recall import KeyPoint
from recall.study.free_recall.rubric import running_text

_FIRST_WORDS = 3


def headings(points: Iterable[KeyPoint]) -> tuple[str, ...]:
    """Return the group headings of a rubric in order, each once and with those above it."""
    groups = (heading_of(point.group) for point in points if point.group)
    return tuple(dict.fromkeys(groups))


def heading_of(group: Sequence[str]) -> str:
    """Return a group with those above it in one line."""
    return " › ".join(map(running_text, group))


def cue_of(point: KeyPoint) -> str:
    """Return what a point is asked by, as Markdown: its cue, or its group and its first words.

    The first words are at most three, and never more than a third of the statement, unless the one
    first word already is.
    """
    if point.cue:
        return point.cue
    words = running_text(point.statement).split()
    first = words[: max(min(_FIRST_WORDS, len(words) // 3), 1)]
    start = f"{' '.join(first)} …" if len(words) > 1 else "…"
    return f"{heading_of(point.group)}: {start}" if point.group else start
