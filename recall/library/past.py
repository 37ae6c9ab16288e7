"""What was done, newest first: what undo would take back, and what redo would do again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta, timezone
from heapq import merge

from recall.cards.history import Action, ActionKind, Mode, Review
from recall.cards.memory import NEW_MEMORY, Memory
from recall.clock import instant_to_datetime
from recall.library.context import Context
from recall.library.deed_words import capital, card_of, chief_of, what_was_done
from recall.library.logbook import instant_text
from recall.library.recompute import settings_history
from recall.library.words import relative_day
from recall.scheduling.replay import replay_reviews
from recall.storage import deeds, history, names
from recall.storage.deeds import Deed
from recall.storage.store import Transaction

_AGAIN: dict[str, str] = {
    ActionKind.SUSPEND: "the card comes again",
    ActionKind.UNSUSPEND: "the card is suspended again",
    ActionKind.BURY: "the card comes again today",
    ActionKind.UNBURY: "the card is buried again",
    ActionKind.FLAG: "the flag is off again",
    ActionKind.UNFLAG: "the card is flagged again",
    ActionKind.RESET: "its answers count again",
    ActionKind.OPEN: "it is as it was before",
    ActionKind.PAGE: "its points are due as they were before",
    ActionKind.WORDING: "the wording is forgotten",
}
_TWO_CARDS = "they are two cards"
_OWN_CARDS = "each wording is a card of its own"
_SETTINGS = "Settings stand in the configuration: set them back with recall config."


@dataclass(frozen=True, slots=True)
class PastDeed:
    """One thing that was done.

    ``kind`` is ``review`` or the kind of the action it is named after; ``at`` an ISO instant in
    UTC, ``when`` that in local words; ``what`` says what was done as part of a sentence, ``then``
    what follows when it is taken back. ``uid`` is the card it is about, if it is about one.
    ``settled`` tells that undo passes it over.
    """

    id: str
    kind: str
    uid: str | None
    at: str
    when: str
    what: str
    then: str = ""
    undone: bool = False
    settled: bool = False

    @property
    def effect(self) -> str:
        """What taking it back does, or doing it again when it is undone, in a sentence."""
        if self.settled:
            return _SETTINGS
        return (
            f"{capital(self.what)} counts again."
            if self.undone
            else f"Takes back {self.what}; {self.then}."
        )


@dataclass(frozen=True, slots=True)
class Past:
    """The newest deeds, newest first, and the ids of those that undo and redo would take next.

    The ids are None when there is none; the deeds they name may be older than those listed.
    """

    deeds: tuple[PastDeed, ...]
    next_undo: str | None
    next_redo: str | None


def past(context: Context, limit: int | None) -> Past:
    """Return what was done on this device, up to so many deeds."""
    with context.store.reading() as tx:
        today = context.moment(tx).day
        # The first settings in the log are those it began with, and no change.
        first = next(iter(history.settings_changes(tx)), None)
        found = [deed for deed in deeds.newest(tx, limit) if first not in deed.records]
        before = _memories_before(context, tx, found)
        undo = next(deeds.to_undo(tx), None)
        redo = next(deeds.to_redo(tx), None)
        return Past(
            tuple(_told(context, tx, deed, before, today) for deed in found),
            next_undo=None if undo is None else undo.id,
            next_redo=None if redo is None else _undone_by(redo, found),
        )


def _undone_by(redo: Deed, found: Sequence[Deed]) -> str:
    targets = deeds.targets_of(redo)
    listed = (deed.id for deed in found if any(one.id in targets for one in deed.records))
    return next(listed, targets[-1])


def _told(
    context: Context, tx: Transaction, deed: Deed, before: Mapping[str, Memory], today: int
) -> PastDeed:
    chief = chief_of(deed.records)
    settled = isinstance(chief, Action) and chief.kind is ActionKind.SETTINGS
    return PastDeed(
        id=deed.id,
        kind="review" if isinstance(chief, Review) else str(chief.kind),
        uid=card_of(tx, chief),
        at=instant_text(chief.at),
        when=_local(chief.at, chief.offset),
        what=what_was_done(context, tx, deed),
        then="" if settled or deed.undone else _consequence(deed, before, today),
        undone=deed.undone,
        settled=settled,
    )


def _consequence(deed: Deed, before: Mapping[str, Memory], today: int) -> str:
    chief = chief_of(deed.records)
    if isinstance(chief, Action):
        if chief.kind is ActionKind.LINK:
            return _TWO_CARDS if len(deed.records) == 1 else _OWN_CARDS
        return _AGAIN[chief.kind]
    if chief.mode is Mode.CRAM:
        return "the schedule stays as it is"
    memory = before.get(chief.id, NEW_MEMORY)
    if memory.due_day is None:
        return "the card is new again"
    if memory.due_day <= today:
        return "the card is due today again"
    return f"the card is due again {relative_day(memory.due_day, today)}"


def _memories_before(context: Context, tx: Transaction, found: Iterable[Deed]) -> dict[str, Memory]:
    """Return what was remembered of a card before each review of it that is not undone.

    A reset counts for what came after it only: who goes back to a review takes the reset back too.
    """
    shown = {one.name for deed in found for one in deed.records if isinstance(one, Review)}
    uids = sorted(set(names.uids_of(tx, shown).values()))
    linked, gone = names.aliases(tx), history.voided(tx)
    of_cards: dict[str, list[list[Review]]] = {uid: [[]] for uid in uids}
    records: Iterable[Review | Action] = merge(
        history.reviews(tx, uids), history.actions(tx, (ActionKind.RESET,)), key=_order
    )
    for record in records:
        if record.id in gone:
            continue
        name = record.name if isinstance(record, Review) else record.target
        spans = of_cards.get(linked.get(name, name))
        if spans is None:
            continue
        if isinstance(record, Review):
            spans[-1].append(record)
        else:
            spans.append([])
    settings = settings_history(context, tx)
    before: dict[str, Memory] = {}
    for uid, spans in of_cards.items():
        for span in spans:
            memory = NEW_MEMORY
            for replayed in replay_reviews(uid, span, settings):
                before[replayed.review.id] = memory
                memory = replayed.memory
    return before


def _order(record: Review | Action) -> tuple[int, str]:
    return record.at, record.id


def _local(at: int, offset: int) -> str:
    local = instant_to_datetime(at).astimezone(timezone(timedelta(minutes=offset)))
    return local.strftime("%Y-%m-%d %H:%M")
