"""Which records are one deed, and what undo and redo take next."""

from __future__ import annotations

import json
from dataclasses import replace

from recall.cards.history import Action, ActionKind, Mode, Review, made_with
from recall.storage import deeds, journal
from recall.storage.store import Store, Transaction
from tests.storage.building import action, memory, moment, review


def add(tx: Transaction, *records: Review | Action) -> None:
    for one in records:
        if isinstance(one, Action):
            journal.add_action(tx, one)
        else:
            last = journal.state(tx, one.name).last_review_id
            journal.add_review(tx, one.name, one, memory(one.day), expected_last_review_id=last)


def ids(tx: Transaction) -> list[list[str]]:
    return [[one.id for one in deed.records] for deed in deeds.newest(tx)]


def undos(tx: Transaction) -> list[list[str]]:
    return [[one.id for one in deed.records] for deed in deeds.to_undo(tx)]


def redos(tx: Transaction) -> list[tuple[str, ...]]:
    return [deeds.targets_of(undo) for undo in deeds.to_redo(tx)]


def undo(target: str, identity: str, second: int) -> Action:
    return action(ActionKind.UNDO, target, identity, moment(second=second))


def test_records_of_one_instant_are_one_deed(store: Store) -> None:
    with store.writing() as tx:
        add(tx, review("a", "r1", moment(second=1)))
        add(tx, action(ActionKind.FLAG, "a", "f1", moment(second=1)))
        add(tx, review("b", "r2", moment(second=2)))
        assert ids(tx) == [["r2"], ["r1", "f1"]]
        add(tx, undo("r2", "u1", 3))
        assert undos(tx) == [["r1", "f1"]]
        assert redos(tx) == [("r2",)]


def test_an_instant_that_comes_again_later_begins_another_deed(store: Store) -> None:
    with store.writing() as tx:
        add(tx, review("a", "r1", moment(second=1)))
        add(tx, review("b", "r2", moment(second=2)))
        add(tx, review("c", "r3", moment(second=1)))
        assert ids(tx) == [["r3"], ["r2"], ["r1"]]


def test_a_page_and_its_reviews_are_one_deed(store: Store) -> None:
    reviews = [
        replace(review(name, f"r-{name}", moment(second=second)), mode=Mode.BLANK_PAGE)
        for second, name in enumerate("abc", 5)
    ]
    body = json.dumps({"reviews": [one.id for one in reviews], "text": "What I knew."})
    page = action(ActionKind.PAGE, "a", "p", moment(second=9), body)
    with store.writing() as tx:
        add(tx, review("z", "before", moment(second=1)), *reviews, page)
        assert ids(tx) == [["r-a", "r-b", "r-c", "p"], ["before"]]
        add(tx, review("z", "after", moment(second=20)))
        assert undos(tx) == [["after"], ["r-a", "r-b", "r-c", "p"], ["before"]]


def test_a_page_that_is_written_first_takes_in_what_follows() -> None:
    page = action(ActionKind.PAGE, "a", "p", moment(second=1), '{"reviews": ["r"]}')
    one, other = review("a", "r", moment(second=2)), review("a", "o", moment(second=2))
    assert made_with(page, [one])
    assert not made_with(page, [other])


def test_what_is_left_of_a_deed_is_undone_and_comes_back_alone(store: Store) -> None:
    with store.writing() as tx:
        add(tx, *(action(ActionKind.LINK, name, f"l{name}", moment(second=1)) for name in "abc"))
        add(tx, undo("lb", "u1", 2))
        (deed,) = deeds.to_undo(tx)
        assert (deed.id, deed.holding, deed.undone) == ("lc", frozenset({"la", "lc"}), False)
        add(tx, undo("la", "u2", 3), undo("lc", "u3", 3))
        assert undos(tx) == []
        assert redos(tx) == [("la", "lc"), ("lb",)]
        add(tx, undo("u2", "v2", 4), undo("u3", "v3", 4))
        assert redos(tx) == [("lb",)]
        assert undos(tx) == [["la", "lb", "lc"]]


def test_other_devices_and_settings_are_passed_over(store: Store) -> None:
    with store.writing() as tx:
        add(tx, review("a", "mine", moment(second=1)))
        add(tx, undo("mine", "u", 2))
        add(tx, replace(review("a", "theirs", moment(second=3)), device="other"))
        add(tx, replace(action(ActionKind.FLAG, "a", "flag", moment(second=4)), device="other"))
        add(tx, replace(undo("theirs", "their-undo", 5), device="other"))
        add(tx, action(ActionKind.SETTINGS, "", "s", moment(second=6)))
        assert undos(tx) == []
        assert redos(tx) == [("mine",)]
        assert ids(tx) == [["s"], ["mine"]]


def test_many_deeds_are_read_a_few_at_a_time(store: Store) -> None:
    with store.writing() as tx:
        for number in range(200):
            add(tx, review(f"c{number}", f"r{number}", moment(second=number)))
            if number % 2:
                add(tx, action(ActionKind.FLAG, f"c{number}", f"f{number}", moment(second=number)))
        assert len(deeds.newest(tx)) == 200
        assert [deed.id for deed in deeds.newest(tx, 3)] == ["f199", "r198", "f197"]
        places = [deed.sequence for deed in deeds.newest(tx)]
        assert places == sorted(places, reverse=True)
        assert deeds.records_of(tx, ["r3", "f3", "r1", "nothing"]) == (
            review("c1", "r1", moment(second=1)),
            review("c3", "r3", moment(second=3)),
            action(ActionKind.FLAG, "c3", "f3", moment(second=3)),
        )
