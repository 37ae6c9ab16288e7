"""The identity of content: a 128-bit digest of what is graded, and nothing else.

Position, file name, notes, hints, tags and white space do not count; case does. Parts are
length-prefixed, so that moving text from one part to the next changes the digest.
"""

from __future__ import annotations

from hashlib import blake2b

from recall.cards.card import Card, Entry, Kind
from recall.text import normalise


def fingerprint(kind: Kind, graded: tuple[str, ...]) -> str:
    """Return the digest of a card's graded Markdown: BLAKE2b, 128 bits, 32 hexadecimal digits."""
    digest = blake2b(digest_size=16)
    for part in (kind.value, *map(normalise, graded)):
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "big"))
        digest.update(data)
    return digest.hexdigest()


def cards_of(entry: Entry, namespace: str) -> tuple[Card, ...]:
    """Return the cards an entry makes.

    ``namespace`` is the course's id, or outside a course the deck's path; it keeps equal ids of
    different authors apart.
    """
    cards: list[Card] = []
    for facet in entry.parts.facets():
        mark = fingerprint(entry.kind, facet.graded)
        name = mark
        if entry.attributes.id is not None:
            own = facet.id or facet.key
            name = f"{namespace}#{entry.attributes.id}" + (f"/{own}" if own else "")
        elif facet.id is not None:
            name = f"{namespace}#{facet.id}"
        cards.append(Card(name=name, fingerprint=mark, facet=facet.key, entry=entry))
    return tuple(cards)
