"""Reports of unhandled errors tell where, and nothing of what was being studied."""

from __future__ import annotations

import stat
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from recall import crash

SECRET = "the answer is Tegucigalpa"
NOW = datetime(2026, 12, 1, 9, 30, tzinfo=timezone(timedelta(hours=1)))


def looking_up(card: str) -> None:
    local = card * 2
    raise KeyError(local)


def failing(card: str) -> None:
    try:
        looking_up(card)
    except KeyError as first:
        raise ValueError(f"cannot show {card}") from first


def caught(card: str = SECRET) -> Exception:
    try:
        failing(card)
    except ValueError as error:
        return error
    raise AssertionError("failing() does not fail")


def test_a_report_names_types_and_places_only(tmp_path: Path) -> None:
    path = crash.write_report(caught(), tmp_path / "new" / "crashes", NOW)
    assert path is not None
    text = path.read_text(encoding="utf-8")
    assert "Tegucigalpa" not in text
    assert "builtins.ValueError" in text
    assert "after builtins.KeyError" in text
    assert f"{__file__}:" in text
    assert "in failing" in text
    assert "2026-12-01 08:30:00 UTC" in text


def test_a_report_is_its_owners_alone(tmp_path: Path) -> None:
    path = crash.write_report(caught(), tmp_path / "crashes", NOW)
    assert path is not None
    assert path.name == "crash-20261201T083000Z.txt"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_second_report_does_not_replace_the_first(tmp_path: Path) -> None:
    first = crash.write_report(caught(), tmp_path, NOW)
    second = crash.write_report(caught(), tmp_path, NOW)
    assert first is not None
    assert second is not None
    assert first != second
    assert len(list(tmp_path.iterdir())) == 2


def test_a_report_that_cannot_be_written_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert crash.write_report(caught(), tmp_path / "file" / "crashes", NOW) is None


def test_endless_recursion_is_cut() -> None:
    def deeper() -> None:
        deeper()

    with pytest.raises(RecursionError) as error:
        deeper()
    lines = crash.describe(error.value, NOW.astimezone(UTC)).splitlines()
    assert len(lines) < 80
    assert any("more" in line for line in lines)


def test_a_suppressed_context_is_left_out() -> None:
    error = ValueError()
    error.__context__ = KeyError(SECRET)
    error.__suppress_context__ = True
    assert "KeyError" not in crash.describe(error, NOW)


def test_a_chain_that_bites_its_tail_ends() -> None:
    first, second = ValueError(), KeyError()
    first.__cause__, second.__cause__ = second, first
    assert crash.describe(first, NOW).count("ValueError") < 20
