"""Attribute blocks, and the braces that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.markdown.attributes import split_attributes


@pytest.mark.parametrize(
    ("line", "kept", "values", "tags"),
    [
        ("x {#a}", "x", {"#": "a"}, ()),
        ("{#a-b_c.1}", "", {"#": "a-b_c.1"}, ()),
        ("x {.t .u .t}", "x", {}, ("t", "u")),
        ('x {#a from="L1 §1" card=9}', "x", {"#": "a", "from": "L1 §1", "card": "9"}, ()),
        ('x {from="a } b {c"}  ', "x", {"from": "a } b {c"}, ()),
        ('x {from="a \\"b\\""}', "x", {"from": 'a "b"'}, ()),
        ("x {from='a b'}", "x", {"from": "a b"}, ()),
        ("x {pin}", "x", {"pin": ""}, ()),
        ("x {é=1}", "x", {"é": "1"}, ()),
    ],
)  # fmt: skip
def test_blocks(line: str, kept: str, values: dict[str, str], tags: tuple[str, ...]) -> None:
    text, block = split_attributes(line)
    assert block is not None
    assert block.fault is None
    assert text == kept
    assert {key: value for key, (value, _) in block.values.items()} == values
    assert block.tags == tags
    for key, (_, column) in block.values.items():
        assert line.startswith(("#" if key == "#" else key), column)


@pytest.mark.parametrize(
    "line",
    [
        "x",
        "x {y}",
        "x {}",
        "{{gap}}",
        "x {{#a}}",
        "$\\{a\\}$",
        "x \\{#a}",
        "x{#a}",
        "x {a b}",
        "`{#a}`",
    ],
)
def test_braces_that_are_text(line: str) -> None:
    assert split_attributes(line) == (line, None)


@pytest.mark.parametrize(
    "line",
    ["x {#a #b}", "x {#a", "x {#a b}", 'x {#a from="b}', "x {#a/b}", "x {a=1 a=2}", "x {.t/u}"],
)
def test_blocks_that_cannot_be_read(line: str) -> None:
    text, block = split_attributes(line)
    assert block is not None
    assert block.fault
    assert text == "x"


@given(st.text(alphabet="x {}#.=\"'\\pin\t", max_size=40))
def test_any_line_is_split(line: str) -> None:
    text, block = split_attributes(line)
    assert line.startswith(text)
    assert (block is None) == (text == line) or block is not None
