from __future__ import annotations

from recall.cards.memory import Rating
from recall.library.results import FirstAnswer, Title, UnitResult, unit_results

ONE: Title = ("L1", "One")
TWO: Title = ("L2", "Two")


def test_results_come_in_the_order_given_and_the_others_behind() -> None:
    loose: Title = (None, "Loose")
    answers = [FirstAnswer(unit, Rating.GOOD, new=False) for unit in (loose, TWO, ONE)]
    assert [result.code for result in unit_results(answers, [ONE, TWO])] == ["L1", "L2", None]


def test_new_cards_are_counted_apart_and_only_again_is_not_recalled() -> None:
    answers = [FirstAnswer(ONE, rating, new=False) for rating in Rating]
    answers.append(FirstAnswer(ONE, Rating.AGAIN, new=True))
    (result,) = unit_results(answers, [])
    assert result == UnitResult("L1", "One", known=4, recalled=3, new=1)
    assert (result.answered, result.share) == (5, 0.75)


def test_nothing_known_has_no_share() -> None:
    assert unit_results([], [ONE]) == ()
    assert UnitResult("L1", "One", new=2).share is None
