"""Items to put in order."""

from __future__ import annotations

from dataclasses import dataclass

from recall.cards.card import Facet


@dataclass(frozen=True, slots=True)
class Order:
    """``O:`` with an ordered list: the prompt, and the items as Markdown in the right order."""

    prompt: str
    items: tuple[str, ...]

    @property
    def title(self) -> str:
        """The prompt."""
        return self.prompt

    def facets(self) -> tuple[Facet, ...]:
        """One card."""
        return (Facet("", (self.prompt, *self.items)),)
