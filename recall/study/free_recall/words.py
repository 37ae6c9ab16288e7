"""Text as words with their places: folded, stemmed, and told apart as content, number, negation.

Folding is NFKC and case folding, with plain quotes. Letters of a script that does not set words
apart (Chinese, Japanese, Thai, …), and of Korean, whose particles are written onto the word, are
read as overlapping pairs of letters, which need no dictionary.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from recall.study.free_recall.languages import Language, stem
from recall.study.free_recall.stop_words import (
    JOINING_LETTERS,
    NEGATED_VERBS,
    NEGATING_GRAMS,
    NEGATING_LETTERS,
)

_MINUS = r"(?:(?<![^\s(\[=≈~<>≤≥])[-−](?=\d))?"
_NUMBER = re.compile(r"[-−]?\d+(?:[.,]\d+)*")
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff"
    r"\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff]+"
)
_APOSTROPHES = re.compile("['’ʼ＇]")
_HYPHENS = frozenset("-‐‑")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


class Word(NamedTuple):
    """One word of a text, from ``start`` to ``end`` (exclusive) in it.

    A tuple, since a page is thousands of them and a dataclass takes four times as long to make.

    ``folded`` is its folded form, ``stem`` what is compared; ``content`` whether it carries a fact;
    ``negator`` whether it denies; ``number`` whether it is a number; ``pair`` whether it is a pair
    of letters of a script without spaces.
    """

    start: int
    end: int
    folded: str
    stem: str
    content: bool = True
    negator: bool = False
    number: bool = False
    pair: bool = False

    @property
    def letter(self) -> bool:
        """Whether it is a single letter that names something, as in "bulb C"."""
        return self.content and len(self.folded) == 1 and not self.number and not self.pair


@cache
def _word_pattern(ascii_only: bool) -> re.Pattern[str]:
    letter = r"[^\W\d_]"
    rest = r"[^\W_]"
    if not ascii_only:
        # Vowel signs and accents are no letters to a regular expression, but belong to words.
        marks = [
            code for code in range(0x300, sys.maxunicode + 1)
            if unicodedata.category(chr(code)) in {"Mn", "Mc"}
        ]  # fmt: skip
        spans: list[list[int]] = []
        for code in marks:
            if spans and spans[-1][1] == code - 1:
                spans[-1][1] = code
            else:
                spans.append([code, code])
        inside = "".join(f"{re.escape(chr(a))}-{re.escape(chr(b))}" for a, b in spans)
        rest = rf"(?:{rest}|[\u200c\u200d\u00ad{inside}])"
    return re.compile(
        rf"{_MINUS}\d+(?:[.,]\d+)*|{letter}{rest}*(?:['’ʼ＇]{letter}{rest}*)*|{rest}+"
    )


@lru_cache(maxsize=1 << 12)
def words_of_phrase(text: str, language: Language) -> tuple[Word, ...]:
    """Return the words of a short text that is compared again and again."""
    return tuple(read_words(text, language))


def read_words(text: str, language: Language) -> list[Word]:
    """Return every word of a text, in order of their places."""
    words: list[Word] = []
    pattern = _word_pattern(text.isascii())
    for found in pattern.finditer(text):
        start = found.start()
        for first, end, folded, stemmed, *kind in words_of_piece(found.group(), language):
            words.append(Word(start + first, start + end, folded, stemmed, *kind))
    return words


@lru_cache(maxsize=1 << 14)
def words_of_piece(piece: str, language: Language) -> tuple[Word, ...]:
    """Return the words of a piece that white space or punctuation sets apart, from place 0 on."""
    if _NUMBER.fullmatch(piece):
        return (_number(0, len(piece), number_value(piece, language)),)
    if piece.isascii() or not _UNSPACED.search(piece):
        return tuple(_spaced(piece, 0, language))
    words: list[Word] = []
    position = 0
    for run in _UNSPACED.finditer(piece):
        words += _spaced(piece[position : run.start()], position, language)
        words += _pairs(run.group(), run.start())
        position = run.end()
    return (*words, *_spaced(piece[position:], position, language))


def compounds(
    text: str, words: Sequence[Word], language: Language
) -> Iterator[tuple[int, int, str]]:
    """Yield (first, last exclusive, stem) of words that hyphens join, as if written in one."""
    if not words or _HYPHENS.isdisjoint(text[words[0].start : words[-1].end]):
        return
    first = 0
    while first < len(words):
        last = first + 1
        while last < len(words) and text[words[last - 1].end : words[last].start] in _HYPHENS:
            last += 1
        parts = words[first:last]
        if len(parts) > 1 and not any(word.number or word.pair for word in parts):
            joined = "".join(word.folded for word in parts)
            yield first, last, stem(language.stemmer, joined)
        first = last


def fold_word(text: str) -> str:
    """Return a word folded: NFKC, case folded, without soft hyphens and joiners."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return folded.translate({0xAD: None, 0x200C: None, 0x200D: None})


def number_value(text: str, language: Language) -> str:
    """Return a number as it is compared: plain digits, a point for decimals, no separators.

    ``7,168`` is 7168 in English; elsewhere a comma before other than three digits is the decimal
    sign too, so ``2,8`` equals ``2.8``.
    """
    text = unicodedata.normalize("NFKC", text).replace("−", "-")
    if _THOUSANDS.fullmatch(text.lstrip("-")):
        text = text.replace(",", "")
    elif language.code != "en" and re.fullmatch(r"-?\d{1,3}(?:\.\d{3})+(?:,\d+)?", text):
        text = text.replace(".", "").replace(",", ".")
    text = text.replace(",", ".")
    return text.rstrip("0").rstrip(".") if text.count(".") == 1 else text


def _number(start: int, end: int, value: str) -> Word:
    return Word(start, end, value, value, number=True)


def _spaced(piece: str, start: int, language: Language) -> Iterator[Word]:
    """Yield the words of a piece that apostrophes at most divide."""
    numbers = dict(language.numbers)
    position = 0
    whole = fold_word(piece)
    if language.code == "en" and _negated(whole):
        yield Word(start, start + len(piece), whole, "not", negator=True)
        return
    for part in _APOSTROPHES.split(piece):
        folded = fold_word(part)
        first = start + position
        position += len(part) + 1
        if not folded:
            continue
        end = first + len(part)
        if folded in numbers:
            yield _number(first, end, numbers[folded])
            continue
        negator = folded in language.negators
        content = folded not in language.stops
        stemmed = stem(language.stemmer, folded) if content and not negator else folded
        yield Word(first, end, folded, stemmed, content, negator)
        if language.code == "en":
            return  # what follows an apostrophe is 's, 're, 've, 'll, 'd


def _negated(word: str) -> bool:
    bare = _APOSTROPHES.sub("", word)
    return bare in NEGATED_VERBS or (bare != word and bare.endswith("nt"))


def _pairs(run: str, start: int) -> Iterator[Word]:
    """Yield the overlapping pairs of letters of a run, cut where letters only join words."""
    position = 0
    while position < len(run):
        if run[position] in JOINING_LETTERS:
            position += 1
            continue
        end = position
        while end < len(run) and run[end] not in JOINING_LETTERS:
            end += 1
        if end - position == 1:
            yield _pair(run[position:end], start + position)
        for first in range(position, end - 1):
            yield _pair(run[first : first + 2], start + first)
        position = end


def _pair(letters: str, start: int) -> Word:
    folded = fold_word(letters)
    negator = folded in NEGATING_GRAMS or not NEGATING_LETTERS.isdisjoint(folded)
    return Word(start, start + len(letters), folded, folded, negator=negator, pair=True)
