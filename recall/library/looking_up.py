"""Finding cards by name and reading them back from the placements."""

from __future__ import annotations

from recall.cards.kinds.cloze import Cloze
from recall.cards.kinds.term import FORWARD, Term
from recall.errors import UsageError
from recall.library.context import Context
from recall.library.front_matter import front_matter_from_json
from recall.library.showing import Stored
from recall.markdown.build import document
from recall.markdown.cloze import cloze_document
from recall.markdown.document import Document
from recall.markdown.plain import plain_text
from recall.markdown.reader import read_entry
from recall.storage import journal, placements
from recall.storage.store import Transaction
from recall.text import clean_line, shorten

_TITLE_COLUMNS = 60
_ONE_LINE = 100_000
_NAMES_OFFERED = 5


def stored_card(context: Context, tx: Transaction, uid: str) -> Stored | None:
    """Return a card as the catalogue and the journal know it; None when no deck holds it."""
    card = placements.placed(tx, uid, context.folders)
    if card is None or card.held:
        return None
    entry = read_entry(card.source, card.file.path, card.line)
    if entry is None:
        return None
    state = journal.state(tx, uid)
    return Stored(
        uid=uid,
        name=card.name,
        facet=card.facet,
        folder=card.file.folder,
        deck_title=card.file.title,
        entry=entry,
        front_matter=front_matter_from_json(card.file.front_matter),
        memory=state.memory,
        marks=state.marks,
    )


def title_of(context: Context, tx: Transaction, uid: str) -> str:
    """Return one line that names a card, also one that no deck holds any more.

    It is of the side that asks, so that it can be told before the answer is shown.
    """
    stored = stored_card(context, tx, uid)
    if stored is not None:
        asking = plain_text(_asking_side(stored), _ONE_LINE)
        return shorten(clean_line(asking), _TITLE_COLUMNS)
    card = placements.placed(tx, uid, context.folders) or placements.last_seen(tx, uid)
    return shorten(card.title if card is not None else uid, _TITLE_COLUMNS)


def _asking_side(stored: Stored) -> Document:
    """Return the prompt of a card; the title of its entry may hold the answer."""
    match stored.entry.parts:
        case Cloze() as cloze:
            return cloze_document(cloze, stored.facet, revealed=False)
        case Term() as term if stored.facet != FORWARD:
            return document(term.definition)
        case parts:
            return document(parts.title)


def find_card(tx: Transaction, name: str) -> str:
    """Return the uid of the card with this name, or the only one whose name begins so.

    Raises UsageError when there is none or when several begin so.
    """
    found = placements.matching_uids(tx, name, limit=_NAMES_OFFERED + 1)
    if name in found:
        return name
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError(
            f"There is no card named {name!r}.", "List cards and their names with recall cards."
        )
    offered = ", ".join(found[:_NAMES_OFFERED])
    raise UsageError(
        f"Several cards have a name that begins with {name!r}.", f"Write more of one: {offered}."
    )
