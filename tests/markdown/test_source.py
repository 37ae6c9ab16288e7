"""From bytes to clean lines: every encoding fault is named, every newline is one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.problem import Problem
from recall.markdown import source
from recall.markdown.reader import read_deck
from recall.markdown.source import Source, read_source, source_of
from recall.text import clean


def read(data: bytes) -> Source:
    source = read_source(data, "a.md")
    assert isinstance(source, Source)
    return source


def fault(data: bytes) -> Problem:
    problem = read_source(data, "a.md")
    assert isinstance(problem, Problem)
    return problem


@pytest.mark.parametrize(
    "data",
    [b"a\nb\n", b"a\r\nb\r\n", b"a\rb\r", b"a\r\nb\n", b"\xef\xbb\xbfa\nb\n", b"a\nb"],
    ids=["LF", "P10-CRLF", "P10-CR", "P10-mixed", "P12-BOM", "no-last-newline"],
)
def test_lines_are_the_same_with_any_newline(data: bytes) -> None:
    assert list(read(data).lines) == ["a", "b"]


def test_not_utf8_names_the_byte_p42() -> None:
    problem = fault(b"Q: caf\xe9\nA: x\n")
    assert (problem.code, problem.line, problem.column) == ("F101", 1, 7)
    assert "byte 6 is 0xe9" in problem.message


def test_byte_offset_counts_a_byte_order_mark_p42() -> None:
    problem = fault(b"\xef\xbb\xbf\xc3\xa9\r\n\xff")
    assert (problem.line, problem.column) == (2, 1)
    assert "byte 7 is 0xff" in problem.message


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-32"])
def test_utf16_is_named_p42(encoding: str) -> None:
    text = "Q: a\nA: b\n" if encoding != "utf-16-be" else "\ufeffQ: a"
    assert fault(text.encode(encoding)).code == "F102"


def test_nul_is_named_d14() -> None:
    problem = fault(b"a\nb\0")
    assert (problem.code, problem.line, problem.column) == ("F103", 2, 2)
    assert "byte 3" in problem.message


def test_control_characters_become_visible_p46() -> None:
    source = read("a\x1b[2J\x85b\u2028c\u202ed".encode())
    assert list(source.lines) == ["a␛[2J\\x85b⟨U+2028⟩c⟨U+202E⟩d"]
    assert clean(source.text) == source.text


def test_columns_are_those_of_the_editor() -> None:
    source = read("\u202e\u202eab".encode())
    line = source.lines[0]
    assert source.column(0, line.index("a")) == 3
    assert source.column(0, line.index("b")) == 4


@given(st.text())
def test_reading_is_total_and_clean(text: str) -> None:
    source = source_of(text.replace("\0", ""), "a.md")
    assert clean(source.text) == source.text
    assert len(source.lines) == len(source.written)
    for number, line in enumerate(source.lines):
        for column in range(0, len(line) + 1, 7):
            assert 1 <= source.column(number, column) <= len(source.written[number]) + 1


@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_named(data: bytes) -> None:
    found = read_source(data, "a.md")
    assert isinstance(found, Source) or found.code in {"F101", "F102", "F103"}


def test_a_line_with_thousands_of_problems_is_cleaned_once_p45(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of them tells its column in the line as it was written, before cleaning."""
    cleaned = 0

    def count_and_clean(text: str) -> str:
        nonlocal cleaned
        cleaned += len(text)
        return clean(text)

    monkeypatch.setattr(source, "clean", count_and_clean)
    answer = "\x1b" + "|" * 2_000
    deck = read_deck(f"Q: Many?\nA= {answer}\n".encode(), "a.md")
    columns = [problem.column for problem in deck.problems if problem.code == "K512"]
    assert columns[:3] == [6, 7, 8]
    assert len(columns) > 1_900
    assert cleaned < 20_000
