"""Which names are one card, as the cache of the links says."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import bindparam, select

from recall.storage.statements import ALIAS, among, listed
from recall.storage.store import Transaction

_UID = select(ALIAS.c.uid).where(ALIAS.c.name == bindparam("name"))
_NAMES = select(ALIAS.c.name).where(ALIAS.c.uid == bindparam("uid")).order_by(ALIAS.c.name)
_BY_NAME = select(ALIAS.c.name, ALIAS.c.uid).where(among(ALIAS.c.name, "names"))
_BY_UID = select(ALIAS.c.uid, ALIAS.c.name).where(among(ALIAS.c.uid, "uids"))
_ALL = select(ALIAS.c.name, ALIAS.c.uid)


def uid_of(tx: Transaction, name: str) -> str:
    """Return the lasting name of the card to which a name belongs."""
    uid: str | None = tx.execute(_UID, {"name": name}).scalar_one_or_none()
    return name if uid is None else uid


def uids_of(tx: Transaction, names: Iterable[str]) -> dict[str, str]:
    """Return the lasting name of each name's card."""
    uids = {name: name for name in names}
    return uids | {row[0]: row[1] for row in tx.execute(_BY_NAME, {"names": listed(uids)})}


def aliases(tx: Transaction) -> dict[str, str]:
    """Return the lasting name for each name that is linked with another."""
    return {row[0]: row[1] for row in tx.execute(_ALL)}


def names_of(tx: Transaction, uid: str) -> tuple[str, ...]:
    """Return every name of a card."""
    return tuple(tx.execute(_NAMES, {"uid": uid}).scalars()) or (uid,)


def names_of_all(tx: Transaction, uids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return every name of each card."""
    names: dict[str, list[str]] = {uid: [] for uid in uids}
    for uid, name in tx.execute(_BY_UID, {"uids": listed(names)}):
        names[uid].append(name)
    return {uid: tuple(linked) or (uid,) for uid, linked in names.items()}
