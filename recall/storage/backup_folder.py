"""The folder of dated backups: what a backup is called, which there are, and which are kept."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from recall.storage.backup import PART

DAILY = "daily"
BY_HAND = "by-hand"
BEFORE_RESTORE = "before-restore"
BEFORE_FIX = "before-fix"
DAYS, WEEKS, MONTHS = 7, 4, 12
"""Of so many days, weeks and months that have daily backups the newest one each is kept."""
BEFORE = 10
"""So many are kept of those made before a restore, a mending or a change of the schema."""

_NAME = re.compile(r"-(\d{8})-(\d{6})-([a-z0-9-]+)\.db")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECONDS = 1_000_000
_MONDAY = 3  # 1970-01-01 was a Thursday


@dataclass(frozen=True, slots=True)
class Backup:
    """One file of the folder: ``at`` (UTC microseconds, whole seconds) and why it was made."""

    path: Path
    at: int
    reason: str


def folder_of(path: Path) -> Path:
    """Return where the backups of the progress file ``path`` lie."""
    return path.parent / "backups"


def place_of(path: Path, at: int, reason: str) -> Path:
    """Return what a backup made at ``at`` (UTC microseconds) is called.

    ``recall-20261201-093000-daily.db`` for ``recall.db``, in UTC.
    """
    when = (_EPOCH + timedelta(microseconds=at)).strftime("%Y%m%d-%H%M%S")
    return folder_of(path) / f"{path.stem}-{when}-{reason}.db"


def free_place(path: Path, at: int, reason: str) -> Path:
    """Return what a new backup is called, a later second when another one has that name."""
    place = place_of(path, at, reason)
    while place.exists():
        at += _MICROSECONDS
        place = place_of(path, at, reason)
    return place


def free_damaged_place(path: Path, at: int) -> Path:
    """Return what the damaged progress file is called when it makes way, beside its place."""
    while True:
        when = (_EPOCH + timedelta(microseconds=at)).strftime("%Y%m%d-%H%M%S")
        place = path.with_name(f"{path.stem}-{when}-damaged.db")
        if not place.exists():
            return place
        at += _MICROSECONDS


def backups(path: Path) -> tuple[Backup, ...]:
    """Return the backups of the progress file ``path`` by their names, newest first.

    Nothing is opened. Raises OSError when the folder cannot be read.
    """
    folder = folder_of(path)
    if not folder.is_dir():
        return ()
    found = []
    for file in folder.iterdir():
        match = _NAME.fullmatch(file.name.removeprefix(path.stem))
        if match and file.name.startswith(path.stem):
            try:
                when = datetime.strptime(match[1] + match[2], "%Y%m%d%H%M%S").replace(tzinfo=UTC)
            except ValueError:  # no such day
                continue
            at = (when - _EPOCH) // timedelta(microseconds=1)
            found.append(Backup(file, at, match[3]))
    return tuple(sorted(found, key=lambda one: (one.at, one.path.name), reverse=True))


def unfinished(path: Path) -> tuple[Path, ...]:
    """Return what interrupted backups left in the folder."""
    folder = folder_of(path)
    return tuple(sorted(folder.glob(f"*{PART}"))) if folder.is_dir() else ()


def kept(days: Iterable[int]) -> frozenset[int]:
    """Return which of some study days keep their backup.

    These are the newest days, and the newest day of each of the newest weeks (from Monday) and
    months that have one. What counts is which days have backups and not what day it is, so nothing
    is ever thrown away because time went by or a clock was wrong for a while.
    """
    newest = sorted(set(days), reverse=True)
    chosen = set(newest[:DAYS])
    for period, number in ((_week, WEEKS), (_month, MONTHS)):
        last_of: dict[int, int] = {}
        for day in newest:
            last_of.setdefault(period(day), day)
        chosen.update(list(last_of.values())[:number])
    return frozenset(chosen)


def superfluous(found: Iterable[Backup], days: Iterable[int]) -> tuple[Backup, ...]:
    """Return which backups may be removed; ``days`` are their study days in the same order.

    Of each kept day the newest daily backup stays; backups made by hand always stay.
    """
    dated = sorted(zip(found, days, strict=True), key=lambda pair: pair[0].at, reverse=True)
    daily = [(one, day) for one, day in dated if one.reason == DAILY]
    stay = kept(day for _, day in daily)
    taken: set[int] = set()
    removed = []
    for one, day in daily:
        if day in stay and day not in taken:
            taken.add(day)
        else:
            removed.append(one)
    before = [one for one, _ in dated if one.reason not in (DAILY, BY_HAND)]
    return (*removed, *before[BEFORE:])


def _week(day: int) -> int:
    return (day + _MONDAY) // 7


def _month(day: int) -> int:
    when = date(1970, 1, 1) + timedelta(days=day)
    return when.year * 12 + when.month
