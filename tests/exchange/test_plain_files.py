from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.exchange.plain_files import write_csv, write_json_lines

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def written(value: object) -> str:
    stream = io.StringIO(newline="")
    assert write_csv(stream, ("cell",), [{"cell": value}]) == 1
    head, (cell,) = csv.reader(io.StringIO(stream.getvalue(), newline=""))
    assert head == ["cell"]
    return cell


def bare(cell: str) -> str:
    """Take the guard off a cell, as a reader of the file would."""
    guarded = cell.startswith("'") and cell.lstrip("'").startswith(FORMULA)
    return cell[1:] if guarded else cell


@pytest.mark.parametrize("start", FORMULA)
def test_a_cell_never_begins_as_a_formula(start: str) -> None:
    assert written(f"{start}1") == f"'{start}1"
    assert written(f"'{start}1") == f"''{start}1"


@given(TEXT | st.text("'=+-@\t\r\n,\"a", max_size=6))
def test_every_text_comes_back_x6(text: str) -> None:
    cell = written(text) if text else ""
    assert not cell.startswith(FORMULA)
    assert bare(cell) == text


@pytest.mark.parametrize(
    ("value", "cell"),
    [(None, ""), (True, "true"), (False, "false"), (-3, "-3"), (0.1, "0.1"), ("it's", "it's")],
)
def test_other_values(value: object, cell: str) -> None:
    stream = io.StringIO()
    write_csv(stream, ("a", "b"), [{"a": value, "b": "x"}])
    assert stream.getvalue() == f"a,b\n{cell},x\n"


def test_a_missing_value_is_empty_and_an_unknown_one_is_left_out() -> None:
    stream = io.StringIO()
    assert write_csv(stream, ("a", "b"), [{"b": 1, "c": 2}]) == 1
    assert stream.getvalue() == "a,b\n,1\n"


def test_no_rows_x5() -> None:
    table, lines = io.StringIO(), io.StringIO()
    assert write_csv(table, ("a",), []) == write_json_lines(lines, []) == 0
    assert (table.getvalue(), lines.getvalue()) == ("a\n", "")


@given(st.lists(st.dictionaries(TEXT, TEXT | st.integers() | st.none() | st.booleans())))
def test_json_lines_are_lossless(rows: list[dict[str, object]]) -> None:
    stream = io.StringIO(newline="")
    assert write_json_lines(stream, rows) == len(rows)
    lines = stream.getvalue().split("\n")
    assert [json.loads(line) for line in lines[:-1]] == rows
    assert lines[-1] == ""


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_that_json_does_not_know_are_refused_d11(number: float) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_json_lines(io.StringIO(), [{"a": number}])


def test_rows_are_written_one_by_one_x16() -> None:
    stream = io.StringIO()
    seen: list[int] = []

    def rows() -> Iterator[dict[str, object]]:
        for number in range(3):
            seen.append(stream.getvalue().count("\n"))
            yield {"a": number}

    write_json_lines(stream, rows())
    assert seen == [0, 1, 2]
