"""Published inputs and outputs of FSRS-6, through our scheduler."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import pytest

from recall.cards.memory import Memory, Phase, Rating
from recall.clock import MICROSECONDS_PER_DAY, MICROSECONDS_PER_MINUTE
from recall.scheduling.curve import ForgettingCurve
from recall.scheduling.scheduler import Scheduler
from recall.scheduling.settings import DEFAULT_PARAMETERS, SchedulingSettings

from .strategies import at_day, at_instant

EXACT = Scheduler(SchedulingSettings(fuzz=False))
# An FSRS-5 list of 19 weights, filled with w19 = 0 and the decay 0.5 of that version.
FSRS_5 = (
    0.6845422, 1.6790825, 4.7349424, 10.042885, 7.4410233, 0.64219797, 1.071918, 0.0025195254,
    1.432437, 0.1544, 0.8692766, 2.0696752, 0.0953, 0.2975, 2.4691248, 0.19542035, 3.201072,
    0.18046261, 0.121442534, 0.0, 0.5,
)  # fmt: skip


def _with_weights(**weights: float) -> Scheduler:
    parameters = list(DEFAULT_PARAMETERS)
    for name, value in weights.items():
        parameters[int(name.removeprefix("w"))] = value
    return Scheduler(SchedulingSettings(parameters=tuple(parameters), fuzz=False))


def _answer_after(scheduler: Scheduler, ratings: Sequence[int], gaps: Sequence[int]) -> Memory:
    """The memory after ratings, each so many days after the one before."""
    memory = Memory()
    for day, rating in zip(accumulate(gaps), ratings, strict=True):
        memory = scheduler.apply("card", memory, at_day(day), Rating(rating)).memory
    return memory


def _reviewed(stability: float, difficulty: float) -> Memory:
    return Memory(Phase.REVIEW, None, stability, difficulty, last_day=0, interval=5, reps=3)


@pytest.mark.parametrize(
    ("weights", "stability"),
    [({}, 53.62691), ({"w17": 0.0, "w18": 0.0, "w19": 0.0}, 53.335106)],
)
def test_the_memory_after_six_answers(weights: dict[str, float], stability: float) -> None:
    memory = _answer_after(_with_weights(**weights), (1, 3, 3, 3, 3, 3), (0, 0, 1, 3, 8, 21))
    assert memory.stability == pytest.approx(stability, abs=1e-4)
    assert memory.difficulty == pytest.approx(6.3574867, abs=1e-4)
    assert memory.reps == 6


@pytest.mark.parametrize(
    ("rating", "stability", "difficulty"),
    [(1, 0.212, 6.4133), (2, 1.2931, 5.11217071), (3, 2.3065, 2.11810397), (4, 8.2956, 1.0)],
)
def test_the_memory_after_the_first_answer(
    rating: int, stability: float, difficulty: float
) -> None:
    memory = EXACT.apply("card", Memory(), at_day(0), Rating(rating)).memory
    assert memory.stability == stability
    assert memory.difficulty == pytest.approx(difficulty, abs=1e-8)


def test_the_next_difficulty() -> None:
    outcomes = EXACT.outcomes("card", _reviewed(5.0, 5.0), at_day(5))
    assert [outcomes[rating].memory.difficulty for rating in Rating] == pytest.approx(
        (8.34176237, 6.66599536, 4.99022837, 3.31446137), abs=1e-8
    )


def _decay_with(recall: float, stability: float, days: int) -> float:
    """The decay at which recall after ``days`` is ``recall``; only the curve depends on it."""
    low, high = 0.1, 0.8
    for _ in range(100):
        middle = (low + high) / 2
        fallen = ForgettingCurve.of_decay(middle).recall_after(stability, days)
        # Past the stability, recall is the lower the larger the decay.
        low, high = (middle, high) if fallen > recall else (low, middle)
    return low


# After recall the rating of the first row adds nothing to the formula, as Good does.
@pytest.mark.parametrize(
    ("difficulty", "recall", "days", "rating", "recalled", "forgotten"),
    [
        (1.0, 0.9, 5, Rating.GOOD, 25.60252118, 1.05253961),
        (2.0, 0.8, 12, Rating.HARD, 28.22657096, 1.18943295),
        (3.0, 0.7, 30, Rating.GOOD, 58.65599107, 1.36808387),
        (4.0, 0.6, 60, Rating.EASY, 127.2266925, 1.58498896),
    ],
)
def test_stability_after_recall_and_after_forgetting(
    difficulty: float, recall: float, days: int, rating: Rating, recalled: float, forgotten: float
) -> None:
    scheduler = EXACT if recall == 0.9 else _with_weights(w20=_decay_with(recall, 5.0, days))
    memory = _reviewed(5.0, difficulty)
    assert scheduler.recall(memory, days) == pytest.approx(recall, abs=1e-9)
    outcomes = scheduler.outcomes("card", memory, at_day(days))
    assert outcomes[rating].memory.stability == pytest.approx(recalled, abs=1e-6)
    assert outcomes[Rating.AGAIN].memory.stability == pytest.approx(forgotten, abs=1e-7)


def test_stability_after_a_second_answer_on_the_same_day() -> None:
    outcomes = EXACT.outcomes("card", _reviewed(5.0, 3.0), at_day(0))
    assert [outcomes[rating].memory.stability for rating in Rating] == pytest.approx(
        (1.596818, 5.0, 5.0, 8.12960956), abs=1e-6
    )


def test_intervals_of_a_card_answered_when_due() -> None:
    memory, moment, intervals = Memory(), at_instant(20_000 * MICROSECONDS_PER_DAY), []
    for rating in (3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3):
        memory = EXACT.apply("card", memory, moment, Rating(rating)).memory
        intervals.append(memory.interval)
        assert memory.due_day is not None
        moment = at_day(memory.due_day) if memory.due_at is None else at_instant(memory.due_at)
    assert intervals == [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]


def test_an_older_list_of_weights_filled_up() -> None:
    scheduler = Scheduler(SchedulingSettings(parameters=FSRS_5, fuzz=False))
    memory = _answer_after(scheduler, (1, 3, 3, 3), (0, 1, 3, 8))
    outcomes = scheduler.outcomes("card", memory, at_day(12 + 21))
    states = [outcomes[rating].memory for rating in Rating]
    assert [state.stability for state in states] == pytest.approx(
        (2.9691455, 17.091452, 31.722992, 71.7502), rel=1e-6
    )
    assert [state.difficulty for state in states] == pytest.approx(
        (8.000659, 7.6913934, 7.382128, 7.0728626), abs=1e-6
    )


@pytest.mark.parametrize(
    ("steps", "step", "waits"),
    [
        ((1.0, 10.0), None, (1.0, 5.5, 10.0)),
        ((1.0, 10.0), 0, (1.0, 5.5, 10.0)),
        ((1.0, 10.0), 1, (1.0, 10.0, None)),
        ((1.0,), 0, (1.0, 1.5, None)),
        ((), None, (None, None, None)),
    ],
)
def test_S15_the_learning_steps(  # noqa: N802 - the case's id
    steps: tuple[float, ...], step: int | None, waits: tuple[float | None, ...]
) -> None:
    scheduler = Scheduler(SchedulingSettings(learning_steps=steps))
    memory = Memory()
    if step is not None:
        memory = Memory(Phase.LEARNING, step, 2.0, 5.0, last_day=100, reps=1)
    moment = at_day(100)
    outcomes = scheduler.outcomes("card", memory, moment)
    for rating, wait in zip(Rating, (*waits, None), strict=True):
        after, explanation = outcomes[rating].memory, outcomes[rating].explanation
        assert explanation.step_minutes == wait
        if wait is None:
            assert after.phase is Phase.REVIEW
            assert after.due_at is None
        else:
            assert after.phase is Phase.LEARNING
            assert after.due_at == moment.at + wait * MICROSECONDS_PER_MINUTE
    if steps:
        assert outcomes[Rating.AGAIN].memory.step == 0
        assert outcomes[Rating.HARD].memory.step == (step or 0)


def test_the_relearning_steps() -> None:
    moment = at_day(5)
    forgotten = EXACT.apply("card", _reviewed(5.0, 5.0), moment, Rating.AGAIN)
    assert forgotten.memory.phase is Phase.RELEARNING
    outcomes = EXACT.outcomes("card", forgotten.memory, moment)
    waits = [outcomes[rating].explanation.step_minutes for rating in Rating]
    assert [forgotten.explanation.step_minutes, *waits] == [10.0, 10.0, 15.0, None, None]


def test_recall_of_an_easy_card_on_its_due_day() -> None:
    memory = EXACT.apply("card", Memory(), at_day(0), Rating.EASY).memory
    assert memory.due_day == 8
    assert EXACT.recall(memory, 8) == pytest.approx(0.9024733, abs=1e-7)
