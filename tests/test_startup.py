"""What starting imports: nothing that is not needed for what was asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import recall

ROOT = Path(__file__).parent.parent
HEAVY = {
    "fsrs",
    "markdown_it",
    "numpy",
    "platformdirs",
    "pydantic",
    "recall.config",
    "recall.library",
    "recall.markdown",
    "recall.scheduling",
    "recall.storage",
    "recall.tui",
    "rich",
    "sqlalchemy",
    "sqlmodel",
    "textual",
    "yaml",
}
PROGRAM = """
import atexit, json, sys
atexit.register(lambda: sys.stderr.write("\\n" + json.dumps(sorted(sys.modules))))
from recall.__main__ import main
sys.argv = ["recall", *sys.argv[1:]]
main()
"""


def modules_after(*arguments: str, folder: Path, **environment: str) -> tuple[set[str], str]:
    """Return what is imported after a command line, and what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={
            **{key: value for key, value in os.environ.items() if not key.startswith("RECALL_")},
            "HOME": str(folder),
            **environment,
        },
    )
    return set(json.loads(done.stderr.splitlines()[-1])), done.stdout


@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], []], ids=["help", "version", "bare"]
)
def test_help_and_version_import_only_click(arguments: list[str], tmp_path: Path) -> None:
    modules, output = modules_after(*arguments, folder=tmp_path)
    assert "click" in modules
    assert output
    assert not HEAVY & modules
    assert not {name for name in modules if name.startswith("recall.cli.commands")}
    assert list(tmp_path.iterdir()) == []


def test_the_help_of_a_command_imports_that_command_only(tmp_path: Path) -> None:
    modules, _ = modules_after("due", "--help", folder=tmp_path)
    commands = {name for name in modules if name.startswith("recall.cli.commands.")}
    assert commands == {"recall.cli.commands.due"}
    assert not HEAVY & modules


def test_completion_of_command_names_imports_no_command(tmp_path: Path) -> None:
    modules, output = modules_after(
        folder=tmp_path, _RECALL_COMPLETE="bash_complete", COMP_WORDS="recall d", COMP_CWORD="1"
    )
    assert [line.partition(",")[2] for line in output.split()] == ["due", "decks", "doctor"]
    assert not {name for name in modules if name.startswith("recall.cli.commands")}
    assert not HEAVY & modules


def test_settings_need_no_database(tmp_path: Path) -> None:
    modules, output = modules_after("config", "--path", folder=tmp_path)
    assert output.strip().endswith("config.toml")
    assert not {"sqlmodel", "sqlalchemy", "textual", "fsrs", "markdown_it", "yaml"} & modules


def test_check_needs_no_database(tmp_path: Path) -> None:
    (tmp_path / "deck.md").write_text("Q: One?\nA: Two.\n", encoding="utf-8")
    modules, _ = modules_after("check", str(tmp_path), folder=tmp_path)
    assert "markdown_it" in modules
    assert not {"sqlmodel", "sqlalchemy", "textual", "fsrs", "recall.storage.store"} & modules


def test_the_version_is_the_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == recall.__version__
