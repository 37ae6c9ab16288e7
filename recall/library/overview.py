"""Where the learner stands: the decks with their counts, today's work, and what must be said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path

from recall.cards.deck import DeckKind
from recall.cards.history import Mode
from recall.cards.problem import Level
from recall.clock import MICROSECONDS_PER_DAY, Moment, clock_jump, day_to_date
from recall.errors import UsageError
from recall.library.context import Context
from recall.library.front_matter import front_matter_from_json
from recall.library.plan import Shelf, plan_day, shelf
from recall.library.values import CourseRow, DeckRow, Home, RefreshReport
from recall.library.words import count, minutes_for, relative_day, short_date
from recall.storage import candidates, decks, history
from recall.storage.records import FileRow
from recall.storage.store import Transaction
from recall.study.course import next_step, state_of
from recall.study.queue import Source
from recall.study.session import USUAL_ANSWER
from recall.text import clean_line

_REVIEWS_LOOKED_AT = 200
_DAYS_LOOKED_BACK = (1, 5, 30)  # no more of the log is read than is needed
_LONGEST_ANSWER_SECONDS = 120
_DAY = timedelta(days=1)
_FORECAST_DAYS = 365


def deck_rows(on: Shelf) -> tuple[DeckRow, ...]:
    """Return every deck of the library in course order, with its counts."""
    return tuple(_deck_row(row, on) for row in on.rows)


def _deck_row(row: FileRow, on: Shelf) -> DeckRow:
    tally, unit, is_open = on.tallies[row.id], on.units[row.id], row.id in on.open
    front_matter = front_matter_from_json(row.front_matter)
    return DeckRow(
        path=row.path,
        folder=row.folder,
        title=row.title,
        kind=unit.kind,
        code=row.code,
        summary=front_matter.summary,
        course=row.course,
        open=is_open,
        cards=tally.cards,
        points=tally.points,
        due=tally.due,
        new=tally.new,
        recall=unit.recall,
        problems=tally.errors + tally.warnings,
        file_id=row.id,
        after=front_matter.after,
        state=state_of(unit, is_open=is_open),
        is_read=unit.is_read,
        is_drawn=unit.is_drawn,
        finished=unit.finished,
        waiting=unit.unseen if unit.waits else 0,
    )


def home(context: Context, report: RefreshReport) -> Home:
    """Return what the first screen shows, after the refresh that gave ``report``."""
    with context.store.reading() as tx:
        moment = context.moment(tx)
        on = shelf(context, tx, moment.day)
        plan = plan_day(context, tx, moment, on)
        seconds = seconds_for_an_answer(tx, moment)
        horizon = moment.at + context.config.learn_ahead * 60_000_000
        now = [card for card in plan.queue if card.due_at is None or card.due_at <= horizon]
        new = Counter(card.deck for card in now if card.source is Source.NEW)
        due = Counter(card.deck for card in now if card.source is not Source.NEW)
        next_due = None if now else _next_due(context, tx, moment)
        notices = _notices(context, tx, moment, report)
    today = day_to_date(moment.day)
    return Home(
        date=short_date(today, today),
        due=due.total(),
        new=new.total(),
        # A new card comes at least twice on its first day.
        minutes=minutes_for(due.total() + 2 * new.total(), seconds),
        courses=tuple(
            CourseRow(row.course or "", row.title, row.path)
            for row in on.rows
            if row.kind == DeckKind.COURSE
        ),
        # A row counts what today's queue holds of its deck, so that the rows add up to the whole.
        decks=tuple(
            replace(row, due=due[str(row.file_id)], new_today=new[str(row.file_id)])
            for row in deck_rows(on)
            if row.kind is not DeckKind.COURSE and _is_deck(row)
        ),
        errors=_problems(context, on, Level.ERROR),
        warnings=_problems(context, on, Level.WARNING),
        notices=notices,
        next_due=next_due,
        nowhere=tuple(clean_line(str(folder)) for folder in context.nowhere),
        step=next_step(
            [on.units[row.id] for row in on.rows],
            frozenset(map(str, on.open)),
            due=due.total(),
            new_from=frozenset(new),
        ),
    )


def _problems(context: Context, on: Shelf, level: Level) -> int:
    """Return how many problems of a level the decks and their folders have."""
    in_decks = sum(
        tally.errors if level is Level.ERROR else tally.warnings for tally in on.tallies.values()
    )
    return in_decks + sum(problem.level is level for problem in context.passed_over)


def _is_deck(row: DeckRow) -> bool:
    """Whether a file belongs in a list of decks: plain reading text without cards does not."""
    return bool(row.cards or row.points or row.problems or row.code or row.course)


def find_decks(
    context: Context, rows: Sequence[DeckRow], names: Sequence[str]
) -> tuple[DeckRow, ...]:
    """Return the decks named: by path, path without ``.md``, code, title, course id or folder.

    Case does not count where that is not ambiguous. Raises UsageError for a name that fits no deck.
    """
    found: dict[int, DeckRow] = {}
    for name in names:
        wanted = name.removeprefix("./").rstrip("/")
        fitting = [row for row in rows if wanted in _names(row)]
        fitting = fitting or [
            row for row in rows if wanted.casefold() in {known.casefold() for known in _names(row)}
        ]
        if not fitting:
            raise _no_such_deck(name, rows)
        found |= {row.file_id: row for row in fitting}
    return tuple(found.values())


def _names(row: DeckRow) -> set[str]:
    path = row.path
    names = {path, path.removesuffix(".md"), path.rpartition("/")[2], row.title}
    names |= {row.folder, str(Path(row.folder) / path)}
    while path := path.rpartition("/")[0]:
        names.add(path)
    return names | {name for name in (row.code, row.course) if name}


def _no_such_deck(name: str, rows: Sequence[DeckRow]) -> UsageError:
    known = sorted({known for row in rows for known in _names(row) if "/" not in known[:1]})
    folded = {one.casefold(): one for one in known}
    near = get_close_matches(name.casefold(), list(folded), n=3, cutoff=0.5)
    hint = "List the decks with recall decks."
    if near:
        hint = f"Did you mean {' or '.join(folded[one] for one in near)}? {hint}"
    return UsageError(f"There is no deck named {name!r}.", hint)


def forecast(context: Context, days: int) -> tuple[tuple[str, int], ...]:
    """Return how many cards fall due on each of the next days, as (ISO date, count)."""
    with context.store.reading() as tx:
        today = context.moment(tx).day
        counts = decks.forecast(tx, context.folders, today, today + days - 1)
    return tuple(
        (day_to_date(day).isoformat(), counts.get(day, 0)) for day in range(today, today + days)
    )


def seconds_for_an_answer(tx: Transaction, moment: Moment) -> float:
    """Return about how many seconds an answer takes, from the newest reviews of the last month."""
    taken: list[float] = []
    for days in _DAYS_LOOKED_BACK:
        since = moment.at - days * MICROSECONDS_PER_DAY
        taken = [
            min(review.milliseconds / 1000, _LONGEST_ANSWER_SECONDS)
            for review in history.reviews(tx, since=since)
            if review.mode is not Mode.BLANK_PAGE  # its time is that of writing the page
        ][-_REVIEWS_LOOKED_AT:]
        if len(taken) == _REVIEWS_LOOKED_AT:
            break
    # A few usual answers keep one odd review from deciding the estimate.
    return (sum(taken) + 5 * USUAL_ANSWER) / (len(taken) + 5)


def _next_due(context: Context, tx: Transaction, moment: Moment) -> str | None:
    steps = candidates.due_steps(
        tx, context.folders, today=moment.day, until=moment.at + MICROSECONDS_PER_DAY
    )
    if steps:
        return relative_day(moment.day, moment.day)
    counts = decks.forecast(tx, context.folders, moment.day + 1, moment.day + _FORECAST_DAYS)
    later = [day for day, number in sorted(counts.items()) if number]
    return relative_day(later[0], moment.day) if later else None


def _notices(
    context: Context, tx: Transaction, moment: Moment, report: RefreshReport
) -> tuple[str, ...]:
    notices = list(standing_notices(context, tx))
    notices += [
        f"The deck folder {clean_line(str(folder))} is not there now, so its cards stay as they "
        "were; recall decks --accept-missing lets them go."
        for folder in context.absent
    ]
    if report.withheld:
        notices.append(
            f"{count(report.withheld, 'card')} would go missing at once, so nothing was marked. "
            "Check the deck folders, or accept it with recall decks --accept-missing."
        )
    if report.renamed:
        notices.append(f"{count(report.renamed, 'card')} renamed, progress kept.")
    if report.reworded:
        notices.append(
            f"{count(report.reworded, 'card')} reworded, progress kept; "
            "recall decks --changes lists what was carried over."
        )
    if report.parted:
        notices.append(
            f"{count(report.parted, 'old wording')} stands beside the new one, so they are two "
            "cards again, each with its own answers."
        )
    return tuple(notices)


def standing_notices(context: Context, tx: Transaction) -> tuple[str, ...]:
    """Return what must be read before anything is graded: of the file and of the clock."""
    notices = list(context.store.warnings)
    if context.store.read_only:
        notices.append("The progress file is read-only: you can look, but grades are not kept.")
    return (*notices, *clock_notice(context, tx))


def clock_notice(context: Context, tx: Transaction) -> list[str]:
    """Return a sentence when the clock jumped against the last review."""
    last = history.last_review(tx)
    jump = clock_jump(context.clock.now().at, last.at) if last is not None else None
    if jump is None:
        return []
    if jump < timedelta():
        behind = count(-jump // _DAY, "day")
        return [f"The clock is {behind} behind the last review; set it right before you grade."]
    ago = count(jump // _DAY, "day")
    advice = "if that is wrong, set the clock right before you grade."
    return [f"The last review was {ago} ago; {advice}"]
