"""Which cards stayed, came, went or carried on when deck files changed.

Files that were replaced or removed are compared as one set with those that take their place, so
that neither the order of the files nor a move between them matters. A name that is known is the
same card wherever it stands. A name that vanished and one that appeared with equal content (a card
that gains, loses or changes its ``{#id}``) are linked in the log, and so are the most alike of what
is left over (a card that was reworded), whether they were ever graded or not: marks follow as well,
and the log alone tells which names are one card. The rest is new, or missing since today and kept.

Only what vanishes in the same refresh is compared by likeness. A card that has been missing for
longer comes back with its own text or its ``{#id}``; a guess about it would be made out of sight of
the change that took it away.

Where two names of one card come to stand beside each other, they are two cards after all: the link
between them is taken back, and each goes on with what was recorded under its own name.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, bindparam, exists, func, select, update
from sqlalchemy.dialects.sqlite import insert

from recall.cards.history import Action, ActionKind
from recall.clock import Moment
from recall.storage import text_index
from recall.storage.catalogue_tables import Standing
from recall.storage.journal import add_action
from recall.storage.leftovers import ReadEntry, similar
from recall.storage.links import refuted, rejoin
from recall.storage.records import Carried, Reconciled
from recall.storage.statements import ALIAS, CARD, ENTRY, FILE, PLACEMENT, among, listed
from recall.storage.store import Transaction

SMALL_LIBRARY = 20
WITHHELD_SHARE = 5  # at most one card in so many may go missing at once

_OTHER = PLACEMENT.alias("other")
_OTHER_FILE = FILE.alias("other_file")
_BEFORE = (Standing.CURRENT, Standing.OUTGOING)
_AFTER = (Standing.CURRENT, Standing.INCOMING)


def _stands(
    column: ColumnElement[str], value: ColumnElement[str], standings: tuple[Standing, ...]
) -> ColumnElement[bool]:
    return exists().where(
        _OTHER.c.file_id == _OTHER_FILE.c.id,
        column == value,
        _OTHER_FILE.c.standing.in_(standings),
    )


_IN_OUTGOING = FILE.c.standing == Standing.OUTGOING
_IN_INCOMING = FILE.c.standing == Standing.INCOMING
_KNOWN = exists().where(CARD.c.name == PLACEMENT.c.name)
_CHANGES = select(FILE.c.id).where(FILE.c.standing != Standing.CURRENT).limit(1)
_SIZE = (
    select(func.count(PLACEMENT.c.uid.distinct()))
    .join_from(PLACEMENT, FILE)
    .where(FILE.c.standing.in_(_BEFORE), among(FILE.c.folder_id, "folders"))
)
_GONE = (
    select(PLACEMENT.c.uid)
    .distinct()
    .join_from(PLACEMENT, FILE)
    .where(_IN_OUTGOING, ~_stands(_OTHER.c.uid, PLACEMENT.c.uid, _AFTER))
)
_UID = func.coalesce(ALIAS.c.uid, CARD.c.name)
_SAME_CONTENT = (
    select(PLACEMENT.c.name, CARD.c.name, _UID)
    .distinct()
    .join_from(PLACEMENT, FILE)
    .join(CARD, CARD.c.fingerprint == PLACEMENT.c.fingerprint)
    .join(ALIAS, ALIAS.c.name == CARD.c.name, isouter=True)
    .where(
        _IN_INCOMING,
        ~exists().where(CARD.alias("known").c.name == PLACEMENT.c.name),
        ~_stands(_OTHER.c.uid, _UID, _AFTER),
    )
    # Of several names of one card the one that vanished last goes on.
    .order_by(CARD.c.missing_at.desc().nulls_first(), CARD.c.name)
)
_APPEARED = (
    select(func.count(PLACEMENT.c.name.distinct()))
    .join_from(PLACEMENT, FILE)
    .where(_IN_INCOMING, ~_KNOWN)
)
_RETURNED = (
    select(func.count(PLACEMENT.c.uid.distinct()))
    .join_from(PLACEMENT, FILE)
    .join(CARD, CARD.c.name == PLACEMENT.c.name)
    .where(
        _IN_INCOMING,
        CARD.c.missing_since.is_not(None),
        ~_stands(_OTHER.c.uid, PLACEMENT.c.uid, _BEFORE),
    )
)
_FILES_OF = (
    select(FILE.c.id, FILE.c.folder_id, FILE.c.path)
    .distinct()
    .join_from(PLACEMENT, FILE)
    .where(_IN_OUTGOING, among(PLACEMENT.c.uid, "uids"))
)
_DROP_INCOMING = FILE.delete().where(
    FILE.c.folder_id == bindparam("in_folder"), FILE.c.path == bindparam("at_path"), _IN_INCOMING
)
_RESTORE = update(FILE).where(FILE.c.id == bindparam("file_id")).values(standing=Standing.CURRENT)
_DROP_OUTGOING = FILE.delete().where(_IN_OUTGOING)
_TAKE_IN = update(FILE).where(_IN_INCOMING).values(standing=Standing.CURRENT)

_SEEN = insert(CARD).from_select(
    ["name", "fingerprint", "kind", "facet", "first_seen_day"],
    select(
        PLACEMENT.c.name,
        PLACEMENT.c.fingerprint,
        ENTRY.c.kind,
        PLACEMENT.c.facet,
        bindparam("day"),
    )
    .join_from(PLACEMENT, ENTRY)
    .join(FILE, PLACEMENT.c.file_id == FILE.c.id)
    .where(_IN_INCOMING)
    .order_by(FILE.c.path, PLACEMENT.c.position),
)
_FORGOTTEN = ("missing_since", "missing_at", "folder_id", "path", "line", "title", "source")
_NOTE_SEEN = _SEEN.on_conflict_do_update(
    index_elements=[CARD.c.name],
    set_={
        **{name: _SEEN.excluded[name] for name in ("fingerprint", "kind", "facet")},
        **dict.fromkeys((*_FORGOTTEN, "folded", "tags")),
    },
)
_NOTE_MISSING = (
    update(CARD)
    .where(
        CARD.c.name == PLACEMENT.c.name,
        PLACEMENT.c.entry_id == ENTRY.c.id,
        PLACEMENT.c.file_id == FILE.c.id,
        _IN_OUTGOING,
        ~_stands(_OTHER.c.name, PLACEMENT.c.name, _AFTER),
    )
    .values(
        missing_since=bindparam("day"),
        missing_at=bindparam("now"),
        folder_id=FILE.c.folder_id,
        path=FILE.c.path,
        line=ENTRY.c.line,
        title=ENTRY.c.title,
        source=ENTRY.c.source,
        folded=ENTRY.c.folded,
        tags=ENTRY.c.tags,
    )
)
_OLD_TEXT = select(CARD.c.source).where(CARD.c.name == bindparam("name"))
_NEW_TEXT = (
    select(ENTRY.c.source)
    .join_from(PLACEMENT, ENTRY)
    .join(FILE, PLACEMENT.c.file_id == FILE.c.id)
    .where(PLACEMENT.c.name == bindparam("name"), _IN_INCOMING)
    .order_by(FILE.c.path, PLACEMENT.c.position)
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class _Pair:
    """One card that carries on: its lasting name, the name that vanished, the one that appeared.

    ``likeness`` of the two texts is from 0 to 1, None when what is graded is equal.
    """

    uid: str
    before: str
    after: str
    likeness: float | None = None


def reconcile(
    tx: Transaction,
    folders: Sequence[int],
    moment: Moment,
    new_id: Callable[[], str],
    read: ReadEntry,
    *,
    accept_missing: bool = False,
) -> Reconciled:
    """Take in the files that ``catalogue`` replaced and removed in this transaction.

    ``folders`` are the folders of the opened library, ``new_id`` gives ids for the links made, and
    ``read`` reads the entries whose wordings are compared. When more than a fifth of a library of
    twenty or more cards would go missing at once, the files that held those cards stay as they
    were, and ``withheld`` tells how many; ``accept_missing`` takes them as missing. Running it
    again changes nothing.
    """
    if tx.execute(_CHANGES).first() is None:
        return Reconciled()
    pairs, gone = _leftovers(tx, read)
    withheld = 0
    if gone and not accept_missing and _too_many(tx, folders, len(gone)):
        withheld = len(gone)
        while gone:  # what moved out of a file that stays may go missing only now
            _hold_back(tx, gone)
            pairs, gone = _leftovers(tx, read)
    returned = tx.execute(_RETURNED).scalar_one()
    new = tx.execute(_APPEARED).scalar_one() - len(pairs)
    tx.execute(_NOTE_SEEN, {"day": moment.day})
    tx.execute(_NOTE_MISSING, {"day": moment.day, "now": moment.at})
    carried = tuple(_link(tx, pair, moment, new_id()) for pair in pairs)
    tx.execute(_DROP_OUTGOING)
    tx.execute(_TAKE_IN)
    parted = refuted(tx, folders)
    for link in parted:
        add_action(tx, _undo(link, moment, new_id()))
    recompute = rejoin(tx) if carried or parted else ()
    text_index.take_in(tx)
    return Reconciled(
        new=new,
        returned=returned,
        missing=len(gone),
        linked=len(carried),
        renamed=sum(pair.likeness is None for pair in pairs),
        withheld=withheld,
        parted=len(parted),
        recompute=recompute,
        carried=carried,
    )


def _too_many(tx: Transaction, folders: Sequence[int], gone: int) -> bool:
    size: int = tx.execute(_SIZE, {"folders": listed(folders)}).scalar_one()
    return size >= SMALL_LIBRARY and gone * WITHHELD_SHARE > size


def _leftovers(tx: Transaction, read: ReadEntry) -> tuple[list[_Pair], frozenset[str]]:
    """Return the cards that carry on under a new name, and the cards that would go missing."""
    pairs, vanished, appeared = _pairs_of_same_content(tx)
    gone = set(tx.execute(_GONE).scalars()).difference(pair.uid for pair in pairs)
    # Equal content that meets several cards stays undecided; likeness knows no better.
    alike = similar(tx, gone - vanished, appeared, read)
    pairs += [_Pair(one.before.uid, one.before.name, one.after.name, one.likeness) for one in alike]
    return pairs, frozenset(gone.difference(one.before.uid for one in alike))


def _pairs_of_same_content(tx: Transaction) -> tuple[list[_Pair], set[str], set[str]]:
    """Return the pairs of equal content, and all cards and all names for which there is one."""
    vanished: dict[str, str] = {}
    appeared_by_uid: defaultdict[str, set[str]] = defaultdict(set)
    uids_by_appeared: defaultdict[str, set[str]] = defaultdict(set)
    for after, before, uid in tx.execute(_SAME_CONTENT):
        vanished.setdefault(uid, before)
        appeared_by_uid[uid].add(after)
        uids_by_appeared[after].add(uid)
    # Only where one card meets one name is it certain which history goes on.
    pairs = [
        _Pair(uid, before, after)
        for uid, before in sorted(vanished.items())
        for after in appeared_by_uid[uid]
        if len(appeared_by_uid[uid]) == len(uids_by_appeared[after]) == 1
    ]
    return pairs, set(vanished), set(uids_by_appeared)


def _hold_back(tx: Transaction, uids: frozenset[str]) -> None:
    for file_id, folder_id, path in tx.execute(_FILES_OF, {"uids": listed(uids)}).all():
        tx.execute(_DROP_INCOMING, {"in_folder": folder_id, "at_path": path})
        tx.execute(_RESTORE, {"file_id": file_id})


def _undo(link: str, moment: Moment, action_id: str) -> Action:
    return Action(
        id=action_id,
        kind=ActionKind.UNDO,
        target=link,
        at=moment.at,
        offset=moment.offset,
        day=moment.day,
    )


def _link(tx: Transaction, pair: _Pair, moment: Moment, action_id: str) -> Carried:
    before = tx.execute(_OLD_TEXT, {"name": pair.before}).scalar_one() or ""
    after = tx.execute(_NEW_TEXT, {"name": pair.after}).scalar_one()
    body: dict[str, object] = {"to": pair.after, "before": before, "after": after}
    if pair.likeness is not None:
        body["likeness"] = pair.likeness
    action = Action(
        id=action_id,
        kind=ActionKind.LINK,
        target=pair.before,
        at=moment.at,
        offset=moment.offset,
        day=moment.day,
        body=json.dumps(body, ensure_ascii=False),
    )
    add_action(tx, action)
    return Carried(action_id, pair.before, pair.after, before, after, pair.likeness)
