"""What a line means: a command, letters, an order, or an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cli.plain.replies import COMMANDS, command_of, literal, read_letters, read_order
from recall.errors import UsageError

LETTERS = ("a", "b", "c", "d")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_a_letter_where_no_answer_is_written(name: str) -> None:
    assert command_of(f" {name}\n", line_is_answer=False) == name
    assert command_of(f" :{name}\n", line_is_answer=False) == name


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_takes_a_colon_where_an_answer_is_written(name: str) -> None:
    assert command_of(f"{name}\n", line_is_answer=True) is None
    assert command_of(f":{name}\n", line_is_answer=True) == name


@given(st.text().map(str.strip))
def test_every_answer_can_be_written(answer: str) -> None:
    line = f":{answer}" if answer[:1] == ":" and answer.lstrip(":") in COMMANDS else answer
    assert command_of(line, line_is_answer=True) is None
    assert literal(line) == answer


@pytest.mark.parametrize("line", ["", "\n", "hello", "::u", ":uu", ": u", ":", "1"])
def test_what_is_no_command(line: str) -> None:
    assert command_of(line, line_is_answer=False) is None


@pytest.mark.parametrize(
    ("line", "chosen"),
    [("a c\n", "ac"), ("a,c", "ac"), ("ac", "ac"), ("C;A", "ac"), (" b ", "b"), ("bb", "b")],
)
def test_letters_several_can_be_chosen_q3(line: str, chosen: str) -> None:
    assert read_letters(line, LETTERS, several=True) == frozenset(chosen)


@pytest.mark.parametrize(
    ("line", "message"),
    [("e", "no option 'e'"), ("", "Nothing was chosen"), ("a b", "Only one"), ("a-b", "'-'")],
)
def test_letters_that_cannot_be(line: str, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        read_letters(line, LETTERS, several=False)
    assert caught.value.hint


def test_a_command_without_its_colon_is_explained() -> None:
    with pytest.raises(UsageError) as caught:
        read_letters("q", LETTERS, several=False)
    assert caught.value.hint == "The options are a to d. To leave, write :q."


@pytest.mark.parametrize("line", ["2 1 3\n", "213", "2,1,3", "2; 1; 3"])
def test_an_order(line: str) -> None:
    assert read_order(line, 3) == (1, 0, 2)


@pytest.mark.parametrize(
    "line", ["", "1 2", "1 2 2", "1 2 3 4", "0 1 2", "a b c", "12 3", "１２３"]
)
def test_an_order_that_cannot_be(line: str) -> None:
    with pytest.raises(UsageError, match="each of the 3 items once") as caught:
        read_order(line, 3)
    assert "3 2 1" in caught.value.hint


@given(st.integers(2, 15).flatmap(lambda count: st.permutations(range(count))))
def test_every_order_can_be_written(order: list[int]) -> None:
    line = " ".join(str(item + 1) for item in order)
    assert read_order(line, len(order)) == tuple(order)
