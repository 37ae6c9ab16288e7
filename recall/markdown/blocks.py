"""The block structure of deck Markdown, line by line: what is a card marker and what is not.

This is the part of the CommonMark block algorithm that decides which lines belong to a fence, a
comment, a quote or a list item, and nothing more; it is some ten times faster than a whole parse.
A property test holds it equal to markdown-it with our grammar. On top of CommonMark, a card marker
at the left margin ends every open paragraph, list, quote and table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum

from markdown_it.rules_block.table import escapedSplit

from recall.markdown.containers import RULE, Item, continued, expand, started
from recall.markdown.grammar import DEEPEST_NESTING, comment_end

MARKER = re.compile(r" {0,3}([QATDCORHN]:|A=)(?=[ \t]|$)[ \t]*")
# What was probably meant as a marker: no space after it, or a colon of Chinese or Japanese.
_NEAR_MARKER = re.compile(r" {0,3}(?:(?:[QATD]:|A=)(?=[^\W_])|[QATDCORHN]：)")
HEADING = re.compile(r"(#{1,6})(?=[ \t]|$)")
_FENCE = re.compile(r"`{3,}(?=[^`]*$)|~{3,}")
_DELIMITERS = re.compile(r" *(?:[:|]|-(?![ \t]))[-:| \t]+$")
_DELIMITER = re.compile(r":?-+:?$")
# First characters that can begin something else than running text.
_SIGNS = frozenset("#>`~<*-_+$0123456789|: \t")
_MARKER_SIGNS = frozenset(":=：")


class Leaf(IntEnum):
    """The block that is open inside the innermost container."""

    NONE = 0
    PARAGRAPH = 1
    FENCE = 2
    CODE = 3
    COMMENT = 4
    MATH = 5
    TABLE = 6


class Line(IntEnum):
    """What a line turned out to be at the left margin."""

    INSIDE = 0
    HEADING = 1
    RULE = 2
    MARKER = 3


def heading_of(line: str) -> tuple[int, str]:
    """Return the level of a heading's line and its title, without the signs around it."""
    line = line.strip()
    match = HEADING.match(line)
    level = len(match.group(1)) if match else 1
    title = line[level:].strip()
    bare = title.rstrip("#")
    if not bare or bare[-1].isspace():
        title = bare.strip()
    return level, title


