"""Bring the catalogue up to date with the deck folders; only files that changed are read.

A file is unchanged when its size and time are those of the last reading. A file that was written
within the last moments before a reading keeps no time, so that a second change within the grain of
the file system's clock is seen. What reading means may change with the program: the catalogue
notes its version, and another version reads everything again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from pathlib import Path

from recall.library import folders
from recall.library.context import Context
from recall.library.courses import course_of, courses_of
from recall.library.folders import FileFound, Scan
from recall.library.reading import course_id, new_file, unreadable_file
from recall.library.recompute import recompute
from recall.library.values import RefreshReport
from recall.library.whole_library import lint_catalogue
from recall.markdown.reader import read_entry
from recall.storage import catalogue, identity, journal
from recall.storage.records import FileStamp
from recall.storage.store import Transaction

CATALOGUE_VERSION = "2"
_VERSION_KEY = "catalogue-version"
_GRAIN_NANOSECONDS = 50_000_000
_UNKNOWN_TIME = -1


def refresh(context: Context, *, accept_missing: bool = False) -> RefreshReport:
    """Read what changed in the deck folders and reconcile the cards; see ``Library.refresh``."""
    scans = [folders.scan(folder) for folder in context.paths.decks]
    context.passed_over = tuple(problem for scan in scans for problem in scan.problems)
    with context.store.reading() as tx:
        # What was known before is shown, even when what is new cannot be taken in.
        ids = context.folders = catalogue.known_folder_ids(tx, context.paths.decks)
        current = context.store.read_only or journal.meta(tx, _VERSION_KEY) == CATALOGUE_VERSION
        complete = context.store.read_only or len(ids) == len(scans)
        context.absent, context.nowhere = _not_there(
            context, scans, {row.folder for row in catalogue.file_rows(tx, ids)}
        )
        if current and complete and not accept_missing:
            known = [catalogue.files(tx, folder_id) for folder_id in ids]
            if context.store.read_only or all(map(_same, known, scans)):
                return RefreshReport(unchanged=sum(map(len, known)))
    with context.store.writing() as tx:
        return _take_in(context, tx, scans, everything=not current, accept_missing=accept_missing)


def _not_there(
    context: Context, scans: Sequence[Scan], known: Set[str]
) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
    """Return the folders that are not there now: those in which decks are known, and the others.

    The learner's own folder need not be made.
    """
    pairs = zip(context.paths.decks, scans, strict=True)
    gone = [folder for folder, scan in pairs if not scan.present]
    return (
        tuple(folder for folder in gone if str(folder) in known),
        tuple(
            folder
            for folder in gone
            if str(folder) not in known and folder != context.paths.own_decks
        ),
    )


def _same(known: Mapping[str, FileStamp], scan: Scan) -> bool:
    if not scan.present:
        return True
    return len(known) == len(scan.files) and all(
        _unchanged(known.get(file.path), file) for file in scan.files
    )


def _unchanged(stamp: FileStamp | None, file: FileFound) -> bool:
    return stamp is not None and (stamp.size, stamp.mtime_ns) == (file.size, file.mtime_ns)


def _take_in(
    context: Context,
    tx: Transaction,
    scans: Sequence[Scan],
    *,
    everything: bool,
    accept_missing: bool,
) -> RefreshReport:
    moment = context.moment(tx)
    ids = catalogue.folder_ids(tx, context.paths.decks)
    # By the clock itself: a moment to be recorded can run ahead of it.
    now = context.clock.now().at
    read = 0
    for folder_id, folder, scan in zip(ids, context.paths.decks, scans, strict=True):
        # A disk that is not plugged in takes no card away.
        if scan.present or accept_missing:
            read += _take_in_folder(tx, folder_id, folder, scan, now, everything=everything)
    reconciled = identity.reconcile(
        tx,
        ids,
        moment,
        lambda: context.new_id(moment.at),
        read_entry,
        accept_missing=accept_missing,
    )
    recompute(context, tx, reconciled.recompute)
    lint_catalogue(tx, ids)
    journal.set_meta(tx, _VERSION_KEY, CATALOGUE_VERSION)
    context.folders = ids
    return RefreshReport(
        read=read,
        unchanged=sum(len(scan.files) for scan in scans) - read,
        new=reconciled.new,
        returned=reconciled.returned,
        missing=reconciled.missing,
        linked=reconciled.linked,
        renamed=reconciled.renamed,
        withheld=reconciled.withheld,
        parted=reconciled.parted,
    )


def _take_in_folder(
    tx: Transaction, folder_id: int, folder: Path, scan: Scan, now: int, *, everything: bool
) -> int:
    """Bring one folder's files into the catalogue; return how many were read."""
    known = catalogue.files(tx, folder_id)
    recorded = {row.path: row.course for row in catalogue.file_rows(tx, (folder_id,))}
    changed = {
        file.path for file in scan.files if everything or not _unchanged(known.get(file.path), file)
    }
    found = {file.path: file for file in scan.files}

    def id_of(path: str) -> str:
        known_id = recorded.get(path)
        if path not in changed and known_id is not None:
            return known_id
        try:
            return course_id(folders.read_bytes(found[path]), path, folder.name)
        except OSError:
            # A page that cannot be read for once must not rename every card of its course.
            return known_id or course_id(b"", path, folder.name)

    courses = courses_of(found, id_of)
    read = 0
    for file in scan.files:
        course = course_of(file.path, courses)
        stamp = known.get(file.path)
        same_course = stamp is not None and recorded.get(file.path) == course
        if file.path not in changed and same_course:
            continue
        time = _trusted_time(file, now)
        try:
            data = folders.read_bytes(file)
        except OSError as error:
            problem = folders.unreadable(file.path, error)
            catalogue.replace_file(tx, folder_id, unreadable_file(file.path, course, problem))
            continue
        digest = folders.digest(data)
        if stamp is not None and same_course and not everything and stamp.digest == digest:
            catalogue.restamp(tx, stamp.id, file.size, time)
            continue
        catalogue.replace_file(
            tx, folder_id, new_file(file.path, data, course, digest, file.size, time)
        )
        read += 1
    for path, stamp in known.items():
        if path not in found:
            catalogue.remove_file(tx, stamp.id)
    return read


def _trusted_time(file: FileFound, now: int) -> int:
    age = now * 1000 - file.mtime_ns
    return _UNKNOWN_TIME if abs(age) < _GRAIN_NANOSECONDS else file.mtime_ns
