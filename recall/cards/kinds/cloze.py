"""A text with gaps; each gap, or group of gaps, is a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from recall.cards.card import Facet


@dataclass(frozen=True, slots=True)
class Gap:
    """One gap: its group (``c1``) or None, accepted answers (the first is shown), hint, and where
    it stands in the text: ``start`` and ``end`` are character offsets around its braces.
    """

    group: str | None
    answers: tuple[str, ...]
    hint: str | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Cloze:
    """``C:``: the Markdown as written, with its gaps in the order of the text."""

    text: str
    gaps: tuple[Gap, ...]

    @property
    def title(self) -> str:
        """The text with its gaps open."""
        return self.fill(lambda gap: gap.answers[0])

    def fill(self, content: Callable[[Gap], str]) -> str:
        """Return the text with each gap's braces replaced by ``content(gap)``."""
        pieces: list[str] = []
        position = 0
        for gap in self.gaps:
            pieces += [self.text[position : gap.start], content(gap)]
            position = gap.end
        pieces.append(self.text[position:])
        return "".join(pieces)

    def keys(self) -> tuple[str, ...]:
        """The key of each gap: its group, or its first answer, counted when it stands twice."""
        seen: Counter[str] = Counter()
        keys: list[str] = []
        for gap in self.gaps:
            if gap.group is not None:
                keys.append(gap.group)
                continue
            answer = gap.answers[0]
            seen[answer] += 1
            keys.append(answer if seen[answer] == 1 else f"{answer} ({seen[answer]})")
        return tuple(keys)

    def facets(self) -> tuple[Facet, ...]:
        """One card for each group or single gap, in the order of the text."""
        keys = self.keys()
        plain = self.title
        facets: dict[str, list[str]] = {}
        for key, gap in zip(keys, self.gaps, strict=True):
            facets.setdefault(key, []).append("|".join(gap.answers))
        return tuple(Facet(key, (plain, key, *answers)) for key, answers in facets.items())
