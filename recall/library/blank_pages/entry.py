"""A blank page: the free-recall entry a name belongs to, and a text compared with it."""

from __future__ import annotations

from dataclasses import dataclass

from recall.cards.card import Kind
from recall.cards.kinds.free_recall import FreeRecall, KeyPoint
from recall.errors import UsageError
from recall.library.context import Context
from recall.library.front_matter import front_matter_from_json
from recall.markdown.reader import read_entry
from recall.storage import catalogue, placements
from recall.storage.records import FileRow, PlacedCard
from recall.storage.store import Transaction
from recall.study.free_recall.rubric import Rubric
from recall.text import clean

_MOST_POINTS = 1000
_NAMES_OFFERED = 5
_DEFAULT_LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class BlankPage:
    """One free-recall entry: its prompt as Markdown and its key points in order.

    ``names`` are the lasting names of the points' cards, in the same order, and ``contents`` those
    of what they show, None for a point that another card's name holds. ``file`` is the deck, and
    ``retention`` the desired retention of the entry, None for that of the settings.
    """

    prompt: str
    points: tuple[KeyPoint, ...]
    names: tuple[str, ...]
    rubric: Rubric
    language: str
    file: FileRow
    contents: tuple[str | None, ...] = ()
    retention: float | None = None


def blank_page(context: Context, tx: Transaction, name: str) -> BlankPage:
    """Return the free-recall entry named: by its id with its name space, or by one of its points.

    Raises UsageError when there is none or several.
    """
    found: dict[int, PlacedCard] = {}
    for uid in placements.matching_uids(tx, name, limit=_MOST_POINTS):
        card = placements.placed(tx, uid, context.folders)
        if card is not None:
            found.setdefault(card.entry_id, card)
    pages = [
        (card, entry.parts)
        for card in found.values()
        if (entry := read_entry(card.source, card.file.path, card.line)) is not None
        and isinstance(entry.parts, FreeRecall)
    ]
    if not pages:
        raise UsageError(
            f"There is no blank page named {clean(name)!r}.",
            "List the key points with: recall cards kind:free-recall",
        )
    if len(pages) > 1:
        offered = ", ".join(card.uid for card, _ in pages[:_NAMES_OFFERED])
        raise UsageError(
            f"Several blank pages have a name that begins with {clean(name)!r}.",
            f"Write more of one: {offered}.",
        )
    card, parts = pages[0]
    front_matter = front_matter_from_json(card.file.front_matter)
    by_facet = {
        one.facet: one
        for one in placements.entries(tx, card.file.id)
        if one.entry_id == card.entry_id
    }
    standing = [by_facet.get(facet.key) for facet in parts.facets()]
    return BlankPage(
        prompt=parts.prompt,
        points=parts.points,
        names=tuple(
            facet.key if one is None else one.uid
            for facet, one in zip(parts.facets(), standing, strict=True)
        ),
        rubric=Rubric.of(parts, front_matter.synonyms),
        language=front_matter.language or _DEFAULT_LANGUAGE,
        file=card.file,
        contents=tuple(None if one is None or one.held else one.name for one in standing),
        retention=card.retention,
    )


def find_blank_page(context: Context, tx: Transaction, name: str) -> BlankPage:
    """Return the free-recall entry with this name or prefix, or the only one of a deck.

    Raises UsageError when there is none or several.
    """
    try:
        return blank_page(context, tx, name)
    except UsageError:
        names = blank_pages_of(context, tx, name)
        if len(names) != 1:
            raise
        return blank_page(context, tx, names[0])


def blank_pages_of(context: Context, tx: Transaction, deck: str) -> tuple[str, ...]:
    """Return the name of one point of each blank page of a deck, given by its code or path."""
    wanted = deck.casefold()
    pages: dict[int, str] = {}
    for row in catalogue.file_rows(tx, context.folders):
        if wanted in {(row.code or "").casefold(), row.path.casefold()}:
            for card in placements.entries(tx, row.id):
                if card.kind is Kind.FREE_RECALL:
                    pages.setdefault(card.entry_id, card.uid)
    return tuple(pages.values())
