"""Writing reviews and actions, and the cached state of each card."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.history import Action, ActionKind, Mode, Review
from recall.cards.memory import Marks, Memory, Phase, Rating
from recall.clock import instant_to_datetime, moment_of
from recall.errors import StaleCard, StorageError
from recall.storage import history, journal
from recall.storage.records import State
from recall.storage.store import Store, Transaction
from tests.storage.building import Ids, action, memory, moment, rehearsal, review

LARGEST = 2**63 - 1
integers = st.integers(-LARGEST, LARGEST)
texts = st.text(st.characters(exclude_categories=["Cs"]))
finite = st.floats(1e-3, 1e6)


def add(tx: Transaction, one: Review, uid: str | None = None) -> None:
    card = uid or one.name
    before = journal.state(tx, card)
    journal.add_review(
        tx, card, one, memory(one.day), expected_last_review_id=before.last_review_id
    )


def test_an_unknown_card_is_new_and_unmarked(store: Store) -> None:
    with store.reading() as tx:
        assert journal.state(tx, "a") == State()
        assert journal.states(tx, ["a", "b"]) == {}


def test_a_review_and_its_state_are_one(store: Store) -> None:
    one = review("a", "id", answer='{"typed": "x"}')
    with store.writing() as tx:
        journal.add_review(tx, "a", one, memory(), expected_last_review_id=None)
    with store.reading() as tx:
        assert list(history.reviews(tx)) == [one]
        assert journal.state(tx, "a") == State(memory(), Marks(), "id", one.at)
        assert journal.states(tx, ["b", "a"]) == {"a": journal.state(tx, "a")}


def test_marks_outlast_a_review(store: Store) -> None:
    with store.writing() as tx:
        journal.set_state(tx, "a", State(marks=Marks(flagged=True)))
        add(tx, review("a", "id"))
        assert journal.state(tx, "a").marks == Marks(flagged=True)


@pytest.mark.parametrize("expected", [None, "second", "other"])
def test_a_card_answered_elsewhere_is_stale_and_nothing_is_written_d2(
    store: Store, expected: str | None
) -> None:
    with store.writing() as tx:
        add(tx, review("a", "first"))
    before = store.path.read_bytes()
    with pytest.raises(StaleCard, match="another window"), store.writing() as tx:
        journal.add_review(
            tx, "a", review("a", "second"), memory(), expected_last_review_id=expected
        )
    assert store.path.read_bytes() == before


def test_an_undo_elsewhere_makes_a_card_stale_too(store: Store) -> None:
    with store.writing() as tx:
        add(tx, review("a", "first"))
        journal.add_action(tx, action(ActionKind.UNDO, "first", "undo"))
        journal.set_state(tx, "a", State())
    with pytest.raises(StaleCard), store.writing() as tx:
        journal.add_review(
            tx, "a", review("a", "second"), memory(), expected_last_review_id="first"
        )


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("place", ["stability", "difficulty", "retention"])
def test_a_number_that_is_not_finite_is_refused_d11(
    store: Store, number: float, place: str
) -> None:
    one, after = review("a", "id"), memory()
    match place:
        case "stability":
            after = replace(after, stability=number)
        case "difficulty":
            after = replace(after, difficulty=number)
        case _:
            one = replace(one, retention=number)
    with pytest.raises(StorageError, match="not finite"), store.writing() as tx:
        journal.add_review(tx, "a", one, after, expected_last_review_id=None)
    with store.reading() as tx:
        assert list(history.reviews(tx)) == []
        assert journal.state(tx, "a") == State()


@pytest.mark.parametrize(
    "text",
    [
        '{"share": NaN}',
        '{"share": Infinity}',
        "[1]",
        "text",
        "",
        '"\ud800"',
        '{"a": "\ud800"}',
        "[" * 100_000,
        "{" + "9" * 5000,
    ],
    ids=["nan", "infinity", "list", "no json", "empty", "text", "surrogate", "deep", "number"],
)
def test_an_answer_or_body_that_is_no_json_object_is_refused_d11(store: Store, text: str) -> None:
    with pytest.raises(StorageError, match="not a JSON object"), store.writing() as tx:
        add(tx, review("a", "id", answer=text))
    with pytest.raises(StorageError, match="not a JSON object"), store.writing() as tx:
        journal.add_action(tx, action(ActionKind.SETTINGS, "", "id", body=text))


@pytest.mark.parametrize(
    "wrong",
    [{"retention": 1.5}, {"milliseconds": -1}, {"at": 2**63}, {"name": "a\ud800"}],
    ids=str,
)
def test_values_out_of_bounds_are_refused_d10(store: Store, wrong: dict[str, object]) -> None:
    one = replace(review("a", "id"), **wrong)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(StorageError, match=r"refused|too large|surrogate"), store.writing() as tx:
        add(tx, one)
    with store.reading() as tx:
        assert list(history.reviews(tx)) == []


def test_the_same_id_twice_is_refused(store: Store) -> None:
    with store.writing() as tx:
        add(tx, review("a", "id"))
    with pytest.raises(StorageError, match="breaks a rule"), store.writing() as tx:
        add(tx, review("b", "id"))


def test_an_instant_keeps_its_zone_d9(store: Store) -> None:
    there = datetime(2026, 12, 1, 9, 30, 0, 123_456, timezone(timedelta(hours=5, minutes=45)))
    with store.writing() as tx:
        add(tx, review("a", "id", moment_of(there, 4)))
    with store.reading() as tx:
        (back,) = history.reviews(tx)
    again = instant_to_datetime(back.at).astimezone(timezone(timedelta(minutes=back.offset)))
    assert (again, again.utcoffset()) == (there, there.utcoffset())
    assert again.astimezone(UTC).hour == 3


def test_a_nul_in_an_answer_comes_back_d14(store: Store) -> None:
    answer = '{"typed": "a\\u0000b"}'
    with store.writing() as tx:
        add(tx, review("a", "id", answer=answer))
    with store.reading() as tx:
        assert next(history.reviews(tx)).answer == answer


def test_facts_about_the_file(store: Store) -> None:
    with store.writing() as tx:
        assert journal.meta(tx, "device") is None
        journal.set_meta(tx, "device", "one")
        journal.set_meta(tx, "device", "two")
    with store.reading() as tx:
        assert journal.meta(tx, "device") == "two"


def test_facts_whose_keys_begin_alike(store: Store) -> None:
    with store.writing() as tx:
        for key in ("place:/a/1.md", "place:/b", "places", "plac", "z"):
            journal.set_meta(tx, key, f"of {key}")
    with store.reading() as tx:
        assert journal.metas(tx, "place:") == {"/a/1.md": "of place:/a/1.md", "/b": "of place:/b"}
        assert journal.metas(tx, "none:") == {}


def test_states_can_be_dropped(store: Store) -> None:
    with store.writing() as tx:
        add(tx, review("a", "id"))
        journal.clear_states(tx)
        assert journal.state(tx, "a") == State()
        assert len(list(history.reviews(tx))) == 1


memories = st.builds(
    Memory,
    phase=st.sampled_from(Phase),
    step=st.none() | st.integers(0, 9),
    stability=st.none() | finite,
    difficulty=st.none() | finite,
    last_day=st.none() | integers,
    interval=st.integers(0, LARGEST),
    due_day=st.none() | integers,
    due_at=st.none() | integers,
    reps=st.integers(0, LARGEST),
    lapses=st.integers(0, LARGEST),
)
all_marks = st.builds(Marks, st.booleans(), st.none() | integers, st.booleans())
states = st.builds(State, memories, all_marks, st.none() | texts, st.none() | integers)
answers = st.none() | st.dictionaries(texts, texts | integers | st.booleans()).map(json.dumps)
reviews = st.builds(
    Review,
    id=texts,
    name=texts,
    at=integers,
    offset=st.integers(-1440, 1440),
    day=integers,
    rating=st.sampled_from(Rating),
    milliseconds=st.integers(0, LARGEST),
    mode=st.sampled_from(Mode),
    retention=st.floats(0.01, 0.99),
    due_day=st.none() | integers,
    due_at=st.none() | integers,
    answer=answers,
)
actions = st.builds(
    Action,
    id=texts,
    kind=st.sampled_from(ActionKind),
    target=texts,
    at=integers,
    offset=st.integers(-1440, 1440),
    day=integers,
)


@given(uid=texts, state=states)
def test_every_state_comes_back(rehearsal_store: Store, uid: str, state: State) -> None:
    with rehearsal(rehearsal_store) as tx:
        journal.set_state(tx, uid, state)
        assert journal.state(tx, uid) == state
        assert journal.states(tx, [uid]) == {uid: state}


@given(one=reviews)
def test_every_review_comes_back(rehearsal_store: Store, one: Review) -> None:
    with rehearsal(rehearsal_store) as tx:
        add(tx, one)
        assert list(history.reviews(tx)) == [one]
        assert history.last_review(tx) == one


@given(one=actions)
def test_every_action_comes_back(rehearsal_store: Store, one: Action) -> None:
    with rehearsal(rehearsal_store) as tx:
        journal.add_action(tx, one)
        assert list(history.actions(tx)) == [one]
        assert list(history.actions(tx, [one.kind], since=one.at)) == [one]


def test_ids_and_instants_order_the_log(store: Store, ids: Ids) -> None:
    with store.writing() as tx:
        for name, second in [("c", 3), ("a", 1), ("b", 1)]:
            add(tx, review(name, ids(), moment(second=second)))
        assert [one.name for one in history.reviews(tx)] == ["a", "b", "c"]
        since = moment(second=2).at
        assert [one.name for one in history.reviews(tx, since=since)] == ["c"]
        assert [one.name for one in history.reviews(tx, ["a", "c"])] == ["a", "c"]
        assert list(history.reviews(tx, [])) == []
