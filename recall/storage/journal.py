"""Writing the journal: reviews and actions, each with the state it leads to in one transaction."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from sqlalchemy import bindparam, func, literal, select
from sqlalchemy.dialects.sqlite import insert

from recall.cards.history import Action, ActionKind, Review
from recall.cards.memory import Marks, Memory, Phase
from recall.errors import StaleCard, StorageError
from recall.storage.records import State
from recall.storage.statements import ACTION, META, REVIEW, STATE, among, listed, parameters
from recall.storage.store import Transaction

_NEXT = func.max(
    func.coalesce(select(func.max(REVIEW.c.sequence)).scalar_subquery(), literal(0)),
    func.coalesce(select(func.max(ACTION.c.sequence)).scalar_subquery(), literal(0)),
) + literal(1)


_REVIEW_FIELDS = tuple(column.name for column in REVIEW.c if column.name != "sequence")
_ACTION_FIELDS = tuple(column.name for column in ACTION.c if column.name != "sequence")
STATE_FIELDS = tuple(column.name for column in STATE.c if column.name != "uid")

_ADD_REVIEW = insert(REVIEW).values(sequence=_NEXT, **parameters(_REVIEW_FIELDS))
_ADD_ACTION = insert(ACTION).values(sequence=_NEXT, **parameters(_ACTION_FIELDS))
_STATE = select(*(STATE.c[name] for name in STATE_FIELDS)).where(STATE.c.uid == bindparam("uid"))
_STATES = select(STATE).where(among(STATE.c.uid, "uids"))
_ALL_STATES = select(STATE)
_INSERT_STATE = insert(STATE).values(**parameters(("uid", *STATE_FIELDS)))
_SET_STATE = _INSERT_STATE.on_conflict_do_update(
    index_elements=[STATE.c.uid],
    set_={name: _INSERT_STATE.excluded[name] for name in STATE_FIELDS},
)
_CLEAR_STATES = STATE.delete()
_META = select(META.c.value).where(META.c.key == bindparam("key"))
_METAS = select(META.c.key, META.c.value).where(
    META.c.key >= bindparam("first"), META.c.key < bindparam("last")
)
_GREATEST_CHARACTER = "\U0010ffff"
_INSERT_META = insert(META).values(**parameters(("key", "value")))
_SET_META = _INSERT_META.on_conflict_do_update(
    index_elements=[META.c.key], set_={"value": _INSERT_META.excluded["value"]}
)


def add_review(
    tx: Transaction,
    uid: str,
    review: Review,
    memory: Memory,
    *,
    expected_last_review_id: str | None,
) -> None:
    """Write a review of the card ``uid`` and the memory it leads to; marks stay as they are.

    ``expected_last_review_id`` is what ``state`` gave when the card was shown. Raises StaleCard
    when the card was answered elsewhere since then, and StorageError when a value is not fit to be
    kept; either way nothing is written.
    """
    _check_numbers(review.name, review.retention)
    if review.answer is not None:
        _check_json(review.name, review.answer)
    before = state(tx, uid)
    if before.last_review_id != expected_last_review_id:
        raise StaleCard(
            f"The card {uid} was answered in another window, so this answer was not saved.",
            "Go on with the next card.",
        )
    tx.execute(_ADD_REVIEW, review_values(review))
    set_state(tx, uid, State(memory, before.marks, review.id, review.at))


def add_action(tx: Transaction, action: Action) -> None:
    """Write an action; what it does to cached states is up to the caller (``set_state``).

    Raises StorageError when its body is not a JSON object.
    """
    _check_json(action.target, action.body)
    if action.kind == ActionKind.UNDO:
        tx.voided = None
    tx.execute(_ADD_ACTION, action_values(action))


def review_values(review: Review) -> dict[str, object]:
    """Return the columns of a review's row, all but ``sequence``."""
    return {
        "id": review.id,
        "name": review.name,
        "at": review.at,
        "offset": review.offset,
        "day": review.day,
        "rating": int(review.rating),
        "milliseconds": review.milliseconds,
        "mode": review.mode.value,
        "retention": review.retention,
        "due_day": review.due_day,
        "due_at": review.due_at,
        "answer": review.answer,
        "device": review.device,
    }


