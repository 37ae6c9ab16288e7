"""What every use case needs: the open store, the clock, the scheduler and the folders."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random

from recall.cards.history import new_id
from recall.cards.problem import Problem
from recall.clock import MICROSECONDS_PER_DAY, Clock, Moment
from recall.config import Config
from recall.paths import Paths
from recall.scheduling.scheduler import Scheduler
from recall.scheduling.settings import SchedulingSettings
from recall.storage import history
from recall.storage.records import Curve
from recall.storage.store import Store, Transaction

END_OF_TIME = 2**63 - 1
"""The last instant that a column of the log can hold."""


@dataclass
class Context:
    """One open library.

    ``folders`` are the ids of the deck folders of this library in the store; ``passed_over`` what
    could not be read in them as a deck; ``absent`` those that are not there now, though decks of
    theirs are known; ``nowhere`` those that were never there; ``random`` decides the order of
    options and the random bits of ids.
    """

    store: Store
    paths: Paths
    config: Config
    clock: Clock
    scheduler: Scheduler
    random: Random
    folders: tuple[int, ...] = ()
    passed_over: tuple[Problem, ...] = ()
    absent: tuple[Path, ...] = ()
    nowhere: tuple[Path, ...] = ()

    @cached_property
    def curve(self) -> Curve:
        """The forgetting curve of the settings, as the store computes with it."""
        return Curve(self.scheduler.curve.factor, self.scheduler.curve.exponent)

    def moment(self, tx: Transaction) -> Moment:
        """Read the clock for something to be recorded.

        A study day never decreases and records never swap places: a clock that ran backwards gives
        the newest day and instant again. What is dated more than a day ahead of the clock is the
        fruit of a wrong clock and holds nothing up.
        """
        now = self.clock.now()
        horizon = now.at + MICROSECONDS_PER_DAY
        at = history.latest_at(tx, horizon)
        day = history.latest_day(tx, horizon)
        return replace(
            now,
            at=now.at if at is None else max(now.at, at + 1),
            day=now.day if day is None else max(now.day, day),
        )

    def moment_of_card(self, tx: Transaction, uid: str, last_at: int | None) -> Moment:
        """Read the clock for something to be recorded of one card; see ``following``."""
        return following(tx, self.moment(tx), uid, last_at)

    def new_id(self, at: int) -> str:
        """Return a new UUIDv7 for an instant."""
        return new_id(at, self.random.randbytes)


def following(tx: Transaction, moment: Moment, uid: str, last_at: int | None) -> Moment:
    """Return a moment that follows everything recorded of a card, whatever any clock said.

    A card's state is what its records give in the order of their instants, and no two deeds share
    one. ``last_at`` is the instant of its last review that counts.
    """
    latest = history.latest_mark_at(tx, uid, moment.at)
    after = max(at + 1 for at in (moment.at - 1, latest, last_at) if at is not None)
    while after > moment.at and history.is_taken(tx, after):
        after += 1
    return replace(moment, at=after)


def settings_of(config: Config) -> SchedulingSettings:
    """Return the scheduler's settings of a configuration. Raises ConfigurationError."""
    settings = SchedulingSettings(
        desired_retention=config.desired_retention,
        learning_steps=config.learning_steps,
        relearning_steps=config.relearning_steps,
        maximum_interval=config.maximum_interval,
        fuzz=config.fuzz,
        rollover_hour=config.rollover_hour,
    )
    return replace(settings, parameters=config.parameters) if config.parameters else settings
