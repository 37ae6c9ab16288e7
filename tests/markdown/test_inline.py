"""Code, mathematics and comments are found where the grammar finds them."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from recall.markdown.grammar import parser
from recall.markdown.inline import (
    Hidden,
    comment_stretches,
    hidden_stretches,
    shows_nothing,
    split_outside,
    without,
)


def inside(text: str, why: Hidden) -> list[str]:
    return [text[start:end] for start, end, found in hidden_stretches(text) if found == why]


def drawn(text: str) -> tuple[int, int]:
    """Return how many code spans and formulas markdown-it finds in a paragraph."""
    children = [child for token in parser().parseInline(text) for child in token.children or ()]
    kinds = [child.type for child in children]
    return kinds.count("code_inline"), sum(kind.startswith("math_inline") for kind in kinds)


@settings(max_examples=400)
@given(
    st.lists(
        st.sampled_from(["`", "``", "$", "$$", "\\", "a", " ", "1", "|", "x", "=", "<!--", "-->"]),
        max_size=12,
    ).map(lambda pieces: "a " + "".join(pieces))
)
@example("a PATH=$PATH:$HOME")
@example("a $x$ and $y$")
def test_stretches_are_those_of_the_grammar(text: str) -> None:
    found = (len(inside(text, Hidden.CODE)), len(inside(text, Hidden.MATH)))
    assert found == drawn(text)


@pytest.mark.parametrize(
    ("text", "code", "mathematics"),
    [
        pytest.param("`a|b` $c|d$", ["`a|b`"], ["$c|d$"], id="both"),
        pytest.param("$5 and $10", [], [], id="P23-money"),
        pytest.param("HOME=$HOME PATH=$PATH", [], [], id="P23-shell"),
        pytest.param("the $n$th", [], ["$n$"], id="letter-after"),
        pytest.param("~~~\n$x$\n~~~\n$y$", ["~~~\n$x$\n~~~"], ["$y$"], id="tilde-fence"),
        pytest.param("```\n`\n```\n`b`", ["```\n`\n```", "`b`"], [], id="fence"),
        pytest.param("`a\n\nb`", [], [], id="paragraphs"),
        pytest.param("\\`a` \\$x$", [], [], id="escapes"),
    ],
)
def test_code_and_mathematics(text: str, code: list[str], mathematics: list[str]) -> None:
    assert inside(text, Hidden.CODE) == code
    assert inside(text, Hidden.MATH) == mathematics


def test_splitting() -> None:
    text = "a | `b|c` \\| d | $e|f$|"
    assert [piece for _, piece in split_outside(text, "|")] == ["a ", " `b|c` \\| d ", " $e|f$", ""]
    assert all(text[offset:].startswith(piece) for offset, piece in split_outside(text, "|"))


@given(st.text(alphabet="a|`$\\: \n", max_size=40))
def test_splitting_loses_nothing(text: str) -> None:
    assert "|".join(piece for _, piece in split_outside(text, "|")) == text


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a <!-- b --> c", "a  c"),
        ("a\n<!-- b\nc -->\nd", "a\nd"),
        ("a `<!-- b -->`", "a `<!-- b -->`"),
        ("```\n<!-- b -->\n```", "```\n<!-- b -->\n```"),
        ("a <!-- b", "a <!-- b"),
    ],
)
def test_comments_are_cut_out(text: str, kept: str) -> None:
    assert without(text, comment_stretches(text)) == kept


@pytest.mark.parametrize(
    "text", ["", " \n\t", "&nbsp;", "&#160; &ensp;", "<!-- x -->", "<!--\nx\n-->\n", "\u00a0\u200d"]
)
def test_what_shows_nothing(text: str) -> None:
    assert shows_nothing(text)


@pytest.mark.parametrize("text", ["a", "0", "&amp;", "<!-- x", "![](x.png)", "---", "`<!-- -->`"])
def test_what_shows_something(text: str) -> None:
    assert not shows_nothing(text)
