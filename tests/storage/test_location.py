"""Where the file lies: what is said about unsafe places."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from recall.storage import location
from recall.storage.store import Store

MOUNTS = """\
/dev/sda1 / ext4 rw 0 0
server:/home /home nfs4 rw 0 0
sshfs#host: /home/ana/far fuse.sshfs rw 0 0
/dev/sdb1 /media/my\\040disk ext4 rw 0 0
//server/share /media/share cifs rw 0 0
tmpfs /home/ana/near tmpfs rw 0 0
odd line
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/var/lib", "ext4"),
        ("/home/ana/data", "nfs4"),
        ("/home/ana/far/data", "fuse.sshfs"),
        ("/home/ana/near", "tmpfs"),
        ("/home/ana/nearby", "nfs4"),
        ("/media/my disk/data", "ext4"),
        ("/media/share", "cifs"),
    ],
)
def test_the_kind_of_file_system(folder: str, kind: str) -> None:
    assert location.filesystem_kind(Path(folder), MOUNTS) == kind


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "fuse.sshfs", "9p"])
def test_a_network_file_system_is_warned_about(path: Path, kind: str) -> None:
    Store.open(path).close()
    (sentence,) = location.warnings(path, f"server / {kind} rw 0 0\n")
    assert f"network file system ({kind})" in sentence


@pytest.mark.parametrize("kind", ["ext4", "btrfs", "fuseblk", "tmpfs"])
def test_a_local_file_system_is_not(path: Path, kind: str) -> None:
    Store.open(path).close()
    assert location.warnings(path, f"disk / {kind} rw 0 0\n") == ()


def test_a_folder_that_others_may_write_is_warned_about(path: Path) -> None:
    Store.open(path).close()
    path.parent.chmod(0o770)
    with closing(Store.open(path)) as store:
        assert store.warnings[-1].startswith("Others may write")
