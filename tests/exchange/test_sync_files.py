from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from recall.cards.history import Action, ActionKind
from recall.exchange import sync_files
from recall.exchange.sync_files import Mark, Reading, append, file_name, read_on
from recall.exchange.sync_files import sync_files as names_in
from recall.exchange.sync_lines import LONGEST_LINE, head_line, record_line

DEVICE = "01a2310c-0100-7000-a2e6-e282e5c1657c"
NAME = file_name(DEVICE)


def record(number: int) -> Action:
    return Action(
        f"01a230f0-89c0-7004-9594-{number:012x}", ActionKind.FLAG, "q", 1_796_000_000_000_000, 0, 1
    )


def lines(*numbers: int) -> list[bytes]:
    return [record_line(record(number), DEVICE) for number in numbers]


def found(reading: Reading) -> list[int]:
    return [int(one.id[-12:], 16) for _, one in reading.found]


def write(folder: Path, data: bytes, name: str = NAME) -> Path:
    file = folder / name
    file.write_bytes(data)
    return file


def test_what_is_appended_is_read_and_read_on(tmp_path: Path) -> None:
    append(tmp_path, NAME, DEVICE, lines(1, 2))
    first = read_on(tmp_path, NAME, None)
    assert (tmp_path / NAME).read_bytes() == head_line(DEVICE) + b"".join(lines(1, 2))
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    assert (found(first), first.faults, first.mark.torn) == ([1, 2], (), False)
    assert [number for number, _ in first.found] == [2, 3]
    append(tmp_path, NAME, DEVICE, lines(3))
    second = read_on(tmp_path, NAME, first.mark)
    assert (found(second), second.kept) == ([3], True)
    assert second.mark == read_on(tmp_path, NAME, None).mark


def test_what_is_appended_is_on_disk_when_it_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    really_fsync = os.fsync

    def note(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_ino)
        really_fsync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    append(tmp_path, NAME, DEVICE, lines(1))
    append(tmp_path, NAME, DEVICE, lines(2))
    file, folder = (tmp_path / NAME).stat().st_ino, tmp_path.stat().st_ino
    assert synced == [file, folder, file]


def test_an_unchanged_file_costs_one_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, head_line(DEVICE) + b"broken\n" + b"".join(lines(1)))
    mark = read_on(tmp_path, NAME, None).mark
    monkeypatch.setattr(sync_files, "_passed", None)
    monkeypatch.setattr(sync_files, "_Reader", None)
    again = read_on(tmp_path, NAME, mark)
    assert (again.found, again.mark, again.faults) == ([], mark, mark.faults)
    assert len(again.faults) == 1


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_torn_last_line_waits_and_comes_whole(tmp_path: Path, cut: int) -> None:
    whole = head_line(DEVICE) + b"".join(lines(1, 2))
    file = write(tmp_path, whole[:-cut])
    reading = read_on(tmp_path, NAME, None)
    # Without its end a line may already say all there is to say.
    assert found(reading) == ([1, 2] if cut == 1 else [1])
    assert (reading.mark.torn, reading.faults) == (True, ())
    file.write_bytes(whole)
    reading = read_on(tmp_path, NAME, reading.mark)
    assert (found(reading), reading.mark.torn, reading.kept) == ([2], False, True)


def test_an_interrupted_append_is_completed_on_a_new_line(tmp_path: Path) -> None:
    torn = head_line(DEVICE) + lines(1)[0] + lines(2)[0][:50]
    file = write(tmp_path, torn)
    append(tmp_path, NAME, DEVICE, lines(2, 3))
    assert file.read_bytes() == torn + b"\n" + b"".join(lines(2, 3))
    reading = read_on(tmp_path, NAME, None)
    assert (found(reading), reading.faults, reading.mark.torn) == ([1, 2, 3], (), False)


def test_a_damaged_line_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    damaged = lines(2)[0].replace(b'"flag"', b'"fl\xffg"')
    write(tmp_path, head_line(DEVICE) + lines(1)[0] + damaged + b"\n\r\n" + lines(3)[0])
    reading = read_on(tmp_path, NAME, None)
    assert found(reading) == [1, 3]
    (fault,) = reading.faults
    assert fault.startswith(f"{NAME}:3: the line is not UTF-8 at byte")
    append(tmp_path, NAME, DEVICE, lines(4))
    again = read_on(tmp_path, NAME, reading.mark)
    assert (found(again), again.faults) == ([4], reading.faults)


