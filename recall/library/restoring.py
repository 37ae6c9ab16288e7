"""Going back to a backup, and saving what can be saved of a damaged progress file.

Nothing here needs an open library: it works when the progress file cannot be opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from random import SystemRandom

from recall.cards.history import ActionKind
from recall.clock import Clock
from recall.config import Config
from recall.errors import ConfigurationError, StorageError, StorageForeign, StorageNewer, UsageError
from recall.library.context import Context, settings_of
from recall.library.recompute import rebuild_everything
from recall.library.safekeeping import BackupRow, described, row_of
from recall.paths import Paths
from recall.scheduling.scheduler import Scheduler
from recall.scheduling.settings import SchedulingSettings
from recall.storage import backup_folder, restoring, salvage
from recall.storage.backup_folder import BEFORE_RESTORE, BY_HAND, Backup
from recall.storage.contents import Contents, look_into
from recall.storage.salvage import Salvaged
from recall.storage.store import Store

_HINT = "'recall backup --list' shows them; a file elsewhere can be named by its path."


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did.

    ``now`` is what the progress file holds; ``kept`` where what it held before is, None when there
    was nothing; ``salvaged`` how many reviews were found in that which no backup held.
    """

    now: BackupRow
    kept: Path | None
    salvaged: int = 0


@dataclass(frozen=True, slots=True)
class Rescue:
    """What an interface needs to go on when the progress file is damaged."""

    paths: Paths
    config: Config
    clock: Clock

    def newest_backup(self) -> BackupRow | None:
        """Return the newest backup that is sound, None when there is none."""
        try:
            return find_backup(self.paths, self.clock)
        except UsageError:
            return None

    def restore(self, backup: BackupRow) -> Restored:
        """See ``restore``."""
        return restore(self.paths, self.clock, backup.path)

    def salvage(self) -> Restored:
        """See ``salvage_and_restore``."""
        return salvage_and_restore(self.paths, self.config, self.clock)


def present(paths: Paths, clock: Clock) -> BackupRow | None:
    """Return what the progress file holds now, None when there is none.

    Raises StorageBusy when it is held by another process, StorageError when it cannot be read.
    """
    path = paths.progress
    if not path.exists():
        return None
    one = Backup(path, path.stat().st_mtime_ns // 1000, BY_HAND)
    try:
        held = look_into(path)
    except (StorageForeign, StorageNewer) as error:
        return row_of(one, Contents(path.stat().st_size, 0, 0, 0, None), clock, error.message)
    return row_of(one, held, clock, None)


def find_backup(paths: Paths, clock: Clock, name: str | None = None) -> BackupRow:
    """Return a backup by its name or path, or the newest one that is sound; all of it is checked.

    Raises UsageError when there is none, StorageError when the one named cannot be used.
    """
    found = backup_folder.backups(paths.progress)
    if name is None:
        rows = (described(one, clock, thorough=True) for one in found)
        good = next((row for row in rows if row.damaged is None), None)
        if good is None:
            raise UsageError(f"There is no sound backup of {paths.progress}.", _HINT)
        return good
    for one in found:
        if name in (one.path.name, one.path.stem):
            break
    else:
        file = Path(name)
        if not file.is_file():
            raise UsageError(f"There is no backup {name!r}.", _HINT)
        if paths.progress.exists() and file.samefile(paths.progress):
            raise UsageError(f"{name} is the progress file itself.", _HINT)
        one = Backup(file, file.stat().st_mtime_ns // 1000, BY_HAND)
    return row_of(one, look_into(one.path), clock, None)


def restore(paths: Paths, clock: Clock, backup: Path) -> Restored:
    """Let the progress file hold what a backup holds; what it holds now is kept as a backup first.

    A file that cannot be read is kept beside its place under a dated name. Raises StorageError
    when the backup cannot be used or another process holds the file; then nothing was changed.
    """
    with restoring.workshop(paths.progress) as place:
        restoring.make_ready(backup, place)
        kept = _put_in_place(paths.progress, place, clock.now().at)
    return _restored(paths, clock, kept)


def salvage_and_restore(paths: Paths, config: Config, clock: Clock) -> Restored:
    """Put together the newest sound backup and all that can be read of the damaged file.

    The damaged file is kept beside its place under a dated name. Raises UsageError when there is
    no file to read, StorageError when nothing could be done; then nothing was changed.
    """
    path = paths.progress
    if not path.exists():
        raise UsageError(f"There is no progress file at {path} to read.", _HINT)
    with restoring.workshop(path) as place:
        try:
            restoring.make_ready(find_backup(paths, clock).path, place)
        except UsageError:
            Store.open(place).close()
        found = _usable(salvage.salvage(path))
        with closing(Store.open(place)) as store:
            context = Context(
                store, paths, config, clock, Scheduler(settings_of(config)), SystemRandom()
            )
            with store.writing() as tx:
                added, _ = salvage.add(tx, found)
                rebuild_everything(context, tx)
            if store.check():
                raise StorageError(f"What was read of {path} could not be put together.")
        kept = _put_in_place(path, place, clock.now().at)
    return _restored(paths, clock, kept, added)


def _usable(found: Salvaged) -> Salvaged:
    """Leave out settings that no scheduler accepts: one of them would stop every computation."""

    def fits(action: Mapping[str, object]) -> bool:
        if action["kind"] != ActionKind.SETTINGS.value:
            return True
        try:
            SchedulingSettings.from_json(str(action["body"]))
        except (ConfigurationError, TypeError):
            return False
        return True

    return replace(found, actions=tuple(filter(fits, found.actions)))


def _put_in_place(path: Path, ready: Path, at: int) -> Path | None:
    try:
        sound = path.exists() and look_into(path).schema > 0
    except (StorageForeign, StorageNewer):
        sound = False
    if sound:
        kept = backup_folder.free_place(path, at, BEFORE_RESTORE)
        restoring.overwrite(path, ready, kept)
        return kept
    aside = backup_folder.free_damaged_place(path, at) if path.exists() else None
    restoring.replace(path, ready, aside)
    return aside


def _restored(paths: Paths, clock: Clock, kept: Path | None, salvaged: int = 0) -> Restored:
    now = present(paths, clock)
    assert now is not None, "it was just put there"  # noqa: S101  for the type checker
    return Restored(now, kept, salvaged)
