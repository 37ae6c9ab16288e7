"""Documents and titles without styling."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.markdown.build import document
from recall.markdown.document import (
    Document,
    GapMark,
    MathBlock,
    Paragraph,
    Preformatted,
    Span,
    Style,
)
from recall.markdown.plain import LONGEST_TITLE, one_line, plain_text


def test_what_styles_say_is_spelt_out() -> None:
    gap = frozenset({Style.GAP})
    spans = (
        Span("a "),
        Span("b ", gap),
        Span("c", gap | {Style.STRONG}),
        Span(" "),
        Span("[…]", gap),
    )
    assert plain_text(Document((Paragraph(spans),))) == "a [b c] […]"
    assert plain_text("x ~~y **z**~~ w") == "x ~~y z~~ w"


def test_marks_in_code_and_mathematics_are_brackets() -> None:
    code = Preformatted(("a = 1", "b = 22"), marks=(GapMark(0, 4, 5), GapMark(1, 4, 6)))
    assert plain_text(Document((code,))) == "  a = [1]\n  b = [22]"
    assert plain_text(Document((MathBlock(("x = 1",), "", (GapMark(0, 4, 5),)),))) == "  x = [1]"


def test_no_line_ends_in_a_space() -> None:
    shown = plain_text("| a | b |\n|---|---|\n| long words here | |\n\n- \n", 40)
    assert shown == "\n".join(line.rstrip() for line in shown.split("\n"))


def test_source_and_document_are_the_same() -> None:
    assert plain_text("# a\n\nb") == plain_text(document("# a\n\nb")) == "a\n═\n\nb"


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("Why does it decay?", "Why does it decay?"),
        ("  two   words ", "two words"),
        ("first\nsecond", "first second"),
        ("**bold** *it* ~~gone~~ `co*de`", "bold it gone co*de"),
        ("snake_case_name and _emphasis_ here", "snake_case_name and emphasis here"),
        ("__init__ and 2 * 3", "init and 2 3"),
        (r"\*not\* \{\{gap\}\}", "*not* {{gap}}"),
        ("[text](http://x.org) ![alt](a.png 'title')", "text ▣ alt"),
        ("K3 has {{93}} layers", "K3 has 93 layers"),
        ("{{c1::−5 | -5::hint}} and {{c2::x}}", "−5 and x"),
        (r"{{$\frac{a}{b}$}} is one", r"$\frac{a}{b}$ is one"),
        ("{{`a|b`}} {{$|x|$ | y}}", "a|b $|x|$"),
        ("{{open", "{{open"),
        ("{{open {{x}}", "{{open x"),
        ("{{{a}}} {b}", "{a} {b}"),
        (r"\{{literal}}", "{{literal}}"),
        ("$x_1$ and $x_2$", "$x_1$ and $x_2$"),
        ("$5 *and* $10", "$5 and $10"),
        ("# Title #", "Title"),
        ("> - [x] deep", "deep"),
        ("1986. A great year", "1986. A great year"),
        ("a\n\n```python\ncode\n```", "a code"),
        ("| a | b |\n|---|:-:|\n| c | d |", "| a | b | | c | d |"),
        ("a &amp; b <!-- gone --> c", "a & b c"),
        ("<b>shown</b>", "<b>shown</b>"),
        ("a\x1b[2J*b*", "a␛[2Jb"),
        ("*a* &#27;[2J", "a [2J"),
        ("&#x202e;*a*", "⟨U+202E⟩a"),
        ("", ""),
        ("\\", "\\"),
        ("a\\\nb", "a b"),
    ],
)
def test_titles_on_one_line(source: str, title: str) -> None:
    assert one_line(source) == title


@given(st.text(max_size=120))
@settings(max_examples=200, deadline=None)
def test_any_title_is_one_clean_line(source: str) -> None:
    title = one_line(source)
    assert title == " ".join(title.split())
    assert not any(ord(sign) < 32 or 0x7F <= ord(sign) < 0xA0 for sign in title)


@given(st.text(alphabet="abc .,?é字'\"()/:;=%", max_size=60))
@settings(max_examples=200, deadline=None)
def test_titles_agree_with_the_drawing_where_nothing_is_marked(source: str) -> None:
    assert one_line(source) == " ".join(plain_text(source, 10_000).split())


@pytest.mark.parametrize("piece", re.findall(r"\S+", r"{{ }} [ ` * _ $ ![ <!-- & \ {{a}} > # |-"))
def test_titles_of_hostile_sources_are_cut(piece: str) -> None:
    assert len(one_line(piece * 100_000)) <= LONGEST_TITLE
