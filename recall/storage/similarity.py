"""How alike two texts and two entries are, and whether they are one card that was reworded.

Words are compared as a bag, weighed by their length, so that another order leaves texts alike, and
letters in their order, so that a spelling mistake does. What is taken for one card must be alike in
what asks and in what is answered, or equal in one of the two, and it must come nearer than the
cards that stood beside it: in a deck of capitals every prompt is like every other. Numbers and
single letters that were exchanged in a prompt make another card (7 × 8, 7 × 9).

The limits were chosen on the edits of ``tests/benchmarks``, which measure what they miss.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from rapidfuzz.distance import OSA, Indel

from recall.text import fold

# Scripts without spaces between words are compared character by character.
_UNSPACED = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_UNSPACED}]|\d+(?:[.,]\d+)*|[^\W{_UNSPACED}]+")
# Numbers, and single letters that are no word of their own (a, I, y, l').
_SYMBOL = re.compile(r"(?<!['’\w])[b-df-hj-np-tv-xz](?!['’\w])|\w*\d(?:[.,]?\w)*")
_LONG_WORD = 6
_SHORT_WORD = 2

_EQUAL = 0.95
_HELD = 0.8
"""How alike a text is to one that holds it whole."""
_MISSPELT = 0.8
"""The share of letters in common from which texts are one misspelt; chance gives a half."""
_EXCHANGED = 0.5
"""The most that a long answer can be alike to one with another number in it."""

_ALIKE_TOGETHER = 1.0
_ALIKE_ANSWER = 0.44
_ALIKE_PROMPT = 0.45
_ALIKE_PROMPT_OF_LONG = 0.3
"""The least likeness of both sides together and of each; less of a prompt with a long answer."""
_TELLING_WEIGHT = 4.0
"""The weight, about five words, from which equal answers tell one card, whatever is asked …"""
_HINTED = 0.2
"""… if the prompts are at least so much alike."""
_PATTERN = 2
"""In so many of the nearest cards a word belongs to a pattern that they follow."""
_BESIDES_PATTERN = 0.1
"""How much alike prompts must be without the words of the pattern."""
_SAFE_LENGTH = 5
"""The length from which a word with one letter changed is taken for a spelling mistake."""
_ADVANTAGE = 0.02
"""By how much another wording must be nearer than the cards beside it."""


class Text:
    """A text made ready to be compared."""

    def __init__(self, source: str) -> None:
        self.folded = fold(source)

    @cached_property
    def words(self) -> Counter[str]:
        """Its words, each as often as it stands there."""
        return Counter(_WORD.findall(self.folded))

    @cached_property
    def weight(self) -> float:
        """What all its words weigh together."""
        return sum(map(_weight, self.words.elements()))

    @cached_property
    def lettered(self) -> float:
        """What its different words weigh together, numbers and very short ones apart."""
        words = (word for word in self.words if len(word) > _SHORT_WORD and word.isalpha())
        return sum(map(_weight, words))

    @cached_property
    def symbols(self) -> Counter[str]:
        """The numbers and single letters in it."""
        return Counter(_SYMBOL.findall(self.folded))


@dataclass(frozen=True, slots=True)
class Sides:
    """What asks and what is answered, ready to be compared."""

    prompt: Text
    answer: Text


def likeness(one: Text, other: Text) -> float:
    """Return how alike two texts are, from 0 to 1.

    A text that the other one holds whole counts as alike, but less than an equal one.
    """
    if one.folded == other.folded:
        return 1.0
    lighter = min(one.weight, other.weight)
    wordy = min(one.lettered, other.lettered) >= 1
    held = _HELD if wordy and _common(one, other) >= _EQUAL * lighter else 0.0
    letters = Indel.normalized_similarity(one.folded, other.folded, score_cutoff=_MISSPELT)
    return max(_bags(one, other), held, 2 * letters - 1)


def reworded(
    old: Sides,
    new: Sides,
    beside_old: Callable[[], Iterable[Sides]],
    beside_new: Callable[[], Iterable[Sides]],
) -> float | None:
    """Return how alike two versions of a card are, from 0 to 2, or None for two different cards.

    The last two give the cards that stood beside the old version and stand beside the new one.
    """
    if _exchanged(old.prompt, new.prompt):
        return None
    prompts, answers = _likenesses(old, new)
    together = prompts + answers
    lettered = min(old.answer.lettered, new.answer.lettered)
    telling = lettered >= _TELLING_WEIGHT
    if telling:
        least = _ALIKE_PROMPT_OF_LONG
    else:
        # Half of a number or of a formula is another one, so the prompt must tell more.
        least = _ALIKE_PROMPT if lettered >= 1 or answers >= _HELD else _HELD
    alike = together >= _ALIKE_TOGETHER and answers >= _ALIKE_ANSWER and prompts >= least
    same_prompt = prompts >= _EQUAL
    same_answer = answers >= _EQUAL and telling and prompts >= _HINTED
    if not (same_prompt or same_answer or alike):
        return None
    around_old, around_new = tuple(beside_old()), tuple(beside_new())
    if prompts < 1 and not _alike_besides_pattern(old, new, (around_old, around_new)):
        return None
    rivals = [_likenesses(old, other) for other in around_old]
    rivals += [_likenesses(new, other) for other in around_new]
    if (
        (alike and together > _ADVANTAGE + max((sum(rival) for rival in rivals), default=0.0))
        or (same_prompt and prompts > max((rival[0] for rival in rivals), default=0.0))
        or (same_answer and answers > max((rival[1] for rival in rivals), default=0.0))
    ):
        return together
    return None


def _alike_besides_pattern(old: Sides, new: Sides, around: Iterable[Sequence[Sides]]) -> bool:
    """Whether two versions have more in common than a pattern that several cards follow."""
    prompts = _pattern([other.prompt for other in cards] for cards in around)
    answers = _pattern([other.answer for other in cards] for cards in around)
    asked, asked_anew = _without(old.prompt, prompts), _without(new.prompt, prompts)
    if not asked.weight or not asked_anew.weight:
        return True
    if _bags(asked, asked_anew) >= _BESIDES_PATTERN:
        return True
    told, told_anew = _without(old.answer, answers), _without(new.answer, answers)
    if OSA.distance(asked.folded, asked_anew.folded) <= 1 and (
        old.answer.folded == new.answer.folded
    ):
        # One letter often makes another word of a short one (Iran, Iraq); their answers tell.
        shorter = min(len(asked.folded), len(asked_anew.folded))
        return bool(told.weight) or shorter >= _SAFE_LENGTH
    telling = min(told.lettered, told_anew.lettered) >= _TELLING_WEIGHT / 2
    return telling and likeness(told, told_anew) >= _ALIKE_ANSWER


def _pattern(sides: Iterable[Sequence[Text]]) -> frozenset[str]:
    """Return the words that stand in several texts of a side."""
    return frozenset(
        word
        for texts in sides
        for word, number in Counter(chain.from_iterable(text.words for text in texts)).items()
        if number >= _PATTERN
    )


def _without(text: Text, words: frozenset[str]) -> Text:
    return Text(" ".join(word for word in _WORD.findall(text.folded) if word not in words))


def _bags(one: Text, other: Text) -> float:
    both = one.weight + other.weight
    return 2 * _common(one, other) / both if both else 0.0


def _common(one: Text, other: Text) -> float:
    return sum(map(_weight, (one.words & other.words).elements()))


def _exchanged(one: Text, other: Text) -> bool:
    return bool(one.symbols - other.symbols and other.symbols - one.symbols)


def _likenesses(one: Sides, other: Sides) -> tuple[float, float]:
    answers = likeness(one.answer, other.answer)
    if _exchanged(one.answer, other.answer):
        # Of a number that is another nothing is left; of a long answer with one, the rest.
        telling = min(one.answer.lettered, other.answer.lettered) >= _TELLING_WEIGHT
        answers = min(answers, _EXCHANGED) if telling else 0.0
    return likeness(one.prompt, other.prompt), answers


def _weight(word: str) -> float:
    if word[0].isdigit() or (len(word) == 1 and not word.isascii()):
        return 1.0
    return min(len(word), _LONG_WORD) / _LONG_WORD
