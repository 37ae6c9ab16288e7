from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.memory import Memory, Phase, Rating
from recall.clock import (
    MICROSECONDS_PER_DAY,
    MICROSECONDS_PER_MINUTE,
    Moment,
    instant_to_datetime,
    moment_of,
)
from recall.scheduling.scheduler import Outcomes, Scheduler
from recall.scheduling.settings import SchedulingSettings

from . import strategies
from .strategies import Answer, at_day, at_instant

EXACT = Scheduler(SchedulingSettings(fuzz=False))
SPREAD = Scheduler(SchedulingSettings())
REVIEWED = Memory(Phase.REVIEW, None, 5.0, 5.0, last_day=100, interval=5, due_day=105, reps=3)


def _waits(outcomes: Outcomes) -> list[tuple[int, int]]:
    """Days and, for steps of minutes, the instant: what orders two waits that begin together."""
    return [
        (outcomes[rating].memory.interval, outcomes[rating].memory.due_at or 0) for rating in Rating
    ]


@given(strategies.settings, strategies.uids, strategies.memories, strategies.moments)
def test_a_better_answer_never_comes_back_sooner(
    settings: SchedulingSettings, uid: str, memory: Memory, moment: Moment
) -> None:
    _, hard, good, easy = _waits(Scheduler(settings).outcomes(uid, memory, moment))
    assert hard <= good <= easy


@given(
    strategies.settings,
    strategies.uids,
    strategies.memories,
    strategies.moments,
    st.none() | strategies.retentions,
)
def test_an_answer_does_what_was_announced(
    settings: SchedulingSettings,
    uid: str,
    memory: Memory,
    moment: Moment,
    retention: float | None,
) -> None:
    scheduler = Scheduler(settings)
    outcomes = scheduler.outcomes(uid, memory, moment, retention)
    assert list(outcomes) == list(Rating)
    for rating in Rating:
        assert scheduler.apply(uid, memory, moment, rating, retention) == outcomes[rating]


@given(strategies.settings, strategies.uids, strategies.memories, strategies.moments)
def test_every_outcome_is_sound(
    settings: SchedulingSettings, uid: str, memory: Memory, moment: Moment
) -> None:
    for rating, outcome in Scheduler(settings).outcomes(uid, memory, moment).items():
        after, why = outcome.memory, outcome.explanation
        today = max(moment.day, memory.last_day if memory.last_day is not None else moment.day)
        assert outcome.rating is rating
        assert after.last_day == today
        assert after.due_day is not None
        assert after.due_day >= today
        assert after.stability is not None
        assert after.difficulty is not None
        assert 0.001 <= after.stability <= 36_500
        assert 1 <= after.difficulty <= 10
        assert after.reps == memory.reps + 1
        assert 0 <= after.interval <= settings.maximum_interval
        assert after.interval == why.days
        if after.due_at is None:
            assert after.due_day == today + after.interval > today
        else:
            assert after.interval == 0
            assert after.due_at >= moment.at
            assert why.step_minutes is not None
        assert (after.phase is Phase.REVIEW) == (after.step is None)
        assert after.phase is not Phase.NEW
        if not why.raised and why.step_minutes is None:
            assert why.low <= after.interval <= why.high
        assert why.sentences()


@given(strategies.settings, strategies.uids, strategies.moments, st.lists(strategies.answers))
def test_the_study_day_of_a_card_never_decreases(
    settings: SchedulingSettings, uid: str, start: Moment, answers: list[Answer]
) -> None:
    scheduler = Scheduler(settings)
    memory, at = Memory(), start.at
    for turn, answer in enumerate(answers):
        # Every third answer stands before the last: a clock set back.
        at += answer.gap * MICROSECONDS_PER_MINUTE * (-1 if turn % 3 == 2 else 1)
        moment = at_instant(at, answer.offset, settings.rollover_hour)
        after = scheduler.apply(uid, memory, moment, answer.rating, answer.retention).memory
        assert after.last_day is not None
        assert memory.last_day is None or after.last_day >= memory.last_day
        assert after.due_day is not None
        assert after.due_day >= after.last_day >= moment.day
        memory = after


