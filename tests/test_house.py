"""The house in order: sizes, names and words that every file keeps to."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

import recall

ROOT = Path(recall.__file__).parent.parent
MODULES = sorted((ROOT / "recall").rglob("*.py"))
LONGEST_MODULE = 400
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "manager", "misc", "common"}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_is_short_named_and_says_what_it_owns(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_MODULE
    assert module.stem not in VAGUE_NAMES
    assert ast.get_docstring(ast.parse(text)), "a module says in its docstring what it owns"


def test_the_version_is_that_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert recall.__version__ == project["version"]
    assert project["name"] == "recall-srs"


def test_every_exception_from_a_check_has_a_reason() -> None:
    bare = []
    for module in (*MODULES, *sorted((ROOT / "tests").rglob("*.py"))):
        for number, line in enumerate(module.read_text(encoding="utf-8").splitlines(), 1):
            for mark in ("# noqa", "# type: " + "ignore"):
                _, found, rest = line.partition(mark)
                if found and not rest.lstrip(": ").partition(" ")[2].strip(" #-"):
                    bare.append(f"{module.relative_to(ROOT)}:{number}")
    assert bare == []
