"""Deeds in words: what was done, and what its undo or redo said it did."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain

from recall.cards.history import Action, ActionKind, Review
from recall.library.context import Context
from recall.library.looking_up import title_of
from recall.library.words import count
from recall.storage import names
from recall.storage.deeds import Deed
from recall.storage.store import Transaction
from recall.text import shorten

_TEXT_COLUMNS = 50
_DOING: dict[str, str] = {
    ActionKind.SUSPEND: "suspending",
    ActionKind.UNSUSPEND: "unsuspending",
    ActionKind.BURY: "burying",
    ActionKind.UNBURY: "unburying",
    ActionKind.FLAG: "flagging",
    ActionKind.UNFLAG: "unflagging",
    ActionKind.RESET: "resetting",
    ActionKind.WORDING: "the wording remembered for",
}
_OF_CARDS = frozenset({*_DOING, ActionKind.LINK})
_MADE_ALONG: dict[str, str] = {
    ActionKind.FLAG: "the flag it set",
    ActionKind.SUSPEND: "the suspension it led to",
    ActionKind.OPEN: "the beginning of its unit",
}


def what_was_done(context: Context, tx: Transaction, deed: Deed) -> str:
    """Return a deed as part of a sentence: ``Good for “…”``, ``flagging “…”``."""
    chief = chief_of(deed.records)
    if isinstance(chief, Review):
        along = [_MADE_ALONG[one.kind] for one in _actions(deed) if one.kind in _MADE_ALONG]
        shown = title_of(context, tx, names.uid_of(tx, chief.name))
        return " and ".join([f"{chief.rating.label} for “{shown}”", *along])
    match chief.kind:
        case ActionKind.LINK:
            return _links(deed)
        case ActionKind.PAGE:
            answers = sum(isinstance(one, Review) for one in deed.records)
            shown = title_of(context, tx, names.uid_of(tx, chief.target))
            return f"the blank page of “{shown}” with {count(answers, 'grade')}"
        case ActionKind.OPEN:
            return f"opening {chief.target}"
        case ActionKind.SETTINGS:
            return "other settings of the schedule"
        case kind:
            shown = title_of(context, tx, names.uid_of(tx, chief.target))
            return f"{_DOING[kind]} “{shown}”"


def chief_of(records: Sequence[Review | Action]) -> Review | Action:
    """Return the record that a deed is named after: its page, else its first grade, else its first.

    What a grade led to (a flag) is told along with it.
    """
    pages = (one for one in records if isinstance(one, Action) and one.kind is ActionKind.PAGE)
    grades = (one for one in records if isinstance(one, Review))
    return next(chain(pages, grades, records))


def card_of(tx: Transaction, record: Review | Action) -> str | None:
    """Return the card that a record is about; None when it is about no single card."""
    if isinstance(record, Review):
        return names.uid_of(tx, record.name)
    return names.uid_of(tx, record.target) if record.kind in _OF_CARDS else None


def capital(sentence: str) -> str:
    """Return a sentence with a capital at its beginning; the rest stays as it is."""
    return sentence[:1].upper() + sentence[1:]


def _links(deed: Deed) -> str:
    links = _actions(deed)
    if len(links) > 1:
        return f"carrying {count(len(links), 'card')} over to new wordings"
    body = json.loads(links[0].body)
    before, after = (shorten(str(body.get(key, "")), _TEXT_COLUMNS) for key in ("before", "after"))
    return f"the link from “{before}” to “{after}”"


def _actions(deed: Deed) -> list[Action]:
    return [one for one in deed.records if isinstance(one, Action)]
