"""The deck files of the library: what was read when, what is in them, and their problems.

A file that is replaced or removed keeps its old rows until ``identity.reconcile`` has compared old
and new cards; both belong in one transaction.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.dialects.sqlite import insert

from recall.cards.card import Kind
from recall.cards.problem import Level, Problem
from recall.errors import StorageError
from recall.storage import text_index
from recall.storage.catalogue_tables import Standing
from recall.storage.names import uids_of
from recall.storage.records import FileRow, FileStamp, LintRow, NewFile
from recall.storage.statements import (
    ENTRY,
    FILE,
    FOLDER,
    PLACEMENT,
    PROBLEM,
    among,
    listed,
    parameters,
)
from recall.storage.store import Transaction

_ADD_FOLDER = insert(FOLDER).values(path=bindparam("path")).on_conflict_do_nothing()
_FOLDERS = select(FOLDER.c.path, FOLDER.c.id).where(among(FOLDER.c.path, "paths"))
_STAMPS = select(FILE.c.id, FILE.c.path, FILE.c.size, FILE.c.mtime_ns, FILE.c.digest).where(
    FILE.c.folder_id == bindparam("folder_id"), FILE.c.standing == Standing.CURRENT
)
_RESTAMP = (
    update(FILE)
    .where(FILE.c.id == bindparam("file_id"))
    .values(size=bindparam("new_size"), mtime_ns=bindparam("new_mtime"))
)
_AT_PLACE = (
    FILE.c.folder_id == bindparam("in_folder"),
    FILE.c.path == bindparam("at_path"),
)
_RETIRE = (
    update(FILE)
    .where(*_AT_PLACE, FILE.c.standing == Standing.CURRENT)
    .values(standing=Standing.OUTGOING)
)
_RETIRE_FILE = (
    update(FILE).where(FILE.c.id == bindparam("file_id")).values(standing=Standing.OUTGOING)
)
_FORGET_INCOMING = FILE.delete().where(*_AT_PLACE, FILE.c.standing == Standing.INCOMING)
_ADD_FILE = insert(FILE).values(**parameters(c.name for c in FILE.c if c.name != "id"))
_NEXT_ENTRY = select(func.coalesce(func.max(ENTRY.c.id), 0) + 1)
_ADD_ENTRIES = insert(ENTRY).values(**parameters(c.name for c in ENTRY.c))
_ADD_PLACEMENTS = insert(PLACEMENT).values(
    **parameters(c.name for c in PLACEMENT.c if c.name not in ("id", "held")), held=0
)
_ADD_PROBLEMS = insert(PROBLEM).values(**parameters(c.name for c in PROBLEM.c if c.name != "id"))
_FILES_OF = select(FILE.c.id).where(among(FILE.c.folder_id, "folders"))
FILE_COLUMNS = (
    FILE.c.id,
    FILE.c.folder_id,
    FOLDER.c.path,
    FILE.c.path,
    FILE.c.course,
    FILE.c.title,
    FILE.c.kind,
    FILE.c.code,
    FILE.c.order,
    FILE.c.front_matter,
)
_FILE_ROWS = (
    select(*FILE_COLUMNS)
    .join_from(FILE, FOLDER)
    .where(among(FILE.c.folder_id, "folders"))
    .order_by(FILE.c.path)
)
_PROBLEMS = (
    select(
        FILE.c.folder_id,
        FILE.c.path,
        PROBLEM.c.line,
        PROBLEM.c.column,
        PROBLEM.c.code,
        PROBLEM.c.level,
        PROBLEM.c.message,
        PROBLEM.c.hint,
    )
    .join_from(PROBLEM, FILE)
    .where(among(FILE.c.folder_id, "folders"))
    .order_by(FILE.c.path, PROBLEM.c.line, PROBLEM.c.column, PROBLEM.c.code, PROBLEM.c.id)
)
_LINT_ROWS = (
    select(
        PLACEMENT.c.file_id,
        FOLDER.c.path,
        FILE.c.path,
        FILE.c.course,
        ENTRY.c.line,
        ENTRY.c.column,
        ENTRY.c.kind,
        PLACEMENT.c.name,
        PLACEMENT.c.fingerprint,
        PLACEMENT.c.facet,
        ENTRY.c.references,
    )
    .join_from(PLACEMENT, ENTRY)
    .join(FILE, PLACEMENT.c.file_id == FILE.c.id)
    .join(FOLDER)
    .where(among(FILE.c.folder_id, "folders"))
    .order_by(FOLDER.c.path, FILE.c.path, PLACEMENT.c.position)
)
_FORGET_LINT = PROBLEM.delete().where(PROBLEM.c.whole == 1, PROBLEM.c.file_id.in_(_FILES_OF))
_RELEASE = (
    update(PLACEMENT)
    .where(PLACEMENT.c.held == 1, PLACEMENT.c.file_id.in_(_FILES_OF))
    .values(held=0)
)
_HOLD = (
    update(PLACEMENT)
    .where(among(PLACEMENT.c.name, "names"), PLACEMENT.c.file_id.in_(_FILES_OF))
    .values(held=1)
)


def folder_ids(tx: Transaction, folders: Sequence[Path]) -> tuple[int, ...]:
    """Return the ids of deck folders (absolute paths) in their order, and enter new ones."""
    for folder in folders:
        tx.execute(_ADD_FOLDER, {"path": str(folder)})
    return known_folder_ids(tx, folders)


def known_folder_ids(tx: Transaction, folders: Sequence[Path]) -> tuple[int, ...]:
    """Return the ids of those deck folders that were entered before, in their order."""
    rows = tx.execute(_FOLDERS, {"paths": listed(map(str, folders))})
    ids = {row[0]: row[1] for row in rows}
    return tuple(ids[str(folder)] for folder in folders if str(folder) in ids)


def files(tx: Transaction, folder_id: int) -> dict[str, FileStamp]:
    """Return the stamp of each file of a folder, by its path."""
    return {row[1]: FileStamp(*row) for row in tx.execute(_STAMPS, {"folder_id": folder_id})}


def restamp(tx: Transaction, file_id: int, size: int, mtime_ns: int) -> None:
    """Note that a file was touched although its content is the same."""
    tx.execute(_RESTAMP, {"file_id": file_id, "new_size": size, "new_mtime": mtime_ns})


def replace_file(tx: Transaction, folder_id: int, file: NewFile) -> None:
    """Take in a file that is new or changed; ``identity.reconcile`` must follow.

    Raises StorageError when a text cannot be kept whole.
    """
    place = {"in_folder": folder_id, "at_path": file.path}
    tx.execute(_RETIRE, place)
    tx.execute(_FORGET_INCOMING, place)
    added = tx.execute(
        _ADD_FILE,
        {
            "folder_id": folder_id,
            "path": file.path,
            "standing": Standing.INCOMING,
            "size": file.size,
            "mtime_ns": file.mtime_ns,
            "digest": file.digest,
            "title": file.title,
            "kind": file.kind,
            "course": file.course,
            "code": file.code,
            "order": file.order,
            "front_matter": file.front_matter,
        },
    )
    file_id = added.lastrowid
    if file.entries:
        _add_entries(tx, file_id, file)
    _add_problems(tx, file_id, file.problems, whole=False)


def remove_file(tx: Transaction, file_id: int) -> None:
    """Note that a file is gone; ``identity.reconcile`` must follow."""
    tx.execute(_RETIRE_FILE, {"file_id": file_id})


def file_rows(tx: Transaction, folders: Sequence[int]) -> tuple[FileRow, ...]:
    """Return the files of some folders, by folder in the order given, then by path."""
    rows = [FileRow(*row) for row in tx.execute(_FILE_ROWS, {"folders": listed(folders)})]
    rank = {folder: place for place, folder in enumerate(folders)}
    return tuple(sorted(rows, key=lambda row: rank[row.folder_id]))


def problems(
    tx: Transaction, folders: Sequence[int], path: str | None = None
) -> tuple[Problem, ...]:
    """Return the problems of some folders' files, or of those at ``path``, in file order."""
    statement, bound = _PROBLEMS, {"folders": listed(folders)}
    if path is not None:
        statement, bound = statement.where(FILE.c.path == bindparam("path")), bound | {"path": path}
    rank = {folder: place for place, folder in enumerate(folders)}
    rows = sorted(tx.execute(statement, bound), key=lambda row: rank[row[0]])
    return tuple(
        Problem(path, line, column, code, Level(level), message, hint)
        for _, path, line, column, code, level, message, hint in rows
    )


