"""``recall new``: a deck to start from."""

from __future__ import annotations

from pathlib import Path

import click

from recall.cli.output import narrate


@click.command(
    epilog="""The deck has front matter, a little text, and one card of each kind to be replaced. A
    file that exists is never written over."""
)
@click.argument("path", type=click.Path(path_type=Path))
def command(path: Path) -> None:
    """Write a deck to start from."""
    from recall.library.new_deck import write_new_deck

    write_new_deck(path)
    narrate(f"Wrote {path}. Look at it with: recall preview {path}")
