"""What is remembered: retention by month, predictions against it, and how the cards stand."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from recall.study.plots import bar, row_chart, short_number
from recall.study.report.section import Section, number_of
from recall.study.stats.answered import MATURE_DAYS, Share
from recall.study.stats.memories import MemoryBin
from recall.study.stats.retention import Calibration, Month
from recall.study.stats.whole import Statistics
from recall.text import percent

_FEW_ANSWERS = 50
_MONTHS_SHOWN = 12


def retention(statistics: Statistics, room: int) -> Section:
    """Return true retention, young and mature, month by month."""
    title = "What you remember"
    kept = statistics.retention
    if not kept.together.counted:
        return Section(
            title,
            "No card has come back on a later day yet. From then on this shows, month by month, "
            "how many cards you still knew at their first answer of a day.",
        )
    sentences = [
        _share_sentence(kept.mature, "mature"),
        _share_sentence(kept.young, "young"),
        f"A card is mature from a stability of {MATURE_DAYS} days on.",
    ]
    months = kept.months[-_MONTHS_SHOWN:]
    lines = [f"{'Month':<7} {'Young':>12} {'Mature':>12}", *map(_month_line, months)]
    if room >= _month_width(lines) + 12:
        lines[0] = f"{lines[0]}  Both"
        for place, month in enumerate(months, 1):
            value = month.together.value or 0.0
            lines[place] = f"{lines[place]}  {bar(value, 10)} {percent(value):>5}"
    return Section(title, " ".join(filter(None, sentences)), tuple(lines))


def _month_width(lines: Sequence[str]) -> int:
    return max(map(len, lines)) + len(" 100 %")


def _month_line(month: Month) -> str:
    return f"{month.month:<7} {_share_cell(month.young):>12} {_share_cell(month.mature):>12}"


def _share_cell(share: Share) -> str:
    if share.value is None:
        return "–"
    return f"{percent(share.value)} of {short_number(share.counted, 1000)}"


def _share_sentence(share: Share, kind: str) -> str:
    if share.value is None:
        return f"No {kind} card has come back yet."
    sentence = f"You remember {percent(share.value)} of {kind} cards"
    aimed = "" if share.aimed is None else f"; the schedule aimed for {percent(share.aimed)}"
    return f"{sentence}{aimed} ({number_of(share.counted, 'answer')})."


def calibration(found: Calibration, room: int) -> Section:
    """Return predicted against actual recall."""
    title = "Predicted and remembered"
    predicted, actual = found.predicted, found.actual
    if predicted is None or actual is None:
        return Section(
            title,
            "No prediction could be checked yet. From the second day on, every first answer of a "
            "day is held against the recall that was predicted for it.",
        )
    lines = [f"{'Predicted':>10} {'Remembered':>11} {'Answers':>8}"]
    for one in found.bins:
        span = f"{round(one.low * 100)}–{round(one.high * 100)} %"
        kept = "–" if one.actual is None else percent(one.actual)
        line = f"{span:>10} {kept:>11} {one.answers:>8,}"
        if one.actual is not None and room >= len(line) + 12:
            line += f"  {bar(one.actual, 10)}"
        lines.append(line)
    sentence = (
        f"On average {percent(predicted)} was predicted and {percent(actual)} remembered, over "
        f"{number_of(found.answers, 'answer')}. {_verdict(found, predicted, actual)}"
    )
    return Section(title, sentence, tuple(lines))


def _verdict(calibration: Calibration, predicted: float, actual: float) -> str:
    """Return what the difference means: nothing while chance explains it (two standard errors)."""
    if calibration.answers < _FEW_ANSWERS:
        return f"From {_FEW_ANSWERS} answers on this says whether the predictions can be trusted."
    chance = 2 * sqrt(max(predicted * (1 - predicted), 0.0) / calibration.answers)
    if abs(predicted - actual) <= chance:
        return "The predictions are right, as far as that can be told."
    if actual < predicted:
        return "You remember less than predicted, so cards come later than you need them."
    return "You remember more than predicted, so cards come sooner than you need them."


def memories(statistics: Statistics, room: int) -> Section:
    """Return how stable and how difficult the cards are."""
    title = "Stability and difficulty"
    cards = sum(one.cards for one in statistics.stability)
    if not cards:
        return Section(
            title,
            "No card has been answered yet. Each will be counted here by how long it is remembered "
            "and how hard it is.",
        )
    mature = sum(one.cards for one in statistics.stability if one.low >= MATURE_DAYS)
    sentence = (
        f"{number_of(mature, 'card')} of {cards:,} {'is' if mature == 1 else 'are'} mature. "
        "Stability is the days until recall falls to 90 %; difficulty goes from 1 to 10."
    )
    return Section(
        title,
        sentence,
        (
            "Stability, days",
            *row_chart([_memory_row(one) for one in statistics.stability], room),
            "",
            "Difficulty",
            *row_chart([_memory_row(one) for one in statistics.difficulty], room),
        ),
    )


def _memory_row(one: MemoryBin) -> tuple[str, float, str]:
    label = f"{one.low:.0f}–{one.high:.0f}" if one.high is not None else f"{one.low:.0f}+"
    return label, float(one.cards), f"{one.cards:,}"
