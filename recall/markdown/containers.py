"""Quotes and list items: how a line begins one, and how far it goes on in those that are open.

Columns are counted in a line whose indentation has its tabs expanded, as CommonMark does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

RULE = re.compile(r"(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$")
_ITEM = re.compile(r"([-+*]|(\d{1,9})([.)]))(?=[ ]|$)")
_PREFIX = re.compile(r"[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+[ \t>]*)*")


@dataclass(slots=True)
class Item:
    """A list item or a quote.

    ``marker`` is ``-``, ``+``, ``*``, ``.``, ``)`` or ``>``, ``number`` that of an ordered item;
    ``first`` and ``last`` are line numbers and ``column`` the place of its marker, all counted from
    0; ``content`` is the column where its text begins in the first line, ``width`` how far its
    other lines are indented against the container around it. ``lines`` is what stands directly in
    it, without its indentation, as (line number, column, text); ``items`` are the items inside it.
    ``empty`` tells that nothing has followed its marker yet.
    """

    marker: str
    first: int
    column: int
    content: int = 0
    width: int = 0
    number: int | None = None
    last: int = 0
    empty: bool = False
    lines: list[tuple[int, int, str]] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)


def written_column(text: str, column: int) -> int:
    """Return the place in a line of a place in its expanded form, both counted from 0."""
    if "\t" not in text:
        return column
    match = _PREFIX.match(text)
    end = match.end() if match else 0
    width = len(text[:end].expandtabs(4))
    if column >= width:
        return column - width + end
    return next(place for place in range(end + 1) if len(text[:place].expandtabs(4)) >= column)


def expanded_column(text: str, column: int) -> int:
    """Return the place in a line's expanded form of a place in it, both counted from 0."""
    if "\t" not in text:
        return column
    match = _PREFIX.match(text)
    end = min(match.end(), column) if match else 0
    return len(text[:end].expandtabs(4)) + column - end


def expand(text: str) -> str:
    """Return a line with the tabs of its indentation (and after list markers) as spaces."""
    if "\t" not in text:
        return text
    match = _PREFIX.match(text)
    end = match.end() if match else 0
    return text[:end].expandtabs(4) + text[end:]


def continued(text: str, containers: Sequence[Item]) -> tuple[int, int]:
    """Return how many open containers a line continues, and where its content begins."""
    position = 0
    depth = 0
    for item in containers:
        start = position
        while text[start : start + 1] == " ":
            start += 1
        indent = start - position
        if item.marker == ">":
            if indent > 3 or text[start : start + 1] != ">":
                break
            position = start + 2 if text[start + 1 : start + 2] == " " else start + 1
        elif start == len(text):
            if item.empty:
                break
            position = min(position + item.width, start)
        elif indent >= item.width:
            position += item.width
        else:
            break
        depth += 1
    return depth, position


def started(body: str, indent: int, in_paragraph: bool) -> tuple[Item, int] | None:
    """Return the quote or list item a line begins, and how many columns its marker takes."""
    if body[0] == ">":
        skipped = indent + (2 if body[1:2] == " " else 1)
        return Item(">", 0, 0), skipped
    match = _ITEM.match(body)
    if not match or RULE.match(body):
        return None
    rest = body[match.end() :]
    spaces = len(rest) - len(rest.lstrip(" "))
    empty = spaces == len(rest)
    number = int(match.group(2)) if match.group(2) else None
    if in_paragraph and (empty or number not in (None, 1)):
        return None
    width = indent + match.end() + (1 if empty or spaces > 4 else spaces)
    marker = match.group(3) or match.group(1)
    return Item(marker, 0, 0, width=width, number=number, empty=empty), width
