"""Compute cached card states from the log."""

from __future__ import annotations

from collections.abc import Iterable

from recall.library.context import Context
from recall.scheduling.replay import SettingsChange, SettingsHistory, replay
from recall.scheduling.settings import SchedulingSettings
from recall.storage import history, journal
from recall.storage.records import State
from recall.storage.store import Transaction


def settings_history(context: Context, tx: Transaction) -> SettingsHistory:
    """Return which scheduling settings were in force when."""
    changes = [
        SettingsChange(action.at, action.id, SchedulingSettings.from_json(action.body))
        for action in history.settings_changes(tx)
    ]
    return SettingsHistory(context.scheduler.settings, changes)


def state_from_log(tx: Transaction, uid: str, settings: SettingsHistory) -> State:
    """Return the state of one card as it follows from the log."""
    reviews = history.reviews_of(tx, uid)
    last = reviews[-1] if reviews else None
    return State(
        memory=replay(uid, reviews, settings),
        marks=history.marks_of(tx, uid),
        last_review_id=last.id if last else None,
        last_at=last.at if last else None,
    )


def recompute(context: Context, tx: Transaction, uids: Iterable[str]) -> None:
    """Compute the states of some cards from the log and store them."""
    settings: SettingsHistory | None = None
    for uid in uids:
        settings = settings or settings_history(context, tx)
        journal.set_state(tx, uid, state_from_log(tx, uid, settings))
