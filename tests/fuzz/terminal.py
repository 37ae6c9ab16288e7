"""A library of hostile decks through the real program: commands on pipes, screens on a terminal."""

from __future__ import annotations

import os
import pty
import re
import resource
import select
import subprocess
import sys
import termios
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from recall.text import clean
from tests.fuzz.making import MARK

WAIT = 60.0
"""Seconds to wait for output; reached only when something hangs."""

COMMANDS = (
    ("check", "decks"),
    ("cards",),
    ("decks",),
    ("due",),
    ("log",),
    ("stats",),
    ("export", "cards-csv"),
    ("undo", "--list"),
    ("doctor",),
)
KEYS = (
    "jjl", "    ", "ccc", "t", "jj\r", "/x\r", "nq", "\x1b", "r", *[" 3\t3\r3"] * 8, "i", " ", "q",
    "\x1b", "q", "h", "jjj\r", "q", "s", "  q", "p", "jjjj", "q",
)  # fmt: skip
_SEQUENCE = re.compile(
    rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|[PX^_\]][^\x07\x1b]*(?:\x07|\x1b\\)?|[ -/]*[0-~])"
    rb"|[\x00-\x08\x0b-\x1f\x7f]"
)
_NUMBERS = re.compile(rb"[0-9]+(?:[;:][0-9]*)*")
_GOOD = "Q: Question?\nA: Answer.\n\nC: A {{gap}}.\n\nQ: Which?\n- [x] this\n- [ ] that\n"


def run_library(folder: Path) -> None:
    """Run commands and screens over ``folder / "decks"``. Raises AssertionError."""
    for command in COMMANDS:
        code, output = _on_pipes(folder, *command)
        assert code in (0, 1), (command, code, output[-2_000:])
        _check_text(output)
    code, output = _on_pipes(
        folder, "review", "--plain", "--new", "200", text="\n3\na\n3\n1\n" * 200
    )
    assert code in (0, 1), (code, output[-2_000:])
    _check_text(output)
    code, screens = on_terminal(folder)
    assert code in (0, 130), (code, screens[-2_000:])
    foreign = kinds(screens) - own_kinds()
    assert not foreign, foreign
    assert MARK.encode() + b"m" not in screens
    assert not re.search(rb"\xc2[\x80-\x9f]", screens)


def kinds(output: bytes) -> frozenset[bytes]:
    """Return the controls in what a program wrote, whatever their numbers are."""
    return frozenset(_NUMBERS.sub(b"N", one) for one in _SEQUENCE.findall(output))


@cache
def own_kinds() -> frozenset[bytes]:
    """Return the controls that the program writes by itself, over a harmless deck."""
    with TemporaryDirectory(prefix="recall-fuzz-") as root:
        folder = Path(root)
        (folder / "decks").mkdir()
        (folder / "decks" / "good.md").write_text(_GOOD, encoding="utf-8")
        return kinds(on_terminal(folder)[1])


def on_terminal(folder: Path) -> tuple[int, bytes]:
    """Run the screens on a pseudo-terminal, press keys, and return exit code and output."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    process = subprocess.Popen(
        [sys.executable, "-m", "recall"],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=_environment(folder),
        start_new_session=True,
    )
    os.close(slave)
    output = b""
    try:
        output += _read_until_quiet(master, wanted=b"quit")
        for keys in KEYS:
            for key in keys:
                os.write(master, key.encode())
                output += _read_until_quiet(master)
        os.write(master, b"\x03")
        while chunk := _read(master, WAIT):
            output += chunk
        return process.wait(WAIT), output
    finally:
        process.kill()
        process.wait()
        os.close(master)


def _read_until_quiet(master: int, wanted: bytes = b"") -> bytes:
    output = b""
    while True:
        chunk = _read(master, WAIT if wanted not in output else 0.05)
        output += chunk
        if not chunk and wanted in output:
            return output
        assert chunk, f"the program hangs: {output[-2_000:]!r}"


def _read(master: int, seconds: float) -> bytes:
    ready, _, _ = select.select([master], [], [], seconds)
    try:
        return os.read(master, 65_536) if ready else b""
    except OSError:  # the program has ended
        return b""


def _on_pipes(folder: Path, *arguments: str, text: str = "") -> tuple[int, str]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "recall", *arguments],
        input=text.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=_environment(folder),
        cwd=folder,
        check=False,
        timeout=10 * WAIT,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert spent < WAIT, f"{arguments} took {spent:.1f} s of processor time"
    return done.returncode, done.stdout.decode()


def _check_text(output: str) -> None:
    for line in output.split("\n"):
        assert clean(line) == line, repr(line)


def _environment(folder: Path) -> dict[str, str]:
    here = str(Path(__file__).parents[2])
    return {
        "PATH": os.environ.get("PATH", ""),
        "HOME": str(folder),
        "PYTHONPATH": here,
        "PYTHONUTF8": "1",
        "TERM": "xterm-256color",
        "RECALL_DECKS": str(folder / "decks"),
        "RECALL_DATA": str(folder / "data"),
        "RECALL_CONFIG": str(folder / "config.toml"),
        "RECALL_NOW": "2026-12-01T09:30:00+01:00",
    }
