"""The long profile: ``python -m tests.laws --runs 5000``."""

from __future__ import annotations

import argparse
import sys
import time

from tests.laws.mutants import MUTANTS
from tests.laws.running import STEPS, run_devices, runs_until_caught

_SERIES = 250


def main() -> int:
    """Run the histories, then the planted faults; return 1 when a fault was not caught."""
    parser = argparse.ArgumentParser(prog="python -m tests.laws", description=__doc__)
    parser.add_argument("--runs", type=int, default=1000, help="histories of the devices")
    parser.add_argument("--steps", type=int, default=STEPS, help="steps of each history, at most")
    parser.add_argument("--mutant-runs", type=int, default=300, help="histories for each fault")
    wanted = parser.parse_args()
    begun = time.monotonic()
    done = 0
    while done < wanted.runs:
        runs = min(_SERIES, wanted.runs - done)
        run_devices(runs, steps=wanted.steps, series=done + 1)
        done += runs
        print(f"{done:,} histories held ({time.monotonic() - begun:,.0f} s)", flush=True)
    missed = 0
    for plant in MUTANTS:
        caught = runs_until_caught(plant, wanted.mutant_runs)
        missed += caught is None
        after = "was NOT caught" if caught is None else f"was caught after {caught}"
        print(f"{plant.__name__}: {after}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
