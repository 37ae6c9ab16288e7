"""The backup of the day, made when the learner leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from recall.cli import interface
from recall.cli.invocation import Invocation
from recall.errors import StorageError
from recall.tui import app as application
from recall.tui.app import RecallApp
from tests.tui.fake import FakeLibrary
from tests.tui.support import play, playing

PROBLEM = StorageError("No backup could be written to /backups (disk full).", "Free some space.")


class WithoutRoom(FakeLibrary):
    """A library whose backup fails."""

    def daily_backup(self) -> None:
        super().daily_backup()
        raise PROBLEM


def leave(library: FakeLibrary) -> RecallApp:
    async def scenario() -> RecallApp:
        async with playing(library) as player:
            assert "daily backup" not in library.calls
            await player.press("q")
        return player.app

    return play(scenario)


def test_it_is_made_on_leaving_and_the_library_closed() -> None:
    library = FakeLibrary()
    app = leave(library)
    assert library.calls[-1] == "daily backup"
    assert library.closed
    assert app.parting is None


def test_one_that_fails_is_told_and_changes_nothing_else() -> None:
    library = WithoutRoom()
    app = leave(library)
    assert library.closed
    assert app.parting is PROBLEM
    assert app.return_code == 0


def test_the_command_line_tells_it_after_the_screens_are_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(app: RecallApp) -> int:
        app.parting = PROBLEM
        return 0

    monkeypatch.setattr(interface, "require_screen", lambda _: None)
    monkeypatch.setattr(application, "run", run)
    environment = {"RECALL_CONFIG": str(tmp_path / "config.toml"), "RECALL_DATA": str(tmp_path)}
    assert interface.start_interface(Invocation(environment)) == 0
    assert capsys.readouterr().err == (
        "recall: No backup could be written to /backups (disk full).\nhint: Free some space.\n"
    )
