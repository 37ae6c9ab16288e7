"""Devices that do anything in any order, and what must hold when they have all been synced."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from recall.cards.history import Action, ActionKind
from recall.cards.memory import Rating
from tests.laws.device import MOST_DEVICES, NOON, SETTINGS, Device, bench

CARDS = ("q1", "q2", "q3")
SKEWS = (timedelta(), timedelta(), timedelta(hours=-2), timedelta(days=400))
MARKS = (
    ActionKind.SUSPEND, ActionKind.UNSUSPEND, ActionKind.BURY, ActionKind.UNBURY,
    ActionKind.FLAG, ActionKind.UNFLAG,
)  # fmt: skip
ROUNDS = 8

devices = st.integers(0, MOST_DEVICES - 1)
cards = st.sampled_from(CARDS)
pauses = st.sampled_from((0, 1, 1, 1))


class Devices(RuleBasedStateMachine):
    """Up to four devices, of which the last may begin as a copy of another."""

    def __init__(self) -> None:
        super().__init__()
        self.world, self.bench = bench()
        self.count = MOST_DEVICES
        self.copies = 0

    @initialize(count=st.integers(2, MOST_DEVICES), skews=st.permutations(SKEWS))
    def begin(self, count: int, skews: list[timedelta]) -> None:
        self.world.now = NOON
        self.count = count
        for number, (device, skew) in enumerate(zip(self.bench, skews, strict=True)):
            device.reset(skew, number + 1)

    @rule(number=devices, card=cards, rating=st.sampled_from(Rating), minutes=pauses)
    def grade(self, number: int, card: str, rating: Rating, minutes: int) -> None:
        self.world.now += timedelta(minutes=minutes)
        self.device(number).grade(card, rating)

    @rule(number=devices, card=cards, kind=st.sampled_from(MARKS))
    def mark(self, number: int, card: str, kind: ActionKind) -> None:
        self.device(number).mark(card, kind)

    @rule(number=devices)
    def undo(self, number: int) -> None:
        self.device(number).undo()

    @rule(number=devices, place=st.integers(0, 30))
    def take_back_anything(self, number: int, place: int) -> None:
        """Undo any record there is, also one made elsewhere, and also an undo: a redo."""
        device = self.device(number)
        ids = sorted(device.log())
        if ids:
            device.act(ActionKind.UNDO, ids[place % len(ids)])

    @rule(number=devices, place=st.integers(0, 5))
    def redo(self, number: int, place: int) -> None:
        """Undo an undo, whosever it is."""
        device = self.device(number)
        undos = sorted(
            one.id
            for one in device.log().values()
            if isinstance(one, Action) and one.kind == ActionKind.UNDO
        )
        if undos:
            device.act(ActionKind.UNDO, undos[place % len(undos)])

    @rule(number=devices, card=cards)
    def reset_card(self, number: int, card: str) -> None:
        self.device(number).act(ActionKind.RESET, card)

    @rule(number=devices, before=cards, after=cards)
    def link(self, number: int, before: str, after: str) -> None:
        if before != after:
            body = json.dumps({"to": after, "before": "", "after": ""})
            self.device(number).act(ActionKind.LINK, before, body)

    @rule(number=devices)
    def do_what_only_a_newer_program_knows(self, number: int) -> None:
        self.device(number).act("reword", "q1", '{"level":[1,{"b":null}]}')

    @rule(number=devices, settings=st.integers(0, len(SETTINGS) - 1), card=cards, minutes=pauses)
    def grade_under_other_settings(
        self, number: int, settings: int, card: str, minutes: int
    ) -> None:
        self.world.now += timedelta(minutes=minutes)
        self.device(number).choose(settings)
        self.device(number).grade(card, Rating.GOOD)

    @rule(hours=st.sampled_from((0.1, 5, 30, 24 * 9)))
    def wait(self, hours: float) -> None:
        self.world.now += timedelta(hours=hours)

    @rule(number=devices)
    def sync(self, number: int) -> None:
        assert_no_contradiction(self.device(number).sync().faults)

    @rule(
        origin=devices,
        goal=devices,
        share=st.sampled_from((0.3, 0.8, 1.0, 1.0, 1.0)),
        which=st.sampled_from((None, None, 0, 1, 2)),
    )
    def carry(self, origin: int, goal: int, share: float, which: int | None) -> None:
        """Copy files from one folder to another, perhaps not all and not to their ends."""
        source, other = self.device(origin), self.device(goal)
        if source is other:
            return
        files = sorted(source.folder.iterdir())
        for file in files if which is None else files[which : which + 1]:
            data = file.read_bytes()
            put(other, file.name, data[: round(len(data) * share)], shorter=not other.fragile)

    @rule(number=devices, lost=st.integers(1, 400))
    def tear(self, number: int, lost: int) -> None:
        """Lose the end of a device's own file, as an interrupted write does."""
        own = self.device(number).own_file()
        if own is not None and not self.device(number).fragile:
            own.write_bytes(own.read_bytes()[:-lost])

    @rule(number=devices, which=st.integers(0, 3))
    def lose_a_file(self, number: int, which: int) -> None:
        files = sorted(self.device(number).folder.iterdir())
        if files and not self.device(number).fragile:
            files[which % len(files)].unlink()

    @rule(number=devices)
    def back_up(self, number: int) -> None:
        self.device(number).back_up()

    @rule(number=devices)
    def restore(self, number: int) -> None:
        """Go back to an older progress file; what was done since is in the folder."""
        device = self.device(number)
        self.sync(number)
        device.restore()
        device.fragile = True

    @precondition(lambda self: self.copies < 2)
    @rule(origin=devices, goal=devices)
    def copy_a_device(self, origin: int, goal: int) -> None:
        """Copy a progress file to another machine, which goes on under the same id."""
        source, other = self.device(origin), self.device(goal)
        if source is other:
            return
        self.sync(goal)
        for file in sorted(other.folder.iterdir()):
            put(source, file.name, file.read_bytes(), shorter=False)
        kept = other.acknowledged
        self.copies += 1
        other.become_copy_of(source, 100 + self.copies)
        other.acknowledged = kept
        source.fragile = other.fragile = True

    def teardown(self) -> None:
        """Sync everything and hold the laws."""
        live = self.bench[: self.count]
        settle(live)
        first = live[0]
        log, states, aliases = first.log(), first.states(), first.aliases()
        for device in live:
            assert device.log() == log
            assert device.aliases() == aliases
            assert device.states() == states
            assert device.states_from_scratch() == states
            assert device.acknowledged <= log.keys(), "a record was lost"
        before = contents(live)
        for device in live:
            synced = device.sync()
            assert (synced.received, synced.sent, synced.cards) == (0, 0, 0)
            assert not synced.renewed
        assert contents(live) == before

    def device(self, number: int) -> Device:
        """One of the devices that take part."""
        return self.bench[number % self.count]


