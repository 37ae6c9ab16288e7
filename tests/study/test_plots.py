from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.study.plots import (
    LEAST_WIDTH,
    Column,
    bar,
    column_chart,
    heat_lines,
    row_chart,
    short_number,
)
from recall.study.stats.days import heat_map
from tests.study.figures import TODAY, answered, days_of

WIDTHS = st.integers(LEAST_WIDTH, 130)
VALUES = st.lists(st.integers(0, 2_000_000) | st.integers(0, 9), max_size=40)


@pytest.mark.parametrize(
    ("share", "drawn"), [(0.0, "▱▱▱▱"), (0.5, "▰▰▱▱"), (1.0, "▰▰▰▰"), (2.0, "▰▰▰▰")]
)
def test_a_bar(share: float, drawn: str) -> None:
    assert bar(share, 4) == drawn


def test_a_column_chart_by_hand() -> None:
    columns = [Column("a", 8), Column("", 4), Column("", 0), Column("b", 1)]
    assert column_chart(columns, LEAST_WIDTH, height=2) == [
        "8 ██",
        "0 ██ ██    ▂▂",
        "  a        b",
    ]


@pytest.mark.parametrize(
    ("greatest", "top"), [(0.42, "0.4"), (9.96, "10.0"), (3.0, "3"), (10.4, "10"), (12_345, "12k")]
)
def test_the_top_of_a_column_chart_says_how_much_it_is(greatest: float, top: str) -> None:
    lines = column_chart([Column("", greatest), Column("", greatest / 2)], LEAST_WIDTH)
    assert lines[0].split()[0] == top
    assert lines[-2].split()[0] == "0"


@given(VALUES, WIDTHS, st.integers(1, 6))
def test_columns_fit_and_stand_as_high_as_they_are(
    values: list[int], width: int, height: int
) -> None:
    lines = column_chart([Column(str(n), v) for n, v in enumerate(values)], width, height=height)
    assert len(lines) == height + 1
    assert all(len(line) <= width for line in lines)
    drawn = "".join(lines[:-1])
    assert ("█" in drawn) == any(values[: width - 6])


def test_where_columns_do_not_fit_the_first_or_the_last_are_kept() -> None:
    columns = [Column(f"<{number}>", number % 2) for number in range(2 * LEAST_WIDTH)]
    first, last = (column_chart(columns, LEAST_WIDTH, keep_last=keep)[-1] for keep in (False, True))
    assert first.split()[0] == "<0>"
    assert last.split()[0] == f"<{LEAST_WIDTH + 2}>"


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_a_value_above_zero_is_never_invisible(small: int, more: int) -> None:
    columns = [Column("", small), Column("", small + more), Column("", 0)]
    lowest = column_chart(columns, LEAST_WIDTH)[3].split()[1]
    assert lowest[0] in "▁▂▃▄▅▆▇█"
    ((drawn, words), _) = (
        line.split()[1:] for line in row_chart([("a", 1, "1"), ("b", 10**6, "x")], LEAST_WIDTH)
    )
    assert (drawn, words) == ("▏", "1")


def test_a_row_chart_by_hand() -> None:
    rows = [("0–1", 0.0, "0"), ("1–10", 10.0, "10")]
    assert row_chart(rows, 18) == [" 0–1 0", "1–10 ██████████ 10"]
    assert row_chart([("a", 0.0, "0")], 40) == ["a 0"]
    assert row_chart([], 40) == []


@given(VALUES, WIDTHS)
def test_rows_fit(values: list[int], width: int) -> None:
    rows = [(f"{n}–{n + 1}", float(value), f"{value:,}") for n, value in enumerate(values)]
    lines = row_chart(rows, width)
    assert all(len(line) <= width for line in lines)
    for line, value in zip(lines, values, strict=True):
        assert line.endswith(f"{value:,}")


@pytest.mark.parametrize(
    ("number", "limit", "words"),
    [
        (999, 1_000, "999"),
        (1_000, 1_000, "1k"),
        (9_999, 10_000, "9999"),
        (12_345, 10_000, "12k"),
        (2_600_000, 10_000, "3M"),
    ],
)
def test_short_numbers(number: int, limit: int, words: str) -> None:
    assert short_number(number, limit) == words


def test_a_heat_map_by_hand() -> None:
    counts = {TODAY: 1, TODAY - 1: 2, TODAY - 7: 3, TODAY - 8: 40}
    days = days_of(answered(day) for day, number in counts.items() for _ in range(number))
    lines = heat_lines(heat_map(days, TODAY)[-6:], LEAST_WIDTH)
    assert lines == [
        "    Nov",
        "Mon ····█▒",
        "    ····▓░",
        "Wed ·····",
        "    ·····",
        "Fri ·····",
        "    ·····",
        "Sun ·····",
        "    · none   ░ 1   ▒ 2   ▓ 3",
        "    █ 40",
    ]


def test_a_heat_map_without_answers() -> None:
    lines = heat_lines(heat_map((), TODAY), 80)
    assert lines[-1] == "    · none"
    assert {sign for line in lines[1:-1] for sign in line[4:]} == {"·"}


@given(st.dictionaries(st.integers(TODAY - 400, TODAY), st.integers(1, 9), max_size=60), WIDTHS)
def test_the_legend_names_every_number_once(counts: dict[int, int], width: int) -> None:
    days = days_of(answered(day) for day, number in counts.items() for _ in range(number))
    weeks = heat_map(days, TODAY)
    lines = heat_lines(weeks, width)
    assert all(len(line) <= width for line in lines)
    words = " ".join(line.strip() for line in lines[8:]).split()
    spans = dict(zip(words[::2], words[1::2], strict=True))
    assert spans.pop("·") == "none"
    shown = {number for week in weeks for number in week.answers if number}
    for number in shown:
        holding = [
            sign
            for sign, span in spans.items()
            if int(span.partition("–")[0]) <= number <= int(span.rpartition("–")[2])
        ]
        assert len(holding) == 1
    drawn = {sign for line in lines[1:8] for sign in line[4:]} - {"·", " "}
    assert drawn <= set(spans)
