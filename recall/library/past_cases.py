"""What a library does with the past: taking back, telling, adding up, handing out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TextIO

from recall.library import logbook, overview
from recall.library.carried import carried_over, undo_link
from recall.library.context import Context
from recall.library.looking_up import find_card
from recall.library.past import Past, past
from recall.library.undoing import redo, redo_up_to, undo, undo_back_to
from recall.library.values import (
    CarriedOver,
    Undone,
)


class PastOfLibrary:
    """The part of a library that is about what was done."""

    _context: Context

    def undo(self) -> Undone | None:
        """Take back the last thing the learner did, in this run or an earlier one."""
        return undo(self._context)

    def redo(self) -> Undone | None:
        """Do again what was undone last; None when something new was done since, or nothing."""
        return redo(self._context)

    def undo_back_to(self, deed: str) -> tuple[Undone, ...]:
        """Take back everything from the newest deed to this one, newest first, all or none.

        ``deed`` is an id that ``history`` gives. Raises UsageError when it does not count now.
        """
        return undo_back_to(self._context, deed)

    def redo_up_to(self, deed: str) -> tuple[Undone, ...]:
        """Do again what was undone, up to this deed, all or none.

        Raises UsageError when it is not among what a redo can reach.
        """
        return redo_up_to(self._context, deed)

    def history(self, limit: int | None = 100) -> Past:
        """Return the newest things done on this device, undone ones too, newest first."""
        return past(self._context, limit)

    def carried_over(self, limit: int | None = None) -> tuple[CarriedOver, ...]:
        """Return the cards that carried on under another name or wording, newest first."""
        return carried_over(self._context, limit)

    def undo_link(self, name: str) -> Undone:
        """Take back that a card carried on, so that its two wordings are two cards.

        ``name`` is one of the card's names or the beginning of one. Raises UsageError when no such
        card was carried over, or several.
        """
        return undo_link(self._context, name)

    def log(self, uid: str | None = None) -> Iterator[Mapping[str, object]]:
        """Yield every review and action, oldest first, as plain values for JSON.

        Use them up, or close the iterator, before the library is asked for anything else.
        """
        with self._context.store.reading() as tx:
            yield from logbook.log_lines(tx, None if uid is None else find_card(tx, uid))

    def export(self, what: str, stream: TextIO) -> int:
        """Write ``cards-csv``, ``reviews-csv`` or ``reviews-jsonl``; return the number of rows."""
        return logbook.export(self._context, what, stream)

    def forecast(self, days: int = 14) -> tuple[tuple[str, int], ...]:
        """Return how many cards fall due on each of the next days: (ISO date, count).

        What is overdue counts today.
        """
        return overview.forecast(self._context, days)
