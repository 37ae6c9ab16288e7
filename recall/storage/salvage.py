"""What can still be read of a damaged progress file: its reviews and actions above all.

The log only grows and every record has an id of its own, so records found anywhere in the file,
also on pages no longer in use, are simply added to those that a backup holds.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from sqlalchemy import Table, func, select
from sqlalchemy.dialects.sqlite import insert

from recall.cards.history import Mode
from recall.errors import StorageError
from recall.storage import answers, file_format, text_index
from recall.storage.file_format import Value
from recall.storage.statements import ACTION, CARD, DRAFT, META, REVIEW, parameters
from recall.storage.store import Transaction

_PAGES_KEPT = 256
_WORD = re.compile(r"[a-z][a-z-]*")
_MODES = frozenset(mode.value for mode in Mode)
_OF_THE_FILE = ("catalogue-version", "sync:", answers.KEY, text_index.KEY)
"""Beginnings of facts that hold only together with the file's caches or the numbers of its rows."""

Record = dict[str, Value]


@dataclass(frozen=True, slots=True)
class Salvaged:
    """What was found, each record by its columns.

    ``reviews`` and ``actions`` are in the order they were written, each id once; ``cards``,
    ``drafts`` and ``facts`` only as far as SQLite itself can still follow the file.
    """

    reviews: tuple[Record, ...] = ()
    actions: tuple[Record, ...] = ()
    cards: tuple[Record, ...] = ()
    drafts: tuple[Record, ...] = ()
    facts: tuple[Record, ...] = ()


def salvage(path: Path) -> Salvaged:
    """Return what can be read of a damaged file, which is only read.

    Raises StorageError when not even its bytes can be read.
    """
    found: dict[str, dict[str, tuple[int, Record]]] = {"review": {}, "action": {}}
    try:
        for sequence, row in _rows(path):
            for table, read in (("review", as_review), ("action", as_action)):
                record = read(row)
                if record is not None:
                    known = found[table].get(str(record["id"]))
                    if known is None or _fuller(record, known[1]):
                        found[table][str(record["id"])] = (sequence, record)
    except OSError as error:
        raise StorageError(
            f"The bytes of {path} cannot be read ({error.strerror or error}).",
            "Copy the file to another disk with a tool for failing disks, and name that copy.",
        ) from error
    reviews, actions = (
        tuple(record for _, record in sorted(records.values(), key=lambda one: one[0]))
        for records in found.values()
    )
    cards, drafts, facts = (tuple(_followed(path, table)) for table in (CARD, DRAFT, META))
    facts = tuple(fact for fact in facts if not str(fact["key"]).startswith(_OF_THE_FILE))
    return Salvaged(reviews, actions, cards, drafts, facts)


def as_review(row: tuple[Value, ...]) -> Record | None:
    """Return the review that a row of a table is, None when it is none."""
    record = _named(REVIEW, row, oldest=13)
    if record is None or not _fits(record, text="id name", number="at offset day milliseconds"):
        return None
    retention, milliseconds = record["retention"], record["milliseconds"]
    good = (
        record["rating"] in (1, 2, 3, 4)
        and isinstance(record["rating"], int)
        and record["mode"] in _MODES
        and isinstance(milliseconds, int)
        and milliseconds >= 0
        and isinstance(retention, float)
        and math.isfinite(retention)
        and 0 < retention < 1
        and isinstance(record["due_day"], int | None)
        and isinstance(record["due_at"], int | None)
        and isinstance(record["answer"], str | None)
        and isinstance(record["device"], str | None)
    )
    if not good:
        return None
    # A grade counts without what was answered; what is no JSON would trouble every reader.
    return record if _is_object(record["answer"]) else record | {"answer": None}


def as_action(row: tuple[Value, ...]) -> Record | None:
    """Return the action that a row of a table is, None when it is none."""
    record = _named(ACTION, row, oldest=8)
    if record is None or not _fits(record, text="id kind body", number="at offset day"):
        return None
    good = (
        _WORD.fullmatch(str(record["kind"]))
        and _is_object(record["body"])
        and isinstance(record["target"], str)
        and isinstance(record["device"], str | None)
    )
    return record if good else None


def add(tx: Transaction, salvaged: Salvaged) -> tuple[int, int]:
    """Add the records that are not there yet; return how many reviews and how many actions.

    A review of the same card at the same instant on one device is the same one, whatever became of
    its id. The caller joins the links and computes the cached states anew.
    """
    same = ("name", "at", "device")
    known = {tuple(row) for row in tx.execute(select(*(REVIEW.c[name] for name in same)))}
    reviews = [one for one in salvaged.reviews if tuple(one[name] for name in same) not in known]
    added = (_add(tx, REVIEW, reviews), _add(tx, ACTION, salvaged.actions))
    folders = {"folder_id": None}  # the ids of folders are the damaged file's own
    for table, records in (
        (CARD, [card | folders for card in salvaged.cards]),
        (DRAFT, list(salvaged.drafts)),
        (META, list(salvaged.facts)),
    ):
        if records:
            tx.execute(insert(table).on_conflict_do_nothing(), records)
    return added


def _add(tx: Transaction, table: Table, records: tuple[Record, ...] | list[Record]) -> int:
    def total() -> int:
        number: int = tx.execute(select(func.count()).select_from(table)).scalar_one()
        return number

    before = total()
    if records:
        last = max(
            tx.execute(select(func.coalesce(func.max(one.c.sequence), 0))).scalar_one()
            for one in (REVIEW, ACTION)
        )
        columns = [column.name for column in table.c]
        numbered = [record | {"sequence": last + n} for n, record in enumerate(records, 1)]
        tx.execute(insert(table).values(**parameters(columns)).on_conflict_do_nothing(), numbered)
    return total() - before


def _rows(path: Path) -> Iterator[tuple[int, tuple[Value, ...]]]:
    with open(path, "rb") as file:  # noqa: PTH123  page by page
        size = file.seek(0, 2)
        file.seek(0)
        page_size = file_format.guess_page_size(file.read(100))

        @lru_cache(_PAGES_KEPT)
        def read(number: int) -> bytes:
            file.seek((number - 1) * page_size)
            return file.read(page_size)

        yield from file_format.rows(read, -(-size // page_size), page_size)


def _named(table: Table, row: tuple[Value, ...], *, oldest: int) -> Record | None:
    """Name the columns of a row; ``oldest`` is how many the first schema gave the table."""
    names = [column.name for column in table.c]
    if not oldest <= len(row) <= len(names) or row[0] is not None:  # the first is the rowid
        return None
    padded = (*row, *(None,) * (len(names) - len(row)))
    return dict(zip(names[1:], padded[1:], strict=True))


def _fits(record: Record, *, text: str, number: str) -> bool:
    return all(isinstance(record[name], str) and record[name] for name in text.split()) and all(
        isinstance(record[name], int) for name in number.split()
    )


def _is_object(value: Value) -> bool:
    try:
        return isinstance(value, str) and isinstance(json.loads(value), dict)
    except (ValueError, RecursionError):
        return False


def _fuller(record: Record, known: Record) -> bool:
    return sum(value is not None for value in record.values()) > sum(
        value is not None for value in known.values()
    )


def _followed(path: Path, table: Table) -> Iterator[Record]:
    names = [column.name for column in table.c]
    columns = ", ".join(f'"{name}"' for name in names)
    uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            for row in connection.execute(f'SELECT {columns} FROM "{table.name}"'):  # noqa: S608  names of ours
                yield dict(zip(names, row, strict=True))
    except (sqlite3.Error, UnicodeDecodeError, OverflowError):
        return  # what came before the damage is all there is
