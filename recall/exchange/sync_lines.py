"""One line of a sync file: a review, an action or the head of the file, as JSON.

A line says everything of its record, and is checked as what comes from outside: it may have been
damaged on its way, or written by anybody. What passes here cannot harm the journal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from recall.cards.history import Action, ActionKind, Mode, Review, kind_of
from recall.cards.memory import Rating
from recall.clock import (
    EPOCH_ORDINAL,
    MICROSECONDS_PER_DAY,
    datetime_to_instant,
    instant_to_datetime,
)

FORMAT = 1
LONGEST_LINE = 8 << 20
"""Bytes; the longest page anyone writes from memory is a small part of it."""

_LONGEST_NAME = 2_000
_DEEPEST = 32
_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_KIND = re.compile(r"[a-z][a-z-]{0,39}")
_FIRST = datetime_to_instant(instant_to_datetime(-(1 << 63)))
_LAST = datetime_to_instant(instant_to_datetime((1 << 63) - 1))
_DAYS = (1 - EPOCH_ORDINAL, 3_652_059 - EPOCH_ORDINAL)
_DAY_AHEAD = 2
"""Days that a study day can be ahead of its instant's day in UTC: no zone is that far east."""


class UnreadableLine(ValueError):
    """What is wrong with a line, in words that go on from "the line"."""


class NewerFormat(UnreadableLine):
    """The head of a file that only a newer program can read."""


@dataclass(frozen=True, slots=True)
class Head:
    """The first line of a file: whose it is."""

    device: str


def head_line(device: str) -> bytes:
    """Return the first line of a device's file."""
    return _line({"recall": "sync", "format": FORMAT, "device": device})


def record_line(record: Review | Action, device: str) -> bytes:
    """Return the line of a record; ``device`` is the id of this device, where it was made."""
    shared = {"id": record.id, "at": record.at, "offset": record.offset, "day": record.day}
    whose = {"device": record.device or device}
    if isinstance(record, Action):
        own: dict[str, object] = {
            "kind": str(record.kind),
            "target": record.target,
            "body": record.body,
        }
        return _line({"type": "action", **shared, **own, **whose})
    own = {
        "name": record.name,
        "rating": int(record.rating),
        "milliseconds": record.milliseconds,
        "mode": record.mode.value,
        "retention": record.retention,
        "due_day": record.due_day,
        "due_at": record.due_at,
        "answer": record.answer,
    }
    return _line({"type": "review", **shared, **own, **whose})


def read_line(data: bytes) -> Head | Review | Action:
    """Return what a line says. Raises UnreadableLine, in one clause without a full stop."""
    if len(data) > LONGEST_LINE:
        raise UnreadableLine(f"is longer than {LONGEST_LINE // 1024:,} KiB")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise UnreadableLine(f"is not UTF-8 at byte {error.start + 1}") from None
    values = _object(text, "the line")
    if "recall" in values:
        return _head(values)
    match values.get("type"):
        case "review":
            return _review(values)
        case "action":
            return _action(values)
    raise UnreadableLine("is neither a review nor an action")


def _line(values: Mapping[str, object]) -> bytes:
    text = json.dumps(values, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode() + b"\n"


def _object(text: str, what: str) -> dict[str, Any]:
    """Return the object that a text of JSON holds, of no more depth than a database can read."""
    try:
        value = json.loads(text, parse_constant=_refuse)
        depth = _depth(value)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise UnreadableLine("holds half a character (a lone surrogate)") from None
    except RecursionError:
        depth = _DEEPEST + 1
    except ValueError:
        raise UnreadableLine(f"{_is(what)} not JSON") from None
    if depth > _DEEPEST:
        raise UnreadableLine("is nested too deeply")
    if not isinstance(value, dict):
        raise UnreadableLine(f"{_is(what)} not a JSON object")
    return value


def _is(what: str) -> str:
    return "is" if what == "the line" else f"has a {what} that is"


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)


def _depth(value: object) -> int:
    match value:
        case dict():
            return 1 + max(map(_depth, value.values()), default=0)
        case list():
            return 1 + max(map(_depth, value), default=0)
        case _:
            return 0


