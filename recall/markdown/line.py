"""Lines as they are drawn: segments of text, each in one set of styles."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from recall.markdown.document import Style
from recall.text import width

# Text is never set narrower than this; deeper nesting is then drawn without its indent.
NARROWEST = 8


class Role(StrEnum):
    """What drawing adds to a document, the parts of highlighted code, and what an answer is worth
    (``RIGHT``, ``WRONG``, ``MISSING``), is about to be (``CURRENT``), or no longer is (``QUIET``).
    ``FOUND`` is what a search found, ``HERE`` the place of it that is looked at now.
    """

    HEADING = "heading"
    MARKER = "marker"
    QUOTE = "quote"
    RULE = "rule"
    BORDER = "border"
    TABLE_HEAD = "table-head"
    ADDRESS = "address"
    KEYWORD = "keyword"
    NAME = "name"
    STRING = "string"
    NUMBER = "number"
    COMMENT = "comment"
    OPERATOR = "operator"
    LABEL = "label"
    CURRENT = "current"
    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"
    QUIET = "quiet"
    FOUND = "found"
    HERE = "here"


Look = frozenset[Style | Role]
PLAIN: Look = frozenset()


@dataclass(frozen=True, slots=True)
class Segment:
    """A run of text in one look; ``target`` is the address of a link or image."""

    text: str
    look: Look = PLAIN
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line; ``wide`` allows it to be wider than the column it was laid out for."""

    segments: tuple[Segment, ...] = ()
    wide: bool = False

    @property
    def text(self) -> str:
        """The line without styles."""
        return "".join(segment.text for segment in self.segments)

    @property
    def columns(self) -> int:
        """How many terminal columns the line takes."""
        return sum(width(segment.text) for segment in self.segments)

    def after(self, prefix: Segment) -> Line:
        """Return the line with ``prefix`` before it."""
        return Line((prefix, *self.segments), self.wide)
