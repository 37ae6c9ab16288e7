"""What is code, mathematics or a comment inside a piece of Markdown, without a whole parse.

Separators count only outside code and mathematics, and comments are no content. The rules are those
of the grammar: code spans close at a run of as many backticks, ``$`` neither follows a digit nor
precedes white space, and a backslash escapes.
"""

from __future__ import annotations

import html
import re
from enum import IntEnum

from recall.markdown.grammar import comment_end, math_end


class Hidden(IntEnum):
    """Why a stretch of text is not running text."""

    CODE = 0
    MATH = 1
    COMMENT = 2


_OPENER = re.compile(
    r"(?:^|(?<=\n)) {0,3}(?P<fence>`{3,}(?=[^`\n]*(?:\n|$))|~{3,})"
    r"|(?P<escape>\\.)|(?P<ticks>`+)|(?P<dollars>\$\$?)|(?P<comment><!--)",
    re.DOTALL,
)
_TICKS = re.compile("`+")
_UNSEEN = re.compile("[\u200c\u200d\u00ad\ufe00-\ufe0f\\s]+")

Stretch = tuple[int, int, Hidden]


def hidden_stretches(text: str) -> list[Stretch]:
    """Return the stretches (start, end, why) of code, mathematics and comments, in order."""
    if "`" not in text and "$" not in text and "<!--" not in text and "~~~" not in text:
        return []
    found: list[Stretch] = []
    position = 0
    ticks_missing: set[int] = set()
    comments = True
    while True:
        match = _OPENER.search(text, position)
        if not match:
            return found
        start = match.start()
        end = -1
        why = Hidden.CODE
        if match["fence"]:
            end = _fence_end(text, match.end(), match["fence"])
        elif match["ticks"] and len(match["ticks"]) not in ticks_missing:
            end = _ticks_end(text, match.end(), len(match["ticks"]))
            if end < 0:
                ticks_missing.add(len(match["ticks"]))
        elif match["dollars"]:
            why = Hidden.MATH
            end = math_end(text, start)
        elif match["comment"] and comments:
            why = Hidden.COMMENT
            end = comment_end(text, start)
            comments = end >= 0
        if end > 0 and not match["fence"] and why != Hidden.COMMENT:
            # Neither code spans nor mathematics reach beyond their paragraph.
            end = -1 if "\n\n" in text[start:end] else end
        if end < 0:
            position = start + 1 if match["dollars"] else match.end()
            continue
        found.append((start, end, why))
        position = end


def split_outside(text: str, separator: str) -> list[tuple[int, str]]:
    """Split at a separator outside code, mathematics and escapes; return (offset, piece) pairs."""
    if separator not in text:
        return [(0, text)]
    hidden = iter(hidden_stretches(text))
    stretch = next(hidden, None)
    pieces: list[tuple[int, str]] = []
    begin = position = 0
    width = len(separator)
    while True:
        place = text.find(separator, position)
        while stretch is not None and stretch[1] <= place:
            stretch = next(hidden, None)
        if place < 0:
            pieces.append((begin, text[begin:]))
            return pieces
        if stretch is not None and stretch[0] <= place:
            position = stretch[1]
        elif is_escaped(text, place):
            position = place + width
        else:
            pieces.append((begin, text[begin:place]))
            begin = position = place + width


def is_escaped(text: str, place: int) -> bool:
    """Return whether an odd number of backslashes stands before a place."""
    before = place
    while before and text[before - 1] == "\\":
        before -= 1
    return (place - before) % 2 == 1


def comment_stretches(text: str) -> list[tuple[int, int]]:
    """Return the comments of a piece, each with the line ends it leaves empty."""
    if "<!--" not in text:
        return []
    found: list[tuple[int, int]] = []
    for start, end, why in hidden_stretches(text):
        if why != Hidden.COMMENT:
            continue
        line_start = text.rfind("\n", 0, start) + 1
        line_end = text.find("\n", end)
        line_end = len(text) if line_end < 0 else line_end
        if not text[line_start:start].strip() and not text[end:line_end].strip():
            start, end = line_start, min(line_end + 1, len(text))
        found.append((start, end))
    return found


def without(text: str, stretches: list[tuple[int, int]]) -> str:
    """Return a text without some stretches of it."""
    pieces: list[str] = []
    position = 0
    for start, end in stretches:
        pieces.append(text[position:start])
        position = end
    pieces.append(text[position:])
    return "".join(pieces)


def shows_nothing(text: str) -> bool:
    """Return whether a piece of Markdown is white space, ``&nbsp;`` and comments only."""
    if text[:1].isalnum():
        return False
    bare = without(text, comment_stretches(text))
    return not _UNSEEN.sub("", html.unescape(bare))


def _fence_end(text: str, position: int, fence: str) -> int:
    closing = re.compile(rf"\n {{0,3}}{fence[0]}{{{len(fence)},}}[ \t]*(?=\n|$)").search(
        text, position - len(fence)
    )
    return closing.end() if closing else len(text)


def _ticks_end(text: str, position: int, length: int) -> int:
    for match in _TICKS.finditer(text, position):
        if len(match.group()) == length:
            return match.end()
    return -1
