"""Reading the journal: what happened, what was taken back, and what that means for a card or a day.

Records are folded in the order of (instant, id). An undo voids its target unless it is voided
itself. A card's history is every review under any of its linked names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Executable, Select, bindparam, func, select, true, union_all

from recall.cards.history import Action, ActionKind, Mode, Review, kind_of, marks_after
from recall.cards.memory import NO_MARKS, Marks, Rating
from recall.storage.names import aliases, names_of, names_of_all, uids_of
from recall.storage.records import DayCounts
from recall.storage.statements import ACTION, CARD, PLACEMENT, REVIEW, among, listed
from recall.storage.store import Transaction

_MARKING = (
    ActionKind.SUSPEND,
    ActionKind.UNSUSPEND,
    ActionKind.BURY,
    ActionKind.UNBURY,
    ActionKind.FLAG,
    ActionKind.UNFLAG,
)
RECORDED = (*_MARKING, ActionKind.RESET)

REVIEW_FIELDS = tuple(column for column in REVIEW.c if column.name != "sequence")
ACTION_FIELDS = tuple(column for column in ACTION.c if column.name != "sequence")
_REVIEWS = select(*REVIEW_FIELDS)
_ACTIONS = select(*ACTION_FIELDS)
_REVIEWS_IN_ORDER = _REVIEWS.order_by(REVIEW.c.at, REVIEW.c.id)
_ACTIONS_IN_ORDER = _ACTIONS.order_by(ACTION.c.at, ACTION.c.id)
_REVIEWS_NEWEST = (
    select(REVIEW.c.sequence, *_REVIEWS.selected_columns)
    .where(REVIEW.c.device.is_(None))
    .order_by(REVIEW.c.sequence.desc())
)
_REVIEWS_OF = _REVIEWS_IN_ORDER.where(among(REVIEW.c.name, "names"))
_QUIZZED = select(REVIEW.c.id, REVIEW.c.name).where(
    among(REVIEW.c.name, "names"), REVIEW.c.mode == bindparam("mode")
)
_ACTIONS_ON = _ACTIONS_IN_ORDER.where(
    among(ACTION.c.target, "names"),
    among(ACTION.c.kind, "kinds"),
)
_UNDOS = select(ACTION.c.id, ACTION.c.target).where(ACTION.c.kind == ActionKind.UNDO.value)


def _parts(path: str) -> Select[Any]:
    listed_in = func.json_each(ACTION.c.body, path).table_valued("value")
    return (
        select(listed_in.c.value)
        .join_from(ACTION, listed_in, true())
        .where(ACTION.c.kind == ActionKind.PAGE.value, among(ACTION.c.id, "ids"))
    )


_PARTS = union_all(_parts("$.reviews"), _parts("$.wordings"))
_NAMES_OF_REVIEWS = select(REVIEW.c.name).where(among(REVIEW.c.id, "ids"))
_ON_DAY = select(REVIEW.c.id, REVIEW.c.name).where(
    REVIEW.c.day == bindparam("day"),
    # Pages and quizzes are written whatever the day's limits, and take nothing from them.
    REVIEW.c.mode.not_in([Mode.CRAM.value, Mode.BLANK_PAGE.value, Mode.QUIZ.value]),
)
_LATEST_DAY = (
    select(REVIEW.c.day)
    .where(REVIEW.c.at <= bindparam("limit"))
    .order_by(REVIEW.c.day.desc())
    .limit(1)
)
_LATEST_AT = tuple(
    select(table.c.at).where(table.c.at <= bindparam("limit")).order_by(table.c.at.desc()).limit(1)
    for table in (REVIEW, ACTION)
)
_LOG_HEAD = select(
    *(
        select(func.coalesce(func.max(table.c.sequence), 0)).scalar_subquery()
        for table in (REVIEW, ACTION)
    )
)
_AT = tuple(
    select(table.c.id).where(table.c.at == bindparam("at")).limit(1) for table in (REVIEW, ACTION)
)
_LATEST_SETTINGS = (
    _ACTIONS.where(ACTION.c.kind == ActionKind.SETTINGS.value)
    .order_by(ACTION.c.at.desc(), ACTION.c.id.desc())
    .limit(1)
)
_NEWEST_ON = select(func.max(ACTION.c.at)).where(
    among(ACTION.c.target, "names"), among(ACTION.c.kind, "kinds")
)
_UNDOS_OF = (
    select(ACTION.c.id)
    .where(ACTION.c.kind == ActionKind.UNDO.value, ACTION.c.target == bindparam("target"))
    .limit(1)
)
_IN_LOG = select(REVIEW.c.name).union(select(ACTION.c.target).where(among(ACTION.c.kind, "kinds")))
_WITHOUT_CARD = (
    select(func.count(REVIEW.c.name.distinct()))
    .select_from(REVIEW)
    .where(REVIEW.c.name.not_in(select(CARD.c.name)))
)
_SIBLINGS = select(PLACEMENT.c.entry_id).where(among(PLACEMENT.c.uid, "uids"))


def reviews(
    tx: Transaction, uids: Iterable[str] | None = None, *, since: int | None = None
) -> Iterator[Review]:
    """Give the reviews of some cards or of all, voided ones too, in the order of (at, id).

    ``since`` is the earliest instant (UTC microseconds).
    """
    statement = _REVIEWS_IN_ORDER
    bound: dict[str, object] = {}
    if since is not None:
        statement = statement.where(REVIEW.c.at >= bindparam("since"))
        bound["since"] = since
    if uids is not None:
        names = [name for linked in names_of_all(tx, uids).values() for name in linked]
        statement = statement.where(among(REVIEW.c.name, "names"))
        bound["names"] = listed(names)
    yield from map(read_review, tx.execute(statement, bound))


def actions(
    tx: Transaction, kinds: Iterable[ActionKind | str] | None = None, *, since: int | None = None
) -> Iterator[Action]:
    """Give the actions of some kinds or of all, voided ones too, in the order of (at, id)."""
    statement: Select[Any] = _ACTIONS_IN_ORDER
    bound: dict[str, object] = {}
    if kinds is not None:
        statement = statement.where(among(ACTION.c.kind, "kinds"))
        bound["kinds"] = _values(kinds)
    if since is not None:
        statement = statement.where(ACTION.c.at >= bindparam("since"))
        bound["since"] = since
    yield from map(read_action, tx.execute(statement, bound))


def voided(tx: Transaction) -> frozenset[str]:
    """Return the ids of all reviews and actions that are undone now."""
    if tx.voided is not None:
        return tx.voided
    gone = _targets_that_fall({row[0]: row[1] for row in tx.execute(_UNDOS)})
    tx.voided = gone | frozenset(parts_of(tx, gone))
    return tx.voided


def _targets_that_fall(undos: Mapping[str, str]) -> frozenset[str]:
    """Return what is undone by those undos (id to target) that are not undone themselves.

    Neither the order in which they arrived nor their instants matter, for another machine's clock
    may say anything. Undos that take back one another in a ring hold nothing back.
    """
    waiting = Counter(target for target in undos.values() if target in undos)
    settled = [identity for identity in undos if not waiting[identity]]
    gone: set[str] = set()
    while settled:
        identity = settled.pop()
        target = undos[identity]
        if identity not in gone:
            gone.add(target)
        if target in undos:
            waiting[target] -= 1
            if not waiting[target]:
                settled.append(target)
    return frozenset(gone)


def parts_of(tx: Transaction, ids: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of what was written together with some records and falls with them.

    These are the reviews of a page and the wordings remembered with it.
    """
    return tuple(tx.execute(_PARTS, {"ids": listed(ids)}).scalars())


