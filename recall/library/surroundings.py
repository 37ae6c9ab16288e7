"""What lies around the progress file: who may read it, the backups, and what interruptions left."""

from __future__ import annotations

import shutil
import stat
from contextlib import suppress
from pathlib import Path

from recall.library.context import Context
from recall.library.safekeeping import described, listed
from recall.library.values import Finding
from recall.library.words import count
from recall.storage import backup_folder
from recall.storage.restoring import WORKSHOP

_OTHERS = 0o077
_OTHERS_WRITE = 0o022
_MENDS = "'recall doctor --fix' mends it."


def configuration(context: Context) -> Finding:
    """Tell which settings are in force; an unusable one is refused before a library is opened."""
    file = context.paths.configuration
    sentence = (
        f"The settings in {file} are in force."
        if file.is_file()
        else f"There is no file {file}, so every setting has its usual value."
    )
    return Finding("configuration", True, sentence)


def permissions(context: Context, *, fix: bool) -> Finding:
    """Look for files that others may read or write, and close them with ``fix``."""
    path = context.store.path
    folder = backup_folder.folder_of(path)
    private = [path, folder, *(one.path for one in backup_folder.backups(path))]
    open_to_others = [(one, _OTHERS) for one in private if _mode(one) & _OTHERS]
    if _mode(path.parent) & _OTHERS_WRITE:
        open_to_others.append((path.parent, _OTHERS_WRITE))
    if fix:
        for one, bits in open_to_others:
            with suppress(OSError):
                one.chmod(_mode(one) & ~bits)
        still = [(one, bits) for one, bits in open_to_others if _mode(one) & bits]
    else:
        still = open_to_others
    if still:
        others = f" and {len(still) - 1} more" if len(still) > 1 else ""
        return Finding("permissions", False, f"Others may use {still[0][0]}{others}; {_MENDS}")
    if open_to_others:
        closed = count(len(open_to_others), "file")
        return Finding("permissions", True, f"{closed} closed to others.", mended=True)
    return Finding("permissions", True, "Only you may read what you did.")


def backups(context: Context) -> Finding:
    """Look at every backup, and at all of the newest one."""
    path, clock = context.store.path, context.clock
    rows = listed(context.paths, clock)
    found = backup_folder.backups(path)
    if found:
        rows = (described(found[0], clock, thorough=True), *rows[1:])
    damaged = [row for row in rows if row.damaged is not None]
    if damaged:
        others = f" and {len(damaged) - 1} more" if len(damaged) > 1 else ""
        sentence = f"The backup {damaged[0].path}{others} cannot be used, so remove it."
        return Finding("backups", False, sentence)
    if not rows:
        return Finding("backups", True, "There is none yet; one is made when you leave each day.")
    sentence = f"The newest of {count(len(rows), 'backup')} is of {rows[0].when} and is sound."
    return Finding("backups", True, sentence)


def leftovers(context: Context, *, fix: bool) -> Finding:
    """Look for what interrupted backups and restores left, and remove it with ``fix``."""
    found = _left(context)
    if fix:
        for one in found:
            with suppress(OSError):
                shutil.rmtree(one) if one.is_dir() else one.unlink()
    still = _left(context) if fix else found
    if still:
        return Finding("leftovers", False, f"{still[0]} was left by an interruption; {_MENDS}")
    if found:
        removed = count(len(found), "interrupted copy", "interrupted copies")
        return Finding("leftovers", True, f"{removed} removed.", mended=True)
    return Finding("leftovers", True, "No interruption left anything behind.")


def _left(context: Context) -> list[Path]:
    path = context.store.path
    return [*backup_folder.unfinished(path), *sorted(path.parent.glob(f"{WORKSHOP}*"))]


def _mode(path: Path) -> int:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return 0
