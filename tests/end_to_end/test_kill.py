"""A session killed in the middle, again and again: no acknowledged grade is ever missing."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import IO

from recall.clock import system_clock
from recall.config import Config
from recall.library.library import Library
from recall.paths import Paths

KILLS = 50
CARDS = 400


def write_deck(folder: Path) -> None:
    folder.mkdir()
    cards = (f"Q: What is {number} plus one?\nA: {number + 1}\n" for number in range(CARDS))
    (folder / "sums.md").write_text("\n".join(cards), encoding="utf-8")


def read_until(stream: IO[bytes], mark: bytes, patience: float) -> bool:
    """Read until a mark or the end; give up after ``patience`` seconds of silence."""
    seen = b""
    while mark not in seen:
        ready, _, _ = select.select([stream], [], [], patience)
        if not ready:
            return False
        piece = os.read(stream.fileno(), 65536)
        if not piece:
            return False
        seen += piece
    return True


def grade_until_killed(folder: Path, random: Random) -> int:
    """Run a session and kill it at some moment; return how many grades it acknowledged."""
    command = [sys.executable, "-m", "recall", "--decks", str(folder / "decks")]
    command += ["--data", str(folder / "data"), "review", "--plain", "--new", str(CARDS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert read_until(process.stdout, b"Press Enter", 60), "no card was shown"
        acknowledged = 0
        for _ in range(random.randrange(8)):
            process.stdin.write(b"\n3\n")
            process.stdin.flush()
            # The next question is the acknowledgement: it is asked when the grade is on disk.
            assert read_until(process.stdout, b"Press Enter", 60)
            acknowledged += 1
        # One more grade, killed at some moment between the key press and the next question.
        process.stdin.write(b"\n3\n")
        process.stdin.flush()
        if read_until(process.stdout, b"Press Enter", random.random() * 0.03):
            acknowledged += 1
        process.kill()
    return acknowledged


def test_no_acknowledged_grade_is_lost(tmp_path: Path) -> None:
    """D1: fifty sessions are killed in the middle."""
    write_deck(tmp_path / "decks")
    random = Random(20261201)
    data = tmp_path / "data"
    paths = Paths(data / "config.toml", data, (tmp_path / "decks",))
    before = 0
    for _ in range(KILLS):
        acknowledged = grade_until_killed(tmp_path, random)
        with Library.open(paths, Config(), system_clock()) as library:
            kept = sum(line["type"] == "review" for line in library.log())
            # At most the one grade that was under way may have been kept without a word.
            assert before + acknowledged <= kept <= before + acknowledged + 1
            assert [finding.sentence for finding in library.doctor() if not finding.well] == []
        before = kept
    assert before > KILLS
