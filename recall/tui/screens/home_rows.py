"""The lines of the home screen's list, for any width."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from textual.content import Content

from recall.library.values import DeckRow, Home
from recall.study.course import State
from recall.text import percent, width
from recall.tui.bars import LENGTH, bar
from recall.tui.content import line, text
from recall.tui.widgets.row_list import Row
from recall.tui.wording import amount

_SHARE = 5
_WIDE = 96
_WITH_SUMMARY = 74
_WITHLENGTH = 56
_LEAST_SUMMARY = 14
_LEAST_TITLE = 28
_LONGEST_CODE = 9
_LONGEST_TITLE = 44


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide the columns must be for a group of decks, in cells; 0 for one that is empty."""

    code: int
    title: int
    about: int
    due: int
    new: int


@dataclass(frozen=True, slots=True)
class Look:
    """How a state is shown: a sign, and the style it and its word are drawn in."""

    sign: str
    style: str = ""


LOOKS: Mapping[State, Look] = {
    State.KNOWN: Look("✓", "$success"),
    State.LEARNING: Look("◐"),
    State.READING: Look("◔"),
    State.NEW: Look("○"),
    State.CLOSED: Look("·", "$text-muted"),
}


def next_lesson(home: Home) -> DeckRow | None:
    """Return the lesson to be read next: the one that was begun, or else the first whose turn has
    come and whose cards wait for it; then of the open decks of courses the first with cards that
    were not met yet, or when all were met the last.
    """
    decks = [deck for deck in home.decks if deck.course is not None and deck.open]
    choices = (
        *(deck for deck in home.decks if deck.state is State.READING),
        *(deck for deck in home.decks if deck.open and deck.is_read and deck.waiting),
        *(deck for deck in decks if deck.new),
        *decks[-1:],
    )
    return next(iter(choices), None)


def finished_lesson(home: Home) -> DeckRow | None:
    """Return the last lesson that was finished, or else the last deck of a course of which anything
    was met, to check oneself on.
    """
    met = (State.LEARNING, State.KNOWN)
    decks = [deck for deck in reversed(home.decks) if deck.course is not None]
    choices = (
        *(deck for deck in decks if deck.finished),
        *(deck for deck in decks if deck.state in met),
    )
    return next(iter(choices), None)


def columns_of(decks: Iterable[DeckRow]) -> Columns:
    """Return how wide the columns of the decks must be."""
    decks = tuple(decks)
    code = max((width(deck.code or "") for deck in decks), default=0)
    title = max((width(deck.title) for deck in decks), default=0)
    due = max((width(_due(deck)) for deck in decks), default=0)
    new = max((width(_new(deck)) for deck in decks), default=0)
    about = max((width(_about(deck)) for deck in decks), default=0)
    return Columns(min(code, _LONGEST_CODE), min(title, _LONGEST_TITLE), about, due, new)


def rows_of(home: Home) -> list[Row]:
    """Return a row for each deck, under headings when there is more than one course."""
    rows: list[Row] = []
    known = {course.id for course in home.courses}
    columns = columns_of(deck for deck in home.decks if deck.course in known)
    several = len(home.courses) > 1
    for course in home.courses:
        if rows:
            rows.append(Row(lambda _: ()))
        if several:
            rows.append(Row(partial(heading_line, course.title)))
        rows += [
            Row(partial(deck_line, deck, columns), key)
            for key, deck in enumerate(home.decks)
            if deck.course == course.id and (deck.cards or deck.points or deck.code)
        ]
    own = columns_of(deck for deck in home.decks if deck.course not in known)
    loose = [
        Row(partial(deck_line, deck, own), key)
        for key, deck in enumerate(home.decks)
        if deck.course not in known
    ]
    if loose and home.courses:
        rows += [Row(lambda _: ()), Row(partial(heading_line, "My decks"))]
    return rows + loose


def heading_line(title: str, columns: int) -> list[Content]:
    """Return the line of a heading."""
    return [line(title).stylize("bold $primary").truncate(columns, ellipsis=True)]


def deck_line(deck: DeckRow, widths: Columns, columns: int) -> list[Content]:
    """Return the line of a deck; with less room the bar goes, then the words of the numbers."""
    look = LOOKS[deck.state]
    left = [(f"{look.sign} ", look.style)]
    if columns >= _WIDE:
        left.append((f"{deck.state.value:<10}", look.style))
    start = Content.assemble(*left)
    if widths.code:
        start = Content.assemble(start, _cell(line(deck.code or ""), widths.code + 2))
    right = _right(deck, widths, columns)
    room = columns - start.cell_length - right.cell_length - 2
    name = line(deck.title)
    about = line(_about(deck))
    title = widths.title
    if columns >= _WIDE:
        # Long titles give way to long summaries, as far as both still say something.
        title = min(title, max(room - 2 - widths.about, _LEAST_TITLE))
    if columns >= _WITH_SUMMARY and about and room >= title + 2 + _LEAST_SUMMARY:
        about = about.truncate(room - title - 2, ellipsis=True).stylize("$text-muted")
        name = Content.assemble(_cell(name, title + 2), about)
    line_ = Content.assemble(start, _cell(name, max(room, 4) + 2), right)
    return [line_.stylize("$text-muted") if deck.state is State.CLOSED else line_]


def _right(deck: DeckRow, widths: Columns, columns: int) -> Content:
    """Return the bar, the share and the counts, or that the deck is closed."""
    narrow = columns < _WITHLENGTH
    counted = max(widths.due, widths.new) if narrow else widths.due + widths.new + 2
    if deck.state is State.CLOSED:
        least = (0 if narrow else LENGTH + 1) + _SHARE + 2 + counted
        opens = f"opens after {deck.after[-1]}" if deck.after and not narrow else "closed"
        return text(opens.rjust(least))
    unseen = deck.new >= deck.cards and deck.recall == 0
    share = "–" if unseen else percent(deck.recall)
    due, new = _due(deck), _new(deck)
    if narrow:
        return text(f"{share:>{_SHARE}}  {due or new:>{counted}}")
    return Content.assemble(
        bar(deck.recall),
        f" {share:>{_SHARE}}  {due:>{widths.due}}  ",
        (f"{new:>{widths.new}}", "$text-muted"),
    )


def _due(deck: DeckRow) -> str:
    return f"{deck.due:,} due" if deck.due else ""


def _new(deck: DeckRow) -> str:
    """Return how many new cards today brings, or how many a lesson to be read will."""
    if deck.new_today:
        return f"{deck.new_today:,} new"
    if deck.waiting and deck.state is not State.CLOSED:
        return amount(deck.waiting, "card")
    return ""


def _about(deck: DeckRow) -> str:
    """Return what a deck is about in a line, or else how much there is of it."""
    parts = [
        amount(deck.cards, "card") if deck.cards else "",
        amount(deck.points, "key point") if deck.points else "",
    ]
    return deck.summary or ", ".join(part for part in parts if part)


def _cell(content: Content, columns: int) -> Content:
    """Return content cut or filled to a number of cells, a gap of two at its end."""
    cut = content.truncate(max(columns - 2, 1), ellipsis=True)
    return cut.pad_right(max(columns - cut.cell_length, 0))
