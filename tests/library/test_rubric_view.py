"""A rubric is shown as it is compared now: with what its learner had remembered."""

from __future__ import annotations

import json

import pytest

from recall.cards.history import Action, ActionKind
from recall.errors import UsageError
from recall.library.library import Library
from recall.storage import journal
from recall.study.free_recall.values import Source
from tests.library.building import Desk

DECK = """---
code: L1
language: de
synonyms:
  - Fluss = Strom
---
R: Wie formt ein Fluss das Land? {#shape}
- Schnelles Wasser schneidet **Täler** ein {#valleys}
  - ! Sand schneidet Täler ein
- Langsames Wasser lässt Sand fallen | der Strom lädt ab
"""
POINT = "rivers.md#shape/valleys"


def remember(desk: Desk, number: int, target: str, wording: str) -> str:
    """Write into the log that a wording is to count, or, without one, that something is undone."""
    identity = f"01900000-0000-7000-8000-{number:012}"
    kind = ActionKind.WORDING if wording else ActionKind.UNDO
    body = json.dumps({"wording": wording}) if wording else "{}"
    action = Action(identity, kind, target, 1_800_000_000_000_000 + number, 0, 20_000, body)
    with desk.store() as store, store.writing() as tx:
        journal.add_action(tx, action)
    return identity


def learned(library: Library) -> list[list[str]]:
    return [
        [one.text for one in point.wordings if one.source is Source.LEARNED]
        for point in library.rubric("L1").explained.points
    ]


@pytest.fixture
def library(desk: Desk) -> Library:
    desk.write("rivers.md", DECK)
    return desk.open()


def test_a_rubric_in_its_language_with_its_synonyms(library: Library) -> None:
    view = library.rubric("L1")
    assert view == library.rubric("rivers.md#shape") == library.rubric(POINT)
    assert (view.explained.language, view.explained.stemmer) == ("de", "german")
    first, second = view.explained.points
    assert first.required == ("Täler",)
    assert [one.text for one in first.misconceptions] == ["Sand schneidet Täler ein"]
    assert second.synonyms == (("Fluss", "Strom"),)
    assert view.page.names[0] == POINT


def test_remembered_wordings_count_once_until_they_are_taken_back(
    desk: Desk, library: Library
) -> None:
    assert learned(library) == [[], []]
    remember(desk, 1, POINT, "es gräbt sich ein")
    remember(desk, 2, POINT, "es frisst sich hinein")
    remember(desk, 3, POINT, "es gräbt sich ein")
    remember(desk, 4, "another.md#point", "etwas anderes")
    assert learned(library) == [["es gräbt sich ein", "es frisst sich hinein"], []]
    second = library.rubric("L1").page.names[1]
    remember(desk, 5, second, "der Sand bleibt liegen")
    undone = remember(desk, 6, second, "der Sand geht unter")
    remember(desk, 7, undone, "")
    assert learned(library)[1] == ["der Sand bleibt liegen"]


def test_a_wording_stays_with_a_point_that_was_reworded(desk: Desk, library: Library) -> None:
    remember(desk, 1, POINT, "es gräbt sich ein")
    renamed = DECK.replace(" {#valleys}", "")
    desk.write("rivers.md", renamed)
    library.refresh()
    assert library.rubric("L1").page.names[0] == POINT
    assert learned(library)[0] == ["es gräbt sich ein"]
    (name,) = set(library.card(POINT).names) - {POINT}
    remember(desk, 2, name, "es frisst sich hinein")
    assert learned(library)[0] == ["es gräbt sich ein", "es frisst sich hinein"]


def test_no_such_rubric(library: Library) -> None:
    with pytest.raises(UsageError, match="no blank page named 'nothing'"):
        library.rubric("nothing")
