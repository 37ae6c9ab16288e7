"""Decks, names and arguments written to hurt: every command prints them and obeys none of them."""

from __future__ import annotations

import csv
import io
import os
import stat
from pathlib import Path

import pytest

from recall.cli.group import COMMANDS
from recall.text import clean
from tests.cli.conftest import Done, Place
from tests.tui.hostile_library import CONTROLS

EVERYTHING = "".join(CONTROLS)
QUOTED = EVERYTHING.encode("unicode_escape").decode("ascii").replace('"', "'")
DECK = f"""---
title: "T{QUOTED}=1+1"
summary: "S{QUOTED}"
code: "L1{QUOTED}"
source: "O{QUOTED}"
tags: ["t{QUOTED}", "@tag"]
"k{QUOTED}": x
---
# Heading {EVERYTHING}

Text {EVERYTHING} and [a link](https://example.org/{EVERYTHING}) ![i](../../{EVERYTHING}.png)

Q: =HYPERLINK("http://x") {EVERYTHING} {{#one from="f{EVERYTHING}"}}
A: +1 {EVERYTHING}
H: {EVERYTHING}
N: {EVERYTHING}

Q: Typed {EVERYTHING}
A= @a | {EVERYTHING}

Q: Which? {EVERYTHING}
- [x] -1 {EVERYTHING}
- [ ] [@click=app.quit]x[/] {EVERYTHING}
  - Because {EVERYTHING}

T: Term {EVERYTHING}
D: Definition {EVERYTHING}

C: A {{{{gap {EVERYTHING}::hint {EVERYTHING}}}}} here.

O: Order {EVERYTHING}
1. a {EVERYTHING}
2. b {EVERYTHING}

R: Free {EVERYTHING}
- First point {EVERYTHING}
- Second point of it {EVERYTHING}
  - ! Wrong {EVERYTHING}

A: an answer without a question {EVERYTHING}
"""
ARGUMENTS: dict[str, list[list[str]]] = {
    "review": [["--plain", "--new", "50"], ["--plain", EVERYTHING]],
    "due": [[], ["--json"]],
    "stats": [[], ["--json"], [EVERYTHING]],
    "decks": [[], ["--json"], ["--changes"]],
    "cards": [[], ["--json"], [f"deck:{EVERYTHING}"], [f"is:{EVERYTHING}"], ["--", "-'; DROP"]],
    "card": [["a.md#one"], ["a.md#one", "--json"], ["a.md#one", "--reset"], [EVERYTHING]],
    "log": [[], [EVERYTHING]],
    "blank": [["a.md"], ["a.md", "--json"], [EVERYTHING]],
    "undo": [["--list"], ["--list", "--json"], ["--link", EVERYTHING], [], ["--redo"]],
    "check": [["decks"], ["decks", "--json"], [EVERYTHING]],
    "format": [[], [EVERYTHING]],
    "export": [["cards-csv"], ["reviews-csv"], ["reviews-jsonl"], [EVERYTHING]],
    "doctor": [[], ["--rebuild"]],
    "config": [[], ["--json"], [EVERYTHING]],
    "completion": [["bash"], [EVERYTHING]],
}
"""How each command is run; one not named here is run without and with a hostile argument."""


@pytest.fixture
def hostile(empty: Place) -> Place:
    """A library that says something hostile wherever a deck can say anything."""
    empty.deck("a.md", DECK)
    empty.deck("$(touch pwned); `id` [b]x[/b] %s {0}.md", "Q: One?\nA: Two.\n")
    empty.deck("-rf --force.md", "Q: Three?\nA: Four.\n")
    empty.deck(f"{CONTROLS[0]}.md", "Q: Five?\nA: Six.\n")
    empty.monkeypatch.chdir(empty.folder)
    return empty


def check_printed(done: Done) -> None:
    for line in (done.out + done.err).split("\n"):
        assert clean(line) == line, repr(line)
    assert "Traceback" not in done.err


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_lets_a_control_through(hostile: Place, command: str) -> None:
    hostile.recall("review", "--plain", "--new", "50", lines="\n3\n" + f"a{EVERYTHING}\n3\n" * 30)
    for arguments in ARGUMENTS.get(command, [[], [EVERYTHING]]):
        done = hostile.recall(command, *arguments, lines=f"{EVERYTHING}\n\n3\na\n1\n2 1\n" * 20)
        assert done.code in (0, 1, 2), (command, arguments, done)
        check_printed(done)
    assert not (hostile.folder / "pwned").exists()


def test_a_spreadsheet_runs_nothing_of_an_export(hostile: Place) -> None:
    hostile.recall("review", "--plain", "--new", "50", lines="\n3\n=1+1\n3\n" * 30)
    for what in ("cards-csv", "reviews-csv"):
        rows = list(csv.reader(io.StringIO(hostile.recall("export", what).out)))
        assert len(rows) > 3
        for cell in (cell for row in rows for cell in row):
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")) or _is_number(cell), cell


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_everything_written_is_for_its_owner_only(hostile: Place) -> None:
    before = os.umask(0)
    try:
        hostile.recall("review", "--plain", lines="\n3\n")
        hostile.recall("export", "reviews-jsonl", "--output", str(hostile.folder / "out.jsonl"))
        hostile.monkeypatch.setattr("recall.library.library.Library.home", _fail)
        hostile.recall("due")
    finally:
        os.umask(before)
    written = [hostile.folder / "out.jsonl", *hostile.data.rglob("*"), hostile.data]
    assert len(written) >= 5
    for path in written:
        wanted = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == wanted, path


def _fail(_library: object) -> None:
    raise KeyError(DECK)


def test_a_deck_reaches_no_file_outside_its_folder(empty: Place, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("Q: The secret?\nA: Told.\n", encoding="utf-8")
    empty.deck("a.md", "Q: One?\nA: ![x](../secret.md) <../secret.md>\n")
    (empty.decks / "link.md").symlink_to(secret)
    (empty.decks / "folder").symlink_to(tmp_path)
    os.mkfifo(empty.decks / "pipe.md")
    shown = empty.recall("cards").out + empty.recall("review", "--plain", lines="\n3\n").out
    assert "secret?" not in shown
    assert "Told" not in shown
    found = empty.recall("check", str(empty.decks))
    assert found.code == 1 or "link.md" in found.out + found.err
