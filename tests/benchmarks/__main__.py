"""Measure: ``python -m tests.benchmarks [NAME…] [--keep FOLDER] [--data FILE]
[--anki-python PATH]``.

Without names, everything is measured.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.benchmarks import measures
from tests.benchmarks.short_answers import SAMPLE


def main() -> int:
    """Run the benchmarks named and print their lines."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(measures.BENCHMARKS))
    parser.add_argument("--keep", type=Path, help="keep the large library here and use it again")
    parser.add_argument(
        "--data", type=Path, default=SAMPLE, help="graded answers for the matcher (a csv.gz file)"
    )
    parser.add_argument(
        "--anki-python", type=Path, help="a Python that has the package anki, to measure beside us"
    )
    options = parser.parse_args()
    unknown = set(options.names) - set(measures.BENCHMARKS)
    if unknown:
        parser.error(f"no benchmark is named {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="recall-benchmarks-") as temporary:
        place = measures.Place(options.keep or Path(temporary), options.data, options.anki_python)
        for name in options.names or measures.BENCHMARKS:
            for figure in measures.BENCHMARKS[name](place):
                print(figure, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
