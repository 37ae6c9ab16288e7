"""A wording of a point as what is looked for on a page: its content words with their weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from recall.study.free_recall.languages import Language
from recall.study.free_recall.rubric import Rubric
from recall.study.free_recall.synonyms import SynonymGroups
from recall.study.free_recall.values import Source
from recall.study.free_recall.words import Word, compounds, words_of_phrase

COMMON_SHARE, COMMON_POINTS = 0.25, 3
COMMON_WEIGHT, PROMPT_WEIGHT, NUMBER_WEIGHT = 0.25, 0.3, 1.5

Weigh = Callable[[Word], float]


@dataclass(frozen=True, slots=True)
class Sought:
    """One content word that is looked for: its text, its weight and its synonym groups.

    ``whole`` is the stem of the hyphenated word that it is a part of, written in one.
    """

    word: Word
    text: str
    weight: float
    groups: tuple[int, ...] = ()
    whole: str | None = None


@dataclass(frozen=True, slots=True)
class Phrase:
    """A wording: every different content word once, in order; ``total`` is their weight.

    ``negated`` tells that it denies, ``compares`` that it says what is more or less than what.
    """

    text: str
    source: Source
    sought: tuple[Sought, ...]
    total: float
    negated: bool
    compares: bool = False


def compile_phrase(
    text: str, source: Source, language: Language, weigh: Weigh, groups: SynonymGroups
) -> Phrase:
    """Return a wording as what is looked for.

    A wording without any content word, or with none but light ones, is looked for by all its words:
    "what was there before" is not met by each "before".
    """
    words = words_of_phrase(text, language)
    member_of: dict[int, list[int]] = {}
    for first, last, group in groups.find(words):
        for place in range(first, last):
            member_of.setdefault(place, []).append(group)
    whole = {
        place: joined
        for first, last, joined in compounds(text, words, language)
        for place in range(first, last)
    }
    any_content = any(word.content and word.folded not in language.light for word in words)
    chosen: dict[str, Sought] = {}
    for place, word in enumerate(words):
        if (word.content or not any_content) and word.stem not in chosen:
            chosen[word.stem] = Sought(
                word,
                text[word.start : word.end],
                weigh(word),
                tuple(member_of.get(place, ())),
                whole.get(place),
            )
    sought = tuple(chosen.values())
    return Phrase(
        text,
        source,
        sought,
        sum(one.weight for one in sought),
        any(word.negator for word in words),
        any(word.folded in language.comparing for word in words),
    )


def weigher(rubric: Rubric, language: Language) -> Weigh:
    """Return the weight of a word in this rubric.

    Words of its topic, which stand in the statements of a quarter of its points and of three or
    more, count a quarter; words of the prompt, which the learner has before them, a little more;
    other numbers one and a half; all else one. Accepted phrasings do not make a word common:
    another phrasing never lowers a cover.
    """
    counts = Counter(
        stem
        for point in rubric.points
        for stem in {word.stem for word in words_of_phrase(point.statement, language)}
    )
    fewest = max(COMMON_POINTS, COMMON_SHARE * len(rubric.points))
    common = frozenset(stem for stem, count in counts.items() if count >= fewest)
    prompt = frozenset(word.stem for word in words_of_phrase(rubric.prompt, language))

    def weigh(word: Word) -> float:
        if word.stem in common:
            return COMMON_WEIGHT
        if word.stem in prompt:
            return PROMPT_WEIGHT
        return NUMBER_WEIGHT if word.number else 1.0

    return weigh
