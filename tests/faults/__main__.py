"""``python -m tests.faults sweep`` and ``kill``: faults at every point, and at random ones."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict

from tests.faults.power import cut_power
from tests.faults.scenes import SCENES
from tests.faults.sweep import FAULTS, Row, prepared, sweep

POWER = ("grade", "import", "refresh", "migration", "undo")
"""What is swept by power cuts: what SQLite alone writes, so that the shim sees all of it."""


def rows(names: list[str], step: int, *, power: bool) -> Iterator[Row]:
    """Sweep some scenes."""
    for name in names:
        scene = SCENES[name]
        with prepared(scene) as base:
            for fault, lasting in FAULTS:
                yield sweep(scene, base, fault, lasting=lasting, step=step)
            if power and name in POWER:
                yield cut_power(scene, base, step)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("sweep", help="a fault at every change of the disk")
    one.add_argument("scenes", nargs="*", help=f"of {', '.join(SCENES)}")
    one.add_argument("--step", type=int, default=1, help="only every so many points")
    one.add_argument("--no-power", action="store_true", help="leave the power cuts out")
    one.add_argument("--json", action="store_true")
    two = commands.add_parser("kill", help="kill -9 at random moments")
    two.add_argument("deeds", nargs="*")
    two.add_argument("--trials", type=int, default=300)
    two.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    if given.command == "kill":
        from tests.faults.kill import report

        return report(given.deeds, given.trials, given.seed)
    names = given.scenes or list(SCENES)
    found = []
    if not given.json:
        print(f"{'deed':10} {'fault':20} {'operations':>10} {'points':>7} {'wrong':>6}", flush=True)
    for row in rows(names, given.step, power=not given.no_power):
        found.append(row)
        if not given.json:
            print(
                f"{row.scene:10} {row.fault:20} {row.operations:10} {row.points:7} "
                f"{len(row.wrong):6}",
                flush=True,
            )
            if row.scene != "control":
                for sentence in row.wrong[:5]:
                    print(f"    {sentence}", flush=True)
    if given.json:
        print(json.dumps([asdict(row) for row in found]))
    else:
        points = sum(row.points for row in found if row.scene != "control")
        wrong = sum(len(row.wrong) for row in found if row.scene != "control")
        print(f"{points} points, {wrong} wrong; the control must be wrong, to show that it is seen")
    control = [row for row in found if row.scene == "control"]
    seen = not control or any(row.wrong for row in control)
    return 0 if seen and not any(row.wrong for row in found if row.scene != "control") else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
