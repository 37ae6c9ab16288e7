"""A term and its definition, asked in both directions."""

from __future__ import annotations

from dataclasses import dataclass

from recall.cards.card import Facet

FORWARD = "forward"
BACKWARD = "backward"


@dataclass(frozen=True, slots=True)
class Term:
    """``T:`` … ``D:``: term and definition as Markdown."""

    term: str
    definition: str

    @property
    def title(self) -> str:
        """The term."""
        return self.term

    def facets(self) -> tuple[Facet, ...]:
        """Two cards: term to definition, and definition to term."""
        return (
            Facet(FORWARD, (FORWARD, self.term, self.definition)),
            Facet(BACKWARD, (BACKWARD, self.term, self.definition)),
        )
