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
    "recall.library.library",
    "recall.library.session",
    "recall.storage",
    "recall.markdown.build",
    "recall.tui.screens.review",
    "recall.tui.screens.help",
    "recall.tui.screens.problems",
    "recall.tui.screens.card",
    "recall.tui.screens.summary",
    "recall.tui.widgets.card_view",
)
PROGRAM = """
import asyncio, sys
from recall.errors import StorageError
from recall.tui.app import RecallApp

frames = []
found = []

def opening():
    found.append((len(frames), sorted(sys.modules)))
    raise StorageError("Enough was seen.")

async def main():
    app = RecallApp(opening)
    app.post_display_hook = lambda: frames.append(app.screen.size.area)
    async with app.run_test(size=(80, 24)):
        while app.return_code is None:
            await asyncio.sleep(0)

asyncio.run(main())
print(*found[0][1])
print(found[0][0])
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
    modules, frames = result.stdout.splitlines()
    loaded = set(modules.split())
    assert "recall.tui.screens.home" in loaded
    assert loaded.isdisjoint(HEAVY), sorted(loaded & set(HEAVY))
    assert int(frames) >= 1
