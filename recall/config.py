"""The configuration file: ``config.toml`` to a frozen ``Config``; each setting documented here.

Every field of ``Config`` carries its meaning (``doc``) and the rule that reads its value from the
file (``rule``) as metadata, so ``recall config`` prints what is declared here and nothing else.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

from recall.errors import ConfigurationError
from recall.setting_rules import (
    FOLDERS,
    KEYS,
    LINE,
    NAME,
    PARAMETERS,
    STEPS,
    SWITCH,
    Rule,
    number,
    one_of,
    whole,
)

MAXIMUM_BYTES = 64 * 1024
_WHERE_IN_TOML = re.compile(r"^(.*) \(at (?:line (\d+), column (\d+)|end of document)\)$")


def _about(doc: str, rule: Rule) -> Mapping[str, object]:
    return {"doc": doc, "rule": rule}


@dataclass(frozen=True, slots=True)
class Config:
    """Every setting, with its meaning and its rule beside it.

    Steps are minutes, intervals days, ``slow_answer`` seconds, ``learn_ahead`` minutes. ``decks``
    and ``sync_folder`` are folders as written: relative ones are meant from the folder of the
    configuration file.
    """

    new_per_day: int = field(
        default=10,
        metadata=_about("New cards introduced on one study day.", whole(0, 9_999)),
    )
    reviews_per_day: int = field(
        default=200,
        metadata=_about("Reviews shown on one study day, new cards not counted.", whole(0, 9_999)),
    )
    desired_retention: float = field(
        default=0.90,
        metadata=_about(
            "Share of reviews to be remembered; a higher one means more reviews.",
            number(0.70, 0.99),
        ),
    )
    learning_steps: tuple[float, ...] = field(
        default=(1.0, 10.0),
        metadata=_about("Waits between the first showings of a new card.", STEPS),
    )
    relearning_steps: tuple[float, ...] = field(
        default=(10.0,),
        metadata=_about("Waits after a card was forgotten.", STEPS),
    )
    maximum_interval: int = field(
        default=36_500,
        metadata=_about("Longest wait between two reviews, in days.", whole(1, 36_500)),
    )
    parameters: tuple[float, ...] = field(
        default=(),
        metadata=_about(
            "The 21 weights of FSRS-6; an empty list takes the usual ones.", PARAMETERS
        ),
    )
    fuzz: bool = field(
        default=True,
        metadata=_about("Whether due days are spread a little, so cards part company.", SWITCH),
    )
    rollover_hour: int = field(
        default=4,
        metadata=_about("Local hour at which a study day begins.", whole(0, 23)),
    )
    learn_ahead: int = field(
        default=20,
        metadata=_about(
            "Minutes before its time that a learning card is shown when nothing else is left.",
            whole(0, 1_440),
        ),
    )
    cloze: str = field(
        default="reveal",
        metadata=_about("Whether gaps are revealed or typed.", one_of("reveal", "type")),
    )
    slow_answer: int = field(
        default=12,
        metadata=_about("Seconds above which a right answer is proposed as Hard.", whole(1, 3_600)),
    )
    cued_rating: str = field(
        default="hard",
        metadata=_about(
            "Rating of a blank page's point that was recalled on its cue alone.",
            one_of("hard", "good"),
        ),
    )
    frozen_thresholds: bool = field(
        default=False,
        metadata=_about(
            "Whether every blank page is compared alike, whatever your verdicts on others.", SWITCH
        ),
    )
    leech_threshold: int = field(
        default=8,
        metadata=_about("Lapses from which a card is pointed out as a leech.", whole(1, 99)),
    )
    theme: str = field(
        default="recall",
        metadata=_about("Colours of the interface.", NAME),
    )
    decks: tuple[str, ...] = field(
        default=(),
        metadata=_about("More deck folders, beside the course and your own.", FOLDERS),
    )
    sync_folder: str = field(
        default="",
        metadata=_about("Folder through which progress is exchanged with other machines.", LINE),
    )
    editor: str = field(
        default="",
        metadata=_about("Command that edits files; empty takes VISUAL, then EDITOR.", LINE),
    )
    keys: Mapping[str, str] = field(
        default_factory=lambda: MappingProxyType({}),
        metadata=_about("Keys of your own: the action's id and its keys.", KEYS),
    )


def load(path: Path) -> Config:
    """Return the configuration of a file; a file that does not exist changes nothing.

    Raises ConfigurationError, which names the file and the key or line, when it cannot be used.
    """
    return Config(**read(path))


def read(path: Path) -> dict[str, Any]:
    """Return the settings that a configuration file gives, checked; none for a missing file.

    Raises ConfigurationError as ``load`` does.
    """
    rules: dict[str, Rule] = {setting.name: setting.metadata["rule"] for setting in fields(Config)}
    settings: dict[str, Any] = {}
    for key, value in _parse(path).items():
        if key not in rules:
            raise ConfigurationError(
                f"{_named(path)} sets {key!r}, which is not a setting.",
                _nearest(key, rules),
            )
        try:
            settings[key] = rules[key].read(value)
        except (ValueError, OverflowError):
            raise ConfigurationError(
                f"{_named(path)} sets {key} to {_shown(value)}.",
                f"Set {key} to {rules[key].wanted}.",
            ) from None
    return settings


def _parse(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as stream:
            data = stream.read(MAXIMUM_BYTES + 1)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "its name is not usable"
        raise ConfigurationError(
            f"{_named(path)} cannot be read ({reason}).",
            "Make it readable, or name another file with --config.",
        ) from None
    if len(data) > MAXIMUM_BYTES:
        raise ConfigurationError(
            f"{_named(path)} is larger than {MAXIMUM_BYTES // 1024} KiB.",
            "Check that it is the file you mean.",
        )
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ConfigurationError(
            f"{_named(path)} is not UTF-8 at byte {error.start}.",
            "Save it as UTF-8.",
        ) from None
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(
            f"{_named(path)} is not valid TOML{_where(error)}.",
            "Write each setting on a line of its own, such as new_per_day = 10.",
        ) from None


def _where(error: Exception) -> str:
    match = _WHERE_IN_TOML.match(str(error))
    if match is None:
        return ""
    place = f"line {match[2]}, column {match[3]}" if match[2] else "its end"
    reason = match[1]
    return f" at {place} ({reason[:1].lower()}{reason[1:]})"


def _named(path: Path) -> str:
    return f"The configuration file {path}"


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write out whole numbers of thousands of digits
        return "a number that is far too long"
    return text if len(text) <= 60 else text[:59] + "…"


def _nearest(key: str, names: Iterable[str]) -> str:
    import difflib  # loaded only when there is a mistake to mend

    close = difflib.get_close_matches(key, list(names), 1)
    if close:
        return f"Did you mean {close[0]}?"
    return "'recall config' lists every setting."
