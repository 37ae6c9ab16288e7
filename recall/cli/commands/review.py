"""``recall review``: the session, on screens or line by line."""

from __future__ import annotations

import click

from recall.cli.invocation import Invocation


@click.command(
    epilog="""A deck is named by its path, code, title or folder; without any, the whole library is
    reviewed.

    With --plain, everything is asked and answered in lines of text; '?' lists the commands there.
    Each grade is saved before the next question, and the end of the input ends the session."""
)
@click.argument("decks", nargs=-1, metavar="[DECK]...")
@click.option("--plain", is_flag=True, help="Ask line by line instead of on screens.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Review at most N cards.")
@click.option(
    "--new",
    type=click.IntRange(0),
    metavar="N",
    help="Introduce at most N new cards now, whatever today's limit leaves.",
)
@click.option("--cram", is_flag=True, help="Go through every card; the schedule is left as it is.")
@click.pass_obj
def command(
    invocation: Invocation,
    decks: tuple[str, ...],
    plain: bool,
    limit: int | None,
    new: int | None,
    cram: bool,
) -> int:
    """Review what is due."""
    if plain:
        from recall.cli.plain.conversation import converse

        with invocation.library() as library:
            return converse(library, library.session(decks, limit=limit, new=new, cram=cram))
    from recall.cli.interface import start_interface

    return start_interface(invocation, review=True, decks=decks, limit=limit, new=new, cram=cram)
