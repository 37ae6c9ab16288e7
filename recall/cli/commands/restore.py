"""``recall restore``: the progress file as a backup has it, or as it can be read once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from recall.cli.commands.backup import contents_in_words
from recall.cli.invocation import Invocation
from recall.cli.output import narrate, write
from recall.errors import UsageError

if TYPE_CHECKING:
    from recall.library.safekeeping import BackupRow


@click.command(
    epilog="""NAME is one that 'recall backup --list' shows; any other progress file can be named by
    its path. Without either, the newest backup that is sound is taken. What the progress file holds
    now is kept as a backup first, so that restoring that one takes the restore back.

    With --salvage, the newest sound backup is joined with every review and action that can still be
    read of a damaged progress file, and the damaged file is kept beside it."""
)
@click.argument("name", metavar="[NAME|FILE]", required=False)
@click.option("--salvage", is_flag=True, help="Save what can be read of a damaged progress file.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def command(invocation: Invocation, name: str | None, salvage: bool, yes: bool) -> int:
    """Go back to a backup."""
    from recall.library import restoring
    from recall.library.words import count

    paths, clock = invocation.paths, invocation.clock
    if salvage and name is not None:
        raise UsageError("A backup is not named with --salvage: the newest sound one is taken.")
    now = restoring.present(paths, clock)
    backup = None if salvage else restoring.find_backup(paths, clock, name)
    narrate("now:     " + _described(now))
    if backup is not None:
        narrate("backup:  " + _described(backup))
        question = f"Restore {backup.name}?"
    else:
        question = "Read what can be read of it, and join it with the newest sound backup?"
    if not yes and not _agreed(question):
        narrate("Nothing was changed.")
        return 1
    if backup is None:
        done = restoring.salvage_and_restore(paths, invocation.config, clock)
        narrate(f"{count(done.salvaged, 'review')} saved that no backup held.")
    else:
        done = restoring.restore(paths, clock, backup.path)
    write(f"The progress file now holds {_described(done.now)}.")
    if done.kept is not None:
        narrate(f"What it held before is kept as {done.kept}.")
    return 0


def _described(row: BackupRow | None) -> str:
    if row is None:
        return "there is no progress file"
    if row.damaged is not None:
        return row.damaged
    newest = f", the newest of {row.newest}" if row.newest else ""
    return contents_in_words(row.size, row.reviews, row.actions) + newest


def _agreed(question: str) -> bool:
    from recall.cli.streams import on_terminal

    if not on_terminal():
        raise UsageError("Nothing was restored, because nobody can be asked.", "Add --yes.")
    narrate(f"{question} [y/N]")
    try:
        return input().strip().lower() in ("y", "yes")
    except EOFError:
        return False
