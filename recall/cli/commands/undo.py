"""``recall undo``: the last grade or mark is taken back."""

from __future__ import annotations

import click

from recall.cli.invocation import Invocation
from recall.cli.output import narrate, write


@click.command
@click.pass_obj
def command(invocation: Invocation) -> None:
    """Take back the last grade or mark.

    It may be from an earlier run; doing it again takes back the one before. Nothing is erased: the
    log keeps both.
    """
    with invocation.library() as library:
        undone = library.undo()
    if undone is None:
        narrate("There is nothing to take back.")
    else:
        write(undone.sentence)
