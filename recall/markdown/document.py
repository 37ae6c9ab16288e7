"""A tree of blocks and spans: what Markdown looks like, free of any user interface."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Style(StrEnum):
    """How a span of text is set."""

    STRONG = "strong"
    EMPHASIS = "emphasis"
    STRIKE = "strike"
    CODE = "code"
    MATH = "math"
    LINK = "link"
    IMAGE = "image"
    GAP = "gap"
    HINT = "hint"


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text in one style.

    ``text`` is what is shown (mathematics already in its Unicode form, an image as ``▣ alt``);
    ``target`` the address of a link or image. A newline in ``text`` is a hard line break.
    """

    text: str
    styles: frozenset[Style] = frozenset()
    target: str | None = None


Inline = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    content: Inline


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1–6."""

    level: int
    content: Inline


@dataclass(frozen=True, slots=True)
class GapMark:
    """The part of a line that is a gap or its answer: characters ``start`` to ``end`` of ``line``,
    all counted from 0. Lines of code and rows of mathematics have no spans, so they carry marks.
    """

    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Preformatted:
    """Lines shown as they are: code, with its language for highlighting, or a diagram.

    ``folded`` is set where the lines are the source of a piece too large to be drawn: these long
    lines are wrapped, those of code never are.
    """

    lines: tuple[str, ...]
    language: str = ""
    folded: bool = False
    marks: tuple[GapMark, ...] = ()


@dataclass(frozen=True, slots=True)
class MathBlock:
    """Display mathematics, drawn in rows; ``source`` is its TeX."""

    rows: tuple[str, ...]
    source: str
    marks: tuple[GapMark, ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a list; ``marker`` is ``•``, ``1.``, ``☐`` or ``☑``."""

    marker: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list; ``tight`` lists have no blank lines between their items."""

    items: tuple[Item, ...]
    tight: bool = True


class Align(StrEnum):
    """How a table column is aligned."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Table:
    """A table: its head, its rows, and one alignment for each column."""

    head: tuple[Inline, ...]
    rows: tuple[tuple[Inline, ...], ...]
    align: tuple[Align, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A thematic break."""


Block = Paragraph | Heading | Preformatted | MathBlock | Quote | ItemList | Table | Rule


@dataclass(frozen=True, slots=True)
class Document:
    """A piece of Markdown, ready to be drawn at any width."""

    blocks: tuple[Block, ...] = field(default=())
