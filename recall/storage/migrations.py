"""The schema's history: an ordered list of named steps, taken in one transaction.

``PRAGMA user_version`` counts the steps a file has taken, ``PRAGMA application_id`` says that it is
ours. A step never changes what ``review`` and ``action`` hold; caches are dropped and rebuilt.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection

from recall.errors import StorageForeign, StorageNewer
from recall.storage import first_schema, second_schema, third_schema
from recall.storage.faults import damaged

APPLICATION_ID = int.from_bytes(b"rcll", "big")


class Step(NamedTuple):
    """One change of the schema and the name it is known by."""

    name: str
    take: Callable[[Connection], None]


def _run(statements: Iterable[str]) -> Callable[[Connection], None]:
    def take(connection: Connection) -> None:
        for statement in statements:
            connection.exec_driver_sql(statement)

    return take


STEPS: tuple[Step, ...] = (
    Step("journal, cards and catalogue", _run(first_schema.STATEMENTS)),
    Step("devices, actions of any kind, drafts", _run(second_schema.STATEMENTS)),
    Step("what is known of each answer, and sums of them", _run(third_schema.STATEMENTS)),
)


def inspect(path: Path, *, read_only: bool, timeout: float) -> int:
    """Return how many steps the file has taken, 0 for an empty one, without changing it.

    Raises StorageForeign for another program's file, StorageNewer for one of a newer recall, and
    sqlite3.Error for what is no database.
    """
    # A journal beside the file is an interrupted write that must be rolled back before anything
    # can be read; only a connection that may write can do that.
    interrupted = path.with_name(path.name + "-journal").exists()
    mode = "rw" if interrupted and not read_only else "ro"
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    with closing(sqlite3.connect(uri, uri=True, timeout=timeout)) as connection:
        pages, application, version = (
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "application_id", "user_version")
        )
    if path.stat().st_size == 0:
        return 0
    if pages == 0:  # SQLite takes a few bytes of anything for an empty database
        raise damaged(path)
    if application != APPLICATION_ID:
        raise StorageForeign(
            f"{path} is a database of another program; it was left as it is.",
            "Choose another folder with --data or RECALL_DATA.",
        )
    refuse_newer(path, version)
    return int(version)


def refuse_newer(path: Path, version: int) -> None:
    """Raise StorageNewer when a file has taken steps that this program does not know."""
    if version > len(STEPS):
        raise StorageNewer(
            f"{path} was written by a newer recall (schema {version}, this one knows "
            f"{len(STEPS)}); it was left as it is.",
            "Install the newest recall.",
        )


def migrate(connection: Connection, path: Path) -> None:
    """Take every step that the file has not taken yet, all or none.

    The version is read again under the lock: another window may have taken the steps meanwhile.
    """
    with connection.begin():
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        refuse_newer(path, version)
        for step in STEPS[version:]:
            step.take(connection)
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
        connection.exec_driver_sql(f"PRAGMA user_version={len(STEPS)}")
