"""What does not count when typed answers are compared, and what counts as the same word.

Accents count: they are kept through every step here. Two answers are equal when their folded forms
are equal.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from recall.study.verdict import Synonyms

_ALIKE = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′´ʼ", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("−–—‐‑‒―﹣", "-"),
        **{chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)},  # full-width forms
        "\u00ad": None,  # the soft hyphen only says where a word may be broken
    }
)
_WHITE = re.compile(r"\s+")
_THOUSANDS = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:(?:,[0-9]{3})+|(?: [0-9]{3})+)(?!,?[0-9])")
_SEPARATOR = re.compile("[ ,]")
_MARKS = ("**", "*", "`", "$")
_PERCENT = re.compile(r"\bper ?cent\b")


def fold_signs(text: str) -> str:
    """Return NFC ``text``, trimmed, with plain quotes, dashes and widths and single spaces."""
    return _WHITE.sub(" ", unicodedata.normalize("NFC", text).translate(_ALIKE)).strip()


def fold_letter(letter: str) -> str:
    """Return one letter with its marks as ``fold_answer`` compares it; white space is a space."""
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFD", letter).casefold())
    return _WHITE.sub(" ", folded.translate(_ALIKE))


def fold_answer(text: str) -> str:
    """Return the form in which two typed answers are compared.

    Folded are case, Unicode form (NFC), white space around and between words, typographic quotes
    and dashes, and thousands separators (a comma or a space before each three digits).
    """
    return _THOUSANDS.sub(
        lambda number: _SEPARATOR.sub("", number.group()), fold_letter(text).strip()
    )


def fold_unit(unit: str) -> str:
    """Return the form in which two units are compared.

    Folded are, besides what an answer folds, spaces (``km / h``), the two signs for micro, raised
    digits (``m²``, ``m^2``), the word percent, and ``×``.
    """
    folded = fold_answer(unicodedata.normalize("NFKC", unit))
    folded = _PERCENT.sub("%", folded)
    return folded.replace("^", "").replace("×", "x").replace(" ", "")


def unmark(text: str) -> str:
    """Return an accepted answer without Markdown marks around the whole of it: code, mathematics,
    bold or italics, which learners do not type.
    """
    text = text.strip()
    for mark in _MARKS:
        inner = text[len(mark) : -len(mark)]
        if text.startswith(mark) and text.endswith(mark) and inner.strip() and mark not in inner:
            return unmark(inner)
    return text


def synonym_folder(synonyms: Synonyms) -> Callable[[str], str]:
    """Return a function that writes one and the same word for all members of a group.

    It takes and gives folded text; members are found as whole words or phrases, the longest first.
    Groups that share a member are one group.
    """
    groups: list[set[str]] = []
    for group in synonyms:
        members = {folded for folded in map(fold_answer, group) if folded}
        members.update(*[other for other in groups if other & members])
        groups.append(members)
    # A group that was joined by a later one stands before it, so the later one's word is taken.
    chosen = {member: min(group) for group in groups for member in group}
    if not chosen:
        return lambda text: text
    longest_first = sorted(chosen, key=lambda member: (-len(member), member))
    words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")
    return lambda text: words.sub(lambda found: chosen[found.group()], text)
