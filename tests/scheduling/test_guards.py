"""What the scheduler refuses, and what it brings within bounds instead of failing."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from recall.cards.memory import Memory, Phase, Rating
from recall.clock import (
    day_to_date,
)
from recall.errors import ConfigurationError, StorageError
from recall.scheduling.kernel import MemoryStateError
from recall.scheduling.scheduler import Scheduler
from recall.scheduling.settings import SchedulingSettings

from .strategies import at_day

EXACT = Scheduler(SchedulingSettings(fuzz=False))
REVIEWED = Memory(Phase.REVIEW, None, 5.0, 5.0, last_day=100, interval=5, due_day=105, reps=3)


@pytest.mark.parametrize("day", [-719_162, -1, 0, 2_932_896, 10**9])
@pytest.mark.parametrize("last_day", [-719_162, 100, 2_932_896])
def test_S9_a_distant_day_is_no_error(day: int, last_day: int) -> None:  # noqa: N802 - the case's id
    memory = replace(REVIEWED, last_day=last_day)
    outcomes = EXACT.outcomes("card", memory, at_day(day))
    for outcome in outcomes.values():
        assert outcome.memory.due_day is not None
        assert outcome.memory.due_day <= max(day, last_day) + 36_500
        assert day_to_date(outcome.memory.due_day).year <= 9999
    assert 0 <= EXACT.recall(memory, day) <= 1


def test_S9_a_distant_last_review_counts_as_the_longest_time_the_kernel_holds() -> None:  # noqa: N802 - the case's id
    memory = replace(REVIEWED, last_day=-719_162)
    distant = EXACT.apply("card", memory, at_day(3_000_000), Rating.GOOD)
    further = EXACT.apply("card", memory, at_day(4_000_000), Rating.GOOD)
    assert distant.memory.stability == further.memory.stability
    assert further.memory.last_day == 4_000_000


@pytest.mark.parametrize("phase", [Phase.LEARNING, Phase.REVIEW, Phase.RELEARNING])
@pytest.mark.parametrize("name", ["stability", "difficulty"])
@pytest.mark.parametrize("value", [None, 0.0, -1.0, math.nan, math.inf, -math.inf])
def test_S10_a_memory_that_cannot_be_computed_with_is_refused(  # noqa: N802 - the case's id
    phase: Phase, name: str, value: float | None
) -> None:
    step = None if phase is Phase.REVIEW else 0
    good = replace(REVIEWED, phase=phase, step=step)
    memory = (
        replace(good, stability=value) if name == "stability" else replace(good, difficulty=value)
    )
    with pytest.raises(MemoryStateError) as caught:
        EXACT.outcomes("abc123", memory, at_day(105))
    assert caught.value.message == f"The stored memory of card abc123 has the {name} {value}."
    assert "--rebuild" in caught.value.hint
    with pytest.raises(MemoryStateError, match=f"of a card has the {name}"):
        EXACT.recall(memory, 105)
    assert issubclass(MemoryStateError, StorageError)


def test_S10_a_stability_out_of_range_is_brought_within() -> None:  # noqa: N802 - the case's id
    for given_, used in ((1e9, 36_500.0), (1e-9, 0.001)):
        far, near = replace(REVIEWED, stability=given_), replace(REVIEWED, stability=used)
        assert EXACT.outcomes("card", far, at_day(110)) == EXACT.outcomes("card", near, at_day(110))
        assert EXACT.recall(far, 110) == EXACT.recall(near, 110)


def test_a_reviewed_card_without_a_last_review_is_refused_s11() -> None:
    memory = replace(REVIEWED, last_day=None)
    with pytest.raises(MemoryStateError, match="has no day of its last review"):
        EXACT.apply("card", memory, at_day(105), Rating.GOOD)


@pytest.mark.parametrize("step", [None, -1])
@pytest.mark.parametrize("phase", [Phase.LEARNING, Phase.RELEARNING])
def test_a_card_within_its_steps_needs_its_step(phase: Phase, step: int | None) -> None:
    memory = replace(REVIEWED, phase=phase, step=step)
    with pytest.raises(MemoryStateError, match=f"within its steps at step {step}"):
        EXACT.apply("card", memory, at_day(105), Rating.GOOD)


@pytest.mark.parametrize("retention", [0.0, 0.69, 1.0, 1.5, -1.0, math.nan])
def test_S17_a_retention_of_its_own_is_checked(retention: float) -> None:  # noqa: N802 - the case's id
    with pytest.raises(ConfigurationError, match="desired_retention is"):
        EXACT.outcomes("card", REVIEWED, at_day(105), retention)
    with pytest.raises(ConfigurationError, match="desired_retention is"):
        EXACT.apply("card", REVIEWED, at_day(105), Rating.GOOD, retention)


def test_S22_a_longest_interval_of_one_day() -> None:  # noqa: N802 - the case's id
    scheduler = Scheduler(SchedulingSettings(maximum_interval=1))
    memory = replace(REVIEWED, stability=5_000.0)
    outcomes = scheduler.outcomes("card", memory, at_day(105))
    assert [outcomes[rating].memory.interval for rating in Rating] == [0, 1, 1, 1]
    assert outcomes[Rating.GOOD].explanation.capped
    assert not EXACT.apply("card", memory, at_day(105), Rating.GOOD).explanation.capped


@pytest.mark.parametrize("minutes", [100_000 * 1_440.0, 1e300])
def test_S22_a_huge_step_is_cut_to_the_longest_interval(minutes: float) -> None:  # noqa: N802 - the case's id
    settings = SchedulingSettings(learning_steps=(minutes,), maximum_interval=300)
    outcome = Scheduler(settings).apply("card", Memory(), at_day(20_000), Rating.AGAIN)
    assert outcome.memory.phase is Phase.LEARNING
    assert (outcome.memory.interval, outcome.memory.due_day) == (300, 20_300)
    assert outcome.explanation.capped


@pytest.mark.parametrize("due_day", [-3, 2_932_896])
def test_S22_a_stray_due_day_changes_nothing(due_day: int) -> None:  # noqa: N802 - the case's id
    stray = replace(REVIEWED, due_day=due_day)
    assert EXACT.outcomes("card", stray, at_day(25_000)) == EXACT.outcomes(
        "card", REVIEWED, at_day(25_000)
    )


def test_S22_a_date_after_2038() -> None:  # noqa: N802 - the case's id
    outcome = EXACT.apply("card", replace(REVIEWED, last_day=24_800), at_day(24_855), Rating.EASY)
    assert outcome.memory.due_day is not None
    assert day_to_date(outcome.memory.due_day).year >= 2038
