"""Counts over whole decks, made by the database so that no list of cards is loaded for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Integer, and_, bindparam, exists, func, or_, select

from recall.cards.memory import Phase
from recall.cards.problem import Level
from recall.storage.records import Curve, Tally
from recall.storage.statements import FILE, PLACEMENT, PROBLEM, STATE, among, listed
from recall.storage.store import Transaction

TODAY = bindparam("today", type_=Integer)
UNSEEN = or_(STATE.c.uid.is_(None), STATE.c.phase == Phase.NEW.value)
SUSPENDED = func.coalesce(STATE.c.suspended, 0) == 1
BURIED = func.coalesce(STATE.c.buried_day, TODAY - 1) >= TODAY
# A card is studied by itself unless it is a key point, and once in each file.
STUDIED = and_(PLACEMENT.c.point == 0, PLACEMENT.c.held == 0, PLACEMENT.c.twice == 0)
POINT = and_(PLACEMENT.c.point == 1, PLACEMENT.c.held == 0, PLACEMENT.c.twice == 0)
DUE = and_(
    STATE.c.phase != Phase.NEW.value,
    STATE.c.due_day <= TODAY,
    STATE.c.suspended == 0,
    ~BURIED,
)

_RECALL = func.pow(
    1 + bindparam("factor") * func.max(TODAY - STATE.c.last_day, 0) / STATE.c.stability,
    bindparam("decay"),
)
_FILES = select(FILE.c.id).where(among(FILE.c.folder_id, "folders"))
_TALLIES = (
    select(
        PLACEMENT.c.file_id,
        func.count().filter(STUDIED),
        func.count().filter(PLACEMENT.c.point == 1),
        func.count().filter(STUDIED, DUE),
        func.count().filter(STUDIED, UNSEEN, ~SUSPENDED, ~BURIED),
        func.count().filter(STUDIED, UNSEEN, ~SUSPENDED),
        func.coalesce(func.sum(_RECALL).filter(STUDIED, ~UNSEEN), 0.0),
    )
    .join_from(PLACEMENT, STATE, STATE.c.uid == PLACEMENT.c.uid, isouter=True)
    .where(PLACEMENT.c.file_id.in_(_FILES))
    .group_by(PLACEMENT.c.file_id)
)
_PROBLEMS = (
    select(
        PROBLEM.c.file_id,
        func.count().filter(PROBLEM.c.level == Level.ERROR.value),
        func.count().filter(PROBLEM.c.level == Level.WARNING.value),
    )
    .where(PROBLEM.c.file_id.in_(_FILES))
    .group_by(PROBLEM.c.file_id)
)
_DUE_ON = func.max(STATE.c.due_day, bindparam("first_day", type_=Integer))
_TO_COME = (
    select(_DUE_ON, func.count())
    .where(
        STATE.c.phase != Phase.NEW.value,
        STATE.c.suspended == 0,
        STATE.c.due_day <= bindparam("last_day"),
    )
    .group_by(_DUE_ON)
)
_FORECAST = _TO_COME.where(
    exists().where(PLACEMENT.c.uid == STATE.c.uid, STUDIED, PLACEMENT.c.file_id.in_(_FILES))
)
_FORECAST_OF_FILES = _TO_COME.where(
    exists().where(
        PLACEMENT.c.uid == STATE.c.uid,
        STUDIED,
        PLACEMENT.c.file_id.in_(_FILES),
        among(PLACEMENT.c.file_id, "files"),
    )
)


def tallies(tx: Transaction, folders: Sequence[int], today: int, curve: Curve) -> dict[int, Tally]:
    """Return the counts of every file of some folders, by file id.

    ``today`` is a study day, ``curve`` the forgetting curve in force.
    """
    bound: dict[str, object] = {"folders": listed(folders)}
    found = {file_id: Tally() for file_id in tx.execute(_FILES, bound).scalars()}
    measured = bound | {"today": today, "factor": curve.factor, "decay": curve.decay}
    for file_id, *counts in tx.execute(_TALLIES, measured):
        found[file_id] = Tally(*counts)
    for file_id, errors, warnings in tx.execute(_PROBLEMS, bound):
        found[file_id] = replace(found[file_id], errors=errors, warnings=warnings)
    return found


def forecast(
    tx: Transaction,
    folders: Sequence[int],
    first_day: int,
    last_day: int,
    *,
    files: Sequence[int] | None = None,
) -> dict[int, int]:
    """Return how many cards fall due on each study day; what is overdue counts on the first.

    ``files`` restricts it to some of the folders' decks.
    """
    bound: dict[str, object] = {
        "folders": listed(folders),
        "first_day": first_day,
        "last_day": last_day,
    }
    if files is None:
        return {row[0]: row[1] for row in tx.execute(_FORECAST, bound)}
    bound["files"] = listed(files)
    return {row[0]: row[1] for row in tx.execute(_FORECAST_OF_FILES, bound)}
