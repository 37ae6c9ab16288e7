"""``recall check``: the mistakes in decks, without touching the progress file."""

from __future__ import annotations

from pathlib import Path

import click

from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, narrate, picked, write, write_json

JSON_KEYS = ("path", "line", "column", "code", "level", "message", "hint")


@click.command(
    epilog="""Each problem is a line 'path:line:column: CODE level: what is wrong. hint: what to
    do'. The exit code is 1 when there are errors, with --strict also when there are warnings.
    'recall format CODE' explains a code.

    """
    + json_help("a list of objects with", JSON_KEYS)
)
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(path_type=Path))
@click.option("--strict", is_flag=True, help="Count warnings as errors.")
@json_option
@click.pass_obj
def command(invocation: Invocation, paths: tuple[Path, ...], strict: bool, as_json: bool) -> int:
    """Find the mistakes in decks.

    PATH is a deck or a folder of decks; without any, the deck folders of the library are checked.
    """
    from recall.cards.problem import Level
    from recall.library.checking import check
    from recall.library.words import count

    if not paths:
        invocation.narrate_absent_folders()
        paths = tuple(filter(Path.is_dir, invocation.paths.decks))
    report = check(paths)
    if as_json:
        write_json([picked(problem, JSON_KEYS) for problem in report.problems])
    else:
        for problem in report.problems:
            write(" ".join(str(problem).split("\n")))
    numbers = {level: sum(problem.level is level for problem in report.problems) for level in Level}
    cards = count(report.cards, "card")
    if report.points:
        cards += f" and {count(report.points, 'key point')}"
    found = ", ".join(count(number, level.value) for level, number in numbers.items())
    narrate(
        f"{count(report.decks, 'deck')}, {count(report.entries, 'entry', 'entries')}, "
        f"{cards}: {found}."
    )
    return 1 if numbers[Level.ERROR] or (strict and numbers[Level.WARNING]) else 0
