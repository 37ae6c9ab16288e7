"""Which cards a session asks, in which order, and what was known of them when it began."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from recall.cards.memory import Memory
from recall.library.context import Context
from recall.library.plan import all_cards, plan_day, plan_review, shelf
from recall.library.values import DeckRow
from recall.storage import journal
from recall.storage.records import State
from recall.storage.store import Transaction
from recall.study.queue import Plan


@dataclass(frozen=True, slots=True)
class Seats:
    """The cards with the instant each waits for, the plan of the day they are from, and what was
    known of each; there is no plan, and nothing is known, for cards that were named.
    """

    cards: tuple[tuple[str, int | None], ...]
    plan: Plan = field(default_factory=lambda: Plan(()))
    known: Mapping[str, Memory] = field(default_factory=dict)


def seats(
    context: Context,
    tx: Transaction,
    *,
    files: Sequence[int] | None,
    uids: Sequence[str] | None,
    review: DeckRow | None,
    limit: int | None,
    new: int | None,
    cram: bool,
) -> Seats:
    """Return what a session with these arguments asks; see ``StudySession``."""
    if cram or uids is not None:
        chosen = all_cards(context, tx, files) if uids is None else uids
        return Seats(tuple((uid, None) for uid in chosen[:limit]))
    moment = context.moment(tx)
    on = shelf(context, tx, moment.day)
    if review is not None:
        plan = plan_review(context, tx, moment, on, review.file_id, new=new)
    else:
        plan = plan_day(context, tx, moment, on, files, new=new)
    cards = tuple((card.uid, card.due_at) for card in plan.queue[:limit])
    states = journal.states(tx, [uid for uid, _ in cards])
    return Seats(cards, plan, {uid: states.get(uid, State()).memory for uid, _ in cards})
