from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given

from recall.cards.memory import Rating
from recall.study.stats.answered import Answered, Share, effort_of, share_of
from recall.study.stats.tally import BINS
from tests.study.figures import TODAY, answered, answers, calibration_of, retention_of

NOVEMBER = TODAY - 10
"""21 November 2026."""

BY_HAND = [
    answered(NOVEMBER, recall=0.95, stability=30.0),  # mature, remembered
    answered(NOVEMBER, Rating.AGAIN, recall=0.91, stability=21.0, aimed=0.8),  # mature, forgotten
    answered(NOVEMBER, Rating.HARD, recall=0.85, stability=20.99),  # young, remembered
    answered(TODAY, Rating.EASY, recall=1.0, stability=100.0),  # mature, remembered
    answered(TODAY, Rating.AGAIN, recall=0.05, stability=1.0),  # young, forgotten
    answered(TODAY, Rating.AGAIN),  # new: there was nothing to remember
    answered(TODAY, Rating.AGAIN, recall=1.0, first=False),  # again on the same day
]


def test_by_hand_retention() -> None:
    found = retention_of(BY_HAND)
    assert (found.mature.remembered, found.mature.counted) == (2, 3)
    assert found.mature.aimed == pytest.approx((0.9 + 0.8 + 0.9) / 3)
    assert (found.young.remembered, found.young.counted) == (1, 2)
    assert found.young.aimed == pytest.approx(0.9)
    assert found.together.value == 3 / 5
    november, december = found.months
    assert (november.month, december.month) == ("2026-11", "2026-12")
    assert (november.mature.value, november.young.value) == (1 / 2, 1.0)
    assert (december.mature.value, december.young.value) == (1.0, 0.0)
    assert december.together.counted == 2


def test_by_hand_calibration() -> None:
    found = calibration_of(BY_HAND)
    assert [one.answers for one in found.bins] == [1, 0, 0, 0, 0, 0, 0, 0, 1, 3]
    last = found.bins[9]
    assert (last.low, last.high) == (0.9, 1.0)
    assert last.predicted == pytest.approx((0.95 + 0.91 + 1.0) / 3)
    assert last.actual == 2 / 3
    assert (found.bins[8].predicted, found.bins[8].actual) == (0.85, 1.0)
    assert (found.bins[1].predicted, found.bins[1].actual) == (None, None)
    assert found.answers == 5
    assert found.predicted == pytest.approx((0.95 + 0.91 + 0.85 + 1.0 + 0.05) / 5)
    assert found.actual == 3 / 5
    squares = 3 * (2.86 / 3 - 2 / 3) ** 2 + (0.85 - 1) ** 2 + 0.05**2
    assert found.error == pytest.approx(sqrt(squares / 5))


@given(answers)
def test_sums_agree_and_every_review_is_in_exactly_one_bin(given_: list[Answered]) -> None:
    retention, calibration = retention_of(given_), calibration_of(given_)
    counted = sum(answer.counts for answer in given_)
    assert sum(one.answers for one in calibration.bins) == calibration.answers == counted
    assert retention.together.counted == counted
    for share in ("young", "mature", "together"):
        total = getattr(retention, share)
        of_months = [getattr(month, share) for month in retention.months]
        assert sum(month.counted for month in of_months) == total.counted
        assert sum(month.remembered for month in of_months) == total.remembered
    assert retention.young.counted + retention.mature.counted == counted
    assert calibration.actual == retention.together.value
    for answer in given_:
        if answer.counts:
            recall = answer.recall_before or 0.0
            holding = [one for one in calibration.bins if one.low <= recall < one.high]
            assert len(holding) == 1 or (recall == 1.0 and not holding)
    for one in calibration.bins:
        if one.predicted is not None:
            assert one.low - 1e-9 <= one.predicted <= one.high + 1e-9


def test_the_edges_of_the_bins() -> None:
    for place in range(BINS):
        found = calibration_of([answered(TODAY, recall=place / BINS)])
        assert [one.answers for one in found.bins].index(1) == place
    assert calibration_of([answered(TODAY, recall=1.0)]).bins[-1].answers == 1


def test_nothing_to_go_by() -> None:
    new = [answered(TODAY), answered(TODAY, first=False)]
    assert share_of(new) == Share(0, 0, None)
    assert share_of(new).value is None
    assert retention_of(new).months == ()
    found = calibration_of(new)
    assert (found.answers, found.predicted, found.actual, found.error) == (0, None, None, None)
    assert len(found.bins) == BINS


def test_effort_counts_every_answer() -> None:
    effort = effort_of(BY_HAND)
    assert (effort.answers, effort.milliseconds) == (7, 42_000)
    assert effort.share.counted == 5
