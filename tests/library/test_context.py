from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from recall.config import Config
from recall.errors import ConfigurationError
from recall.library.context import settings_of
from recall.scheduling.settings import DEFAULT_PARAMETERS, SchedulingSettings
from tests.library.building import Desk, answer, questions


def test_the_default_configuration_is_the_default_scheduling() -> None:
    assert settings_of(Config()) == SchedulingSettings()


def test_every_scheduling_setting_of_a_configuration_counts() -> None:
    weights = (*DEFAULT_PARAMETERS[:3], 9.0, *DEFAULT_PARAMETERS[4:])
    settings = SchedulingSettings(
        desired_retention=0.8,
        learning_steps=(3.0,),
        relearning_steps=(4.0,),
        maximum_interval=99,
        parameters=weights,
        fuzz=False,
        rollover_hour=0,
    )
    config = Config(
        desired_retention=0.8,
        learning_steps=(3.0,),
        relearning_steps=(4.0,),
        maximum_interval=99,
        parameters=weights,
        fuzz=False,
        rollover_hour=0,
    )
    assert settings_of(config) == settings
    with pytest.raises(ConfigurationError):
        settings_of(replace(config, desired_retention=1.5))


@pytest.mark.parametrize("hours", [-1, -14, -23])
def test_instants_and_days_never_run_backwards(desk: Desk, hours: int) -> None:
    desk.write("a.md", questions(4))
    session = desk.open().session()
    answer(session)
    desk.wait(hours=hours)
    answer(session)
    answer(session)
    reviews = desk.reviews()
    assert [review.name for review in reviews] == ["a.md#q1", "a.md#q2", "a.md#q3"]
    assert [after.at - before.at for before, after in itertools.pairwise(reviews)] == [
        1,
        1,
    ]
    assert {review.day for review in reviews} == {reviews[0].day}


def test_a_review_from_a_wrong_clock_does_not_hold_the_day(desk: Desk) -> None:
    desk.write("a.md", questions(4))
    session = desk.open().session()
    desk.wait(days=3650)
    answer(session)
    desk.wait(days=-3650)
    answer(session)
    by_name = {review.name: review for review in desk.reviews()}
    assert by_name["a.md#q1"].day - by_name["a.md#q2"].day == 3650
