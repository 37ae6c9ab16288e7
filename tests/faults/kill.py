"""``kill -9`` at random moments of everything that writes.

Each trial forks a process that does a deed, and kills it at a moment drawn evenly from the time the
whole deed takes. A deed to come is one more line in ``DEEDS``.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from tests.faults.scenes import (
    SCENES,
    Acknowledge,
    Attempt,
    Scene,
    grade,
    open_library,
    wrong_after,
)
from tests.faults.sweep import prepared

GRADES = 12


def _review(folder: Path, acknowledge: Acknowledge, attempt: Attempt) -> None:
    with open_library(folder, 2) as library:
        library.refresh()
        grade(library, GRADES, acknowledge, attempt)
        library.daily_backup()


DEEDS = {
    "review": replace(SCENES["grade"], name="review", act=_review),
    **{name: SCENES[name] for name in ("import", "refresh", "migration", "backup", "undo")},
    "restore": SCENES["restore"],
}


@dataclass
class Outcome:
    """How many processes were killed in the middle, what they had acknowledged, what was wrong."""

    trials: int = 0
    killed: int = 0
    acknowledged: int = 0
    wrong: tuple[str, ...] = ()


def kill(deed: Scene, trials: int, random: Random) -> Outcome:
    """Do a deed again and again, and kill it each time at some moment."""
    outcome = Outcome()
    with prepared(deed) as base:
        run = base.parent / "run"
        whole = 0.0
        for trial in range(trials + 1):
            shutil.copytree(base, run)
            # The first one is left alone, to see how long a deed takes.
            wait = None if trial == 0 else random.random() * whole
            taken, killed, acknowledged = _run(deed, run, wait)
            whole = max(whole, taken)
            wrong = wrong_after(deed, run, max(acknowledged, deed.before))
            outcome.wrong += tuple(f"{deed.name} {trial}: {sentence}" for sentence in wrong)
            if trial:
                outcome.trials += 1
                outcome.killed += killed
                outcome.acknowledged += max(acknowledged - deed.before, 0)
            shutil.rmtree(run)
    return outcome


def _run(deed: Scene, folder: Path, wait: float | None) -> tuple[float, bool, int]:
    """Return how long the deed took, whether it was killed, and what it acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover  a process of its own
        code = 1
        try:
            os.close(reading)
            os.write(writing, b"0\n")
            deed.act(folder, lambda said: _say(writing, said), _once)
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(writing)
    select.select([reading], [], [])  # it has begun
    start = time.monotonic()
    if wait is not None:
        time.sleep(wait)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    taken = time.monotonic() - start
    with os.fdopen(reading) as stream:
        acknowledged = max(int(line) for line in stream)
    code = os.waitstatus_to_exitcode(status)
    if code > 0:
        raise RuntimeError(f"{deed.name} fails by itself")
    return taken, code < 0, acknowledged


def _say(writing: int, said: str) -> None:
    os.write(writing, f"{said}\n".encode())


def _once(deed: Callable[[], object]) -> None:
    deed()


def report(names: list[str], trials: int, seed: int) -> int:
    """Share some trials among the deeds, print what came out, and return an exit code."""
    deeds = [DEEDS[name] for name in names or DEEDS]
    random = Random(seed)
    total = Outcome()
    print(f"{'deed':10} {'trials':>6} {'killed':>6} {'acknowledged':>12} {'wrong':>6}", flush=True)
    for place, deed in enumerate(deeds):
        share = trials // len(deeds) + (place < trials % len(deeds))
        one = kill(deed, share, random)
        counts = f"{one.trials:6} {one.killed:6} {one.acknowledged:12} {len(one.wrong):6}"
        print(f"{deed.name:10} {counts}", flush=True)
        for sentence in one.wrong[:5]:
            print(f"    {sentence}", flush=True)
        total = Outcome(
            total.trials + one.trials,
            total.killed + one.killed,
            total.acknowledged + one.acknowledged,
            total.wrong + one.wrong,
        )
    print(
        f"{total.trials} trials, {total.killed} killed in the middle, "
        f"{total.acknowledged} acknowledged, {len(total.wrong)} wrong"
    )
    return 1 if total.wrong else 0
