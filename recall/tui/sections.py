"""What a card shows, part by part: frozen values, and their lines at a width.

A screen hands sections to ``CardView.show`` in the order they stand on the screen; blank lines part
them. Nothing here knows Textual, so that every look can be tested as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from recall.library.values import Mark, Piece
from recall.markdown.document import (
    Block,
    Document,
    Inline,
    ItemList,
    Paragraph,
    Quote,
    Span,
    Style,
    Table,
)
from recall.markdown.layout import lay_out
from recall.markdown.line import PLAIN, Line, Look, Role, Segment
from recall.markdown.wrap import clusters
from recall.text import clean, clean_line, width

# What stands before the option that keys act on.
CURSOR = "› "

_QUIET: Look = frozenset({Role.QUIET})
_LABEL: Look = frozenset({Role.LABEL})
_LOOKS: dict[Mark, Look] = {
    Mark.SAME: PLAIN,
    Mark.WRONG: frozenset({Role.WRONG}),
    Mark.MISSING: frozenset({Role.MISSING}),
}
_BENEATH = {Mark.SAME: " ", Mark.WRONG: "✗", Mark.MISSING: "+"}


class Sign(StrEnum):
    """The sign before an option: nothing yet, chosen but not judged, right, or wrong.

    ``BOX`` and ``TICKED`` are for cards of which several options may be chosen.
    """

    NONE = " "
    CHOSEN = "●"
    BOX = "☐"
    TICKED = "☑"
    RIGHT = "✓"
    WRONG = "✗"


_SIGN_LOOKS: dict[Sign, Look] = {
    Sign.NONE: PLAIN,
    Sign.CHOSEN: frozenset({Role.CURRENT}),
    Sign.BOX: PLAIN,
    Sign.TICKED: frozenset({Role.CURRENT}),
    Sign.RIGHT: frozenset({Role.RIGHT}),
    Sign.WRONG: frozenset({Role.WRONG}),
}


@dataclass(frozen=True, slots=True)
class Text:
    """A document as it is: the prompt, the answer, a piece of a lesson.

    ``label`` is put before it (``Note``, ``Hint``); ``quiet`` dims it, for what is over.
    """

    document: Document
    label: str = ""
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Divider:
    """The short rule between the prompt and the answer."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of ours, or outside text that is not Markdown, in one look."""

    text: str
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """What the learner typed, letter by letter against what was expected.

    Beneath it ``✗`` stands under what is wrong and ``+`` under what was missing. When all is the
    same, ``✓`` stands before it and nothing beneath.
    """

    pieces: tuple[Piece, ...]
    label: str = "You wrote"


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option, or one item to be ordered.

    ``letter`` is its letter or number; ``reason`` is shown beneath it, dim; ``current`` marks it as
    the one that keys act on.
    """

    letter: str
    document: Document
    sign: Sign = Sign.NONE
    reason: Document | None = None
    current: bool = False


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a choice, or the items of an order card, one below the other."""

    lines: tuple[OptionLine, ...]


Section = Text | Divider | Sentence | OwnAnswer | Options


def section_lines(
    sections: Iterable[Section], columns: int, *, right_to_left: bool = False
) -> tuple[Line, ...]:
    """Return the lines of sections for a column ``columns`` wide, a blank line between sections.

    Only the divider stands close above what follows it.
    """
    lines: list[Line] = []
    previous: Section | None = None
    for section in sections:
        drawn = _lines(section, columns, right_to_left)
        if not drawn:
            continue
        if previous is not None and not isinstance(previous, Divider):
            lines.append(Line())
        lines += drawn
        previous = section
    return tuple(lines)


def images(sections: Iterable[Section]) -> tuple[str, ...]:
    """Return the addresses of all images in sections, in order, each once."""
    found: dict[str, None] = {}
    for section in sections:
        match section:
            case Text(document):
                documents = [document]
            case Options(options):
                documents = [option.document for option in options]
                documents += [option.reason for option in options if option.reason is not None]
            case _:
                documents = []
        for document in documents:
            found |= dict.fromkeys(_images(document.blocks))
    return tuple(found)


def _lines(section: Section, columns: int, right_to_left: bool) -> Sequence[Line]:
    match section:
        case Text(document, label, quiet):
            shown = _labelled(document, label) if label else document
            lines = lay_out(shown, columns, right_to_left=right_to_left)
            return _with_label_look(_with_look(lines, _QUIET) if quiet else lines, label)
        case Divider():
            return (Line((Segment("───", frozenset({Role.RULE})),)),)
        case Sentence(words, role):
            spans = (Span(clean_line(words)),)
            lines = lay_out(Document((Paragraph(spans),)), columns, right_to_left=right_to_left)
            return lines if role is None else _with_look(lines, frozenset({role}))
        case OwnAnswer(pieces, label):
            return _own_answer(pieces, label, columns)
        case Options(options):
            return _options(options, columns, right_to_left)


