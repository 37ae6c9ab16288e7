"""A cloze drawn: the asked gap covered or marked, in every place a gap may stand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.cards.kinds.cloze import Cloze, Gap
from recall.markdown.cloze import cloze_document
from recall.markdown.document import Document, MathBlock, Paragraph, Preformatted, Style
from recall.markdown.layout import Role, lay_out
from recall.markdown.plain import plain_text


def cloze(*parts: str | tuple[str, ...]) -> Cloze:
    """A cloze of text and gaps; a gap is (answer,), (group, answer) or (group, answer, hint)."""
    text = ""
    gaps: list[Gap] = []
    for part in parts:
        if isinstance(part, str):
            text += part
            continue
        group, answer, hint = (
            (None, part[0], None) if len(part) == 1 else (part[0], part[1], (*part, None)[2])
        )
        written = "{{" + (f"{group}::" if group else "") + answer + "}}"
        gaps.append(Gap(group, (answer,), hint, len(text), len(text) + len(written)))
        text += written
    return Cloze(text, tuple(gaps))


def shown(card: Cloze, key: str) -> tuple[str, str]:
    return (
        plain_text(cloze_document(card, key, revealed=False)),
        plain_text(cloze_document(card, key, revealed=True)),
    )


def gaps_of(document: Document) -> list[str]:
    return [
        segment.text
        for line in lay_out(document, 78)
        for segment in line.segments
        if Style.GAP in segment.look
    ]


def test_only_the_asked_gap_is_covered() -> None:
    card = cloze("K3 has ", ("93",), " layers, ", ("69",), " of them KDA.")
    assert shown(card, "69") == (
        "K3 has 93 layers, […] of them KDA.",
        "K3 has 93 layers, [69] of them KDA.",
    )


def test_the_gap_and_its_answer_carry_the_style() -> None:
    card = cloze("**bold ", ("an **odd** one",), "**")
    key = card.gap_keys()[0]
    assert gaps_of(cloze_document(card, key, revealed=False)) == ["[…]"]
    assert "".join(gaps_of(cloze_document(card, key, revealed=True))) == "an odd one"


def test_a_group_is_asked_together_and_hints_are_shown() -> None:
    card = cloze("bounded by ", ("c1", "$g$"), " = ", ("c1", "−5", "a number"), " or ", ("c2", "x"))
    assert shown(card, "c1") == ("bounded by […] = [a number] or x", "bounded by [g] = [−5] or x")


@pytest.mark.parametrize(
    ("parts", "covered", "answered"),
    [
        pytest.param(("`a ", ("b",), " c`"), "a […] c", "a [b] c", id="code"),
        pytest.param(("# H ", ("x",)), "H […]\n═════", "H [x]\n═════", id="heading"),
        pytest.param(
            ("- a\n- b ", ("x",), "(y)"), "• a\n• b […](y)", "• a\n• b [x](y)", id="list-no-link"
        ),
        pytest.param(
            ("| a | b |\n|--|--|\n| ", ("x",), " | y |"),
            "a   │ b\n────┼──\n[…] │ y",
            "a   │ b\n────┼──\n[x] │ y",
            id="table",
        ),
        pytest.param(("```\nx = ", ("1",), "\n```"), "  x = […]", "  x = [1]", id="fence"),
        pytest.param(("a ", ("$x^2$",), " b"), "a […] b", "a [x²] b", id="whole-formula"),
        pytest.param(
            ("$g_{\\min} = ", ("-5",), "$ ok"), "gₘᵢₙ = […] ok", "gₘᵢₙ = [−5] ok", id="P20-in-math"
        ),
        pytest.param(("$x^", ("10",), " + 1$"), "x^([…]) + 1", "x[¹⁰] + 1", id="script"),
        pytest.param((("$\\frac{\\vec{v}}{\\vec{u}}$",),), "[…]", "[v⃗/u⃗]", id="P19-braces-in-gap"),
        pytest.param(("Wow! ", ("x",)), "Wow! […]", "Wow! [x]", id="P21-no-image"),
        pytest.param(("!", ("x",), "(y)"), "![…](y)", "![x](y)", id="P21-no-image-at-all"),
        pytest.param((r"\[not a gap\] ", ("x",)), "[not a gap] […]", "[not a gap] [x]", id="P21"),
        pytest.param(("$[0,1]$ is ", ("closed",)), "[0, 1] is […]", "[0, 1] is [closed]", id="P20"),
        pytest.param((("$5",), " ", ("$10",)), "[…] $10", "[$5] $10", id="P22"),
        pytest.param(("$5 and ", ("$10",)), "$5 and […]", "$5 and [$10]", id="P23"),
        pytest.param(("~~", ("x",), "~~"), "~~[…]~~", "~~[x]~~", id="struck"),
        pytest.param(("> ", ("_x_",), " y"), "▏ […] y", "▏ [x] y", id="quote-underscores"),
        pytest.param(
            ("[text](https://x.org/", ("a",), ")"),
            "text (https://x.org/0)",
            "text (https://x.org/a)",
            id="address",
        ),
    ],
)
def test_gaps_stand_anywhere(
    parts: tuple[str | tuple[str, ...], ...], covered: str, answered: str
) -> None:
    card = cloze(*parts)
    if "https" in answered:
        # An address is never read, so its gap is only left out, whatever stands for it.
        assert shown(card, card.gap_keys()[0])[1] == answered
        return
    assert shown(card, card.gap_keys()[0]) == (covered, answered)


@pytest.mark.parametrize(
    ("answer", "marked"),
    [
        ("one\n\ntwo", ["one", "two"]),
        ("one\n- two", ["one", "two"]),
        ("one\n```\ncode\n```\ntwo", ["one", "code", "two"]),
        ("**one** <!-- x", ["one", " <!-- x"]),
    ],
)
def test_an_answer_may_go_on_in_another_block(answer: str, marked: list[str]) -> None:
    card = cloze("before ", (answer,), " after")
    document = cloze_document(card, answer, revealed=True)
    assert gaps_of(document) == marked
    assert plain_text(document).endswith("after")
    assert not set(plain_text(document)) & set(map(chr, range(0xFDD0, 0xFDF0)))


def test_mathematics_around_a_gap_stays_one_formula() -> None:
    card = cloze("$$\\frac{", ("a+1",), "}{b}$$")
    for revealed in (False, True):
        (block,) = cloze_document(card, "a+1", revealed=revealed).blocks
        assert isinstance(block, MathBlock)
        assert block.rows[1] == "╶───╴"
        assert block.marks
    (inline,) = cloze_document(cloze("$x + ", ("y",), "$"), "y", revealed=False).blocks
    assert isinstance(inline, Paragraph)
    assert all(Style.MATH in span.styles for span in inline.content)


def test_mathematics_that_cannot_be_drawn_shows_its_gap_in_the_source() -> None:
    assert shown(cloze("$\\unknown ", ("y",), "$"), "y") == (
        "$\\unknown […]$",
        "$\\unknown [y]$",
    )


def test_marks_in_code_point_at_the_answer() -> None:
    card = cloze("```python\na = 1\nb = ", ("22",), "\n```")
    (block,) = cloze_document(card, "22", revealed=True).blocks
    assert isinstance(block, Preformatted)
    (mark,) = block.marks
    assert block.lines[mark.line][mark.start : mark.end] == "22"


def test_a_hint_in_a_gap_is_set_as_one() -> None:
    card = cloze("a ", ("c1", "x", "a letter"), " b ", ("c1", "y"))
    (block,) = cloze_document(card, "c1", revealed=False).blocks
    assert isinstance(block, Paragraph)
    assert [(span.text, Style.HINT in span.styles) for span in block.content] == [
        *[("a ", False), ("[a letter]", True), (" b ", False), ("[…]", False)]
    ]


def test_marked_code_keeps_its_colours() -> None:
    card = cloze("```python\nreturn ", ("f(1)",), "  # x\n```")
    (line,) = lay_out(cloze_document(card, "f(1)", revealed=True), 78)
    gap = [part for part in line.segments if Style.GAP in part.look]
    assert "".join(part.text for part in gap) == "f(1)"
    assert any(Role.NUMBER in part.look for part in gap)
    assert any(Role.COMMENT in part.look for part in line.segments)


WORDS = st.text(alphabet="abcxyz 123.-é字", min_size=1, max_size=12).filter(
    lambda text: text.strip() == text
)


@given(before=WORDS, answer=WORDS, after=WORDS)
@settings(max_examples=80, deadline=None)
def test_covered_hides_and_revealed_shows_the_answer(before: str, answer: str, after: str) -> None:
    card = cloze(f"w{before} ", (answer,), f" {after}")
    (key,) = card.gap_keys()
    covered = cloze_document(card, key, revealed=False)
    revealed = cloze_document(card, key, revealed=True)
    assert gaps_of(covered) == ["[…]"]
    assert " ".join("".join(gaps_of(revealed)).split()) == " ".join(answer.split())
    assert plain_text(covered, 500) == plain_text(revealed, 500).replace(
        f"[{' '.join(answer.split(' '))}]", "[…]"
    )


SOURCE = st.lists(
    st.sampled_from(
        ["\n", "\n\n", "$", "$$", "`", "```\n", "|", "- ", "> ", "_", "*", "](", "[", "{"]
    )
    | st.text(max_size=4),
    max_size=8,
).map("".join)


@given(SOURCE, SOURCE, st.booleans())
@settings(max_examples=200, deadline=None)
def test_no_sign_of_ours_comes_out(text: str, answer: str, revealed: bool) -> None:
    card = cloze(text, (answer,), text)
    shown = plain_text(cloze_document(card, card.gap_keys()[0], revealed=revealed))
    ours = {chr(code) for code in range(0xFDD0, 0xFDF0)}
    assert not ours & (set(shown) - set(text) - set(answer))
