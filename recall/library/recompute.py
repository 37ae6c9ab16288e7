"""Compute cached card states from the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from recall.cards.history import Action
from recall.errors import ConfigurationError
from recall.library.context import Context
from recall.scheduling.replay import SettingsChange, SettingsHistory, replay
from recall.scheduling.settings import SchedulingSettings
from recall.storage import history, journal, links
from recall.storage.records import State
from recall.storage.store import Transaction

_BATCH = 500
"""Cards whose reviews are read at once: few queries, little memory."""


def settings_in_log(tx: Transaction) -> tuple[tuple[Action, SchedulingSettings], ...]:
    """Return every change of the settings that holds, with what it says, oldest first.

    What another device recorded with a program that knows more settings is passed over here.
    Raises ConfigurationError when this device recorded such a change.
    """
    changes = []
    for action in history.settings_changes(tx):
        try:
            changes.append((action, SchedulingSettings.from_json(action.body)))
        except ConfigurationError:
            if action.device is None:
                raise
    return tuple(changes)


def settings_history(context: Context, tx: Transaction) -> SettingsHistory:
    """Return which scheduling settings were in force when.

    Before the first change in the log the settings of that change count, so that two devices with
    one log agree whatever their configurations say; without any, those of the configuration.
    """
    changes = [SettingsChange(action.at, action.id, found) for action, found in settings_in_log(tx)]
    first = changes[0].settings if changes else context.scheduler.settings
    return SettingsHistory(first, changes)


def states_from_log(
    tx: Transaction, uids: Iterable[str], settings: SettingsHistory
) -> Iterator[tuple[str, State]]:
    """Yield the states of some cards as they follow from the log."""
    waiting = iter(uids)
    while batch := list(islice(waiting, _BATCH)):
        histories = history.histories_of(tx, batch)
        marks = history.marks_of_each(tx, batch)
        for uid in batch:
            last = histories[uid][-1] if histories[uid] else None
            yield (
                uid,
                State(
                    memory=replay(uid, histories[uid], settings),
                    marks=marks[uid],
                    last_review_id=last.id if last else None,
                    last_at=last.at if last else None,
                ),
            )


def recompute(context: Context, tx: Transaction, uids: Iterable[str]) -> None:
    """Compute the states of some cards from the log and store them."""
    wanted = list(uids)
    if wanted:
        for uid, state in states_from_log(tx, wanted, settings_history(context, tx)):
            journal.set_state(tx, uid, state)


def rebuild_everything(context: Context, tx: Transaction) -> tuple[int, int]:
    """Compute both caches anew from the log: which names are one card, and every card's state.

    Returns how many cards the log knows, and the state of how many cards changed by it.
    """
    before = journal.all_states(tx)
    links.rejoin(tx)
    after = dict(states_from_log(tx, history.uids_in_log(tx), settings_history(context, tx)))
    journal.clear_states(tx)
    for uid, state in after.items():
        journal.set_state(tx, uid, state)
    return len(after), differing(before, after)


def differing(one: Mapping[str, State], other: Mapping[str, State]) -> int:
    """Return for how many cards two sets of states differ; a card without one is new."""
    return sum(
        one.get(uid, State()) != other.get(uid, State()) for uid in one.keys() | other.keys()
    )
