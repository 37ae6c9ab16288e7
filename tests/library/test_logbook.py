from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from datetime import timedelta, timezone

import pytest

from recall.cards.memory import Rating
from recall.errors import UsageError
from recall.library import logbook
from recall.library.library import Library
from recall.library.values import Response
from recall.storage.store import Transaction
from tests.library.building import Desk, answer, answer_all, question, questions


def exported(library: Library, what: str) -> tuple[int, str]:
    stream = io.StringIO()
    return library.export(what, stream), stream.getvalue()


def table(library: Library, what: str) -> list[dict[str, str]]:
    number, text = exported(library, what)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == number
    return rows


@pytest.fixture
def library(desk: Desk) -> Library:
    desk.write("a.md", questions(2) + "Q: Typed? {#typed}\nA= =1+1\n")
    library = desk.open()
    session = library.session()
    answer(session, Rating.AGAIN)
    desk.wait(seconds=10)
    session.flag()
    answer(session, Rating.EASY)
    desk.wait(seconds=10)
    answer(session, Rating.EASY, Response(typed="=2"))
    desk.wait(seconds=10)
    session.undo()
    return library


def kinds(lines: list[Mapping[str, object]]) -> list[str]:
    return [str(line.get("kind", "review")) for line in lines]


def test_the_log_is_in_order_with_what_was_undone_marked(library: Library) -> None:
    lines = list(library.log())
    assert kinds(lines) == ["settings", "review", "flag", "review", "review", "undo"]
    assert [line["at"] for line in lines] == sorted(str(line["at"]) for line in lines)
    assert [bool(line["voided"]) for line in lines] == [False, False, False, False, True, False]
    assert lines[5]["target"] == lines[4]["id"]
    json.dumps(lines, allow_nan=False)


def test_a_line_of_the_log(library: Library) -> None:
    line = list(library.log())[1]
    assert line == {
        "type": "review",
        "id": line["id"],
        "uid": "a.md#q1",
        "name": "a.md#q1",
        "at": "2026-12-01T09:30:00.000001Z",
        "local": "2026-12-01T09:30:00+00:00",
        "day": "2026-12-01",
        "rating": 1,
        "milliseconds": 0,
        "mode": "review",
        "stage": None,
        "retention": 0.9,
        "due": "2026-12-01",
        "due_at": "2026-12-01T09:31:00.000001Z",
        "answer": None,
        "voided": False,
    }


def test_the_log_of_one_card_has_its_reviews_actions_and_undos(library: Library) -> None:
    assert kinds(list(library.log("a.md#q1"))) == ["review"]
    assert kinds(list(library.log("a.md#q2"))) == ["flag", "review"]
    assert kinds(list(library.log("a.md#typed"))) == ["review", "undo"]
    library.mark("a.md#typed", suspended=True)
    library.undo()
    library.undo()
    assert kinds(list(library.log("a.md#q2"))) == ["flag", "review", "undo"]
    typed = list(library.log("a.md#typed"))
    assert kinds(typed) == ["review", "undo", "suspend", "undo"]
    assert [line["voided"] for line in typed] == [True, False, True, False]
    with pytest.raises(UsageError):
        list(library.log("nobody"))


def test_a_renamed_card_has_one_uid_in_the_log(desk: Desk) -> None:
    desk.write("a.md", question("Which?"))
    library = desk.open()
    answer(library.session(), Rating.GOOD)
    desk.write("a.md", "Q: Which? {#which}\nA: An answer.\n")
    library.refresh()
    desk.wait(days=1)
    answer(library.session(), Rating.GOOD)
    lines = [line for line in library.log() if line["type"] == "review"]
    assert len({line["uid"] for line in lines}) == 1
    assert len({line["name"] for line in lines}) == 2
    uid = str(lines[0]["uid"])
    assert kinds(list(library.log(uid))) == ["review", "link", "review"]
    rows = table(library, "reviews-csv")
    assert {row["uid"] for row in rows} == {uid}


def test_looking_up_no_name_for_each_review(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log of a hundred thousand reviews is read in one pass."""
    asked: list[str] = []

    def uid_of(_: Transaction, name: str) -> str:
        asked.append(name)
        return name

    monkeypatch.setattr("recall.storage.names.uid_of", uid_of)
    assert exported(library, "reviews-jsonl")[0] == 3
    assert asked == []


def test_json_lines_are_the_reviews_of_the_log(library: Library) -> None:
    number, text = exported(library, "reviews-jsonl")
    lines = [json.loads(line) for line in text.splitlines()]
    assert len(lines) == number == 3
    assert lines == [line for line in library.log() if line["type"] == "review"]
    assert lines[2]["answer"] == {"typed": "=2", "share": 0.0}


def test_reviews_as_csv(library: Library) -> None:
    rows = table(library, "reviews-csv")
    assert [row["rating"] for row in rows] == ["1", "4", "4"]
    assert [row["voided"] for row in rows] == ["false", "false", "true"]
    assert json.loads(rows[2]["answer"]) == {"typed": "=2", "share": 0.0}
    assert tuple(rows[0]) == logbook.REVIEW_COLUMNS


def test_cards_as_csv_with_the_missing_ones(desk: Desk, library: Library) -> None:
    desk.write("b.md", '=: "x"\n\nQ: =SUM(A1), "quoted"?\nA: a\n')
    library.refresh()
    desk.write("a.md", questions(1) + "Q: Typed? {#typed}\nA= =1+1\n")
    library.refresh()
    library.mark("a.md#q1", suspended=True)
    rows = {row["uid"]: row for row in table(library, "cards-csv")}
    assert tuple(rows["a.md#q1"]) == logbook.CARD_COLUMNS
    assert (rows["a.md#q1"]["phase"], rows["a.md#q1"]["suspended"]) == ("learning", "true")
    assert rows["a.md#q1"]["due_at"] == "2026-12-01T09:31:00.000001Z"
    assert rows["a.md#q2"]["missing"] == "true"
    assert (rows["a.md#typed"]["phase"], rows["a.md#typed"]["interval"]) == ("new", "")
    (formula,) = (row for row in rows.values() if "SUM" in row["title"])
    assert formula["title"] == '\'=SUM(A1), "quoted"?'


@pytest.mark.parametrize("what", logbook.EXPORTS)
def test_an_empty_library_exports_no_rows_x5(desk: Desk, what: str) -> None:
    number, text = exported(desk.open(), what)
    assert number == 0
    assert text.count("\n") == (0 if what == "reviews-jsonl" else 1)


def test_an_export_that_does_not_exist(library: Library) -> None:
    with pytest.raises(UsageError, match="no export named 'anki'") as error:
        exported(library, "anki")
    assert "cards-csv" in error.value.hint


def test_local_times_are_those_of_the_answer_s5(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    desk.now = desk.now.astimezone(timezone(timedelta(hours=-5))).replace(hour=23)
    library = desk.open()
    answer(library.session(), Rating.EASY)
    desk.now = desk.now.astimezone(timezone(timedelta(hours=9)))
    (line,) = (line for line in library.log() if line["type"] == "review")
    assert (line["day"], line["local"]) == ("2026-12-01", "2026-12-01T23:30:00-05:00")


def test_counts_of_a_longer_history(desk: Desk) -> None:
    desk.write("a.md", questions(6))
    library = desk.open()
    given = 0
    for _ in range(4):
        given += len(answer_all(desk, library.session(), lambda _: Rating.GOOD))
        desk.wait(days=3)
    assert exported(library, "reviews-jsonl")[0] == given
    assert exported(library, "reviews-csv")[0] == given
    assert exported(library, "cards-csv")[0] == 6