class Scanner:
    """Reads lines one after the other and knows what each is.

    ``items`` are those at the left margin since the last ``begin`` or ``reset``. ``leaf``,
    ``fence`` and ``fence_line`` tell what is open, ``rule_under_text`` whether the last rule could
    be taken for a heading's underline. ``too_deep`` is the first place whose nesting passes the
    limit, ``open_comments`` are the places of comments that never close (of several in a row the
    first), ``near_markers`` those of lines that look like a marker and are none. Places are
    (line, column); all numbers count from 0.
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.leaf = Leaf.NONE
        self.stack: list[Item] = []
        self.items: list[Item] = []
        self.fence_line = 0
        self.fence = ""
        self.rule_under_text = False
        self.too_deep: tuple[int, int] | None = None
        self.near_markers: list[tuple[int, int]] = []
        self.open_comments: list[tuple[int, int]] = []
        self._delimiter = -1
        self._comment_missing = 0
        self._math_missing = 0

    def begin(self, number: int, column: int) -> None:
        """Begin a part on the rest of a line, from ``column`` on."""
        self.reset()
        text = self.lines[number][column:]
        if text:
            self._content(number, expand(text), column)

    def line(self, number: int) -> Line:
        """Read the line of this number; the lines before it have been read."""
        text = self.lines[number]
        if not self.stack and self.leaf <= Leaf.PARAGRAPH and text:
            # The common line: running text at the left margin.
            if text[0] not in _SIGNS and "|" not in text and text[1:2] not in _MARKER_SIGNS:
                self.leaf = Leaf.PARAGRAPH
                return Line.INSIDE
        elif not text and not self.stack:
            if self.leaf in (Leaf.PARAGRAPH, Leaf.TABLE):
                self.leaf = Leaf.NONE
            return Line.INSIDE
        if self._is_marker(number, text):
            return Line.MARKER
        return self._content(number, expand(text), 0)

    def reset(self) -> None:
        """Forget what is open, after a heading or a rule."""
        self.stack = []
        self.items = []
        self.leaf = Leaf.NONE

    def _is_marker(self, number: int, text: str) -> bool:
        match = MARKER.match(text)
        if match:
            return self._at_margin(match.start(1))
        if text[:5].lstrip()[1:2] in _MARKER_SIGNS and _NEAR_MARKER.match(text):
            column = len(text) - len(text.lstrip(" "))
            if self._at_margin(column):
                self.near_markers.append((number, column))
        return False

    def _at_margin(self, column: int) -> bool:
        if not self.stack:
            return self.leaf not in (Leaf.FENCE, Leaf.COMMENT)
        return self.stack[0].marker == ">" or column < self.stack[0].width

    def _content(self, number: int, text: str, shift: int) -> Line:
        depth, position = continued(text, self.stack)
        if depth < len(self.stack) and self.leaf != Leaf.PARAGRAPH:
            self._close(depth)
        lazy = depth < len(self.stack)  # so far: the paragraph inside may yet go on
        if not lazy and self.leaf in (Leaf.FENCE, Leaf.COMMENT, Leaf.MATH, Leaf.TABLE):
            rest = self._raw(number, text, position)
            if rest is None:
                self._record(number, position + shift, text[position:])
                return Line.INSIDE
            text, position = rest
        while True:
            body = text[position:].lstrip(" ")
            indent = len(text) - position - len(body)
            if not body or indent > 3 or (body[0] not in _SIGNS and "|" not in body):
                break
            if self._starts_table(number, body, depth, lazy):
                self._close(depth)
                self.leaf = Leaf.TABLE
                self._delimiter = number + 1
                self._record(number, position + shift, text[position:])
                return Line.INSIDE
            container = started(body, indent, self.leaf == Leaf.PARAGRAPH and not lazy)
            if container is not None:
                item, skipped = container
                if depth >= DEEPEST_NESTING:
                    self.too_deep = self.too_deep or (number, position + indent + shift)
                    break
                self._close(depth)
                item.first = item.last = number
                item.column = position + indent + shift
                (self.stack[-1].items if self.stack else self.items).append(item)
                self.stack.append(item)
                self.leaf = Leaf.NONE
                lazy = False
                depth += 1
                position = min(position + skipped, len(text))
                item.content = position + shift
                continue
            found = self._starts_leaf(number, body, depth, lazy)
            if found is None:
                break
            self._record(number, position + shift, text[position:])
            return found if depth == 0 else Line.INSIDE
        self._running_text(number, text, position, shift, depth, lazy)
        return Line.INSIDE

    def _running_text(
        self, number: int, text: str, position: int, shift: int, depth: int, lazy: bool
    ) -> None:
        body = text[position:].strip()
        if not body:
            self._close(depth)
            if self.leaf in (Leaf.PARAGRAPH, Leaf.TABLE):
                self.leaf = Leaf.NONE
        elif not lazy:
            indented = text.startswith("    ", position)
            if indented and self.leaf != Leaf.PARAGRAPH:
                self.leaf = Leaf.CODE
            elif self.leaf != Leaf.TABLE:
                self.leaf = Leaf.PARAGRAPH
        self._record(number, position + shift, text[position:])

    def _close(self, depth: int) -> None:
        """Close the containers below ``depth``, and with them what is open inside."""
        if depth < len(self.stack):
            del self.stack[depth:]
            self.leaf = Leaf.NONE

    def _record(self, number: int, column: int, text: str) -> None:
        if not self.stack:
            return
        self.stack[-1].lines.append((number, column, text))
        if text.strip():
            for item in self.stack:
                item.last = number
                item.empty = False

    def _raw(self, number: int, text: str, position: int) -> tuple[str, int] | None:
        """Read a line inside a fence, comment, mathematics or table.

        Return None when the line belongs to it, otherwise the text that is still to be read.
        """
        rest = text[position:]
        if self.leaf == Leaf.FENCE:
            body = rest.lstrip(" ")
            closing = body.rstrip(" \t")
            if (
                len(rest) - len(body) <= 3
                and len(closing) >= len(self.fence)
                and not closing.strip(self.fence[0])
            ):
                self.leaf = Leaf.NONE
            return None
        if self.leaf == Leaf.MATH:
            if rest.rstrip().endswith("$$"):
                self.leaf = Leaf.NONE
            return None
        if self.leaf == Leaf.COMMENT:
            end = rest.find("-->")
            if end < 0:
                return None
            self.leaf = Leaf.NONE
            after = rest[end + 3 :].lstrip()
            return (text[:position] + after, position) if after else None
        return None if number == self._delimiter else (text, position)

    def _starts_table(self, number: int, body: str, depth: int, lazy: bool) -> bool:
        if "|" not in body or lazy or self.leaf == Leaf.TABLE or number + 1 >= len(self.lines):
            return False
        following = self.lines[number + 1]
        if "-" not in following or (not self.stack and not _DELIMITERS.match(following)):
            return False
        following = expand(following)
        matched, position = continued(following, self.stack[:depth])
        following = following[position:]
        if matched < depth or following.startswith("    ") or not _DELIMITERS.match(following):
            return False
        cells = [cell.strip() for cell in following.split("|")]
        if RULE.match(following.strip()) or "" in cells[1:-1]:
            return False
        cells = [cell for cell in cells if cell]
        header = escapedSplit(body.strip())
        columns = len(header) - (header[0] == "") - (len(header) > 1 and header[-1] == "")
        return 0 < columns == len(cells) and all(map(_DELIMITER.match, cells))

    def _starts_leaf(self, number: int, body: str, depth: int, lazy: bool) -> Line | None:
        sign = body[0]
        if sign == "#" and HEADING.match(body):
            found, leaf = Line.HEADING, Leaf.NONE
        elif sign in "-*_" and RULE.match(body):
            found, leaf = Line.RULE, Leaf.NONE
            self.rule_under_text = (
                self.leaf == Leaf.PARAGRAPH and not lazy and set(body.rstrip()) == {"-"}
            )
        elif sign in "`~" and (fence := _FENCE.match(body)):
            self.fence = fence.group()
            self.fence_line = number
            found, leaf = Line.INSIDE, Leaf.FENCE
        elif sign == "<" and body.startswith("<!--"):
            end = comment_end(body, 0)
            if end >= 0 and body[end:].strip():
                return None
            if end < 0 and not self._comment_closes(number, depth):
                return None
            found, leaf = Line.INSIDE, Leaf.NONE if end >= 0 else Leaf.COMMENT
        elif (
            sign == "$" and body.startswith("$$") and self.leaf not in (Leaf.PARAGRAPH, Leaf.TABLE)
        ):
            first = body.rstrip()
            whole = len(first) > 3 and first.endswith("$$")
            if not whole and ("$$" in first[2:] or not self._math_closes(number, depth)):
                return None
            found, leaf = Line.INSIDE, Leaf.NONE if whole else Leaf.MATH
        else:
            return None
        self._close(depth)
        self.leaf = leaf
        return found

    def _comment_closes(self, number: int, depth: int) -> bool:
        if number >= self._comment_missing:
            containers = self.stack[:depth]
            following = number + 1
            while following < len(self.lines):
                text = expand(self.lines[following])
                matched, position = continued(text, containers)
                if matched < depth:
                    break
                if text.find("-->", position) >= 0:
                    return True
                following += 1
            self._comment_missing = following
            self.open_comments.append((number, self.lines[number].find("<!--")))
        return False

    def _math_closes(self, number: int, depth: int) -> bool:
        if number < self._math_missing:
            return False
        containers = self.stack[:depth]
        following = number + 1
        while following < len(self.lines):
            text = expand(self.lines[following])
            matched, position = continued(text, containers)
            rest = text[position:].rstrip()
            if matched < depth or not rest or MARKER.match(self.lines[following]):
                break
            if rest.endswith("$$"):
                return True
            following += 1
        self._math_missing = following
        return False
