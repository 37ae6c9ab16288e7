"""A blank page: the key points that a free recall is compared with."""

from __future__ import annotations

from dataclasses import dataclass

from recall.cards.card import Facet


@dataclass(frozen=True, slots=True)
class KeyPoint:
    """One key point of a rubric.

    ``statement`` is Markdown; ``accepted`` other phrasings; ``misconceptions`` statements whose
    writing is reported as a clash; ``cue`` the question for the second chance; ``required`` the
    bold words that must appear; ``weight`` how much it counts; ``card`` the id of a card that
    teaches it; ``group`` the headings above it; ``line`` where it stands in the file.
    """

    statement: str
    group: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    cue: str | None = None
    required: tuple[str, ...] = ()
    id: str | None = None
    weight: int = 1
    card: str | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class FreeRecall:
    """``R:`` with a bullet list: the prompt, and the key points in order."""

    prompt: str
    points: tuple[KeyPoint, ...]

    @property
    def title(self) -> str:
        """The prompt."""
        return self.prompt

    def facets(self) -> tuple[Facet, ...]:
        """One card for each key point; groups, cues and accepted phrasings do not count."""
        return tuple(
            Facet(point.id or point.statement, (self.prompt, point.statement), point.id)
            for point in self.points
        )
