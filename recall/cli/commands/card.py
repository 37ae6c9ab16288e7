"""``recall card``: one card, its history and why it is due when it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from recall.cli.invocation import Invocation
from recall.cli.output import (
    json_help,
    json_option,
    narrate,
    picked,
    write,
    write_json,
    write_table,
)

if TYPE_CHECKING:
    from recall.library.values import CardInfo

JSON_KEYS = (
    "uid", "names", "kind", "facet", "title", "deck", "folder", "deck_title", "line", "due", "why",
    "recall", "memory", "marks", "curve", "reviews", "missing_since", "source", "tags",
)  # fmt: skip
MEMORY_KEYS = (
    "phase", "step", "stability", "difficulty", "last_day", "interval", "due_day", "due_at", "reps",
    "lapses",
)  # fmt: skip
_FORGOTTEN = "The card is new again; 'recall undo' takes that back."
_NOTHING_TO_FORGET = "The card has no answer that counts, so there was nothing to forget."
MARK_KEYS = ("suspended", "buried_day", "flagged")
REVIEW_KEYS = (
    "id", "when", "day", "rating", "mode", "seconds", "interval", "stability", "difficulty",
    "recall_before", "voided",
)  # fmt: skip


@click.command(
    epilog=json_help("an object with", JSON_KEYS)
    + f" memory is an object with {', '.join(MEMORY_KEYS)}; marks one with {', '.join(MARK_KEYS)}; "
    f"reviews hold {', '.join(REVIEW_KEYS)}; curve holds days since the last review with the "
    "predicted recall. Days are ISO dates, due_at an ISO instant in UTC; stability is in days."
)
@click.argument("uid", metavar="CARD")
@click.option(
    "--reset",
    is_flag=True,
    help="Forget how well it is remembered, so that it is new again; 'recall undo' brings it back.",
)
@json_option
@click.pass_obj
def command(invocation: Invocation, uid: str, reset: bool, as_json: bool) -> None:
    """Show one card, its history and why it is due.

    CARD is its name as 'recall cards' lists it, or the beginning of it.
    """
    with invocation.library() as library:
        if reset:
            forgotten = library.reset(uid)
        card = library.card(uid)
    if reset:
        narrate(_FORGOTTEN if forgotten else _NOTHING_TO_FORGET)
    if as_json:
        write_json(_as_object(card))
    else:
        _print(card)


def _as_object(card: CardInfo) -> dict[str, Any]:
    from recall.clock import instant_to_datetime

    memory = card.memory
    due_at = (
        None
        if memory.due_at is None
        else instant_to_datetime(memory.due_at).isoformat().replace("+00:00", "Z")
    )
    return {
        **picked(card, ("uid", "names", "kind", "facet", "title")),
        "deck": card.place.path if card.place else None,
        **picked(card, ("folder", "deck_title")),
        "line": card.place.line if card.place else None,
        **picked(card, ("due", "why", "recall")),
        "memory": {
            **picked(memory, MEMORY_KEYS),
            "last_day": _date(memory.last_day),
            "due_day": _date(memory.due_day),
            "due_at": due_at,
        },
        "marks": {**picked(card.marks, MARK_KEYS), "buried_day": _date(card.marks.buried_day)},
        "curve": card.curve,
        "reviews": [picked(review, REVIEW_KEYS) for review in card.reviews],
        **picked(card, ("missing_since", "source", "tags")),
    }


def _date(day: int | None) -> str | None:
    from recall.clock import day_to_date

    return None if day is None else day_to_date(day).isoformat()


def _print(card: CardInfo) -> None:
    write(card.title)
    place = f"{card.place.path}:{card.place.line}" if card.place else "in no deck now"
    facts = [
        ("card", card.uid),
        ("kind", f"{card.kind.value} {card.facet}".strip()),
        ("deck", f"{card.deck_title} ({place})"),
        ("missing since", card.missing_since),
        ("tags", ", ".join(card.tags)),
        ("from", card.source),
        ("due", card.due),
        ("recall now", _share(card.recall)),
        ("stability", _number(card.memory.stability, " days")),
        ("difficulty", _number(card.memory.difficulty, " of 10")),
        ("reviews", f"{card.memory.reps}, forgotten {card.memory.lapses} times"),
        ("marks", _marks(card)),
    ]
    for name, value in facts:
        if value:
            write(f"  {name:<14}{value}")
    if card.why:
        write()
        for sentence in card.why:
            write(sentence)
    if card.reviews:
        write()
        head = ("when", "rating", "interval", "stability", "difficulty", "recall before", "mode")
        rows = [
            (
                review.when,
                review.rating.label,
                review.interval,
                _number(review.stability, " d"),
                _number(review.difficulty, ""),
                _share(review.recall_before),
                review.mode + (" (undone)" if review.voided else ""),
            )
            for review in card.reviews
        ]
        write_table(head, rows, right="interval stability difficulty")


def _marks(card: CardInfo) -> str:
    marks = [("suspended", card.marks.suspended), ("flagged", card.marks.flagged)]
    if card.marks.buried_day is not None:
        marks.append((f"buried on {_date(card.marks.buried_day)}", True))
    return ", ".join(word for word, holds in marks if holds)


def _number(value: float | None, unit: str) -> str:
    return "" if value is None else f"{value:.1f}{unit}"


def _share(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.0f} %"
