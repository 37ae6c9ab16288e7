"""The whole page of the statistics, section by section.

What has no figures yet says what will appear there, and when.
"""

from __future__ import annotations

from recall.study.plots import LEAST_WIDTH
from recall.study.report import remembering, units, work
from recall.study.report.blank_pages import blank_pages
from recall.study.report.section import Section
from recall.study.stats.whole import Statistics

WIDEST = 100
"""Wider plots and tables are harder to read, not easier."""


def report(statistics: Statistics, columns: int) -> tuple[Section, ...]:
    """Return the sections for a width in columns; their lines fit if it is at least 33."""
    room = min(max(columns, LEAST_WIDTH), WIDEST)
    written = blank_pages(statistics.pages, room)
    return (
        work.overview(statistics),
        work.forecast(statistics, room),
        work.recent(statistics, room),
        work.year(statistics, room),
        remembering.retention(statistics, room),
        remembering.calibration(statistics.calibration, room),
        remembering.memories(statistics, room),
        work.hours(statistics.hours, room),
        *(() if written is None else (written,)),
        units.units(statistics, room),
    )
