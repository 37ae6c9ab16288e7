"""What a library does with single cards: finding, showing, marking, joining them."""

from __future__ import annotations

from pathlib import Path

from recall.cards.history import ActionKind
from recall.errors import UsageError
from recall.library import searching
from recall.library.context import Context
from recall.library.information import card_info
from recall.library.linking import link_by_hand
from recall.library.looking_up import find_card, stored_card
from recall.library.marking import mark, reset
from recall.library.remedies import Remedies, remedies
from recall.library.searching import CardList
from recall.library.showing import ask
from recall.library.values import (
    CardInfo,
    CardRow,
    Showing,
    Sort,
)
from recall.storage import placements, search


class CardsOfLibrary:
    """The part of a library that is about single cards."""

    _context: Context

    def show(self, uid: str) -> Showing:
        """Return one card for looking at.

        Raises UsageError when no card has that name or prefix, or no deck holds it any more.
        """
        context = self._context
        with context.store.reading() as tx:
            found = find_card(tx, uid)
            stored = stored_card(context, tx, found)
            held = placements.placed(tx, found, context.folders) is not None
        if stored is None and held:
            raise UsageError(
                f"The card {found} is held, because another card has the same identity.",
                "See recall check.",
            )
        if stored is None:
            raise UsageError(
                f"The card {found} stands in no deck of this library now.",
                "Its history is kept, and it returns with its text.",
            )
        return ask(stored, context.random.getrandbits(63), type_gaps=False).showing

    def card(self, uid: str) -> CardInfo:
        """Return everything known of the card with this name, or the only one that begins so."""
        with self._context.store.reading() as tx:
            return card_info(self._context, tx, find_card(tx, uid))

    def remedies(self, uid: str) -> Remedies:
        """Return what helps with the card with this name, or the only one that begins so."""
        return remedies(self._context, uid)

    def mark(
        self,
        uid: str,
        *,
        suspended: bool | None = None,
        buried: bool | None = None,
        flagged: bool | None = None,
    ) -> None:
        """Suspend, bury for today or flag a card, or take that back."""
        with self._context.store.reading() as tx:
            found = find_card(tx, uid)
        for wanted, on, off in (
            (suspended, ActionKind.SUSPEND, ActionKind.UNSUSPEND),
            (buried, ActionKind.BURY, ActionKind.UNBURY),
            (flagged, ActionKind.FLAG, ActionKind.UNFLAG),
        ):
            if wanted is not None:
                mark(self._context, found, on if wanted else off)

    def reset(self, uid: str) -> bool:
        """Forget a card's memory, so that it is new again; an undo brings it back.

        Return whether there was anything to forget. Raises UsageError when no card has that name.
        """
        with self._context.store.reading() as tx:
            found = find_card(tx, uid)
        return reset(self._context, found)

    def link(self, one: str, other: str) -> str:
        """Make one card of two by hand, and return the sentence that says so.

        Each is a name or the only beginning of one. Raises UsageError when the two cannot be one.
        """
        return link_by_hand(self._context, one, other)

    def search(
        self,
        query: str = "",
        *,
        limit: int | None = None,
        offset: int = 0,
        sort: Sort = Sort.PLACE,
        descending: bool = False,
    ) -> tuple[CardRow, ...]:
        """Return the cards that match everything in a query; see ``query.parse_query``."""
        with self._context.store.reading() as tx:
            found = searching.find(self._context, tx, query, sort, descending=descending)
            stop = found.cards if limit is None else offset + limit
            return tuple(searching.every_row(self._context, tx, found, offset, stop))

    def find(
        self, query: str = "", *, sort: Sort = Sort.PLACE, descending: bool = False
    ) -> CardList:
        """Return how many cards match a query, to be looked at in parts with ``rows``."""
        with self._context.store.reading() as tx:
            return searching.find(self._context, tx, query, sort, descending=descending)

    def total(self) -> int:
        """Return how many cards stand in the library's decks, as an empty query finds them."""
        with self._context.store.reading() as tx:
            return search.count(tx, self._context.folders)

    def rows(self, found: CardList, start: int, stop: int) -> tuple[CardRow | None, ...]:
        """Return the cards at the places ``start`` to ``stop`` of what was found, as they are now.

        None stands for a card that is gone since.
        """
        with self._context.store.reading() as tx:
            return searching.rows(self._context, tx, found, start, stop)

    def names_of(self, found: CardList) -> tuple[str, ...]:
        """Return the names of the cards found that can be asked one by one, in their order."""
        with self._context.store.reading() as tx:
            return search.askable(tx, found.found)

    def source_of(self, showing: Showing) -> Path:
        """Return the file of a card, for the editor."""
        return Path(showing.folder) / showing.place.path
