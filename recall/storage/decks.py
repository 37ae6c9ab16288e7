"""Counts over whole decks, made by the database so that no list of cards is loaded for them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Integer, and_, bindparam, cast, exists, func, or_, select

from recall.cards.memory import Phase
from recall.cards.problem import Level
from recall.storage.records import Curve, Tally
from recall.storage.statements import (
    ALIAS,
    FILE,
    PLACEMENT,
    PROBLEM,
    STATE,
    SUM,
    among,
    listed,
)
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

RECALL = func.pow(
    1 + bindparam("factor") * func.max(TODAY - STATE.c.last_day, 0) / STATE.c.stability,
    bindparam("decay"),
)
_FILES = select(FILE.c.id).where(among(FILE.c.folder_id, "folders"))
_SIBLING = PLACEMENT.alias("sibling")
_SIBLING_STATE = STATE.alias("sibling_state")
_MET_ENTRIES = (
    select(_SIBLING.c.entry_id)
    .join_from(_SIBLING_STATE, _SIBLING, _SIBLING.c.uid == _SIBLING_STATE.c.uid)
    .where(_SIBLING_STATE.c.phase != Phase.NEW.value, _SIBLING.c.held == 0)
)
_TALLIES = (
    select(
        PLACEMENT.c.file_id,
        func.count().filter(STUDIED),
        func.count().filter(PLACEMENT.c.point == 1),
        func.count().filter(STUDIED, DUE),
        func.count().filter(STUDIED, UNSEEN, ~SUSPENDED, ~BURIED),
        func.count().filter(STUDIED, UNSEEN, ~SUSPENDED),
        func.coalesce(func.sum(RECALL).filter(STUDIED, ~UNSEEN), 0.0),
        func.count().filter(STUDIED, ~UNSEEN),
        func.count().filter(STUDIED, UNSEEN, ~SUSPENDED, PLACEMENT.c.entry_id.in_(_MET_ENTRIES)),
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
# The sum keeps SQLite from looking up each of the files for every card.
_FORECAST = _TO_COME.where(
    exists().where(PLACEMENT.c.uid == STATE.c.uid, STUDIED, (PLACEMENT.c.file_id + 0).in_(_FILES))
)
_FORECAST_OF_FILES = _TO_COME.where(
    exists().where(
        PLACEMENT.c.uid == STATE.c.uid,
        STUDIED,
        (PLACEMENT.c.file_id + 0).in_(_FILES),
        among(PLACEMENT.c.file_id + 0, "files"),
    )
)
_SUMMED = ("answers", "milliseconds", "counted", "remembered", "aims", "aimed")
_IN_SHOWN = and_(PLACEMENT.c.held == 0, among(PLACEMENT.c.file_id + 0, "files"))
_KNOWN = STATE.c.phase != Phase.NEW.value
# Of several files that a card stands in, the first counts.
_CARDS = (
    select(
        func.min(PLACEMENT.c.file_id).label("home"),
        _KNOWN.label("known"),
        # Whole numbers are written and read in a fraction of the time.
        cast(STATE.c.stability, Integer).label("stability"),
        cast(STATE.c.difficulty, Integer).label("difficulty"),
        *(SUM.c[name] for name in _SUMMED),
    )
    .join_from(STATE, PLACEMENT, PLACEMENT.c.uid == STATE.c.uid)
    .join(SUM, and_(SUM.c.key == STATE.c.uid, SUM.c.grain == bindparam("grain")), isouter=True)
    .where(_IN_SHOWN)
    .group_by(STATE.c.uid)
    .subquery()
)
_BY_FILE = select(
    _CARDS.c.home,
    func.json_group_array(_CARDS.c.stability).filter(_CARDS.c.known),
    func.json_group_array(_CARDS.c.difficulty).filter(_CARDS.c.known),
    *(func.total(_CARDS.c[name]) for name in _SUMMED),
).group_by(_CARDS.c.home)
# What was answered under another name than the card's lasting one.
_OTHER_NAMES = (
    select(func.min(PLACEMENT.c.file_id), *(SUM.c[name] for name in _SUMMED))
    .join_from(ALIAS, SUM, and_(SUM.c.key == ALIAS.c.name, SUM.c.grain == bindparam("grain")))
    .join(PLACEMENT, PLACEMENT.c.uid == ALIAS.c.uid)
    .where(ALIAS.c.name != ALIAS.c.uid, _IN_SHOWN)
    .group_by(ALIAS.c.name)
)


@dataclass(frozen=True, slots=True)
class Studied:
    """What was studied of the cards of one file; see ``study.stats.tally.Sum`` for the sums.

    ``stabilities`` (days) and ``difficulties`` are those of the cards known now, rounded down.
    """

    stabilities: tuple[int, ...] = ()
    difficulties: tuple[int, ...] = ()
    answers: int = 0
    milliseconds: int = 0
    counted: int = 0
    remembered: int = 0
    aims: int = 0
    aimed: int = 0


def studied(tx: Transaction, files: Sequence[int], grain: str) -> dict[int, Studied]:
    """Return what was studied of each of some files; a card counts in the first of its files.

    ``grain`` is that of the sums of single cards.
    """
    bound: dict[str, object] = {"files": listed(files), "grain": grain}
    found = {
        home: Studied(
            tuple(json.loads(stabilities)), tuple(json.loads(difficulties)), *map(int, sums)
        )
        for home, stabilities, difficulties, *sums in tx.execute(_BY_FILE, bound)
    }
    for home, *sums in tx.execute(_OTHER_NAMES, bound):
        before = found.get(home, Studied())
        more = dict(zip(_SUMMED, sums, strict=True))
        found[home] = replace(
            before, **{name: getattr(before, name) + number for name, number in more.items()}
        )
    return found


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
