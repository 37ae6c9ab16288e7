"""A merge of record sets is commutative, associative and idempotent; so is what it leads to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from recall.cards.history import Action, ActionKind, Mode, Review
from recall.cards.memory import Rating
from recall.clock import MICROSECONDS_PER_DAY
from recall.exchange.sync_lines import read_line, record_line
from recall.library.doctor import states_of_log
from recall.library.merging import merge
from recall.storage import journal, merging
from recall.storage.merging import Record
from recall.storage.records import State
from tests.laws.device import SETTINGS, Device, bench, telling
from tests.laws.mutants import MUTANTS_OF_MERGING, Plant
from tests.storage.building import rehearsal

DEVICE = "00000000-0000-7000-8000-00000000000d"
NAMES = ("q1", "q2", "q3", "q4")
MARKS = tuple(kind for kind in ActionKind if kind not in (ActionKind.LINK, ActionKind.SETTINGS))

KINDS = ("review", "review", "mark", "undo", "undo", "link", "settings")

names = st.sampled_from(NAMES)
instants = st.integers(0, 40).map(lambda step: 1_796_000_000_000_000 + step * 3_600_000_000)


@st.composite
def record_sets(draw: st.DrawFn) -> list[Record]:
    """Records of several devices, whose clocks and ids say nothing of what came first."""
    records: list[Record] = []
    numbers = draw(st.permutations(range(24)))
    for number in numbers[: draw(st.integers(1, 24))]:
        identity = f"00000000-0000-7000-8000-{number:012x}"
        at = draw(instants)
        day = at // MICROSECONDS_PER_DAY
        what = draw(
            st.sampled_from(("review", "review", "mark", "undo", "undo", "link", "settings"))
        )
        if what == "review":
            rating, mode = draw(st.sampled_from(Rating)), draw(st.sampled_from(Mode))
            records.append(
                Review(identity, draw(names), at, 60, day, rating, 900, mode, 0.9, day + 1)
            )
            continue
        kind: ActionKind = draw(st.sampled_from(MARKS))
        target, body = draw(names), "{}"
        if what == "undo" and records:
            kind, target = ActionKind.UNDO, draw(st.sampled_from(records)).id
        elif what == "link":
            kind, body = ActionKind.LINK, json.dumps({"to": draw(names)})
        elif what == "settings":
            kind, target = ActionKind.SETTINGS, ""
            body = draw(st.sampled_from(SETTINGS)).to_json()
        records.append(Action(identity, kind, target, at, -60, day, body))
    return records


@pytest.fixture(scope="module")
def device() -> Device:
    """An empty device; every merge is undone at its end."""
    (device, *_) = bench()[1]
    device.reset(timedelta(), 1)
    return device


def after(
    device: Device, parts: Iterable[Sequence[Record]]
) -> tuple[dict[str, Record], dict[str, State]]:
    """The log and the states of an empty device that took in some parts one after the other."""
    with rehearsal(device.store) as tx:
        for part in parts:
            merge(device.context, tx, part)
        states = telling(journal.all_states(tx))
        assert states == telling(states_of_log(device.context, tx))
        return {one.id: one for one in merging.records_after(tx, 0)}, states


@settings(max_examples=60)
@given(records=record_sets(), data=st.data())
def test_neither_order_nor_grouping_nor_repetition_matters(
    device: Device, records: list[Record], data: st.DataObject
) -> None:
    hold(device, records, data)


def hold(device: Device, records: list[Record], data: st.DataObject) -> None:
    """Neither order nor grouping nor repetition matters."""
    log, states = after(device, [records])
    assert log == {record.id: record for record in records}
    shuffled = data.draw(st.permutations(records))
    first, second = sorted(data.draw(st.tuples(*[st.integers(0, len(records))] * 2)))
    parts = [shuffled[:first], shuffled[first:second], shuffled[second:], shuffled]
    assert after(device, parts) == (log, states)


@pytest.mark.parametrize("plant", MUTANTS_OF_MERGING, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_caught(
    device: Device, plant: Plant, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)

    @settings(max_examples=300, phases=[Phase.generate])
    @given(records=record_sets(), data=st.data())
    def search(records: list[Record], data: st.DataObject) -> None:
        hold(device, records, data)

    with pytest.raises(AssertionError):
        search()


@given(record_sets())
def test_records_come_back_from_their_lines(records: list[Record]) -> None:
    for record in records:
        line = record_line(record, DEVICE)
        assert line.endswith(b"\n")
        assert line.count(b"\n") == 1
        assert read_line(line.removesuffix(b"\n")) == replace(record, device=DEVICE)


@given(record_sets())
def test_one_id_with_two_contents_is_told_and_changes_nothing(
    device: Device, records: list[Record]
) -> None:
    forged = [replace(record, offset=17) for record in records]
    with rehearsal(device.store) as tx:
        merged = merge(device.context, tx, [*forged, *records])
        assert merged.added == ()
        assert merged.contradicted == {record.id for record in records}
        merge(device.context, tx, records)
        states = journal.all_states(tx)
        merged = merge(device.context, tx, forged)
        assert merged.added == ()
        assert merged.contradicted == {record.id for record in records}
        assert sorted(merging.records_after(tx, 0), key=lambda one: one.id) == sorted(
            records, key=lambda one: one.id
        )
        assert journal.all_states(tx) == states
