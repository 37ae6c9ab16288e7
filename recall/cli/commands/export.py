"""``recall export``: cards and reviews in open formats, to a file of its own or a pipe."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from recall.cli.invocation import Invocation
from recall.cli.output import narrate

WHAT = ("cards-csv", "reviews-csv", "reviews-jsonl")


@click.command(
    epilog="""cards-csv has a row for each card with its memory; reviews-csv and reviews-jsonl have
    every review, those undone marked as voided. Instants are ISO 8601 in UTC. In CSV a cell that a
    spreadsheet would run as a formula begins with an apostrophe; JSON Lines changes nothing."""
)
@click.argument("what", type=click.Choice(WHAT))
@click.option(
    "-o",
    "--output",
    "target",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write to this file instead of standard output.",
)
@click.option("--force", is_flag=True, help="Replace FILE when it exists.")
@click.pass_obj
def command(invocation: Invocation, what: str, target: Path | None, force: bool) -> None:
    """Write cards or reviews as CSV or JSON Lines."""
    from recall.cli.new_file import new_file
    from recall.library.words import count

    with invocation.library() as library:
        if target is None:
            rows = library.export(what, sys.stdout)
        else:
            with new_file(target, replace=force) as stream:
                rows = library.export(what, stream)
    narrate(f"{count(rows, 'row')} written" + (f" to {target}." if target else "."))
