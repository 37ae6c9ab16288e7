"""Cards that carry on under another name, and links that are undone."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from recall.cards.history import ActionKind
from recall.storage import history, journal, names
from recall.storage import placements as places
from recall.storage.links import rejoin
from recall.storage.records import Reconciled, State
from recall.storage.store import Store
from tests.storage.building import (
    DAY,
    action,
    blank_page,
    deck,
    moment,
    name_of,
    question,
    take_in,
)
from tests.storage.library import grade, many, missing


@pytest.mark.parametrize(
    ("before", "after"),
    [(None, "k1"), ("k1", None), ("k1", "k2")],
    ids=["gained", "lost", "changed"],
)
def test_a_card_keeps_its_history_when_its_id_changes(
    store: Store, before: str | None, after: str | None
) -> None:
    old, new = question("One?", id=before), question("One?", id=after)
    with store.writing() as tx:
        take_in(tx, deck("a.md", old, *many(3)))
        grade(tx, name_of(old), "r")
        report = take_in(tx, deck("a.md", new, *many(3)))
        assert (report.linked, report.new, report.missing, report.recompute) == (1, 0, 0, ())
        (carried,) = report.carried
        assert (carried.before, carried.after) == (name_of(old), name_of(new))
        assert (carried.text_before, carried.text_after) == (old.source, new.source)
        (link,) = history.actions(tx, [ActionKind.LINK])
        assert (link.id, link.target) == (carried.action_id, name_of(old))
        assert json.loads(link.body) == {
            "to": name_of(new),
            "before": old.source,
            "after": new.source,
        }
        uid = names.uid_of(tx, name_of(new))
        assert uid == name_of(old)
        assert set(names.names_of(tx, uid)) == {name_of(old), name_of(new)}
        place = places.placed(tx, uid)
        assert place is not None
        assert place.name == name_of(new)
        assert [one.id for one in history.reviews_of(tx, uid)] == ["r"]
        assert journal.state(tx, uid).last_review_id == "r"
        assert missing(tx) == set()
        assert take_in(tx, deck("a.md", new, *many(3))) == Reconciled()


def test_a_key_point_that_gains_an_id_keeps_its_history(store: Store) -> None:
    page = blank_page("Page", "first point here", "second point here")
    point = page.cards[0]
    named = replace(page, cards=(replace(point, name="course#p1", facet="p1"), *page.cards[1:]))
    with store.writing() as tx:
        take_in(tx, deck("a.md", page))
        grade(tx, point.name, "r")
        assert take_in(tx, deck("a.md", named)).linked == 1
        assert len(history.reviews_of(tx, names.uid_of(tx, "course#p1"))) == 1


def test_a_chain_of_names_is_one_card(store: Store) -> None:
    versions = [question("One?", id=name) for name in (None, "k1", "k2", None, "k3")]
    with store.writing() as tx:
        reports = []
        for number, version in enumerate(versions):
            reports.append(take_in(tx, deck("a.md", version), at=moment(DAY + number)))
            grade(tx, name_of(version), f"r{number}", DAY + number)
        uid = name_of(versions[0])
        assert {names.uid_of(tx, name_of(version)) for version in versions} == {uid}
        assert [one.id for one in history.reviews_of(tx, uid)] == ["r0", "r1", "r2", "r3", "r4"]
        # The fourth is known already, and nothing returns that was never gone.
        assert [report.linked for report in reports] == [0, 1, 1, 0, 1]
        assert reports[3] == Reconciled()
        # Each link starts at the name that vanished just then.
        links = [link.target for link in history.actions(tx, [ActionKind.LINK])]
        assert links == [uid, "course#k1", uid]


def test_a_change_of_wording_under_one_id_is_the_same_card(store: Store) -> None:
    old, new = question("Captial of Peru?", id="k1"), question("Capital of Peru?", id="k1")
    with store.writing() as tx:
        take_in(tx, deck("a.md", old))
        grade(tx, "course#k1", "r")
        assert take_in(tx, deck("a.md", new)) == Reconciled()
        plain = question("Capital of Peru?")
        assert take_in(tx, deck("a.md", plain)).linked == 1
        assert names.uid_of(tx, name_of(plain)) == "course#k1"


def test_an_uncertain_link_is_not_made(store: Store) -> None:
    plain = question("One?")
    first, second = question("One?", id="k1"), question("One?", id="k2")
    with store.writing() as tx:
        take_in(tx, deck("a.md", plain))
        report = take_in(tx, deck("a.md", first, second))
        assert (report.linked, report.new, report.missing) == (0, 2, 1)
        report = take_in(tx, deck("a.md", question("One?", id="k3")))
        assert (report.linked, report.new, report.missing) == (0, 1, 2)


def test_a_missing_card_is_found_again_under_an_id(store: Store) -> None:
    plain, named = question("One?"), question("One?", id="k1")
    with store.writing() as tx:
        take_in(tx, deck("a.md", plain))
        grade(tx, name_of(plain), "r")
        assert take_in(tx, removed=["a.md"]).missing == 1
        report = take_in(tx, deck("b.md", named))
        assert (report.linked, report.new, report.returned) == (1, 0, 0)
        assert names.uid_of(tx, "course#k1") == name_of(plain)
        assert missing(tx) == set()


def test_undoing_a_link_separates_what_it_joined(store: Store) -> None:
    old, new = question("One?"), question("One?", id="k1")
    with store.writing() as tx:
        take_in(tx, deck("a.md", old))
        grade(tx, name_of(old), "r1")
        take_in(tx, deck("a.md", new))
        (link,) = history.actions(tx, [ActionKind.LINK])
        grade(tx, name_of(new), "r2", DAY + 1)
        journal.add_action(tx, action(ActionKind.UNDO, link.id, "u1"))
        assert rejoin(tx) == tuple(sorted((name_of(old), name_of(new))))
        assert [one.id for one in history.reviews_of(tx, name_of(old))] == ["r1"]
        assert [one.id for one in history.reviews_of(tx, name_of(new))] == ["r2"]
        assert places.placed(tx, name_of(new)) is not None
        assert missing(tx) == {name_of(old)}
        assert take_in(tx, deck("a.md", new)) == Reconciled()  # it is not linked again
        journal.add_action(tx, action(ActionKind.UNDO, "u1", "u2"))
        assert rejoin(tx) == (name_of(old),)
        assert journal.state(tx, name_of(new)) == State()
        assert [one.id for one in history.reviews_of(tx, name_of(old))] == ["r1", "r2"]
        assert rejoin(tx) == ()


def test_a_lasting_name_can_lose_all_that_was_recorded(store: Store) -> None:
    old, new = question("One?"), question("One?", id="k1")
    with store.writing() as tx:
        take_in(tx, deck("a.md", old))
        take_in(tx, deck("a.md", new))
        grade(tx, name_of(new), "r", DAY + 1)
        assert journal.state(tx, name_of(old)).last_review_id == "r"
        (link,) = history.actions(tx, [ActionKind.LINK])
        journal.add_action(tx, action(ActionKind.UNDO, link.id, "u"))
        assert rejoin(tx) == tuple(sorted((name_of(old), name_of(new))))


def test_marks_and_resets_reach_all_names(store: Store) -> None:
    old, new = question("One?"), question("One?", id="k1")
    with store.writing() as tx:
        take_in(tx, deck("a.md", old))
        grade(tx, name_of(old), "r1")
        journal.add_action(tx, action(ActionKind.SUSPEND, name_of(old), "s", moment(second=1)))
        take_in(tx, deck("a.md", new), at=moment(second=2))
        uid = names.uid_of(tx, name_of(new))
        assert history.marks_of(tx, uid).suspended
        reset = action(ActionKind.RESET, name_of(new), "x", moment(second=3))
        journal.add_action(tx, reset)
        assert history.reviews_of(tx, uid) == ()


def test_links_from_elsewhere_join_names_never_seen_here(store: Store) -> None:
    with store.writing() as tx:
        grade(tx, "there", "r1")
        grade(tx, "here", "r2", DAY + 1)
        body = json.dumps({"to": "here", "before": "", "after": ""})
        journal.add_action(tx, action(ActionKind.LINK, "there", "l", moment(DAY + 2), body))
        assert rejoin(tx) == ("there",)
        assert [one.id for one in history.reviews_of(tx, "there")] == ["r1", "r2"]
        assert journal.state(tx, "here") == State()
        assert sorted(history.uids_in_log(tx)) == ["there"]


def test_the_earliest_name_lasts_in_whatever_order_links_are_made(store: Store) -> None:
    with store.writing() as tx:
        grade(tx, "c", "r1", DAY)
        grade(tx, "a", "r2", DAY + 1)
        for number, (source, target) in enumerate([("a", "b"), ("b", "c")]):
            body = json.dumps({"to": target})
            later = moment(DAY + 2 + number)
            journal.add_action(tx, action(ActionKind.LINK, source, f"l{number}", later, body))
        rejoin(tx)
        assert {names.uid_of(tx, name) for name in "abc"} == {"c"}
