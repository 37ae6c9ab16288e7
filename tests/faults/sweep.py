"""The deterministic sweep: one fault at each change of the disk that a deed makes.

Each point is a process of its own, forked when everything is imported, which does the deed with a
fault at its n-th change of the disk. Then the files are opened again without any fault.
"""

from __future__ import annotations

import os
import shutil
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from recall.errors import StorageError
from tests.faults.scenes import Scene, wrong_after
from tests.faults.shim import KILLED, Fault, Operation, Shim, install

FAULTS = (
    (Fault.KILL, False),
    (Fault.FULL, False),
    (Fault.FULL, True),
    (Fault.FAIL, False),
    (Fault.FAIL, True),
)
_NEVER_RECOVERED = 78
_CRASHED = 79


@dataclass
class Row:
    """The outcome of one deed under one fault: ``hit`` counts points that killed it."""

    scene: str
    fault: str
    operations: int
    points: int = 0
    hit: int = 0
    acknowledged: int = 0
    wrong: list[str] = field(default_factory=list)


@contextmanager
def prepared(scene: Scene) -> Iterator[Path]:
    """Give a folder in which the scene is prepared."""
    # In memory where there is such a folder: no process here dies with the machine.
    memory = Path("/dev/shm")
    where = memory if os.access(memory, os.W_OK) else None
    with TemporaryDirectory(prefix="faults-", dir=where) as name:
        run, base = Path(name) / "run", Path(name) / "base"
        run.mkdir()
        scene.prepare(run)
        run.rename(base)  # each run is a copy that has the old name again
        yield base


def trace(scene: Scene, base: Path) -> list[Operation]:
    """Return every change of the disk that the deed makes, in order."""
    import pickle

    shim = Shim(record=True)
    file = base.parent / "trace"

    def keep() -> None:
        file.write_bytes(pickle.dumps(shim.trace))

    code, _ = _run(scene, base, shim, keep)
    if code:
        raise RuntimeError(f"{scene.name} fails without any fault ({code})")
    found: list[Operation] = pickle.loads(file.read_bytes())
    shutil.rmtree(base.parent / "run")
    return found


def sweep(scene: Scene, base: Path, fault: Fault, *, lasting: bool, step: int = 1) -> Row:
    """Let the deed meet the fault at every ``step``-th change of the disk."""
    operations = sum(one.kind != "acknowledged" for one in trace(scene, base))
    row = Row(scene.name, f"{fault}{', lasting' if lasting else ''}", operations)
    for at in range(1, operations + 1, step):
        shim = Shim(at=at, fault=fault, lasting=lasting)
        code, acknowledged = _run(scene, base, shim)
        row.points += 1
        row.acknowledged += acknowledged
        row.hit += code == KILLED
        wrong = wrong_after(scene, base.parent / "run", max(acknowledged, scene.before))
        if code == _NEVER_RECOVERED:
            wrong.append("trying again did not help")
        elif code not in (0, KILLED):
            wrong.append(f"the process ended with {code}")
        row.wrong += [f"{at}: {sentence}" for sentence in wrong]
        shutil.rmtree(base.parent / "run")
    return row


def _run(
    scene: Scene, base: Path, shim: Shim, after: Callable[[], None] = lambda: None
) -> tuple[int, int]:
    """Do the deed in a copy of the folder, in a process of its own.

    Returns its exit code and the greatest number of reviews it acknowledged.
    """
    folder = base.parent / "run"
    shutil.copytree(base, folder)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover  a process of its own
        os.close(reading)
        code = _CRASHED
        try:
            code = _child(scene, folder, shim, writing)
            after()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading) as stream:
        said = [int(line) for line in stream]
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), max(said, default=0)


def _child(scene: Scene, folder: Path, shim: Shim, writing: int) -> int:
    install(shim)
    recovered = True

    def acknowledge(number: str) -> None:
        os.write(writing, f"{number}\n".encode())
        shim.acknowledge(number)

    def attempt(deed: Callable[[], object]) -> None:
        nonlocal recovered
        try:
            deed()
        except StorageError:
            shim.lift()
            try:
                deed()
            except StorageError:
                recovered = False

    try:
        scene.act(folder, acknowledge, attempt)
    except StorageError:
        if not shim.hit:
            raise
        shim.lift()  # it struck while nobody tries again: on opening or closing
    return 0 if recovered else _NEVER_RECOVERED
