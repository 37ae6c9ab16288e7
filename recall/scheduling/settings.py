"""What a learner can set about scheduling, checked, and as JSON for the log."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, NoReturn

import fsrs.scheduler
from fsrs.scheduler import LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS

from recall.errors import ConfigurationError

RETENTION_RANGE = (0.70, 0.99)
LONGEST_INTERVAL = 36_500
DEFAULT_PARAMETERS: tuple[float, ...] = fsrs.scheduler.DEFAULT_PARAMETERS
PARAMETER_COUNT = len(DEFAULT_PARAMETERS)
# Results of py-fsrs differ between versions (6.3.1 lets Hard on the same day lower stability), so
# the log names the one that decided. A test holds the number equal to the installed one.
ALGORITHM = "FSRS-6"
KERNEL = "py-fsrs 6.3.2"


@dataclass(frozen=True, slots=True)
class SchedulingSettings:
    """Everything a due date depends on besides the reviews themselves.

    ``desired_retention`` is a share between 0.70 and 0.99, ``learning_steps`` and
    ``relearning_steps`` are minutes, ``maximum_interval`` days (1 to 36,500), ``parameters`` the 21
    weights of FSRS-6 (w0 to w20, within py-fsrs's bounds), ``fuzz`` whether due days are spread.
    ``rollover_hour`` (0 to 23) places the study day of a step.

    Raises ConfigurationError naming the setting, or the weight, that cannot be used.
    """

    desired_retention: float = 0.90
    learning_steps: tuple[float, ...] = (1.0, 10.0)
    relearning_steps: tuple[float, ...] = (10.0,)
    maximum_interval: int = LONGEST_INTERVAL
    parameters: tuple[float, ...] = DEFAULT_PARAMETERS
    fuzz: bool = True
    rollover_hour: int = 4

    def __post_init__(self) -> None:
        check_retention(self.desired_retention)
        _check_steps("learning_steps", self.learning_steps)
        _check_steps("relearning_steps", self.relearning_steps)
        _check_integer("maximum_interval", self.maximum_interval, 1, LONGEST_INTERVAL)
        _check_parameters(self.parameters)
        if not isinstance(self.fuzz, bool):
            _refuse("fuzz", self.fuzz, "true or false")
        _check_integer("rollover_hour", self.rollover_hour, 0, 23)

    def to_json(self) -> str:
        """Return the settings as one line of JSON, the same for equal settings."""
        return json.dumps({"algorithm": ALGORITHM, "kernel": KERNEL, **asdict(self)})

    @classmethod
    def from_json(cls, text: str) -> SchedulingSettings:
        """Return the settings ``to_json`` wrote; what an older program did not write is default.

        Raises ConfigurationError when the text is not such JSON, holds a setting this program does
        not know (ignoring it would change due dates in silence) or a value out of range.
        """
        try:
            body = json.loads(text)
        except (ValueError, RecursionError):
            raise ConfigurationError("The recorded scheduling settings are not JSON.") from None
        if not isinstance(body, dict):
            raise ConfigurationError("The recorded scheduling settings are not a JSON object.")
        algorithm = body.pop("algorithm", ALGORITHM)
        body.pop("kernel", None)
        if algorithm != ALGORITHM:
            raise ConfigurationError(
                f"The recorded scheduling settings are for {algorithm}, not {ALGORITHM}.",
                "Open the progress file with the program that wrote it.",
            )
        return cls(**_known(body))


def check_retention(retention: float) -> None:
    """Raise ConfigurationError unless the desired retention is a number from 0.70 to 0.99."""
    low, high = RETENTION_RANGE
    if not _is_number(retention) or not low <= retention <= high:
        _refuse("desired_retention", retention, f"a number from {low:.2f} to {high:.2f}")


def _known(body: Mapping[str, Any]) -> dict[str, Any]:
    names = {field.name for field in fields(SchedulingSettings)}
    unknown = sorted(set(body) - names)
    if unknown:
        raise ConfigurationError(
            f"The recorded scheduling settings hold {unknown[0]!r}, which is not a setting.",
            "Open the progress file with the program that wrote it.",
        )
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in body.items()
    }


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _refuse(setting: str, value: object, wanted: str) -> NoReturn:
    raise ConfigurationError(f"{setting} is {value!r}.", f"Set {setting} to {wanted}.")


def _check_integer(setting: str, value: object, low: int, high: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        _refuse(setting, value, f"a whole number from {low:,} to {high:,}")


def _check_steps(setting: str, steps: object) -> None:
    if not isinstance(steps, tuple):
        _refuse(setting, steps, "a list of minutes")
    for step in steps:
        if not _is_number(step) or step <= 0:
            _refuse(setting, step, "minutes above zero, or leave it empty")


def _check_parameters(parameters: object) -> None:
    if not isinstance(parameters, tuple):
        _refuse("parameters", parameters, f"a list of {PARAMETER_COUNT} numbers")
    if len(parameters) != PARAMETER_COUNT:
        raise ConfigurationError(
            f"parameters holds {len(parameters)} numbers, and {ALGORITHM} has {PARAMETER_COUNT}.",
            "Sets of 17 or 19 numbers belong to older versions of FSRS and must be fitted again.",
        )
    bounds = zip(parameters, LOWER_BOUNDS_PARAMETERS, UPPER_BOUNDS_PARAMETERS, strict=True)
    for index, (value, low, high) in enumerate(bounds):
        if not _is_number(value) or not low <= value <= high:
            _refuse(f"parameters w{index}", value, f"a number from {low:g} to {high:g}")
