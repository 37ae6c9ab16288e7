"""A page on standard input is compared with a rubric; nothing is recorded."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from random import Random

import pytest

from recall.cli import page_lists
from recall.cli.commands import blank, stats
from recall.clock import fixed_clock
from recall.config import Config
from recall.library.library import Library
from recall.paths import Paths
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
NOW = datetime(2026, 12, 1, 8, 30, tzinfo=UTC)
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


# Pages that were written.


def opened(place: Place) -> Library:
    """The library of the place, as a front opens it."""
    paths = Paths(place.settings, place.data, (place.decks,))
    library = Library.open(paths, Config(), fixed_clock(NOW), random=Random(1))
    library.refresh()
    return library


@pytest.fixture
def written(place: Place) -> Place:
    """A library with a page that was finished, of which one wording was remembered."""
    place.deck("rivers.md", RUBRIC)
    with opened(place) as library:
        page = library.page("L1")
        page.start(guess=2)
        page.write(PAGE + " Silt makes new land.")
        page.lock()
        page.accept(page.points[2].key, page.sentences()[2])
        page.remember(page.points[2].key, True)
        page.compared()
        page.judge(page.points[1].key, recalled=True)
        page.finish()
    return place


def test_pages_are_listed(written: Place) -> None:
    lines = written.recall("blank", "--list").out.splitlines()
    assert lines[0].split() == ["POINTS", "DUE", "LAST", "NAME", "PROMPT"]
    assert lines[1].split(maxsplit=5) == [
        "3", "0", "67", "%", "L1", "Tell how a river shapes the land.",
    ]  # fmt: skip
    (row,) = written.recall("blank", "--list", "--json").json()
    assert tuple(row) == page_lists.PAGE_KEYS
    assert (row["name"], row["is_due"], row["new"]) == ("rivers.md#shaping/valleys", False, False)


def test_a_page_begun_and_a_new_one_are_told(place: Place) -> None:
    place.deck("rivers.md", RUBRIC)
    assert "  new  L1  " in place.recall("blank", "--list").out
    with opened(place) as library:
        library.page("L1").start()
    assert "  begun  L1  " in place.recall("blank", "--list").out


def test_the_past_of_a_page(written: Place) -> None:
    lines = written.recall("blank", "L1", "--history").out.splitlines()
    assert lines == [
        "2026-12-01: 2 of 3 points (67 %), guessed 2, 0 min",
        "  without help 2, with help 0, on cue alone 1",
        "    1 of 1   Upper course",
        "    1 of 2   Lower course",
    ]
    (record,) = written.recall("blank", "L1", "--history", "--json").json()
    assert tuple(record) == page_lists.RECORD_KEYS
    assert tuple(record["whole"]) == page_lists.COVERAGE_KEYS
    assert tuple(record["points"][0]) == page_lists.OUTCOME_KEYS
    assert record["points"][2]["sentence"] == "Silt makes new land."


def test_wordings_are_listed_and_forgotten(written: Place) -> None:
    (wording,) = written.recall("blank", "--wordings", "--json").json()
    assert tuple(wording) == page_lists.WORDING_KEYS
    line = written.recall("blank", "--wordings").out.splitlines()[1]
    assert "Silt makes new land." in line
    done = written.recall("blank", "--forget-wording", line.split()[0])
    assert done.out == "“Silt makes new land.” does not count any more.\n"
    assert written.recall("blank", "--wordings").out == ""
    assert written.recall("blank", "--forget-wording", line.split()[0]).code == 2


def test_a_remembered_wording_counts_for_a_page_on_standard_input(written: Place) -> None:
    found = written.recall("blank", "L1", "--json", lines="Silt makes new land.").json()
    assert found["points"][2]["source"] == "learned"
    assert found["points"][2]["state"] == "found"


def test_verdicts_are_told(written: Place) -> None:
    lines = written.recall("blank", "--verdicts").out.splitlines()
    assert lines == [
        "rivers",
        "  found: 1 proposed, 1 of them taken as said",
        "  check: 1 proposed, 0 of them taken as said",
        "  not found: 1 proposed, 1 of them taken as said",
        "  found from .70, as for every deck",
    ]
    (figures,) = written.recall("blank", "--verdicts", "--json").json()
    assert tuple(figures) == page_lists.FIGURE_KEYS
    assert figures["overruled"] == 1


def test_pages_stand_in_the_statistics(written: Place) -> None:
    assert "1 page; the last said 67 % of its points" in written.recall("stats").out
    (page,) = written.recall("stats", "--json").json()["pages"]
    assert tuple(page) == stats.PAGE_KEYS
    assert page == {
        "date": "2026-12-01",
        "points": 3,
        "said": 2,
        "covered": 2 / 3,
        "free": 2 / 3,
        "guess": 2,
        "overruled": 1,
    }
    assert written.recall("stats", "L1", "--json").json()["pages"] == [page]
    assert written.recall("stats", "places", "--json").json()["pages"] == []


def test_nothing_to_list_is_said(place: Place) -> None:
    for option in ("--list", "--wordings", "--verdicts"):
        done = place.recall("blank", option)
        assert (done.code, done.out) == (0, "")
        assert done.err
        assert place.recall("blank", option, "--json").json() == []
    place.deck("rivers.md", RUBRIC)
    assert "never finished" in place.recall("blank", "L1", "--history").err


def test_what_does_not_go_together_is_refused(place: Place) -> None:
    assert place.recall("blank").code == 2
    assert place.recall("blank", "--history").code == 2
    assert place.recall("blank", "L1", "--list").code == 2
