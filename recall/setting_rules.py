"""How the value of one setting is read from a configuration file, and what it must be."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

PARAMETER_COUNT = 21
_LONGEST_STEP = 30 * 24 * 60
_STEP = re.compile(r"(\d+(?:\.\d+)?)\s*([smhd])", re.ASCII)
_MINUTES = {"s": 1 / 60, "m": 1.0, "h": 60.0, "d": 1440.0}
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Rule:
    """How a setting is read: ``wanted`` says in words what it must be.

    ``read`` turns the value found in the file into the setting's own; ValueError or OverflowError
    say it cannot. ``written`` is the way back: the text that stands for a value in the file.
    """

    wanted: str
    read: Callable[[Any], object]
    written: Callable[[Any], str] = lambda value: json.dumps(value, ensure_ascii=False)


def whole(low: int, high: int) -> Rule:
    """Return the rule of a whole number from ``low`` to ``high``."""

    def read(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return value

    return Rule(f"a whole number from {low:,} to {high:,}", read)


def number(low: float, high: float) -> Rule:
    """Return the rule of a number from ``low`` to ``high``."""

    def read(value: Any) -> float:
        if not _is_number(value) or not low <= value <= high:
            raise ValueError
        return float(value)

    return Rule(f"a number from {low:.2f} to {high:.2f}", read)


def one_of(*words: str) -> Rule:
    """Return the rule of a setting that is one of a few words."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in words:
            raise ValueError
        return value

    return Rule(" or ".join(f'"{word}"' for word in words), read)


def _read_switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError  # noqa: TRY004  a rule says "cannot be read" in one way only
    return value


def _read_line(value: Any) -> str:
    if not isinstance(value, str) or _CONTROL.search(value):
        raise ValueError
    return value


def _read_name(value: Any) -> str:
    if not _read_line(value):
        raise ValueError
    return str(value)


def _read_steps(value: Any) -> tuple[float, ...]:
    return tuple(_read_step(step) for step in _listed(value))


def _read_step(value: Any) -> float:
    if isinstance(value, str):
        match = _STEP.fullmatch(value.strip())
        if match is None:
            raise ValueError
        minutes = float(match[1]) * _MINUTES[match[2]]
    elif _is_number(value):
        minutes = float(value)
    else:
        raise ValueError
    if not 0 < minutes <= _LONGEST_STEP:
        raise ValueError
    return minutes


def _read_parameters(value: Any) -> tuple[float, ...]:
    numbers = _listed(value)
    if len(numbers) not in (0, PARAMETER_COUNT) or not all(map(_is_number, numbers)):
        raise ValueError
    return tuple(map(float, numbers))


def _read_folders(value: Any) -> tuple[str, ...]:
    return tuple(map(_read_name, _listed(value)))


def _read_keys(value: Any) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise ValueError  # noqa: TRY004  a rule says "cannot be read" in one way only
    return MappingProxyType(dict(_flattened(value, "")))


def _flattened(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    """Give each key its whole name: TOML reads ``review.undo = "z"`` as a table in a table."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flattened(value, f"{prefix}{name}.")
        else:
            yield prefix + name, _read_name(value)


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError  # noqa: TRY004  a rule says "cannot be read" in one way only
    return value


def _is_number(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]  # narrowed


def _steps_written(steps: tuple[float, ...]) -> str:
    return json.dumps([_step_written(step) for step in steps])


def _step_written(minutes: float) -> str | float:
    for unit in "dhm":
        if minutes % _MINUTES[unit] == 0:
            return f"{minutes / _MINUTES[unit]:.0f}{unit}"
    return minutes


def _keys_written(keys: Mapping[str, str]) -> str:
    pairs = (
        f"{json.dumps(name, ensure_ascii=False)} = {json.dumps(key, ensure_ascii=False)}"
        for name, key in keys.items()
    )
    return "{" + ", ".join(pairs) + "}"


SWITCH = Rule("true or false", _read_switch)
LINE = Rule("text on one line", _read_line)
NAME = Rule("text on one line, not empty", _read_name)
STEPS = Rule(
    'a list of waits up to 30 days, such as ["1m", "10m", "1d"]', _read_steps, _steps_written
)
PARAMETERS = Rule(f"a list of {PARAMETER_COUNT} numbers, or an empty one", _read_parameters)
FOLDERS = Rule('a list of folders, such as ["~/decks"]', _read_folders)
KEYS = Rule('a table of keys, such as {"review.undo" = "z"}', _read_keys, _keys_written)
