"""A question with options, of which one or several are right."""

from __future__ import annotations

from dataclasses import dataclass

from recall.cards.card import Facet


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice: Markdown, whether it is right and why, and whether it stays put."""

    text: str
    right: bool
    reason: str | None = None
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """``Q:`` with a task list; at least one option is right."""

    prompt: str
    options: tuple[Option, ...]

    @property
    def title(self) -> str:
        """The prompt."""
        return self.prompt

    @property
    def right(self) -> frozenset[int]:
        """The places, counted from 0 as written, of the right options."""
        return frozenset(place for place, option in enumerate(self.options) if option.right)

    def facets(self) -> tuple[Facet, ...]:
        """One card; the order of the options and their reasons do not count for its identity."""
        options = sorted(("+" if option.right else "-") + option.text for option in self.options)
        return (Facet("", (self.prompt, *options)),)
