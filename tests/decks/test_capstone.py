"""The capstone: a whole blank page, three listeners, six passages, and answers that compute."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from recall.cards.card import Entry, Kind
from recall.cards.deck import Deck, DeckKind
from recall.cards.kinds.free_recall import FreeRecall
from recall.cards.kinds.typed import Typed
from recall.markdown.reader import read_deck

COURSE = Path(__file__).parents[2] / "decks" / "kimi-k3"
POINTS, CORE = 62, 33
LISTENERS = {"executive": 10, "engineer": 10, "researcher": 12}
GROUPS = {
    "Shape": 9,
    "Kimi Delta Attention": 11,
    "MLA and position": 6,
    "Attention Residuals": 7,
    "Stable LatentMoE": 13,
    "Vision": 4,
    "Training": 5,
    "Post-training and serving": 7,
}

# What the passages say, for the answers that follow from it.
SUMMARY_MEGABYTES, KILOBYTES_PER_TOKEN = 180, 41
SHARED_TOKENS, SAVED_EVERY = 20_000, 8_192
WEIGHT_BITS, SCALE_BITS = 4, 8
SPECIALIST, STUDENT, LIMIT = 0.9, 0.3, 3.0
RESUMED_AT = SHARED_TOKENS // SAVED_EVERY * SAVED_EVERY
COMPUTED = {
    "l13-resume-crossing": SUMMARY_MEGABYTES * 1000 / KILOBYTES_PER_TOKEN,
    "l13-resume-position": RESUMED_AT,
    "l13-resume-redo": SHARED_TOKENS - RESUMED_AT,
    "l13-bits-sixteen": WEIGHT_BITS + SCALE_BITS / 16,
    "l13-bits-thirty-two": WEIGHT_BITS + SCALE_BITS / 32,
    "l13-merge-score": max(-LIMIT, min(LIMIT, math.log(SPECIALIST / STUDENT))),
}


@cache
def deck(name: str = "13-capstone.md") -> Deck:
    return read_deck((COURSE / name).read_bytes(), f"kimi-k3/{name}")


def entry(ident: str) -> Entry:
    (found,) = (entry for entry in deck().entries if entry.attributes.id == ident)
    return found


def page(ident: str) -> FreeRecall:
    parts = entry(ident).parts
    assert isinstance(parts, FreeRecall)
    return parts


def pages() -> dict[str, FreeRecall]:
    return {
        entry.attributes.audience or "": entry.parts
        for entry in deck().entries
        if isinstance(entry.parts, FreeRecall)
    }


@cache
def passages() -> dict[str, str]:
    """The quoted text under each heading that begins with the word Passage."""
    found = re.findall(r"^## (Passage \d: .+)\n\n((?:> .*\n)+)", deck().text, re.MULTILINE)
    return {heading: text.replace("> ", "") for heading, text in found}


def test_the_blank_page_holds_the_whole_course() -> None:
    blank = page("l13-blank")
    assert Counter(point.group[0] for point in blank.points) == GROUPS
    assert len(blank.points) == POINTS == sum(GROUPS.values())
    assert Counter(point.weight for point in blank.points) == {2: CORE, 1: POINTS - CORE}
    assert sum(bool(point.misconceptions) for point in blank.points) >= 30


def test_the_three_listeners_have_their_points_and_their_errors() -> None:
    listeners = {name: found for name, found in pages().items() if name}
    assert {name: len(found.points) for name, found in listeners.items()} == LISTENERS
    for found in listeners.values():
        assert sum(bool(point.misconceptions) for point in found.points) >= 3


@pytest.mark.parametrize("listener", ["", *LISTENERS])
def test_every_point_can_be_asked_and_told_in_other_words(listener: str) -> None:
    for point in pages()[listener].points:
        assert point.cue, point.statement
        assert point.accepted, point.statement
        assert point.id, point.statement


def test_points_link_to_cards_of_the_lessons() -> None:
    known = {
        entry.attributes.id
        for path in COURSE.glob("*.md")
        for entry in deck(path.name).entries
        if entry.kind is not Kind.FREE_RECALL
    }
    for found in pages().values():
        assert [point.id for point in found.points if point.card not in known] == []


def test_the_marks_of_the_reading_text_are_those_of_the_rubric() -> None:
    text = deck().text
    assert f"| Passed | 26 of the {CORE} core points |" in text
    assert f"| Good | 45 of all {POINTS} |" in text
    assert f"{POINTS} points in eight groups" in text
    assert len(GROUPS) == 8


def test_six_passages_say_that_their_model_is_invented() -> None:
    assert [heading[:10] for heading in passages()] == [f"Passage {n}:" for n in range(1, 7)]
    for text in passages().values():
        assert text.startswith("*About Halden-1")
        assert "invented" in text.split(".")[0]
        assert 100 <= len(text.split()) <= 160


def test_each_passage_has_six_cards_that_name_its_model() -> None:
    for number, (heading, text) in enumerate(passages().items(), 1):
        asked = [entry for entry in deck().entries if entry.headings[-1] == heading]
        assert len(asked) == 6
        model = "Halden-1R" if "Halden-1R" in text else "Halden-1"
        for card in asked:
            assert f"P{number}" in (card.attributes.source or "").split()
            assert card.attributes.tags == ("cold",)
            title = card.parts.title
            assert re.search(rf"\b{model}\b", title), card.attributes.id
        assert any("K3" in card.parts.title for card in asked[-1:])


@pytest.mark.parametrize(("ident", "value"), COMPUTED.items(), ids=COMPUTED)
def test_answers_follow_from_the_passages(ident: str, value: float) -> None:
    parts = entry(ident).parts
    assert isinstance(parts, Typed)
    accepted = parts.answers[0]
    assert accepted.number is not None
    assert abs(float(accepted.number) - value) <= float(accepted.tolerance or 0)


def test_the_passages_state_what_the_answers_are_computed_from() -> None:
    texts = list(passages().values())
    for stated in ("180 megabytes", "41 kilobytes", "20,000 tokens", "every 8,192 tokens"):
        assert stated in texts[4]
    for stated in ("in 4 bits", "groups of 16", "scale of 8 bits", "Groups of 32", "0.25 bits"):
        assert stated in texts[5]
    assert "between −3 and 3" in texts[3]
    assert (
        f"probability {SPECIALIST}, the student {STUDENT}" in entry("l13-merge-score").parts.title
    )


def test_the_capstone_is_the_last_unit() -> None:
    front_matter = deck().front_matter
    assert (front_matter.kind, front_matter.code) == (DeckKind.CAPSTONE, "L13")
    assert deck().problems == ()
