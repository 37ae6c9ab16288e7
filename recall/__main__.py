"""The program ``recall``: hands the command line to ``recall.cli``."""

from __future__ import annotations

import os
import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit with its code; see ``recall.cli.run``."""
    try:
        from recall.cli.run import run

        code = run(sys.argv[1:], os.environ)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(code)


if __name__ == "__main__":
    main()
