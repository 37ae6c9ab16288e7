"""Fuzz: ``python -m tests.fuzz [--files 20000] [--seed N] [--terminal 200] [--keep FOLDER]``.

Every file goes through reading, checking, and showing every card and page in this process; a share
goes through the real program, on pipes and on a pseudo-terminal. Nothing may crash, take more than
two seconds of processor time for one step, or let a control byte through that is not the program's
own. What fails is kept and named, and the exit code tells.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from types import FrameType
from typing import NoReturn

from tests.fuzz.making import make, sources
from tests.fuzz.showing import show_all
from tests.fuzz.terminal import run_library

LIMIT = 2.0
"""Seconds of processor time that reading, checking or showing one thing may take."""

_PER_LIBRARY = 20


class Hang(Exception):
    """A step took too much processor time."""


def _hang(number: int, frame: FrameType | None) -> NoReturn:
    raise Hang(f"more than {LIMIT} s of processor time")


def _wind_up() -> None:
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT)


def main() -> int:
    """Make files, put them through, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--terminal", type=int, default=200, help="files for the real program")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-failures"))
    options = parser.parse_args()
    failures = _in_process(options.files, options.seed, options.keep)
    failures += _on_terminals(options.terminal, options.seed, options.keep)
    return 1 if failures else 0


def _in_process(files: int, seed: int, keep: Path) -> int:
    known = sources()
    signal.signal(signal.SIGVTALRM, _hang)
    failures = cards = size = 0
    slowest = (0.0, -1)
    start = time.process_time()
    with tempfile.TemporaryDirectory(prefix="recall-fuzz-") as folder:
        file = Path(folder) / "a.md"
        for number in range(files):
            chance = Random(f"{seed} {number}")
            data = make(chance, known)
            size += len(data)
            begin = time.process_time()
            try:
                cards += show_all(data, file, chance, _wind_up)
            except Exception as error:
                failures += 1
                _report(keep, f"{seed}-{number}", data, error)
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            slowest = max(slowest, (time.process_time() - begin, number))
    spent = time.process_time() - start
    print(
        f"{files:,} files, {size / 1e6:.1f} MB, {cards:,} cards shown, {failures} failures; "
        f"{spent:.0f} s of processor time, the slowest file {slowest[0]:.2f} s (no. {slowest[1]})"
    )
    return failures


def _on_terminals(files: int, seed: int, keep: Path) -> int:
    known = sources()
    failures = 0
    with tempfile.TemporaryDirectory(prefix="recall-fuzz-") as root:
        for number in range(0, files, _PER_LIBRARY):
            folder = Path(root) / str(number)
            (folder / "decks").mkdir(parents=True)
            for place in range(number, min(number + _PER_LIBRARY, files)):
                data = make(Random(f"{seed} terminal {place}"), known)
                (folder / "decks" / f"{place}.md").write_bytes(data)
            try:
                run_library(folder)
            except Exception as error:
                failures += 1
                _report(keep, f"{seed}-terminal-{number}", b"", error)
    print(f"{files:,} files through the program on pipes and a terminal, {failures} failures")
    return failures


def _report(keep: Path, name: str, data: bytes, error: Exception) -> None:
    keep.mkdir(parents=True, exist_ok=True)
    (keep / f"{name}.md").write_bytes(data)
    words = f"{type(error).__name__}: {error}"
    print(f"{keep / name}.md: {words[:1_000]}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
