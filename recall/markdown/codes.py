"""Every problem code in one table, and how a problem is made from it.

The letter groups codes: F files, M front matter, C cards, A attributes, K kinds, L the library as a
whole. A code never changes its meaning; a retired one is not used again.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType

from recall.cards.problem import Problem
from recall.markdown.code import Code
from recall.markdown.codes_of_cards import ATTRIBUTE_CODES, CARD_CODES
from recall.markdown.codes_of_files import FILE_CODES, FRONT_MATTER_CODES
from recall.markdown.codes_of_kinds import KIND_CODES
from recall.markdown.codes_of_library import LIBRARY_CODES
from recall.text import clean_line

_LONGEST_QUOTATION = 160
__all__ = ["CODES", "Code", "nearest", "problem"]

CODES: Mapping[str, Code] = MappingProxyType(
    {
        code.code: code
        for code in (
            *FILE_CODES,
            *FRONT_MATTER_CODES,
            *CARD_CODES,
            *ATTRIBUTE_CODES,
            *KIND_CODES,
            *LIBRARY_CODES,
        )
    }
)


def problem(code: str, path: str, line: int, column: int, /, **values: object) -> Problem:
    """Return the problem ``code`` at a place (1-based), with its sentences filled in.

    ``values`` are those the code's sentences name; text among them is cleaned and shortened.
    """
    known = CODES[code]
    shown = {name: _shown(value) for name, value in values.items()}
    return Problem(
        path=path,
        line=line,
        column=column,
        code=code,
        level=known.level,
        message=known.message.format_map(shown),
        hint=known.hint.format_map(shown),
    )


def nearest(word: str, known: tuple[str, ...]) -> str:
    """Return a hint that names the nearest known word, or all of them when none is near."""
    close = get_close_matches(word[:40].lower(), known, n=1, cutoff=0.6)
    if close:
        return f'Did you mean "{close[0]}"?'
    return f"Known are {', '.join(known[:-1])} and {known[-1]}." if known[1:] else "Remove it."


def _shown(value: object) -> str:
    text = clean_line(str(value))
    return text if len(text) <= _LONGEST_QUOTATION else text[: _LONGEST_QUOTATION - 1] + "…"