@pytest.mark.parametrize(
    "zone",
    [
        "Europe/Brussels",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "Antarctica/Troll",
        "Asia/Kathmandu",
        "America/Caracas",
    ],
)
@pytest.mark.parametrize("rollover_hour", [0, 3, 4, 5, 23])
def test_S1_answers_through_every_night_of_a_year_move_on_by_whole_days(  # noqa: N802 - the case's id
    zone: str, rollover_hour: int
) -> None:
    scheduler = Scheduler(SchedulingSettings(rollover_hour=rollover_hour, fuzz=False))
    memory, instant = Memory(), datetime(2011, 1, 1, 0, 30, tzinfo=UTC)
    while instant.year == 2011:
        moment = moment_of(instant.astimezone(ZoneInfo(zone)), rollover_hour)
        before, memory = memory, scheduler.apply("card", memory, moment, Rating.HARD).memory
        assert memory.last_day is not None
        assert before.last_day is None or 0 <= memory.last_day - before.last_day <= 2
        instant += timedelta(hours=13)


def test_S4_a_flight_east_does_not_bring_the_card_back_early() -> None:  # noqa: N802 - the case's id
    berlin = datetime(2026, 1, 10, 22, 0, tzinfo=ZoneInfo("Europe/Berlin"))
    moment = moment_of(berlin, 4)
    memory = EXACT.apply("card", REVIEWED, replace(moment, day=105), Rating.GOOD).memory
    assert memory.due_day == 105 + memory.interval
    tokyo = moment_of(berlin.astimezone(ZoneInfo("Asia/Tokyo")), 4)
    assert tokyo.day == moment.day + 1


def test_S4_a_flight_west_gives_the_same_day_again() -> None:  # noqa: N802 - the case's id
    tokyo = datetime(2026, 1, 11, 9, 0, tzinfo=ZoneInfo("Asia/Tokyo"))
    hawaii = (tokyo + timedelta(hours=7)).astimezone(ZoneInfo("Pacific/Honolulu"))
    before, after = moment_of(tokyo, 4), moment_of(hawaii, 4)
    assert after.day == before.day - 1
    first = EXACT.apply("card", Memory(), before, Rating.EASY).memory
    second = EXACT.apply("card", first, after, Rating.GOOD).memory
    assert second.last_day == first.last_day == before.day
    # The second answer counts as one of the same day, and the next waits at least until tomorrow.
    same_day = EXACT.apply("card", first, replace(after, day=before.day), Rating.GOOD).memory
    assert second == same_day
    assert second.due_day is not None
    assert second.due_day > before.day


def test_S6_a_clock_in_1970_leaves_the_schedule_where_it_was() -> None:  # noqa: N802 - the case's id
    wrong = Moment(at=5_000_000, offset=60, day=0)
    right = replace(wrong, day=100)
    for rating in Rating:
        by_wrong = EXACT.apply("card", REVIEWED, wrong, rating).memory
        assert by_wrong == EXACT.apply("card", REVIEWED, right, rating).memory
        assert by_wrong.last_day == 100


def test_S7_a_clock_moved_back_five_days_is_the_day_of_the_last_review() -> None:  # noqa: N802 - the case's id
    first = EXACT.apply("card", Memory(), at_day(200), Rating.EASY).memory
    second = EXACT.apply("card", first, at_day(195), Rating.GOOD).memory
    assert second.last_day == 200
    assert first.due_day is not None
    assert second.due_day is not None
    assert second.due_day >= first.due_day


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Kathmandu", "UTC"])
def test_S8_any_zone_is_welcome(zone: str) -> None:  # noqa: N802 - the case's id
    instant = datetime(2026, 1, 9, 12, 0, tzinfo=ZoneInfo(zone))
    memory = EXACT.apply("card", Memory(), moment_of(instant, 4), Rating.GOOD).memory
    assert memory.due_at is not None
    assert instant_to_datetime(memory.due_at) == instant + timedelta(minutes=10)


