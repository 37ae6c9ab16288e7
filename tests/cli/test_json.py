"""Each reading command's JSON has one shape, the one its help documents."""

from __future__ import annotations

import json
from typing import Any

import pytest

from recall.cli.commands import card, cards, check, config, decks, doctor, due, log, stats
from tests.cli.conftest import Later, Place


@pytest.fixture
def studied(place: Place) -> Place:
    """A library with one review and one flag."""
    assert place.recall("review", "--plain", lines="f\n\n3\n").code == 0
    return place


def assert_shape(row: Any, keys: tuple[str, ...]) -> None:
    assert isinstance(row, dict)
    assert tuple(row) == keys


def assert_documented(place: Place, name: str, *shapes: tuple[str, ...]) -> None:
    words = set(
        place.recall(name, "--help")
        .out.replace(",", " ")
        .replace(".", " ")
        .replace(";", " ")
        .split()
    )
    for shape in shapes:
        assert set(shape) <= words


def test_due(studied: Place) -> None:
    done = studied.recall("due", "--json")
    assert (done.code, done.err) == (0, "")
    found = done.json()
    assert_shape(found, due.JSON_KEYS)
    assert found["date"] == "2026-12-01"
    assert found["new"] == 4
    assert len(found["forecast"]) == 14
    assert_shape(found["forecast"][0], due.DAY_KEYS)
    assert_shape(found["decks"][0], due.DECK_KEYS)
    assert_documented(studied, "due", due.JSON_KEYS, due.DECK_KEYS, due.DAY_KEYS)


def test_stats(studied: Place) -> None:
    done = studied.recall("stats", "--json")
    assert (done.code, done.err) == (0, "")
    found = done.json()
    assert_shape(found, stats.JSON_KEYS)
    assert (found["date"], found["answers"], found["decks"]) == ("2026-12-01", 1, [])
    assert found["days"] == [{"date": "2026-12-01", "answers": 1, "minutes": 0.0}]
    shapes = {
        "streak": (found["streak"], stats.STREAK_KEYS),
        "forecast": (found["forecast"][0], stats.FORECAST_KEYS),
        "days": (found["days"][0], stats.DAY_KEYS),
        "weeks": (found["weeks"][-1], stats.WEEK_KEYS),
        "retention": (found["retention"], stats.RETENTION_KEYS),
        "share": (found["retention"]["mature"], stats.SHARE_KEYS),
        "calibration": (found["calibration"], stats.CALIBRATION_KEYS),
        "bins": (found["calibration"]["bins"][9], stats.BIN_KEYS),
        "stability": (found["stability"][-1], stats.MEMORY_KEYS),
        "difficulty": (found["difficulty"][-1], stats.MEMORY_KEYS),
        "hours": (found["hours"][9], stats.HOUR_KEYS),
        "units": (found["units"][0], stats.UNIT_KEYS),
    }
    for row, keys in shapes.values():
        assert_shape(row, keys)
    lengths = {key: len(found[key]) for key in ("forecast", "weeks", "hours", "stability")}
    assert lengths == {"forecast": 30, "weeks": 53, "hours": 24, "stability": 8}
    assert found["weeks"][-1] == {"monday": "2026-11-30", "answers": [0, 1, *[None] * 5]}
    assert found["hours"][9]["answers"] == 1
    assert found["retention"]["together"]["share"] is None
    assert found["courses"] == []
    assert_documented(
        studied, "stats", stats.JSON_KEYS, stats.MONTH_KEYS, *(keys for _, keys in shapes.values())
    )


def test_stats_of_a_later_day(studied: Place, later: Later) -> None:
    later("2026-12-04T09:30:00+01:00")
    assert studied.recall("review", "--plain", "--limit", "1", lines="\n3\n").code == 0
    found = studied.recall("stats", "places", "--json").json()
    assert found["decks"] == ["Places"]
    assert found["streak"] == {"current": 1, "longest": 1, "studied": 2, "today": True}
    (month,) = found["retention"]["months"]
    assert_shape(month, stats.MONTH_KEYS)
    assert month["young"] == {"remembered": 1, "counted": 1, "share": 1.0, "aimed": 0.9}
    assert found["calibration"]["answers"] == 1
    assert found["units"][0]["seen"] == 1


