"""How long a terminal program takes to its first frame, measured on a pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path

_PATIENCE = 30.0

EMPTY_APP = """
from textual.app import App
from textual.widgets import Static

class Empty(App):
    def compose(self):
        yield Static("first frame")

Empty().run()
"""


def seconds_to(marker: str, command: Sequence[str]) -> float:
    """Return the wall seconds from starting a command to a text on its 80×24 terminal.

    The program is then killed. Raises TimeoutError when the text does not come.
    """
    started = time.perf_counter()
    process, terminal = pty.fork()
    if process == 0:
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        os.execve(command[0], list(command), environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    seen = b""
    try:
        while time.perf_counter() - started < _PATIENCE:
            ready, _, _ = select.select([terminal], [], [], 0.5)
            if not ready:
                continue
            try:
                seen += os.read(terminal, 65536)
            except OSError:
                break
            if marker.encode() in seen:
                return time.perf_counter() - started
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)
    raise TimeoutError(f"{marker!r} never came; the end of the output was {seen[-300:]!r}")


def empty_app() -> float:
    """Return the seconds to the first frame of a Textual application that does nothing."""
    return seconds_to("first frame", [sys.executable, "-c", EMPTY_APP])


def our_app(decks: Path, data: Path) -> float:
    """Return the seconds to the first frame of recall over a library."""
    arguments = ["-m", "recall", "--decks", str(decks), "--data", str(data)]
    return seconds_to("recall", [sys.executable, *arguments])
