"""The conditions of a search as SQL. What was typed is always a bound value, never a name.

What is asked of texts is one list of entries, and what is asked of states one list of cards, made
before the cards are gone through: SQLite then begins with the shorter list. Where such a list would
hold a large part of the library, each card is looked up instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, func, not_, or_, select

from recall.cards.memory import Phase
from recall.storage import text_index
from recall.storage.catalogue import framed
from recall.storage.decks import BURIED, DUE, RECALL, TODAY
from recall.storage.history import voided
from recall.storage.statements import ALIAS, ENTRY, FILE, REVIEW, STATE, among, listed
from recall.storage.store import Transaction
from recall.storage.terms import (
    Comparison,
    Condition,
    InDeck,
    Is,
    Measured,
    OfKind,
    Quality,
    Quantity,
    Rated,
    Tagged,
    Term,
    Word,
)

_MANY = 20_000
_VOIDED = "voided"
_QUALITIES: Mapping[Quality, ColumnElement[bool]] = {
    Quality.DUE: DUE,
    Quality.LEARNING: STATE.c.phase.in_([Phase.LEARNING.value, Phase.RELEARNING.value]),
    Quality.REVIEW: STATE.c.phase == Phase.REVIEW.value,
    Quality.SUSPENDED: STATE.c.suspended == 1,
    Quality.BURIED: BURIED,
    Quality.FLAGGED: STATE.c.flagged == 1,
}
_SEEN = STATE.c.phase != Phase.NEW.value
_QUANTITIES: Mapping[Quantity, ColumnElement[Any]] = {
    Quantity.RECALL: RECALL,
    Quantity.STABILITY: STATE.c.stability,
    Quantity.DIFFICULTY: STATE.c.difficulty,
    Quantity.LAPSES: STATE.c.lapses,
    Quantity.REPS: STATE.c.reps,
}
_COUNTS = frozenset({Quantity.LAPSES, Quantity.REPS})


@dataclass(frozen=True, slots=True)
class Columns:
    """Where a statement has what conditions are about.

    ``entry`` is the id of the entry of a card that stands in a file, whose text is then looked up;
    without it ``folded``, ``tags`` and ``kind`` are compared in the statement's own rows.
    """

    uid: ColumnElement[Any]
    folded: ColumnElement[Any]
    tags: ColumnElement[Any]
    kind: ColumnElement[Any]
    path: ColumnElement[Any]
    file: ColumnElement[Any] | None = None
    entry: ColumnElement[Any] | None = None


def parameters(tx: Transaction, conditions: Iterable[Condition]) -> dict[str, object]:
    """Return what must be bound for some conditions, besides today and the forgetting curve."""
    if any(isinstance(one.term, Rated) for one in conditions):
        return {_VOIDED: listed(voided(tx))}
    return {}


def clauses(
    tx: Transaction,
    conditions: Iterable[Condition],
    columns: Columns,
    bound: Mapping[str, object],
) -> list[ColumnElement[bool]]:
    """Return the clauses that a statement must have for all conditions to hold.

    ``bound`` is what will be bound when it is run.
    """
    texts: list[Term] = []
    states: list[ColumnElement[bool]] = []
    found: list[ColumnElement[bool]] = []
    for one in conditions:
        match one.term:
            case Word() | Tagged() | OfKind() if one.holds:
                texts.append(one.term)
            case Word() | Tagged() | OfKind():
                found.append(not_(_of_texts(tx, [one.term], columns)))
            case InDeck(path):
                found.append(_sign(_in_deck(path, columns), one.holds))
            case Rated():
                found.append(_sign(columns.uid.in_(_rated(one.term)), one.holds))
            case Is(Quality.NEW):
                found.append(_sign(not_(_looked_up(_SEEN, columns)), one.holds))
            case Is(quality) if one.holds:
                states.append(_QUALITIES[quality])
            case Is(quality):
                found.append(not_(_of_states(tx, [_QUALITIES[quality]], columns, bound)))
            case Measured() as measured:
                holds, opposite = _measured(measured)
                if measured.quantity in _COUNTS and _compare(0, measured):
                    # It holds of cards without a state too, so those it does not hold of are named.
                    clause = not_(_of_states(tx, [opposite], columns, bound))
                    found.append(_sign(clause, one.holds))
                elif one.holds:
                    states.append(holds)
                else:
                    found.append(not_(_of_states(tx, [holds], columns, bound)))
    if texts:
        found.append(_of_texts(tx, texts, columns))
    if states:
        found.append(_of_states(tx, states, columns, bound))
    return found


def _sign(clause: ColumnElement[bool], holds: bool) -> ColumnElement[bool]:
    return clause if holds else not_(clause)


def _of_texts(tx: Transaction, terms: list[Term], columns: Columns) -> ColumnElement[bool]:
    """Return that entries hold all of some words, tags and kinds."""
    own = columns if columns.entry is None else _ENTRY_COLUMNS
    wanted: list[ColumnElement[bool]] = []
    sought: list[str] = []
    for term in terms:
        # instr takes what was typed as it is; LIKE has signs of its own and ignores case.
        match term:
            case Word(word):
                sought.append(word)
                wanted.append(func.instr(own.folded, word) > 0)
            case Tagged(tag):
                sought.append(framed((tag,)))
                wanted.append(func.instr(own.tags, framed((tag,))) > 0)
            case OfKind(kind):
                wanted.append(own.kind == kind.value)
            case _:
                raise TypeError(f"{term} is not about a text")
    if columns.entry is None:
        return and_(*wanted)
    if sought and text_index.usable(tx):
        wanted += [ENTRY.c.id.in_(one) for one in text_index.proposed(sought)]
    return columns.entry.in_(select(ENTRY.c.id).where(*wanted).correlate(None))


_ENTRY_COLUMNS = Columns(ENTRY.c.id, ENTRY.c.folded, ENTRY.c.tags, ENTRY.c.kind, FILE.c.path)


def _in_deck(deck: str, columns: Columns) -> ColumnElement[bool]:
    folder = deck.rstrip("/") + "/"
    path = columns.path
    # substr takes what was typed as it is, as instr does.
    inside = or_(path == deck, func.substr(path, 1, len(folder)) == folder)
    if columns.file is None:
        return inside
    files = select(FILE.c.id).where(inside, among(FILE.c.folder_id, "folders"))
    return columns.file.in_(files.correlate(None))


def _rated(rated: Rated) -> Select[Any]:
    answers = (
        select(func.coalesce(ALIAS.c.uid, REVIEW.c.name))
        .join_from(REVIEW, ALIAS, ALIAS.c.name == REVIEW.c.name, isouter=True)
        .where(REVIEW.c.day > TODAY - rated.days, ~among(REVIEW.c.id, _VOIDED))
        .correlate(None)
    )
    return answers if rated.rating is None else answers.where(REVIEW.c.rating == int(rated.rating))


def _of_states(
    tx: Transaction,
    wanted: list[ColumnElement[bool]],
    columns: Columns,
    bound: Mapping[str, object],
) -> ColumnElement[bool]:
    """Return that the state of a card is as wanted; a card without a state is never so."""
    few = select(STATE.c.uid).where(*wanted).limit(_MANY + 1)
    uids = tx.execute(few, dict(bound)).scalars().all()
    if len(uids) > _MANY:
        return _looked_up(and_(*wanted), columns)
    listing = func.json_each(listed(uids)).table_valued("value")
    return columns.uid.in_(select(listing.c.value).correlate(None))


def _looked_up(wanted: ColumnElement[bool], columns: Columns) -> ColumnElement[bool]:
    # The state looked up is the card's own, whether or not the statement sorts by states.
    return exists().where(STATE.c.uid == columns.uid, wanted).correlate_except(STATE)


def _measured(measured: Measured) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """Return what a state must be for the measure to hold, and not to."""
    holds = _compare(_QUANTITIES[measured.quantity], measured)
    if measured.quantity in _COUNTS:
        return holds, not_(holds)
    return and_(_SEEN, holds), and_(_SEEN, not_(holds))


def _compare(left: Any, measured: Measured) -> Any:
    number = measured.number
    match measured.comparison:
        case Comparison.LESS:
            return left < number
        case Comparison.AT_MOST:
            return left <= number
        case Comparison.MORE:
            return left > number
        case Comparison.AT_LEAST:
            return left >= number
        case Comparison.EQUAL:
            return left == number
