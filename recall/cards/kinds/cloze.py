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

    def gap_keys(self) -> tuple[str, ...]:
        """The key of each gap: its group, or its first answer, counted when it stands twice."""
        # A gap whose answer reads like a group's name, or like another's key, is kept apart.
        taken = {gap.group for gap in self.gaps if gap.group is not None}
        seen: Counter[str] = Counter()
        keys: list[str] = []
        for gap in self.gaps:
            if gap.group is not None:
                keys.append(gap.group)
                continue
            answer = gap.answers[0]
            count = seen[answer] + 1
            key = answer if count == 1 else f"{answer} ({count})"
            while key in taken:
                count += 1
                key = f"{answer} ({count})"
            seen[answer] = count
            taken.add(key)
            keys.append(key)
        return tuple(keys)

    def facets(self) -> tuple[Facet, ...]:
        """One card for each group or single gap, in the order of the text."""
        keys = self.gap_keys()
        plain = self.title
        facets: dict[str, list[str]] = {}
        for key, gap in zip(keys, self.gaps, strict=True):
            facets.setdefault(key, []).append("|".join(gap.answers))
        return tuple(Facet(key, (plain, key, *answers)) for key, answers in facets.items())
