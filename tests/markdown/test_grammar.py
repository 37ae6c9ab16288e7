"""The Markdown dialect: what is mathematics, a comment, a table or a rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.markdown.grammar import comment_end, parser


def render(text: str) -> str:
    return str(parser().render(text)).replace("\n", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Question\n---\nAnswer", "<p>Question</p><hr /><p>Answer</p>", id="P14"),
        pytest.param("a\n===", "<p>a===</p>", id="no-setext"),
        pytest.param("<!-- n -->\na", "<p>a</p>", id="P9-line"),
        pytest.param("<!--\nold\n\n-->\na", "<p>a</p>", id="P9-block"),
        pytest.param("<!--\nold\n--> a", "<p>a</p>", id="P9-rest"),
        pytest.param("a <!-- x --> b", "<p>a  b</p>", id="comment-inline"),
        pytest.param("a <!-- b", "<p>a &lt;!-- b</p>", id="comment-open"),
        pytest.param("<!-- a\n\nb", "<p>&lt;!-- a</p><p>b</p>", id="comment-open-block"),
        pytest.param("`<!-- a` -->", "<p><code>&lt;!-- a</code> --&gt;</p>", id="comment-code"),
        pytest.param("- <!--\n  a\n\n  -->\n- b", "<ul><li></li><li>b</li></ul>", id="in-list"),
        pytest.param("- a\n<!-- c -->\nb", "<ul><li>a</li></ul><p>b</p>", id="comment-ends-list"),
        pytest.param("<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>", id="P46-html"),
        pytest.param("<div>\nx", "<p>&lt;div&gt;x</p>", id="P46-block"),
        pytest.param("| a |\n---\nb", "<p>| a |</p><hr /><p>b</p>", id="rule-under-pipe"),
        pytest.param("Costs $5 and $10", "<p>Costs $5 and $10</p>", id="P23-money"),
        pytest.param("HOME=$HOME PATH=$PATH", "<p>HOME=$HOME PATH=$PATH</p>", id="P23-shell"),
        pytest.param("{$5} {$10}", "<p>{$5} {$10}</p>", id="P22"),
        pytest.param("~~a~~", "<p><s>a</s></p>", id="strikethrough"),
        pytest.param("see http://a.b", "<p>see http://a.b</p>", id="no-linkify"),
        pytest.param("> a\n>\n", "<blockquote><p>a</p></blockquote>", id="P52"),
        pytest.param("\n\n\n", "", id="P52-blank"),
    ],
)
def test_dialect(text: str, expected: str) -> None:
    assert render(text) == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("$x$", "math_inline"),
        ("a $$x$$ b", "math_inline_double"),
        ("$$\nx\n$$", "math_block"),
        ("$$x$$", "math_block"),
    ],
)
def test_mathematics(text: str, kind: str) -> None:
    tokens = parser().parse(text)
    inner = [token for outer in tokens for token in (outer, *(outer.children or ()))]
    assert [token.content.strip() for token in inner if token.type == kind] == ["x"]


@pytest.mark.parametrize("text", ["$$\nx\n\ny\n$$", "$$ a\n***", "- $$\nb $$\n- c", "$$"])
def test_open_mathematics_swallows_nothing(text: str) -> None:
    assert all(token.type != "math_block" for token in parser().parse(text))


def test_lists_nest_thirty_two_deep() -> None:
    text = "\n".join("  " * depth + "- x" for depth in range(32))
    assert render(text).count("x") == 32


@pytest.mark.parametrize(
    "text",
    ["<!--" * 50_000, "<!--\n" * 20_000, "$$\n***\n" * 10_000, "- <!--\n" * 5_000, "[" * 50_000],
    ids=["comments", "comment-lines", "mathematics", "comments-in-lists", "P45-brackets"],
)
def test_hostile_text_comes_to_an_end(text: str) -> None:
    assert parser().parse(text)


@pytest.mark.parametrize(
    ("text", "end"), [("<!-->a", 5), ("<!--->", 6), ("<!-- -->", 8), ("<!-- ->", -1)]
)
def test_comment_end(text: str, end: int) -> None:
    assert comment_end(text, 0) == end


@given(st.text(alphabet="<!->$`*_[]()|#-\n \tab", max_size=60))
def test_any_text_is_parsed(text: str) -> None:
    parser().render(text)
