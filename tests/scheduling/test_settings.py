from __future__ import annotations

import importlib.metadata
import json
import math
from typing import Any

import pytest
from fsrs.scheduler import LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS
from hypothesis import given

from recall.errors import ConfigurationError
from recall.scheduling.settings import DEFAULT_PARAMETERS, KERNEL, SchedulingSettings

from . import strategies

# The weights as the FSRS-6 specification gives them.
FSRS_6 = (
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
)  # fmt: skip


def _with(index: int, value: object) -> tuple[Any, ...]:
    return (*DEFAULT_PARAMETERS[:index], value, *DEFAULT_PARAMETERS[index + 1 :])


def test_the_default_weights_are_those_of_fsrs_6() -> None:
    assert SchedulingSettings().parameters == FSRS_6


@pytest.mark.parametrize("index", range(21))
@pytest.mark.parametrize("side", ["below", "above"])
def test_S16_a_weight_out_of_bounds_is_refused_by_its_number(index: int, side: str) -> None:  # noqa: N802 - the case's id
    value = LOWER_BOUNDS_PARAMETERS[index] - 0.0001
    if side == "above":
        value = UPPER_BOUNDS_PARAMETERS[index] + 0.0001
    with pytest.raises(ConfigurationError) as caught:
        SchedulingSettings(parameters=_with(index, value))
    assert caught.value.message.startswith(f"parameters w{index} is ")
    assert f"{UPPER_BOUNDS_PARAMETERS[index]:g}" in caught.value.hint


@pytest.mark.parametrize("value", [0, math.nan, math.inf, -math.inf, "1.4835", None, True, [1.0]])
def test_S16_an_unusable_weight_w11_is_refused_by_its_number(value: object) -> None:  # noqa: N802 - the case's id
    with pytest.raises(ConfigurationError, match="parameters w11 is"):
        SchedulingSettings(parameters=_with(11, value))


@pytest.mark.parametrize("number", [0, 17, 19, 20, 22])
def test_S16_a_set_of_another_size_is_refused(number: int) -> None:  # noqa: N802 - the case's id
    parameters = (DEFAULT_PARAMETERS * 2)[:number]
    with pytest.raises(ConfigurationError, match=f"parameters holds {number} numbers") as caught:
        SchedulingSettings(parameters=parameters)
    assert "17 or 19" in caught.value.hint


def test_S16_the_bounds_themselves_are_allowed() -> None:  # noqa: N802 - the case's id
    for parameters in (LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS):
        assert SchedulingSettings(parameters=parameters).parameters == parameters


@pytest.mark.parametrize("value", [0, 0.699, 0.991, 1, 1.5, -0.9, math.nan, math.inf, "0.9", True])
def test_S17_a_desired_retention_out_of_range_is_refused(value: Any) -> None:  # noqa: N802 - the case's id
    with pytest.raises(ConfigurationError, match="desired_retention is") as caught:
        SchedulingSettings(desired_retention=value)
    assert caught.value.hint == "Set desired_retention to a number from 0.70 to 0.99."


@pytest.mark.parametrize("value", [0, -1, 36_501, 10**9, 5.5, "10", True, math.nan])
def test_S17_a_longest_interval_out_of_range_is_refused(value: Any) -> None:  # noqa: N802 - the case's id
    with pytest.raises(ConfigurationError, match="maximum_interval is"):
        SchedulingSettings(maximum_interval=value)


@pytest.mark.parametrize("name", ["learning_steps", "relearning_steps"])
@pytest.mark.parametrize("value", [0, -1.0, math.nan, math.inf, "10m", None, False])
def test_a_step_that_is_no_length_of_time_is_refused(name: str, value: object) -> None:
    with pytest.raises(ConfigurationError, match=f"^{name} is"):
        SchedulingSettings(**{name: (1.0, value)})  # type: ignore[arg-type]  # the point of the test


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("learning_steps", 10.0),
        ("learning_steps", "10"),
        ("relearning_steps", [10.0]),
        ("parameters", 1),
        ("parameters", list(DEFAULT_PARAMETERS)),
        ("fuzz", 1),
        ("fuzz", "yes"),
        ("rollover_hour", -1),
        ("rollover_hour", 24),
        ("rollover_hour", 4.0),
        ("rollover_hour", False),
    ],
)
def test_a_setting_of_the_wrong_kind_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(ConfigurationError, match=f"^{name} is"):
        SchedulingSettings(**{name: value})


def test_no_steps_at_all_are_allowed() -> None:
    settings = SchedulingSettings(learning_steps=(), relearning_steps=())
    assert settings.learning_steps == settings.relearning_steps == ()


@given(strategies.settings)
def test_settings_come_back_from_json_exactly(settings: SchedulingSettings) -> None:
    text = settings.to_json()
    again = SchedulingSettings.from_json(text)
    assert again == settings
    assert again.to_json() == text
    assert "\n" not in text


def test_the_log_names_the_algorithm_and_the_version_installed() -> None:
    body = json.loads(SchedulingSettings().to_json())
    assert body["algorithm"] == "FSRS-6"
    assert body["kernel"] == KERNEL == f"py-fsrs {importlib.metadata.version('fsrs')}"


def test_settings_an_older_program_did_not_write_are_the_defaults() -> None:
    assert SchedulingSettings.from_json('{"fuzz": false}') == SchedulingSettings(fuzz=False)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "not a JSON object"),
        ('{"easy_days": [1]}', "'easy_days'"),
        ('{"algorithm": "FSRS-7"}', "FSRS-7"),
        ('{"desired_retention": NaN}', "desired_retention is nan"),
        ('{"maximum_interval": 1e9}', "maximum_interval is"),
        ('{"parameters": [1, 2]}', "parameters holds 2 numbers"),
        ('{"learning_steps": null}', "learning_steps is None"),
    ],
)
def test_recorded_settings_that_cannot_be_used_are_refused(text: str, told: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        SchedulingSettings.from_json(text)
    assert told in caught.value.message