def action_values(action: Action) -> dict[str, object]:
    """Return the columns of an action's row, all but ``sequence``."""
    return {
        "id": action.id,
        "kind": str(action.kind),
        "target": action.target,
        "at": action.at,
        "offset": action.offset,
        "day": action.day,
        "body": action.body,
        "device": action.device,
    }


def state(tx: Transaction, uid: str) -> State:
    """Return the cached state of a card; an unknown card is new and unmarked."""
    row = tx.execute(_STATE, {"uid": uid}).first()
    return State() if row is None else read_state(row)


def states(tx: Transaction, uids: Iterable[str]) -> dict[str, State]:
    """Return the cached states of those of the cards that have one."""
    rows = tx.execute(_STATES, {"uids": listed(uids)})
    return {row[0]: read_state(row[1:]) for row in rows}


def all_states(tx: Transaction) -> dict[str, State]:
    """Return every cached state by its card's uid."""
    return {row[0]: read_state(row[1:]) for row in tx.execute(_ALL_STATES)}


def set_state(tx: Transaction, uid: str, state: State) -> None:
    """Replace the cached state of a card.

    Raises StorageError when a number is not finite.
    """
    memory, marks = state.memory, state.marks
    _check_numbers(uid, memory.stability, memory.difficulty)
    tx.execute(
        _SET_STATE,
        {
            "uid": uid,
            "phase": memory.phase.value,
            "step": memory.step,
            "stability": memory.stability,
            "difficulty": memory.difficulty,
            "last_day": memory.last_day,
            "interval": memory.interval,
            "due_day": memory.due_day,
            "due_at": memory.due_at,
            "reps": memory.reps,
            "lapses": memory.lapses,
            "suspended": int(marks.suspended),
            "buried_day": marks.buried_day,
            "flagged": int(marks.flagged),
            "last_review_id": state.last_review_id,
            "last_at": state.last_at,
        },
    )


def clear_states(tx: Transaction) -> None:
    """Drop every cached state, before all of them are computed anew from the log."""
    tx.execute(_CLEAR_STATES)


def meta(tx: Transaction, key: str) -> str | None:
    """Return a fact about the file, such as the device's id, or None."""
    value: str | None = tx.execute(_META, {"key": key}).scalar_one_or_none()
    return value


def metas(tx: Transaction, prefix: str) -> dict[str, str]:
    """Return the facts about the file whose keys begin with ``prefix``, by the rest of the key."""
    bound = {"first": prefix, "last": prefix + _GREATEST_CHARACTER}
    return {key.removeprefix(prefix): value for key, value in tx.execute(_METAS, bound)}


def set_meta(tx: Transaction, key: str, value: str) -> None:
    """Keep a fact about the file."""
    tx.execute(_SET_META, {"key": key, "value": value})


def read_state(row: Sequence[Any]) -> State:
    """Return the state that a row with the columns STATE_FIELDS holds."""
    return State(
        Memory(
            phase=Phase(row[0]),
            step=row[1],
            stability=row[2],
            difficulty=row[3],
            last_day=row[4],
            interval=row[5],
            due_day=row[6],
            due_at=row[7],
            reps=row[8],
            lapses=row[9],
        ),
        Marks(suspended=bool(row[10]), buried_day=row[11], flagged=bool(row[12])),
        row[13],
        row[14],
    )


def _check_numbers(subject: str, *numbers: float | None) -> None:
    # SQLite keeps NaN as NULL and would hand back a card without memory.
    if not all(number is None or math.isfinite(number) for number in numbers):
        raise StorageError(
            f"A number that is not finite was not saved for the card {subject}.",
            "Run `recall doctor --rebuild` to compute the card from its reviews.",
        )


def _check_json(subject: str, text: str) -> None:
    try:
        value = json.loads(text, parse_constant=_refuse)
        text.encode()
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise StorageError(f"What goes with {subject} is not a JSON object and was not saved.")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)
