"""A section of the page, and the numbers in words that several sections need."""

from __future__ import annotations

from dataclasses import dataclass

from recall.clock import day_to_date


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the page: a title, a sentence to be wrapped, and lines to be drawn as they are.

    A blank line within ``lines`` parts two plots.
    """

    title: str
    sentence: str
    lines: tuple[str, ...] = ()


def number_of(number: int, singular: str) -> str:
    """Return a number with its noun: ``1 card``, ``2 cards``."""
    return f"{number:,} {singular}{'' if number == 1 else 's'}"


def time_of(milliseconds: int) -> str:
    """Return a time spent: ``40 seconds``, ``6 minutes``, ``1 h 35 min``."""
    seconds = round(milliseconds / 1000)
    if seconds < 90:
        return number_of(seconds, "second")
    minutes = round(seconds / 60)
    return (
        number_of(minutes, "minute") if minutes < 90 else f"{minutes // 60:,} h {minutes % 60} min"
    )


def day_label(day: int, shown: bool) -> str:
    """Return a day as ``12-31`` when it is to be shown."""
    return day_to_date(day).isoformat()[5:] if shown else ""
