from __future__ import annotations

import pytest

from recall.cards.memory import Rating
from recall.library import values
from recall.study import grading
from recall.study.verdict import propose


@pytest.mark.parametrize(
    ("right", "seconds", "rating"),
    [
        (True, 0.0, Rating.GOOD),
        (True, 12.0, Rating.GOOD),
        (True, 12.1, Rating.HARD),
        (False, 0.0, Rating.AGAIN),
        (False, 60.0, Rating.AGAIN),
    ],
)
def test_rating_follows_from_correctness_and_time(
    right: bool, seconds: float, rating: Rating
) -> None:
    assert propose(right, seconds, slow=12.0) is rating


def test_values_are_the_ones_the_library_hands_out() -> None:
    assert values.Verdict is grading.Verdict
    assert values.Piece is grading.Piece
    assert values.Mark is grading.Mark
