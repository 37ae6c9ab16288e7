"""However the program ends, the terminal is as it was: raw bytes of a real pseudo-terminal."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from recall.crash import describe
from tests.tui.samples import KERNEL

PROGRAM = Path(__file__).with_name("program_on_a_terminal.py")
RESTORED = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?1003l", b"\x1b[?2004l")
DEADLINE = 30.0


class Terminal:
    """A program running on a pseudo-terminal."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.master, self.slave = pty.openpty()
        termios.tcsetwinsize(self.slave, (24, 80))
        self.before = termios.tcgetattr(self.slave)
        self.output = b""
        self.process = subprocess.Popen(
            [sys.executable, str(PROGRAM), *arguments],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "TERM": "xterm-256color", "PYTHONPATH": ".", **environment},
        )

    def read_until(self, wanted: bytes, after: int = 0) -> None:
        """Read what the program writes until it has written something, after so many bytes."""
        while wanted not in self.output[after:]:
            ready, _, _ = select.select([self.master], [], [], DEADLINE)
            assert ready, f"{wanted!r} did not come: {self.output[-2000:]!r}"
            self.output += os.read(self.master, 65536)

    def write(self, data: bytes) -> None:
        """Type."""
        os.write(self.master, data)

    def end(self) -> int:
        """Wait for the program to end, read the rest, and return its exit code."""
        while self.process.poll() is None:
            ready, _, _ = select.select([self.master], [], [], 0.05)
            if ready:
                self.output += os.read(self.master, 65536)
        while select.select([self.master], [], [], 0)[0]:
            self.output += os.read(self.master, 65536)
        return self.process.returncode

    def close(self) -> None:
        """Give the pseudo-terminal back."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def check_restored(self) -> None:
        """Assert that the modes the program set are taken back, after they were set."""
        for mode in RESTORED:
            assert self.output.rfind(mode) > self.output.find(b"\x1b[?1049h"), mode
        assert termios.tcgetattr(self.slave)[:4] == self.before[:4]


@pytest.fixture
def terminal(request: pytest.FixtureRequest) -> Iterator[Terminal]:
    started = Terminal(*getattr(request, "param", ()))
    yield started
    started.close()


def test_leaving_restores_the_terminal(terminal: Terminal) -> None:
    terminal.read_until(b"Next: review")
    terminal.write(b"q")
    assert terminal.end() == 0
    terminal.check_restored()


def test_ctrl_c_restores_the_terminal(terminal: Terminal) -> None:
    terminal.read_until(b"Next: review")
    terminal.write(b"r")
    terminal.read_until(b"chunkwise kernel")
    terminal.write(b"\x03")
    assert terminal.end() == 130
    terminal.check_restored()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signals_restore_the_terminal(terminal: Terminal, number: signal.Signals) -> None:
    terminal.read_until(b"Next: review")
    terminal.write(b"r")
    terminal.read_until(b"chunkwise kernel")
    terminal.process.send_signal(number)
    assert terminal.end() == 128 + number
    terminal.check_restored()
    assert b"Traceback" not in terminal.output


@pytest.mark.parametrize("terminal", [("crash",)], indirect=True)
def test_an_unhandled_error_restores_the_terminal_and_tells_no_card(terminal: Terminal) -> None:
    terminal.read_until(b"Next: review")
    terminal.write(b"r")
    terminal.read_until(b"chunkwise kernel")
    terminal.write(b" ")
    assert terminal.end() == 70
    terminal.check_restored()
    after = terminal.output.rpartition(b"\x1b[?1049l")[2]
    assert b"raised RuntimeError" in after
    assert b"kernel" not in after
    assert b"Traceback" not in after


@pytest.mark.parametrize("terminal", [("hostile",)], indirect=True)
def test_no_control_of_a_deck_reaches_the_terminal(terminal: Terminal) -> None:
    terminal.read_until(b" problems")
    for keys, wanted in (
        (b"p", b"Problems"),
        (b"q", b" problems"),
        (b"r", b" why today"),
        (b"i", b"Due: "),
        (b"q", b" answer"),
        (b" ", b" Again"),
    ):
        seen = len(terminal.output)
        terminal.write(keys)
        terminal.read_until(wanted, after=seen)
    terminal.write(b"\x03")
    assert terminal.end() == 130
    for payload in (
        b"\x1b]52",
        b"\x1b]0;title",
        b"\x1b]8;;",
        b"\x1b[6n",
        b"\x1b[2J",
        b"\x1bP",
        b"\x1b_G",
        b"\x1bc",
        b"\xc2\x9d",
        b"\xc2\x9b",
        b"\x7f",
        b"\x0e",
        "\u202e".encode(),
        "\U000e0041".encode(),
    ):
        assert payload not in terminal.output, payload


def test_a_report_of_an_error_in_a_screen_holds_no_card() -> None:
    error = RuntimeError(str(KERNEL))
    error.__cause__ = ValueError(str(KERNEL))
    report = describe(error, datetime(2026, 12, 1, tzinfo=UTC))
    assert "RuntimeError" in report
    assert "kernel" not in report


def test_a_window_that_is_closed_ends_the_program() -> None:
    started = Terminal()
    started.read_until(b"Next: review")
    os.close(started.slave)
    os.close(started.master)
    started.process.send_signal(signal.SIGHUP)
    assert started.process.wait(DEADLINE) == 129
