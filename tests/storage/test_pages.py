"""Pages in the log: their heads, what is undone with them, and what cannot be read."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from recall.cards.history import Action, ActionKind
from recall.storage import history, journal, pages
from recall.storage.pages import PageHead
from recall.storage.store import Store, Transaction

HEAD: dict[str, object] = {
    "group": "Lower",
    "points": ["a", "b"],
    "unrated": ["b"],
    "weight": 3,
    "covered": 2,
    "free": 1,
    "guess": None,
    "abandoned": False,
    "overruled": 1,
    "verdicts": [[0.8, True], [0.1, False]],
}


def add_page(tx: Transaction, name: str, at: int, body: Mapping[str, object]) -> None:
    action = Action(f"page-{name}", ActionKind.PAGE, "a", at, 60, 20_788, json.dumps(body))
    journal.add_action(tx, action)


def add_undo(tx: Transaction, target: str) -> None:
    action = Action(f"undo-{target}", ActionKind.UNDO, target, 99, 60, 20_788)
    journal.add_action(tx, action)


def test_a_head_is_read_back(store: Store) -> None:
    with store.writing() as tx:
        add_page(tx, "1", 5, {"version": 1, "head": HEAD, "text": "long"})
        assert pages.page_heads(tx) == (
            PageHead(
                id="page-1",
                at=5,
                offset=60,
                day=20_788,
                group="Lower",
                points=("a", "b"),
                unrated=("b",),
                weight=3,
                covered=2,
                free=1,
                guess=None,
                abandoned=False,
                overruled=1,
                verdicts=((0.8, True), (0.1, False)),
            ),
        )
        assert pages.page_bodies(tx, ["page-1"], version=1)["page-1"]["text"] == "long"
        assert pages.page_bodies(tx, ["page-1"], version=2) == {}
        assert pages.page_bodies(tx, [], version=1) == {}
        assert pages.is_recorded(tx, "page-1")
        assert not pages.is_recorded(tx, "page-2")


def test_heads_come_oldest_first_and_undone_ones_do_not(store: Store) -> None:
    with store.writing() as tx:
        for name, at in (("late", 9), ("early", 3), ("undone", 5)):
            add_page(tx, name, at, {"head": HEAD})
        add_undo(tx, "page-undone")
        assert [head.id for head in pages.page_heads(tx)] == ["page-early", "page-late"]
        assert pages.is_recorded(tx, "page-undone")


def test_what_was_written_with_a_page_falls_and_rises_with_it(store: Store) -> None:
    with store.writing() as tx:
        add_page(tx, "1", 5, {"head": HEAD, "reviews": ["r1", "r2"], "wordings": ["w1"]})
        add_page(tx, "2", 6, {"head": HEAD, "reviews": ["r3"], "wordings": []})
        assert history.voided(tx) == frozenset()
        add_undo(tx, "page-1")
        assert history.voided(tx) == {"page-1", "r1", "r2", "w1"}
        add_undo(tx, "undo-page-1")
        assert history.voided(tx) == {"undo-page-1"}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"head": None},
        {"head": 5},
        {"head": {}},
        {"head": {**HEAD, "verdicts": [1]}},
        {"head": {**HEAD, "points": 7}},
        {"head": {key: value for key, value in HEAD.items() if key != "unrated"}},
    ],
)
def test_a_page_of_another_form_is_passed_over(store: Store, body: dict[str, object]) -> None:
    with store.writing() as tx:
        add_page(tx, "odd", 5, body)
        add_page(tx, "plain", 6, {"head": HEAD})
        assert [head.id for head in pages.page_heads(tx)] == ["page-plain"]
