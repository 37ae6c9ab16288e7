"""The language of searches: words, phrases, filters and measures, each of which must hold.

``words "a phrase" -not deck:PATH tag:NAME kind:KIND is:STATE r<0.8 s>30 d>7 lapses>3 reps>10
rated:7 rated:7:1``. What reads like a filter of this list is one; everything else is looked for as
it stands, and so is whatever stands between double quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from math import isfinite

from recall.cards.card import Kind
from recall.cards.memory import Rating
from recall.errors import UsageError
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
    Search,
    Tagged,
    Term,
    Word,
)
from recall.text import fold

_LEECH, _MISSING = "leech", "missing"
_STATES = (*(quality.value for quality in Quality), _MISSING, _LEECH)
_FILTERS = ("deck", "tag", "kind", "is", "rated")
_QUANTITIES: Mapping[str, Quantity] = {
    "r": Quantity.RECALL,
    "s": Quantity.STABILITY,
    "d": Quantity.DIFFICULTY,
    **{quantity.value: quantity for quantity in Quantity},
}
_MEASURE = re.compile(r"([a-z]+)(<=|>=|<|>|=)(.+)", re.IGNORECASE | re.DOTALL)
_LONGEST_RATED = 36_500
_AS_TEXT = "Put it between double quotes to look for it as text."


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of a query: what it says, whether it was quoted from its beginning, and ``-``."""

    text: str
    quoted: bool = False
    negated: bool = False


def parse_query(query: str, today: int, leech_threshold: int) -> Search:
    """Return what a query asks for on the study day ``today``.

    A card with ``leech_threshold`` lapses or more is a leech. Raises UsageError, with one sentence
    and a hint, for a value that a filter or measure cannot have.
    """
    conditions: list[Condition] = []
    missing = False
    for part in _parts(query):
        term = _term(part, leech_threshold)
        if term == _MISSING:
            missing = missing or not part.negated
        elif isinstance(term, Word) and not term.text:
            continue
        elif not isinstance(term, str):
            conditions.append(Condition(term, not part.negated))
    return Search(tuple(conditions), today, missing)


def _parts(query: str) -> Iterator[_Part]:
    """Split a query at spaces, but for those between double quotes.

    A quote that is not closed is a quote that is looked for.
    """
    balanced = query.count('"') % 2 == 0
    text, quoting, quoted, minus, begun = "", False, False, False, False
    for character in f"{query} ":
        if character == '"' and balanced:
            quoted = quoted or not text
            quoting, begun = not quoting, True
        elif character.isspace() and not quoting:
            if text or quoted:
                yield _Part(text, quoted, minus)
            elif minus:
                yield _Part("-")
            text, quoted, minus, begun = "", False, False, False
        elif character == "-" and not begun:
            minus, begun = True, True
        else:
            text += character
            begun = True


def _term(part: _Part, leech_threshold: int) -> Term | str:
    """Return the term of one part, or ``missing``, which is no term of a card."""
    if part.quoted:
        return Word(fold(part.text))
    name, colon, value = part.text.partition(":")
    if colon and value and name.casefold() in _FILTERS:
        return _filter(name.casefold(), value, leech_threshold)
    measure = _MEASURE.fullmatch(part.text)
    if measure is not None and measure[1].casefold() in _QUANTITIES:
        return _measure(_QUANTITIES[measure[1].casefold()], *measure.group(1, 2, 3))
    return Word(fold(part.text))


def _filter(name: str, value: str, leech_threshold: int) -> Term | str:
    match name:
        case "deck":
            return InDeck(value)
        case "tag":
            return Tagged(value.removeprefix("#"))
        case "kind":
            kinds = [kind.value for kind in Kind]
            return OfKind(Kind(_one_of(value.casefold(), kinds, "kind of card")))
        case "rated":
            return _rated(value)
    state = _one_of(value.casefold(), list(_STATES), "state")
    if state == _LEECH:
        return Measured(Quantity.LAPSES, Comparison.AT_LEAST, leech_threshold)
    return state if state == _MISSING else Is(Quality(state))


def _one_of(value: str, known: list[str], what: str) -> str:
    if value in known:
        return value
    near = get_close_matches(value, known, n=1) or known
    raise UsageError(f"{value!r} is no {what}.", f"Write {' or '.join(near)}.")


def _rated(value: str) -> Rated:
    written, colon, chosen = value.partition(":")
    days = int(written) if written.isascii() and written.isdigit() and len(written) < 6 else 0
    if not 1 <= days <= _LONGEST_RATED:
        raise UsageError(
            f"{written!r} is no number of days.", "Write rated:7 for the last seven study days."
        )
    if not colon:
        return Rated(days)
    ratings = {rating.label.casefold(): rating for rating in Rating}
    ratings |= {str(int(rating)): rating for rating in Rating}
    if chosen.casefold() not in ratings:
        raise UsageError(
            f"{chosen!r} is no rating.",
            f"Write rated:{days}:1 for Again, 2 for Hard, 3 for Good or 4 for Easy.",
        )
    return Rated(days, ratings[chosen.casefold()])


def _measure(quantity: Quantity, name: str, comparison: str, value: str) -> Measured:
    share = quantity is Quantity.RECALL and value.endswith("%")
    try:
        number = float(value.removesuffix("%")) / 100 if share else float(value)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise UsageError(
            f"{value!r} is no number to compare {quantity.value} with.",
            f"Write {name}{comparison}{_EXAMPLES[quantity]}. {_AS_TEXT}",
        )
    if quantity is Quantity.RECALL and not 0 <= number <= 1:
        raise UsageError(
            f"Recall is between 0 and 1, and {value} is not.",
            f"Write {name}{comparison}0.8 or {name}{comparison}80%.",
        )
    return Measured(quantity, Comparison(comparison), number)


_EXAMPLES: Mapping[Quantity, str] = {
    Quantity.RECALL: "0.8",
    Quantity.STABILITY: "30",
    Quantity.DIFFICULTY: "7",
    Quantity.LAPSES: "3",
    Quantity.REPS: "10",
}
