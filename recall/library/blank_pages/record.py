"""A page that is finished: what is written of it into the log, and read back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from recall.cards.memory import Rating
from recall.clock import day_to_date
from recall.library.blank_pages.opening import OpenPage
from recall.library.blank_pages.values import Coverage, PagePoint, PageRecord, PointOutcome
from recall.storage.pages import PageHead
from recall.study.free_recall.attempt import Attempt
from recall.study.free_recall.attempt_record import span_to_json
from recall.study.free_recall.calibration import Thresholds
from recall.study.free_recall.cues import heading_of
from recall.study.free_recall.merit import Help, Merit, help_of, merit_of
from recall.study.free_recall.values import State
from recall.text import clean_line

RECORD_VERSION = 1
_MICROSECONDS_PER_SECOND = 1_000_000


def outcome_of(
    attempt: Attempt, point: PagePoint, rating: Rating | None, *, next_day: str | None, when: str
) -> PointOutcome:
    """Return what became of a point, with the rating it is given."""
    span = attempt.evidence(point.key)
    return PointOutcome(
        key=point.key,
        uid=point.uid,
        statement=point.statement,
        group=point.group,
        proposed=attempt.result(point.key).state,
        said=attempt.is_said(point.key),
        merit=merit_of(attempt, point.key),
        help=help_of(attempt, point.key),
        sentence=None if span is None else clean_line(span.of(attempt.text)),
        rating=rating,
        next_day=next_day,
        when=when,
        card=point.card,
    )


def seconds_of(attempt: Attempt) -> int:
    """Return the whole seconds of writing."""
    return attempt.written // _MICROSECONDS_PER_SECOND


def coverage(group: str, outcomes: Sequence[PointOutcome], weights: Mapping[str, int]) -> Coverage:
    """Return the coverage of some points, with their weights by key."""
    said = [one for one in outcomes if one.said]
    return Coverage(
        group=group,
        points=len(outcomes),
        said=len(said),
        free=sum(one.help is Help.FREE for one in said),
        on_cue=sum(one.merit in {Merit.COMPLETED, Merit.ON_CUE} for one in outcomes),
        weight=sum(weights[one.key] for one in outcomes),
        covered=sum(weights[one.key] for one in said),
    )


def coverage_by_group(
    outcomes: Iterable[PointOutcome], weights: Mapping[str, int]
) -> tuple[Coverage, ...]:
    """Return the coverage of each heading, in the order of the page."""
    by_heading: dict[str, list[PointOutcome]] = {}
    for one in outcomes:
        by_heading.setdefault(heading_of(one.group), []).append(one)
    return tuple(coverage(heading, of, weights) for heading, of in by_heading.items())


def record_of(
    attempt: Attempt,
    opened: OpenPage,
    outcomes: Sequence[PointOutcome],
    *,
    reviews: Sequence[str],
    wordings: Sequence[str],
    unrated: Sequence[str],
    abandoned: bool,
) -> dict[str, object]:
    """Return a page as the body of its action.

    ``reviews`` are the ids of its reviews and ``wordings`` those of the wordings remembered with
    it; all are taken back with the page. ``unrated`` are the points that got no rating and are to
    be asked by the next day.
    """
    weights = {point.key: point.weight for point in opened.points}
    whole = coverage("", outcomes, weights)
    comparison = attempt.comparison
    verdicts = [] if abandoned else [
        [round(attempt.result(one.key).cover, 4), one.said] for one in outcomes
    ]  # fmt: skip
    return {
        "version": RECORD_VERSION,
        "head": {
            "group": opened.group,
            "points": [one.uid for one in outcomes],
            "unrated": list(unrated),
            "weight": whole.weight,
            "covered": whole.covered,
            "free": sum(weights[one.key] for one in outcomes if one.said and _is_free(one)),
            "guess": attempt.guess,
            "abandoned": abandoned,
            "overruled": sum(_is_overruled(attempt, one) for one in outcomes),
            "verdicts": verdicts,
        },
        "started": attempt.started,
        "seconds": seconds_of(attempt),
        "text": attempt.text,
        "free": attempt.free,
        "revealed": list(attempt.revealed),
        "cut": None if comparison is None else comparison.thresholds.cut,
        "cut_verdicts": None if comparison is None else comparison.thresholds.verdicts,
        "matcher": None if comparison is None else comparison.version,
        "points": [_point_record(attempt, one, weights[one.key]) for one in outcomes],
        "reviews": list(reviews),
        "wordings": list(wordings),
    }


def _is_free(outcome: PointOutcome) -> bool:
    return outcome.help is Help.FREE


def _is_overruled(attempt: Attempt, outcome: PointOutcome) -> bool:
    """Return whether the learner did not follow a proposal; one to check proposes nothing."""
    if outcome.proposed is State.FOUND:
        return not outcome.said
    return outcome.proposed is State.NOT_FOUND and outcome.said


def _point_record(attempt: Attempt, outcome: PointOutcome, weight: int) -> dict[str, object]:
    result, decision = attempt.result(outcome.key), attempt.decision(outcome.key)
    return {
        "key": outcome.key,
        "name": outcome.uid,
        "statement": outcome.statement,
        "group": list(outcome.group),
        "weight": weight,
        "proposed": outcome.proposed.value,
        "cover": result.cover,
        "own": result.own,
        "reasons": [[reason.doubt.value, reason.detail] for reason in result.reasons],
        "said": outcome.said,
        "overruled": _is_overruled(attempt, outcome),
        "verdict": outcome.merit.value,
        "stage": outcome.help.value,
        "evidence": span_to_json(attempt.evidence(outcome.key)),
        "sentence": outcome.sentence,
        "clash": decision.clash,
        "answer": decision.answer,
        "rating": None if outcome.rating is None else int(outcome.rating),
        "card": outcome.card,
    }


def page_record(head: PageHead, body: Mapping[str, Any]) -> PageRecord | None:
    """Return a page of the past as it was written into the log.

    None when it cannot be read, as one from another device can be that nobody checked.
    """
    try:
        return _page_record(head, body)
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _page_record(head: PageHead, body: Mapping[str, Any]) -> PageRecord:
    outcomes = tuple(map(_outcome, body["points"]))
    weights = {point["key"]: point["weight"] for point in body["points"]}
    return PageRecord(
        id=head.id,
        day=day_to_date(head.day).isoformat(),
        group=head.group,
        whole=coverage("", outcomes, weights),
        groups=coverage_by_group(outcomes, weights),
        points=outcomes,
        guess=head.guess,
        seconds=body["seconds"],
        text=body["text"],
        free_text=body["free"],
        abandoned=head.abandoned,
        thresholds=Thresholds(body["cut"], body["cut_verdicts"]),
        matcher=body["matcher"],
    )


def _outcome(record: Mapping[str, Any]) -> PointOutcome:
    return PointOutcome(
        key=record["key"],
        uid=record["name"],
        statement=record["statement"],
        group=tuple(record["group"]),
        proposed=State(record["proposed"]),
        said=record["said"],
        merit=Merit(record["verdict"]),
        help=Help(record["stage"]),
        sentence=record["sentence"],
        rating=None if record["rating"] is None else Rating(record["rating"]),
        card=record["card"],
    )
