"""The columns of the list of cards: which ones there is room for, and what each says of a card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.content import Content

from recall.library.values import CardRow, Sort
from recall.text import percent, shorten
from recall.text import width as columns_of
from recall.tui.content import line, text

_GAP = 2
_LEAST_TITLE = 30
_LEAST_SHARE, _MOST_SHARE = 0.4, 0.6
_MOST_WHICH = 18
_NONE = "–"
_DAYS_PER_YEAR = 365.25


@dataclass(frozen=True, slots=True)
class Column:
    """One column: what it sorts by, its heading, how wide it is, and what it says of a card.

    The title's ``width`` is 0: it takes what is left.
    """

    sort: Sort
    heading: str
    width: int
    says: Callable[[CardRow], str]


def _due(row: CardRow) -> str:
    if row.due_in is None:
        return "new"
    if row.due_in == 0:
        return "today"
    days = _days(abs(row.due_in))
    return f"in {days}" if row.due_in > 0 else f"{days} ago"


def _days(days: float) -> str:
    if days >= 2 * _DAYS_PER_YEAR:
        return f"{days / _DAYS_PER_YEAR:,.1f} y"
    return f"{days:,.0f} d" if days >= 10 or days == round(days) else f"{days:.1f} d"


def _kind(row: CardRow) -> str:
    return row.kind.value


def _recall(row: CardRow) -> str:
    return _NONE if row.recall is None else percent(row.recall)


def _stability(row: CardRow) -> str:
    return _NONE if row.stability is None else _days(row.stability)


def _difficulty(row: CardRow) -> str:
    return _NONE if row.difficulty is None else f"{row.difficulty:.1f}"


def _end_of(path: str, columns: int) -> str:
    """Return a path, or as much of its end as there is room for: decks differ there."""
    if columns_of(path) <= columns:
        return path
    end = path
    while columns_of(end) >= columns:
        end = end[1:]
    return f"…{end}"


TITLE = Column(Sort.TITLE, "Card", 0, lambda row: row.title)
_DECK = Column(Sort.PLACE, "Deck", 18, lambda row: _end_of(row.deck, 18))
COLUMNS: tuple[Column, ...] = (
    TITLE,
    _DECK,
    Column(Sort.KIND, "Kind", 11, _kind),
    Column(Sort.DUE, "Due", 10, _due),
    Column(Sort.RECALL, "Recall", 8, _recall),
    Column(Sort.STABILITY, "Stability", 11, _stability),
    Column(Sort.DIFFICULTY, "Difficulty", 12, _difficulty),
    Column(Sort.LAPSES, "Lapses", 8, lambda row: f"{row.lapses:,}"),
    Column(Sort.REPS, "Answers", 9, lambda row: f"{row.reps:,}"),
)
"""All columns in their order."""

_BY_NEED = (
    Sort.DUE,
    Sort.PLACE,
    Sort.RECALL,
    Sort.STABILITY,
    Sort.LAPSES,
    Sort.DIFFICULTY,
    Sort.REPS,
    Sort.KIND,
)
_AT_THE_LEFT = frozenset({Sort.TITLE, Sort.PLACE, Sort.KIND})


def next_sort(sort: Sort, steps: int) -> Sort:
    """Return what the column ``steps`` to the right sorts by; the ends meet."""
    order = [column.sort for column in COLUMNS]
    return order[(order.index(sort) + steps) % len(order)]


def shown(width: int, sort: Sort) -> tuple[Column, ...]:
    """Return the columns there is room for; the one that sorts is always among them."""
    columns = {column.sort: column for column in COLUMNS}
    chosen = {Sort.TITLE}
    title = max(_LEAST_TITLE, int(width * _LEAST_SHARE))
    room = width - min(title, int(width * _MOST_SHARE))
    for one in (sort, *_BY_NEED):
        cost = columns[one].width + _GAP
        if one not in chosen and cost <= room:
            chosen.add(one)
            room -= cost
    return tuple(column for column in COLUMNS if column.sort in chosen)


def heading(width: int, sort: Sort, *, descending: bool) -> Content:
    """Return the line over the list; an arrow tells what it is sorted by."""
    cells: list[Content] = []
    columns = shown(width, sort)
    for column in columns:
        words = column.heading
        if column.sort is sort:
            words = f"{words} {'↓' if descending else '↑'}"
        cell = _cell(line(words), column, columns, width)
        style = "bold" if column.sort is sort else "$text-muted"
        cells.append(cell.stylize(style))
    return text(" " * _GAP).join(cells)


def card_line(row: CardRow, width: int, sort: Sort) -> Content:
    """Return the line of one card."""
    columns = shown(width, sort)
    cells: list[Content] = []
    for column in columns:
        if column is TITLE:
            cells.append(_titled(row, _title_width(columns, width)))
        else:
            cells.append(_cell(line(column.says(row)), column, columns, width))
    return text(" " * _GAP).join(cells)


def _titled(row: CardRow, width: int) -> Content:
    """Return the title with what tells the card from its siblings, and its marks in words."""
    marks = [
        word
        for word, on in (
            ("missing", row.missing),
            ("suspended", row.suspended),
            ("buried", row.buried),
            ("flagged", row.flagged),
        )
        if on
    ]
    told = [f"· {shorten(row.which, _MOST_WHICH)}"] if row.which else []
    told += [f"({word})" for word in marks]
    after = text(" ".join(told)).stylize("$text-muted")
    room = width - (after.cell_length + 1 if told else 0)
    if room < width // 3:
        after = after.truncate(width - width // 3 - 1, ellipsis=True)
        room = width // 3
    title = line(row.title or row.uid).truncate(room, ellipsis=True)
    whole = Content.assemble(title, " ", after) if told else title
    return whole.pad_right(max(width - whole.cell_length, 0))


def _cell(words: Content, column: Column, columns: Sequence[Column], width: int) -> Content:
    room = column.width or _title_width(columns, width)
    cut = words.truncate(room, ellipsis=True)
    space = room - cut.cell_length
    return cut.pad_right(space) if column.sort in _AT_THE_LEFT else cut.pad_left(space)


def _title_width(columns: Sequence[Column], width: int) -> int:
    others = sum(column.width + _GAP for column in columns if column is not TITLE)
    return max(width - others, 1)
