"""Which names are one card: joined from the links in the log that still hold.

The card's lasting name is the one that appears earliest in the log, as the name of a review or in a
link; the log alone decides, so that two machines with the same log agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.dialects.sqlite import insert

from recall.cards.history import ActionKind
from recall.storage.history import RECORDED, voided
from recall.storage.names import aliases
from recall.storage.statements import ACTION, ALIAS, FILE, PLACEMENT, REVIEW, STATE, among, listed
from recall.storage.store import Transaction

_LINKS = (
    select(ACTION.c.id, ACTION.c.at, ACTION.c.target, func.json_extract(ACTION.c.body, "$.to"))
    .where(ACTION.c.kind == ActionKind.LINK.value)
    .order_by(ACTION.c.at, ACTION.c.id)
)
_STANDING = (
    select(PLACEMENT.c.name)
    .distinct()
    .join_from(PLACEMENT, ALIAS, ALIAS.c.name == PLACEMENT.c.name)
    .join(FILE, PLACEMENT.c.file_id == FILE.c.id)
    .where(among(FILE.c.folder_id, "folders"))
)
_FIRST_REVIEWS = (
    select(REVIEW.c.name, func.min(REVIEW.c.at))
    .where(among(REVIEW.c.name, "names"))
    .group_by(REVIEW.c.name)
)
_MARKED = (
    select(ACTION.c.target)
    .where(among(ACTION.c.target, "names"), ACTION.c.kind.in_([kind.value for kind in RECORDED]))
    .distinct()
)
_FORGET = ALIAS.delete().where(among(ALIAS.c.name, "names"))
_REMEMBER = insert(ALIAS).values(name=bindparam("name"), uid=bindparam("uid"))
_RENAME = (
    update(PLACEMENT)
    .where(among(PLACEMENT.c.name, "names"))
    .values(
        uid=func.coalesce(
            select(ALIAS.c.uid).where(ALIAS.c.name == PLACEMENT.c.name).scalar_subquery(),
            PLACEMENT.c.name,
        )
    )
)
_DROP_STATES = STATE.delete().where(among(STATE.c.uid, "uids"))


def rejoin(tx: Transaction) -> tuple[str, ...]:
    """Join the names anew from the links that hold; return the cards whose history changed by it.

    To be called after a link was written or undone. The caller computes the cached states of the
    cards returned anew; states under names that are no card's lasting name are dropped here.
    """
    before = aliases(tx)
    after = _joined(tx)
    names = sorted(before.keys() | after.keys())
    changed = [name for name in names if before.get(name) != after.get(name)]
    if not changed:
        return ()
    tx.execute(_FORGET, {"names": listed(changed)})
    rows = [{"name": name, "uid": after[name]} for name in changed if name in after]
    if rows:
        tx.execute(_REMEMBER, rows)
    tx.execute(_RENAME, {"names": listed(changed)})
    tx.execute(_DROP_STATES, {"uids": listed(n for n in names if after.get(n, n) != n)})
    recorded = {row[0] for row in tx.execute(_FIRST_REVIEWS, {"names": listed(names)})}
    recorded |= set(tx.execute(_MARKED, {"names": listed(names)}).scalars())
    old, new = _histories(names, before, recorded), _histories(names, after, recorded)
    # A lasting name can also lose all it had, when what was recorded stands under the other name.
    lasting = (uid for uid in old.keys() | new.keys() if after.get(uid, uid) == uid)
    return tuple(sorted(uid for uid in lasting if old.get(uid) != new.get(uid)))


def refuted(tx: Transaction, folders: Sequence[int]) -> tuple[str, ...]:
    """Return the links that join two names which both stand in some folders now.

    Of the links on the way from one to the other the oldest is told, so that wordings in between
    stay with the newer of the two.
    """
    standing = set(tx.execute(_STANDING, {"folders": listed(folders)}).scalars())
    if not standing:
        return ()
    gone = voided(tx)
    parents: dict[str, str] = {}
    found: list[str] = []
    for identity, _, source, target in reversed(tx.execute(_LINKS).all()):
        if identity in gone:
            continue
        one, other = _root(parents, source), _root(parents, target)
        if one == other:
            continue
        if one in standing and other in standing:
            found.append(identity)
            continue
        # The root of a group is the name in it that stands, when there is one.
        keep, lose = (one, other) if one in standing else (other, one)
        parents[lose] = keep
    return tuple(found)


def differing(tx: Transaction) -> int:
    """Return for how many names the cache does not say what the links in the log say."""
    before, after = aliases(tx), _joined(tx)
    return sum(before.get(name) != after.get(name) for name in before.keys() | after.keys())


def _joined(tx: Transaction) -> dict[str, str]:
    gone = voided(tx)
    parents: dict[str, str] = {}
    first: dict[str, tuple[int, int]] = {}
    for identity, at, source, target in tx.execute(_LINKS):
        if identity in gone:
            continue
        for order, name in enumerate((source, target), 1):
            first[name] = min(first.get(name, (at, order)), (at, order))
        parents[_root(parents, target)] = _root(parents, source)
    for name, at in tx.execute(_FIRST_REVIEWS, {"names": listed(first)}):
        first[name] = min(first[name], (at, 0))
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name in first:
        groups[_root(parents, name)].append(name)
    return {
        name: min(group, key=lambda one: (first[one], one))
        for group in groups.values()
        for name in group
    }


def _root(parents: dict[str, str], name: str) -> str:
    path = []
    while parents.get(name, name) != name:
        path.append(name)
        name = parents[name]
    for passed in path:
        parents[passed] = name
    return name


def _histories(
    names: Iterable[str], uids: Mapping[str, str], recorded: set[str]
) -> dict[str, frozenset[str]]:
    histories: defaultdict[str, set[str]] = defaultdict(set)
    for name in names:
        if name in recorded:
            histories[uids.get(name, name)].add(name)
    return {uid: frozenset(found) for uid, found in histories.items()}
