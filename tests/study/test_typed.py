from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.kinds.typed import AcceptedAnswer, Typed
from recall.cards.memory import Rating
from recall.study.grading import Mark, Piece, Verdict
from recall.study.typed import grade_gaps, grade_typed
from recall.text import clean_line

FAST, SLOW = 5.0, 12.0
PERCENT = AcceptedAnswer("3.75%", Decimal("3.75"), "%", Decimal("0.05"))
ABOUT = AcceptedAnswer("7,168 km", Decimal(7168), "km", Decimal("0.01"), relative=True)
MILLIWATT = AcceptedAnswer("5 mW", Decimal(5), "mW", Decimal("0.1"))
LAYERS = AcceptedAnswer("93", Decimal(93))


def judge(
    answer: str,
    *accepted: str | AcceptedAnswer,
    exact: bool = False,
    synonyms: tuple[tuple[str, ...], ...] = (),
) -> Verdict:
    answers = tuple(
        given if isinstance(given, AcceptedAnswer) else AcceptedAnswer(given) for given in accepted
    )
    return grade_typed(answer, Typed("?", answers, "", exact), synonyms, FAST, SLOW)


@pytest.mark.parametrize(
    ("answer", "accepted"),
    [
        pytest.param("euro ", "Euro", id="Q6 case and space"),
        pytest.param("e\u0301", "é", id="P50 NFD equals NFC"),
        pytest.param("é", "e\u0301", id="P50 NFC equals NFD"),
        ("7168", "7,168"),
        ("7 168", "7,168"),
        ("7\u00a0168", "7168"),
        ("93", LAYERS),
        ("93.0", LAYERS),
        ("９３", LAYERS),
        ("3.80 %", PERCENT),
        ("3.7 percent", PERCENT),
        ("375e-2 %", PERCENT),
        ("7,200 km", ABOUT),
        ("7.1×10^3km", ABOUT),
        ("5 MW", MILLIWATT),
        ("git rebase", "`git rebase`"),
        ("`git rebase`", "`git rebase`"),
        ("-5", "$−5$"),
        ("ninety-three", "ninety‑three"),
    ],
)
def test_right(answer: str, accepted: str | AcceptedAnswer) -> None:
    verdict = judge(answer, "something else", accepted)
    assert verdict.right
    assert verdict.share == 1.0
    assert verdict.proposed is Rating.GOOD
    assert [piece.mark for piece in verdict.difference] == [Mark.SAME]


@pytest.mark.parametrize(
    ("answer", "accepted"),
    [
        pytest.param("e", "é", id="P50 the accent is missing"),
        pytest.param("Euro.", "Euro", id="Q6 punctuation counts"),
        ("", "Euro"),
        ("93 layers", LAYERS),
        ("9 3", LAYERS),
        ("3.75", PERCENT),
        ("0.0375", PERCENT),
        ("3.81%", PERCENT),
        ("NaN%", PERCENT),
        ("inf%", PERCENT),
        ("1e999999999%", PERCENT),
        ("7,168", ABOUT),
        ("7,168 m", ABOUT),
        ("7,240 km", ABOUT),
        ("-7,168 km", ABOUT),
    ],
)
def test_wrong(answer: str, accepted: str | AcceptedAnswer) -> None:
    verdict = judge(answer, accepted)
    assert not verdict.right
    assert verdict.share == 0.0
    assert verdict.proposed is Rating.AGAIN
    assert {piece.mark for piece in verdict.difference} != {Mark.SAME}


def test_slow_is_hard() -> None:
    typed = Typed("?", (LAYERS,), "93")
    assert grade_typed("93", typed, (), 12.5, SLOW).proposed is Rating.HARD


def test_difference_is_shown_against_the_nearest_answer_Q6() -> None:  # noqa: N802 - the case's id
    verdict = judge("cold strat", "supervised fine-tuning", "**cold start**", "warm start")
    assert verdict.expected == "cold start"
    assert verdict.difference == (
        Piece("cold st", Mark.SAME),
        Piece("ra", Mark.WRONG),
        Piece("ar", Mark.MISSING),
        Piece("t", Mark.SAME),
    )


