"""``recall quiz``: the choice cards of one unit, on screens or line by line."""

from __future__ import annotations

import click

from recall.cli.invocation import Invocation


@click.command(
    epilog="""The deck is named by its path, code or title. Each of its choice cards is asked once,
    suspended ones left out; what an answer is worth follows from the answer, and it is saved before
    the next question. The day's limits do not count here.

    With --plain, everything is asked and answered in lines of text; '?' lists the commands
    there."""
)
@click.argument("deck")
@click.option("--plain", is_flag=True, help="Ask line by line instead of on screens.")
@click.pass_obj
def command(invocation: Invocation, deck: str, plain: bool) -> int:
    """Check yourself on one unit."""
    if plain:
        from recall.cli.plain.quizzing import quiz

        with invocation.library() as library:
            return quiz(library, library.quiz(deck))
    from recall.cli.interface import start_interface

    return start_interface(invocation, quiz=deck)
