"""What the README says is so."""

from __future__ import annotations

import re
from pathlib import Path

from recall.cards.card import Kind
from recall.cli.group import COMMANDS
from recall.markdown.reader import read_deck

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_deck_in_the_readme_has_every_kind_and_no_mistake() -> None:
    (deck,) = re.findall(r"^```markdown\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    read = read_deck(deck.encode(), "README.md")
    assert read.problems == ()
    assert {entry.kind for entry in read.entries} == set(Kind)


def test_every_command_is_named() -> None:
    named = set(re.findall(r"^\| `recall (\w+)", README, re.MULTILINE))
    assert named == set(COMMANDS)


def test_ci_runs_the_test_command_of_the_readme() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    (command,) = re.findall(r"^\.venv/bin/(python -m pytest .*)$", README, re.MULTILINE)
    assert command in ci.splitlines()


def test_every_fault_has_a_test_of_that_name() -> None:
    section = README.partition("## When something goes wrong")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 15
    for row in rows:
        fault, seen, kept, test = (cell.strip() for cell in row.strip("|").split("|"))
        assert fault
        assert seen
        assert kept
        file, _, name = test.strip("`").partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), test
