"""``recall stats``: what was done and what is remembered, as text plots or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from recall.cli.invocation import Invocation
from recall.cli.output import json_help, json_option, picked, write, write_json

if TYPE_CHECKING:
    from recall.study.stats.answered import Effort, Share
    from recall.study.stats.whole import Statistics, Unit

JSON_KEYS = (
    "date", "decks", "answers", "minutes", "streak", "forecast", "days", "weeks", "retention",
    "calibration", "stability", "difficulty", "hours", "units", "courses", "pages",
)  # fmt: skip
STREAK_KEYS = ("current", "longest", "studied", "today")
FORECAST_KEYS = ("date", "due")
DAY_KEYS = ("date", "answers", "minutes")
WEEK_KEYS = ("monday", "answers")
RETENTION_KEYS = ("young", "mature", "together", "months")
MONTH_KEYS = ("month", "young", "mature", "together")
SHARE_KEYS = ("remembered", "counted", "share", "aimed")
CALIBRATION_KEYS = ("answers", "predicted", "actual", "error", "bins")
BIN_KEYS = ("low", "high", "answers", "predicted", "actual")
MEMORY_KEYS = ("low", "high", "cards")
HOUR_KEYS = ("hour", "answers", "remembered", "counted")
UNIT_KEYS = (
    "name", "title", "code", "course", "cards", "seen", "recall", "answers", "minutes",
    "remembered", "counted", "share", "aimed",
)  # fmt: skip
PAGE_KEYS = ("date", "points", "said", "covered", "free", "guess", "overruled")
_MILLISECONDS_PER_MINUTE = 60_000


def _keys(*keys: str) -> str:
    return ", ".join(keys)


@click.command(
    epilog="""What counts as remembered is the first answer of a study day to a card answered
    before, cram apart, unless it was Again. A card is mature from a stability of 21 days on, and
    young below.

    """
    + json_help("an object with", JSON_KEYS)
    + f""" streak has {_keys(*STREAK_KEYS)}; forecast is a list of {_keys(*FORECAST_KEYS)} for 30
    days, today first; days of {_keys(*DAY_KEYS)}, only days with an answer; weeks, the heat map, of
    {_keys(*WEEK_KEYS)}: seven numbers, null after today. retention has {_keys(*RETENTION_KEYS)},
    where months is a list of {_keys(*MONTH_KEYS)} and each share an object with
    {_keys(*SHARE_KEYS)}. calibration has {_keys(*CALIBRATION_KEYS)}, where bins is a list of
    {_keys(*BIN_KEYS)}. stability (days) and difficulty are lists of {_keys(*MEMORY_KEYS)}; hours of
    {_keys(*HOUR_KEYS)}; units (decks) and courses of {_keys(*UNIT_KEYS)}; pages, the blank pages
    finished, of {_keys(*PAGE_KEYS)}. Shares go from 0 to 1;
    what cannot be said yet is null."""
)
@click.argument("decks", metavar="[DECK]...", nargs=-1)
@json_option
@click.pass_obj
def command(invocation: Invocation, decks: tuple[str, ...], as_json: bool) -> None:
    """Show what you did and what you remember.

    A DECK is named by path, code, title, course or folder; without one everything counts.
    """
    with invocation.library() as library:
        statistics = library.statistics(decks)
    if as_json:
        write_json(_as_json(statistics))
        return
    _print(statistics)


def _print(statistics: Statistics) -> None:
    from textwrap import wrap

    from recall.cli.streams import columns
    from recall.study.report.page import report

    room = columns()
    for place, section in enumerate(report(statistics, room)):
        if place:
            write()
        write(section.title)
        for line in wrap(section.sentence, room):
            write(line)
        if section.lines:
            write()
        for line in section.lines:
            write(line)


def _as_json(statistics: Statistics) -> dict[str, object]:
    from recall.clock import day_to_date

    def date(day: int) -> str:
        return day_to_date(day).isoformat()

    retention, calibration = statistics.retention, statistics.calibration
    values: tuple[object, ...] = (
        date(statistics.today),
        list(statistics.decks),
        statistics.effort.answers,
        _minutes(statistics.effort.milliseconds),
        picked(statistics.streak, STREAK_KEYS),
        [
            {"date": date(statistics.today + place), "due": number}
            for place, number in enumerate(statistics.forecast)
        ],
        [
            {
                "date": date(day.day),
                "answers": day.answers,
                "minutes": _minutes(day.milliseconds),
            }
            for day in statistics.days
        ],
        [{"monday": date(week.monday), "answers": list(week.answers)} for week in statistics.weeks],
        {
            **_shares(retention, "young", "mature", "together"),
            "months": [
                {"month": month.month, **_shares(month, "young", "mature", "together")}
                for month in retention.months
            ],
        },
        {
            **picked(calibration, ("answers", "predicted", "actual", "error")),
            "bins": [picked(one, BIN_KEYS) for one in calibration.bins],
        },
        [picked(one, MEMORY_KEYS) for one in statistics.stability],
        [picked(one, MEMORY_KEYS) for one in statistics.difficulty],
        [
            {
                "hour": hour.hour,
                "answers": hour.answers,
                "remembered": hour.share.remembered,
                "counted": hour.share.counted,
            }
            for hour in statistics.hours
        ],
        [_unit(unit) for unit in statistics.units],
        [_unit(course) for course in statistics.courses],
        [{"date": date(page.day), **picked(page, PAGE_KEYS[1:])} for page in statistics.pages],
    )
    return dict(zip(JSON_KEYS, values, strict=True))


def _unit(unit: Unit) -> dict[str, object]:
    return {
        **picked(unit, ("name", "title", "code", "course", "cards", "seen", "recall")),
        **_effort(unit.effort),
    }


def _effort(effort: Effort) -> dict[str, object]:
    return {
        "answers": effort.answers,
        "minutes": _minutes(effort.milliseconds),
        **_share(effort.share),
    }


def _shares(value: object, *names: str) -> dict[str, object]:
    return {name: _share(getattr(value, name)) for name in names}


def _share(share: Share) -> dict[str, object]:
    return {
        "remembered": share.remembered,
        "counted": share.counted,
        "share": share.value,
        "aimed": share.aimed,
    }


def _minutes(milliseconds: int) -> float:
    return round(milliseconds / _MILLISECONDS_PER_MINUTE, 1)