def settle(live: tuple[Device, ...]) -> None:
    """Carry every file everywhere and sync, until nothing is new to anybody."""
    for _ in range(ROUNDS):
        synced = [device.sync() for device in live]
        for one in synced:
            assert_no_contradiction(one.faults)
        moved = carry_everything(live)
        if not moved and not any(one.received or one.sent for one in synced):
            return
    raise AssertionError(f"the devices did not come to rest in {ROUNDS} rounds")


def carry_everything(live: tuple[Device, ...]) -> bool:
    """Put every file of every folder into every other; return whether one was new there."""
    moved = False
    for origin in live:
        for file in sorted(origin.folder.iterdir()):
            data = file.read_bytes()
            for goal in live:
                moved |= goal is not origin and put(goal, file.name, data, shorter=False)
    return moved


def put(goal: Device, name: str, data: bytes, *, shorter: bool = True) -> bool:
    """Deliver a file as a service does: what two devices wrote under one name becomes a copy.

    A file that begins with what is delivered is replaced only where ``shorter`` ones may come.
    Returns whether anything was written.
    """
    path = goal.folder / name
    old = path.read_bytes() if path.exists() else b""
    if data == old or (not shorter and old.startswith(data)):
        return False
    is_own = path == goal.own_file()
    if not is_own and (shorter or data.startswith(old)):
        path.write_bytes(data)
        return True
    if is_own and old.startswith(data):
        return False
    stem = name.removesuffix(".jsonl").partition(" (conflict")[0]
    for number in range(1, 50):
        other = goal.folder / f"{stem} (conflict {number}).jsonl"
        known = other.read_bytes() if other.exists() else b""
        if known and known.startswith(data):
            return False
        if data.startswith(known):
            other.write_bytes(data)
            return True
    raise AssertionError("too many copies of one file")


def contents(live: tuple[Device, ...]) -> dict[Path, bytes]:
    """Every file of every folder."""
    return {file: file.read_bytes() for device in live for file in device.folder.iterdir()}


def assert_no_contradiction(faults: tuple[str, ...]) -> None:
    """No record may come with two contents, for nobody forges any here."""
    assert not [fault for fault in faults if "another content" in fault]
