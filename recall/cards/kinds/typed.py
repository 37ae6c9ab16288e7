"""A question whose answer is typed and checked."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from recall.cards.card import Facet


@dataclass(frozen=True, slots=True)
class AcceptedAnswer:
    """One accepted answer.

    ``text`` is as written, without its tolerance. When it is a number, ``number`` is its value,
    ``unit`` what follows it (``""`` for none) and ``tolerance`` the distance still accepted, in the
    number's own unit, or as a share of it when ``relative`` (0.01 for ``± 1%``).
    """

    text: str
    number: Decimal | None = None
    unit: str = ""
    tolerance: Decimal | None = None
    relative: bool = False


@dataclass(frozen=True, slots=True)
class Typed:
    """``Q:`` … ``A=``: the prompt, the accepted answers (the first is shown), and ``{exact}``."""

    prompt: str
    answers: tuple[AcceptedAnswer, ...]
    written: str
    exact: bool = False

    @property
    def title(self) -> str:
        """The prompt."""
        return self.prompt

    def facets(self) -> tuple[Facet, ...]:
        """One card; ``written`` is the answer line as the author wrote it."""
        return (Facet("", (self.prompt, self.written)),)
