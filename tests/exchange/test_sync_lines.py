from __future__ import annotations

import json

import pytest

from recall.cards.history import Action, ActionKind, Mode, Review
from recall.cards.memory import Rating
from recall.exchange.sync_lines import (
    LONGEST_LINE,
    Head,
    NewerFormat,
    UnreadableLine,
    head_line,
    read_line,
    record_line,
)

DEVICE = "01a2310c-0100-7000-a2e6-e282e5c1657c"
ID = "01a230f0-89c0-7004-9594-aa6b342f5d0a"
AT = 1_796_117_400_000_000
DAY = 20_788
REVIEW = Review(
    ID, "a.md#q1", AT, -90, DAY, Rating.HARD, 4_200, Mode.QUIZ, 0.9, DAY + 3, None,
    '{"typed": "\\u00e4\\u2028"}',
)  # fmt: skip
ACTION = Action(ID, ActionKind.LINK, "a", AT, 845, DAY, '{"to": "b", "before": "x", "after": "y"}')


def changed(record: Review | Action, **values: object) -> bytes:
    """The line of a record with other values; Ellipsis takes a field away."""
    line = json.loads(record_line(record, DEVICE)) | values
    return json.dumps({key: value for key, value in line.items() if value is not ...}).encode()


def test_a_line_says_everything() -> None:
    assert json.loads(record_line(REVIEW, DEVICE)) == {
        "type": "review",
        "id": ID,
        "at": AT,
        "offset": -90,
        "day": DAY,
        "name": "a.md#q1",
        "rating": 2,
        "milliseconds": 4200,
        "mode": "quiz",
        "retention": 0.9,
        "due_day": DAY + 3,
        "due_at": None,
        "answer": '{"typed": "\\u00e4\\u2028"}',
        "device": DEVICE,
    }
    assert read_line(head_line(DEVICE)) == Head(DEVICE)


def test_a_record_keeps_the_device_it_was_made_on() -> None:
    other = DEVICE.replace("7000", "7fff")
    assert read_line(changed(ACTION, device=other)) == read_line(
        record_line(Action(**{name: getattr(ACTION, name) for name in ACTION.__slots__}), other)
    )
    mine = read_line(record_line(REVIEW, DEVICE))
    assert isinstance(mine, Review)
    assert read_line(record_line(mine, other)) == mine


def test_a_kind_of_a_newer_program_is_kept() -> None:
    found = read_line(changed(ACTION, kind="reword", body='{"any": [1, null]}'))
    assert isinstance(found, Action)
    assert found.kind == "reword"
    assert not isinstance(found.kind, ActionKind)
    assert read_line(changed(ACTION, added_later=[1])) == read_line(changed(ACTION))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", 7), ("id", "x"), ("id", ID.upper()), ("id", ...), ("name", ""), ("name", "a\0b"),
        ("name", "x" * 2001), ("name", None), ("at", 1.5), ("at", True), ("at", 1 << 63),
        ("at", "1"), ("offset", 1440), ("offset", -1440), ("day", DAY + 3), ("day", -10_000_000),
        ("day", "2026-12-01"), ("rating", 0), ("rating", 5), ("rating", True), ("rating", "3"),
        ("milliseconds", -1), ("milliseconds", 10**12 + 1), ("mode", "dream"), ("retention", 0),
        ("retention", 1.0), ("retention", "0.9"), ("due_day", 9_999_999), ("due_day", 1.0),
        ("due_at", 1 << 70), ("due_at", ...), ("answer", {}), ("answer", "[]"), ("answer", "{"),
        ("answer", '{"x": NaN}'), ("answer", '{"x": "\\ud800"}'), ("answer", '{"x": 1e999}'),
        ("answer", '{"x": ' + "[" * 40 + "]" * 40 + "}"), ("device", None), ("device", "me"),
        ("device", ...), ("type", "attempt"), ("type", ...),
    ],
)  # fmt: skip
def test_a_review_with_an_impossible_value_is_refused(field: str, value: object) -> None:
    assert read_line(changed(REVIEW)) == read_line(record_line(REVIEW, DEVICE))
    with pytest.raises(UnreadableLine):
        read_line(changed(REVIEW, **{field: value}))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kind", "Link"), ("kind", ""), ("kind", "x" * 41), ("kind", 3), ("target", None),
        ("target", "a\0"), ("body", None), ("body", "null"), ("body", '{"to": 3}'), ("body", "{}"),
        ("body", '{"to": ""}'), ("body", '{"to": "b", "x": "\0"}'), ("day", DAY + 400),
    ],
)  # fmt: skip
def test_an_action_with_an_impossible_value_is_refused(field: str, value: object) -> None:
    with pytest.raises(UnreadableLine):
        read_line(changed(ACTION, **{field: value}))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is not JSON"),
        (b"[]", "is not a JSON object"),
        (b'{"at": NaN}', "is not JSON"),
        (b'{"at": -Infinity}', "is not JSON"),
        (b'{"at": 1e999}', "is not JSON"),
        (b"1" * 5000, "is not JSON"),
        (b'{"name": "\\ud800"}', "half a character"),
        (b'{"name": "\xff"}', "is not UTF-8 at byte 11"),
        (b"[" * 100_000, "is nested too deeply"),
        (b'{"a":' * 40 + b"1" + b"}" * 40, "is nested too deeply"),
        (b"x" * (LONGEST_LINE + 1), "is longer than 8,192 KiB"),
        (b'{"recall": "sync", "format": true, "device": "x"}', "is not the head"),
        (b'{"recall": "other", "format": 1}', "is not the head"),
        (b'{"recall": "sync", "format": 1, "device": 5}', "has a device that cannot be"),
        (b'{"type": "review"}', "has no at"),
    ],
)
def test_what_is_wrong_is_said(data: bytes, reason: str) -> None:
    with pytest.raises(UnreadableLine, match=reason):
        read_line(data)


def test_a_newer_format_is_told_apart() -> None:
    with pytest.raises(NewerFormat, match="newer recall"):
        read_line(head_line(DEVICE).replace(b'"format":1', b'"format":2'))
