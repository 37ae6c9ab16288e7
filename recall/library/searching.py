"""The query of a search: words, and filters such as ``deck:``, ``tag:``, ``kind:`` and ``is:``."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches

from recall.cards.card import Kind
from recall.cards.memory import Phase
from recall.errors import UsageError
from recall.library.context import Context
from recall.library.values import CardRow
from recall.library.words import due_in_words
from recall.storage import search
from recall.storage.records import FoundCard, Search
from recall.storage.store import Transaction
from recall.text import clean_line, fold

_STATES = ("due", "new", "suspended", "flagged", "missing", "leech")
_FILTERS = ("deck", "tag", "kind", "is")


def parse_query(query: str, today: int, leech_threshold: int) -> Search:
    """Return what a query asks for.

    Everything in it must hold: words (or ``"several words"``) stand in the card's text whatever
    their case and accents; ``deck:PATH``, ``tag:NAME``, ``kind:KIND``, ``is:STATE`` filter. Raises
    UsageError for a filter or value that does not exist.
    """
    wanted = Search(today=today)
    words: list[str] = []
    for part in _parts(query):
        name, colon, value = part.partition(":")
        if not colon or not value or name.casefold() not in _FILTERS:
            words.append(fold(part))
            continue
        wanted = _filtered(wanted, name.casefold(), value, leech_threshold)
    return replace(wanted, words=tuple(word for word in words if word))


def _parts(query: str) -> list[str]:
    """Split a query at spaces, but for those between double quotes."""
    lexer = shlex.shlex(query, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    # Apostrophes, backslashes and hash signs are letters of what is looked for.
    lexer.quotes, lexer.escape, lexer.commenters = '"', "", ""
    try:
        return list(lexer)
    except ValueError:
        # An unbalanced quote is a quote that is looked for.
        return query.split()


def _filtered(wanted: Search, name: str, value: str, leech_threshold: int) -> Search:
    match name:
        case "deck":
            return replace(wanted, deck=value)
        case "tag":
            return replace(wanted, tag=value.removeprefix("#"))
        case "kind":
            kinds = [kind.value for kind in Kind]
            return replace(wanted, kind=Kind(_one_of(value.casefold(), kinds, "kind of card")))
    match _one_of(value.casefold(), list(_STATES), "state"):
        case "due":
            return replace(wanted, due=True)
        case "new":
            return replace(wanted, new=True)
        case "suspended":
            return replace(wanted, suspended=True)
        case "flagged":
            return replace(wanted, flagged=True)
        case "leech":
            return replace(wanted, lapses=leech_threshold)
        case _:
            return replace(wanted, missing=True)


def _one_of(value: str, known: list[str], what: str) -> str:
    if value in known:
        return value
    near = get_close_matches(value, known, n=1) or known
    raise UsageError(f"{value!r} is no {what}.", f"Write {' or '.join(near)}.")


def found_cards(
    context: Context, tx: Transaction, query: str, *, limit: int | None, offset: int
) -> Iterator[CardRow]:
    """Yield the cards a query finds."""
    today = context.moment(tx).day
    wanted = parse_query(query, today, context.config.leech_threshold)
    wanted = replace(wanted, limit=limit, offset=offset)
    for card in search.search(tx, context.folders, wanted):
        yield _card_row(context, card, today)


def _card_row(context: Context, card: FoundCard, today: int) -> CardRow:
    memory, marks = card.state.memory, card.state.marks
    known = memory.phase is not Phase.NEW
    return CardRow(
        uid=card.uid,
        kind=card.kind,
        facet=clean_line(card.facet),
        title=card.title,
        deck=card.path,
        line=card.line,
        phase=memory.phase.value,
        due=due_in_words(memory, context.clock, today) if known else None,
        stability=memory.stability,
        difficulty=memory.difficulty,
        recall=context.scheduler.recall(memory, today) if known else None,
        reps=memory.reps,
        lapses=memory.lapses,
        suspended=marks.suspended,
        flagged=marks.flagged,
        missing=card.missing_since is not None,
    )
