"""The end of a blank page: what every point is rated, and all of it written in one transaction."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from recall.cards.history import ActionKind, Mode, Review
from recall.cards.memory import Phase, Rating
from recall.clock import Moment, day_to_date
from recall.library.blank_pages.opening import OpenPage
from recall.library.blank_pages.record import outcome_of, record_of
from recall.library.blank_pages.values import PagePoint, PointOutcome
from recall.library.context import Context, following
from recall.library.marking import new_action, record_settings
from recall.library.words import relative_day
from recall.scheduling.scheduler import Outcome
from recall.storage import drafts, journal, pages
from recall.storage.records import State
from recall.storage.store import Transaction
from recall.study.free_recall.attempt import Attempt
from recall.study.free_recall.merit import rating_of


@dataclass(frozen=True, slots=True)
class Judged:
    """A point with what became of it: ``decided`` is what its rating leads to, None without one.

    ``unrated`` tells that it got none though it was not rated today, and is asked by tomorrow.
    """

    point: PagePoint
    state: State
    outcome: PointOutcome
    decided: Outcome | None
    unrated: bool


def judge_points(
    context: Context,
    tx: Transaction,
    moment: Moment,
    attempt: Attempt,
    opened: OpenPage,
    *,
    abandoned: bool = False,
) -> tuple[Judged, ...]:
    """Return what became of each point, and what that leads to at a moment.

    A point is rated once a day: one that was rated earlier that day keeps what it got, so a page
    never lowers the stability of a point that was recalled on it. No point of an abandoned page is
    rated.
    """
    states = journal.states(tx, [point.uid for point in opened.points])
    on_cue = Rating[context.config.cued_rating.upper()]
    contents = dict(zip(opened.page.names, opened.page.contents, strict=True))
    judged: list[Judged] = []
    for point in opened.points:
        state = states.get(point.uid, State())
        outcome = outcome_of(attempt, point, None, next_day=None, when="")
        rating = None if abandoned else rating_of(outcome.merit, on_cue)
        today = state.memory.last_day is not None and state.memory.last_day >= moment.day
        if today or contents[point.uid] is None:
            rating = None
        decided = None if rating is None else context.scheduler.apply(
            point.uid, state.memory, moment, rating, opened.page.retention, steps=False
        )  # fmt: skip
        unrated = rating is None and not today
        due = _next_day(state, decided, moment, unrated=unrated)
        outcome = replace(
            outcome,
            rating=rating,
            next_day=None if due is None else day_to_date(due).isoformat(),
            when="" if due is None else relative_day(due, moment.day),
        )
        judged.append(Judged(point, state, outcome, decided, unrated))
    return tuple(judged)


def _next_day(
    state: State, decided: Outcome | None, moment: Moment, *, unrated: bool
) -> int | None:
    """Return the study day on which a point is asked next: never on the day of its page."""
    tomorrow = moment.day + 1
    memory = state.memory if decided is None else decided.memory
    if memory.phase is Phase.NEW or memory.due_day is None:
        return None
    return tomorrow if unrated else max(memory.due_day, tomorrow)


def record_page(
    context: Context, attempt: Attempt, opened: OpenPage, draft: str, *, abandoned: bool = False
) -> Sequence[PointOutcome]:
    """Write a page into the log with the reviews of its points, and let go of its draft.

    All of it or nothing is on disk. A page that is in the log already is not written again. Raises
    StorageError.
    """
    with context.store.writing() as tx:
        if pages.is_recorded(tx, attempt.id):
            drafts.drop_draft(tx, draft)
            return ()
        moment = context.moment(tx)
        if not abandoned:
            moment = record_settings(context, tx, moment)
        judged = judge_points(context, tx, moment, attempt, opened, abandoned=abandoned)
        rated = [one for one in judged if one.decided is not None]
        # All bear one instant, as one deed; ids in order keep the reviews in that of the page.
        ids = sorted(context.new_id(moment.at) for _ in rated)
        for identity, one in zip(ids, rated, strict=True):
            _add_review(tx, identity, moment, attempt, opened, one)
        wordings = [] if abandoned else _add_wordings(context, tx, moment, attempt, opened)
        body = record_of(
            attempt,
            opened,
            [one.outcome for one in judged],
            reviews=ids,
            wordings=wordings,
            unrated=[one.point.uid for one in judged if one.unrated],
            abandoned=abandoned,
        )
        # The page is written after its reviews, so that an undo meets it first.
        action = new_action(
            context,
            moment,
            ActionKind.PAGE,
            opened.page.names[0],
            json.dumps(body, ensure_ascii=False, allow_nan=False),
        )
        journal.add_action(tx, replace(action, id=attempt.id))
        drafts.drop_draft(tx, draft)
    return [one.outcome for one in judged]


def _add_review(
    tx: Transaction,
    identity: str,
    moment: Moment,
    attempt: Attempt,
    opened: OpenPage,
    judged: Judged,
) -> None:
    """Write the review of one point."""
    point, state, outcome, decided = judged.point, judged.state, judged.outcome, judged.decided
    assert decided is not None  # noqa: S101 - only rated points are reviewed
    answer = {
        "stage": outcome.help.value,
        "page": attempt.id,
        "proposed": outcome.proposed.value,
        "final": outcome.merit.value,
        "sentence": outcome.sentence,
    }
    typed = attempt.decision(point.key).answer
    if typed is not None:
        answer["typed"] = typed
    review = Review(
        id=identity,
        name=point.name,
        at=following(tx, moment, point.uid, state.last_at).at,
        offset=moment.offset,
        day=moment.day,
        rating=decided.rating,
        milliseconds=attempt.written // 1000 // max(len(opened.points), 1),
        mode=Mode.BLANK_PAGE,
        retention=decided.explanation.retention,
        due_day=decided.memory.due_day,
        due_at=decided.memory.due_at,
        answer=json.dumps(answer, ensure_ascii=False, allow_nan=False),
    )
    journal.add_review(
        tx, point.uid, review, decided.memory, expected_last_review_id=state.last_review_id
    )


def _add_wordings(
    context: Context, tx: Transaction, moment: Moment, attempt: Attempt, opened: OpenPage
) -> list[str]:
    """Write the wordings to be remembered; return the ids of their actions."""
    ids: list[str] = []
    for point in opened.points:
        span = attempt.evidence(point.key)
        if attempt.decision(point.key).remember and span is not None:
            body = json.dumps({"wording": span.of(attempt.text)}, ensure_ascii=False)
            action = new_action(context, moment, ActionKind.WORDING, point.name, body)
            journal.add_action(tx, action)
            ids.append(action.id)
    return ids
