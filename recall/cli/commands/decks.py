"""``recall decks``: the decks of the library with their counts, and the cards carried over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from recall.cli.commands.cards import short_uid
from recall.cli.invocation import Invocation
from recall.cli.output import (
    json_help,
    json_option,
    narrate,
    picked,
    write,
    write_json,
    write_table,
)
from recall.text import percent

if TYPE_CHECKING:
    from recall.library.values import CarriedOver

JSON_KEYS = (
    "path", "folder", "title", "kind", "code", "summary", "course", "open", "cards", "points",
    "due", "new", "recall", "problems", "state",
)  # fmt: skip
CHANGE_KEYS = (
    "id", "uid", "before", "after", "text_before", "text_after", "at", "reworded", "likeness",
    "undone",
)  # fmt: skip


@click.command(
    epilog=json_help("a list of objects with", JSON_KEYS)
    + " points counts the key points of free recall; recall is the share of its cards that would "
    "be remembered now, unseen ones counted as zero; open tells whether its turn in the course has "
    "come; state is closed, new, reading, learning or known. "
    + json_help("and --changes, a list of objects with", CHANGE_KEYS)
    + " before and after are names, at is an ISO instant in UTC, likeness of the two texts is from "
    "0 to 1 and null where only the name changed, undone tells that the link was taken back."
)
@click.option(
    "--changes",
    is_flag=True,
    help="List the cards that carried on under another name or wording, newest first.",
)
@click.option(
    "--accept-missing",
    is_flag=True,
    help="Take cards as gone from the decks, however many; their history is kept.",
)
@json_option
@click.pass_obj
def command(invocation: Invocation, accept_missing: bool, changes: bool, as_json: bool) -> None:
    """List the decks."""
    with invocation.library(accept_missing=accept_missing) as library:
        if changes:
            _print_changes(library.carried_over(), as_json)
            return
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
            percent(deck.recall),
            str(deck.problems or ""),
            deck.state.value,
            deck.path,
            deck.title,
        )
        for deck in decks
    ]
    head = ("code", "cards", "due", "unseen", "recall", "problems", "state", "path", "title")
    write_table(head, rows, right="cards due unseen recall problems")


def _print_changes(changes: tuple[CarriedOver, ...], as_json: bool) -> None:
    if as_json:
        write_json([picked(change, CHANGE_KEYS) for change in changes])
        return
    if not changes:
        narrate("No card was carried over yet.")
        return
    for change in changes:
        how = "renamed" if change.likeness is None else f"reworded, {change.likeness:.0%} alike"
        undone = " (taken back)" if change.undone else ""
        write(f"{change.when}  {short_uid(change.after)}  {how}{undone}")
        for sign, text in (("-", change.text_before), ("+", change.text_after)):
            for line in text.splitlines():
                write(f"  {sign} {line}")
    narrate("hint: 'recall undo --link CARD' takes one back.")
