"""How a rubric is compared, before any page is written: what each point is looked for by.

It says of each point which words count and how much, what else counts for it, what speaks against
it, and which other points look like it; for authors, who otherwise see only results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from recall.study.free_recall.doubts import SHORT_PHRASE
from recall.study.free_recall.languages import Language, language_of
from recall.study.free_recall.matcher import MATCHER_VERSION
from recall.study.free_recall.phrases import (
    COMMON_WEIGHT,
    PROMPT_WEIGHT,
    Phrase,
    compile_phrase,
    weigher,
)
from recall.study.free_recall.rubric import Rubric, RubricPoint
from recall.study.free_recall.synonyms import SynonymGroups
from recall.study.free_recall.values import Source
from recall.study.free_recall.words import words_of_phrase

MOST_WORDS = 12
_FEWEST_OWN_WORDS = 2
# From which share of its weight in another point a point has a rival, and from which it is alike.
_RIVAL_SHARE, _ALIKE_SHARE = 1 / 2, 2 / 3

_Compile = Callable[[str, Source], Phrase]


class Role(StrEnum):
    """Why a word counts what it counts."""

    OWN = "own"
    TOPIC = "topic"
    PROMPT = "prompt"


class Weakness(StrEnum):
    """What makes a point hard to recognise."""

    NOTHING_TO_COMPARE = "it has no words to compare"
    FEW_OWN_WORDS = "it has fewer than two words of its own and no other phrasing"
    MANY_WORDS = "it has more than 12 content words; two points would be recalled more easily"
    ALIKE = "most of its words stand in another point too"
    LIGHT_PHRASING = "a phrasing has only common words, so it counts only when all of them are met"
    UNHEARD_MISCONCEPTION = "a misconception has no words to compare"


@dataclass(frozen=True, slots=True)
class WeighedWord:
    """A word that is looked for, its weight, and why it has it."""

    text: str
    weight: float
    role: Role


@dataclass(frozen=True, slots=True)
class ExplainedWording:
    """A wording of a point and its words; ``needs_all`` when it is too short to miss one."""

    text: str
    source: Source
    words: tuple[WeighedWord, ...]
    needs_all: bool


@dataclass(frozen=True, slots=True)
class ExplainedMisconception:
    """A misconception; ``by_order`` when only the order of its words tells it from the point."""

    text: str
    by_order: bool


@dataclass(frozen=True, slots=True)
class Rival:
    """Another point in whose wordings ``words`` of a statement stand, a ``share`` of its weight."""

    key: str
    share: float
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExplainedPoint:
    """One key point as it is compared.

    ``wordings`` are the statement, the author's other phrasings and those the learner had
    remembered; ``synonyms`` the groups that one of them has a member of; ``rivals`` the points that
    share most with it first.
    """

    key: str
    wordings: tuple[ExplainedWording, ...]
    required: tuple[str, ...]
    synonyms: tuple[tuple[str, ...], ...]
    misconceptions: tuple[ExplainedMisconception, ...]
    rivals: tuple[Rival, ...]
    weaknesses: tuple[Weakness, ...]


@dataclass(frozen=True, slots=True)
class ExplainedRubric:
    """A rubric as it is compared, its points in order; ``stemmer`` is None without stems."""

    points: tuple[ExplainedPoint, ...]
    language: str
    stemmer: str | None
    version: int


def explain_rubric(
    rubric: Rubric,
    *,
    learned: Mapping[str, Sequence[str]] = MappingProxyType({}),
    language: str = "en",
) -> ExplainedRubric:
    """Return how a rubric is compared; the arguments are those of ``compare``."""
    tongue = language_of(language)
    groups = SynonymGroups(rubric.synonyms, tongue)
    weigh = weigher(rubric, tongue)

    def compiled(text: str, source: Source) -> Phrase:
        return compile_phrase(text, source, tongue, weigh, groups)

    every = [_wordings(point, learned.get(point.key, ()), compiled) for point in rubric.points]
    wrong = [
        [compiled(text, Source.ACCEPTED) for text in point.misconceptions]
        for point in rubric.points
    ]
    points = tuple(
        _explained(place, point, every, wrong[place], rubric, tongue)
        for place, point in enumerate(rubric.points)
    )
    return ExplainedRubric(points, language, tongue.stemmer, MATCHER_VERSION)


def _wordings(point: RubricPoint, learned: Sequence[str], compiled: _Compile) -> list[Phrase]:
    return [
        compiled(point.statement, Source.STATEMENT),
        *(compiled(text, Source.ACCEPTED) for text in point.accepted),
        *(compiled(text, Source.LEARNED) for text in learned),
    ]


def _explained(
    place: int,
    point: RubricPoint,
    every: Sequence[Sequence[Phrase]],
    wrong: Sequence[Phrase],
    rubric: Rubric,
    language: Language,
) -> ExplainedPoint:
    wordings = every[place]
    rivals = _rivals(place, every, rubric)
    stems = [_stems(phrase) for phrase in wordings]
    return ExplainedPoint(
        key=point.key,
        wordings=tuple(map(_wording, wordings)),
        required=point.required,
        synonyms=_synonyms(wordings, rubric, language),
        misconceptions=tuple(
            ExplainedMisconception(phrase.text, bool(_stems(phrase)) and _stems(phrase) in stems)
            for phrase in wrong
        ),
        rivals=rivals,
        weaknesses=tuple(_weaknesses(wordings, wrong, rivals, language)),
    )


def _wording(phrase: Phrase) -> ExplainedWording:
    own = sum(sought.weight >= 1 for sought in phrase.sought)
    return ExplainedWording(
        phrase.text,
        phrase.source,
        tuple(
            WeighedWord(sought.text, sought.weight, _role(sought.weight))
            for sought in phrase.sought
        ),
        phrase.source is not Source.LEARNED and own < SHORT_PHRASE,
    )


def _role(weight: float) -> Role:
    return {COMMON_WEIGHT: Role.TOPIC, PROMPT_WEIGHT: Role.PROMPT}.get(weight, Role.OWN)


def _stems(phrase: Phrase) -> frozenset[str]:
    return frozenset(sought.word.stem for sought in phrase.sought)


def _synonyms(
    wordings: Sequence[Phrase], rubric: Rubric, language: Language
) -> tuple[tuple[str, ...], ...]:
    """Return the synonym groups with a member in one of the wordings."""
    words = [words_of_phrase(phrase.text, language) for phrase in wordings]
    return tuple(
        group
        for group in rubric.synonyms
        for members in (SynonymGroups((group,), language),)
        if any(True for row in words for _ in members.find(row))
    )


def _rivals(place: int, every: Sequence[Sequence[Phrase]], rubric: Rubric) -> tuple[Rival, ...]:
    """Return the points of whose wordings one has much of a statement."""
    statement = every[place][0]
    found: list[Rival] = []
    for other, wordings in enumerate(every):
        if other == place or not statement.total:
            continue
        best: tuple[float, tuple[str, ...]] = (0.0, ())
        for phrase in wordings:
            stems = _stems(phrase)
            shared = [one for one in statement.sought if one.word.stem in stems]
            share = sum(one.weight for one in shared) / statement.total
            best = max(best, (share, tuple(one.text for one in shared)))
        if best[0] >= _RIVAL_SHARE:
            found.append(Rival(rubric.points[other].key, *best))
    return tuple(sorted(found, key=lambda rival: -rival.share))


def _weaknesses(
    wordings: Sequence[Phrase],
    wrong: Sequence[Phrase],
    rivals: Sequence[Rival],
    language: Language,
) -> list[Weakness]:
    statement, others = wordings[0], wordings[1:]
    own = sum(sought.weight >= 1 for sought in statement.sought)
    light = [
        phrase
        for phrase in wordings
        if phrase.sought
        and not any(
            sought.word.content and sought.word.folded not in language.light
            for sought in phrase.sought
        )
    ]
    holds = {
        Weakness.NOTHING_TO_COMPARE: not any(phrase.sought for phrase in wordings),
        Weakness.FEW_OWN_WORDS: own < _FEWEST_OWN_WORDS and not others,
        Weakness.MANY_WORDS: len(statement.sought) > MOST_WORDS,
        Weakness.ALIKE: any(rival.share > _ALIKE_SHARE for rival in rivals),
        Weakness.LIGHT_PHRASING: bool(light),
        Weakness.UNHEARD_MISCONCEPTION: not all(phrase.sought for phrase in wrong),
    }
    return [weakness for weakness, there in holds.items() if there]
