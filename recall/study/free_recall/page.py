"""A page as what a wording is looked up in: which sentences hold a word, and how it is met there.

A typing mistake is forgiven by Damerau–Levenshtein distance: one in a word of five to seven
letters, two in a longer one; never in the first letter, in a number, or in a shorter word. Of a
number with decimals, fewer of them are enough.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance.DamerauLevenshtein import distance

from recall.study.free_recall.languages import Language
from recall.study.free_recall.phrases import Sought, Weigh
from recall.study.free_recall.sentences import split_sentences, without_list_marks
from recall.study.free_recall.synonyms import SynonymGroups
from recall.study.free_recall.values import How
from recall.study.free_recall.words import Word, compounds, read_words

_SHORTEST_WITH_TYPO, _SHORTEST_WITH_TWO = 5, 8


class Hit(NamedTuple):
    """How well and how a sought word is met in a sentence, and where on the page."""

    worth: float
    how: How
    start: int
    end: int


_WORTH = {How.EXACT: 1.0, How.TYPO: 0.9, How.ROUNDED: 0.9, How.SYNONYM: 0.8}
_FEWEST_DIGITS_ROUNDED = 2
Postings = Mapping[int, Hit]


@lru_cache(maxsize=1 << 14)
def allowed_distance(word: str) -> int:
    """Return how many typing mistakes are forgiven in a folded word."""
    if len(word) < _SHORTEST_WITH_TYPO or not word.isalpha():
        return 0
    return 1 if len(word) < _SHORTEST_WITH_TWO else 2


class Page:
    """The sentences of a page, and an index of their words."""

    def __init__(self, text: str, language: Language, groups: SynonymGroups, weigh: Weigh) -> None:
        words = read_words(without_list_marks(text), language)
        self.text = text
        self.sentences = split_sentences(text, words)
        self.by_letters = any(word.pair for word in words)
        self._weigh = weigh
        self._stems: defaultdict[str, dict[int, Hit]] = defaultdict(dict)
        self._groups: defaultdict[int, dict[int, Hit]] = defaultdict(dict)
        self._spellings: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._numbers = {word.stem for word in words if word.number}
        self._found: dict[tuple[str, str, str | None, tuple[int, ...]], Postings] = {}
        self._weights: dict[int, dict[str, float]] = {}
        for number, sentence in enumerate(self.sentences):
            self._index(number, sentence.words, language, groups)

    def _index(
        self, number: int, words: Sequence[Word], language: Language, groups: SynonymGroups
    ) -> None:
        """Note where the words of a sentence stand, alone, joined by hyphens, and as synonyms."""
        for word in words:
            self._note(number, word.stem, word.start, word.end)
            if _may_be_misspelt(word):
                self._spellings[word.folded[0]][word.folded] = word.stem
        for first, last, joined in compounds(self.text, words, language):
            self._note(number, joined, words[first].start, words[last - 1].end)
        for first, last, group in groups.find(words):
            hit = Hit(_WORTH[How.SYNONYM], How.SYNONYM, words[first].start, words[last - 1].end)
            self._groups[group].setdefault(number, hit)

    def _note(self, number: int, stem: str, start: int, end: int) -> None:
        hit = Hit(_WORTH[How.EXACT], How.EXACT, start, end)
        self._stems[stem].setdefault(number, hit)

    def find(self, sought: Sought) -> Postings:
        """Return the sentences in which a word is met, by number, with the best hit in each."""
        word = sought.word
        key = (word.stem, word.folded, sought.whole, sought.groups)
        if key not in self._found:
            found = dict(self._stems.get(word.stem, {}))
            if sought.whole is not None:
                for number, hit in self._stems.get(sought.whole, {}).items():
                    found.setdefault(number, hit)
            for stem in self._misspelt(word):
                for number, hit in self._stems[stem].items():
                    found.setdefault(number, hit._replace(worth=_WORTH[How.TYPO], how=How.TYPO))
            for stem in self._rounded(word):
                for number, hit in self._stems[stem].items():
                    found.setdefault(
                        number, hit._replace(worth=_WORTH[How.ROUNDED], how=How.ROUNDED)
                    )
            for group in sought.groups:
                for number, hit in self._groups.get(group, {}).items():
                    found.setdefault(number, hit)
            self._found[key] = found
        return self._found[key]

    def _misspelt(self, word: Word) -> list[str]:
        """Return the stems of words on the page that are a word with typing mistakes.

        Either the words as written or their stems are near enough: a mistake before the ending
        is one in both, a mistake in the ending may lead to another stem.
        """
        if not _may_be_misspelt(word):
            return []
        allowed = allowed_distance(word.folded)
        in_stem = allowed_distance(word.stem)
        return [
            stem
            for other, stem in self._spellings.get(word.folded[0], {}).items()
            if stem != word.stem
            and (_near(word.folded, other, allowed) or _near(word.stem, stem, in_stem))
        ]

    def _rounded(self, word: Word) -> list[str]:
        """Return the numbers on the page that are a number with fewer of its decimals."""
        if not word.number or "." not in word.stem:
            return []
        return [other for other in self._numbers if is_rounding(other, word.stem)]

    def weights(self, number: int) -> dict[str, float]:
        """Return the weight of every different content word of a sentence, by its stem."""
        if number not in self._weights:
            self._weights[number] = {
                word.stem: self._weigh(word)
                for word in self.sentences[number].words
                if word.content
            }
        return self._weights[number]


def is_rounding(rounded: str, exact: str) -> bool:
    """Return whether a number of two digits or more is another one with fewer decimals.

    Both are as ``words.number_value`` returns them; 2.8 and 104 round 2.78 and 104.2, 3 does not.
    """
    if sum(map(str.isdigit, rounded)) < _FEWEST_DIGITS_ROUNDED:
        return False
    decimals = len(rounded.partition(".")[2])
    if decimals >= len(exact.partition(".")[2]):
        return False
    try:
        step = Decimal(1).scaleb(-decimals)
        return Decimal(exact).quantize(step, ROUND_HALF_UP) == Decimal(rounded)
    except InvalidOperation:  # a version such as 1.2.3, or more digits than a number has
        return False


def _may_be_misspelt(word: Word) -> bool:
    """Return whether a word counts as met, or as meant, when it is misspelt."""
    if not word.content or word.number or word.negator or word.pair:
        return False
    return allowed_distance(word.folded) > 0


def _near(word: str, other: str, allowed: int) -> bool:
    """Return whether two words differ by no more than the mistakes that are allowed."""
    if not allowed or abs(len(word) - len(other)) > allowed:
        return False
    return distance(word, other, score_cutoff=allowed) <= allowed
