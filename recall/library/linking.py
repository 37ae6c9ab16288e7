"""Linking two cards by hand: the learner knows that they are one, where no likeness told."""

from __future__ import annotations

import json
from dataclasses import dataclass

from recall.cards.card import Kind
from recall.cards.history import ActionKind
from recall.errors import UsageError
from recall.library.context import Context
from recall.library.looking_up import find_card, title_of
from recall.library.marking import new_action
from recall.library.recompute import recompute
from recall.storage import journal, placements
from recall.storage.links import rejoin
from recall.storage.store import Transaction


@dataclass(frozen=True, slots=True)
class _Side:
    """One of the two: ``entry`` is None for a card that no deck holds now."""

    uid: str
    name: str
    kind: Kind
    facet: str
    source: str
    entry: int | None


def link_by_hand(context: Context, one: str, other: str) -> str:
    """Make one card of two; see ``Library.link``.

    The history of both is then one card's; what was recorded first names it, and an undo parts
    exactly what this joined. Refused are a card and itself, cards of different kinds, the two
    directions of terms, and siblings, which ask for different things.
    """
    with context.store.writing() as tx:
        before, after = (_side(context, tx, find_card(tx, name)) for name in (one, other))
        if before.entry is not None and after.entry is None:
            before, after = after, before  # what is gone carries on as what is there
        title, title_after = (title_of(context, tx, side.uid) for side in (before, after))
        _check(before, after, title)
        body = {"to": after.name, "before": before.source, "after": after.source, "by": "hand"}
        action = new_action(
            context,
            context.moment(tx),
            ActionKind.LINK,
            before.name,
            json.dumps(body, ensure_ascii=False),
        )
        journal.add_action(tx, action)
        recompute(context, tx, rejoin(tx))
    return f"“{title}” and “{title_after}” are one card now, with one history."


def _side(context: Context, tx: Transaction, uid: str) -> _Side:
    placed = placements.placed(tx, uid, context.folders) or placements.placed(tx, uid)
    if placed is not None:
        return _Side(
            uid, placed.name, placed.kind, placed.facet, placed.source, entry=placed.entry_id
        )
    gone = placements.last_seen(tx, uid)
    if gone is None:
        raise UsageError(
            f"The card {uid} is known from reviews only, so it was not linked.",
            "Link cards that stand in a deck, or once did.",
        )
    return _Side(uid, gone.name, gone.kind, gone.facet, gone.source, entry=None)


def _check(before: _Side, after: _Side, title: str) -> None:
    if before.uid == after.uid:
        raise UsageError(
            f"“{title}” is one card already, so nothing was linked.", "Choose two different cards."
        )
    if before.kind is not after.kind:
        raise UsageError(
            f"A {before.kind.value} and a {after.kind.value} card were not linked, because they "
            "are answered differently.",
            "Choose two cards of one kind.",
        )
    if before.entry is not None and before.entry == after.entry:
        raise UsageError(
            f"Two parts of “{title}” were not linked, because they ask for different things.",
            "Choose cards of two different texts.",
        )
    if before.kind is Kind.TERM and before.facet != after.facet:
        raise UsageError(
            "A term and a definition were not linked, because they are asked in two directions.",
            "Choose two cards of one direction, both → or both ←.",
        )
