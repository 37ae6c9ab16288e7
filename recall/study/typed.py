"""What typed answers are worth: typed cards, and gaps that are filled by typing."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from recall.cards.kinds.typed import AcceptedAnswer, Typed
from recall.study.difference import compare
from recall.study.folding import fold_answer, fold_letter, fold_unit, synonym_folder, unmark
from recall.study.quantity import Quantity, parse_quantity, within
from recall.study.verdict import Mark, Piece, Synonyms, Verdict, propose
from recall.text import clean, clean_line

BETWEEN_GAPS = "; "
"""What stands between the answers of several gaps, in the difference and in what is expected."""


def grade_typed(
    answer: str, typed: Typed, synonyms: Synonyms, seconds: float, slow: float
) -> Verdict:
    """Return what a typed answer is worth; for ``seconds`` and ``slow`` see ``propose``.

    Case, Unicode form, white space, typographic quotes and dashes and thousands separators do not
    count; accents and all other signs do. Members of a group of ``synonyms`` are equal. A number
    equals an accepted number of the same unit, within its tolerance. Markdown marks around the
    whole accepted answer may be left out. ``{exact}`` turns all of this off but Unicode form, the
    space around the answer, the marks and a tolerance that is written there.

    A wrong answer is compared with the nearest accepted one, which is then ``expected``: letter by
    letter, but as a whole where they are two numbers.
    """
    match = _match(answer, typed.answers, synonyms, typed.exact)
    return Verdict(
        share=1.0 if match.right else 0.0,
        right=match.right,
        proposed=propose(match.right, seconds, slow),
        expected=match.expected,
        difference=match.difference,
    )


def grade_gaps(
    answer: str,
    gaps: Sequence[Sequence[str]],
    synonyms: Synonyms,
    seconds: float,
    slow: float,
) -> Verdict:
    """Return what the answers typed for the gaps of one cloze card are worth.

    ``gaps`` holds the accepted answers of each gap of the group in the order of the text; there is
    at least one. The answers to several gaps stand in ``answer`` in the same order, on lines of
    their own or, on one line, between semicolons. What was left out is empty; what is too much
    belongs to the last. Each is compared as in ``grade_typed``; the share is that of the gaps that
    are right, and the card is right when all are. Differences and expected answers are joined by
    ``BETWEEN_GAPS``.
    """
    matches = [
        _match(part, tuple(map(AcceptedAnswer, gap)), synonyms, exact=False)
        for gap, part in zip(gaps, _split(answer, len(gaps)), strict=True)
    ]
    right = all(match.right for match in matches)
    difference: list[Piece] = []
    for match in matches:
        if difference:
            difference.append(Piece(BETWEEN_GAPS, Mark.SAME))
        difference += match.difference
    return Verdict(
        share=sum(match.right for match in matches) / len(matches),
        right=right,
        proposed=propose(right, seconds, slow),
        expected=BETWEEN_GAPS.join(match.expected for match in matches),
        difference=tuple(difference),
    )


def _split(answer: str, count: int) -> list[str]:
    """Split what was typed into ``count`` answers."""
    text = clean(answer).strip()
    parts = text.split("\n" if "\n" in text else ";", count - 1)
    return parts + [""] * (count - len(parts))


@dataclass(frozen=True, slots=True)
class _Match:
    """Whether one of the accepted answers was given, the nearest one, and how it differs."""

    right: bool
    expected: str
    difference: tuple[Piece, ...]


def _match(
    answer: str, accepted: Sequence[AcceptedAnswer], synonyms: Synonyms, exact: bool
) -> _Match:
    typed = clean(answer).strip() if exact else clean_line(answer)
    same_words = synonym_folder(synonyms)
    for candidate in accepted:
        if _equal(typed, candidate, same_words, exact):
            return _Match(True, unmark(candidate.text), (Piece(typed, Mark.SAME),))
    fold = _compose if exact else fold_letter
    expected = [unmark(candidate.text) for candidate in accepted]
    compared = [(*compare(typed, text, fold), text) for text in expected]
    _, pieces, nearest = min(compared, key=lambda found: found[0])
    given, wanted = parse_quantity(typed), parse_quantity(nearest)
    if given is not None and wanted is not None and given.number != wanted.number:
        # The digits that two different numbers share mean nothing.
        pieces = (Piece(typed, Mark.WRONG), Piece(nearest, Mark.MISSING))
    return _Match(False, nearest, pieces)


def _equal(
    typed: str, accepted: AcceptedAnswer, same_words: Callable[[str], str], exact: bool
) -> bool:
    def fold(text: str) -> str:
        return _compose(text) if exact else same_words(fold_answer(text))

    def unit(text: str) -> str:
        return _compose(text) if exact else fold_unit(same_words(fold_answer(text)))

    bare = unmark(accepted.text)
    if fold(typed) in (fold(bare), fold(accepted.text)):
        return True
    if exact and accepted.tolerance is None:
        return False
    wanted = (
        parse_quantity(bare)
        if accepted.number is None
        else Quantity(accepted.number, accepted.unit)
    )
    given = parse_quantity(typed)
    return (
        wanted is not None
        and given is not None
        and unit(given.unit) == unit(wanted.unit)
        and within(given.number, wanted.number, accepted.tolerance or Decimal(0), accepted.relative)
    )


def _compose(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip()
