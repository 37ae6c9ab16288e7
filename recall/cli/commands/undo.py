"""``recall undo``: the last grade or mark is taken back, or that a card was carried over."""

from __future__ import annotations

import click

from recall.cli.invocation import Invocation
from recall.cli.output import narrate, write


@click.command
@click.option(
    "--link",
    metavar="CARD",
    help="Take back that CARD was carried over, as 'recall decks --changes' lists it; its old and "
    "its new wording are two cards then, each with the reviews it had.",
)
@click.pass_obj
def command(invocation: Invocation, link: str | None) -> None:
    """Take back the last grade or mark.

    It may be from an earlier run; doing it again takes back the one before. Nothing is erased: the
    log keeps both.
    """
    with invocation.library() as library:
        undone = library.undo() if link is None else library.undo_link(link)
    if undone is None:
        narrate("There is nothing to take back.")
    else:
        write(undone.sentence)
