from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.study.free_recall.calibration import (
    DEFAULT,
    Thresholds,
    Verdict,
    best_cut,
    calibrate,
)


def verdicts(count: int, boundary: float) -> list[Verdict]:
    """Evenly spread covers, of which those from ``boundary`` on are covered."""
    covers = [number / (count - 1) for number in range(count)]
    return [Verdict(cover, cover >= boundary) for cover in covers]


def test_by_default_a_point_is_found_from_70_and_not_found_to_25() -> None:
    assert (DEFAULT.found, DEFAULT.not_found, DEFAULT.cut, DEFAULT.verdicts) == (0.7, 0.25, 0.45, 0)


def test_nineteen_verdicts_move_nothing_and_twenty_do() -> None:
    assert calibrate(verdicts(19, 0.8)) == DEFAULT
    assert calibrate(verdicts(20, 0.8)).verdicts == 20
    assert calibrate(verdicts(20, 0.8)).cut > DEFAULT.cut


def test_the_prior_weighs_as_forty_verdicts() -> None:
    calibrated = calibrate(verdicts(21, 0.8))
    fitted = (0.75 + 0.80) / 2
    assert calibrated.cut == pytest.approx((21 * fitted + 40 * 0.45) / 61)
    assert calibrated.found == pytest.approx(calibrated.cut + 0.25)
    assert calibrated.not_found == pytest.approx(calibrated.cut - 0.20)


def test_more_verdicts_move_it_further() -> None:
    cuts = [calibrate(verdicts(count, 0.8)).cut for count in (20, 50, 100, 1000)]
    assert cuts == sorted(cuts)
    assert cuts[-1] == pytest.approx(0.8, abs=0.02)
    assert calibrate(verdicts(1000, 0.1)).cut == pytest.approx(0.1, abs=0.02)


@pytest.mark.parametrize("boundary", [0.0, 1.1], ids=["all-covered", "none-covered"])
def test_verdicts_that_all_say_the_same_move_nothing(boundary: float) -> None:
    assert calibrate(verdicts(50, boundary)) == DEFAULT


def test_frozen_grading_repeats() -> None:
    assert calibrate(verdicts(100, 0.8), frozen=True) == DEFAULT


def test_thresholds_stay_where_they_make_sense() -> None:
    assert (Thresholds(0.9).found, Thresholds(0.1).not_found) == (0.95, 0.0)


@pytest.mark.parametrize(
    ("pairs", "cut"),
    [
        ([], 0.45),
        ([(0.2, False), (0.4, False), (0.6, True), (0.9, True)], 0.5),
        ([(0.3, True), (0.3, True), (0.3, False), (0.1, False)], 0.2),
        ([(0.1, False), (0.5, True), (0.5, False), (0.7, True)], 0.6),
    ],
)
def test_the_best_cut_lies_between_covers(pairs: list[tuple[float, bool]], cut: float) -> None:
    assert best_cut(pairs) == pytest.approx(cut)


def f1(pairs: list[tuple[float, bool]], cut: float) -> float:
    shares = []
    for side in (True, False):
        said = [truth is side for score, truth in pairs if (score >= cut) is side]
        actual = sum(truth is side for _, truth in pairs)
        shares.append(2 * sum(said) / (len(said) + actual) if said or actual else 0.0)
    return sum(shares) / 2


@given(st.lists(st.tuples(st.integers(0, 8).map(lambda eighth: eighth / 8), st.booleans())))
def test_no_other_cut_is_better(pairs: list[tuple[float, bool]]) -> None:
    chosen = f1(pairs, best_cut(pairs))
    ordered = sorted({cover for cover, _ in pairs})
    for before, cover in zip([0.0, *ordered], ordered, strict=False):
        if before < cover:
            assert chosen >= f1(pairs, (before + cover) / 2) - 1e-12


@given(st.permutations(verdicts(30, 0.6)))
def test_the_order_of_verdicts_does_not_matter(shuffled: list[Verdict]) -> None:
    assert calibrate(shuffled) == calibrate(verdicts(30, 0.6))
