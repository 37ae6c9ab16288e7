"""Damage to every page of a real file: what can still be read is read, and nothing is made up."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.history import ActionKind
from recall.errors import StorageError
from recall.storage import file_format, history, journal
from recall.storage.salvage import Salvaged, add, as_action, as_review, salvage
from recall.storage.store import Store
from tests.storage.building import Ids, action, deck, memory, moment, question, review, take_in

PAGE = 4096
REVIEWS = 150


def fill(path: Path) -> None:
    """A file with decks, reviews, some with long answers, and actions."""
    ids = Ids()
    with closing(Store.open(path)) as store, store.writing() as tx:
        take_in(tx, deck("a.md", *(question(f"Question {n}?" + " x" * 50) for n in range(60))))
        journal.set_meta(tx, "device", "this one")
        journal.set_meta(tx, "sync:/shared", '{"sent": 170}')
        journal.set_meta(tx, "catalogue-version", "1")
        for number in range(REVIEWS):
            name = f"card-{number % 40:03d}"
            answer = '{"typed": "' + "å" * (3000 if number % 30 == 0 else number) + '"}'
            one = review(name, ids(), moment(second=number), answer=answer)
            last = journal.state(tx, name).last_review_id
            journal.add_review(tx, name, one, memory(), expected_last_review_id=last)
            if number % 5 == 0:
                journal.add_action(tx, action(ActionKind.FLAG, name, ids(), moment(second=number)))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "recall.db"
    fill(path)
    return path.read_bytes()


@pytest.fixture(scope="module")
def log(whole: bytes, tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[object, ...]]:
    """Every record by its id, as SQLite reads the file."""
    path = tmp_path_factory.mktemp("log") / "recall.db"
    path.write_bytes(whole)
    with closing(sqlite3.connect(path)) as connection:
        rows = [row for table in ("review", "action")
                for row in connection.execute(f"SELECT * FROM {table}")]  # fmt: skip
    return {str(row[1]): row[1:] for row in rows}


def records(found: Salvaged) -> dict[str, tuple[object, ...]]:
    return {str(one["id"]): tuple(one.values()) for one in (*found.reviews, *found.actions)}


def standing(damaged: bytes, whole: bytes, log: dict[str, tuple[object, ...]]) -> set[str]:
    """The ids of records that stand on no page that was changed."""
    changed = [
        whole[place : place + PAGE]
        for place in range(0, len(whole), PAGE)
        if whole[place : place + PAGE] != damaged[place : place + PAGE]
    ]
    return {identity for identity in log if not any(identity.encode() in page for page in changed)}


def overwritten(whole: bytes, number: int) -> bytes:
    noise = Random(number).randbytes(PAGE)
    return whole[: number * PAGE] + noise + whole[(number + 1) * PAGE :]


def test_a_sound_file_is_read_whole(
    tmp_path: Path, whole: bytes, log: dict[str, tuple[object, ...]]
) -> None:
    path = tmp_path / "recall.db"
    path.write_bytes(whole)
    found = salvage(path)
    assert records(found) == log
    assert len(found.reviews) == REVIEWS
    order = [one["id"] for one in found.reviews]
    assert order == sorted(order, key=str)
    assert len(found.cards) == 60
    assert {"key": "device", "value": "this one"} in found.facts
    assert not {one["key"] for one in found.facts} & {
        "catalogue-version",
        "statistics",
        "text-index",
    }
    assert path.read_bytes() == whole


@pytest.mark.parametrize("kind", ["noise", "zeros", "flipped"])
def test_each_page_damaged_once(
    tmp_path: Path, whole: bytes, log: dict[str, tuple[object, ...]], kind: str
) -> None:
    path = tmp_path / "recall.db"
    lost = 0
    for number in range(len(whole) // PAGE):
        match kind:
            case "noise":
                damaged = overwritten(whole, number)
            case "zeros":
                damaged = whole[: number * PAGE] + bytes(PAGE) + whole[(number + 1) * PAGE :]
            case _:
                changed = bytearray(whole)
                random = Random(number)
                for _ in range(3):
                    changed[number * PAGE + random.randrange(PAGE)] ^= 1 << random.randrange(8)
                damaged = bytes(changed)
        path.write_bytes(damaged)
        found = records(salvage(path))
        stands = standing(damaged, whole, log)
        assert found.keys() >= stands, number
        for identity in stands:
            # What stands on its page is as it was, but for an answer that went on elsewhere.
            assert found[identity][:10] == log[identity][:10]
        lost += len(log) - len(stands)
        if kind != "flipped":  # a flipped bit in a text is a text all the same
            assert found.keys() <= log.keys()
    assert lost > 0


def test_an_answer_that_went_on_in_a_lost_page_does_not_take_the_grade_along(
    tmp_path: Path, whole: bytes, log: dict[str, tuple[object, ...]]
) -> None:
    path = tmp_path / "recall.db"
    cut = 0
    for number in range(len(whole) // PAGE):
        page = whole[number * PAGE : (number + 1) * PAGE]
        if page.count("å".encode()) > 1000 and b"card-" not in page:  # such a page
            path.write_bytes(whole[: number * PAGE] + b"\xfe" * PAGE + whole[(number + 1) * PAGE :])
            found = records(salvage(path))
            assert found.keys() == log.keys()
            cut += 1
    assert cut > 0


@pytest.mark.parametrize("share", [0.0, 0.01, 0.2, 0.5, 0.77, 0.99])
def test_a_truncated_file(
    tmp_path: Path, whole: bytes, log: dict[str, tuple[object, ...]], share: float
) -> None:
    path = tmp_path / "recall.db"
    damaged = whole[: int(len(whole) * share)]
    path.write_bytes(damaged)
    found = records(salvage(path))
    stands = standing(damaged.ljust(len(whole), b"\xff"), whole, log)
    assert found.keys() >= stands
    assert found.keys() <= log.keys()


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be read"):
        salvage(tmp_path)


def test_records_are_added_once_and_the_old_ones_stay(
    tmp_path: Path, whole: bytes, log: dict[str, tuple[object, ...]]
) -> None:
    damaged, other = tmp_path / "damaged.db", tmp_path / "other.db"
    damaged.write_bytes(whole)
    found = salvage(damaged)
    with closing(Store.open(other)) as store:
        with store.writing() as tx:
            own = review("mine", "11111111-0000-7000-8000-000000000000", moment(second=9999))
            journal.add_review(tx, "mine", own, memory(), expected_last_review_id=None)
        with store.writing() as tx:
            assert add(tx, found) == (REVIEWS, REVIEWS // 5)
        with store.writing() as tx:
            assert add(tx, found) == (0, 0)
        with store.reading() as tx:
            assert {one.id for one in history.reviews(tx)} == {
                own.id,
                *(str(one["id"]) for one in found.reviews),
            }
            last = history.last_review(tx)
            assert last is not None
            assert last.id == found.reviews[-1]["id"]
            assert journal.meta(tx, "device") == "this one"
            # How far a file was exchanged is told by the numbers of its rows, which are new here.
            assert journal.meta(tx, "sync:/shared") is None
            assert journal.meta(tx, "catalogue-version") is None
        assert store.check() == ()


def test_the_same_grade_under_a_damaged_id_is_not_two(tmp_path: Path, whole: bytes) -> None:
    path, backup = tmp_path / "recall.db", tmp_path / "backup.db"
    backup.write_bytes(whole)
    path.write_bytes(whole)
    first = salvage(path).reviews[0]
    changed = str(first["id"]).encode()
    path.write_bytes(whole.replace(changed, changed[:-1] + b"f"))
    with closing(Store.open(backup)) as store, store.writing() as tx:
        assert add(tx, salvage(path))[0] == 0


# What no damage may do.


@cache
def read_of(content: bytes) -> list[object]:
    return list(
        file_format.rows(lambda n: content[(n - 1) * 512 : n * 512], len(content) // 512, 512)
    )


@given(st.binary(max_size=3 * 512))
def test_noise_never_raises(content: bytes) -> None:
    leaf = bytes([13]) + content[1:]
    for data in (content, leaf.ljust(1024, b"\x00")):
        read_of(data)
    assert file_format.guess_page_size(content) >= 512


@given(st.integers(0, 1 << 30))
def test_a_chain_of_pages_that_bites_its_tail_ends(seed: int) -> None:
    page = bytes([13, 0, 0, 0, 1, 0, 0, 0, 0, 10]) + b"\x90\x00\x01\x05\x00"
    content = page.ljust(508, b"\x01") + (2).to_bytes(4, "big")
    loop = ((2).to_bytes(4, "big") + Random(seed).randbytes(508)) * 2
    read_of(content + loop)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, 1), (1, ""), (1, 7), (2, None), (3, "x"), (4, None), (5, 1.5), (6, 0), (6, 5),
        (7, -1), (8, "reviewed"), (9, 0.0), (9, 1.0), (9, float("nan")), (9, None), (10, "x"),
        (11, 1.5), (12, 5), (13, 5),
    ],
)  # fmt: skip
def test_a_row_that_is_no_review(
    tmp_path: Path, whole: bytes, place: int, value: file_format.Value
) -> None:
    path = tmp_path / "recall.db"
    path.write_bytes(whole)
    row: list[file_format.Value] = [None, *salvage(path).reviews[3].values()]
    assert as_review(tuple(row)) is not None
    row[place] = value
    assert as_review(tuple(row)) is None


@pytest.mark.parametrize(
    ("place", "value"),
    [(0, 1), (1, ""), (2, "Flag it"), (2, ""), (3, None), (4, "x"), (5, None), (6, 0.5),
     (7, "no object"), (7, None), (8, 5)],
)  # fmt: skip
def test_a_row_that_is_no_action(
    tmp_path: Path, whole: bytes, place: int, value: file_format.Value
) -> None:
    path = tmp_path / "recall.db"
    path.write_bytes(whole)
    row: list[file_format.Value] = [None, *salvage(path).actions[3].values()]
    assert as_action(tuple(row)) is not None
    assert as_review(tuple(row)) is None
    row[place] = value
    assert as_action(tuple(row)) is None


def test_rows_of_the_first_schema_are_records_too() -> None:
    one = review("card", "an id", answer="{}")
    row = (None, one.id, one.name, one.at, 0, one.day, 3, 4000, "review", 0.9, 5, None, "{}")
    found = as_review(row)
    assert found is not None
    assert (found["answer"], found["device"]) == ("{}", None)
    assert as_action((None, "an id", "flag", "card", 1, 0, 2, "{}")) is not None


@pytest.mark.parametrize(("follows", "whole"), [(4, True), (3, False), (0, False), (99, False)])
def test_a_text_whose_chain_of_pages_is_broken_is_none(follows: int, whole: bool) -> None:
    """A row with one text of 994 bytes: 39 on its page, the rest on page 3 and what follows it."""
    record = bytes([3, 0x8F, 0x51]) + b"x" * 36  # a text has the type 13 + 2 × its length
    cell = bytes([0x87, 0x65, 1]) + record + (3).to_bytes(4, "big")
    head = bytes([13, 0, 0, 0, 1, 0, 0, 0]) + (100).to_bytes(2, "big")
    leaf = (head.ljust(100, b"\x00") + cell).ljust(512, b"\x00")
    third = follows.to_bytes(4, "big") + b"x" * 508
    fourth = bytes(4) + b"x" * 508
    content = bytes(512) + leaf + third + fourth
    assert read_of(content) == [(1, ("x" * 994 if whole else None,))]
