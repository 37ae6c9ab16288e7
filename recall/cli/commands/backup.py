"""``recall backup``: a whole, checked copy of the progress file, or a list of them."""

from __future__ import annotations

from pathlib import Path

import click

from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, narrate, picked, write, write_json
from recall.errors import UsageError

JSON_KEYS = ("name", "when", "reason", "size", "reviews", "actions", "newest", "damaged")


@click.command(
    epilog="""A backup of each study day is made by itself when you leave; of these, the newest of 7
    days, 4 weeks and 12 months stay. A backup made by hand stays until you remove it. 'recall
    restore' goes back to one.

    """
    + json_help("an object, or with --list a list of objects, with", JSON_KEYS)
)
@click.argument("target", metavar="[FILE]", required=False, type=click.Path(path_type=Path))
@click.option("--list", "listing", is_flag=True, help="List the backups, the newest first.")
@click.option("--force", is_flag=True, help="Replace FILE when it exists.")
@json_option
@click.pass_obj
def command(
    invocation: Invocation, target: Path | None, listing: bool, force: bool, as_json: bool
) -> None:
    """Make a backup, in FILE or among the others."""
    if listing:
        if target is not None:
            raise UsageError("FILE and --list do not go together.")
        _list(invocation, as_json)
        return
    with invocation.library() as library:
        made = library.backup(target, replace=force)
    if as_json:
        write_json(picked(made, JSON_KEYS))
    else:
        write(f"{made.path}")
        narrate(f"{contents_in_words(made.size, made.reviews, made.actions)}, checked.")


def _list(invocation: Invocation, as_json: bool) -> None:
    from recall.cli.output import write_table
    from recall.library.safekeeping import listed

    rows = listed(invocation.paths, invocation.clock)
    if as_json:
        write_json([picked(row, JSON_KEYS) for row in rows])
        return
    if not rows:
        narrate("There are no backups yet; 'recall backup' makes one.")
        return
    write_table(
        ("made", "reason", "size", "reviews", "newest review", "name"),
        [
            (
                row.when,
                row.reason,
                size_in_words(row.size),
                "damaged" if row.damaged else f"{row.reviews:,}",
                row.newest or "",
                row.name,
            )
            for row in rows
        ],
        right="size reviews",
    )


def contents_in_words(size: int, reviews: int, actions: int) -> str:
    """Return what a file holds: ``84 KiB: 1,204 reviews, 3 actions``."""
    from recall.library.words import count

    return f"{size_in_words(size)}: {count(reviews, 'review')}, {count(actions, 'action')}"


def size_in_words(size: int) -> str:
    """Return a number of bytes as ``84 KiB`` or ``1.2 MiB``."""
    if size < 1 << 20:
        return f"{-(-size // 1024):,} KiB"
    return f"{size / (1 << 20):,.1f} MiB"
