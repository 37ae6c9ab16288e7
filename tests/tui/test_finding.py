"""Searching in laid out lines: across line ends, cases and accents, and marking what was found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.markdown.build import document
from recall.markdown.document import Style
from recall.markdown.layout import lay_out
from recall.markdown.line import Line, Role, Segment
from recall.text import fold
from recall.tui.finding import Stretch, by_line, find, marked

FOUND = frozenset({Role.FOUND})


def lines(*texts: str) -> tuple[Line, ...]:
    return tuple(Line((Segment(text),)) for text in texts)


def found(words: str, *texts: str) -> list[list[str]]:
    """What a search marks, each match as its pieces."""
    drawn = lines(*texts)
    return [
        [drawn[one.line].text[one.start : one.end] for one in match]
        for match in find(drawn, (0,), words)
    ]


@pytest.mark.parametrize(
    ("words", "texts", "expected"),
    [
        ("fade", ["Fade, erase; FADED"], [["Fade"], ["FADE"]]),
        ("uber", ["Über"], [["Über"]]),
        ("über", ["uber"], [["uber"]]),
        ("strasse", ["die Straße"], [["Straße"]]),
        ("fi", ["ﬁne"], [["ﬁ"]]),
        ("e", ["e\u0301x"], [["e\u0301"]]),
        ("kda layer", ["a KDA", "  layer here"], [["KDA", "layer"]]),
        ("a  b", ["a b"], [["a b"]]),
        ("aa", ["aaaa"], [["aa"], ["aa"]]),
        ("数学", ["これは数学"], [["数学"]]),
        ("x", ["y"], []),
        ("", ["y"], []),
        ("  ", ["y z"], []),
    ],
)
def test_words_are_found(words: str, texts: list[str], expected: list[list[str]]) -> None:
    assert [[piece.strip() for piece in match] for match in found(words, *texts)] == expected


def test_words_are_not_parted_by_a_block() -> None:
    drawn = lines("one", "two", "one", "two")
    assert len(find(drawn, (0,), "one two")) == 2
    assert len(find(drawn, (0, 1, 3), "one two")) == 0


@given(
    st.lists(st.text(alphabet="abÄß é\u0301ﬁ数-", max_size=12), max_size=6),
    st.text(alphabet="abÄßéﬁ数 ", min_size=1, max_size=4),
)
def test_what_is_found_reads_as_the_words_and_marking_changes_no_text(
    texts: list[str], words: str
) -> None:
    drawn = lines(*texts)
    matches = find(drawn, (0,), words) if drawn else ()
    marks = by_line((match, FOUND) for match in matches)
    for number, stretches in marks.items():
        assert marked(drawn[number], stretches).text == drawn[number].text
    for match in matches:
        read = " ".join(drawn[one.line].text[one.start : one.end] for one in match)
        assert fold(words).replace(" ", "") in fold(read).replace(" ", "")


def test_marks_keep_the_looks_and_addresses_beneath() -> None:
    line = Line((Segment("one "), Segment("two", frozenset({Style.STRONG}), "x.org")), wide=True)
    assert marked(line, [(Stretch(0, 2, 5), FOUND)]) == Line(
        (
            Segment("on"),
            Segment("e ", FOUND),
            Segment("t", FOUND | {Style.STRONG}, "x.org"),
            Segment("wo", frozenset({Style.STRONG}), "x.org"),
        ),
        wide=True,
    )


def test_words_are_found_at_any_width() -> None:
    text = document("Attention is a lookup. " * 20)
    counts = {
        len(find(lay_out(text, columns), (0,), "is a lookup")) for columns in range(8, 100, 7)
    }
    assert counts == {20}
