from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.study.free_recall.languages import language_of, stem
from recall.study.free_recall.page import is_rounding
from recall.study.free_recall.stop_words import STOP_WORDS
from recall.study.free_recall.words import compounds, read_words

ENGLISH = language_of("en")


def stems(text: str, language: str = "en") -> list[str]:
    return [word.stem for word in read_words(text, language_of(language)) if word.content]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Straße", "STRASSE"),
        ("ﬁne", "fine"),
        ("cafe\u0301", "café"),
        ("the teacher’s model", "the teacher's model"),
        ("ＲＬ", "rl"),
        ("co\u00adoperate", "cooperate"),
    ],
    ids=["case", "compatibility", "composition", "quotes", "width", "soft-hyphen"],
)
def test_words_are_compared_folded(one: str, other: str) -> None:
    assert stems(one) == stems(other) != []


def test_a_possessive_is_no_word_of_its_own() -> None:
    assert stems("the teacher's model") == stems("teacher model")
    assert stems("they'll learn") == ["learn"]


def test_an_elided_article_is_set_apart() -> None:
    assert stems("l'eau d’une rivière", "fr") == [stem("french", "eau"), stem("french", "rivière")]


def test_words_keep_their_places() -> None:
    text = "SFT — the «Cold start»: 7,168 steps."
    assert [text[word.start : word.end] for word in read_words(text, ENGLISH)] == [
        "SFT",
        "the",
        "Cold",
        "start",
        "7,168",
        "steps",
    ]


def test_stop_words_carry_no_fact() -> None:
    assert stems("it is the one that would have been of a model") == ["1", "model"]


@pytest.mark.parametrize("word", ["not", "no", "never", "without", "nor", "none"])
def test_a_negation_is_content_and_known_as_one(word: str) -> None:
    (read,) = read_words(word, ENGLISH)
    assert read.content
    assert read.negator


@pytest.mark.parametrize("word", ["up", "down", "before", "after", "less", "more", "high", "off"])
def test_a_direction_is_content(word: str) -> None:
    assert [read.content for read in read_words(word, ENGLISH)] == [True]


@pytest.mark.parametrize("written", ["doesn't", "doesn’t", "doesnt", "can't", "cannot", "won't"])
def test_a_contraction_denies_like_not(written: str) -> None:
    (word,) = read_words(written, ENGLISH)
    assert (word.stem, word.negator) == ("not", True)


@pytest.mark.parametrize("word", ["want", "different", "instant", "it's", "wants"])
def test_other_words_that_end_alike_do_not_deny(word: str) -> None:
    assert not any(read.negator for read in read_words(word, ENGLISH))


@pytest.mark.parametrize(
    ("text", "language", "value"),
    [
        ("7,168", "en", "7168"),
        ("7168", "en", "7168"),
        ("1,234,567.50", "en", "1234567.5"),
        ("2.80", "en", "2.8"),
        ("2,8", "de", "2.8"),
        ("7.168", "de", "7168"),
        ("7.168", "en", "7.168"),
        ("100", "en", "100"),
        ("−5", "en", "-5"),
        ("-5", "en", "-5"),
        ("nine", "en", "9"),
        ("Neun", "de", "9"),
        ("nueve", "es", "9"),
        ("０７", "en", "07"),
    ],
)
def test_numbers_have_one_form(text: str, language: str, value: str) -> None:
    (word,) = read_words(text, language_of(language))
    assert (word.stem, word.number) == (value, True)


def test_numbers_stand_apart_from_units_but_not_from_names() -> None:
    assert stems("64k 3×3 K3 H2O 5-7") == ["64", "k", "3", "3", "k3", "h2o", "5", "7"]


def test_an_article_is_no_number() -> None:
    assert [word.number for word in read_words("uno dos", language_of("es"))] == [False, True]


@pytest.mark.parametrize("code", sorted(STOP_WORDS))
def test_no_stop_word_denies_or_counts(code: str) -> None:
    language = language_of(code)
    assert language.negators
    assert not language.stops & language.negators
    assert not language.stops & {word for word, _ in language.numbers}


def test_hyphens_join_words_as_if_written_in_one() -> None:
    text = "the pre-training of a mixture-of-experts on 5-7 tokens"
    joined = list(compounds(text, read_words(text, ENGLISH), ENGLISH))
    assert joined == [
        (1, 3, stem("english", "pretraining")),
        (5, 8, stem("english", "mixtureofexperts")),
    ]


def test_vowel_signs_belong_to_their_word() -> None:
    text = "हिन्दी भाषा"
    assert [text[word.start : word.end] for word in read_words(text, language_of("hi"))] == [
        "हिन्दी",
        "भाषा",
    ]


def test_scripts_without_spaces_are_read_in_pairs_of_letters() -> None:
    words = read_words("学習率を下げる", language_of("ja"))
    assert [word.folded for word in words] == ["学習", "習率", "下げ", "げる"]
    assert all(word.pair for word in words)


def test_a_single_letter_between_joining_letters_is_one_word() -> None:
    words = read_words("水和火", language_of("zh"))
    assert [(word.start, word.folded) for word in words] == [(0, "水"), (2, "火")]


def test_scripts_can_be_mixed_in_a_piece() -> None:
    assert stems("GPUで学習する", "ja") == ["gpu", "学習", "習す", "する"]


@pytest.mark.parametrize(
    ("text", "language"), [("不同", "zh"), ("没有水", "zh"), ("動かない", "ja")]
)
def test_negations_are_known_by_letter(text: str, language: str) -> None:
    assert any(word.negator for word in read_words(text, language_of(language)))


@pytest.mark.parametrize(
    ("tag", "stemmer"),
    [
        ("en", "english"),
        ("en-GB", "english"),
        ("pt_BR", "portuguese"),
        (" DE ", "german"),
        ("ja", None),
        ("xx", None),
        ("", None),
    ],
)
def test_a_language_is_known_by_its_tag(tag: str, stemmer: str | None) -> None:
    assert language_of(tag).stemmer == stemmer


def test_a_language_without_stemmer_compares_whole_words() -> None:
    assert stem(None, "running") == "running"
    assert stem("english", "running") == "run"


@given(st.text(), st.sampled_from(["en", "de", "fr", "ja", "hi", "xx"]))
def test_places_are_in_order_and_inside_the_text(text: str, language: str) -> None:
    words = read_words(text, language_of(language))
    assert all(0 <= word.start < word.end <= len(text) for word in words)
    assert [word.start for word in words] == sorted(word.start for word in words)
    assert all(word.stem for word in words)


@pytest.mark.parametrize(
    ("rounded", "exact", "expected"),
    [
        ("2.8", "2.78", True),
        ("104", "104.2", True),
        ("-1.6", "-1.56", True),
        ("0.05", "0.045", True),
        ("2.7", "2.78", False),
        ("3", "2.78", False),
        ("2.78", "2.78", False),
        ("2.78", "2.8", False),
        ("100", "104.2", False),
        ("105", "104.2", False),
        ("10", "1.2.3", False),
        ("12", "12.3.4", False),
        ("10", "9" * 60 + ".5", False),
    ],
)
def test_a_number_with_fewer_of_its_decimals(rounded: str, exact: str, expected: bool) -> None:
    assert is_rounding(rounded, exact) is expected
