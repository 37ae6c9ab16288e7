"""Cards found by a query: all of them counted at once, and as many shown as are looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from recall.cards.card import Kind
from recall.cards.kinds.cloze import Cloze
from recall.cards.kinds.term import FORWARD
from recall.cards.memory import Phase
from recall.library.context import Context
from recall.library.query import parse_query
from recall.library.values import CardRow
from recall.library.words import due_in_words
from recall.markdown.plain import one_line
from recall.markdown.reader import read_entry
from recall.storage import search
from recall.storage.records import FoundCard
from recall.storage.store import Transaction
from recall.storage.terms import Found, Sort
from recall.text import clean_line

_GROUP = re.compile(r"c\d+")


@dataclass(frozen=True, slots=True)
class CardList:
    """What a query found, in its order.

    ``today`` is the study day it was found on; ``missing`` tells that it was looked for among the
    cards that no deck holds now.
    """

    found: Found
    today: int

    @property
    def cards(self) -> int:
        """How many cards were found."""
        return len(self.found)

    @property
    def missing(self) -> bool:
        """Whether these are cards that stand in no deck now."""
        return self.found.missing


def find(
    context: Context, tx: Transaction, query: str, sort: Sort, *, descending: bool
) -> CardList:
    """Return the cards that a query finds; see ``query.parse_query``."""
    today = context.moment(tx).day
    wanted = parse_query(query, today, context.config.leech_threshold)
    wanted = replace(wanted, sort=sort, descending=descending)
    return CardList(search.find(tx, context.folders, wanted, context.curve), today)


def rows(
    context: Context, tx: Transaction, found: CardList, start: int, stop: int
) -> tuple[CardRow | None, ...]:
    """Return the cards at some places of a list; None for one that is gone since it was found."""
    return tuple(
        None if card is None else _card_row(context, card, found.today)
        for card in search.cards(tx, found.found, start, stop)
    )


def every_row(
    context: Context, tx: Transaction, found: CardList, start: int, stop: int
) -> Iterator[CardRow]:
    """Yield the cards at some places of a list, however many."""
    for card in search.every(tx, found.found, start, stop):
        yield _card_row(context, card, found.today)


def _card_row(context: Context, card: FoundCard, today: int) -> CardRow:
    memory, marks = card.state.memory, card.state.marks
    known = memory.phase is not Phase.NEW
    return CardRow(
        uid=card.uid,
        kind=card.kind,
        facet=clean_line(card.facet),
        which=_which(card),
        title=card.title,
        deck=card.path,
        line=card.line,
        phase=memory.phase.value,
        due=due_in_words(memory, context.clock, today) if known else None,
        due_in=None if memory.due_day is None else memory.due_day - today,
        stability=memory.stability,
        difficulty=memory.difficulty,
        recall=context.scheduler.recall(memory, today) if known else None,
        reps=memory.reps,
        lapses=memory.lapses,
        suspended=marks.suspended,
        buried=marks.buried(today),
        flagged=marks.flagged,
        missing=card.missing_since is not None,
    )


def _which(card: FoundCard) -> str:
    """Return what tells a card from its siblings, whose title is the same."""
    match card.kind:
        case Kind.TERM:
            return "→" if card.facet == FORWARD else "←"
        case Kind.CLOZE if _GROUP.fullmatch(card.facet):
            return _gaps_of_group(card) or card.facet
        case Kind.CLOZE | Kind.FREE_RECALL:
            return one_line(card.facet)
        case _:
            return ""


def _gaps_of_group(card: FoundCard) -> str:
    """Return the texts of the gaps that make one card together."""
    entry = read_entry(card.source, card.path, card.line)
    if entry is None or not isinstance(entry.parts, Cloze):
        return ""
    gaps = (gap.answers[0] for gap in entry.parts.gaps if gap.group == card.facet)
    return one_line(" … ".join(gaps))
