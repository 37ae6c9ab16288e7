"""A file is whole or not there, and nobody's file is replaced unasked."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from recall.cli.new_file import new_file
from recall.errors import StorageError, UsageError


def test_the_file_appears_at_the_end_with_its_owner_alone(tmp_path: Path) -> None:
    target = tmp_path / "a.csv"
    with new_file(target, replace=False) as stream:
        stream.write("ä\r\nb\n")
        assert not target.exists()
    assert target.read_bytes() == "ä\r\nb\n".encode()
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [target]


def write_and_fail(target: Path) -> None:
    with new_file(target, replace=True) as stream:
        stream.write("half")
        raise KeyboardInterrupt


def test_an_interrupt_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "a.csv"
    target.write_text("old", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        write_and_fail(target)
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def write_while_another_appears(target: Path) -> None:
    with new_file(target, replace=False) as stream:
        stream.write("ours")
        target.write_text("theirs", encoding="utf-8")


def test_a_file_that_appears_meanwhile_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "a.csv"
    with pytest.raises(UsageError, match="exists"):
        write_while_another_appears(target)
    assert target.read_text(encoding="utf-8") == "theirs"
    assert list(tmp_path.iterdir()) == [target]


def test_without_links_the_name_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(_source: Path, _target: Path) -> None:
        raise PermissionError

    monkeypatch.setattr("os.link", no_links)
    target = tmp_path / "a.csv"
    with new_file(target, replace=False) as stream:
        stream.write("ours")
    assert target.read_text(encoding="utf-8") == "ours"
    target.unlink()
    with pytest.raises(UsageError, match="exists"):
        write_while_another_appears(target)
    assert target.read_text(encoding="utf-8") == "theirs"


def test_a_dangling_link_is_not_written_through(tmp_path: Path) -> None:
    target = tmp_path / "a.csv"
    target.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="exists"), new_file(target, replace=False):
        pass
    assert not (tmp_path / "elsewhere").exists()


def test_a_folder_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not a file"), new_file(tmp_path, replace=True):
        pass


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    target = tmp_path / "none" / "a.csv"
    with pytest.raises(StorageError, match="could not be written"), new_file(target, replace=False):
        pass
