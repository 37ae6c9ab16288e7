"""The lines of the home screen's list, for any width."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.content import Content

from recall.library.values import DeckRow, Home
from recall.text import width
from recall.tui.content import line, text
from recall.tui.wording import amount

KNOWN_FROM = 0.85
"""Mean predicted recall from which a deck without unseen cards counts as known."""

_BAR = 10
_SHARE = 5
_WIDE = 96
_WITH_SUMMARY = 74
_WITH_BAR = 56
_LEAST_SUMMARY = 14
_LONGEST_CODE = 9
_LONGEST_TITLE = 44


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide the columns must be for a group of decks, in cells; 0 for one that is empty."""

    code: int
    title: int
    due: int
    new: int


@dataclass(frozen=True, slots=True)
class State:
    """How a deck stands: a sign, a word, and the style both are drawn in."""

    sign: str
    word: str
    style: str


def state_of(deck: DeckRow) -> State:
    """Return how a deck stands."""
    if not deck.open:
        return State("·", "closed", "$text-muted")
    if _unseen(deck):
        return State("○", "new", "")
    if deck.new == 0 and deck.recall >= KNOWN_FROM:
        return State("✓", "known", "$success")
    return State("◐", "learning", "")


def name_of(deck: DeckRow) -> str:
    """Return what a deck is called in a sentence."""
    return f"{deck.code} {deck.title}" if deck.code else deck.title


def next_lesson(home: Home) -> DeckRow | None:
    """Return the lesson to be read next: of the open decks of courses the first with cards that
    were not met yet, or when all were met the last.
    """
    decks = [deck for deck in home.decks if deck.course is not None and deck.open]
    unmet = (deck for deck in decks if deck.new)
    return next(unmet, decks[-1] if decks else None)


def finished_lesson(home: Home) -> DeckRow | None:
    """Return the last lesson of the courses of which anything was met, to check oneself on."""
    decks = [deck for deck in home.decks if deck.course is not None and deck.open]
    return next((deck for deck in reversed(decks) if not _unseen(deck)), None)


def columns_of(decks: Iterable[DeckRow]) -> Columns:
    """Return how wide the columns of the decks must be."""
    decks = tuple(decks)
    code = max((width(deck.code or "") for deck in decks), default=0)
    title = max((width(deck.title) for deck in decks), default=0)
    due = max((width(_due(deck)) for deck in decks), default=0)
    new = max((width(_new(deck)) for deck in decks), default=0)
    return Columns(min(code, _LONGEST_CODE), min(title, _LONGEST_TITLE), due, new)


def heading_line(title: str, columns: int) -> list[Content]:
    """Return the line of a heading."""
    return [line(title).stylize("bold $primary").truncate(columns, ellipsis=True)]


def deck_line(deck: DeckRow, widths: Columns, columns: int) -> list[Content]:
    """Return the line of a deck; with less room the bar goes, then the words of the numbers."""
    state = state_of(deck)
    left = [(f"{state.sign} ", state.style)]
    if columns >= _WIDE:
        left.append((f"{state.word:<10}", state.style))
    start = Content.assemble(*left)
    if widths.code:
        start = Content.assemble(start, _cell(line(deck.code or ""), widths.code + 2))
    right = _right(deck, widths, columns)
    room = columns - start.cell_length - right.cell_length - 2
    name = line(deck.title)
    about = line(deck.summary or _size(deck))
    if columns >= _WITH_SUMMARY and about and room >= widths.title + 2 + _LEAST_SUMMARY:
        about = about.truncate(room - widths.title - 2, ellipsis=True).stylize("$text-muted")
        name = Content.assemble(_cell(name, widths.title + 2), about)
    line_ = Content.assemble(start, _cell(name, max(room, 4) + 2), right)
    return [line_.stylize("$text-muted") if not deck.open else line_]


def _right(deck: DeckRow, widths: Columns, columns: int) -> Content:
    """Return the bar, the share and the counts, or that the deck is closed."""
    narrow = columns < _WITH_BAR
    counted = max(widths.due, widths.new) if narrow else widths.due + widths.new + 2
    if not deck.open:
        least = (0 if narrow else _BAR + 1) + _SHARE + 2 + counted
        opens = f"opens after {deck.after[-1]}" if deck.after and not narrow else "closed"
        return text(opens.rjust(least))
    share = "–" if _unseen(deck) else f"{deck.recall:.0%}".replace("%", " %")
    due, new = _due(deck), _new(deck)
    if narrow:
        return text(f"{share:>{_SHARE}}  {due or new:>{counted}}")
    filled = round(deck.recall * _BAR)
    return Content.assemble(
        ("▰" * filled, "$primary"),
        ("▱" * (_BAR - filled), "$text-muted"),
        f" {share:>{_SHARE}}  {due:>{widths.due}}  ",
        (f"{new:>{widths.new}}", "$text-muted"),
    )


def _unseen(deck: DeckRow) -> bool:
    """Whether nothing of a deck was answered yet; key points are not counted as new cards."""
    return deck.new >= deck.cards and deck.recall == 0


def _due(deck: DeckRow) -> str:
    return f"{deck.due:,} due" if deck.due and deck.open else ""


def _new(deck: DeckRow) -> str:
    return f"{deck.new:,} new" if deck.new and deck.open else ""


def _size(deck: DeckRow) -> str:
    parts = [
        amount(deck.cards, "card") if deck.cards else "",
        amount(deck.points, "key point") if deck.points else "",
    ]
    return ", ".join(part for part in parts if part)


def _cell(content: Content, columns: int) -> Content:
    """Return content cut or filled to a number of cells, a gap of two at its end."""
    cut = content.truncate(max(columns - 2, 1), ellipsis=True)
    return cut.pad_right(max(columns - cut.cell_length, 0))
