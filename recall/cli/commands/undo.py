"""``recall undo``: what was done last is taken back or done again, or listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, narrate, picked, write, write_json
from recall.errors import UsageError

if TYPE_CHECKING:
    from recall.library.past import Past
    from recall.library.values import Undone

PAST_KEYS = ("deeds", "next_undo", "next_redo")
DEED_KEYS = ("id", "kind", "uid", "at", "when", "what", "then", "effect", "undone", "settled")
_LISTED = 20
_NOTHING = "There is nothing to take back."
_NOTHING_AGAIN = "There is nothing to do again; only what was undone last can be."


@click.command(
    epilog=json_help("an object with", PAST_KEYS)
    + f" deeds are objects with {', '.join(DEED_KEYS)}; next_undo and next_redo name the deeds "
    "that come next, or are null. at is an ISO instant in UTC; then says what follows when it is "
    "taken back, effect what undo does, or redo where undone is true; settled tells that both pass "
    "it over."
)
@click.option(
    "--list", "listed", is_flag=True, help="List what was done, newest first, and change nothing."
)
@click.option("--redo", is_flag=True, help="Do again what was undone last.")
@click.option(
    "--count",
    type=click.IntRange(min=1),
    help=f"How many things to take back or to do again (1), or to list ({_LISTED}).",
)
@click.option(
    "--link",
    metavar="CARD",
    help="Take back that CARD was carried over, as 'recall decks --changes' lists it; its old and "
    "its new wording are two cards then, each with the reviews it had.",
)
@json_option
@click.pass_obj
def command(
    invocation: Invocation,
    listed: bool,
    redo: bool,
    count: int | None,
    link: str | None,
    as_json: bool,
) -> None:
    """Take back the last thing done.

    That is a grade, a mark, a reset, or a card that was carried over.

    It may be from an earlier run; doing it again takes back the one before, without end. Nothing is
    erased: --redo does it again, until something new is done.
    """
    if sum((listed, redo, link is not None)) > 1:
        raise UsageError("--list, --redo and --link exclude each other.", "Write one of them.")
    if as_json and not listed:
        raise UsageError("--json goes with --list.", "Write recall undo --list --json.")
    if link is not None and count is not None:
        raise UsageError("--count does not go with --link.", "Leave one of them out.")
    with invocation.library() as library:
        if listed:
            _list(library.history(count or _LISTED), as_json)
        elif link is not None:
            write(library.undo_link(link).sentence)
        elif redo:
            _repeat(library.redo, count or 1, _NOTHING_AGAIN)
        else:
            _repeat(library.undo, count or 1, _NOTHING)


def _repeat(step: Callable[[], Undone | None], count: int, nothing: str) -> None:
    for _ in range(count):
        undone = step()
        if undone is None:
            narrate(nothing)
            return
        write(undone.sentence)


def _list(past: Past, as_json: bool) -> None:
    if as_json:
        write_json(
            {
                **picked(past, PAST_KEYS),
                "deeds": [picked(deed, DEED_KEYS) for deed in past.deeds],
            }
        )
        return
    if not past.deeds:
        narrate("Nothing was done yet.")
        return
    from recall.library.deed_words import capital

    for deed in past.deeds:
        sign = {past.next_undo: "undo", past.next_redo: "redo"}.get(deed.id, "")
        undone = " (undone)" if deed.undone else ""
        write(f"{sign:<4}  {deed.when}  {capital(deed.what)}{undone}")
        write(f"      {deed.effect}")
