"""Mathematics: drawn when certain, otherwise not at all."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.markdown.math import inline_math, unicode_math
from recall.markdown.math_tree import DEEPEST_BRACES, LONGEST_TEX
from recall.text import clean

PIECES = re.findall(
    r"\S+",
    r"\frac{ } { ^ _ \sqrt \sqrt[3] \left( \right) \text{ \mathbf \hat & \\ \begin{cases} "
    r"\end{cases} \sum \alpha \unknown ? x 1 + = \ $ \, \ldots",
)
TEX = st.lists(st.sampled_from([*PIECES, " "]) | st.text(max_size=3), max_size=12).map("".join)


@pytest.mark.parametrize(
    ("tex", "row"),
    [
        pytest.param(r"g_{\min}", "gₘᵢₙ", id="subscript"),
        pytest.param(r"x^2 + y_i^{t+1}", "x² + yᵢᵗ⁺¹", id="both-scripts"),
        pytest.param(r"y^{t+1}_i", "yᵢᵗ⁺¹", id="both-scripts-reversed"),
        pytest.param(r"\sqrt[3]{8}", "³√8", id="P20"),
        pytest.param(r"\sqrt{d_k}", "√(dₖ)", id="root"),
        pytest.param(r"\alpha_t \in (0,1)", "αₜ ∈ (0, 1)", id="relation"),
        pytest.param(r"2.8\times 10^{12}", "2.8×10¹²", id="number"),
        pytest.param("x = -1", "x = −1", id="sign"),
        pytest.param("x = −1", "x = −1", id="typed-sign"),
        pytest.param(r"\log\sigma(x)", "log σ(x)", id="function"),
        pytest.param(r"\operatorname{argmax} x", "argmax x", id="operator"),
        pytest.param(r"\text{low, high}", "low, high", id="text"),
        pytest.param(r"k_t k_t^\top", "kₜkₜᵀ", id="transposed"),
        pytest.param(r"\mathbb{R}^{d\times d}", "ℝ^(d×d)", id="script-without-letters"),
        pytest.param("x_y", "x_y", id="no-subscript-y"),
        pytest.param(r"\hat{y}'", "ŷ′", id="accent"),
        pytest.param(r"\lVert x \rVert_2", "∥x∥₂", id="other-name"),
        pytest.param(r"\{1,2\}", "{1, 2}", id="braces"),
    ],
)
def test_one_row_where_it_reads_best(tex: str, row: str) -> None:
    assert inline_math(tex) == row
    assert unicode_math(tex) == (row,)


@pytest.mark.parametrize(
    ("tex", "row", "rows"),
    [
        pytest.param(r"\frac{a}{b}", "a/b", (" a", "╶─╴", " b"), id="T12"),
        pytest.param(r"\frac{a+b}{2}", "(a + b)/2".replace(" ", ""), None, id="brackets"),
        pytest.param(r"\frac{\vec{v}}{\vec{u}}", "v⃗/u⃗", (" v⃗", "╶─╴", " u⃗"), id="P19"),
    ],
)
def test_fractions(tex: str, row: str, rows: tuple[str, ...] | None) -> None:
    assert inline_math(tex) == row
    drawn = unicode_math(tex)
    assert drawn is not None
    assert len(drawn) == 3
    if rows is not None:
        assert drawn == rows


def test_matrices_have_rows_but_no_single_row() -> None:
    tex = r"\begin{pmatrix}1&2\\3&4\end{pmatrix}"
    assert unicode_math(tex) == ("⎛1 2⎞", "⎝3 4⎠")
    assert inline_math(tex) is None


@pytest.mark.parametrize(
    "tex",
    [
        pytest.param(r"\unknown x", id="T12-unknown-command"),
        pytest.param(r"\begin{unknown}x\end{unknown}", id="T12-unknown-environment"),
        pytest.param("", id="empty"),
        pytest.param("   ", id="blank"),
        pytest.param("{a", id="unclosed"),
        pytest.param("a}", id="unopened"),
        pytest.param("a^", id="no-script"),
        pytest.param(r"\frac{a}", id="half-a-fraction"),
        pytest.param(r"\left( a", id="half-a-pair"),
        pytest.param("a_1_2", id="two-subscripts"),
        pytest.param("x^2^3", id="two-superscripts"),
        pytest.param(r"\bar{xy}", id="accent-over-two"),
        pytest.param(r"\acute a", id="drawn-wrongly"),
        pytest.param("\x1b[2J", id="P46-control"),
        pytest.param("a & b", id="cell-outside-a-table"),
        pytest.param("{" * 500 + "}" * 500, id="deep"),
        pytest.param(r"\frac a" * 60 + "b", id="deep-without-braces"),
        pytest.param("x" * (LONGEST_TEX + 1), id="long"),
        pytest.param("{" * (DEEPEST_BRACES + 1) + "x" + "}" * (DEEPEST_BRACES + 1), id="too-deep"),
    ],
)
def test_what_is_not_certain_is_not_drawn(tex: str) -> None:
    assert unicode_math(tex) is None
    assert inline_math(tex) is None


def test_a_question_mark_of_the_author_is_no_doubt() -> None:
    assert inline_math("x = ?") == "x = ?"
    assert unicode_math(r"\frac{?}{2}") == (" ?", "╶─╴", " 2")


@given(TEX)
@settings(max_examples=300, deadline=None)
def test_any_tex_gives_printable_rows_or_nothing(tex: str) -> None:
    rows = unicode_math(tex)
    row = inline_math(tex)
    for drawn in (*(rows or ()), row or ""):
        assert drawn.isprintable()
        assert clean(drawn) == drawn
    assert rows is None or any(part.strip() for part in rows)
    assert row is None or row.strip()
    assert "?" in tex or "?" not in "".join(rows or ())
