"""Progress exchanged with other devices through a folder that something else carries around.

Each device appends what it did to a file of its own there and reads everybody else's. The union of
the files is the log, so they may be late, doubled, reordered, or copied under other names. After a
sync the folder holds all that this device knows: when a file vanished or lost its end, what the
folder then lacks is written to this device's file, whoever did it.

A device's id lives in its progress file. When a record turns up under this device's id that this
file does not know, the file was restored from a backup, or copied to another machine that goes on
under the same id. Nobody can tell which, and it does not matter: the record is taken in as an own
one, and from then on this device has a new id and a new file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from recall import __version__
from recall.cards.history import Action, ActionKind
from recall.errors import StorageError, UsageError
from recall.exchange.sync_files import Mark, Reading, append, file_name, read_on, sync_files
from recall.exchange.sync_lines import record_line
from recall.library.context import Context
from recall.library.merging import Merged, merge
from recall.library.values import Synced
from recall.paths import expand
from recall.storage import journal, merging
from recall.storage.merging import Record
from recall.storage.store import Transaction
from recall.text import clean_line

_DEVICE = "device"
_FOLDER = "sync:"


@dataclass(slots=True)
class _Progress:
    """What is remembered of a folder: how far its files were read, and what was sent to it.

    ``sent`` is the number of the last record that the folder holds.
    """

    sent: int = 0
    files: dict[str, Mark] = field(default_factory=dict)

    @classmethod
    def from_json(cls, text: str | None) -> _Progress:
        """Return what ``to_json`` wrote; another version of the program reads everything anew."""
        values = json.loads(text or "{}")
        marks = values.get("files", {}) if values.get("program") == __version__ else {}
        files = {
            name: Mark(**{**mark, "faults": tuple(mark["faults"])}) for name, mark in marks.items()
        }
        return cls(values.get("sent", 0), files)

    def to_json(self) -> str:
        """Return it as one line of JSON."""
        files = {name: asdict(mark) for name, mark in self.files.items()}
        return json.dumps({"program": __version__, "sent": self.sent, "files": files})


def sync(context: Context, folder: Path | None = None) -> Synced:
    """Take in what other devices did, and write what this one knows to its own file.

    ``folder`` is the one of the configuration when None. Raises UsageError when there is none, and
    StorageError when it cannot be read or written; what was taken in until then stays.
    """
    place = _existing(context, folder)
    with context.store.reading() as tx:
        device = journal.meta(tx, _DEVICE)
        progress = _progress(tx, place)
    readings, faults, whole = _read(place, progress)
    with context.store.writing() as tx:
        device = device or _new_device(context, tx)
        records = [
            replace(one, device=None if one.device == device else one.device)
            for reading in readings
            for _, one in reading.found
        ]
        merged = merge(context, tx, records)
        faults += _contradictions(readings, merged)
        known = progress.files if whole else {}
        files = {reading.name: _mark(reading, known, merged) for reading in readings}
        before = _Progress(0 if not whole else progress.sent)
        before.files = {name: mark for name, mark in files.items() if mark is not None}
        own = file_name(device)
        ours = _own_records(readings, merged, own)
        if ours:
            device = _new_device(context, tx)
        _keep(tx, place, before)
    seen = {one.id for reading in readings for _, one in reading.found}
    sent = _send(context, place, device, seen)
    return Synced(
        folder=str(place),
        device=device,
        files=sum(reading.name != own for reading in readings),
        received=len(merged.added),
        sent=sent,
        cards=merged.cards,
        faults=tuple(faults),
        waiting=tuple(
            clean_line(reading.name)
            for reading in readings
            if reading.mark.torn and reading.name != own
        ),
        renewed=ours,
        unknown=sum(_means_nothing(one) for one in merged.added),
    )


def _existing(context: Context, folder: Path | None) -> Path:
    if folder is None:
        if not context.config.sync_folder:
            raise UsageError(
                "There is no folder to sync with.",
                "Name one, as in recall sync FOLDER, or set sync_folder in the configuration.",
            )
        folder = context.paths.configuration.parent / expand(context.config.sync_folder)
    if not folder.is_dir():
        raise UsageError(
            f"The sync folder {folder} does not exist.",
            "Make it, or wait until the drive or service that holds it is there.",
        )
    return folder.resolve()


def _read(folder: Path, progress: _Progress) -> tuple[list[Reading], list[str], bool]:
    """Read what is new in the files.

    Returns the readings, what was wrong, and whether the folder still holds what it held.
    """
    readings, faults = _read_files(folder, progress.files)
    there = all(os.path.lexists(folder / name) for name in progress.files)
    if there and all(reading.kept for reading in readings):
        return readings, faults, True
    # What the folder lacks now is known only when all of it is read.
    return *_read_files(folder, {}), False


def _read_files(folder: Path, marks: dict[str, Mark]) -> tuple[list[Reading], list[str]]:
    readings: list[Reading] = []
    faults: list[str] = []
    try:
        for name in sync_files(folder):
            try:
                readings.append(read_on(folder, name, marks.get(name)))
            except FileNotFoundError:  # moved away since the folder was listed
                continue
            except OSError as error:
                faults.append(f"{clean_line(name)}: the file cannot be read ({error.strerror})")
            else:
                faults += readings[-1].faults
    except OSError as error:
        raise StorageError(
            f"The sync folder {folder} cannot be read ({error.strerror}).",
            "Look whether the drive or service that holds it is there.",
        ) from None
    return readings, faults


def _contradictions(readings: Sequence[Reading], merged: Merged) -> Iterator[str]:
    for reading in readings:
        for line, record in reading.found:
            if record.id in merged.contradicted:
                yield (
                    f"{clean_line(reading.name)}:{line}: the record {record.id} is known with "
                    "another content, so neither replaces the other"
                )


def _mark(reading: Reading, known: dict[str, Mark], merged: Merged) -> Mark | None:
    """Return how far a file counts as read: a contradiction is told again until it is mended."""
    if any(record.id in merged.contradicted for _, record in reading.found):
        return known.get(reading.name) if reading.kept else None
    return reading.mark


def _own_records(readings: Sequence[Reading], merged: Merged, own: str) -> bool:
    """Return whether a record was taken in that this device, by its id, should have known."""
    added = {one.id for one in merged.added}
    return any(one.device is None for one in merged.added) or any(
        record.id in added
        for reading in readings
        if reading.name == own
        for _, record in reading.found
    )


def _send(context: Context, folder: Path, device: str, seen: set[str]) -> int:
    """Write what the folder lacks to this device's file; return how many records that were."""
    name = file_name(device)
    with context.store.writing() as tx:
        progress = _progress(tx, folder)
        last = merging.last_sequence(tx)
        lacking = [one for one in merging.records_after(tx, progress.sent) if one.id not in seen]
        mark = progress.files.get(name)
        try:
            if lacking or not (folder / name).exists():
                append(folder, name, device, (record_line(one, device) for one in lacking))
                reading = read_on(folder, name, mark)
                written = {one.id for one in lacking} | seen
                if all(one.id in written for _, one in reading.found):
                    progress.files[name] = reading.mark
        except OSError as error:
            raise StorageError(
                f"What this device did could not be written to {folder / name} "
                f"({error.strerror}); what came from others is saved.",
                "Make the folder writable and free some space, then sync again.",
            ) from None
        progress.sent = last
        _keep(tx, folder, progress)
    return len(lacking)


def _progress(tx: Transaction, folder: Path) -> _Progress:
    return _Progress.from_json(journal.meta(tx, f"{_FOLDER}{folder}"))


def _keep(tx: Transaction, folder: Path, progress: _Progress) -> None:
    text = progress.to_json()
    if text != journal.meta(tx, f"{_FOLDER}{folder}"):
        journal.set_meta(tx, f"{_FOLDER}{folder}", text)


def _new_device(context: Context, tx: Transaction) -> str:
    device = context.new_id(context.clock.now().at)
    journal.set_meta(tx, _DEVICE, device)
    return device


def _means_nothing(record: Record) -> bool:
    return isinstance(record, Action) and not isinstance(record.kind, ActionKind)
