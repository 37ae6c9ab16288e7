"""The configuration file: every setting read, every mistake named."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path

import pytest

from recall.config import MAXIMUM_BYTES, Config, load, read
from recall.errors import ConfigurationError

EVERYTHING = """
new_per_day = 0
reviews_per_day = 9999
desired_retention = 0.99
learning_steps = ["30s", "1m", 10, "2h", "1d"]
relearning_steps = []
maximum_interval = 365
parameters = [1, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]
fuzz = false
rollover_hour = 23
learn_ahead = 0
cloze = "type"
slow_answer = 30
cued_rating = "good"
frozen_thresholds = true
leech_threshold = 3
theme = "nord"
decks = ["~/decks", "more"]
sync_folder = "~/sync"
editor = "nano -w"
[keys]
"review.undo" = "z"
review.hint = "x"
"""


def write(folder: Path, text: str | bytes) -> Path:
    file = folder / "config.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


def failure(file: Path) -> ConfigurationError:
    with pytest.raises(ConfigurationError) as caught:
        load(file)
    assert str(file) in caught.value.message
    assert caught.value.message.endswith(".")
    assert caught.value.hint
    assert caught.value.exit_code == 2
    return caught.value


def test_a_missing_file_and_an_empty_one_are_the_defaults(tmp_path: Path) -> None:
    assert load(tmp_path / "none" / "config.toml") == Config()
    assert load(write(tmp_path, "")) == Config()


def test_every_setting_is_read(tmp_path: Path) -> None:
    config = load(write(tmp_path, EVERYTHING))
    assert config == Config(
        new_per_day=0,
        reviews_per_day=9999,
        desired_retention=0.99,
        learning_steps=(0.5, 1.0, 10.0, 120.0, 1440.0),
        relearning_steps=(),
        maximum_interval=365,
        parameters=(1.0, 2.5, *map(float, range(3, 22))),
        fuzz=False,
        rollover_hour=23,
        learn_ahead=0,
        cloze="type",
        slow_answer=30,
        cued_rating="good",
        frozen_thresholds=True,
        leech_threshold=3,
        theme="nord",
        decks=("~/decks", "more"),
        sync_folder="~/sync",
        editor="nano -w",
        keys={"review.undo": "z", "review.hint": "x"},
    )
    usual = Config()
    assert all(
        getattr(config, setting.name) != getattr(usual, setting.name) for setting in fields(Config)
    )


def test_read_gives_only_what_the_file_sets(tmp_path: Path) -> None:
    assert read(write(tmp_path, "fuzz = true\n")) == {"fuzz": True}


def test_bom_and_any_newline_are_taken(tmp_path: Path) -> None:
    file = write(tmp_path, b"\xef\xbb\xbfnew_per_day = 3\r\nfuzz = false\r\n")
    assert load(file) == Config(new_per_day=3, fuzz=False)


def test_every_setting_says_what_it_means_and_must_be() -> None:
    for setting in fields(Config):
        assert setting.metadata["doc"].endswith(".")
        assert setting.metadata["rule"].wanted


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("new_per_day = -1", "0 to 9,999"),
        ("new_per_day = 10000", "0 to 9,999"),
        ("new_per_day = 1.0", "whole number"),
        ("new_per_day = true", "whole number"),
        ('new_per_day = "10"', "whole number"),
        ("reviews_per_day = 10000", "0 to 9,999"),
        ("desired_retention = 0.69", "0.70 to 0.99"),
        ("desired_retention = 1", "0.70 to 0.99"),
        ("desired_retention = nan", "0.70 to 0.99"),
        ("desired_retention = inf", "0.70 to 0.99"),
        ("desired_retention = true", "0.70 to 0.99"),
        ("desired_retention = 0x" + "f" * 5000, "0.70 to 0.99"),
        ('learning_steps = "1m"', "list of waits"),
        ('learning_steps = ["1x"]', "list of waits"),
        ('learning_steps = ["m"]', "list of waits"),
        ('learning_steps = ["-1m"]', "list of waits"),
        ("learning_steps = [0]", "list of waits"),
        ("learning_steps = [nan]", "list of waits"),
        ('learning_steps = ["31d"]', "list of waits"),
        ("learning_steps = [[1]]", "list of waits"),
        ('relearning_steps = ["\u0661m"]', "list of waits"),
        ("maximum_interval = 0", "1 to 36,500"),
        ("parameters = [1, 2, 3]", "21 numbers"),
        ("parameters = 1", "21 numbers"),
        ('parameters = ["a"]', "21 numbers"),
        ("fuzz = 1", "true or false"),
        ("rollover_hour = 24", "0 to 23"),
        ("learn_ahead = 1441", "0 to 1,440"),
        ('cloze = "typed"', '"reveal" or "type"'),
        ("cloze = []", '"reveal" or "type"'),
        ("slow_answer = 0", "1 to 3,600"),
        ("leech_threshold = 0", "1 to 99"),
        ('cued_rating = "easy"', "hard"),
        ("frozen_thresholds = 1", "true"),
        ('theme = ""', "not empty"),
        ('decks = "here"', "list of folders"),
        ("decks = [1]", "list of folders"),
        ('decks = ["a\\u0000b"]', "list of folders"),
        ('editor = "vi\\u001b[2J"', "one line"),
        ("editor = 1", "one line"),
        ('keys = "u"', "table of keys"),
        ("keys = {undo = 1}", "table of keys"),
    ],
)
def test_a_value_that_cannot_be_is_named(tmp_path: Path, line: str, wanted: str) -> None:
    error = failure(
        write(tmp_path, f"theme = 'nord'\n{line}\n".replace("theme = 'nord'\ntheme", "theme"))
    )
    name = line.partition(" ")[0]
    assert f"sets {name} to" in error.message
    assert error.hint.startswith(f"Set {name} to ")
    assert wanted in error.hint
    assert len(error.message) < 100 + len(str(tmp_path)) + 60


@pytest.mark.parametrize(
    ("key", "nearest"),
    [
        ("new_per_dya", "new_per_day"),
        ("desired-retention", "desired_retention"),
        ("rollover", "rollover_hour"),
        ("deck", "decks"),
    ],
)
def test_an_unknown_key_names_the_nearest(tmp_path: Path, key: str, nearest: str) -> None:
    error = failure(write(tmp_path, f"{key} = 1\n"))
    assert repr(key) in error.message
    assert error.hint == f"Did you mean {nearest}?"


def test_an_unknown_table_is_no_setting(tmp_path: Path) -> None:
    error = failure(write(tmp_path, "[xyzzy]\na = 1\n"))
    assert "'xyzzy'" in error.message
    assert "recall config" in error.hint


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("fuzz = true\nnew_per_day 10\n", "line 2, column 13"),
        ("fuzz = true\n\nfuzz = false\n", "line 3"),
        ("theme = [", "at its end"),
        ("a = " + "[" * 5000, "not valid TOML"),
        ("a = " + "9" * 5000, "not valid TOML"),
    ],
    ids=["no-equals", "twice", "unclosed", "nested", "long-number"],
)
def test_invalid_toml_names_the_line(tmp_path: Path, text: str, place: str) -> None:
    error = failure(write(tmp_path, text))
    assert "is not valid TOML" in error.message
    assert place in error.message


def test_what_is_not_utf8_names_the_byte(tmp_path: Path) -> None:
    assert "not UTF-8 at byte 9" in failure(write(tmp_path, b"theme = '\xff'")).message


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    exact = b"#" * MAXIMUM_BYTES
    assert load(write(tmp_path, exact)) == Config()
    assert "larger than 64 KiB" in failure(write(tmp_path, exact + b"#")).message


def test_a_folder_in_its_place_cannot_be_read(tmp_path: Path) -> None:
    assert "cannot be read" in failure(tmp_path).message


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    file = tmp_path / "a\x00b"
    assert "cannot be read" in failure(file).message


def test_a_file_without_permission(tmp_path: Path) -> None:
    file = write(tmp_path, "fuzz = true")
    file.chmod(0)
    if os.geteuid() == 0:
        # The owner of the machine reads everything.
        assert load(file) == Config()
    else:
        assert "cannot be read" in failure(file).message
