"""What was begun and is not finished, kept until it is: one JSON object under a name."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, func, select
from sqlalchemy.dialects.sqlite import insert

from recall.storage.statements import DRAFT, parameters
from recall.storage.store import Transaction

_ONE = select(DRAFT).where(DRAFT.c.name == bindparam("name"))
_HEADS = select(
    DRAFT.c.name, DRAFT.c.at, func.coalesce(func.json_extract(DRAFT.c.body, "$.head"), "{}")
).order_by(DRAFT.c.name)
_INSERT = insert(DRAFT).values(**parameters(("name", "at", "body")))
_SET = _INSERT.on_conflict_do_update(
    index_elements=[DRAFT.c.name],
    set_={"at": _INSERT.excluded.at, "body": _INSERT.excluded.body},
)
_DROP = DRAFT.delete().where(DRAFT.c.name == bindparam("name"))


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft: its name, when it was last kept (UTC microseconds), and its body as JSON."""

    name: str
    at: int
    body: str


def keep_draft(tx: Transaction, draft: Draft) -> None:
    """Write a draft in the place of what its name held before."""
    tx.execute(_SET, {"name": draft.name, "at": draft.at, "body": draft.body})


def draft(tx: Transaction, name: str) -> Draft | None:
    """Return a draft, or None."""
    row = tx.execute(_ONE, {"name": name}).first()
    return None if row is None else Draft(*row)


def draft_heads(tx: Transaction) -> tuple[Draft, ...]:
    """Return every draft with no more of its body than what ``head`` holds in it."""
    return tuple(Draft(*row) for row in tx.execute(_HEADS))


def drop_draft(tx: Transaction, name: str) -> None:
    """Forget a draft."""
    tx.execute(_DROP, {"name": name})
