"""Runs the interface over a library in memory on the terminal it is started on.

``crash`` makes showing an answer raise an error that quotes a card; ``hostile`` puts every control
sequence that a deck could try into every text.
"""

from __future__ import annotations

import sys

from recall.tui.app import RecallApp, run
from tests.tui.hostile_library import CONTROLS, hostile
from tests.tui.samples import KERNEL, course

CRASH_CODE = 70


def main() -> int:
    library = hostile("".join(CONTROLS)) if "hostile" in sys.argv else course(KERNEL)

    def crash(call: str) -> None:
        if call == "reveal":
            raise RuntimeError(f"card text: {KERNEL}")

    if "crash" in sys.argv:
        library.before = crash
    try:
        return run(RecallApp(library.opened, environment={}))
    except RuntimeError as error:
        sys.stderr.write(f"run raised {type(error).__name__}\n")
        return CRASH_CODE


if __name__ == "__main__":
    sys.exit(main())
