"""Where the progress file lies: made for its owner alone, and looked at before it is trusted."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from recall.errors import StorageError, StorageForeign, StorageReadOnly

_NETWORK = frozenset(
    ("9p", "afs", "ceph", "cifs", "glusterfs", "nfs", "nfs4", "smb2", "smb3", "smbfs", "virtiofs")
)


def prepare(path: Path, *, read_only: bool) -> bool:
    """Make folder and file where there are none; return whether the file must not be written.

    The folder gets mode 0700 and the file 0600, whatever the umask; an existing file that others
    may read is closed to them. Raises StorageForeign for a symbolic link or anything that is not a
    regular file, StorageReadOnly when nothing can be created, StorageError when there is no file to
    read.
    """
    try:
        state = path.lstat()
    except FileNotFoundError:
        if read_only:
            raise StorageError(f"There is no progress file at {path}.") from None
        _create(path)
        return False
    except OSError as error:
        raise StorageReadOnly(f"{path} cannot be reached ({error.strerror}).") from error
    if not stat.S_ISREG(state.st_mode):
        raise StorageForeign(
            f"{path} is not a regular file, so it is not used as a progress file.",
            "Name the file itself: a link could lead a grade astray.",
        )
    if read_only or not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return True
    if stat.S_IMODE(state.st_mode) & 0o077 and state.st_uid == os.geteuid():
        path.chmod(0o600)
    return False


def _create(path: Path) -> None:
    try:
        missing = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in missing:
            folder.chmod(0o700)
        create_private(path)
    except FileExistsError:
        return  # another window was faster; its file has the same mode
    except OSError as error:
        raise StorageReadOnly(
            f"The progress file {path} cannot be created ({error.strerror}).",
            "Choose a folder you may write to, with --data or RECALL_DATA.",
        ) from error


def create_private(path: Path) -> None:
    """Create an empty file that only its owner may read and write, whatever the umask.

    Raises FileExistsError when there is one.
    """
    descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        os.fchmod(descriptor, 0o600)
    finally:
        os.close(descriptor)


def warnings(path: Path, mounts: str | None = None) -> tuple[str, ...]:
    """Return sentences about a place that is not safe; ``mounts`` is written as /proc/mounts."""
    found: list[str] = []
    if mounts is None:
        try:
            mounts = Path("/proc/self/mounts").read_text("utf-8", "surrogateescape")
        except OSError:
            mounts = ""  # other systems do not tell; then nothing is said
    kind = filesystem_kind(path.parent.resolve(), mounts)
    if kind in _NETWORK or kind.startswith("fuse."):
        found.append(
            f"The progress file {path} lies on a network file system ({kind}), where two programs "
            "that write at once can damage it."
        )
    if path.parent.stat().st_mode & 0o022:
        found.append(f"Others may write to the folder {path.parent} of the progress file.")
    return tuple(found)


def filesystem_kind(folder: Path, mounts: str) -> str:
    """Return the kind of file system a folder lies on, by the longest mount point above it."""
    best, kind = -1, ""
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        # /proc/mounts writes white space and backslashes as three octal digits
        point = Path(fields[1].replace("\\040", " ").replace("\\011", "\t").replace("\\134", "\\"))
        length = len(point.parts)
        if length >= best and folder.is_relative_to(point):
            best, kind = length, fields[2]
    return kind
