"""The rules of settings: what is written reads back as it was."""

from __future__ import annotations

import tomllib
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall import setting_rules as rules
from recall.config import Config
from recall.setting_rules import Rule

TEXT = st.text(st.characters(blacklist_categories=("Cc", "Cs")))
MINUTES = st.one_of(
    st.integers(1, 43_200).map(float),
    st.floats(0.001, 43_200, allow_nan=False),
    st.sampled_from([0.5, 1.0, 60.0, 90.0, 1440.0, 2880.0]),
)


def back(rule: Rule, value: object) -> object:
    return rule.read(tomllib.loads(f"key = {rule.written(value)}")["key"])


@pytest.mark.parametrize("name", [setting.name for setting in fields(Config)])
def test_defaults_read_back(name: str) -> None:
    rule = next(setting.metadata["rule"] for setting in fields(Config) if setting.name == name)
    usual = getattr(Config(), name)
    assert back(rule, usual) == usual


@given(st.lists(MINUTES, max_size=5).map(tuple))
def test_steps_read_back(steps: tuple[float, ...]) -> None:
    assert back(rules.STEPS, steps) == steps


@given(st.one_of(st.just([]), st.lists(st.floats(-1e9, 1e9), min_size=21, max_size=21)).map(tuple))
def test_parameters_read_back(parameters: tuple[float, ...]) -> None:
    assert back(rules.PARAMETERS, parameters) == parameters


@given(TEXT)
def test_lines_read_back(text: str) -> None:
    assert back(rules.LINE, text) == text


@given(st.lists(TEXT.filter(bool), max_size=4).map(tuple))
def test_folders_read_back(folders: tuple[str, ...]) -> None:
    assert back(rules.FOLDERS, folders) == folders


@given(st.dictionaries(TEXT, TEXT.filter(bool), max_size=4))
def test_keys_read_back(keys: dict[str, str]) -> None:
    assert back(rules.KEYS, keys) == keys


@given(st.integers(), st.integers(-5, 5), st.integers(6, 20))
def test_whole_numbers_keep_to_their_range(value: int, low: int, high: int) -> None:
    rule = rules.whole(low, high)
    if low <= value <= high:
        assert rule.read(value) == value
    else:
        with pytest.raises(ValueError, match=r"^$"):
            rule.read(value)


def test_steps_are_written_in_the_largest_unit() -> None:
    assert rules.STEPS.written((1.0, 90.0, 120.0, 2880.0, 0.5)) == '["1m", "90m", "2h", "2d", 0.5]'


def test_dotted_keys_and_quoted_keys_are_the_same() -> None:
    dotted = tomllib.loads("[keys]\nreview.undo = 'z'")["keys"]
    quoted = tomllib.loads("keys = {'review.undo' = 'z'}")["keys"]
    assert rules.KEYS.read(dotted) == rules.KEYS.read(quoted) == {"review.undo": "z"}
