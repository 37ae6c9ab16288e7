"""A question that the learner answers in their head, reveals and grades."""

from __future__ import annotations

from dataclasses import dataclass

from recall.cards.card import Facet


@dataclass(frozen=True, slots=True)
class Question:
    """``Q:`` … ``A:``: prompt and answer as Markdown."""

    prompt: str
    answer: str

    @property
    def title(self) -> str:
        """The prompt."""
        return self.prompt

    def facets(self) -> tuple[Facet, ...]:
        """One card."""
        return (Facet("", (self.prompt, self.answer)),)
