"""``recall preview``: a deck as learners will see it, read again each time it is saved."""

from __future__ import annotations

from pathlib import Path

import click

from recall.cli.invocation import Invocation


@click.command(
    epilog="""Cards come one after the other, question and answer, with the text between them and
    what is wrong beside each. The file is read again when it is saved. No progress file is needed
    and none is written.

    With --plain, or without a terminal, everything is printed once. The exit code is 1 when the
    deck has errors then."""
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--plain", is_flag=True, help="Print it once instead of on screens.")
@click.pass_obj
def command(invocation: Invocation, file: Path, plain: bool) -> int:
    """Show a deck as learners will see it."""
    from recall.cli.streams import moves_cursor, on_terminal
    from recall.library.preview import preview

    type_gaps = invocation.config.cloze == "type"
    found = preview(file, type_gaps=type_gaps)
    if plain or not on_terminal() or not moves_cursor(invocation.environment):
        from recall.cli.plain.previewing import print_preview

        return print_preview(found)
    from recall.cli.interface import start_preview

    return start_preview(invocation, file)
