"""Backups of the open progress file: one for each study day, and whenever it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from recall.clock import Clock, moment_of
from recall.errors import StorageError, StorageReadOnly, UsageError
from recall.library.context import Context
from recall.library.words import clock_time, count, short_date
from recall.paths import Paths
from recall.storage import backup_folder, history
from recall.storage.backup_folder import BY_HAND, DAILY, Backup
from recall.storage.contents import Contents, look_into


@dataclass(frozen=True, slots=True)
class BackupRow:
    """One backup, or the progress file itself, as it is shown.

    ``when`` it was made and ``newest``, its newest review, are local times in words; ``size`` in
    bytes; ``reason`` is ``daily``, ``by-hand`` or what it was made before; ``damaged`` a sentence
    when it cannot be used.
    """

    name: str
    path: Path
    when: str
    reason: str
    size: int
    reviews: int
    actions: int
    newest: str | None
    damaged: str | None = None


def daily_backup(context: Context) -> Path | None:
    """Make the backup of this study day, if there is none and something was recorded.

    Backups that are no longer needed are removed afterwards. Returns the new backup, if one was
    made. Raises StorageError when it could not be.
    """
    store = context.store
    if store.read_only:
        return None
    try:
        found = backup_folder.backups(store.path)
    except OSError as error:
        raise _unreadable(store.path, error) from error
    now = context.clock.now()
    daily = [one for one in found if one.reason == DAILY]
    if any(study_day(context.clock, one.at) == now.day for one in daily):
        return None
    with store.reading() as tx:
        written = history.log_head(tx)
    if written == (0, 0) or any(_same_log(one, written) for one in daily[:1]):
        return None
    made = store.backup(backup_folder.free_place(store.path, now.at, DAILY))
    remove_superfluous(store.path, context.clock)
    return made


def backup(context: Context, target: Path | None, *, replace: bool = False) -> BackupRow:
    """Make a backup now: in the folder of backups, or at a place of the learner's choice.

    Raises UsageError when there is something at that place and ``replace`` is not set,
    StorageError when no backup could be made.
    """
    path = context.store.path
    now = context.clock.now()
    if target is None:
        target = backup_folder.free_place(path, now.at, BY_HAND)
    elif target.exists() and (not replace or not target.is_file() or target.samefile(path)):
        raise UsageError(f"{target} exists, so no backup was made.", "Name another file.")
    elif not target.parent.is_dir():
        raise UsageError(f"The folder {target.parent} does not exist.", "Make it first.")
    context.store.backup(target)
    return described(Backup(target, now.at, BY_HAND), context.clock)


def listed(paths: Paths, clock: Clock) -> tuple[BackupRow, ...]:
    """Return the backups of a progress file, newest first; nothing is changed.

    Raises StorageError when their folder cannot be read.
    """
    try:
        found = backup_folder.backups(paths.progress)
    except OSError as error:
        raise _unreadable(paths.progress, error) from error
    return tuple(described(one, clock) for one in found)


def described(one: Backup, clock: Clock, *, thorough: bool = False) -> BackupRow:
    """Return what is known of one backup; ``damaged`` says what is wrong with it."""
    try:
        held = look_into(one.path, thorough=thorough)
    except StorageError as error:
        size = one.path.stat().st_size if one.path.exists() else 0
        return row_of(one, Contents(size, 0, 0, 0, None), clock, error.message)
    return row_of(one, held, clock, None)


def row_of(one: Backup, held: Contents, clock: Clock, damaged: str | None) -> BackupRow:
    """Return a backup and its contents as the fronts see them."""
    return BackupRow(
        name=one.path.name,
        path=one.path,
        when=in_words(one.at, clock),
        reason=one.reason,
        size=held.size,
        reviews=held.reviews,
        actions=held.actions,
        newest=None if held.newest is None else in_words(held.newest, clock),
        damaged=damaged,
    )


def remove_superfluous(path: Path, clock: Clock) -> None:
    """Thin out the backups; one that cannot be removed stays."""
    found = backup_folder.backups(path)
    days = [study_day(clock, one.at) for one in found]
    for one in backup_folder.superfluous(found, days):
        with suppress(OSError):
            one.path.unlink()


def study_day(clock: Clock, at: int) -> int:
    """Return the study day of an instant, in the zone the learner is in now."""
    return moment_of(clock.local(at), clock.rollover_hour).day


def in_words(at: int, clock: Clock) -> str:
    """Return an instant in local time, ``Tue 1 Dec 14:05``."""
    local = clock.local(at)
    return f"{short_date(local.date(), clock.read().date())} {clock_time(local)}"


def summary(rows: Iterable[BackupRow]) -> str:
    """Return how many backups there are and when the newest was made."""
    good = [row for row in rows if row.damaged is None]
    if not good:
        return "There is no backup yet; one is made when you leave after the first grades of a day."
    return f"There are {count(len(good), 'backup')}; the newest is of {good[0].when}."


def _same_log(one: Backup, written: tuple[int, int]) -> bool:
    try:
        return look_into(one.path, thorough=False).head == written
    except StorageError:
        return False


def _unreadable(path: Path, error: OSError) -> StorageError:
    return StorageReadOnly(
        f"The backups in {backup_folder.folder_of(path)} cannot be read ({error.strerror}).",
        "Make the folder readable and writable for you.",
    )
