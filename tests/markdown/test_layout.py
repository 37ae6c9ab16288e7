"""Documents at a width: golden drawings, and what holds for any of them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.markdown.build import document
from recall.markdown.document import (
    Document,
    Item,
    ItemList,
    Paragraph,
    Preformatted,
    Quote,
    Span,
    Style,
)
from recall.markdown.highlight import LONGEST_CODE
from recall.markdown.layout import Line, Role, lay_out
from recall.markdown.line import NARROWEST
from recall.markdown.wrap import clusters, cut, wrap
from recall.text import width

CARD = r"""
## Kimi Delta Attention

KDA keeps a state of *fixed size* per head, **fades** it per channel, erases along the key and
writes the new value: $S_t = S_{t-1}(I - \beta_t k_t k_t^\top) + \beta_t v_t k_t^\top$. See
[the report](https://example.org/k3.pdf) and ![the layer](kda.png).

1. fade
2. erase along the key, which takes out what was stored there before, and nothing else
   - the key is normalised
   > and the value is not
10. write

- [x] read
- [ ] recalled

| Layer | What it keeps | Share |
|:------|:-------------:|------:|
| **KDA** | a matrix of fixed size, faded per channel and erased along the key | 69 |
| MLA | every key, compressed | 24 |

```python
def step(state, key):
	return state  # one tile
```

$$\sigma(x) = \frac{1}{1+e^{-x}}$$
"""

AT_78 = """\
Kimi Delta Attention
────────────────────

KDA keeps a state of fixed size per head, fades it per channel, erases along
the key and writes the new value: Sₜ = Sₜ₋₁(I − βₜkₜkₜᵀ) + βₜvₜkₜᵀ. See the
report (https://example.org/k3.pdf) and ▣ the layer (kda.png).

1. fade
2. erase along the key, which takes out what was stored there before, and
   nothing else
   • the key is normalised
   ▏ and the value is not
3. write

☑ read
☐ recalled

Layer │                         What it keeps                          │ Share
──────┼────────────────────────────────────────────────────────────────┼──────
KDA   │ a matrix of fixed size, faded per channel and erased along the │    69
      │                              key                               │
      │                                                                │
MLA   │                     every key, compressed                      │    24

  def step(state, key):
      return state  # one tile

            1
  σ(x) = ╶─────╴
          1+e⁻ˣ"""

AT_38 = """\
Kimi Delta Attention
────────────────────

KDA keeps a state of fixed size per
head, fades it per channel, erases
along the key and writes the new
value: Sₜ = Sₜ₋₁(I − βₜkₜkₜᵀ) +
βₜvₜkₜᵀ. See the report
(https://example.org/k3.pdf) and ▣ the
layer (kda.png).

1. fade
2. erase along the key, which takes
   out what was stored there before,
   and nothing else
   • the key is normalised
   ▏ and the value is not
3. write

☑ read
☐ recalled

Layer │     What it keeps      │ Share
──────┼────────────────────────┼──────
KDA   │   a matrix of fixed    │    69
      │    size, faded per     │
      │   channel and erased   │
      │     along the key      │
      │                        │
MLA   │ every key, compressed  │    24

  def step(state, key):
      return state  # one tile

            1
  σ(x) = ╶─────╴
          1+e⁻ˣ"""


def text(lines: tuple[Line, ...] | list[Line]) -> str:
    return "\n".join(line.text.rstrip() for line in lines)


def test_a_card_at_78() -> None:
    assert text(lay_out(document(CARD), 78)) == AT_78


def test_a_card_at_38() -> None:
    assert text(lay_out(document(CARD), 38)) == AT_38


def test_a_document_is_never_set_narrower_than_the_least() -> None:
    assert lay_out(document("a b c d e f"), 1) == lay_out(document("a b c d e f"), NARROWEST)


@pytest.mark.parametrize(
    ("source", "columns", "lines"),
    [
        pytest.param(
            "日本語の文章、です。", 10, ["日本語の文", "章、です。"], id="wide-characters"
        ),
        pytest.param("日本語の文。章", 10, ["日本語の", "文。章"], id="no-line-begins-closing"),
        pytest.param("x" * 20, 8, ["x" * 8, "x" * 8, "x" * 4], id="long-word"),
        pytest.param("ab " + "x" * 9, 8, ["ab", "x" * 8, "x"], id="long-word-after-another"),
        pytest.param(
            "👩\u200d👧\u200d👦" * 5,
            8,
            ["👩\u200d👧\u200d👦" * 4, "👩\u200d👧\u200d👦"],
            id="joined",
        ),
        pytest.param("e\u0301" * 9, 8, ["e\u0301" * 8, "e\u0301"], id="combining"),
        pytest.param("a  \nb", 8, ["a", "b"], id="hard-break"),
        pytest.param("a\u00a0b ccccccc", 10, ["a\u00a0b", "ccccccc"], id="no-break-space"),
    ],
)
def test_words_are_wrapped_by_terminal_columns(source: str, columns: int, lines: list[str]) -> None:
    assert text(lay_out(document(source), columns)).split("\n") == lines


def test_styles_do_not_part_a_word() -> None:
    lines = lay_out(document("aaaa bb**bb**bb"), 8)
    assert text(lines) == "aaaa\nbbbbbb"
    assert [segment.look for segment in lines[1].segments] == [
        frozenset(),
        frozenset({Style.STRONG}),
        frozenset(),
    ]


def test_a_style_reaches_over_the_spaces_of_its_words() -> None:
    (line,) = lay_out(document("[to a place](http://x.org)"), 78)
    assert line.segments[0].text == "to a place"
    assert line.segments[0].target == "http://x.org"
    assert line.segments[1].look == {Role.ADDRESS}


def test_an_address_that_is_the_text_is_not_repeated() -> None:
    assert text(lay_out(document("<https://x.org>"), 78)) == "https://x.org"


def test_code_and_diagrams_are_never_folded() -> None:
    diagram = "+" + "-" * 60 + "+\n|" + " " * 60 + "|"
    lines = lay_out(document(f"```\n{diagram}\n```"), 38)
    assert text(lines) == diagram
    assert all(line.wide for line in lines)


def test_tabs_in_code_reach_the_next_stop() -> None:
    lines = lay_out(document("```\n\ta\nab\tc\n字\td\n```"), 38)
    assert text(lines) == "      a\n  ab  c\n  字  d"


def test_wide_mathematics_is_not_folded_t12() -> None:
    (line,) = lay_out(document("$$" + " + ".join(["x_1"] * 20) + "$$"), 38)
    assert line.wide
    assert line.columns > 38


def test_a_known_language_is_coloured_and_an_unknown_one_is_not() -> None:
    def looks(language: str) -> set[str]:
        lines = lay_out(document(f"```{language}\ndef f(): # x\n    return 'a' + 1\n```"), 78)
        assert text(lines) == "  def f(): # x\n      return 'a' + 1"
        return {name for line in lines for part in line.segments for name in part.look}

    assert looks("python") == {
        *(Style.CODE, Role.KEYWORD, Role.NAME, Role.COMMENT, Role.STRING, Role.NUMBER),
        Role.OPERATOR,
    }
    long = lay_out(document("```python\n" + "x = 1\n" * (LONGEST_CODE // 5) + "```"), 78)
    assert {name for line in long for part in line.segments for name in part.look} == {Style.CODE}
    assert looks("no-such-language") == looks("") == {Style.CODE}


def test_a_table_that_cannot_fit_is_wide() -> None:
    row = "|" + "|".join(["information"] * 12) + "|"
    lines = lay_out(document(f"{row}\n{'|-' * 12}|\n{row}"), 38)
    assert all(line.wide for line in lines)
    assert len({line.columns for line in lines}) == 1


def test_a_table_breaks_words_before_it_becomes_wide() -> None:
    source = "| a | b |\n|--|--|\n| incomprehensibilities | counterrevolutionaries |"
    lines = lay_out(document(source), 30)
    assert not any(line.wide for line in lines)
    assert max(line.columns for line in lines) <= 30


def test_a_table_without_a_head_has_no_line_for_it() -> None:
    assert text(lay_out(document("| | |\n|-|-|\n| a | b |"), 30)) == "a │ b"


def test_right_to_left_text_is_flush_right() -> None:
    lines = lay_out(document("שלום\n\n```\ncode\n```"), 20, right_to_left=True)
    assert lines[0].text == "שלום".rjust(20)
    assert lines[2].text == "  code"


def test_nesting_too_deep_for_an_indent_still_fits() -> None:
    inner: Paragraph | ItemList | Quote = Paragraph((Span("word"),))
    for level in range(30):
        inner = ItemList((Item("•", (inner,)),)) if level % 2 else Quote((inner,))
    lines = lay_out(Document((inner,)), 20)
    assert "word" in text(lines)
    assert max(line.columns for line in lines) <= 20


def test_source_of_a_large_piece_is_folded_with_its_indents() -> None:
    block = Preformatted(("    indented words that go on", "", "  ", "\tx"), folded=True)
    lines = lay_out(Document((block,)), 20)
    assert text(lines) == "    indented words\nthat go on\n\n\n    x"


def test_a_mark_in_code_is_a_segment_of_its_own() -> None:
    segments = wrap((Span("a "), Span("b", frozenset({Style.GAP}))), 20)[0].segments
    assert [(part.text, Style.GAP in part.look) for part in segments] == [
        ("a ", False),
        ("b", True),
    ]


@pytest.mark.parametrize("columns", [1, 2, 3, 7])
def test_cutting_loses_nothing(columns: int) -> None:
    rest, parts = "a字👩\u200d👧e\u0301z", []
    while rest:
        part, rest = cut(rest, columns)
        parts.append(part)
    assert "".join(parts) == "a字👩\u200d👧e\u0301z"
    assert all(width(part) <= max(columns, 2) for part in parts)


@given(st.text(max_size=40))
@settings(max_examples=100, deadline=None)
def test_clusters_are_the_text_in_order(source: str) -> None:
    assert "".join(clusters(source)) == source


WORDS = st.lists(
    st.text(alphabet="ab-é字あ👍𝐀🇩🇪e\u0301", min_size=1, max_size=30), min_size=1, max_size=12
)


@given(WORDS, st.integers(2, 40))
@settings(max_examples=200, deadline=None)
def test_wrapping_keeps_the_text_and_the_width(words: list[str], columns: int) -> None:
    styles = [frozenset({Style.STRONG}), frozenset[Style]()]
    spans = tuple(
        Span(word + " " * (place % 3), styles[place % 2]) for place, word in enumerate(words)
    )
    lines = wrap(spans, columns)
    assert all(line.columns <= columns for line in lines)
    joined = "".join(line.text for line in lines)
    assert joined.replace(" ", "") == "".join(words)
    assert not any(line.text != line.text.strip(" ") for line in lines)


@given(
    st.lists(
        st.sampled_from(re.findall(r"\S+", CARD))
        | st.sampled_from([" ", "\n", "\n\n", "  - ", "> "]),
        max_size=60,
    ).map(" ".join),
    st.sampled_from([NARROWEST, 20, 38, 78]),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_only_wide_lines_are_wider_than_asked(source: str, columns: int, flush: bool) -> None:
    for line in lay_out(document(source), columns, right_to_left=flush):
        assert line.wide or line.columns <= columns
        assert not any(ord(sign) < 32 for sign in line.text)


@given(
    st.lists(
        st.sampled_from(["", "- ", "  - ", "1. ", "> ", "## "]).flatmap(
            lambda sign: st.text(alphabet="abc é.,", min_size=1, max_size=60).map(
                lambda words: f"{sign}w{words}"
            )
        ),
        max_size=8,
    ).map("\n\n".join)
)
@settings(max_examples=150, deadline=None)
def test_words_are_the_same_at_every_width(source: str) -> None:
    def words(columns: int) -> str:
        lines = lay_out(document(source), columns)
        return re.sub(r"[\s▏═─]", "", text(lines))

    assert words(20) == words(38) == words(78) == words(10_000)
