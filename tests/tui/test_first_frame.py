"""What is not imported before the first frame is on the screen, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEAVY = (
    "sqlmodel",
    "sqlalchemy",
    "pydantic",
    "markdown_it",
    "mdit_py_plugins",
    "texicode",
    "pygments",
    "fsrs",
    "yaml",
    "numpy",
    "click",
    "recall.library",
    "recall.cards",
    "recall.study",
    "recall.storage",
    "recall.markdown",
    "recall.tui.screens.home",
    "recall.tui.screens.review",
    "recall.tui.screens.help",
    "recall.tui.screens.problems",
    "recall.tui.screens.card",
    "recall.tui.screens.summary",
    "recall.tui.screens.lesson",
    "recall.tui.screens.contents",
    "recall.tui.widgets.card_view",
)
PROGRAM = """
import asyncio, sys
from recall.errors import StorageError
from recall.tui.app import RecallApp

frames = []

def opening():
    raise StorageError("Enough was seen.")


def painted():
    frames.append(sorted(sys.modules))

async def main():
    app = RecallApp(opening)
    app.post_display_hook = painted
    async with app.run_test(size=(80, 24)):
        while app.return_code is None:
            await asyncio.sleep(0)

asyncio.run(main())
print(*frames[0])
"""


def test_the_first_frame_imports_nothing_heavy() -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert result.stdout, result.stderr
    loaded = set(result.stdout.split())
    assert "recall.tui.screens.opening" in loaded
    assert loaded.isdisjoint(HEAVY), sorted(loaded & set(HEAVY))
