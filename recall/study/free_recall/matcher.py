"""Comparing a page written from memory with the key points of a rubric.

The measure is lexical and can be explained: the share of a point's content words that stand in the
best one or two sentences of the page. ``compare`` is a pure function of its arguments and
``MATCHER_VERSION``; it proposes, and the learner decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from recall.study.free_recall.calibration import DEFAULT, Thresholds
from recall.study.free_recall.contest import Contender, Contest, Evidence
from recall.study.free_recall.doubts import (
    clashes_of,
    compared_the_other_way,
    differing_negation,
    missing_required,
    number_missing,
    short_and_incomplete,
    span_of,
)
from recall.study.free_recall.languages import language_of
from recall.study.free_recall.page import Page
from recall.study.free_recall.phrases import compile_phrase, weigher
from recall.study.free_recall.rubric import Rubric
from recall.study.free_recall.scoring import ScoredPhrase
from recall.study.free_recall.synonyms import SynonymGroups
from recall.study.free_recall.values import (
    Clash,
    Comparison,
    Doubt,
    MatchedWord,
    PointResult,
    Reason,
    Source,
    Span,
    State,
)

MATCHER_VERSION = 2
"""Raised with every change that can change a result."""


def compare(
    page: str,
    rubric: Rubric,
    *,
    learned: Mapping[str, Sequence[str]] = MappingProxyType({}),
    thresholds: Thresholds = DEFAULT,
    language: str = "en",
) -> Comparison:
    """Return what a page says of every point of a rubric.

    ``learned`` gives by a point's key the wordings the learner has asked to remember; ``language``
    is a tag such as ``en`` or ``de-CH`` that chooses the stemmer. Any text is a page; nothing is
    raised.
    """
    tongue = language_of(language)
    groups = SynonymGroups(rubric.synonyms, tongue)
    weigh = weigher(rubric, tongue)
    seen = Page(page, tongue, groups, weigh)

    def look_up(text: str, source: Source) -> ScoredPhrase:
        return ScoredPhrase(compile_phrase(text, source, tongue, weigh, groups), seen)

    contest = Contest(
        [Contender(point, learned.get(point.key, ()), look_up) for point in rubric.points]
    )
    results: list[PointResult] = []
    clashes: list[Clash] = []
    for contender in contest.contenders:
        clashing = clashes_of(contender.key, contender.misconceptions, contender.wordings, seen)
        clashes += clashing
        results.append(_judge(contender, contest.evidence(contender), clashing, seen, thresholds))
    by_letters = seen.by_letters or any(one.in_pairs for one in contest.contenders)
    return Comparison(
        points=tuple(results),
        clashes=tuple(clashes),
        thresholds=thresholds,
        language=language,
        stemmer=tongue.stemmer,
        by_letters=by_letters,
        version=MATCHER_VERSION,
    )


def _judge(
    contender: Contender,
    evidence: Evidence | None,
    clashes: Sequence[Clash],
    page: Page,
    thresholds: Thresholds,
) -> PointResult:
    """Return what is proposed for a point, with its reasons."""
    reasons = [
        Reason(
            Doubt.MISCONCEPTION_ORDER if clash.by_order else Doubt.MISCONCEPTION_CLOSER,
            clash.misconception,
        )
        for clash in clashes
    ]
    if evidence is None:
        phrase = contender.wordings[0].phrase
        if not any(wording.phrase.sought for wording in contender.wordings):
            reasons.append(Reason(Doubt.NOTHING_TO_COMPARE, phrase.text))
        return PointResult(
            key=contender.key,
            state=State.CHECK if reasons else State.NOT_FOUND,
            cover=0.0,
            own=0.0,
            sentence=None,
            phrasing=phrase.text,
            source=phrase.source,
            missing=tuple(sought.text for sought in phrase.sought),
            reasons=tuple(reasons),
        )
    wording, window, cover = evidence.wording, evidence.window, evidence.cover
    state = State.FOUND if cover >= thresholds.found else State.CHECK
    if cover <= thresholds.not_found:
        state = State.NOT_FOUND
    else:
        reasons += missing_required(contender.required, window)
        reasons += short_and_incomplete(wording, window)
        reasons += number_missing(wording, page, window)
        reasons += compared_the_other_way(wording, window)
        reasons += differing_negation(wording, page, window)
    hits = wording.hits(window)
    return PointResult(
        key=contender.key,
        state=State.CHECK if reasons else state,
        cover=cover,
        own=contender.best_score(),
        sentence=span_of(page, window),
        phrasing=wording.phrase.text,
        source=wording.phrase.source,
        matched=tuple(
            MatchedWord(sought.text, hit.how, Span(hit.start, hit.end))
            for sought, hit in hits
            if hit is not None
        ),
        missing=tuple(sought.text for sought, hit in hits if hit is None),
        rival=evidence.rival,
        reasons=tuple(reasons),
    )
