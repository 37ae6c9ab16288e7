"""Whatever is wrong with the progress file: one sentence, one hint, the code for storage."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.cli.conftest import Place

COMMANDS = (["due"], ["review", "--plain"], ["doctor"], ["log"], ["backup"])


def spoil(place: Place, kind: str) -> None:
    content = place.progress.read_bytes()
    match kind:
        case "no database":
            place.progress.write_bytes(b"Q: not a database\nA: no\n" * 100)
        case "cut short":
            place.progress.write_bytes(content[: len(content) // 2 // 4096 * 4096])
        case "cut to a few bytes":
            place.progress.write_bytes(content[:50])
        case "another program's":
            place.progress.unlink()
            with closing(sqlite3.connect(place.progress)) as connection:
                connection.execute("CREATE TABLE other (a)")
        case "newer":
            with closing(sqlite3.connect(place.progress)) as connection:
                connection.execute("PRAGMA user_version=9999")
        case "emptied":
            place.progress.write_bytes(b"")
        case "a folder":
            place.progress.unlink()
            place.progress.mkdir()
        case "a link":
            place.progress.rename(place.data / "elsewhere.db")
            place.progress.symlink_to(place.data / "elsewhere.db")
        case "pages of noise":
            place.progress.write_bytes(content[:4096] + b"\x55" * (len(content) - 4096))
        case _:
            raise AssertionError(kind)


@pytest.mark.parametrize(
    "kind",
    [
        "no database", "cut short", "cut to a few bytes", "another program's", "newer", "a folder",
        "emptied", "a link", "pages of noise",
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used(place: Place, kind: str) -> None:
    assert place.recall("review", "--plain", lines="\n3\n").code == 0
    spoil(place, kind)
    before = place.progress.read_bytes() if place.progress.is_file() else None
    for command in COMMANDS:
        done = place.recall(*command)
        assert done.code == 3, (command, done)
        told = done.err.splitlines()
        # A damaged page can also hold back the backup of the day: both are told, each once.
        assert 1 <= sum(line.startswith("recall: ") for line in told) <= 2
        assert all(line.startswith(("recall: ", "hint: ")) for line in told)
        assert "Traceback" not in done.err
        assert "crash" not in done.err
    if before is not None:
        assert place.progress.read_bytes() == before
