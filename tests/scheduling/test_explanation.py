from __future__ import annotations

from recall.scheduling.explanation import Explanation


def test_a_spread_interval_is_told_with_its_bounds() -> None:
    explanation = Explanation(56.13, 0.85, interval=112, shift=-4, low=105, high=119)
    assert explanation.days == 108
    assert explanation.sentences() == (
        "Its stability is 56.1 days: recall falls to 90 % in that time.",
        "It falls to 85 %, the desired retention, after about 112 days.",
        "Spread between 105 and 119 days, to keep cards learnt together apart, it became 108 days.",
    )


def test_an_interval_that_is_not_spread_says_no_more() -> None:
    explanation = Explanation(1.0, 0.9, interval=1, shift=0, low=1, high=1)
    assert explanation.sentences() == (
        "Its stability is 1 day: recall falls to 90 % in that time.",
        "It falls to 90 %, the desired retention, after about 1 day.",
    )


def test_a_cut_interval_names_the_longest_allowed() -> None:
    explanation = Explanation(12_345.0, 0.9, 365, 0, 365, 365, capped=True)
    meaning, reach = explanation.sentences()
    assert meaning == "Its stability is 12,345 days: recall falls to 90 % in that time."
    assert reach == (
        "Its recall would stay above 90 % for longer than the longest interval allowed, "
        "which is 365 days."
    )


def test_a_step_is_told_in_minutes_or_days() -> None:
    minutes = Explanation(1.2, 0.9, 0, 0, 0, 0, step_minutes=5.5)
    minute = Explanation(1.2, 0.9, 0, 0, 0, 0, step_minutes=1.0)
    days = Explanation(1.2, 0.9, 1, 0, 1, 1, step_minutes=1_440.0)
    assert minute.sentences() == ("The card is within its steps; this one lasts 1 minute.",)
    assert minutes.sentences() == ("The card is within its steps; this one lasts 5.5 minutes.",)
    assert days.sentences() == ("The card is within its steps; this one lasts 1 day.",)


def test_a_wait_that_was_put_off_says_so() -> None:
    explanation = Explanation(2.3, 0.9, interval=2, shift=2, low=2, high=2, raised=True)
    assert explanation.sentences()[-1] == (
        "It was put off to 4 days, the wait of the rating below it."
    )
