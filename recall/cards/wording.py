"""What is compared when content changed: the text that asks, and the text that is graded.

Two versions of an entry are recognised by their whole prompt and answer; the cards of an entry that
makes several are then told apart by their own. The prompt of a gap is its text with a hole where
the gap was, so that a gap is known by its answer and by the words around it.
"""

from __future__ import annotations

from dataclasses import dataclass

from recall.cards.card import Entry, Facet, Kind
from recall.cards.kinds.cloze import Cloze
from recall.cards.kinds.free_recall import FreeRecall

HOLE = "[…]"


@dataclass(frozen=True, slots=True)
class CardWording:
    """One card of an entry: its facet's key, what asks for it, what is graded, and its own id."""

    facet: str
    prompt: str
    answer: str
    id: str | None = None


@dataclass(frozen=True, slots=True)
class EntryWording:
    """One entry: its kind and stable identity, its whole prompt and answer, and its cards."""

    kind: Kind
    id: str | None
    prompt: str
    answer: str
    cards: tuple[CardWording, ...]


def wording_of(entry: Entry) -> EntryWording:
    """Return what of an entry is compared."""
    parts = entry.parts
    prompt = parts.title
    if isinstance(parts, Cloze):
        around = parts.fill(lambda _: HOLE)
        # Of a text that is hardly more than its gaps, only what is in them can be compared.
        if len(around.replace(HOLE, " ").split()) > len(parts.gaps):
            prompt = around
        cards = _gaps(parts)
    elif isinstance(parts, FreeRecall):
        cards = tuple(
            CardWording(facet.key, " / ".join(point.group), point.statement, facet.id)
            for facet, point in zip(parts.facets(), parts.points, strict=True)
        )
    else:
        cards = tuple(
            CardWording(facet.key, prompt, _graded_besides(prompt, facet), facet.id)
            for facet in parts.facets()
        )
    # Both directions of a term grade the same text.
    answer = "\n".join(dict.fromkeys(card.answer for card in cards))
    return EntryWording(entry.kind, entry.attributes.id, prompt, answer, cards)


def _gaps(cloze: Cloze) -> tuple[CardWording, ...]:
    keys = dict(zip(cloze.gaps, cloze.gap_keys(), strict=True))
    return tuple(
        CardWording(
            key,
            cloze.fill(lambda gap, key=key: HOLE if keys[gap] == key else gap.answers[0]),  # type: ignore[misc]  # mypy cannot type a default that binds a loop's variable
            " | ".join(answer for gap in cloze.gaps if keys[gap] == key for answer in gap.answers),
        )
        for key in dict.fromkeys(keys.values())
    )


def _graded_besides(prompt: str, facet: Facet) -> str:
    parts = list(facet.graded)
    for known in (facet.key, prompt):
        if known in parts and len(parts) > 1:
            parts.remove(known)
    return "\n".join(parts)
