"""The log and the cards as plain values, for JSON, CSV and JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import timedelta, timezone
from typing import TextIO

from recall.cards.history import Action, Review
from recall.cards.memory import Phase
from recall.clock import day_to_date, instant_to_datetime
from recall.errors import UsageError
from recall.exchange.plain_files import write_csv, write_json_lines
from recall.library.context import Context
from recall.storage import history, names, search
from recall.storage.store import Transaction
from recall.storage.terms import Search

EXPORTS = ("cards-csv", "reviews-csv", "reviews-jsonl")
CARD_COLUMNS = (
    "uid", "kind", "facet", "deck", "line", "title", "phase", "due", "due_at", "stability",
    "difficulty", "interval", "reps", "lapses", "suspended", "flagged", "missing",
)  # fmt: skip
REVIEW_COLUMNS = (
    "id", "uid", "name", "at", "local", "day", "rating", "milliseconds", "mode", "stage",
    "retention", "due", "due_at", "answer", "voided",
)  # fmt: skip


def instant_text(at: int) -> str:
    """Return an instant (UTC microseconds) as ISO 8601 in UTC."""
    return instant_to_datetime(at).isoformat(timespec="microseconds").replace("+00:00", "Z")


def log_lines(tx: Transaction, uid: str | None) -> Iterator[Mapping[str, object]]:
    """Yield every review and action in the order of their instants, or those of one card.

    What was undone is there, marked ``voided``.
    """
    voided, linked = history.voided(tx), names.aliases(tx)
    of_names = None if uid is None else frozenset(names.names_of(tx, uid))
    reviews = history.reviews(tx, None if uid is None else [uid])
    of_card: set[str] = set()
    waiting = iter(reviews)
    review = next(waiting, None)
    for action in history.actions(tx):
        while review is not None and (review.at, review.id) < (action.at, action.id):
            of_card.add(review.id)
            yield review_line(review, linked, voided)
            review = next(waiting, None)
        if of_names is not None and action.target not in of_names and action.target not in of_card:
            continue
        of_card.add(action.id)
        yield _action_line(action, voided)
    while review is not None:
        yield review_line(review, linked, voided)
        review = next(waiting, None)


def review_line(
    review: Review, linked: Mapping[str, str], voided: frozenset[str]
) -> dict[str, object]:
    """Return one review as plain values.

    ``linked`` gives the lasting name of the card for each name that is linked with another.
    ``stage`` is, for a key point, whether it was answered from memory alone or with help.
    """
    local = instant_to_datetime(review.at).astimezone(timezone(timedelta(minutes=review.offset)))
    answer = None if review.answer is None else json.loads(review.answer)
    return {
        "type": "review",
        "id": review.id,
        "uid": linked.get(review.name, review.name),
        "name": review.name,
        "at": instant_text(review.at),
        "local": local.isoformat(timespec="seconds"),
        "day": day_to_date(review.day).isoformat(),
        "rating": int(review.rating),
        "milliseconds": review.milliseconds,
        "mode": review.mode.value,
        "stage": None if answer is None else answer.get("stage"),
        "retention": review.retention,
        "due": None if review.due_day is None else day_to_date(review.due_day).isoformat(),
        "due_at": None if review.due_at is None else instant_text(review.due_at),
        "answer": answer,
        "voided": review.id in voided,
    }


def _action_line(action: Action, voided: frozenset[str]) -> dict[str, object]:
    local = instant_to_datetime(action.at).astimezone(timezone(timedelta(minutes=action.offset)))
    return {
        "type": "action",
        "id": action.id,
        "kind": str(action.kind),
        "target": action.target,
        "at": instant_text(action.at),
        "local": local.isoformat(timespec="seconds"),
        "day": day_to_date(action.day).isoformat(),
        "body": json.loads(action.body),
        "voided": action.id in voided,
    }


def export(context: Context, what: str, stream: TextIO) -> int:
    """Write one export; return the number of rows. Raises UsageError for an unknown one."""
    with context.store.reading() as tx:
        match what:
            case "cards-csv":
                return write_csv(stream, CARD_COLUMNS, _card_lines(context, tx))
            case "reviews-csv":
                return write_csv(stream, REVIEW_COLUMNS, _review_cells(tx))
            case "reviews-jsonl":
                return write_json_lines(stream, _reviews(tx))
    raise UsageError(f"There is no export named {what!r}.", f"Write {', '.join(EXPORTS)}.")


def _reviews(tx: Transaction) -> Iterator[Mapping[str, object]]:
    voided, linked = history.voided(tx), names.aliases(tx)
    return (review_line(review, linked, voided) for review in history.reviews(tx))


def _review_cells(tx: Transaction) -> Iterator[Mapping[str, object]]:
    for line in _reviews(tx):
        answer = line["answer"]
        yield {
            **line,
            "answer": None if answer is None else json.dumps(answer, ensure_ascii=False),
        }


def _card_lines(context: Context, tx: Transaction) -> Iterator[Mapping[str, object]]:
    for missing in (False, True):
        found = search.find(tx, context.folders, Search(missing=missing), context.curve)
        for card in search.every(tx, found):
            memory, marks = card.state.memory, card.state.marks
            yield {
                "uid": card.uid,
                "kind": card.kind.value,
                "facet": card.facet,
                "deck": card.path,
                "line": card.line,
                "title": card.title,
                "phase": memory.phase.value,
                "due": None if memory.due_day is None else day_to_date(memory.due_day).isoformat(),
                "due_at": None if memory.due_at is None else instant_text(memory.due_at),
                "stability": memory.stability,
                "difficulty": memory.difficulty,
                "interval": None if memory.phase is Phase.NEW else memory.interval,
                "reps": memory.reps,
                "lapses": memory.lapses,
                "suspended": marks.suspended,
                "flagged": marks.flagged,
                "missing": missing,
            }
