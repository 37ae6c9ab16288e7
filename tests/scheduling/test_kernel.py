from __future__ import annotations

import random
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.memory import Memory, Phase, Rating
from recall.scheduling.kernel import Kernel, elapsed_days
from recall.scheduling.settings import SchedulingSettings

from . import strategies

_START = datetime(2020, 1, 1, tzinfo=UTC)


@given(
    strategies.settings,
    st.lists(st.tuples(strategies.ratings, st.integers(0, 400)), min_size=1, max_size=12),
)
def test_a_history_is_that_of_the_kernel_on_whole_days(
    settings: SchedulingSettings, history: list[tuple[Rating, int]]
) -> None:
    reference = fsrs.Scheduler(
        parameters=settings.parameters,
        learning_steps=tuple(timedelta(minutes=step) for step in settings.learning_steps),
        relearning_steps=tuple(timedelta(minutes=step) for step in settings.relearning_steps),
        enable_fuzzing=False,
    )
    kernel, card, memory, day = Kernel(settings), fsrs.Card(card_id=7, due=_START), Memory(), 0
    for rating, gap in history:
        day += gap
        today = _START + timedelta(days=day)
        card, _ = reference.review_card(card, fsrs.Rating(rating), today)
        # Only py-fsrs lets stability grow past a hundred years.
        card.stability = min(card.stability or 0.0, 36_500.0)
        answered = kernel.answer(memory, day, rating)
        assert answered.rating is rating
        assert answered.phase.name == card.state.name.upper()
        assert answered.step == card.step
        assert answered.stability == card.stability
        assert answered.difficulty == card.difficulty
        expected = None if card.state is fsrs.State.Review else card.due - today
        assert answered.wait == expected
        memory = Memory(
            answered.phase, answered.step, answered.stability, answered.difficulty, last_day=day
        )


def test_S18_no_call_sleeps_to_make_up_an_id(monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: N802 - the case's id
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    kernel = Kernel(SchedulingSettings())
    new, learnt = Memory(), Memory(Phase.REVIEW, None, 5.0, 5.0, last_day=3)
    for rating in Rating:
        kernel.answer(new, 10, rating)
        kernel.answer(learnt, 10, rating)
    assert slept == []
    fsrs.Card()
    assert slept == [0.001]


def test_nothing_is_drawn_from_the_generator_all_programs_share() -> None:
    before = random.getstate()
    kernel = Kernel(SchedulingSettings())
    learnt = Memory(Phase.REVIEW, None, 50.0, 5.0, last_day=3)
    answers = {kernel.answer(learnt, 50, Rating.GOOD) for _ in range(20)}
    assert len(answers) == 1
    assert random.getstate() == before


@pytest.mark.parametrize(("day", "elapsed"), [(3, 0), (10, 7), (2, 0), (-5, 0)])
def test_elapsed_days_are_never_negative(day: int, elapsed: int) -> None:
    assert elapsed_days(Memory(Phase.REVIEW, last_day=3), day) == elapsed
    assert elapsed_days(Memory(), day) == 0


@pytest.mark.parametrize(("stored", "used"), [(0.5, 1.0), (12.0, 10.0)])
def test_a_difficulty_out_of_range_is_brought_within(stored: float, used: float) -> None:
    kernel = Kernel(SchedulingSettings())
    memory = Memory(Phase.REVIEW, None, 5.0, stored, last_day=3)
    for rating in Rating:
        expected = kernel.answer(replace(memory, difficulty=used), 10, rating)
        assert kernel.answer(memory, 10, rating) == expected
