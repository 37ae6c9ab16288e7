"""``recall sync``: progress exchanged with other machines through a folder."""

from __future__ import annotations

from pathlib import Path

import click

from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, narrate, picked, write, write_json

JSON_KEYS = (
    "folder", "device", "files", "received", "sent", "cards", "faults", "waiting", "renewed",
    "unknown",
)  # fmt: skip


@click.command(
    epilog=json_help("an object with", JSON_KEYS)
    + " received and sent count records; faults name lines that were passed over; waiting are files"
    " whose last line is not whole yet; renewed tells that this machine has a new device id."
)
@click.argument("folder", metavar="[FOLDER]", required=False, type=click.Path(path_type=Path))
@json_option
@click.pass_obj
def command(invocation: Invocation, folder: Path | None, as_json: bool) -> int:
    """Exchange progress with your other machines through FOLDER.

    FOLDER is one that a service, a drive or you carry between them; without it the setting
    sync_folder counts. Nothing there is ever changed but this machine's own file, which only grows.
    The exit code is 1 when a line of a file could not be taken in.
    """
    from recall.library.words import synced_in_words

    with invocation.library() as library:
        synced = library.sync(folder)
    if as_json:
        write_json(picked(synced, JSON_KEYS))
    else:
        sentence, *notices = synced_in_words(synced)
        write(sentence)
        for notice in notices:
            narrate(notice)
    return 1 if synced.faults else 0
