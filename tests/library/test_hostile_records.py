"""Lines that anybody may have written: what passes the border harms nothing that stands behind."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from recall.cards.history import ActionKind
from recall.exchange.sync_lines import UnreadableLine, read_line
from recall.library.library import Library
from tests.library.building import Desk, answer, questions

AT = 1_796_117_400_000_000
NAME = "recall-forged.jsonl"

numbers = st.one_of(
    st.integers(-5, 5), st.integers(-(1 << 64), 1 << 64), st.floats(), st.just(AT), st.just(20_788)
)
values = st.one_of(
    numbers, st.none(), st.booleans(), st.text(max_size=9), st.just("a.md#q1"),
    st.lists(numbers, max_size=3), st.dictionaries(st.text(max_size=4), numbers, max_size=2),
)  # fmt: skip
settings_bodies = st.dictionaries(
    st.sampled_from(
        ("desired_retention", "learning_steps", "relearning_steps", "maximum_interval",
         "parameters", "fuzz", "rollover_hour", "algorithm", "other")
    ),
    values,
    max_size=4,
)  # fmt: skip
link_bodies = st.fixed_dictionaries(
    {"to": st.sampled_from(("a.md#q2", "a.md#q1", "x"))},
    optional={"before": values, "after": values, "likeness": values},
)
reviews = st.fixed_dictionaries(
    {
        "type": st.just("review"), "name": st.sampled_from(("a.md#q1", "a.md#q2", "x")),
        "rating": st.integers(1, 4), "milliseconds": st.integers(0, 10**12),
        "mode": st.sampled_from(("review", "cram", "quiz")),
        "retention": st.sampled_from((0.9, 1e-9, 1 - 1e-9)),
        "due_day": st.none() | st.integers(-9**7, 9**7), "due_at": st.none() | numbers,
        "answer": st.none() | st.sampled_from(("{}", '{"typed": 3}', '{"share": "x"}', "[]")),
    }
)  # fmt: skip
actions = st.fixed_dictionaries(
    {
        "type": st.just("action"), "kind": st.sampled_from([*ActionKind, "unheard-of"]),
        "target": st.sampled_from(("a.md#q1", "a.md#q2", "x", "")),
        "body": st.one_of(settings_bodies, link_bodies, st.just({})).map(json.dumps),
    }
)  # fmt: skip
heads = st.fixed_dictionaries(
    {
        "id": st.integers(0, 99).map(lambda n: f"00000000-0000-7000-8000-{n:012x}"),
        "at": st.sampled_from((AT, AT + 3_600_000_000)) | st.integers(-(1 << 57), 1 << 58),
        "offset": st.integers(-1439, 1439),
        "day": st.sampled_from((20_788, 20_780)) | st.integers(-800_000, 3_000_000),
        "device": st.just("00000000-0000-7000-8000-00000000000d"),
    }
)
records = st.tuples(heads, reviews | actions).map(lambda parts: {**parts[0], **parts[1]})
twisted = st.tuples(records, st.dictionaries(st.sampled_from(("at", "day", "name", "body", "kind",
    "target", "rating", "answer", "due_at", "retention", "milliseconds")), values, max_size=1)).map(
    lambda parts: {**parts[0], **parts[1]}
)  # fmt: skip


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Desk, Path]]:
    desk = Desk(tmp_path_factory.mktemp("hostile"))
    desk.decks.mkdir()
    desk.write("a.md", questions(3))
    (desk.root / "share").mkdir()
    yield desk, desk.root / "share"
    desk.close()


def use(desk: Desk, library: Library) -> None:
    """Ask for everything that reads the log, and grade."""
    library.home()
    list(library.log())
    library.statistics()
    library.carried_over()
    for row in library.search():
        library.card(row.uid)
    for what in ("cards-csv", "reviews-csv", "reviews-jsonl"):
        library.export(what, io.StringIO())
    session = library.session()
    if session.current is not None:
        answer(session)
    library.undo()
    assert [one for one in library.doctor() if one.name == "card states" and not one.well] == []


STEPS = {"learning_steps": [1e300], "relearning_steps": [1e9]}


@settings(max_examples=60)
@given(st.lists(twisted, max_size=6))
@example(
    [
        {
            "type": "action", "id": "00000000-0000-7000-8000-000000000001", "at": AT - 9,
            "offset": 0, "day": 20_788, "kind": "settings", "target": "", "body": json.dumps(STEPS),
            "device": "00000000-0000-7000-8000-00000000000d",
        },
        {
            "type": "review", "id": "00000000-0000-7000-8000-000000000002", "at": AT, "offset": 0,
            "day": 20_788, "name": "a.md#q1", "rating": 3, "milliseconds": 1, "mode": "review",
            "retention": 0.9, "due_day": None, "due_at": None, "answer": None,
            "device": "00000000-0000-7000-8000-00000000000d",
        },
    ]
)  # fmt: skip
def test_whatever_is_taken_in_can_be_lived_with(
    room: tuple[Desk, Path], lines: list[dict[str, object]]
) -> None:
    desk, share = room
    desk.progress.unlink(missing_ok=True)
    (share / NAME).write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    library = desk.open()
    try:
        synced = library.sync(share)
        ids = {one["id"] for one in lines if passes(one)}
        assert synced.received <= len(ids)
        use(desk, library)
        library.sync(share)
    finally:
        library.close()
        for file in share.iterdir():
            file.unlink()


def passes(line: dict[str, object]) -> bool:
    with suppress(UnreadableLine):
        read_line(json.dumps(line).encode())
        return True
    return False
