"""How much was remembered, by month and maturity, and whether the predictions were right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from recall.clock import day_to_date
from recall.study.stats.answered import Answered, Share, share_of

BINS = 10


@dataclass(frozen=True, slots=True)
class Month:
    """The retention of one calendar month of study days; ``month`` is written ``2026-12``."""

    month: str
    young: Share
    mature: Share
    together: Share


@dataclass(frozen=True, slots=True)
class Retention:
    """True retention of young and mature cards, of both together, and month by month.

    Only months with an answer that counts are listed, the earliest first.
    """

    young: Share
    mature: Share
    together: Share
    months: tuple[Month, ...]


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """The answers whose predicted recall lay from ``low`` to below ``high`` (the last: to 1).

    ``predicted`` is the mean prediction, ``actual`` the share remembered, both None when there is
    no answer.
    """

    low: float
    high: float
    answers: int
    predicted: float | None
    actual: float | None


@dataclass(frozen=True, slots=True)
class Calibration:
    """Predicted against actual recall in ten bins, and over all answers that count.

    ``error`` is the root mean square of predicted minus actual over the bins, weighted by their
    answers. All but the bins and the count are None when no answer counts.
    """

    bins: tuple[CalibrationBin, ...]
    answers: int
    predicted: float | None
    actual: float | None
    error: float | None


def retention_of(answers: Iterable[Answered]) -> Retention:
    """Return the true retention of some answers; see ``answered`` for what counts."""
    counted = [answer for answer in answers if answer.counts]
    by_month: defaultdict[str, list[Answered]] = defaultdict(list)
    months: dict[int, str] = {}
    for answer in counted:
        if answer.day not in months:
            months[answer.day] = day_to_date(answer.day).isoformat()[:7]
        by_month[months[answer.day]].append(answer)
    return Retention(
        *_by_maturity(counted),
        tuple(Month(month, *_by_maturity(by_month[month])) for month in sorted(by_month)),
    )


def _by_maturity(answers: list[Answered]) -> tuple[Share, Share, Share]:
    """Return the shares of young cards, of mature ones, and of both."""
    return (
        share_of(answer for answer in answers if not answer.mature),
        share_of(answer for answer in answers if answer.mature),
        share_of(answers),
    )


def calibration_of(answers: Iterable[Answered]) -> Calibration:
    """Return how well recall was predicted; the answers that count are those of retention."""
    numbers, remembered, predicted = [0] * BINS, [0] * BINS, [0.0] * BINS
    for answer in answers:
        if answer.first and answer.recall_before is not None:
            place = min(int(answer.recall_before * BINS), BINS - 1)
            numbers[place] += 1
            remembered[place] += answer.remembered
            predicted[place] += answer.recall_before
    bins = tuple(
        CalibrationBin(
            low=place / BINS,
            high=(place + 1) / BINS,
            answers=number,
            predicted=predicted[place] / number if number else None,
            actual=remembered[place] / number if number else None,
        )
        for place, number in enumerate(numbers)
    )
    total = sum(numbers)
    if not total:
        return Calibration(bins, 0, None, None, None)
    squares = sum(
        number * ((predicted[place] - remembered[place]) / number) ** 2
        for place, number in enumerate(numbers)
        if number
    )
    return Calibration(
        bins, total, sum(predicted) / total, sum(remembered) / total, sqrt(squares / total)
    )
