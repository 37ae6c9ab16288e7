"""``recall cards``: the cards that match a query."""

from __future__ import annotations

import click

from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, narrate, picked, write_json, write_table

JSON_KEYS = (
    "uid", "kind", "facet", "title", "deck", "line", "phase", "due", "stability", "difficulty",
    "recall", "reps", "lapses", "suspended", "flagged", "missing",
)  # fmt: skip
_DIGEST_LENGTH = 32
_SHOWN_DIGITS = 12


@click.command(
    epilog="""A card matches when all of the query holds: words stand in its text, whatever their
    case and accents; deck:PATH, tag:NAME, kind:KIND and is:due, is:new, is:suspended, is:flagged,
    is:leech, is:missing filter.

    """
    + json_help("a list of objects with", JSON_KEYS)
)
@click.argument("query", nargs=-1)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="List at most N cards.")
@json_option
@click.pass_obj
def command(
    invocation: Invocation, query: tuple[str, ...], limit: int | None, as_json: bool
) -> None:
    """List the cards that match a query."""
    with invocation.library() as library:
        cards = library.search(" ".join(query), limit=limit)
    if as_json:
        write_json([picked(card, JSON_KEYS) for card in cards])
        return
    if not cards:
        narrate("No card matches.")
        return
    rows = [
        (
            short_uid(card.uid),
            card.kind.value,
            card.phase,
            card.due or "",
            ", ".join(
                word
                for word, holds in (
                    ("suspended", card.suspended),
                    ("flagged", card.flagged),
                    ("missing", card.missing),
                )
                if holds
            ),
            f"{card.deck}:{card.line}",
            card.title,
        )
        for card in cards
    ]
    write_table(("card", "kind", "phase", "due", "marks", "place", "title"), rows)


def short_uid(uid: str) -> str:
    """Return as much of a card's name as tells it apart and 'recall card' understands."""
    is_digest = len(uid) == _DIGEST_LENGTH and all(digit in "0123456789abcdef" for digit in uid)
    return uid[:_SHOWN_DIGITS] if is_digest else uid