def test_control_characters_do_not_reach_the_difference() -> None:
    verdict = judge("\x1b[2J", "x")
    assert "\x1b" not in "".join(piece.text for piece in verdict.difference)


@pytest.mark.parametrize(
    ("answer", "accepted", "right"),
    [
        ("Euro", "Euro", True),
        (" Euro\n", "Euro", True),
        ("euro", "Euro", False),
        ("cold  start", "cold start", False),
        ("don't", "don’t", False),
        ("7168", "7,168", False),
        ("1.1", "1.10", False),
        ("e\u0301", "é", True),
        ("5.1mW", MILLIWATT, True),
        ("5.1MW", MILLIWATT, False),
        ("attn", "attention", False),
        ("git Rebase", "`git Rebase`", True),
    ],
)
def test_exact(answer: str, accepted: str | AcceptedAnswer, right: bool) -> None:
    verdict = judge(answer, accepted, exact=True, synonyms=(("attention", "attn"),))
    assert verdict.right is right


def test_synonyms_are_equal() -> None:
    groups = (("attention", "attn"), ("GB", "gigabytes"))
    assert judge("gated ATTN", "gated attention", synonyms=groups).right
    assert judge("80 gigabytes", AcceptedAnswer("80 GB", Decimal(80), "GB"), synonyms=groups).right
    assert not judge("gated attn", "gated attention").right


@given(st.text().map(clean_line).filter(bool))
def test_what_is_accepted_is_right(text: str) -> None:
    assert judge(text, text).right
    assert judge(f"  {text}\u00a0", text).right


@given(st.text(), st.text().map(clean_line).filter(bool), st.booleans())
def test_any_answer_is_judged(answer: str, accepted: str, exact: bool) -> None:
    verdict = judge(answer, accepted, exact=exact)
    assert verdict.share == float(verdict.right)
    assert (verdict.proposed is Rating.AGAIN) == (not verdict.right)


def test_numbers_are_compared_as_a_whole() -> None:
    verdict = judge("5000", "6400")
    assert not verdict.right
    assert verdict.difference == (Piece("5000", Mark.WRONG), Piece("6400", Mark.MISSING))
    assert Piece("n", Mark.WRONG) in judge("6400 kn", "6400 km").difference


def test_gaps_are_judged_one_by_one() -> None:
    gaps = [[r"$g_{\min}$", "g_min"], ["−5", "-5", "minus five"]]
    verdict = grade_gaps("g_min; Minus  Five", gaps, (), FAST, SLOW)
    assert verdict.right
    assert verdict.share == 1.0
    assert verdict.proposed is Rating.GOOD
    assert verdict.expected == "g_min; minus five"

    half = grade_gaps("g_min\n-6\n", gaps, (), FAST, SLOW)
    assert not half.right
    assert half.share == 0.5
    assert half.proposed is Rating.AGAIN
    assert half.expected == "g_min; −5"
    assert half.difference == (
        Piece("g_min", Mark.SAME),
        Piece("; ", Mark.SAME),
        Piece("-6", Mark.WRONG),
        Piece("−5", Mark.MISSING),
    )


def test_gap_with_a_number_reads_numbers() -> None:
    assert grade_gaps("7168.0", [["7,168"]], (), FAST, SLOW).right
    assert not grade_gaps("93 layers", [["93"]], (), FAST, SLOW).right


@pytest.mark.parametrize(
    ("answer", "gaps", "share"),
    [
        ("a;b", ["a;b"], 1.0),
        ("a; b", ["a", "b"], 1.0),
        ("a\nb\n", ["a", "b"], 1.0),
        ("a;b\r\nc", ["a;b", "c"], 1.0),
        ("b;a", ["a", "b"], 0.0),
        ("", ["a", "b", "c"], 0.0),
        ("a", ["a", "b", "c", "d"], 0.25),
        ("; b", ["a", "b"], 0.5),
        ("a;b;c", ["a", "b"], 0.5),
    ],
)
def test_answers_to_several_gaps_stand_in_order(answer: str, gaps: list[str], share: float) -> None:
    assert grade_gaps(answer, [[gap] for gap in gaps], (), FAST, SLOW).share == share