@pytest.mark.parametrize("stability", [2.0, 3.0, 4.0])
def test_S13_small_intervals_are_never_due_today(stability: float) -> None:  # noqa: N802 - the case's id
    memory = replace(REVIEWED, stability=stability, last_day=100, interval=2)
    for number in range(200):
        for outcome in SPREAD.outcomes(f"card{number}", memory, at_day(100)).values():
            after = outcome.memory
            assert after.due_day is not None
            assert after.due_at is not None or after.due_day > 100
            assert after.interval <= 2 or outcome.explanation.low >= 3


def test_S15_a_card_answered_again_is_shown_by_its_steps() -> None:  # noqa: N802 - the case's id
    moment, memory, waits = at_day(50), Memory(), []
    for rating in (Rating.AGAIN, Rating.GOOD, Rating.GOOD):
        outcome = SPREAD.apply("card", memory, moment, rating)
        memory = outcome.memory
        waits.append(outcome.explanation.step_minutes)
        if memory.due_at is not None:
            moment = at_instant(memory.due_at)
    assert waits == [1.0, 10.0, None]
    assert memory.phase is Phase.REVIEW
    assert memory.due_day == 51


def test_a_retention_of_its_own_moves_the_date_and_not_the_memory() -> None:
    low = EXACT.apply("card", REVIEWED, at_day(105), Rating.GOOD, 0.75)
    usual = EXACT.apply("card", REVIEWED, at_day(105), Rating.GOOD)
    high = EXACT.apply("card", REVIEWED, at_day(105), Rating.GOOD, 0.97)
    assert low.memory.interval > usual.memory.interval > high.memory.interval
    assert low.memory.stability == usual.memory.stability == high.memory.stability
    assert (low.explanation.retention, usual.explanation.retention) == (0.75, 0.9)


def test_S20_a_card_forgotten_four_times_recovers() -> None:  # noqa: N802 - the case's id
    memory, day = Memory(), 100
    for _ in range(4):
        memory = EXACT.apply("card", memory, at_day(day), Rating.AGAIN).memory
    stabilities = []
    for _ in range(10):
        day += 1
        memory = EXACT.apply("card", memory, at_day(day), Rating.GOOD).memory
        assert memory.stability is not None
        stabilities.append(memory.stability)
    assert stabilities == sorted(stabilities)
    assert stabilities[0] < 0.2
    assert stabilities[-1] > 5


def test_a_step_of_a_day_waits_for_a_study_day() -> None:
    scheduler = Scheduler(SchedulingSettings(learning_steps=(10.0, 1_440.0, 4_320.0)))
    first = scheduler.apply("card", Memory(), at_day(100), Rating.GOOD)
    assert first.memory.phase is Phase.LEARNING
    assert (first.memory.interval, first.memory.due_day, first.memory.due_at) == (1, 101, None)
    assert first.explanation.step_minutes == 1_440.0
    second = scheduler.apply("card", first.memory, at_day(101), Rating.GOOD).memory
    assert (second.step, second.interval, second.due_day) == (2, 3, 104)


def test_a_step_over_the_rollover_is_due_on_the_next_study_day() -> None:
    # 03:55 in a zone two hours east of UTC, five minutes before the day begins at four.
    moment = at_instant(20_000 * MICROSECONDS_PER_DAY + 115 * MICROSECONDS_PER_MINUTE, 120)
    assert moment.day == 19_999
    outcomes = EXACT.outcomes("card", Memory(), moment)
    due_days = [outcomes[rating].memory.due_day for rating in (Rating.AGAIN, Rating.GOOD)]
    assert due_days == [19_999, 20_000]


