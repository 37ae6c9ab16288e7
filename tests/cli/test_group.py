"""Help, version and completion."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click
import pytest

from recall import __version__
from recall.cli.group import COMMANDS
from recall.cli.interface import start_interface
from recall.cli.invocation import Invocation
from recall.errors import UsageError
from recall.tui.app import RecallApp, Start
from tests.cli.conftest import Place


def command_of(name: str) -> click.Command:
    command = import_module(f"recall.cli.commands.{name}").command
    assert isinstance(command, click.Command)
    return command


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_table_is_the_commands_own(name: str) -> None:
    assert command_of(name).name == "command"
    assert command_of(name).get_short_help_str(100) == COMMANDS[name]


def test_every_command_is_in_the_table() -> None:
    folder = Path(__file__).parent.parent.parent / "recall" / "cli" / "commands"
    modules = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    assert modules == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(empty: Place, name: str) -> None:
    done = empty.recall(name, "--help")
    assert done.code == 0
    assert done.out.startswith(f"Usage: recall {name}")
    assert COMMANDS[name][:-1] in done.out


def test_without_a_terminal_or_command_help_is_shown(empty: Place) -> None:
    done = empty.recall()
    assert done.code == 0
    assert done.out == empty.recall("--help").out
    assert all(name in done.out for name in COMMANDS)


def test_the_version(empty: Place) -> None:
    assert empty.recall("--version").out == f"recall {__version__}\n"


@pytest.mark.parametrize("kind", ["dumb", "unknown", "", None])
def test_a_terminal_without_cursor_is_sent_to_plain_t14(
    kind: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("recall.cli.interface.on_terminal", lambda: True)
    environment = {} if kind is None else {"TERM": kind}
    with pytest.raises(UsageError, match="terminal") as caught:
        start_interface(Invocation(environment))
    assert "recall review --plain" in caught.value.hint


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ([], Start()),
        (["review"], Start(review=True)),
        (
            ["review", "places", "L1", "--limit", "3", "--new", "0", "--cram"],
            Start(review=True, decks=("places", "L1"), limit=3, new=0, cram=True),
        ),
    ],
    ids=["home", "review", "options"],
)
def test_on_a_terminal_the_screens_open(place: Place, arguments: list[str], wanted: Start) -> None:
    started: list[RecallApp] = []

    def start(app: RecallApp) -> int:
        started.append(app)
        return 7

    place.settings.write_text('theme = "nord"\n', encoding="utf-8")
    place.monkeypatch.setattr("recall.cli.streams.on_terminal", lambda: True)
    place.monkeypatch.setattr("recall.cli.interface.on_terminal", lambda: True)
    place.monkeypatch.setattr("recall.tui.app.run", start)
    assert place.recall(*arguments).code == 7
    assert [app.start_with for app in started] == [wanted]
    assert started[0].theme == "nord"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(empty: Place, shell: str) -> None:
    done = empty.recall("completion", shell)
    assert done.code == 0
    assert "_RECALL_COMPLETE" in done.out
    assert shell in done.out


def complete(place: Place, words: str, position: int) -> list[str]:
    for name, value in {
        "_RECALL_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(position),
    }.items():
        place.monkeypatch.setenv(name, value)
        place.environment[name] = value
    done = place.recall()
    return [line.partition(",")[2] for line in done.out.splitlines()]


def test_completion_of_commands_and_what_follows_them(empty: Place) -> None:
    assert complete(empty, "recall ", 1) == list(COMMANDS)
    assert complete(empty, "recall c", 1) == ["cards", "card", "check", "config", "completion"]
    assert "--decks" in complete(empty, "recall --", 1)
    assert complete(empty, "recall export rev", 2) == ["reviews-csv", "reviews-jsonl"]
    assert "--plain" in complete(empty, "recall review --", 2)
