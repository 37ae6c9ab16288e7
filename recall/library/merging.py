"""Records from other devices taken into the log, and every card they touch computed anew.

What a card is follows from the records alone, in the order of (instant, id), so it does not matter
which device takes in what first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from recall.cards.history import Action, Review
from recall.library.context import Context
from recall.library.recompute import recompute, settings_in_log
from recall.scheduling.settings import SchedulingSettings
from recall.storage import history, merging, names
from recall.storage.links import rejoin
from recall.storage.merging import Record
from recall.storage.store import Transaction

_Step = tuple[int, str, SchedulingSettings]


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did.

    ``added`` are the records that were not known, ``cards`` how many cards were computed anew,
    ``contradicted`` the ids that came with two contents: of those nothing was taken in.
    """

    added: tuple[Record, ...] = ()
    cards: int = 0
    contradicted: frozenset[str] = frozenset()


def merge(context: Context, tx: Transaction, records: Iterable[Record]) -> Merged:
    """Take in records, in any order and any number of times."""
    by_id: dict[str, Record] = {}
    contradicted: set[str] = set()
    for record in records:
        if not merging.says_the_same(by_id.setdefault(record.id, record), record):
            contradicted.add(record.id)
    for identity, own in merging.known(tx, by_id).items():
        if not merging.says_the_same(own, by_id[identity]):
            contradicted.add(identity)
        del by_id[identity]
    added = tuple(one for one in by_id.values() if one.id not in contradicted)
    cards = _add(context, tx, added) if added else 0
    return Merged(added, cards, frozenset(contradicted))


def _add(context: Context, tx: Transaction, added: tuple[Record, ...]) -> int:
    voided, steps = history.voided(tx), _steps(tx)
    merging.add_records(tx, added)
    moved = {one.id for one in added} | (voided ^ history.voided(tx))
    touched = [
        one.name if isinstance(one, Review) else one.target
        for one in merging.known(tx, moved).values()
        if _is_of_a_card(one)
    ]
    since = _first_change(steps, _steps(tx))
    if since is not None:
        touched += merging.names_since(tx, since)
    changed = set(rejoin(tx))
    changed.update(names.uids_of(tx, touched).values())
    recompute(context, tx, sorted(changed))
    return len(changed)


def _is_of_a_card(record: Record) -> bool:
    return not isinstance(record, Action) or record.kind in history.RECORDED


def _steps(tx: Transaction) -> list[_Step]:
    """Return the settings in force as steps: where other ones begin than before."""
    steps: list[_Step] = []
    for action, settings in settings_in_log(tx):
        if not steps or steps[-1][2] != settings:
            steps.append((action.at, action.id, settings))
    return steps


def _first_change(before: list[_Step], after: list[_Step]) -> int | None:
    """Return the earliest instant at which other settings are in force; None when there is none."""
    # Settings count from the first of them backwards as well.
    if not before or not after or before[0][2] != after[0][2]:
        return None if before == after else _FIRST_INSTANT
    pairs = zip(before[1:], after[1:], strict=False)
    same = next((n for n, (one, other) in enumerate(pairs, 1) if one != other), None)
    place = same if same is not None else min(len(before), len(after))
    different = [steps[place][0] for steps in (before, after) if place < len(steps)]
    return min(different, default=None)


_FIRST_INSTANT = -(1 << 63)
