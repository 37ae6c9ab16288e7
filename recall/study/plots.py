"""Plots as text: bars, columns and a heat map, for a command's output and for a screen alike.

Nothing depends on colour. Every function returns plain lines that fit the width asked for, which is
at least ``LEAST_WIDTH``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from recall.clock import day_to_date
from recall.study.stats.days import Week

LEAST_WIDTH = 33
_EIGHTHS = " ▁▂▃▄▅▆▇█"
_SHADES = "·░▒▓█"
_AFTER_TODAY = " "
_WIDEST_COLUMN = 3
_SMALL = 10
_DAY_LABELS = ("Mon", "", "Wed", "", "Fri", "", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a chart: what it is (shown beneath where there is room) and how high."""

    label: str
    value: float


def bar(share: float, columns: int) -> str:
    """Return a share, 0 to 1, as a bar ``▰▰▰▱▱`` of so many columns."""
    filled = min(max(round(share * columns), 0), columns)
    return "▰" * filled + "▱" * (columns - filled)


def row_chart(rows: Sequence[tuple[str, float, str]], width: int) -> list[str]:
    """Return a line for each (label, value, words): a bar as long as the value is of the greatest.

    A value above zero has at least a sliver.
    """
    greatest = max((value for _, value, _ in rows), default=0.0)
    left = max((len(label) for label, _, _ in rows), default=0)
    right = max((len(words) for _, _, words in rows), default=0)
    room = max(min(width - left - right - 2, 40), 1)
    lines = []
    for label, value, words in rows:
        eighths = round(value / greatest * room * 8) if greatest else 0
        drawn = _lying(max(eighths, 1) if value > 0 else 0)
        lines.append(f"{label:>{left}} {drawn}{' ' if drawn else ''}{words}".rstrip())
    return lines


def column_chart(
    columns: Sequence[Column], width: int, *, height: int = 4, keep_last: bool = False
) -> list[str]:
    """Return upright columns over a line of labels, the greatest value written beside the top.

    A value above zero has at least a sliver. Where not all columns fit, the last ones are left out,
    or with ``keep_last`` the first ones.
    """
    greatest = max((column.value for column in columns), default=0.0)
    small = greatest < _SMALL and greatest != round(greatest)
    top = f"{greatest:.1f}" if small else short_number(round(greatest), 10_000)
    label = max(len(top), 1)
    room = width - label - 1
    each = max(min(room // max(len(columns), 1), _WIDEST_COLUMN), 1)
    fitting = room // each
    shown = columns[-fitting:] if keep_last else columns[:fitting]
    drawn = "█" * (each - 1) if each > 1 else "█"
    heights = [_eighths(column.value, greatest, height) for column in shown]
    lines = []
    for row in range(height - 1, -1, -1):
        cells = [
            (_EIGHTHS[min(max(eighths - 8 * row, 0), 8)] * len(drawn)).ljust(each)
            for eighths in heights
        ]
        head = top if row == height - 1 else "0" if row == 0 else ""
        lines.append(f"{head:>{label}} {''.join(cells)}".rstrip())
    return [*lines, _labels(shown, each, label + 1, width)]


def short_number(number: int, limit: int) -> str:
    """Return a number as it is below ``limit``, else in thousands or millions: ``12k``, ``3M``."""
    if number < limit:
        return str(number)
    thousands = round(number / 1000)
    return f"{thousands}k" if thousands < 1000 else f"{round(thousands / 1000)}M"


def heat_lines(weeks: Sequence[Week], width: int) -> list[str]:
    """Return the days of the weeks as shades, a line for each day of the week, and a legend.

    Weeks stand side by side, the newest at the right; where not all fit, the oldest are left out.
    A shade stands for about a quarter of the days studied, and the legend says for which numbers.
    """
    shown = weeks[-(width - 4) :]
    numbers = sorted(number for week in weeks for number in week.answers if number)
    steps = _quarters(numbers)
    lines = [_month_line(shown)]
    for place, label in enumerate(_DAY_LABELS):
        signs = (_shade(week.answers[place], steps) for week in shown)
        lines.append(f"{label:<3} {''.join(signs)}".rstrip())
    return [*lines, *_legend(numbers, steps, width)]


def _lying(eighths: int) -> str:
    """Return a lying bar of so many eighths of a column."""
    whole, rest = divmod(eighths, 8)
    return "█" * whole + (" ▏▎▍▌▋▊▉"[rest] if rest else "")


def _eighths(value: float, greatest: float, height: int) -> int:
    if value <= 0 or greatest <= 0:
        return 0
    return max(round(value / greatest * height * 8), 1)


def _labels(columns: Sequence[Column], each: int, start: int, width: int) -> str:
    """Return the labels beneath their columns, as many as do not touch each other."""
    line = " " * start
    for place, column in enumerate(columns):
        at = start + place * each
        free = not line.strip() or len(line) < at
        if column.label and free and at + len(column.label) <= width:
            line = line.ljust(at) + column.label
    return line.rstrip()


def _quarters(numbers: Sequence[int]) -> tuple[int, ...]:
    """Return the greatest number of each of the four shades, of numbers in order."""
    if not numbers:
        return ()
    last = len(numbers) - 1
    return tuple(numbers[last * quarter // 4] for quarter in (1, 2, 3, 4))


def _shade(number: int | None, steps: Sequence[int]) -> str:
    if number is None:
        return _AFTER_TODAY
    if not number:
        return _SHADES[0]
    return _SHADES[_level(number, steps)]


def _level(number: int, steps: Sequence[int]) -> int:
    return 1 + sum(number > step for step in steps[:-1])


def _legend(numbers: Sequence[int], steps: Sequence[int], width: int) -> list[str]:
    parts = [f"{_SHADES[0]} none"]
    for level in range(1, len(_SHADES)):
        held = [number for number in numbers if _level(number, steps) == level]
        if held:
            low, high = held[0], held[-1]
            spelt = f"{low}" if low == high else f"{low}–{high}"
            parts.append(f"{_SHADES[level]} {spelt}")
    lines = [""]
    for part in parts:
        joined = f"{lines[-1]}   {part}" if lines[-1] else part
        if len(joined) <= width - 4:
            lines[-1] = joined
        else:
            lines.append(part)
    return [f"    {line}" for line in lines]


def _month_line(weeks: Sequence[Week]) -> str:
    """Return the names of months over the weeks in which they begin."""
    line = "    "
    for place, week in enumerate(weeks):
        sunday, at = day_to_date(week.monday + 6), 4 + place
        begins = sunday.day <= len(week.answers)
        if begins and len(line) <= at and place + 3 <= len(weeks):
            line = line.ljust(at) + f"{_MONTHS[sunday.month - 1]} "
    return line.rstrip()
