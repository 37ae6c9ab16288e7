"""``recall log``: everything the learner did, oldest first."""

from __future__ import annotations

from collections.abc import Mapping

import click

from recall.cli.commands.cards import short_uid
from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, narrate, write, write_json_line

REVIEW_KEYS = (
    "type", "id", "uid", "name", "at", "local", "day", "rating", "milliseconds", "mode", "stage",
    "retention", "due", "due_at", "answer", "voided",
)  # fmt: skip
ACTION_KEYS = ("type", "id", "kind", "target", "at", "local", "day", "body", "voided")


@click.command(
    epilog=json_help("one object a line, a review with", REVIEW_KEYS)
    + f" An action has {', '.join(ACTION_KEYS)}. type is review or action; at is an ISO instant in "
    "UTC; voided tells that it was undone; rating is 1 Again, 2 Hard, 3 Good or 4 Easy."
)
@click.argument("uid", metavar="[CARD]", required=False)
@json_option
@click.pass_obj
def command(invocation: Invocation, uid: str | None, as_json: bool) -> None:
    """Print every review and action.

    With CARD, print only those of that card.
    """
    empty = True
    told: dict[str, str] = {}
    with invocation.library() as library:
        for line in library.log(uid):
            empty = False
            if as_json:
                write_json_line(line)
            else:
                write(_in_words(line, told))
    if empty:
        narrate("Nothing was reviewed yet.")


def _in_words(line: Mapping[str, object], told: dict[str, str]) -> str:
    """Return a line for people; ``told`` remembers what each line was about, for undo to name."""
    from recall.cards.memory import Rating

    if line["type"] == "review":
        what = Rating(int(str(line["rating"]))).label
        card = short_uid(str(line["uid"]))
        about = f"{card} ({line['mode']})"
    else:
        what = str(line["kind"])
        about = card = told.get(str(line["target"])) or short_uid(str(line["target"]))
    told[str(line["id"])] = f"{card} {what}".strip()
    undone = " (undone)" if line["voided"] else ""
    return f"{line['local']}  {what:<10} {about}{undone}".rstrip()
