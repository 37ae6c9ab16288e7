from __future__ import annotations

from datetime import UTC, datetime, timedelta

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.scheduling.curve import ForgettingCurve, clamp_stability
from recall.scheduling.settings import SchedulingSettings

from . import strategies

DEFAULT = ForgettingCurve.of_decay(0.1542)


@pytest.mark.parametrize(
    ("retention", "days"),
    [
        (0.1, 3116769),
        (0.2, 34793),
        (0.3, 2508),
        (0.4, 387),
        (0.5, 90),
        (0.6, 27),
        (0.7, 9),
        (0.8, 3),
        (0.9, 1),
        (1.0, 1),
    ],
)
def test_the_published_intervals_of_a_stability_of_one_day(retention: float, days: int) -> None:
    assert DEFAULT.interval(1.0, retention) == days


@pytest.mark.parametrize(
    ("decay", "recalls"),
    [(0.2, (1, 0.9, 0.84028935, 0.7985001)), (0.1542, (1, 0.9, 0.84588465, 0.8093881))],
)
def test_the_published_recall_after_days(decay: float, recalls: tuple[float, ...]) -> None:
    curve = ForgettingCurve.of_decay(decay)
    assert [curve.recall_after(1.0, days) for days in range(4)] == pytest.approx(recalls)


@pytest.mark.parametrize(
    ("days", "stability", "recall"),
    [
        (0, 1, 1),
        (1, 2, 0.9403443),
        (2, 3, 0.9253786),
        (3, 4, 0.9185229),
        (4, 4, 0.9),
        (5, 2, 0.8261359),
    ],
)
def test_the_published_recall_of_stabilities(days: int, stability: float, recall: float) -> None:
    assert DEFAULT.recall_after(stability, days) == pytest.approx(recall, abs=1e-7)


@given(strategies.settings, st.floats(0.001, 36_500.0), st.integers(0, 100_000))
def test_the_curve_is_the_kernels(
    settings: SchedulingSettings, stability: float, days: int
) -> None:
    kernel = fsrs.Scheduler(parameters=settings.parameters, enable_fuzzing=False)
    start = datetime(1970, 1, 1, tzinfo=UTC)
    card = fsrs.Card(
        card_id=1, state=fsrs.State.Review, stability=stability, due=start, last_review=start
    )
    expected = kernel.get_card_retrievability(card, start + timedelta(days=days))
    curve = ForgettingCurve.of_decay(settings.parameters[20])
    assert curve.recall_after(stability, days) == expected


@given(strategies.settings)
def test_the_intervals_are_the_kernels(settings: SchedulingSettings) -> None:
    kernel = fsrs.Scheduler(
        parameters=settings.parameters,
        desired_retention=settings.desired_retention,
        learning_steps=(),
        enable_fuzzing=False,
    )
    start = datetime(1970, 1, 1, tzinfo=UTC)
    curve = ForgettingCurve.of_decay(settings.parameters[20])
    for rating in fsrs.Rating:
        card, _ = kernel.review_card(fsrs.Card(card_id=1, due=start), rating, start)
        assert card.stability is not None
        days = curve.interval(card.stability, settings.desired_retention)
        assert min(days, 36_500) == (card.due - start).days


@given(strategies.settings, st.floats(0.001, 36_500.0), st.integers(-50, 100_000))
def test_recall_only_falls(settings: SchedulingSettings, stability: float, days: int) -> None:
    curve = ForgettingCurve.of_decay(settings.parameters[20])
    assert 0 < curve.recall_after(stability, days + 1) <= curve.recall_after(stability, days) <= 1


@pytest.mark.parametrize(
    ("stability", "clamped"),
    [
        (0.0, 0.001),
        (-1.0, 0.001),
        (0.001, 0.001),
        (7.5, 7.5),
        (36_500.0, 36_500.0),
        (6e9, 36_500.0),
    ],
)
def test_S10_stability_stays_within_its_range(stability: float, clamped: float) -> None:  # noqa: N802 - the case's id
    assert clamp_stability(stability) == clamped
