"""Markdown to the document tree: every block and span, hostile input, and the limits."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.markdown import build
from recall.markdown.build import document
from recall.markdown.document import (
    Align,
    Document,
    Heading,
    Inline,
    Item,
    ItemList,
    MathBlock,
    Paragraph,
    Preformatted,
    Quote,
    Rule,
    Span,
    Style,
    Table,
)
from recall.markdown.plain import plain_text

PIECES = re.findall(
    r"\S+",
    "* ** _ ~~ ` ``` $ $$ [ ] ( ) ![ ]( > - + 1. # | |--| <!-- --> & ; \\ {{ }} [x] --- é 字 "
    "👩\u200d👧 \x1b \u202e &#27; \\frac{a}{b} http://a.b",
)
MARKDOWN = st.lists(
    st.sampled_from([*PIECES, " ", "\n", "\n\n", "\t"]) | st.text(max_size=6), max_size=40
).map("".join)


def one(source: str) -> object:
    (block,) = document(source).blocks
    return block


def inline(source: str) -> Inline:
    block = one(source)
    assert isinstance(block, Paragraph)
    return block.content


def styles(*names: Style) -> frozenset[Style]:
    return frozenset(names)


def test_nested_styles_are_kept_together() -> None:
    assert inline("a **b *c* `d`** ~~e~~") == (
        Span("a "),
        Span("b ", styles(Style.STRONG)),
        Span("c", styles(Style.STRONG, Style.EMPHASIS)),
        Span(" ", styles(Style.STRONG)),
        Span("d", styles(Style.STRONG, Style.CODE)),
        Span(" "),
        Span("e", styles(Style.STRIKE)),
    )


def test_emphasis_within_emphasis_ends_with_the_outer_one() -> None:
    assert inline("*a *b* c* d")[-1] == Span(" d")


def test_links_keep_their_target_over_several_styles() -> None:
    assert inline("[a **b**](https://x.org)") == (
        Span("a ", styles(Style.LINK), "https://x.org"),
        Span("b", styles(Style.LINK, Style.STRONG), "https://x.org"),
    )


@pytest.mark.parametrize(
    ("source", "target"),
    [
        pytest.param("![x](my%20pic.png)", "my pic.png", id="P48-percent"),
        pytest.param("![x](<my pic.png>)", "my pic.png", id="P48-space"),
        pytest.param("![x](../../etc/passwd)", "../../etc/passwd", id="P48-parent"),
        pytest.param("![x](https://x.org/a%20b.png)", "https://x.org/a%20b.png", id="remote"),
    ],
)
def test_an_image_is_its_alternative_text_and_where_it_lies(source: str, target: str) -> None:
    assert inline(source) == (Span("▣ x", styles(Style.IMAGE), target),)


def test_an_image_in_any_terminal_is_text_and_path_t10() -> None:
    assert plain_text("![The KDA layer](kda.png)") == "▣ The KDA layer (kda.png)"


def test_hard_and_soft_breaks() -> None:
    assert inline("a\nb  \nc\\\nd") == (Span("a b"), Span("\n"), Span("c"), Span("\n"), Span("d"))


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("Costs $5 and $10", id="P23-money"),
        pytest.param("HOME=$HOME PATH=$PATH", id="P23-shell"),
        pytest.param("{$5} {$10}", id="P22"),
        pytest.param("it is $5", id="T12-one-dollar"),
        pytest.param("an unclosed $x_1", id="T12-unclosed"),
    ],
)
def test_dollars_that_are_no_mathematics(source: str) -> None:
    assert inline(source) == (Span(source),)


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        pytest.param(r"$\sqrt[3]{8}$", "³√8", id="P20-root"),
        pytest.param("$[0,1]$", "[0, 1]", id="P20-interval"),
        pytest.param(r"$\frac{a}{b}$", "a/b", id="T12-fraction"),
        pytest.param(r"$\unknown x$", r"$\unknown x$", id="T12-unknown"),
        pytest.param("$$x^2$$ inline", "x²", id="double"),
    ],
)
def test_mathematics_in_running_text(source: str, shown: str) -> None:
    assert inline(source)[0] == Span(shown, styles(Style.MATH))


def test_escaped_signs_are_themselves_p21() -> None:
    assert inline(r"Wow\! \[not a gap\] \*x\*") == (Span("Wow! [not a gap] *x*"),)


def test_display_mathematics_is_drawn_or_shown_as_source() -> None:
    assert one("$$\n\\frac{a}{b}\n$$") == MathBlock((" a", "╶─╴", " b"), r"\frac{a}{b}")
    assert one("$$\\unknown x$$") == MathBlock((r"$$\unknown x$$",), r"\unknown x")
    assert one("$$\n\\unknown x\ny\n$$") == MathBlock(
        ("$$", r"\unknown x", "y", "$$"), "\\unknown x\ny"
    )


def test_headings_rules_and_quotes() -> None:
    assert document("## a *b*\n\n> q\n> > r\n\n---\n").blocks == (
        Heading(2, (Span("a "), Span("b", styles(Style.EMPHASIS)))),
        Quote((Paragraph((Span("q"),)), Quote((Paragraph((Span("r"),)),)))),
        Rule(),
    )


def test_a_rule_straight_under_text_is_a_rule() -> None:
    assert document("text\n---").blocks == (Paragraph((Span("text"),)), Rule())


def test_lists_count_from_their_first_number() -> None:
    block = one("7. a\n8. b")
    assert isinstance(block, ItemList)
    assert [item.marker for item in block.items] == ["7.", "8."]


def test_task_lists_have_boxes() -> None:
    block = one("- [x] done\n- [ ] **to** do\n- [y] neither\n- [ ](x) link")
    assert isinstance(block, ItemList)
    assert [item.marker for item in block.items] == ["☑", "☐", "•", "•"]
    assert block.items[1].blocks == (Paragraph((Span("to", styles(Style.STRONG)), Span(" do"))),)


def test_tight_and_loose_lists() -> None:
    tight, loose = one("- a\n- b"), one("- a\n\n- b")
    assert isinstance(tight, ItemList)
    assert isinstance(loose, ItemList)
    assert (tight.tight, loose.tight) == (True, False)


def test_nested_lists_and_tabs_p30() -> None:
    item = Item("•", (Paragraph((Span("b"),)),))
    assert document("- a\n\t- b\n\n\t\tcode\n").blocks == (
        ItemList(
            (
                Item(
                    "•",
                    (
                        Paragraph((Span("a"),)),
                        ItemList((Item("•", (*item.blocks, Paragraph((Span("code"),)))),), False),
                    ),
                ),
            ),
            True,
        ),
    )
    assert one("\tcode\n\t\tdeeper\n") == Preformatted(("code", "\tdeeper"))


def test_indentation_of_code_is_exact_p31() -> None:
    assert one("```python\ndef f():\n    if x:\n\treturn 1\n\n  y\n```") == Preformatted(
        ("def f():", "    if x:", "\treturn 1", "", "  y"), "python"
    )


def test_tables_keep_their_alignment() -> None:
    assert one("| a | b | c |\n|:--|:-:|--:|\n| 1 | **2** | 3 |") == Table(
        ((Span("a"),), (Span("b"),), (Span("c"),)),
        (((Span("1"),), (Span("2", styles(Style.STRONG)),), (Span("3"),)),),
        (Align.LEFT, Align.CENTRE, Align.RIGHT),
    )


def test_an_answer_of_several_blocks_is_whole_p39() -> None:
    kinds = [type(block) for block in document("one\n\ntwo\n\n| a |\n|---|\n| b |\n").blocks]
    assert kinds == [Paragraph, Paragraph, Table]


def test_html_is_text_and_comments_are_dropped_p46() -> None:
    source = "<img src=x onerror=alert(1)> <!-- gone -->kept"
    assert inline(source) == (Span("<img src=x onerror=alert(1)> kept"),)


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("\x1b[2J", id="P46-clear"),
        pytest.param("\x1b]52;c;RVZJTA==\x07", id="P46-clipboard"),
        pytest.param("a&#x9b;2J", id="character-reference"),
        pytest.param("`\x1b[2J`", id="code"),
        pytest.param("```\x1b[2J\n\x9b2J\n```", id="fence"),
        pytest.param("$\x1b[2J$", id="mathematics"),
        pytest.param("$$\n\x1b[2J\n$$", id="display"),
        pytest.param("![\x1b[2J](\x1b[2J)", id="image"),
        pytest.param("![x](%1b%5b2J)", id="percent-image"),
        pytest.param("[a](x%1b%5b2J&#27;)", id="link"),
        pytest.param("| \x1b[2J |\n|---|", id="table"),
    ],
)
def test_control_characters_never_come_out(source: str) -> None:
    shown = plain_text(source)
    assert "\x1b" not in shown
    assert "\x9b" not in shown


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("x" * (build.LARGEST_BYTES + 1), id="bytes"),
        pytest.param("é" * (build.LARGEST_BYTES // 2 + 1), id="bytes-not-letters"),
        pytest.param("a\n\n" * (build.MOST_BLOCKS + 1), id="paragraphs"),
        pytest.param("- a\n" * (build.MOST_BLOCKS + 1), id="items"),
        pytest.param("|a|\n|-|\n" + "|b|\n" * build.MOST_CELLS, id="cells"),
        pytest.param("[" * (build.MOST_BRACKETS + 1), id="brackets"),
    ],
)
def test_what_is_too_large_is_shown_as_its_source(source: str) -> None:
    lines = tuple(source.removesuffix("\n").split("\n"))
    assert document(source) == Document((Preformatted(lines, folded=True),))


def test_what_is_just_within_the_limits_is_drawn() -> None:
    assert len(document("a\n\n" * build.MOST_BLOCKS).blocks) == build.MOST_BLOCKS
    assert isinstance(one("|a|\n|-|\n" + "|b|\n" * (build.MOST_CELLS - 1)), Table)


@pytest.mark.parametrize("sign", ["> ", "- ", "*", "[", "![", "`", "$", "\\(", "{{", "|", "~~"])
def test_repeated_signs_are_drawn(sign: str) -> None:
    assert document(sign * (20_000 // len(sign))).blocks


@given(MARKDOWN)
@settings(max_examples=150, deadline=None)
def test_any_source_gives_a_document_without_controls(source: str) -> None:
    shown = plain_text(document(source), 38)
    assert not [
        sign for sign in shown if (sign != "\n" and ord(sign) < 32) or sign in "\x7f\x9b\u202e"
    ]


@given(st.text(alphabet="abc XYZ.,!?é字", min_size=1, max_size=80))
@settings(max_examples=100, deadline=None)
def test_plain_words_come_out_as_they_are(source: str) -> None:
    shown = plain_text(source, 10_000)
    assert shown == " ".join(source.split(" ")).strip() or not source.strip()