def test_a_longer_day_step_after_hard_puts_good_off() -> None:
    settings = SchedulingSettings(learning_steps=(4_320.0,), fuzz=False)
    outcomes = Scheduler(settings).outcomes("card", Memory(), at_day(100))
    assert [outcomes[rating].memory.interval for rating in Rating] == [3, 4, 4, 8]
    good = outcomes[Rating.GOOD]
    assert (good.memory.phase, good.memory.due_day) == (Phase.REVIEW, 104)
    assert (good.explanation.raised, good.explanation.interval, good.explanation.shift) == (
        True,
        2,
        2,
    )


def test_falling_steps_put_good_off_to_hard() -> None:
    settings = SchedulingSettings(learning_steps=(10.0, 1.0))
    outcomes = Scheduler(settings).outcomes("card", Memory(), at_day(100))
    minutes = [outcomes[rating].explanation.step_minutes for rating in Rating]
    assert minutes == [10.0, 5.5, 5.5, None]
    assert outcomes[Rating.GOOD].memory.due_at == outcomes[Rating.HARD].memory.due_at
    assert outcomes[Rating.GOOD].memory.step == 1


@pytest.mark.parametrize("phase", [Phase.NEW, Phase.LEARNING, Phase.REVIEW, Phase.RELEARNING])
def test_only_forgetting_what_was_learnt_is_a_lapse(phase: Phase) -> None:
    memory = (
        replace(REVIEWED, phase=phase, step=0, lapses=2)
        if phase is not Phase.NEW
        else Memory(lapses=2)
    )
    outcomes = EXACT.outcomes("card", memory, at_day(105))
    lapses = [outcomes[rating].memory.lapses for rating in Rating]
    assert lapses == [3 if phase is Phase.REVIEW else 2, 2, 2, 2]


def test_forgetting_without_relearning_steps_waits_for_a_day() -> None:
    scheduler = Scheduler(SchedulingSettings(relearning_steps=()))
    memory = scheduler.apply("card", REVIEWED, at_day(105), Rating.AGAIN).memory
    assert (memory.phase, memory.due_at, memory.lapses) == (Phase.REVIEW, None, 1)
    assert memory.due_day == 106


@given(strategies.settings, strategies.uids, strategies.memories, strategies.moments)
def test_fuzz_moves_dates_and_nothing_else(
    settings: SchedulingSettings, uid: str, memory: Memory, moment: Moment
) -> None:
    spread = Scheduler(replace(settings, fuzz=True)).outcomes(uid, memory, moment)
    exact = Scheduler(replace(settings, fuzz=False)).outcomes(uid, memory, moment)
    for rating in Rating:
        moved = replace(
            spread[rating].memory,
            interval=exact[rating].memory.interval,
            due_day=exact[rating].memory.due_day,
            due_at=exact[rating].memory.due_at,
        )
        assert moved == exact[rating].memory
        assert exact[rating].explanation.raised or exact[rating].explanation.shift == 0


def test_cards_learnt_together_come_back_apart() -> None:
    memory = replace(REVIEWED, stability=60.0, interval=60, last_day=40)
    due = {
        SPREAD.apply(f"card{number}", memory, at_day(105), Rating.HARD).memory.due_day
        for number in range(100)
    }
    assert len(due) > 5
    # One card is not always early or always late.
    due = {
        SPREAD.apply("card", replace(memory, reps=reps), at_day(105), Rating.HARD).memory.due_day
        for reps in range(100)
    }
    assert len(due) > 5


@pytest.mark.parametrize("day", [100, 101, 105, 200])
def test_recall_follows_the_curve_from_the_last_review(day: int) -> None:
    assert EXACT.recall(REVIEWED, day) == EXACT.curve.recall_after(5.0, day - 100)


def test_recall_of_a_new_card_and_before_the_last_review() -> None:
    assert EXACT.recall(Memory(), 100) == 0.0
    assert EXACT.recall(REVIEWED, 90) == 1.0
    assert EXACT.recall(REVIEWED, 105) == pytest.approx(0.9)
