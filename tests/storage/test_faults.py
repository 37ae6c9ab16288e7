"""Faults as they really are: what a person is told, and that nothing acknowledged is lost."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from recall.errors import StorageReadOnly
from recall.storage.store import Store
from tests.storage.building import DROP_CAPABILITIES, Ids, run_elsewhere
from tests.storage.grading import count_reviews, grade

ON_A_FULL_DISK = """
import sys
from pathlib import Path
from recall.cards.memory import Rating
from recall.errors import StorageFull
from tests.faults.scenes import count_reviews, open_library
from tests.faults.shim import Fault, Shim, install

shim = Shim(fault=Fault.FULL, lasting=True)
install(shim)
with open_library(Path(sys.argv[1])) as library:
    library.refresh()
    session = library.session()
    session.reveal()
    shown = session.current.uid
    shim.at = shim.count + 1
    for _ in range(3):
        try:
            session.grade(Rating.GOOD)
        except StorageFull as error:
            print(error.message)
    assert session.current.uid == shown and session.revealed
    assert count_reviews(library) == 4
    shim.lift()
    session.grade(Rating.GOOD)
    assert count_reviews(library) == 5
"""


def test_a_full_disk_keeps_the_card_revealed_and_a_retry_saves_it(tmp_path: Path) -> None:
    from tests.faults.scenes import studied

    studied(tmp_path)
    done = run_elsewhere(ON_A_FULL_DISK, tmp_path)
    assert done.stderr == ""
    told = done.stdout.splitlines()
    assert len(told) == 3
    assert all(line.startswith("There is no space left for the progress file") for line in told)
    assert count_reviews(tmp_path / "data" / "recall.db") == 5


def test_a_limit_on_file_sizes_is_an_error_of_the_disk(path: Path, ids: Ids) -> None:
    """What a quota does: the kernel itself refuses to write."""
    with closing(Store.open(path)) as store:
        grade(store, ids)
    script = """
import resource, signal, sys
from pathlib import Path
from recall.errors import StorageError
from recall.storage import journal
from recall.storage.store import Store
store = Store.open(Path(sys.argv[1]))
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
usual = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, usual[1]))
def write():
    with store.writing() as tx:
        for number in range(300):
            journal.set_meta(tx, str(number), "x" * 1000)
try:
    write()
except StorageError as error:
    print(error.message)
resource.setrlimit(resource.RLIMIT_FSIZE, usual)
write()
assert store.check() == ()
print("saved")
"""
    done = run_elsewhere(script, path)
    assert done.stderr == ""
    told, saved = done.stdout.splitlines()
    assert told.startswith(("The disk failed", "There is no space left"))
    assert saved == "saved"
    assert count_reviews(path) == 1


def test_a_file_that_may_not_be_read_says_so(path: Path, ids: Ids) -> None:
    with closing(Store.open(path)) as store:
        grade(store, ids)
    path.chmod(0)
    script = (
        DROP_CAPABILITIES
        + """
import sys
from pathlib import Path
from recall.errors import StorageReadOnly
from recall.storage.store import Store
try:
    Store.open(Path(sys.argv[1]))
except StorageReadOnly as error:
    print(error.message)
"""
    )
    assert run_elsewhere(script, path).stdout == f"The progress file {path} cannot be read.\n"
    path.chmod(0o600)
    assert count_reviews(path) == 1


def test_a_folder_deleted_while_a_window_is_open(path: Path, ids: Ids) -> None:
    import shutil

    with closing(Store.open(path)) as store:
        grade(store, ids)
        shutil.rmtree(path.parent)
        for _ in range(2):
            with pytest.raises(StorageReadOnly, match=r"gone|moved or replaced"):
                grade(store, ids)
    assert not path.parent.exists()
