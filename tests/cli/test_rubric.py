"""A rubric is told as text that fits the page, and whole as JSON."""

from __future__ import annotations

from recall.cli.commands import rubric
from recall.text import width
from tests.cli.conftest import Place
from tests.cli.test_json import assert_documented, assert_shape

RUBRIC = """---
code: L1
synonyms:
  - sand = grit
---
R: Tell how a river shapes the land. {#shaping}
- Upper course
  - Fast water cuts **V-shaped** valleys | steep valleys {#valleys}
    - ! V-shaped valleys cut water fast
    - ! the wind cuts valleys
- Lower course
  - Slow water drops 3 kinds of sand
  - Water drops sand
"""


def test_a_rubric_is_told_point_by_point(place: Place) -> None:
    place.deck("rivers.md", RUBRIC)
    done = place.recall("rubric", "L1")
    assert done.code == 0
    assert done.out.splitlines() == [
        "Tell how a river shapes the land.",
        "3 key points, language en (english stems)",
        "",
        "Upper course",
        "   1  Fast water cuts V-shaped valleys",
        "      own words      Fast, cuts, V, valleys",
        "      of the topic   water ×0.25",
        "      of the prompt  shaped ×0.3",
        "      required       V-shaped",
        "      accepted       steep valleys (all needed)",
        "      misconception  V-shaped valleys cut water fast (told apart by order)",
        "      misconception  the wind cuts valleys",
        "",
        "Lower course",
        "   2  Slow water drops 3 kinds of sand",
        "      own words      Slow, drops, 3 ×1.5, kinds, sand",
        "      of the topic   water ×0.25",
        "      equal          sand = grit",
        "   3  Water drops sand",
        "      own words      drops, sand",
        "      of the topic   Water ×0.25",
        "      needed         all of them, since they are few",
        "      equal          sand = grit",
        "      rival          point 2 has 100 %: Water, drops, sand",
        "      ⚠              most of its words stand in another point too",
    ]


def test_long_texts_are_filled_to_the_page(place: Place) -> None:
    words = " ".join(f"wording{number}" for number in range(30))
    wide = "深層学習" * 3
    place.deck("long.md", f"R: {words}\n- {words} | {wide} {words}\n- Something else here\n")
    lines = place.recall("rubric", "long.md").out.splitlines()
    assert max(map(width, lines)) <= 78
    assert sum("wording29" in line for line in lines) == 4
    assert all(not line.endswith(" ") for line in lines)


def test_everything_is_told_as_json(place: Place) -> None:
    place.deck("rivers.md", RUBRIC)
    found = place.recall("rubric", "rivers.md#shaping", "--json").json()
    assert_shape(found, rubric.JSON_KEYS)
    assert (found["card"], found["language"]) == ("rivers.md#shaping", "en")
    first, second, third = found["points"]
    assert_shape(first, rubric.POINT_KEYS)
    assert_shape(first["wordings"][0], rubric.WORDING_KEYS)
    assert [one["source"] for one in first["wordings"]] == ["statement", "accepted"]
    assert_shape(first["wordings"][0]["words"][0], rubric.WORD_KEYS)
    assert {"text": "water", "weight": 0.25, "role": "topic"} in first["wordings"][0]["words"]
    assert_shape(first["misconceptions"][0], rubric.MISCONCEPTION_KEYS)
    assert [one["by_order"] for one in first["misconceptions"]] == [True, False]
    assert_shape(third["rivals"][0], rubric.RIVAL_KEYS)
    assert third["rivals"][0]["name"] == second["name"]
    assert third["weaknesses"] == ["most of its words stand in another point too"]
    assert second["synonyms"] == [["sand", "grit"]]
    assert (first["name"], first["group"]) == ("rivers.md#shaping/valleys", ["Upper course"])
    assert_documented(
        place, "rubric", rubric.JSON_KEYS, rubric.POINT_KEYS, rubric.WORDING_KEYS, rubric.WORD_KEYS,
        rubric.MISCONCEPTION_KEYS, rubric.RIVAL_KEYS,
    )  # fmt: skip


def test_a_rubric_that_is_not_there(place: Place) -> None:
    done = place.recall("rubric", "nothing")
    assert (done.code, done.out) == (2, "")
    assert "no blank page named 'nothing'" in done.err


def test_a_language_without_stems_says_so(place: Place) -> None:
    place.deck("l.md", "---\nlanguage: xx\n---\nR: A page\n- something stands here\n")
    assert "language xx (whole words)" in place.recall("rubric", "l.md").out
