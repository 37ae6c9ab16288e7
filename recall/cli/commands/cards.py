"""``recall cards``: the cards that match a query."""

from __future__ import annotations

import click

from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, narrate, picked, write_json, write_table

JSON_KEYS = (
    "uid", "kind", "facet", "which", "title", "deck", "line", "phase", "due", "due_in", "stability",
    "difficulty", "recall", "reps", "lapses", "suspended", "buried", "flagged", "missing",
)  # fmt: skip
_SORTS = (
    "place", "title", "kind", "due", "recall", "stability", "difficulty", "lapses", "reps",
)  # fmt: skip
_DIGEST_LENGTH = 32
_SHOWN_DIGITS = 12


@click.command(
    epilog="""A card matches when all of the query holds. Words and "phrases" stand in its text,
    whatever their case and accents. deck:PATH, tag:NAME, kind:KIND filter, and so does is: with
    due, new, learning, review, suspended, buried, flagged, leech or missing. r<0.8 is the recall
    predicted today, s>30 stability in days, d>7 difficulty; lapses>3 and reps>10 count. rated:7 is
    answered within the last 7 study days, rated:7:1 with Again. A minus sign before any of it says
    that it must not hold; write -- before a query that begins with one.

    """
    + json_help("a list of objects with", JSON_KEYS)
)
@click.argument("query", nargs=-1)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="List at most N cards.")
@click.option("--sort", type=click.Choice(_SORTS), default="place", help="Sort by a column.")
@click.option("--reverse", is_flag=True, help="Sort the other way round.")
@json_option
@click.pass_obj
def command(
    invocation: Invocation,
    query: tuple[str, ...],
    limit: int | None,
    sort: str,
    reverse: bool,
    as_json: bool,
) -> None:
    """List the cards that match a query."""
    with invocation.library() as library:
        from recall.library.values import Sort

        cards = library.search(" ".join(query), limit=limit, sort=Sort(sort), descending=reverse)
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
                    ("buried", card.buried),
                    ("flagged", card.flagged),
                    ("missing", card.missing),
                )
                if holds
            ),
            f"{card.deck}:{card.line}",
            f"{card.title} · {card.which}" if card.which else card.title,
        )
        for card in cards
    ]
    write_table(("card", "kind", "phase", "due", "marks", "place", "title"), rows)


def short_uid(uid: str) -> str:
    """Return as much of a card's name as tells it apart and 'recall card' understands."""
    is_digest = len(uid) == _DIGEST_LENGTH and all(digit in "0123456789abcdef" for digit in uid)
    return uid[:_SHOWN_DIGITS] if is_digest else uid