def test_decks(studied: Place) -> None:
    rows = studied.recall("decks", "--json").json()
    assert [row["title"] for row in rows] == ["Places"]
    assert_shape(rows[0], decks.JSON_KEYS)
    assert rows[0]["cards"] == 5
    assert rows[0]["folder"] == str(studied.decks)
    assert_documented(studied, "decks", decks.JSON_KEYS)


def test_changes(empty: Place) -> None:
    for prompt in ("Captial of Peru?", "Capital of Peru?"):
        empty.deck("a.md", f"Q: {prompt}\nA: Lima.\n")
        rows = empty.recall("decks", "--changes", "--json").json()
    assert_shape(rows[0], decks.CHANGE_KEYS)
    assert (rows[0]["reworded"], rows[0]["undone"]) == (True, False)
    assert_documented(empty, "decks", decks.CHANGE_KEYS)


def test_cards(studied: Place) -> None:
    rows = studied.recall("cards", "--json").json()
    assert len(rows) == 5
    assert_shape(rows[0], cards.JSON_KEYS)
    assert [row["flagged"] for row in rows].count(True) == 1
    assert_documented(studied, "cards", cards.JSON_KEYS)


def test_card(studied: Place) -> None:
    uid = studied.recall("cards", "is:flagged", "--json").json()[0]["uid"]
    found = studied.recall("card", uid, "--json").json()
    assert_shape(found, card.JSON_KEYS)
    assert_shape(found["memory"], card.MEMORY_KEYS)
    assert_shape(found["marks"], card.MARK_KEYS)
    assert_shape(found["reviews"][0], card.REVIEW_KEYS)
    assert found["memory"]["last_day"] == "2026-12-01"
    assert found["memory"]["due_at"].startswith("2026-12-01T08:4")
    assert found["memory"]["due_at"].endswith("Z")
    assert found["marks"]["flagged"] is True
    assert_documented(
        studied, "card", card.JSON_KEYS, card.MEMORY_KEYS, card.MARK_KEYS, card.REVIEW_KEYS
    )


def test_log_is_one_object_a_line(studied: Place) -> None:
    lines = [json.loads(line) for line in studied.recall("log", "--json").out.splitlines()]
    shapes = {"review": log.REVIEW_KEYS, "action": log.ACTION_KEYS}
    assert {line["type"] for line in lines} == {"review", "action"}
    for line in lines:
        assert_shape(line, shapes[line["type"]])
    assert_documented(studied, "log", log.REVIEW_KEYS, log.ACTION_KEYS)


def test_log_of_one_card(studied: Place) -> None:
    uid = studied.recall("cards", "is:flagged", "--json").json()[0]["uid"]
    other = studied.recall("cards", "is:new", "--json").json()[0]["uid"]
    assert len(studied.recall("log", uid, "--json").out.splitlines()) == 2
    assert studied.recall("log", other, "--json").out == ""


def test_check(empty: Place) -> None:
    empty.deck("a.md", "A: no question\n\nQ: One?\nA: Two.\n")
    done = empty.recall("check", "--json")
    assert done.code == 1
    assert_shape(done.json()[0], check.JSON_KEYS)
    assert_documented(empty, "check", check.JSON_KEYS)


def test_doctor(studied: Place) -> None:
    done = studied.recall("doctor", "--json")
    assert done.code == 0
    for finding in done.json():
        assert_shape(finding, doctor.JSON_KEYS)
        assert finding["well"] is True
    assert_documented(studied, "doctor", doctor.JSON_KEYS)


def test_config(place: Place) -> None:
    place.settings.write_text('new_per_day = 3\nkeys = {"a.b" = "z"}\n', encoding="utf-8")
    found = place.recall("config", "--json").json()
    assert_shape(found, config.JSON_KEYS)
    for setting in found["settings"]:
        assert_shape(setting, config.SETTING_KEYS)
    for one in found["places"]:
        assert_shape(one, config.PLACE_KEYS)
    settings = {setting["name"]: setting for setting in found["settings"]}
    assert settings["new_per_day"]["value"] == 3
    assert settings["new_per_day"]["default"] == 10
    assert settings["new_per_day"]["source"] == "file"
    assert settings["fuzz"]["source"] == "default"
    assert settings["keys"]["value"] == {"a.b": "z"}
    assert_documented(place, "config", config.JSON_KEYS, config.SETTING_KEYS, config.PLACE_KEYS)
