"""Undo and redo, resets and marks, days and settings, as the log tells them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.history import Action, ActionKind, Mode, Review
from recall.cards.memory import Marks, Rating
from recall.clock import MICROSECONDS_PER_DAY
from recall.storage import deeds, history, journal, links
from recall.storage.records import DayCounts
from recall.storage.store import Store, Transaction
from tests.storage.building import (
    DAY,
    Ids,
    action,
    blank_page,
    deck,
    memory,
    moment,
    name_of,
    question,
    rehearsal,
    review,
    take_in,
)

CARDS = ("a", "b", "c")


def add(tx: Transaction, one: Review | Action) -> None:
    if isinstance(one, Action):
        journal.add_action(tx, one)
        return
    last = journal.state(tx, one.name).last_review_id
    journal.add_review(tx, one.name, one, memory(one.day), expected_last_review_id=last)


def last_undoable(tx: Transaction) -> Review | Action | None:
    deed = next(deeds.to_undo(tx), None)
    return None if deed is None else deed.records[0]


@dataclass
class Model:
    """What the log should say, kept the plain way: things that hold, and things taken back."""

    held: list[Review | Action] = field(default_factory=list)
    undone: list[tuple[Review | Action, str]] = field(default_factory=list)

    def do(self, one: Review | Action) -> None:
        self.held.append(one)
        self.held.sort(key=lambda record: record.id)

    def undo(self, identity: str) -> str | None:
        if not self.held:
            return None
        one = self.held.pop()
        self.undone.append((one, identity))
        return one.id

    def redo(self) -> str | None:
        if not self.undone:
            return None
        one, identity = self.undone.pop()
        self.do(one)
        return identity

    def reviews(self, card: str) -> tuple[Review, ...]:
        found: list[Review] = []
        for one in self.held:
            if isinstance(one, Review) and one.name == card:
                found.append(one)
            elif isinstance(one, Action) and one.target == card and one.kind == ActionKind.RESET:
                found.clear()
        return tuple(found)

    def marks(self, card: str) -> Marks:
        marks = Marks()
        for one in self.held:
            if isinstance(one, Review) or one.target != card:
                continue
            match one.kind:
                case ActionKind.SUSPEND:
                    marks = replace(marks, suspended=True)
                case ActionKind.UNSUSPEND:
                    marks = replace(marks, suspended=False)
                case ActionKind.FLAG:
                    marks = replace(marks, flagged=True)
                case ActionKind.UNFLAG:
                    marks = replace(marks, flagged=False)
                case ActionKind.BURY:
                    marks = replace(marks, buried_day=one.day)
                case ActionKind.UNBURY:
                    marks = replace(marks, buried_day=None)
                case _:
                    pass
        return marks

    def newest(self) -> Review | Action | None:
        return self.held[-1] if self.held else None


MARKS = (
    "suspend",
    "unsuspend",
    "flag",
    "unflag",
    "bury",
    "unbury",
    "reset",
)
steps = st.lists(
    st.tuples(
        st.sampled_from(("grade", "grade", "grade", "undo", "undo", "redo", *MARKS)),
        st.sampled_from(CARDS),
    ),
    max_size=40,
)


@given(steps)
def test_the_log_agrees_with_a_plain_model(
    rehearsal_store: Store, steps: list[tuple[str, str]]
) -> None:
    ids, model = Ids(), Model()
    with rehearsal(rehearsal_store) as tx:
        for number, (what, card) in enumerate(steps):
            now = moment(DAY + number // 5, second=number)
            identity = ids()
            if what == "grade":
                one = review(card, identity, now, rating=Rating(1 + number % 4))
                add(tx, one)
                model.do(one)
            elif what in {"undo", "redo"}:
                target = model.undo(identity) if what == "undo" else model.redo()
                if target is not None:
                    add(tx, action(ActionKind.UNDO, target, identity, now))
            else:
                mark = action(ActionKind(what), card, identity, now)
                add(tx, mark)
                model.do(mark)
            assert last_undoable(tx) == model.newest()
        for card in CARDS:
            assert history.reviews_of(tx, card) == model.reviews(card)
            assert history.marks_of(tx, card) == model.marks(card)
        written = {one.id for one in history.reviews(tx)}
        written |= {one.id for one in history.actions(tx) if one.kind is not ActionKind.UNDO}
        assert written - history.voided(tx) == {one.id for one in model.held}


def test_an_undo_can_be_undone_and_that_too(store: Store) -> None:
    with store.writing() as tx:
        add(tx, review("a", "r"))
        for number in range(1, 6):
            target = "r" if number == 1 else f"u{number - 1}"
            add(tx, action(ActionKind.UNDO, target, f"u{number}"))
            held = number % 2 == 0
            assert bool(history.reviews_of(tx, "a")) is held
            assert (last_undoable(tx) is not None) is held


def test_undo_goes_by_what_was_written_last_when_the_clock_ran_backwards(store: Store) -> None:
    with store.writing() as tx:
        add(tx, review("a", "z", moment(second=100)))
        add(tx, action(ActionKind.FLAG, "a", "m", moment(second=50)))
        assert last_undoable(tx) == action(ActionKind.FLAG, "a", "m", moment(second=50))
        add(tx, review("b", "a", moment(second=10)))
        newest = review("b", "a", moment(second=10))
        assert last_undoable(tx) == newest
        assert history.last_review(tx) == newest


def test_settings_and_undos_are_not_undone_by_undo(store: Store) -> None:
    with store.writing() as tx:
        assert last_undoable(tx) is None
        add(tx, review("a", "r"))
        add(tx, action(ActionKind.SETTINGS, "", "s", moment(second=1)))
        assert last_undoable(tx) == review("a", "r")
        add(tx, action(ActionKind.UNDO, "r", "u", moment(second=2)))
        assert last_undoable(tx) is None
        assert history.last_review(tx) is None


def test_what_was_opened_until_it_is_taken_back(store: Store) -> None:
    with store.writing() as tx:
        assert history.opened(tx) == frozenset()
        add(tx, action(ActionKind.OPEN, "k3#L1", "o1"))
        add(tx, action(ActionKind.OPEN, "k3#L1", "o2"))
        add(tx, action(ActionKind.OPEN, "k3#L2", "o3"))
        add(tx, action(ActionKind.FLAG, "k3#L3", "f"))
        assert history.opened(tx) == {"k3#L1", "k3#L2"}
        add(tx, action(ActionKind.UNDO, "o3", "u1"))
        add(tx, action(ActionKind.UNDO, "o1", "u2"))
        assert history.opened(tx) == {"k3#L1"}
        add(tx, action(ActionKind.UNDO, "u1", "u3"))
        assert history.opened(tx) == {"k3#L1", "k3#L2"}


def test_cards_answered_in_a_quiz_under_any_of_their_names(store: Store) -> None:
    body = '{"to": "new", "before": "", "after": ""}'
    with store.writing() as tx:
        add(tx, review("old", "r1", mode=Mode.QUIZ))
        add(tx, review("b", "r2", mode=Mode.QUIZ))
        add(tx, review("c", "r3"))
        add(tx, action(ActionKind.LINK, "old", "l", body=body))
        links.rejoin(tx)
        assert history.answered_in_quiz(tx, ["old", "b", "c"]) == {"old", "b"}
        assert history.answered_in_quiz(tx, ["c"]) == frozenset()
        assert history.answered_in_quiz(tx, []) == frozenset()
        add(tx, action(ActionKind.UNDO, "r2", "u"))
        assert history.answered_in_quiz(tx, ["old", "b", "c"]) == {"old"}


def test_cram_is_part_of_the_history_but_not_of_the_day(store: Store) -> None:
    with store.writing() as tx:
        add(tx, review("a", "r1", mode=Mode.CRAM))
        assert [one.id for one in history.reviews_of(tx, "a")] == ["r1"]
        assert history.day_counts(tx, DAY) == DayCounts()
        add(tx, review("a", "r2"))
        assert history.day_counts(tx, DAY).new == 1


def test_what_a_day_held(store: Store, ids: Ids) -> None:
    page = blank_page("Rebuild it.", "first point here", "second point here")
    entry = question("One?")
    with store.writing() as tx:
        take_in(tx, deck("a.md", entry, page))
        known, fresh = name_of(entry), page.cards[0].name
        add(tx, review(known, ids(), moment(DAY - 1)))
        add(tx, review(known, ids(), moment(DAY)))
        add(tx, review(fresh, ids(), moment(DAY, second=1)))
        add(tx, review(fresh, ids(), moment(DAY, second=2)))
        add(tx, review("unplaced", ids(), moment(DAY, second=3)))
        counts = history.day_counts(tx, DAY)
        assert (counts.new, counts.reviewed, counts.answers) == (2, 1, 4)
        assert counts.uids == {known, fresh, "unplaced"}
        assert len(counts.siblings) == 2
        assert history.day_counts(tx, DAY - 1).new == 1
        assert history.day_counts(tx, DAY + 1) == DayCounts()


def test_an_undone_introduction_is_given_back_to_the_day(store: Store, ids: Ids) -> None:
    with store.writing() as tx:
        add(tx, review("a", "r"))
        assert history.day_counts(tx, DAY).new == 1
        add(tx, action(ActionKind.UNDO, "r", "u"))
        assert history.day_counts(tx, DAY) == DayCounts()


def test_a_reset_card_is_introduced_again(store: Store) -> None:
    with store.writing() as tx:
        add(tx, review("a", "1", moment(DAY - 1)))
        add(tx, action(ActionKind.RESET, "a", "2", moment(DAY, second=1)))
        add(tx, review("a", "3", moment(DAY, second=2)))
        assert history.day_counts(tx, DAY).new == 1


def test_a_review_dated_far_ahead_does_not_freeze_the_day(store: Store, ids: Ids) -> None:
    now = moment()
    tomorrow = now.at + MICROSECONDS_PER_DAY
    with store.writing() as tx:
        assert history.latest_day(tx, tomorrow) is None
        assert history.latest_at(tx, tomorrow) is None
        add(tx, review("a", ids(), moment(DAY - 3)))
        add(tx, review("b", ids(), moment(DAY + 400)))
        assert history.latest_day(tx, tomorrow) == DAY - 3
        assert history.latest_at(tx, tomorrow) == moment(DAY - 3).at
        add(tx, action(ActionKind.FLAG, "a", ids(), moment(DAY - 1)))
        assert history.latest_at(tx, tomorrow) == moment(DAY - 1).at
        add(tx, review("c", ids(), replace(now, day=DAY + 1)))  # a flight west comes back
        assert history.latest_day(tx, tomorrow) == DAY + 1


def test_settings_and_their_changes(store: Store) -> None:
    first = action(ActionKind.SETTINGS, "", "1", moment(second=1), '{"retention": 0.9}')
    second = action(ActionKind.SETTINGS, "", "2", moment(second=2), '{"retention": 0.8}')
    with store.writing() as tx:
        assert history.latest_settings(tx) is None
        add(tx, first)
        add(tx, second)
        assert history.settings_changes(tx) == (first, second)
        assert history.latest_settings(tx) == second
        add(tx, action(ActionKind.UNDO, "2", "3"))
        assert history.latest_settings(tx) == first


@pytest.mark.parametrize("kind", [ActionKind.SUSPEND, ActionKind.RESET])
def test_every_card_of_the_log_once(store: Store, ids: Ids, kind: ActionKind) -> None:
    with store.writing() as tx:
        add(tx, review("a", ids()))
        add(tx, review("a", ids()))
        add(tx, action(kind, "b", ids()))
        add(tx, action(ActionKind.SETTINGS, "", ids()))
        add(tx, action(ActionKind.UNDO, "nothing", ids()))
        assert sorted(history.uids_in_log(tx)) == ["a", "b"]