def names_of_reviews(tx: Transaction, ids: Iterable[str]) -> tuple[str, ...]:
    """Return the names of the contents that some reviews are of."""
    return tuple(tx.execute(_NAMES_OF_REVIEWS, {"ids": listed(ids)}).scalars())


def opened(tx: Transaction) -> frozenset[str]:
    """Return what the learner opened and did not take back: the targets of these actions."""
    gone = voided(tx)
    return frozenset(
        action.target for action in actions(tx, (ActionKind.OPEN,)) if action.id not in gone
    )


def answered_in_quiz(tx: Transaction, uids: Iterable[str]) -> frozenset[str]:
    """Return those of some cards that were answered in a quiz, under any of their names."""
    gone = voided(tx)
    owner = {name: uid for uid, names in names_of_all(tx, uids).items() for name in names}
    rows = tx.execute(_QUIZZED, {"names": listed(owner), "mode": Mode.QUIZ.value})
    return frozenset(owner[name] for identity, name in rows if identity not in gone)


def last_review(tx: Transaction) -> Review | None:
    """Return the review that was written last on this device and still holds."""
    row = _newest(tx, _REVIEWS_NEWEST, voided(tx))
    return None if row is None else read_review(row[1:])


def reviews_of(tx: Transaction, uid: str) -> tuple[Review, ...]:
    """Return the reviews that make a card's memory, oldest first, cram included.

    These are the reviews under any of its names that are not undone and come after its last reset.
    """
    return tuple(histories_of(tx, [uid])[uid])