def test_a_damaged_last_line_is_named_until_it_is_mended(tmp_path: Path) -> None:
    begun = head_line(DEVICE) + lines(1)[0] + lines(2)[0][:40] + b"\n"
    file = write(tmp_path, begun)
    mark = None
    for _ in range(2):
        reading = read_on(tmp_path, NAME, mark)
        assert [fault.partition(" ")[0] for fault in reading.faults] == [f"{NAME}:3:"]
        mark = reading.mark
    # The line that follows tells that an interrupted write was completed.
    file.write_bytes(begun + lines(2)[0])
    reading = read_on(tmp_path, NAME, mark)
    assert (found(reading), reading.faults, reading.kept) == ([2], (), True)


def test_a_line_too_long_is_passed_over_without_being_held(tmp_path: Path) -> None:
    long = b"x" * (3 * LONGEST_LINE + 5)
    file = write(tmp_path, head_line(DEVICE) + long + b"\n" + lines(1)[0] + long)
    reading = read_on(tmp_path, NAME, None)
    assert (found(reading), reading.mark.torn) == ([1], True)
    (fault,) = reading.faults
    assert fault == f"{NAME}:2: the line is longer than 8,192 KiB"
    file.write_bytes(file.read_bytes() + b"\n" + lines(2)[0])
    again = read_on(tmp_path, NAME, reading.mark)
    assert (found(again), again.kept, len(again.faults)) == ([2], True, 2)


@pytest.mark.parametrize(
    "other",
    [lines(9, 2, 3), lines(1), lines(2, 1), []],
    ids=["changed", "shrank", "reordered", "emptied"],
)
def test_a_file_that_is_not_what_it_was_is_read_anew(tmp_path: Path, other: list[bytes]) -> None:
    write(tmp_path, head_line(DEVICE) + b"".join(lines(1, 2)))
    mark = read_on(tmp_path, NAME, None).mark
    write(tmp_path, head_line(DEVICE) + b"".join(other))
    reading = read_on(tmp_path, NAME, mark)
    assert not reading.kept
    assert reading.found == read_on(tmp_path, NAME, None).found
    assert len(reading.found) == len(other)


def test_a_file_of_a_newer_program_is_left_alone_and_named_once(tmp_path: Path) -> None:
    newer = head_line(DEVICE).replace(b'"format":1', b'"format":9')
    file = write(tmp_path, newer + b"".join(lines(1)))
    mark: Mark | None = None
    for _ in range(3):
        reading = read_on(tmp_path, NAME, mark)
        assert reading.found == []
        (fault,) = reading.faults
        assert fault == f"{NAME}:1: the line was written by a newer recall"
        mark = reading.mark
        file.write_bytes(file.read_bytes() + b"more\n")


def test_copies_that_a_service_makes_are_files_to_read(tmp_path: Path) -> None:
    wanted = [
        NAME,
        f"recall-{DEVICE} (conflict 1).jsonl",
        f"recall-{DEVICE} (Ann's conflicted copy 2026-12-01).jsonl",
        f"recall-{DEVICE}.sync-conflict-20261201-093000-ABCDEFG.jsonl",
    ]
    for name in [*wanted, "recall.db", ".recall-x.jsonl.tmp", "notes.jsonl", f"{NAME}.part"]:
        write(tmp_path, b"", name)
    assert names_in(tmp_path) == tuple(sorted(wanted))


def test_neither_links_nor_pipes_nor_folders_are_opened(tmp_path: Path) -> None:
    write(tmp_path, b"".join(lines(1)), "elsewhere")
    (tmp_path / "recall-link.jsonl").symlink_to(tmp_path / "elsewhere")
    os.mkfifo(tmp_path / "recall-pipe.jsonl")
    (tmp_path / "recall-folder.jsonl").mkdir()
    for name in names_in(tmp_path):
        with pytest.raises(OSError, match=r".+"):
            read_on(tmp_path, name, None)
    with pytest.raises(OSError, match=r".+"):
        append(tmp_path, "recall-link.jsonl", DEVICE, lines(1))
    assert (tmp_path / "elsewhere").read_bytes() == b"".join(lines(1))


@pytest.mark.parametrize("room", [0, 10, 150, 400])
def test_a_full_disk_leaves_whole_lines_and_the_next_append_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    append(tmp_path, NAME, DEVICE, [])
    left = room
    really_write = os.write

    def little(descriptor: int, data: Sequence[int] | bytes) -> int:
        nonlocal left
        if not left:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = really_write(descriptor, bytes(data)[: min(left, 64)])
        left -= written
        return written

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", little)
        with pytest.raises(OSError, match="No space"):
            append(tmp_path, NAME, DEVICE, lines(*range(1, 9)))
    kept = found(read_on(tmp_path, NAME, None))
    append(tmp_path, NAME, DEVICE, lines(*range(len(kept) + 1, 9)))
    reading = read_on(tmp_path, NAME, None)
    assert (found(reading), reading.faults) == (list(range(1, 9)), ())
