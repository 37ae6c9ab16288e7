"""The only way text of decks, files and learners becomes something Textual draws.

Textual reads plain strings as markup: ``[/b]`` in a card would crash the screen and
``[@click=…]`` would run an action. A ``Content`` made here is cleaned of control sequences and is
never read as markup.

- ``text(s)``: any outside text, as written;
- ``line(s)``: the same on one line, for titles and lists;
- ``content(lines)``: laid out lines, styled with theme variables;
- ``strip(line, styles, columns)``: one laid out line for widgets that draw line by line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.segment import Segment as RichSegment
from rich.style import Style as RichStyle
from textual.content import Content
from textual.strip import Strip

from recall.markdown.line import Line, Look
from recall.text import clean, clean_line
from recall.tui.looks import style_of


def text(outside: str) -> Content:
    """Return outside text as content that is drawn as written."""
    return Content(clean(outside))


def line(outside: str) -> Content:
    """Return outside text on one line."""
    return Content(clean_line(outside))


def content(lines: Iterable[Line]) -> Content:
    """Return laid out lines as content, one line each."""
    parts: list[str | tuple[str, str]] = []
    for number, one in enumerate(lines):
        if number:
            parts.append("\n")
        for segment in one.segments:
            style = style_of(segment.look)
            shown = clean(segment.text)
            parts.append((shown, style) if style else shown)
    return Content.assemble(*parts)


def strip(line: Line, styles: Callable[[Look], RichStyle]) -> Strip:
    """Return one laid out line as a strip; ``styles`` resolves a look in the current theme."""
    return Strip(
        [RichSegment(clean(segment.text), styles(segment.look)) for segment in line.segments],
        line.columns,
    )
