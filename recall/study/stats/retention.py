"""How much was remembered, by month and maturity, and whether the predictions were right."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from recall.study.stats.answered import Share
from recall.study.stats.tally import BILLION, BINS, Grain, Sum, Tally, joined


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


def retention_of(tally: Tally) -> Retention:
    """Return the true retention of some answers; see ``answered`` for what counts."""
    young, mature = tally.of(Grain.YOUNG), tally.of(Grain.MATURE)
    return Retention(
        *_by_maturity(joined(young.values()), joined(mature.values())),
        tuple(
            Month(month, *_by_maturity(young.get(month, Sum()), mature.get(month, Sum())))
            for month in sorted(young.keys() | mature.keys())
        ),
    )


def _by_maturity(young: Sum, mature: Sum) -> tuple[Share, Share, Share]:
    """Return the shares of young cards, of mature ones, and of both."""
    return young.share, mature.share, joined((young, mature)).share


def calibration_of(tally: Tally) -> Calibration:
    """Return how well recall was predicted; the answers that count are those of retention."""
    found = tally.of(Grain.BIN)
    sums = [found.get(str(place), Sum()) for place in range(BINS)]
    bins = tuple(
        CalibrationBin(
            low=place / BINS,
            high=(place + 1) / BINS,
            answers=one.counted,
            predicted=one.predicted / one.counted / BILLION if one.counted else None,
            actual=one.remembered / one.counted if one.counted else None,
        )
        for place, one in enumerate(sums)
    )
    whole = joined(sums)
    total = whole.counted
    if not total:
        return Calibration(bins, 0, None, None, None)
    squares = sum(
        one.counted * ((one.predicted / BILLION - one.remembered) / one.counted) ** 2
        for one in sums
        if one.counted
    )
    return Calibration(
        bins,
        total,
        whole.predicted / total / BILLION,
        whole.remembered / total,
        sqrt(squares / total),
    )
