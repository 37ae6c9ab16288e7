"""Leeches: cards that are forgotten again and again. They are pointed out and never put away."""

from __future__ import annotations

from dataclasses import dataclass

from recall.cards.history import ActionKind, marks_after
from recall.clock import Moment
from recall.library.context import Context
from recall.library.looking_up import title_of
from recall.library.marking import new_action
from recall.storage import journal
from recall.storage.records import State
from recall.storage.store import Transaction


@dataclass(frozen=True, slots=True)
class Leech:
    """A card that was just forgotten for the ``lapses``-th time; it is flagged from then on."""

    uid: str
    title: str
    lapses: int

    @property
    def sentence(self) -> str:
        """What is told of it."""
        return f"“{self.title}” was forgotten {self.lapses:,} times, so it is flagged."


def is_pointed_out(lapses: int, threshold: int) -> bool:
    """Return whether a card is pointed out at this lapse: at the threshold, and at each further
    half of it, rounded up. A threshold of 0 points nothing out.
    """
    if not threshold or lapses < threshold:
        return False
    return (lapses - threshold) % ((threshold + 1) // 2) == 0


def point_out(
    context: Context, tx: Transaction, moment: Moment, uid: str, before: int, lapses: int
) -> Leech | None:
    """Flag a card when the grade of this ``moment`` makes it a leech, and return it as one.

    Call it before the grade is written, in its transaction: the flag bears the grade's instant, by
    which an undo of the grade takes it back too. ``before`` are the lapses before the grade.
    """
    if lapses == before or not is_pointed_out(lapses, context.config.leech_threshold):
        return None
    state = journal.state(tx, uid)
    if not state.marks.flagged:
        journal.add_action(tx, new_action(context, moment, ActionKind.FLAG, uid))
        marks = marks_after(state.marks, ActionKind.FLAG, moment.day)
        journal.set_state(tx, uid, State(state.memory, marks, state.last_review_id, state.last_at))
    return Leech(uid, title_of(context, tx, uid), lapses)