def lint_rows(tx: Transaction, folders: Sequence[int]) -> Iterator[LintRow]:
    """Give what the check of the whole library needs of each card, in file order."""
    for row in tx.execute(_LINT_ROWS, {"folders": listed(folders)}):
        values = list(row)
        values[6], values[10] = Kind(row[6]), unframed(row[10])
        yield LintRow(*values)


def set_lint(
    tx: Transaction,
    folders: Sequence[int],
    problems: Mapping[int, Sequence[Problem]],
    held: Collection[str],
) -> None:
    """Keep what the check of the whole library found: problems by file id, and names to hold.

    A card whose name is held is not scheduled. Replaces what an earlier check of these folders
    found.
    """
    bound = {"folders": listed(folders)}
    tx.execute(_FORGET_LINT, bound)
    for file_id, found in problems.items():
        _add_problems(tx, file_id, found, whole=True)
    tx.execute(_RELEASE, bound)
    tx.execute(_HOLD, bound | {"names": listed(held)})


def framed(words: Sequence[str]) -> str:
    """Return words so that one of them can be found whole: one a line, each framed by newlines."""
    return "\n" + "\n".join(words) + "\n" if words else ""


def unframed(text: str) -> tuple[str, ...]:
    """Return the words that ``framed`` put together."""
    return tuple(text.split("\n")[1:-1])


