"""Small records for the tests of storage, and other processes that use the same file."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import recall
from recall.cards.card import Attributes, Entry, Kind, Parts, Place
from recall.cards.fingerprint import cards_of
from recall.cards.history import Action, ActionKind, Mode, Review
from recall.cards.kinds.choice import Choice, Option
from recall.cards.kinds.free_recall import FreeRecall, KeyPoint
from recall.cards.kinds.question import Question
from recall.cards.memory import Memory, Phase, Rating
from recall.cards.problem import Problem
from recall.clock import MICROSECONDS_PER_DAY, Moment
from recall.markdown.reader import read_entry
from recall.storage import catalogue, identity
from recall.storage.records import Curve, NewCard, NewEntry, NewFile, Reconciled
from recall.storage.store import Store, Transaction
from recall.text import fold

DAY = 20_000
CURVE = Curve(factor=0.9 ** (1 / -0.1542) - 1, decay=-0.1542)
LIBRARY = Path("/library")

# Root may write anything; without its capabilities it is an ordinary owner of its files.
DROP_CAPABILITIES = """
import ctypes, os
if os.geteuid() == 0:
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    assert ctypes.CDLL(None).capset(header, (ctypes.c_uint32 * 6)()) == 0
"""


def moment(day: int = DAY, second: int = 0) -> Moment:
    """Noon of a study day in Greenwich, and so many seconds."""
    return Moment(day * MICROSECONDS_PER_DAY + (43_200 + second) * 1_000_000, 0, day)


@dataclass
class Ids:
    """Ids that sort by the order in which they are made."""

    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def __call__(self) -> str:
        return f"00000000-0000-7000-8000-{next(self.numbers):012d}"


LINK_IDS = Ids(count(500_000))  # unique in a run; no test looks at their values


def question(
    prompt: str,
    answer: str = "An answer.",
    *,
    id: str | None = None,  # noqa: A002  # the word authors write
    tags: tuple[str, ...] = (),
    line: int = 1,
    namespace: str = "course",
    retention: float | None = None,
) -> NewEntry:
    """One question as the reader would hand it over."""
    attribute = f" {{#{id}}}" if id else ""
    source = f"Q: {prompt}{attribute}\nA: {answer}"
    return _entry(
        Kind.QUESTION, Question(prompt, answer), source, id, tags, line, namespace, retention
    )


def choice(prompt: str) -> NewEntry:
    """One choice between two options."""
    options = (Option("Yes", True), Option("No", False))
    source = f"Q: {prompt}\n- [x] Yes\n- [ ] No"
    return _entry(Kind.CHOICE, Choice(prompt, options), source, None, (), 1, "course", None)


def blank_page(prompt: str, *points: str, line: int = 1) -> NewEntry:
    """One free recall with so many key points."""
    parts = FreeRecall(prompt, tuple(KeyPoint(point) for point in points))
    source = "\n".join([f"R: {prompt}", *(f"- {point}" for point in points)])
    return _entry(Kind.FREE_RECALL, parts, source, None, (), line, "course", None)


def _entry(
    kind: Kind,
    parts: Parts,
    source: str,
    identity: str | None,
    tags: tuple[str, ...],
    line: int,
    namespace: str,
    retention: float | None,
) -> NewEntry:
    written = Entry(kind, parts, Place("", line), source, Attributes(id=identity, tags=tags))
    cards = cards_of(written, namespace)
    return NewEntry(
        kind=kind,
        line=line,
        column=1,
        end_line=line + source.count("\n"),
        source=source,
        title=parts.title,
        folded=fold(source),
        cards=tuple(NewCard(card.name, card.fingerprint, card.facet) for card in cards),
        tags=tags,
        retention=retention,
    )


def deck(path: str, *entries: NewEntry, problems: tuple[Problem, ...] = ()) -> NewFile:
    """One deck file that holds some entries."""
    return NewFile(
        path=path,
        size=100,
        mtime_ns=1,
        digest="digest",
        title=path,
        kind="deck",
        entries=entries,
        problems=problems,
    )


def take_in(
    tx: Transaction,
    *files: NewFile,
    removed: Sequence[str] = (),
    folder: Path = LIBRARY,
    at: Moment | None = None,
    accept_missing: bool = False,
) -> Reconciled:
    """Refresh one folder: files that are new or changed, and paths that are gone."""
    (folder_id,) = catalogue.folder_ids(tx, [folder])
    stamps = catalogue.files(tx, folder_id)
    for path in removed:
        catalogue.remove_file(tx, stamps[path].id)
    for file in files:
        catalogue.replace_file(tx, folder_id, file)
    return identity.reconcile(
        tx, [folder_id], at or moment(), LINK_IDS, read_entry, accept_missing=accept_missing
    )


def name_of(entry: NewEntry) -> str:
    """The name of an entry's first card."""
    return entry.cards[0].name


def review(
    name: str,
    identity: str,
    at: Moment | None = None,
    *,
    rating: Rating = Rating.GOOD,
    mode: Mode = Mode.REVIEW,
    answer: str | None = None,
) -> Review:
    """One grade of a card."""
    when = at or moment()
    return Review(
        id=identity,
        name=name,
        at=when.at,
        offset=when.offset,
        day=when.day,
        rating=rating,
        milliseconds=4_000,
        mode=mode,
        retention=0.9,
        due_day=when.day + 5,
        answer=answer,
    )


def action(
    kind: ActionKind, target: str, identity: str, at: Moment | None = None, body: str = "{}"
) -> Action:
    """One action on a card, or an undo of something."""
    when = at or moment()
    return Action(identity, kind, target, when.at, when.offset, when.day, body)


def memory(day: int = DAY, due_day: int | None = None, *, due_at: int | None = None) -> Memory:
    """The memory of a card that was last reviewed on a study day."""
    return Memory(
        phase=Phase.REVIEW if due_at is None else Phase.LEARNING,
        step=None if due_at is None else 0,
        stability=5.0,
        difficulty=5.0,
        last_day=day,
        interval=0 if due_at is not None else 5,
        due_day=day + 5 if due_day is None else due_day,
        due_at=due_at,
        reps=1,
    )


class Rehearsed(Exception):  # no error: it ends a rehearsal
    """Raised to undo everything a transaction did."""


@contextmanager
def rehearsal(store: Store) -> Iterator[Transaction]:
    """A transaction that is undone at its end, so that examples do not see each other."""
    try:
        with store.writing() as tx:
            yield tx
            raise Rehearsed  # noqa: TRY301  # the way to make the transaction undo itself
    except Rehearsed:
        pass


def environment() -> dict[str, str]:
    """The environment in which another process finds the same recall."""
    return {**os.environ, "PYTHONPATH": str(Path(recall.__file__).parents[1])}


def run_elsewhere(script: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a script in another process and wait for it."""
    command = [sys.executable, "-W", "error", "-c", script, *map(str, arguments)]
    return subprocess.run(
        command, env=environment(), capture_output=True, text=True, timeout=120, check=False
    )


def dump(path: Path) -> list[str]:
    """Everything a database holds, as SQL; copies of one are equal in this form."""
    with closing(sqlite3.connect(path)) as connection, closing(sqlite3.connect(":memory:")) as copy:
        connection.backup(copy)
        if not copy.execute("SELECT 1 FROM sqlite_schema WHERE name = 'entry_text'").fetchall():
            return list(copy.iterdump())
        # The index of texts cannot be read as a table; the tables beneath it can.
        index = [str(row) for row in copy.execute("SELECT * FROM entry_text_data ORDER BY id")]
        copy.execute("DROP TABLE entry_text")
        return [*copy.iterdump(), *index]
