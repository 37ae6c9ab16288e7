"""What was done and is known in each deck and course."""

from __future__ import annotations

from recall.study.report.section import Section, number_of
from recall.study.stats.whole import Statistics, Unit
from recall.text import percent, shorten, width

_MILLISECONDS_PER_MINUTE = 60_000
_NARROW_CELLS = 14
_WIDE_CELLS = 39
_WIDE = _WIDE_CELLS + 20


def units(statistics: Statistics, room: int) -> Section:
    """Return a line for each deck, those of a course beneath it."""
    title = "Units"
    if not statistics.units:
        return Section(title, "There is no deck with cards; each will have a line here.")
    begun = sum(unit.seen > 0 for unit in statistics.units)
    sentence = (
        f"{begun:,} of {number_of(len(statistics.units), 'deck')} begun. Known is the recall "
        "predicted now over all cards; kept is the share remembered at the first answers of a day."
    )
    by_course: dict[str | None, list[Unit]] = {}
    for unit in statistics.units:
        by_course.setdefault(unit.course, []).append(unit)
    lines = [_unit_head(room)]
    for course in statistics.courses:
        lines.append(_unit_line(course, room, ""))
        lines += [_unit_line(unit, room, "  ") for unit in by_course.pop(course.name, [])]
    lines += [_unit_line(unit, room, "") for loose in by_course.values() for unit in loose]
    return Section(title, sentence, tuple(lines))


def _unit_head(room: int) -> str:
    if room < _WIDE:
        return f"{'':{room - _NARROW_CELLS}}{'Seen':>8} {'Known':>5}"
    cells = f"{'Seen':>9} {'Answers':>8} {'Minutes':>8} {'Kept':>5} {'Known':>5}"
    return f"{'':{room - _WIDE_CELLS}}{cells}"


def _unit_line(unit: Unit, room: int, indent: str) -> str:
    wide = room >= _WIDE
    seen = f"{unit.seen}/{unit.cards}"
    known = percent(unit.recall) if unit.seen else "–"
    if wide:
        share = unit.effort.share.value
        remembered = "–" if share is None else percent(share)
        minutes = unit.effort.milliseconds / _MILLISECONDS_PER_MINUTE
        cells = f"{seen:>9} {unit.effort.answers:>8,} {minutes:>8,.0f} {remembered:>5} {known:>5}"
    else:
        cells = f"{seen:>8} {known:>5}"
    title = f"{unit.code}  {unit.title}" if unit.code else unit.title
    free = room - len(cells) - 1
    name = indent + shorten(title, free - len(indent))
    return f"{name}{' ' * (free - width(name) + 1)}{cells}"
