"""Finding the gaps ``{{…}}`` of a cloze: balanced braces, groups, hints, accepted answers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from recall.cards.kinds.cloze import Gap
from recall.markdown.inline import (
    Hidden,
    hidden_stretches,
    is_escaped,
    shows_nothing,
    split_outside,
)

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_TEX_COMMAND = re.compile(r"\\[A-Za-z]")
_GROUP = re.compile(r"(c\d{1,4})::")


@dataclass(frozen=True, slots=True)
class Fault:
    """A gap that cannot be used: the code of its problem and its offset in the text."""

    code: str
    offset: int


def find_gaps(text: str) -> tuple[list[Gap], list[Fault]]:
    r"""Return the gaps of a text in order, and what is wrong with others.

    ``\{{`` is a literal pair of braces. A gap that is never closed ends the search.
    """
    gaps: list[Gap] = []
    faults: list[Fault] = []
    position = 0
    while True:
        start = text.find("{{", position)
        if start < 0:
            return gaps, faults
        if is_escaped(text, start):
            position = start + 2
            continue
        end = _closing(text, start + 2)
        if end < 0:
            faults.append(Fault("K523", start))
            return gaps, faults
        content = text[start + 2 : end]
        nested = _nested(content)
        gap = _gap(content, start, end + 2)
        if nested:
            faults.append(Fault("K524", start + 2 + nested))
        elif gap is None:
            faults.append(Fault("K522", start))
        else:
            gaps.append(gap)
        position = end + 2


def _closing(text: str, position: int) -> int:
    depth = 0
    for match in _BRACE.finditer(text, position):
        sign = match.group()
        if sign == "{":
            depth += 1
        elif sign == "}" and depth:
            depth -= 1
        elif sign == "}" and text.startswith("}}", match.start()):
            return match.start()
    return -1


def _nested(content: str) -> int:
    """Return the offset of a gap inside a gap's content, outside mathematics; 0 for none."""
    place = content.find("{{")
    if place < 0 or _TEX_COMMAND.search(content):
        return 0
    hidden = [stretch for stretch in hidden_stretches(content) if stretch[2] == Hidden.MATH]
    while place >= 0:
        while hidden and hidden[0][1] <= place:
            hidden.pop(0)
        in_math = bool(hidden) and hidden[0][0] <= place
        if not in_math and not is_escaped(content, place):
            return place or 1
        place = content.find("{{", place + 2)
    return 0


def _gap(content: str, start: int, end: int) -> Gap | None:
    group = _GROUP.match(content)
    answer, hint = content, None
    if group:
        answer = content[group.end() :]
        pieces = split_outside(answer, "::")
        if len(pieces) > 1:
            hint = answer[pieces[-1][0] :].strip() or None
            answer = answer[: pieces[-1][0] - 2]
    answers = tuple(piece.strip().replace("\\|", "|") for _, piece in split_outside(answer, "|"))
    if any(shows_nothing(text) for text in answers):
        return None
    return Gap(group.group(1) if group else None, answers, hint, start, end)
