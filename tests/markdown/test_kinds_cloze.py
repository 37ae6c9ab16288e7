"""Gaps: balanced braces, groups, hints, alternatives, escapes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.kinds.cloze import Gap
from recall.markdown.gaps import find_gaps


def short(text: str) -> list[tuple[str | None, tuple[str, ...], str | None]]:
    gaps, faults = find_gaps(text)
    assert faults == []
    return [(gap.group, gap.answers, gap.hint) for gap in gaps]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "{{\\frac{\\vec{v}}{\\vec{u}}}}",
            [(None, ("\\frac{\\vec{v}}{\\vec{u}}",), None)],
            id="P19",
        ),
        pytest.param("{{$\\frac{a}{b}$}}", [(None, ("$\\frac{a}{b}$",), None)], id="P19-math"),
        pytest.param("$\\sqrt[3]{8}$ is {{2}}", [(None, ("2",), None)], id="P20-root"),
        pytest.param("$[0,1]$ is {{closed}}", [(None, ("closed",), None)], id="P20-interval"),
        pytest.param("Wow!{{a}} \\[no\\]", [(None, ("a",), None)], id="P21"),
        pytest.param("\\{{no}} {{yes}}", [(None, ("yes",), None)], id="P21-escape"),
        pytest.param("{{$5}} {{$10}}", [(None, ("$5",), None), (None, ("$10",), None)], id="P22"),
        pytest.param("{{a | b}}", [(None, ("a", "b"), None)], id="alternatives"),
        pytest.param("{{$|x|$ | `a|b`}}", [(None, ("$|x|$", "`a|b`"), None)], id="bars"),
        pytest.param("{{a \\| b}}", [(None, ("a | b",), None)], id="escaped-bar"),
        pytest.param("{{c1::−5 | -5}}", [("c1", ("−5", "-5"), None)], id="group"),
        pytest.param("{{c1::a::hint me}}", [("c1", ("a",), "hint me")], id="hint"),
        pytest.param("{{std::vector}}", [(None, ("std::vector",), None)], id="no-group"),
        pytest.param("{{c1::`std::vector`}}", [("c1", ("`std::vector`",), None)], id="code"),
        pytest.param("$x = {{y}}$", [(None, ("y",), None)], id="in-math"),
        pytest.param("{{$x^{{2}}$}}", [(None, ("$x^{{2}}$",), None)], id="braces-in-math"),
        pytest.param("{{\\frac{{a}}{b}}}", [(None, ("\\frac{{a}}{b}",), None)], id="bare-tex"),
        pytest.param("\\frac{{{a}}}{b}", [(None, ("{a}",), None)], id="in-braces"),
    ],
)
def test_gaps(text: str, expected: list[tuple[str | None, tuple[str, ...], str | None]]) -> None:
    assert short(text) == expected


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("{{}}", [("K522", 0)]),
        ("a {{ | b}}", [("K522", 2)]),
        ("a {{c1::}}", [("K522", 2)]),
        ("a {{b}", [("K523", 2)]),
        ("a {{b{c}}", [("K523", 2)]),
        ("a {{b {{c}} d}}", [("K524", 6)]),
    ],
)
def test_faults(text: str, faults: list[tuple[str, int]]) -> None:
    assert [(fault.code, fault.offset) for fault in find_gaps(text)[1]] == faults


@given(st.text(alphabet="{}|:$`\\c1a \n", max_size=60))
def test_gaps_stand_in_order_and_begin_and_end_at_braces(text: str) -> None:
    gaps, faults = find_gaps(text)
    position = 0
    for gap in gaps:
        assert position <= gap.start < gap.end
        assert text[gap.start : gap.start + 2] == "{{"
        assert text[gap.end - 2 : gap.end] == "}}"
        assert all(gap.answers)
        position = gap.end
    assert all(text.startswith("{{", fault.offset) for fault in faults)


def test_offsets() -> None:
    assert find_gaps("ab {{c}} d")[0] == [Gap(None, ("c",), None, 3, 8)]