def _labelled(document: Document, label: str) -> Document:
    """Return a document whose first paragraph begins with a label, or one is put before it."""
    words = Span(f"{label}. ")
    first, *rest = document.blocks or (Paragraph(()),)
    if isinstance(first, Paragraph):
        return Document((Paragraph((words, *first.content)), *rest))
    return Document((Paragraph((Span(f"{label}."),)), first, *rest))


def _with_label_look(lines: Sequence[Line], label: str) -> Sequence[Line]:
    """Return lines whose label is set as one; it is the beginning of the first line's text."""
    if not label or not lines:
        return lines
    first, *rest = lines
    segments = list(first.segments)
    place = 1 if segments and not segments[0].text.strip() else 0
    if place >= len(segments) or not segments[place].text.startswith(f"{label}."):
        return lines
    segment = segments[place]
    length = len(label) + 1
    segments[place : place + 1] = [
        Segment(segment.text[:length], segment.look | _LABEL),
        Segment(segment.text[length:], segment.look, segment.target),
    ]
    return (Line(tuple(part for part in segments if part.text), first.wide), *rest)


def _with_look(lines: Iterable[Line], look: Look) -> tuple[Line, ...]:
    return tuple(
        Line(
            tuple(Segment(part.text, part.look | look, part.target) for part in line.segments),
            line.wide,
        )
        for line in lines
    )


def _options(options: tuple[OptionLine, ...], columns: int, right_to_left: bool) -> list[Line]:
    lines: list[Line] = []
    widest = max((width(option.letter) for option in options), default=0)
    for option in options:
        letter = clean_line(option.letter).rjust(widest)
        current: Look = frozenset({Role.CURRENT}) if option.current else PLAIN
        prefix = (
            Segment(CURSOR if option.current else " " * width(CURSOR), current),
            Segment(option.sign.value, _SIGN_LOOKS[option.sign]),
            Segment(f" {letter}  ", current or frozenset({Role.MARKER})),
        )
        indent = sum(width(part.text) for part in prefix)
        inner = max(columns - indent, 1)
        drawn = list(lay_out(option.document, inner, right_to_left=right_to_left)) or [Line()]
        if option.reason is not None:
            reason = lay_out(option.reason, inner, right_to_left=right_to_left)
            drawn += _with_look(reason, _QUIET)
        lines.append(Line((*prefix, *drawn[0].segments), drawn[0].wide))
        lines += [
            line.after(Segment(" " * indent)) if line.segments else line for line in drawn[1:]
        ]
    return lines


def _own_answer(pieces: tuple[Piece, ...], label: str, columns: int) -> list[Line]:
    right = all(piece.mark is Mark.SAME for piece in pieces)
    sign = Sign.RIGHT if right else Sign.WRONG
    letters = [
        (cluster, piece.mark)
        for piece in pieces
        for cluster in clusters(clean(piece.text).replace("\n", "⏎").replace("\t", " "))
    ]
    head: tuple[Segment, ...] = (
        Segment(f"{sign.value} ", _SIGN_LOOKS[sign]),
        Segment(f"{label}  ", _QUIET),
    )
    indent = sum(width(part.text) for part in head)
    if indent * 2 > columns:
        lines = [Line(head)]
        head = (Segment("  "),)
        indent = 2
    else:
        lines = []
    for number, row in enumerate(_filled(letters, columns - indent) or [[]]):
        before = head if not number else (Segment(" " * indent),)
        runs = [
            Segment("".join(letter for letter, _ in run), _LOOKS[mark])
            for mark, run in groupby(row, key=lambda pair: pair[1])
        ]
        lines.append(Line((*before, *runs)))
        if not right and any(mark is not Mark.SAME for _, mark in row):
            beneath = [
                Segment("".join(_BENEATH[mark] * width(letter) for letter, _ in run), _LOOKS[mark])
                for mark, run in groupby(row, key=lambda pair: pair[1])
            ]
            lines.append(Line((Segment(" " * indent), *beneath)))
    return lines


def _filled(letters: list[tuple[str, Mark]], columns: int) -> list[list[tuple[str, Mark]]]:
    """Return letters in rows at most ``columns`` wide, broken anywhere: positions matter here."""
    rows: list[list[tuple[str, Mark]]] = []
    used = columns
    for letter, mark in letters:
        size = width(letter)
        if used + size > columns:
            rows.append([])
            used = 0
        rows[-1].append((letter, mark))
        used += size
    return rows


def _images(blocks: Iterable[Block]) -> list[str]:
    found: list[str] = []
    for block in blocks:
        match block:
            case ItemList(items):
                for item in items:
                    found += _images(item.blocks)
            case Quote(inner):
                found += _images(inner)
            case Table(head, rows):
                for cell in (*head, *(cell for row in rows for cell in row)):
                    found += _targets(cell)
            case Paragraph(content):
                found += _targets(content)
            case _:
                found += _targets(getattr(block, "content", ()))
    return found


def _targets(content: Inline) -> list[str]:
    return [span.target for span in content if Style.IMAGE in span.styles and span.target]
