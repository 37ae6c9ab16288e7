"""The line scanner agrees with markdown-it, and a card marker at the left margin always counts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.markdown.blocks import MARKER, Line, Scanner
from recall.markdown.containers import expand, expanded_column, written_column
from recall.markdown.grammar import parser

_PREFIXES = ["", " ", "  ", "   ", "    ", "\t", "> ", ">", "- ", "* ", "1. ", "2) ", "-\t", "- - "]
_BODIES = [
    "",
    "text",
    "Q: x",
    "A: y",
    "A= z",
    "N:",
    "```",
    "````",
    "~~~",
    "# heading",
    "---",
    "***",
    "- - -",
    "- item",
    "1. one",
    "3. three",
    "-",
    "> quote",
    "<!-- c -->",
    "<!--",
    "-->",
    "<!-- c --> after",
    "--> after",
    "a | b",
    "--|--",
    "| a |",
    "|---|",
    "+ plus",
    "`code`",
]
_LINES = st.builds(
    lambda prefixes, body: "".join(prefixes) + body,
    st.lists(st.sampled_from(_PREFIXES), max_size=2),
    st.sampled_from(_BODIES),
)


def scan(lines: list[str]) -> list[Line]:
    """Classify lines with the scanner, beginning a part at each marker."""
    scanner = Scanner(lines)
    found: list[Line] = []
    for number, line in enumerate(lines):
        kind = scanner.line(number)
        found.append(kind)
        if kind == Line.MARKER:
            match = MARKER.match(line)
            assert match is not None
            scanner.begin(number, match.end())
        elif kind != Line.INSIDE:
            scanner.reset()
    return found


def top_level(lines: list[str]) -> dict[int, str]:
    """Return the lines of top-level headings and rules as markdown-it sees them."""
    return {
        token.map[0]: token.type
        for token in parser().parse("\n".join(lines))
        if token.level == 0 and token.type in ("heading_open", "hr") and token.map
    }


def classify(lines: list[str]) -> list[Line]:
    """Classify lines with markdown-it.

    A heading ends what a card marker ends and is inside what a marker is inside, so that whether
    line n is a marker at the left margin is asked by putting a heading in its place.
    """
    found: list[Line] = []
    part: list[str] = []
    for line in lines:
        match = MARKER.match(line)
        if match:
            heading = line[: match.start(1)] + "# x"
            rest = lines[len(found) + 1 :]
            if len(part) in top_level([*part, heading, *rest]):
                found.append(Line.MARKER)
                part = [line[match.end() :]]
                continue
        part.append(line)
        rest = lines[len(found) + 1 :]
        kind = top_level([*part, *rest]).get(len(part) - 1)
        is_first_of_part = len(part) == 1 and MARKER.match(lines[len(found)]) is not None
        if kind is None or is_first_of_part:
            found.append(Line.INSIDE)
            continue
        found.append(Line.HEADING if kind == "heading_open" else Line.RULE)
        part = []
    return found


@settings(max_examples=400, deadline=None)
@given(st.lists(_LINES, min_size=1, max_size=9))
def test_scanner_agrees_with_markdown_it(lines: list[str]) -> None:
    assert scan(lines) == classify(lines)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(["$$", "$$x", "x$$", "$$ y $$", "text", "# h", "---", "- $$", "", "> $$"]),
        min_size=1,
        max_size=8,
    )
)
def test_scanner_agrees_on_mathematics(lines: list[str]) -> None:
    assert scan(lines) == classify(lines)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Q: a\nA: b\n```\nQ: no\n---\n```\nQ: yes", "MMIIIIM", id="P1-fence"),
        pytest.param("- step\n  ```\n  Q: no\n  ```\nQ: yes", "IIIIM", id="P4-fence-in-list"),
        pytest.param("Q: a\n~~~\n## no\n~~~\nA: b", "MIIIM", id="P6-tilde"),
        pytest.param("<!--\nQ: old\n-->\nQ: new", "IIIM", id="P9-comment"),
        pytest.param("<!-- n -->\nQ: new", "IM", id="P9-one-line"),
        pytest.param("<!-- never\nQ: new", "IM", id="open-comment"),
        pytest.param("- a\nQ: yes", "IM", id="list-lazy"),
        pytest.param("- a\n  Q: no\n\n  Q: no\n Q: yes", "IIIIM", id="list-indented"),
        pytest.param("1. a\n  Q: yes", "IM", id="list-not-far-enough"),
        pytest.param("> a\nQ: yes", "IM", id="quote-lazy"),
        pytest.param("> Q: no\n> A: no", "II", id="quote-inside"),
        pytest.param("| a |\n|--|\nQ: b | c", "IIM", id="table-row"),
        pytest.param("| a |\n|--|\n| Q: b |", "III", id="table-cell"),
        pytest.param("text\nQ: yes", "IM", id="paragraph"),
        pytest.param("    Q: code\n\tQ: code", "II", id="indented-code"),
        pytest.param("$$\nx\nQ: yes\n$$", "IIMI", id="mathematics"),
        pytest.param("A: ```\nQ: no\n```\nQ: yes", "MIIM", id="fence-on-marker-line"),
        pytest.param("Q:text\nX: no\nq: no\nQ= no\nQ:\nQ:\tx", "IIIIMM", id="shape"),
        pytest.param("a | b\n---|---\n1 | 2\n---", "IIIR", id="P15-table-and-rule"),
        pytest.param("## Questions to ask later\nA: x", "HM", id="P58-heading"),
    ],
)
def test_what_starts_a_card(text: str, expected: str) -> None:
    assert "".join(kind.name[0] for kind in scan(text.split("\n"))) == expected


@given(st.text(alphabet="-*>1. \tab", max_size=30))
def test_places_in_expanded_lines_lead_back(line: str) -> None:
    for place in range(len(line) + 1):
        assert written_column(line, expanded_column(line, place)) == place


@given(st.text(alphabet="-*>1. \tab", max_size=30))
def test_expanding_moves_no_text(line: str) -> None:
    expanded = expand(line)
    assert re.sub(r"[ \t]", "", expanded) == re.sub(r"[ \t]", "", line)
    for place, sign in enumerate(line):
        assert sign == "\t" or expanded[expanded_column(line, place)] == sign
