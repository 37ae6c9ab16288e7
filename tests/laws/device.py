"""One device of the laws: a real progress file, a clock of its own, its copy of the folder."""

from __future__ import annotations

import atexit
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random

from recall.cards.history import ActionKind, Mode, Review
from recall.cards.memory import Rating
from recall.clock import Clock
from recall.config import Config
from recall.library import syncing, undoing
from recall.library.context import Context
from recall.library.doctor import states_of_log
from recall.library.marking import mark, new_action, record_settings
from recall.library.merging import merge
from recall.library.values import Synced
from recall.paths import Paths
from recall.scheduling.scheduler import Scheduler
from recall.scheduling.settings import SchedulingSettings
from recall.storage import journal, merging, names
from recall.storage.merging import Record
from recall.storage.records import State
from recall.storage.store import Store, Transaction

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
SETTINGS = (
    SchedulingSettings(learning_steps=(), relearning_steps=()),
    SchedulingSettings(learning_steps=(), relearning_steps=(10.0,), desired_retention=0.8),
    SchedulingSettings(fuzz=False),
)
MOST_DEVICES = 4
_MEMORY = Path("/dev/shm")


@dataclass
class World:
    """The time that all devices live in; a device's clock may be wrong about it."""

    now: datetime = NOON


class Device:
    """A device. Everything it does goes through the program's own functions."""

    def __init__(self, store: Store, folder: Path, world: World) -> None:
        self.store = store
        self.folder = folder
        self.world = world
        self.skew = timedelta()
        self.acknowledged: set[str] = set()
        self.context = Context(
            store,
            Paths(folder / "config.toml", folder, ()),
            Config(),
            Clock(lambda: self.world.now + self.skew),
            Scheduler(SETTINGS[0]),
            Random(0),
        )
        # Whether the folder alone holds something that was acknowledged, so that it must not fail.
        self.fragile = False
        self._backup: bytes = b""

    def reset(self, skew: timedelta, seed: int) -> None:
        """Become a new device with a clock that is wrong by ``skew``."""
        _load(self.store, _empty())
        for file in self.folder.iterdir():
            file.unlink()
        self.skew = skew
        self.acknowledged = set()
        self.fragile = False
        self.context.random = Random(seed)
        self.choose(0)
        self.back_up()

    def choose(self, settings: int) -> None:
        """Take other scheduling settings, as with a new configuration."""
        self.context.scheduler = Scheduler(SETTINGS[settings])

    def grade(self, name: str, rating: Rating) -> None:
        """Grade a card, as a session does."""
        context = self.context
        with self._noting() as tx:
            uid = names.uid_of(tx, name)
            before = journal.state(tx, uid)
            moment = context.moment_of_card(tx, uid, before.last_at)
            moment = record_settings(context, tx, moment)
            outcome = context.scheduler.apply(uid, before.memory, moment, rating, None)
            review = Review(
                id=context.new_id(moment.at),
                name=name,
                at=moment.at,
                offset=moment.offset,
                day=moment.day,
                rating=rating,
                milliseconds=1_000,
                mode=Mode.REVIEW,
                retention=outcome.explanation.retention,
                due_day=outcome.memory.due_day,
                due_at=outcome.memory.due_at,
                answer='{"typed":"ä\u2028"}',
            )
            journal.add_review(
                tx, uid, review, outcome.memory, expected_last_review_id=before.last_review_id
            )

    def mark(self, name: str, kind: ActionKind) -> None:
        """Suspend, bury or flag a card, or the opposite."""
        with self.store.reading() as tx:
            uid, before = names.uid_of(tx, name), merging.last_sequence(tx)
        mark(self.context, uid, kind)
        self._note(before)

    def undo(self) -> None:
        """Take back the last thing done here."""
        with self.store.reading() as tx:
            before = merging.last_sequence(tx)
        undoing.undo(self.context)
        self._note(before)

    def act(self, kind: ActionKind | str, target: str, body: str = "{}") -> None:
        """Do something for which the interface has no key: a reset, a link, an undo of anything."""
        with self._noting() as tx:
            last_at = journal.state(tx, names.uid_of(tx, target)).last_at
            moment = self.context.moment_of_card(tx, names.uid_of(tx, target), last_at)
            action = new_action(self.context, moment, ActionKind.FLAG, target, body)
            merge(self.context, tx, [replace(action, kind=kind)])

    def sync(self) -> Synced:
        """Sync with this device's copy of the folder."""
        self.fragile = False
        return syncing.sync(self.context, self.folder)

    def back_up(self) -> None:
        """Keep a copy of the progress file."""
        self._backup = self.store._driver.serialize()

    def restore(self) -> None:
        """Go back to the copy kept last."""
        _load(self.store, self._backup)

    def become_copy_of(self, other: Device, seed: int) -> None:
        """Take over another device's progress file and folder, its id included."""
        _load(self.store, other.store._driver.serialize())
        for file in self.folder.iterdir():
            file.unlink()
        for file in other.folder.iterdir():
            (self.folder / file.name).write_bytes(file.read_bytes())
        self.skew, self.acknowledged = other.skew, set()
        self.context.random = Random(seed)
        self.context.scheduler = other.context.scheduler
        self.back_up()

    def own_file(self) -> Path | None:
        """This device's own file, if it has an id and has written one."""
        with self.store.reading() as tx:
            device = journal.meta(tx, "device")
        path = self.folder / f"recall-{device}.jsonl"
        return path if path.exists() else None

    def log(self) -> dict[str, Record]:
        """Every record without whose it is, by id."""
        with self.store.reading() as tx:
            return {one.id: replace(one, device=None) for one in merging.records_after(tx, 0)}

    def states(self) -> dict[str, State]:
        """Every cached state that says anything."""
        with self.store.reading() as tx:
            return telling(journal.all_states(tx))

    def states_from_scratch(self) -> dict[str, State]:
        """Every state as the whole log gives it."""
        with self.store.reading() as tx:
            return telling(states_of_log(self.context, tx))

    def aliases(self) -> dict[str, str]:
        """Which names are one card."""
        with self.store.reading() as tx:
            return names.aliases(tx)

    @contextmanager
    def _noting(self) -> Iterator[Transaction]:
        with self.store.writing() as tx:
            before = merging.last_sequence(tx)
            yield tx
        self._note(before)

    def _note(self, before: int) -> None:
        with self.store.reading() as tx:
            self.acknowledged.update(one.id for one in merging.records_after(tx, before))


def telling(states: Mapping[str, State]) -> dict[str, State]:
    """Return the states that differ from a new card's."""
    return {uid: state for uid, state in states.items() if state != State()}


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "data" / "recall.db")
        try:
            return store._driver.serialize()
        finally:
            store.close()


def _load(store: Store, content: bytes) -> None:
    with closing(sqlite3.connect(":memory:")) as source:
        source.deserialize(content)
        source.backup(store._driver)


@cache
def bench() -> tuple[World, tuple[Device, ...]]:
    """The devices of this process, used again by every run; they live in memory where there is
    such a file system.
    """
    root = Path(tempfile.mkdtemp(prefix="recall-laws-", dir=_MEMORY if _MEMORY.is_dir() else None))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    world = World()
    devices = []
    for number in range(MOST_DEVICES):
        folder = root / f"folder-{number}"
        folder.mkdir()
        store = Store.open(root / f"data-{number}" / "recall.db")
        atexit.register(store.close)
        devices.append(Device(store, folder, world))
    return world, tuple(devices)
