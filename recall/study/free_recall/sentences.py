"""A page as sentences with their places.

A line break always ends a sentence, since a page from memory is mostly a list. A sentence without
an end in sight is cut, so that a page without any full stop is not one sentence that holds
everything.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from recall.study.free_recall.languages import language_of
from recall.study.free_recall.values import Span
from recall.study.free_recall.words import Word, read_words

LONGEST_SENTENCE = 40
_LIST_MARK = re.compile(r"^[ \t]*(?:\d{1,3}[.)]|[-*+•])[ \t]+", re.MULTILINE)
_END = re.compile(
    r"(?<!\be\.g)(?<!\bi\.e)(?<!\bvs)(?<!\bcf)[.!?…;]+[\"'”’»)\]]*(?=\s|$)"
    r"|[。！？；]+[」』）”’]*|[\n\r\u2028\u2029\u0085\v\f]+"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence: its place in the page, from ``start`` to ``end`` (exclusive), and its words."""

    start: int
    end: int
    words: tuple[Word, ...]


def without_list_marks(page: str) -> str:
    """Return a page with spaces in the place of bullets and numbers that only begin a line."""
    return _LIST_MARK.sub(lambda mark: " " * len(mark.group()), page)


def split_sentences(page: str, words: list[Word]) -> tuple[Sentence, ...]:
    """Return the sentences of a page that have words; ``words`` are all its words in order."""
    page = without_list_marks(page)
    ends = [found.end() for found in _END.finditer(page)]
    ends.append(len(page) + 1)
    sentences: list[Sentence] = []
    current: list[Word] = []
    boundary = 0
    for word in words:
        while word.start >= ends[boundary]:
            sentences += _sentence(page, current, ends[boundary])
            current = []
            boundary += 1
        current.append(word)
    sentences += _sentence(page, current, ends[boundary])
    return tuple(sentences)


def sentence_spans(page: str, language: str) -> tuple[Span, ...]:
    """Return the stretches of a page that are its sentences; ``language`` is a tag."""
    words = read_words(without_list_marks(page), language_of(language))
    return tuple(Span(one.start, one.end) for one in split_sentences(page, words))


def _sentence(page: str, words: list[Word], end: int) -> list[Sentence]:
    """Return words as one sentence that includes its closing marks, or as several when long."""
    if not words:
        return []
    count = -(-len(words) // LONGEST_SENTENCE)
    size = -(-len(words) // count)
    pieces = [words[first : first + size] for first in range(0, len(words), size)]
    found = [Sentence(piece[0].start, piece[-1].end, tuple(piece)) for piece in pieces]
    last = found[-1]
    closing = last.start + len(page[last.start : end].rstrip())
    found[-1] = Sentence(last.start, max(last.end, closing), last.words)
    return found
