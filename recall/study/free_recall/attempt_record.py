"""An attempt as plain values for JSON and back, without losing anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from recall.study.free_recall.attempt import Attempt, Cued, Decision, Stage
from recall.study.free_recall.calibration import Thresholds
from recall.study.free_recall.values import (
    Clash,
    Comparison,
    Doubt,
    How,
    MatchedWord,
    PointResult,
    Reason,
    Source,
    Span,
    State,
)

ATTEMPT_VERSION = 1
"""Raised when an older program could not read an attempt any more."""


def attempt_to_json(attempt: Attempt) -> dict[str, object]:
    """Return an attempt as values that ``json`` can write."""
    comparison = attempt.comparison
    return {
        "version": ATTEMPT_VERSION,
        "id": attempt.id,
        "started": attempt.started,
        "stage": attempt.stage.value,
        "guess": attempt.guess,
        "text": attempt.text,
        "free": attempt.free,
        "revealed": list(attempt.revealed),
        "asked_else": attempt.asked_else,
        "comparison": None if comparison is None else _comparison_to_json(comparison),
        "decisions": {key: _decision_to_json(one) for key, one in attempt.decisions.items()},
        "place": attempt.place,
        "misses": list(attempt.misses),
        "written": attempt.written,
        "seen": attempt.seen,
    }


def attempt_from_json(record: Mapping[str, Any]) -> Attempt:
    """Return the attempt that ``attempt_to_json`` gave these values for.

    Raises ValueError for values of another version or form.
    """
    try:
        if record["version"] != ATTEMPT_VERSION:
            raise ValueError(f"an attempt of version {record['version']!r}")
        comparison = record["comparison"]
        return Attempt(
            id=record["id"],
            started=record["started"],
            stage=Stage(record["stage"]),
            guess=record["guess"],
            text=record["text"],
            free=record["free"],
            revealed=tuple(record["revealed"]),
            asked_else=record["asked_else"],
            comparison=None if comparison is None else _comparison_from_json(comparison),
            decisions={key: _decision(one) for key, one in record["decisions"].items()},
            place=record["place"],
            misses=tuple(record["misses"]),
            written=record["written"],
            seen=record["seen"],
        )
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise ValueError("not an attempt") from error


def span_to_json(span: Span | None) -> list[int] | None:
    """Return a stretch of a page as its two offsets."""
    return None if span is None else [span.start, span.end]


def span_from_json(offsets: Sequence[int] | None) -> Span | None:
    """Return the stretch of a page between two offsets."""
    return None if offsets is None else Span(offsets[0], offsets[1])


def _decision_to_json(decision: Decision) -> dict[str, object]:
    return {
        "said": decision.said,
        "evidence": span_to_json(decision.evidence),
        "clash": decision.clash,
        "answer": decision.answer,
        "cued": None if decision.cued is None else decision.cued.value,
        "remember": decision.remember,
    }


def _decision(record: Mapping[str, Any]) -> Decision:
    cued = record["cued"]
    return Decision(
        said=record["said"],
        evidence=span_from_json(record["evidence"]),
        clash=record["clash"],
        answer=record["answer"],
        cued=None if cued is None else Cued(cued),
        remember=record["remember"],
    )


def _comparison_to_json(comparison: Comparison) -> dict[str, object]:
    return {
        "points": [_result_to_json(point) for point in comparison.points],
        "clashes": [
            {
                "key": clash.key,
                "misconception": clash.misconception,
                "sentence": span_to_json(clash.sentence),
                "score": clash.score,
                "by_order": clash.by_order,
            }
            for clash in comparison.clashes
        ],
        "cut": comparison.thresholds.cut,
        "verdicts": comparison.thresholds.verdicts,
        "language": comparison.language,
        "stemmer": comparison.stemmer,
        "by_letters": comparison.by_letters,
        "version": comparison.version,
    }


def _comparison_from_json(record: Mapping[str, Any]) -> Comparison:
    return Comparison(
        points=tuple(map(_result, record["points"])),
        clashes=tuple(
            Clash(
                clash["key"],
                clash["misconception"],
                Span(*clash["sentence"]),
                clash["score"],
                clash["by_order"],
            )
            for clash in record["clashes"]
        ),
        thresholds=Thresholds(record["cut"], record["verdicts"]),
        language=record["language"],
        stemmer=record["stemmer"],
        by_letters=record["by_letters"],
        version=record["version"],
    )


def _result_to_json(result: PointResult) -> dict[str, object]:
    return {
        "key": result.key,
        "state": result.state.value,
        "cover": result.cover,
        "own": result.own,
        "sentence": span_to_json(result.sentence),
        "phrasing": result.phrasing,
        "source": result.source.value,
        "matched": [
            [word.word, word.how.value, word.span.start, word.span.end] for word in result.matched
        ],
        "missing": list(result.missing),
        "rival": result.rival,
        "reasons": [[reason.doubt.value, reason.detail] for reason in result.reasons],
    }


def _result(record: Mapping[str, Any]) -> PointResult:
    return PointResult(
        key=record["key"],
        state=State(record["state"]),
        cover=record["cover"],
        own=record["own"],
        sentence=span_from_json(record["sentence"]),
        phrasing=record["phrasing"],
        source=Source(record["source"]),
        matched=tuple(
            MatchedWord(word, How(how), Span(start, end))
            for word, how, start, end in record["matched"]
        ),
        missing=tuple(record["missing"]),
        rival=record["rival"],
        reasons=tuple(Reason(Doubt(doubt), detail) for doubt, detail in record["reasons"]),
    )