def _head(values: Mapping[str, object]) -> Head:
    version = values.get("format")
    if type(version) is int and version > FORMAT:
        raise NewerFormat("was written by a newer recall")
    if version != FORMAT or type(version) is not int or values["recall"] != "sync":
        raise UnreadableLine("is not the head of a sync file")
    return Head(_read(values, "device", _device))


def _review(values: Mapping[str, object]) -> Review:
    at = _read(values, "at", _instant)
    return Review(
        id=_read(values, "id", _identity),
        name=_read(values, "name", _name),
        at=at,
        offset=_read(values, "offset", _whole(-1439, 1439)),
        day=_day_of(values, at),
        rating=_read(values, "rating", lambda value: Rating(_whole(1, 4)(value))),
        milliseconds=_read(values, "milliseconds", _whole(0, 10**12)),
        mode=_read(values, "mode", _mode),
        retention=_read(values, "retention", _share),
        due_day=_read(values, "due_day", _optional(_whole(*_DAYS))),
        due_at=_read(values, "due_at", _optional(_instant)),
        answer=_read(values, "answer", _optional(_json("answer"))),
        device=_read(values, "device", _device),
    )


def _action(values: Mapping[str, object]) -> Action:
    at = _read(values, "at", _instant)
    kind = kind_of(_read(values, "kind", _word))
    body = _read(values, "body", _json("body"))
    _check_body(kind, json.loads(body))
    return Action(
        id=_read(values, "id", _identity),
        kind=kind,
        target=_read(values, "target", _target),
        at=at,
        offset=_read(values, "offset", _whole(-1439, 1439)),
        day=_day_of(values, at),
        body=body,
        device=_read(values, "device", _device),
    )


def _check_body(kind: str, body: Mapping[str, object]) -> None:
    """Check what is read back from the bodies of those kinds that are read often."""
    if kind == ActionKind.LINK:
        _read(body, "to", _name)
        _read({"before": "", **body}, "before", _string)
        _read({"after": "", **body}, "after", _string)
        _read({"likeness": None, **body}, "likeness", _optional(_likeness))
    elif kind == ActionKind.WORDING:
        _read({"wording": "", **body}, "wording", _string)


def _read(values: Mapping[str, object], name: str, read: Callable[[object], Any]) -> Any:
    if name not in values:
        raise UnreadableLine(f"has no {name}")
    try:
        return read(values[name])
    except UnreadableLine:
        raise
    except ValueError:
        raise UnreadableLine(f"has a {name} that cannot be") from None


def _day_of(values: Mapping[str, object], at: int) -> int:
    # A study day far ahead of its instant would keep every later day from beginning.
    latest = min(at // MICROSECONDS_PER_DAY + _DAY_AHEAD, _DAYS[1])
    day: int = _read(values, "day", _whole(_DAYS[0], latest))
    return day


def _whole(low: int, high: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return value

    return read


def _optional(read: Callable[[object], Any]) -> Callable[[object], Any]:
    return lambda value: None if value is None else read(value)


_instant = _whole(_FIRST, _LAST)


def _string(value: object) -> str:
    # A database's own functions stop reading a text at NUL.
    if not isinstance(value, str) or "\0" in value:
        raise ValueError
    return value


def _text(value: object) -> str:
    if len(_string(value)) > _LONGEST_NAME:
        raise ValueError
    return str(value)


def _name(value: object) -> str:
    if not _text(value):
        raise ValueError
    return str(value)


_target = _text


def _matching(pattern: re.Pattern[str]) -> Callable[[object], str]:
    def read(value: object) -> str:
        if pattern.fullmatch(_text(value)) is None:
            raise ValueError
        return str(value)

    return read


_identity = _device = _matching(_ID)
_word = _matching(_KIND)


def _mode(value: object) -> Mode:
    return Mode(_text(value))


def _share(value: object) -> float:
    if not isinstance(value, float) or not 0 < value < 1:
        raise ValueError
    return float(value)


def _likeness(value: object) -> float:
    if type(value) not in (int, float) or not 0 <= float(str(value)) <= 1:
        raise ValueError
    return float(str(value))


def _json(what: str) -> Callable[[object], str]:
    def read(value: object) -> str:
        text = _string(value)
        _object(text, what)
        return text

    return read
