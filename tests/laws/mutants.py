"""Faults that others made in programs of this kind, planted into this one to see them caught."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

import pytest

from recall.cards.history import Action, ActionKind, Review
from recall.exchange import sync_files
from recall.library import merging as library_merging
from recall.library import syncing
from recall.scheduling import replay, scheduler
from recall.storage import history, journal, merging
from recall.storage.merging import Record
from recall.storage.statements import ACTION, REVIEW
from recall.storage.store import Transaction

Plant = Callable[[pytest.MonkeyPatch], None]


def fold_in_order_of_arrival(patch: pytest.MonkeyPatch) -> None:
    """Let reviews count in the order in which they were written here."""
    patch.setattr(
        history, "_REVIEWS_OF", history._REVIEWS_OF.order_by(None).order_by(REVIEW.c.sequence)
    )
    patch.setattr(replay, "_order", lambda review: (0, ""))


def take_equal_times_for_duplicates(patch: pytest.MonkeyPatch) -> None:
    """Pass over a record whose instant is known, whatever its id."""
    add = merging.add_records

    def add_records(tx: Transaction, records: Sequence[Record]) -> None:
        times = {record.at for record in merging.records_after(tx, 0)}
        add(tx, [record for record in records if record.at not in times])

    patch.setattr(merging, "add_records", add_records)


def undo_by_deleting(patch: pytest.MonkeyPatch) -> None:
    """Delete what an undo takes back."""
    add = journal.add_action

    def add_action(tx: Transaction, action: Action) -> None:
        if action.kind != ActionKind.UNDO:
            add(tx, action)
            return
        for table in (REVIEW, ACTION):
            trigger = f"{table.name}_refuses_delete"
            tx._connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {trigger}")
            tx.execute(table.delete().where(table.c.id == action.target))

    patch.setattr(journal, "add_action", add_action)


def drop_the_last_line(patch: pytest.MonkeyPatch) -> None:
    """Write one line too few."""
    append = sync_files.append

    def append_less(folder: Path, name: str, device: str, lines: Iterable[bytes]) -> None:
        written = list(lines)
        append(folder, name, device, islice(written, len(written) - 1))

    patch.setattr(syncing, "append", append_less)


def fuzz_at_random(patch: pytest.MonkeyPatch) -> None:
    """Spread due days by chance, anew at every computation."""
    chance = random.Random(5)
    patch.setattr(scheduler, "draw_for", lambda uid, reps: chance.getrandbits(64))


def forget_what_an_undo_touches(patch: pytest.MonkeyPatch) -> None:
    """Compute only the cards of new records anew, not those of records taken back."""
    patch.setattr(library_merging, "_is_of_a_card", lambda record: isinstance(record, Review))


def keep_old_settings(patch: pytest.MonkeyPatch) -> None:
    """Leave cards as they are when the settings of their time change."""
    patch.setattr(library_merging, "_first_change", lambda before, after: None)


def resolve_undos_as_they_arrive(patch: pytest.MonkeyPatch) -> None:
    """Take the undos in the order in which they were written here, as one device alone may."""

    def fall(undos: Mapping[str, str]) -> frozenset[str]:
        gone: set[str] = set()
        for identity, target in reversed(list(undos.items())):
            if identity not in gone:
                gone.add(target)
        return frozenset(gone)

    patch.setattr(history, "_targets_that_fall", fall)


MUTANTS_OF_MERGING: tuple[Plant, ...] = (
    forget_what_an_undo_touches,
    keep_old_settings,
    resolve_undos_as_they_arrive,
)
"""Faults that need a certain order of arrival, which sets of records meet sooner than devices."""

MUTANTS: tuple[Plant, ...] = (
    fold_in_order_of_arrival,
    take_equal_times_for_duplicates,
    undo_by_deleting,
    drop_the_last_line,
    fuzz_at_random,
)
