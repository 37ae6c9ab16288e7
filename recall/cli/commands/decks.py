"""``recall decks``: the decks of the library with their counts."""

from __future__ import annotations

import click

from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, narrate, picked, write_json, write_table

JSON_KEYS = (
    "path", "folder", "title", "kind", "code", "summary", "course", "open", "cards", "points",
    "due", "new", "recall", "problems",
)  # fmt: skip


@click.command(
    epilog=json_help("a list of objects with", JSON_KEYS)
    + " points counts the key points of free recall; recall is the share of its cards that would "
    "be remembered now, unseen ones counted as zero; open tells whether new cards may be learnt."
)
@click.option(
    "--accept-missing",
    is_flag=True,
    help="Take cards as gone from the decks, however many; their history is kept.",
)
@json_option
@click.pass_obj
def command(invocation: Invocation, accept_missing: bool, as_json: bool) -> None:
    """List the decks."""
    with invocation.library(accept_missing=accept_missing) as library:
        decks = library.home().decks
    if as_json:
        write_json([picked(deck, JSON_KEYS) for deck in decks])
        return
    if not decks:
        narrate("There are no decks.")
        paths = invocation.paths
        folder = paths.own_decks if paths.own_decks in paths.decks else paths.decks[0]
        narrate(f"hint: Put Markdown files into {folder}.")
        return
    rows = [
        (
            deck.code or "",
            f"{deck.cards:,}",
            f"{deck.due:,}",
            f"{deck.new:,}",
            f"{deck.recall:.0%}".replace("%", " %"),
            str(deck.problems or ""),
            "" if deck.open else "closed",
            deck.path,
            deck.title,
        )
        for deck in decks
    ]
    head = ("code", "cards", "due", "unseen", "recall", "problems", "open", "path", "title")
    write_table(head, rows, right="cards due unseen recall problems")
