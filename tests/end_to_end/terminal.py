"""A shell in a terminal multiplexer of its own, driven by keys and read as text."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEADLINE = 20.0
PROMPT = "ready>"
RECALL = f"{sys.executable} -m recall"


class Tmux:
    """A shell in a tmux of its own: keys go in, the text of its screen comes out."""

    def __init__(self, folder: Path, sockets: str) -> None:
        program = shutil.which("tmux")
        assert program, "The end-to-end tests need tmux: apt install tmux"
        self.folder = folder
        self._start = [program, "-L", "recall", "-f", os.devnull]
        self._environment = {
            "HOME": str(folder),
            "LANG": "C.UTF-8",
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "RECALL_DATA": str(folder / "data"),
            "RECALL_DECKS": str(folder / "decks"),
            "TERM": "xterm-256color",
            "TMUX_TMPDIR": sockets,
        }
        self._pipe = folder / "pane"
        os.mkfifo(self._pipe)
        self._written = os.open(self._pipe, os.O_RDONLY | os.O_NONBLOCK)

    def open(self, size: tuple[int, int] = (80, 24)) -> None:
        """Start the shell and wait for its prompt."""
        width, height = map(str, size)
        self.run("new-session", "-d", "-x", width, "-y", height, "-c", str(self.folder), "sh")
        # What the pane writes also comes through this pipe, which tells when to look again.
        self.run("pipe-pane", f"exec cat > {self._pipe}")
        # In two steps, so that the prompt is on the screen only when the shell shows it.
        self.type(f'PS1={PROMPT[:-1]}; PS1="$PS1{PROMPT[-1]}"; clear')
        self.wait_for(PROMPT)

    def run(self, *arguments: str) -> str:
        """Run a tmux command and return what it prints."""
        command = [*self._start, *arguments]
        return subprocess.run(
            command, env=self._environment, check=True, capture_output=True, text=True
        ).stdout

    @property
    def screen(self) -> str:
        """The text on the screen."""
        return self.run("capture-pane", "-p")

    def wait_for(self, *wanted: str) -> str:
        """Wait until all of some texts stand on the screen and return all of it."""
        deadline = time.monotonic() + DEADLINE
        while True:
            screen = self.screen
            if all(text in screen for text in wanted):
                return screen
            left = deadline - time.monotonic()
            assert left > 0, f"{wanted} did not come:\n{screen}"
            # A quarter of a second bounds the wait for what was written before the pipe opened.
            if select.select([self._written], [], [], min(left, 0.25))[0]:
                os.read(self._written, 65536)

    def press(self, *keys: str) -> None:
        """Press keys, by their names in tmux."""
        self.run("send-keys", *keys)

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        self.run("send-keys", "-l", line)
        self.press("Enter")

    def recall(self, *arguments: str) -> str:
        """Run a command of the program beside the terminal, on the same library."""
        command = [sys.executable, "-m", "recall", *arguments]
        return subprocess.run(
            command, env=self._environment, check=True, capture_output=True, text=True
        ).stdout

    def close(self) -> None:
        """End the shell and what runs in it."""
        os.close(self._written)
        self.run("kill-server")


def write_deck(tmux: Tmux, text: str) -> None:
    (tmux.folder / "decks" / "rivers.md").write_text(text, encoding="utf-8")


def ratings(tmux: Tmux) -> list[str]:
    """Return the words of the grades that hold, oldest first."""
    lines = (line.split() for line in tmux.recall("log").splitlines())
    return [words[1] for words in lines if "(review)" in words and words[-1] != "(undone)"]
