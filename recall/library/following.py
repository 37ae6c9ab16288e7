"""Following decks that are edited during a session: changes are shown, no answer is lost."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from recall.library.changes import Followed
from recall.library.context import Context
from recall.library.looking_up import stored_card
from recall.library.showing import Asked, ask
from recall.library.values import AnswerMode, Showing
from recall.study.session import Sitting


class Following(ABC):
    """What a session does when its decks change; the session itself gives the rest.

    A card that no deck holds any more is passed over, and comes after all when it is back.
    """

    current: Showing | None
    revealed: bool
    _context: Context
    _asked: Asked | None
    _sitting: Sitting
    _away: list[str]

    def follow(self) -> Followed:
        """Take up what a refresh changed in the card shown; call after ``Library.refresh``.

        Before the answer the card is shown as its deck has it now, or the next one when it is gone.
        After the answer it stays to be graded: what the learner grades is drawn anew, what was
        judged stays as it was judged.
        """
        self._call_back()
        shown = self.current
        if shown is None:
            self._show_next()
        elif self.revealed:
            return self._follow_answered(shown)
        elif not self._load(shown.uid, again=True):
            self._pass_over(shown.uid)
            self._show_next()
            return Followed.GONE
        return self._compared(shown)

    def _follow_answered(self, shown: Showing) -> Followed:
        before = self._asked
        with self._context.store.reading() as tx:
            stored = stored_card(self._context, tx, shown.uid)
        if before is None or stored is None or stored.entry.kind is not shown.kind:
            return Followed.KEPT
        if shown.mode is not AnswerMode.REVEAL and stored.entry.parts != before.entry.parts:
            return Followed.KEPT
        type_gaps = self._context.config.cloze == "type"
        self._asked = ask(stored, 0, type_gaps=type_gaps, order=before.order)
        self.current = self._asked.showing
        return self._compared(shown)

    def _compared(self, before: Showing | None) -> Followed:
        """Tell whether the card looks otherwise than before; where it stands is no look of it."""
        now = self.current
        if before is None or now is None:
            return Followed.SAME if before is now else Followed.CHANGED
        placed = replace(before, place=now.place, name=now.name, memory=now.memory, marks=now.marks)
        return Followed.SAME if placed == now else Followed.CHANGED

    def _pass_over(self, uid: str) -> None:
        """Go on without a card that no deck holds now, or that was answered elsewhere."""
        self._sitting.skip(uid)
        with self._context.store.reading() as tx:
            if stored_card(self._context, tx, uid) is None:
                self._away.append(uid)

    @abstractmethod
    def _show_next(self) -> None:
        """Make the next card of the sitting current."""

    @abstractmethod
    def _load(self, uid: str, *, again: bool = False) -> bool:
        """Make a card current; return whether a deck holds it."""

    def _call_back(self) -> None:
        """Let the cards that were passed over come after all, where a deck has them again."""
        with self._context.store.reading() as tx:
            back = [uid for uid in self._away if stored_card(self._context, tx, uid) is not None]
        for uid in back:
            self._away.remove(uid)
            self._sitting.put_back(uid)
