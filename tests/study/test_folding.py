from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.study.folding import fold_answer, fold_unit, synonym_folder, unmark


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("Euro", "euro ", id="Q6 case and outer space"),
        ("policy   gradient", "\tpolicy\u00a0gradient\n"),
        ("é", "e\u0301"),
        ("STRASSE", "straße"),
        ("don’t", "don't"),
        ("“cold start”", '"cold start"'),
        ("«cold»", '"cold"'),
        ("−5", "-5"),
        ("2019–2024", "2019-2024"),
        ("cold—start", "cold-start"),
        ("cold‐start", "cold‑start"),
        ("7,168", "7168"),
        ("7 168", "7168"),
        ("7\u202f168 wide", "7168 wide"),
        ("1,234,567.5", "1234567.5"),
        ("about 7,168, give or take", "about 7168, give or take"),
        ("ＡＢＣ　１２", "abc 12"),
        ("co\u00adoperate", "cooperate"),
        ("µm", "μm"),
        ("ﬁne", "fine"),
    ],
)
def test_equal(one: str, other: str) -> None:
    assert fold_answer(one) == fold_answer(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("é", "e", id="P50 a missing accent"),
        pytest.param("naïve", "naive", id="P50 a missing diaeresis"),
        ("Euro", "Euro."),
        ("coldstart", "cold start"),
        ("3.14", "3,14"),
        ("71,68", "7168"),
        ("0.123 456", "0.123456"),
        ("1.5.2", "15.2"),
        ("7,168,5", "7168,5"),
        ("10²", "102"),
        ("'a'", '"a"'),
        ("2^5", "25"),
    ],
)
def test_not_equal(one: str, other: str) -> None:
    assert fold_answer(one) != fold_answer(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("km/h", "km / h"),
        ("m²", "m^2"),
        ("m²", "m2"),
        ("µs", "μs"),
        ("%", "percent"),
        ("%", "per cent"),
        ("×", "x"),
        ("°C", "℃"),
        ("Ω", "\u2126"),
        ("GB", "gb"),
    ],
)
def test_units_equal(one: str, other: str) -> None:
    assert fold_unit(one) == fold_unit(other)


def test_units_not_equal() -> None:
    assert len({fold_unit(unit) for unit in ("", "m", "m²", "m³", "km", "%")}) == 6


@given(st.text())
def test_folding_does_not_depend_on_the_unicode_form(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)
    decomposed = unicodedata.normalize("NFD", text)
    assert fold_answer(composed) == fold_answer(decomposed)


@given(st.text(alphabet="aA1 ,.-–'’e\u0301é", max_size=20))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold_answer(fold_answer(text)) == fold_answer(text)


@given(st.text(alphabet=st.characters(categories=["L"], max_codepoint=0x24F), max_size=12))
def test_accents_stay(text: str) -> None:
    def accents(string: str) -> list[str]:
        return [
            mark for mark in unicodedata.normalize("NFD", string) if unicodedata.combining(mark)
        ]

    assert len(accents(fold_answer(text))) >= len(accents(text))


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("`git rebase`", "git rebase"),
        ("$-5$", "-5"),
        ("**bold**", "bold"),
        ("*it*", "it"),
        ("***both***", "both"),
        ("`a` and `b`", "`a` and `b`"),
        ("*args", "*args"),
        ("__init__", "__init__"),
        ("**", "**"),
        ("$$", "$$"),
        ("$5", "$5"),
        ("* *", "* *"),
        (" plain ", "plain"),
    ],
)
def test_marks_around_the_whole_answer_are_left_out(text: str, bare: str) -> None:
    assert unmark(text) == bare


def test_members_of_a_group_are_one_word() -> None:
    fold = synonym_folder([("attention", "attn"), ("multi-head attention", "MHA")])
    assert fold("attn is all") == fold("attention is all")
    assert fold("mha") == fold("multi-head attention")
    assert fold("battning") == "battning"


def test_longest_member_counts() -> None:
    fold = synonym_folder([("attention", "attn"), ("attention head", "ah")])
    assert fold("attention head") == fold("ah") != fold("attn head")


def test_groups_that_share_a_member_are_one() -> None:
    fold = synonym_folder([("a", "b"), ("c", "d"), ("b", "c")])
    assert {fold(word) for word in "abcd"} == {"a"}


def test_signs_in_synonyms_are_plain_text() -> None:
    fold = synonym_folder([("c++", "cpp"), ("", " "), (".*", "anything")])
    assert fold("uses c++ now") == fold("uses cpp now")
    assert fold("what") == "what"
