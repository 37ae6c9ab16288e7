"""What stands in a progress file or a backup of one, found without changing it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from recall.errors import StorageError
from recall.storage import migrations
from recall.storage.faults import damaged, translated


@dataclass(frozen=True, slots=True)
class Contents:
    """The counts of a file: ``newest`` is the instant of the newest review (UTC microseconds).

    ``schema`` counts the steps the file has taken, ``size`` is in bytes; ``head`` is as
    ``history.log_head`` gives it.
    """

    size: int
    schema: int
    reviews: int
    actions: int
    newest: int | None
    head: tuple[int, int] = (0, 0)


def look_into(path: Path, *, thorough: bool = True, timeout: float = 5.0) -> Contents:
    """Return what a file holds; ``thorough`` reads all of it to see that it is sound.

    Raises StorageForeign for a file that is damaged or of another program, StorageNewer for one of
    a newer recall, StorageBusy, StorageError.
    """
    if not path.is_file():
        raise StorageError(f"There is no file {path}.", "Name a backup or another progress file.")
    with translated(path):
        schema = migrations.inspect(path, read_only=False, timeout=timeout)
        size = path.stat().st_size
        if schema == 0:
            return Contents(size, 0, 0, 0, None)
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=timeout)) as connection:
            connection.execute("PRAGMA cell_size_check=1")
            if thorough and connection.execute("PRAGMA quick_check").fetchone() != ("ok",):
                raise damaged(path)
            try:
                reviews, newest, last = connection.execute(
                    "SELECT count(*), max(at), coalesce(max(sequence), 0) FROM review"
                ).fetchone()
                actions, last_action = connection.execute(
                    "SELECT count(*), coalesce(max(sequence), 0) FROM action"
                ).fetchone()
            except sqlite3.OperationalError as error:
                if getattr(error, "sqlite_errorname", "") == "SQLITE_ERROR":
                    raise damaged(path) from error  # ours by its mark, but without our tables
                raise
    return Contents(size, schema, reviews, actions, newest, (last, last_action))
