"""Random settings, memories and answers for the property tests of scheduling."""

from __future__ import annotations

from dataclasses import dataclass

from fsrs.scheduler import LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS
from hypothesis import strategies as st

from recall.cards.memory import Memory, Phase, Rating
from recall.clock import MICROSECONDS_PER_DAY, MICROSECONDS_PER_MINUTE, Moment, study_day_at
from recall.scheduling.settings import DEFAULT_PARAMETERS, SchedulingSettings

uids = st.text("abcdef0123456789#-é", min_size=1, max_size=12)
ratings = st.sampled_from(Rating)
retentions = st.floats(0.70, 0.99)
offsets = st.sampled_from((-720, -570, -300, -210, 0, 60, 330, 345, 630, 765, 840))

_parameters = st.one_of(
    st.just(DEFAULT_PARAMETERS),
    st.tuples(
        *(
            st.floats(low, high)
            for low, high in zip(LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, strict=True)
        )
    ),
)
_steps = st.lists(st.floats(0.01, 10_000.0), max_size=4).map(tuple)

settings = st.builds(
    SchedulingSettings,
    desired_retention=retentions,
    learning_steps=_steps,
    relearning_steps=_steps,
    maximum_interval=st.integers(1, 36_500),
    parameters=_parameters,
    fuzz=st.booleans(),
    rollover_hour=st.integers(0, 23),
)

moments = st.builds(
    Moment,
    at=st.integers(0, 40_000 * MICROSECONDS_PER_DAY),
    offset=offsets,
    day=st.integers(-10, 40_000),
)

_stabilities = st.floats(0.001, 36_500.0)
_difficulties = st.floats(1.0, 10.0)
_days = st.integers(0, 30_000)

memories = st.one_of(
    st.just(Memory()),
    st.builds(
        Memory,
        phase=st.sampled_from((Phase.LEARNING, Phase.RELEARNING)),
        step=st.integers(0, 5),
        stability=_stabilities,
        difficulty=_difficulties,
        last_day=_days,
        interval=st.integers(0, 7),
        reps=st.integers(1, 500),
        lapses=st.integers(0, 50),
    ),
    st.builds(
        Memory,
        phase=st.just(Phase.REVIEW),
        stability=_stabilities,
        difficulty=_difficulties,
        last_day=_days,
        interval=st.integers(1, 36_500),
        reps=st.integers(1, 500),
        lapses=st.integers(0, 50),
    ),
)


@dataclass(frozen=True)
class Answer:
    """One answer of a random history: minutes since the one before, where, and how."""

    gap: int
    offset: int
    rating: Rating
    retention: float


answers = st.builds(
    Answer,
    gap=st.one_of(st.integers(0, 30), st.integers(0, 3_000), st.integers(0, 500_000)),
    offset=offsets,
    rating=ratings,
    retention=retentions,
)


def at_day(day: int, offset: int = 0) -> Moment:
    """Noon UTC of a study day."""
    return Moment(day * MICROSECONDS_PER_DAY + 720 * MICROSECONDS_PER_MINUTE, offset, day)


def at_instant(at: int, offset: int = 0, rollover_hour: int = 4) -> Moment:
    """The moment of an instant at an offset."""
    return Moment(at, offset, study_day_at(at, offset, rollover_hour))