def marks_of(tx: Transaction, uid: str) -> Marks:
    """Return the marks of a card as they follow from the log."""
    return marks_of_each(tx, [uid])[uid]


def histories_of(tx: Transaction, uids: Iterable[str]) -> dict[str, list[Review]]:
    """Return for each of some cards what ``reviews_of`` returns."""
    gone = voided(tx)
    linked = names_of_all(tx, uids)
    owner = {name: uid for uid, names in linked.items() for name in names}
    bound = {"names": listed(owner), "kinds": _values((ActionKind.RESET,))}
    resets = {
        owner[action.target]: (action.at, action.id)  # the last of them stays
        for action in map(read_action, tx.execute(_ACTIONS_ON, bound))
        if action.id not in gone
    }
    histories: dict[str, list[Review]] = {uid: [] for uid in linked}
    for review in map(read_review, tx.execute(_REVIEWS_OF, {"names": bound["names"]})):
        uid = owner[review.name]
        if review.id not in gone and (uid not in resets or (review.at, review.id) > resets[uid]):
            histories[uid].append(review)
    return histories


def marks_of_each(tx: Transaction, uids: Iterable[str]) -> dict[str, Marks]:
    """Return for each of some cards what ``marks_of`` returns."""
    gone = voided(tx)
    linked = names_of_all(tx, uids)
    owner = {name: uid for uid, names in linked.items() for name in names}
    marks = dict.fromkeys(linked, NO_MARKS)
    bound = {"names": listed(owner), "kinds": _values(_MARKING)}
    for action in map(read_action, tx.execute(_ACTIONS_ON, bound)):
        if action.id not in gone:
            uid = owner[action.target]
            marks[uid] = marks_after(marks[uid], action.kind, action.day)
    return marks


def uids_in_log(tx: Transaction) -> Iterator[str]:
    """Give every card that has a review or a mark, each once."""
    linked = aliases(tx)
    seen: set[str] = set()
    for name in tx.execute(_IN_LOG, {"kinds": _values(RECORDED)}).scalars():
        uid = linked.get(name, name)
        if uid not in seen:
            seen.add(uid)
            yield uid


def names_without_card(tx: Transaction) -> int:
    """Return under how many names there are reviews although no deck ever held such a card."""
    number: int = tx.execute(_WITHOUT_CARD).scalar_one()
    return number


def day_counts(tx: Transaction, day: int) -> DayCounts:
    """Return what was answered on the study day ``day``.

    Undone reviews, cram and those of blank pages and quizzes are left out; a card that was met
    first in a quiz is known from then on.
    """
    gone = voided(tx)
    names = [name for identity, name in tx.execute(_ON_DAY, {"day": day}) if identity not in gone]
    uids = frozenset(uids_of(tx, names).values())
    new = 0
    for history in histories_of(tx, uids).values():
        first = next((review for review in history if review.mode is not Mode.CRAM), None)
        new += first is not None and first.day == day and first.mode is not Mode.QUIZ
    return DayCounts(
        new=new,
        reviewed=len(uids) - new,
        answers=len(names),
        uids=uids,
        siblings=frozenset(tx.execute(_SIBLINGS, {"uids": listed(uids)}).scalars()),
    )