def _add_entries(tx: Transaction, file_id: int, file: NewFile) -> None:
    # An id that the index of texts knows from an entry that is gone is not given again.
    first = max(tx.execute(_NEXT_ENTRY).scalar_one(), text_index.newest(tx) + 1)
    uids = uids_of(tx, (card.name for entry in file.entries for card in entry.cards))
    entries: list[dict[str, Any]] = []
    placements: list[dict[str, Any]] = []
    seen: set[str] = set()
    for entry_id, entry in enumerate(file.entries, first):
        if "\0" in entry.source or "\0" in entry.folded:
            raise StorageError(
                f"{file.path}:{entry.line} holds a NUL character and was not catalogued.",
                "Delete the character from the file.",
            )
        entries.append(
            {
                "id": entry_id,
                "file_id": file_id,
                "line": entry.line,
                "column": entry.column,
                "end_line": entry.end_line,
                "kind": entry.kind.value,
                "title": entry.title,
                "source": entry.source,
                "folded": entry.folded,
                "tags": framed(entry.tags),
                "references": framed(entry.references),
                "retention": entry.retention,
            }
        )
        for card in entry.cards:
            placements.append(
                {
                    "file_id": file_id,
                    "entry_id": entry_id,
                    "position": len(placements),
                    "uid": uids[card.name],
                    "name": card.name,
                    "fingerprint": card.fingerprint,
                    "facet": card.facet,
                    "point": int(entry.kind is Kind.FREE_RECALL),
                    "twice": int(card.name in seen),
                }
            )
            seen.add(card.name)
    tx.execute(_ADD_ENTRIES, entries)
    if placements:
        tx.execute(_ADD_PLACEMENTS, placements)


def _add_problems(
    tx: Transaction, file_id: int, problems: Sequence[Problem], *, whole: bool
) -> None:
    rows = [
        {
            "file_id": file_id,
            "line": problem.line,
            "column": problem.column,
            "code": problem.code,
            "level": problem.level.value,
            "message": problem.message,
            "hint": problem.hint,
            "whole": int(whole),
        }
        for problem in problems
    ]
    if rows:
        tx.execute(_ADD_PROBLEMS, rows)
