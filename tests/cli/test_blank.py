"""A page on standard input is compared with a rubric; nothing is recorded."""

from __future__ import annotations

import json

from recall.cli.commands import blank
from tests.cli.conftest import Place

RUBRIC = """---
code: L1
language: en
---
R: Tell how a river shapes the land. {#shaping}
- Upper course
  - Fast water cuts **V-shaped** valleys | steep valleys are cut {#valleys}
    - ? What do valleys look like there?
- Lower course
  - Slow water drops sand and mud
    - ! sediment settles where the water is fastest
  - Deltas grow into the sea
"""
PAGE = "Fast water cuts V-shaped valleys. Sediment settles where the water is fastest."


def test_a_page_is_compared_point_by_point(place: Place) -> None:
    place.deck("rivers.md", RUBRIC)
    done = place.recall("blank", "L1", lines=PAGE)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "Upper course"
    assert lines[1] == "  ✓ found  Fast water cuts V-shaped valleys"
    assert lines[2] == "      your words: “Fast water cuts V-shaped valleys.”"
    assert "  ✗ not found  Deltas grow into the sea" in lines
    assert "⚑ looks like a misconception: sediment settles where the water is fastest" in lines
    assert lines[-1].endswith("of 3. This is a proposal; you decide.")
    assert place.recall("log").out == ""


def test_a_page_by_the_name_of_the_card_or_of_a_point(place: Place) -> None:
    place.deck("rivers.md", RUBRIC)
    by_deck = place.recall("blank", "rivers.md", lines=PAGE).out
    for name in ("rivers.md#shaping", "rivers.md#shaping/valleys"):
        assert place.recall("blank", name, lines=PAGE).out == by_deck


def test_every_decision_is_told_as_json(place: Place) -> None:
    place.deck("rivers.md", RUBRIC)
    found = place.recall("blank", "L1", "--json", lines=PAGE).json()
    assert tuple(found) == blank.JSON_KEYS
    assert (found["found"], found["check"] + found["not_found"]) == (1, 2)
    assert all(tuple(point) == blank.POINT_KEYS for point in found["points"])
    assert [tuple(clash) for clash in found["clashes"]] == [blank.CLASH_KEYS]
    first = found["points"][0]
    assert (first["name"], first["state"]) == ("rivers.md#shaping/valleys", "found")
    assert first["sentence"] == "Fast water cuts V-shaped valleys."
    assert {"word": "valleys", "how": "exact"} in first["matched"]


def test_an_empty_page_finds_nothing(place: Place) -> None:
    place.deck("rivers.md", RUBRIC)
    found = json.loads(place.recall("blank", "L1", "--json").out)
    assert (found["found"], found["check"], found["not_found"]) == (0, 0, 3)


def test_a_name_that_fits_no_page_or_several(place: Place) -> None:
    place.deck("rivers.md", RUBRIC)
    missing = place.recall("blank", "nothing")
    assert missing.code == 2
    assert "no blank page named 'nothing'" in missing.err
    assert "no blank page named" in place.recall("blank", "places.md#peru").err
    place.deck("more.md", RUBRIC.replace("shaping", "again").replace("valleys}", "vales}"))
    several = place.recall("blank", "", lines=PAGE)
    assert several.code == 2
    assert "Write more of one" in several.err


def test_control_sequences_of_a_page_are_shown_and_not_obeyed(place: Place) -> None:
    place.deck("rivers.md", RUBRIC)
    page = "Fast water cuts \x1b]52;c;RVZJTA==\x07 V-shaped valleys."
    assert "\x1b" not in place.recall("blank", "L1", lines=page).out
