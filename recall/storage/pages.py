"""Finished blank pages in the log, and key points where they stand.

A page's record is large, since it holds the text; its ``head`` is small, and is all that lists and
plans read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, func, select

from recall.cards.history import ActionKind
from recall.storage.catalogue import FILE_COLUMNS
from recall.storage.history import voided
from recall.storage.names import aliases
from recall.storage.records import FileRow
from recall.storage.statements import ACTION, ENTRY, FILE, FOLDER, PLACEMENT, among, listed
from recall.storage.store import Transaction

_HEADS = (
    select(
        ACTION.c.id,
        ACTION.c.at,
        ACTION.c.offset,
        ACTION.c.day,
        func.json_extract(ACTION.c.body, "$.head"),
    )
    .where(ACTION.c.kind == ActionKind.PAGE.value)
    .order_by(ACTION.c.at, ACTION.c.id)
)
_BODIES = select(ACTION.c.id, ACTION.c.body).where(
    among(ACTION.c.id, "ids"),
    func.json_extract(ACTION.c.body, "$.version") == bindparam("version"),
)
_RECORDED = select(ACTION.c.id).where(ACTION.c.id == bindparam("id"))
_POINTS = (
    select(
        PLACEMENT.c.entry_id,
        PLACEMENT.c.uid,
        ENTRY.c.title,
        ENTRY.c.source,
        ENTRY.c.line,
        PLACEMENT.c.facet,
        *FILE_COLUMNS,
    )
    .join_from(PLACEMENT, ENTRY, PLACEMENT.c.entry_id == ENTRY.c.id)
    .join(FILE, PLACEMENT.c.file_id == FILE.c.id)
    .join(FOLDER)
    .where(
        PLACEMENT.c.point == 1,
        PLACEMENT.c.held == 0,
        PLACEMENT.c.twice == 0,
        among(FILE.c.folder_id, "folders"),
    )
    .order_by(FOLDER.c.path, FILE.c.path, PLACEMENT.c.position)
)
_OF_ENTRIES = (
    select(PLACEMENT.c.entry_id, PLACEMENT.c.uid)
    .where(PLACEMENT.c.point == 1, PLACEMENT.c.held == 0, among(PLACEMENT.c.entry_id, "ids"))
    .order_by(PLACEMENT.c.position)
)
_OF_FILE = select(PLACEMENT.c.uid).where(
    PLACEMENT.c.point == 1, PLACEMENT.c.file_id == bindparam("file_id")
)


@dataclass(frozen=True, slots=True)
class PageHead:
    """A finished or abandoned page that still holds.

    ``at`` is in UTC microseconds, ``offset`` in minutes east of UTC, ``day`` a study day.
    ``points`` are the lasting names of its points, ``unrated`` those of them that got no rating and
    are to be asked again by the next day. ``weight`` is the weight of all its points, ``covered``
    that of what was said on the page and ``free`` that of what was said without help. ``verdicts``
    are the cover of each point and whether the learner says it was there, ``overruled`` how many
    proposals were not followed. ``group`` is the heading
    of the part it was about, ``""`` for the whole.
    """

    id: str
    at: int
    offset: int
    day: int
    group: str
    points: tuple[str, ...]
    unrated: tuple[str, ...]
    weight: int
    covered: int
    free: int
    guess: int | None
    abandoned: bool
    overruled: int
    verdicts: tuple[tuple[float, bool], ...]


@dataclass(frozen=True, slots=True)
class PointsOfEntry:
    """A blank page in a deck: its prompt on one line, its Markdown and the 1-based line that begins
    on, and its points: their lasting names, and the keys that tell them apart.
    """

    entry_id: int
    title: str
    source: str
    line: int
    file: FileRow
    points: tuple[str, ...]
    facets: tuple[str, ...]


def page_heads(tx: Transaction) -> tuple[PageHead, ...]:
    """Return the heads of all pages that are not undone, oldest first; unreadable ones apart."""
    gone, linked = voided(tx), aliases(tx)

    def lasting(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(linked.get(name, name) for name in names))

    heads: list[PageHead] = []
    for identity, at, offset, day, text in tx.execute(_HEADS):
        if identity in gone or text is None:
            continue
        try:
            head: dict[str, Any] = json.loads(text)
            read = PageHead(
                id=identity,
                at=at,
                offset=offset,
                day=day,
                group=head["group"],
                points=lasting(head["points"]),
                unrated=lasting(head["unrated"]),
                weight=head["weight"],
                covered=head["covered"],
                free=head["free"],
                guess=head["guess"],
                abandoned=head["abandoned"],
                overruled=head["overruled"],
                verdicts=tuple((cover, said) for cover, said in head["verdicts"]),
            )
        except (KeyError, TypeError, ValueError):
            continue  # another device may have a version that writes them otherwise
        heads.append(read)
    return tuple(heads)


def page_bodies(tx: Transaction, ids: Iterable[str], *, version: int) -> dict[str, dict[str, Any]]:
    """Return the whole records of those of some pages that are of a version, by their ids."""
    bound = {"ids": listed(ids), "version": version}
    return {row[0]: json.loads(row[1]) for row in tx.execute(_BODIES, bound)}


def is_recorded(tx: Transaction, identity: str) -> bool:
    """Return whether a page is in the log, undone or not."""
    return tx.execute(_RECORDED, {"id": identity}).first() is not None


def blank_pages(tx: Transaction, folders: Sequence[int]) -> tuple[PointsOfEntry, ...]:
    """Return every blank page of some folders, by folder, path and place."""
    found: dict[int, list[Any]] = {}
    for row in tx.execute(_POINTS, {"folders": listed(folders)}):
        found.setdefault(row[0], []).append(row)
    return tuple(
        PointsOfEntry(
            entry_id=entry_id,
            title=rows[0][2],
            source=rows[0][3],
            line=rows[0][4],
            file=FileRow(*rows[0][6:]),
            points=tuple(row[1] for row in rows),
            facets=tuple(row[5] for row in rows),
        )
        for entry_id, rows in found.items()
    )


def points_of_entries(tx: Transaction, entries: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """Return the lasting names of the points of some blank pages, in their order."""
    found: dict[int, list[str]] = {}
    for entry_id, uid in tx.execute(_OF_ENTRIES, {"ids": listed(entries)}):
        found.setdefault(entry_id, []).append(uid)
    return {entry_id: tuple(points) for entry_id, points in found.items()}


def points_of_file(tx: Transaction, file_id: int) -> frozenset[str]:
    """Return the lasting names of all key points of a deck."""
    return frozenset(tx.execute(_OF_FILE, {"file_id": file_id}).scalars())
