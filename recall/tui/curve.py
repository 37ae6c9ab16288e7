"""The curve of predicted recall as text: from the last answer to today and on past the due day."""

from __future__ import annotations

from textual.content import Content

from recall.library.values import CardInfo
from recall.text import percent
from recall.tui.content import text

_ROWS = 6
_LABEL = 6
_WIDEST = 62


def curve_lines(info: CardInfo, width: int) -> list[Content]:
    """Return the lines of a card's curve, none when it has none or there is no room.

    Days run to the right, recall from 100 % at the top down; ``▲`` stands under the due day and
    ``│`` under today.
    """
    columns = min(width - _LABEL - 1, _WIDEST)
    if len(info.curve) < 2 or columns < 20:
        return []
    first, last = info.curve[0][0], info.curve[-1][0]
    span = max(last - first, 1)
    lowest = min(recall for _, recall in info.curve)
    bottom = int(lowest * 10) / 10 if lowest < 0.99 else 0.9
    height = max(1.0 - bottom, 0.1)
    values = [_at(info.curve, first + span * place / (columns - 1)) for place in range(columns)]
    rows = [[" "] * columns for _ in range(_ROWS)]
    for place, recall in enumerate(values):
        row = round((1.0 - recall) / height * (_ROWS - 1))
        rows[min(max(row, 0), _ROWS - 1)][place] = "•"
    lines = []
    for number, cells in enumerate(rows):
        level = 1.0 - height * number / (_ROWS - 1)
        label = percent(level).rjust(_LABEL - 1)
        lines.append(
            Content.assemble((f"{label} ", "$text-muted"), ("".join(cells).rstrip(), "$primary"))
        )
    marks = [" "] * columns
    today = next((day for day, recall in info.curve if recall == info.recall), None)
    memory = info.memory
    due = (
        memory.due_day - memory.last_day
        if memory.due_day is not None and memory.last_day is not None
        else None
    )
    for day, sign in ((today, "│"), (due, "▲")):
        if day is not None:
            marks[min(max(round((day - first) / span * (columns - 1)), 0), columns - 1)] = sign
    lines.append(Content.assemble(" " * _LABEL, ("".join(marks).rstrip(), "bold $accent")))
    told = [f"days {first} to {last} since the last answer"]
    if due is not None:
        told.append(f"▲ due: {due}")
    if today is not None and today != due:
        told.append(f"│ today: {today}")
    legend = text("   ".join(told)).stylize("$text-muted")
    return [*lines, *(line.pad_left(_LABEL) for line in legend.wrap(columns))]


def _at(curve: tuple[tuple[int, float], ...], day: float) -> float:
    """Return recall on a day, straight between the days that are given."""
    before = curve[0]
    for point in curve[1:]:
        if point[0] >= day:
            share = (day - before[0]) / max(point[0] - before[0], 1)
            return before[1] + (point[1] - before[1]) * share
        before = point
    return curve[-1][1]