def latest_day(tx: Transaction, not_after: int) -> int | None:
    """Return the greatest study day of a review whose instant is not after ``not_after``.

    The study day never decreases: today is at least this day. The limit keeps a review that is
    dated far in the future from freezing the day.
    """
    day: int | None = tx.execute(_LATEST_DAY, {"limit": not_after}).scalar_one_or_none()
    return day


def has_review_before(tx: Transaction, at: int | None) -> bool:
    """Return whether there is a review before an instant, or any review at all."""
    statement = select(REVIEW.c.id).limit(1)
    if at is not None:
        statement = statement.where(REVIEW.c.at < at)
    return tx.execute(statement).first() is not None


def latest_at(tx: Transaction, not_after: int) -> int | None:
    """Return the greatest instant of a review or action that is not after ``not_after``."""
    found: list[int] = []
    for statement in _LATEST_AT:
        found += tx.execute(statement, {"limit": not_after}).scalars()
    return max(found, default=None)


def log_head(tx: Transaction) -> tuple[int, int]:
    """Return the sequences of the newest review and the newest action, 0 where there is none."""
    reviews, actions = tx.execute(_LOG_HEAD).one()
    return reviews, actions


def latest_mark_at(tx: Transaction, uid: str, since: int) -> int | None:
    """Return the greatest instant of a card's marks, resets and links that hold, if it is ``since``
    or later.
    """
    kinds = (*RECORDED, ActionKind.LINK)
    bound = {"names": listed(names_of(tx, uid)), "kinds": _values(kinds)}
    newest: int | None = tx.execute(_NEWEST_ON, bound).scalar_one()
    if newest is None or newest < since:
        return None
    gone = voided(tx)
    held = [
        action.at
        for action in map(read_action, tx.execute(_ACTIONS_ON, bound).all())
        if action.id not in gone and action.at >= since
    ]
    return max(held, default=None)


def is_taken(tx: Transaction, at: int) -> bool:
    """Return whether anything was recorded at an instant."""
    return any(tx.execute(statement, {"at": at}).first() for statement in _AT)


def latest_settings(tx: Transaction) -> Action | None:
    """Return the newest change of the scheduler's settings that still holds."""
    newest = tx.execute(_LATEST_SETTINGS).first()
    if newest is None:
        return None
    action = read_action(newest)
    if tx.execute(_UNDOS_OF, {"target": action.id}).first() is None:
        return action
    changes = settings_changes(tx)
    return changes[-1] if changes else None


def settings_changes(tx: Transaction) -> tuple[Action, ...]:
    """Return every change of the scheduler's settings that still holds, oldest first."""
    gone = voided(tx)
    return tuple(action for action in actions(tx, (ActionKind.SETTINGS,)) if action.id not in gone)


def _newest(tx: Transaction, statement: Executable, gone: frozenset[str]) -> Sequence[Any] | None:
    rows = tx.execute(statement)
    try:
        return next((row for row in rows if row[1] not in gone), None)
    finally:
        rows.close()  # a result that is not used up would keep its lock


def _values(kinds: Iterable[ActionKind | str]) -> str:
    return listed(map(str, kinds))


def read_review(row: Sequence[Any]) -> Review:
    """Return the review in a row of ``REVIEW_FIELDS``."""
    identity, name, at, offset, day, rating, milliseconds, mode, *rest = row
    return Review(identity, name, at, offset, day, Rating(rating), milliseconds, Mode(mode), *rest)


def read_action(row: Sequence[Any]) -> Action:
    """Return the action in a row of ``ACTION_FIELDS``."""
    identity, kind, *rest = row
    return Action(identity, kind_of(kind), *rest)
