"""Every error is a sentence and a hint with its exit code; streams of any kind are survived."""

from __future__ import annotations

import errno
import functools
import io
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from recall import crash
from recall.library.library import Library
from tests.cli.conftest import Done, Place

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, "-m", "recall"]


def assert_told(done: Done, code: int) -> None:
    assert done.code == code
    assert done.out == ""
    lines = done.err.splitlines()
    assert lines[-2].startswith("recall: ")
    assert lines[-2].endswith(".")
    assert lines[-1].startswith("hint: ")
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["revew"], "Did you mean 'recall review'?"),
        (["qqqq"], "'recall --help' lists them"),
        (["due", "--jsn"], "hint: Did you mean '--json'?"),
        (["--dekcs", "x", "due"], "--dekcs"),
        (["cards", "--limit", "0"], "--limit"),
        (["export"], "reviews-jsonl"),
        (["export", "cards-xml"], "cards-xml"),
        (["completion", "csh"], "csh"),
        (["--config", "nowhere.toml", "due"], "nowhere.toml does not exist"),
        (["review", "--plain", "plaecs"], "plaecs"),
        (["review"], "need a terminal"),
        (["card", "no-such-card"], "no-such-card"),
        (["cards", "kind:quesion"], "question"),
        (["check", "/no/such/folder"], "/no/such/folder"),
        (["format", "X999"], "X999"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else "",
)
def test_usage_errors(place: Place, arguments: list[str], said: str) -> None:
    done = place.recall(*arguments)
    assert_told(done, 2)
    assert said in done.err


def test_a_configuration_error_names_file_and_key(place: Place) -> None:
    place.settings.write_text("new_per_dya = 3\n", encoding="utf-8")
    done = place.recall("due")
    assert_told(done, 2)
    assert f"{place.settings} sets 'new_per_dya'" in done.err
    assert "Did you mean new_per_day?" in done.err


@pytest.mark.parametrize("instant", ["yesterday", "2026-12-01T09:30:00"])
def test_a_clock_that_cannot_be_read(place: Place, instant: str) -> None:
    place.environment["RECALL_NOW"] = instant
    assert_told(place.recall("due"), 2)


def test_a_newer_progress_file_is_left_untouched_d17(place: Place) -> None:
    assert place.recall("due").code == 0
    with sqlite3.connect(place.progress) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.execute(f"PRAGMA user_version = {version + 1}")
    connection.close()
    before = place.progress.read_bytes()
    assert_told(place.recall("due"), 3)
    assert place.progress.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"Dear diary, " * 100, b"SQLite format 3\x00" + b"\xff" * 4096]
)
def test_a_file_that_is_not_ours_is_left_untouched(place: Place, content: bytes) -> None:
    place.data.mkdir(mode=0o700)
    place.progress.write_bytes(content)
    assert_told(place.recall("due"), 3)
    assert place.progress.read_bytes() == content


def test_a_data_folder_that_is_a_file(place: Place) -> None:
    place.data.write_text("not a folder", encoding="utf-8")
    done = place.recall("due")
    assert done.code == 3
    assert "Not a directory" in done.err


def test_a_locked_progress_file(place: Place) -> None:
    assert place.recall("due").code == 0
    impatient = functools.partial(Library.open, busy_timeout_ms=20)
    place.monkeypatch.setattr(Library, "open", impatient)
    holder = sqlite3.connect(place.progress, isolation_level=None)
    try:
        holder.execute("BEGIN EXCLUSIVE")
        assert_told(place.recall("undo"), 3)
    finally:
        holder.close()


def test_an_error_of_our_own_tells_nothing_of_the_cards(place: Place) -> None:
    def fail(_library: Library) -> None:
        secret = "Tegucigalpa"
        raise KeyError(secret)

    place.monkeypatch.setattr(Library, "home", fail)
    done = place.recall("due")
    assert_told(done, crash.EXIT_CODE)
    assert "KeyError" in done.err
    reports = list((place.data / "crashes").iterdir())
    assert len(reports) == 1
    assert str(reports[0]) in done.err
    assert stat.S_IMODE(reports[0].stat().st_mode) == 0o600
    assert "Tegucigalpa" not in done.err + reports[0].read_text(encoding="utf-8")


def test_an_error_of_our_own_without_a_place_for_its_report(place: Place) -> None:
    def fail() -> str:
        raise KeyError

    place.environment["RECALL_DATA"] = "~no-such-person-here/data"
    place.monkeypatch.setattr("recall.markdown.reference.text", fail)
    done = place.recall("format")
    assert_told(done, crash.EXIT_CODE)
    assert "hint: Please report it.\n" in done.err


def test_a_full_disk_behind_standard_output(place: Place) -> None:
    class Full(io.StringIO):
        def write(self, text: str, /) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    place.monkeypatch.setattr(sys, "stdout", Full())
    done = place.recall("--version")
    assert_told(done, 3)
    assert "cut short" in done.err


def test_a_reader_that_went_away_is_no_error(place: Place) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, "completion", "zsh"],
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        cwd=ROOT,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_closed_streams_are_survived(place: Place) -> None:
    shell = f"{sys.executable} -m recall --version <&- >&- 2>&-"
    assert subprocess.run(["/bin/sh", "-c", shell], check=False, cwd=ROOT).returncode == 0


def test_an_interrupt_ends_quietly_with_everything_kept(place: Place) -> None:
    with subprocess.Popen(
        [*COMMAND, "review", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, **place.environment},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"\n3\n")
        process.stdin.flush()
        questions = 0
        while questions < 2:
            questions += process.stdout.readline().startswith(b"Card ")
        process.send_signal(signal.SIGINT)
        code = process.wait()
        said = process.stderr.read().decode()
    assert code == 130
    assert "Traceback" not in said
    assert place.recall("log").out.count("  Good ") == 1


@pytest.mark.parametrize(
    "arguments",
    [["due"], ["decks"], ["cards"], ["doctor"], ["review", "--plain"], ["cards", "--json"]],
    ids="-".join,
)
def test_a_legacy_encoding_raises_nothing_t18(empty: Place, arguments: list[str]) -> None:
    empty.deck("日本.md", "---\ntitle: 漢字\n---\nQ: 水 🌊?\nA: みず\n")
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=b"\n3\n\xff\xfe\n",
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, **empty.environment, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
    )
    assert done.returncode == 0, done.stderr
    assert b"Traceback" not in done.stderr
    assert done.stdout
    done.stdout.decode("cp1252")


def test_no_control_sequence_of_a_name_is_printed(empty: Place) -> None:
    empty.deck("a\x1b[2Jb.md", "Q: One?\nA: Two.\n")
    empty.deck("good.md", '---\ntitle: "T\x1b]0;x\x07"\n---\nQ: \x1b[31mred?\nA: \x9b31m\n')
    for arguments in (["check"], ["decks"], ["cards"], ["due"], ["card", "\x1b[2J"]):
        done = empty.recall(*arguments)
        assert "\x1b" not in done.out + done.err
        assert "\x9b" not in done.out + done.err
        assert "\x07" not in done.out + done.err
    done = empty.recall("review", "--plain", lines="\n3\n")
    assert "red?" in done.out
    assert not {"\x1b", "\x9b", "\x07"} & set(done.out + done.err)


def test_a_general_option_behind_the_command_is_told_where_it_belongs(place: Place) -> None:
    done = place.recall("due", "--data", "elsewhere")
    assert done.code == 2
    assert "--data stands behind the command" in done.err
    assert "recall --data … due" in done.err
