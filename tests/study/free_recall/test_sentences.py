from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.study.free_recall.languages import language_of
from recall.study.free_recall.sentences import (
    LONGEST_SENTENCE,
    Sentence,
    split_sentences,
    without_list_marks,
)
from recall.study.free_recall.words import read_words

ENGLISH = language_of("en")


def split(page: str) -> tuple[Sentence, ...]:
    return split_sentences(page, read_words(without_list_marks(page), ENGLISH))


def texts(page: str) -> list[str]:
    return [page[sentence.start : sentence.end] for sentence in split(page)]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("SFT first. Then RL!", ["SFT first.", "Then RL!"]),
        ("He said “stop.” Then RL", ["He said “stop.”", "Then RL"]),
        ("SFT first; then RL", ["SFT first;", "then RL"]),
        ("one line\nanother\n\n\nthird", ["one line", "another", "third"]),
        ("3.5 layers of v2.0 models", ["3.5 layers of v2.0 models"]),
        ("some (e.g. SFT) come, i.e. first", ["some (e.g. SFT) come, i.e. first"]),
        ("- SFT first\n2. RL then\n* MOPD", ["SFT first", "RL then", "MOPD"]),
        ("先训练。再合并！", ["先训练。", "再合并！"]),
        ("...\n!!!\n", []),
        ("", []),
    ],
    ids=[
        "stops", "quotes", "semicolon", "lines", "decimals", "abbreviations", "lists", "full-width",
        "no-words", "empty",
    ],
)  # fmt: skip
def test_sentences(page: str, expected: list[str]) -> None:
    assert texts(page) == expected


def test_a_list_number_is_no_number_of_the_page() -> None:
    (sentence,) = split("1. SFT")
    assert [word.folded for word in sentence.words] == ["sft"]


def test_a_page_without_a_full_stop_is_cut() -> None:
    words = [f"w{number}" for number in range(2 * LONGEST_SENTENCE + 1)]
    sentences = split(" ".join(words))
    assert [len(sentence.words) for sentence in sentences] == [27, 27, 27]
    assert split(" ".join(words[:LONGEST_SENTENCE]))[0].words[-1].folded == "w39"


@given(st.text())
def test_every_word_is_in_one_sentence(page: str) -> None:
    words = read_words(without_list_marks(page), ENGLISH)
    sentences = split(page)
    assert [word for sentence in sentences for word in sentence.words] == words
    assert all(0 <= one.start < one.end <= len(page) for one in sentences)
    for sentence in sentences:
        assert sentence.start == sentence.words[0].start
        assert sentence.end >= sentence.words[-1].end
    for one, following in pairwise(sentences):
        assert one.end <= following.words[-1].end
