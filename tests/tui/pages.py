"""A learner's blank page in the interface, over a real library."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from textual.screen import Screen

from recall.clock import fixed_clock
from recall.config import Config
from recall.library.library import Library
from recall.paths import Paths
from recall.tui.widgets.page_editor import PageEditor
from tests.library.rivers import RIVERS
from tests.tui.support import Player

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
FREE = "Fast water cuts V-shaped valleys. Sediment settles where the water is fastest. "
CUED = "Deltas grow into the sea."


def opening_rivers(root: Path, deck: str = RIVERS) -> Callable[[], Library]:
    """Return what opens a library of one deck with a blank page."""
    folder = root / "decks"
    folder.mkdir(exist_ok=True)
    (folder / "rivers.md").write_text(deck, encoding="utf-8")
    paths = Paths(root / "config.toml", root / "data", (folder,))
    return lambda: Library.open(paths, Config(fuzz=False), fixed_clock(NOW), random=Random(7))


def shown(player: Player) -> Screen[object]:
    """The screen that is shown now; a key may change it."""
    return player.app.screen


async def come_to_rest(player: Player) -> None:
    """Let everything be laid out: a scroll bar takes its place only when the text was."""
    for _ in range(5):
        await player.settle()


def editor(player: Player) -> PageEditor:
    """The editor on the screen."""
    return player.app.screen.query_one(PageEditor)


async def write(player: Player, written: str) -> None:
    """Type a text into the page."""
    editor(player).insert(written)
    await player.settle()


async def type_letters(player: Player, letters: str) -> None:
    """Type into a field, letter by letter."""
    await player.press(*("space" if letter == " " else letter for letter in letters))


async def begin(player: Player, guess: str = "3") -> None:
    """From home to the empty page."""
    await player.press("b", "enter", *guess, "enter")


async def to_comparing(player: Player) -> None:
    """From home to the first point compared."""
    await begin(player)
    await write(player, FREE)
    await player.press("ctrl+t")
    await write(player, CUED)
    await player.press("ctrl+s", "ctrl+s")


CAPSTONE = """\
---
code: L13
title: Capstone
---
# Capstone

R: Rebuild the river. {#rebuild}
- Upper course
POINTS
- Lower course
  - Slow water drops sand

R: Explain the river. {#explain audience=child}
- Water runs down a hill

## A passage

The Halden rises in a lake that has no name.

Q: Where does the Halden rise? {#rise .cold}
A: In a lake without a name.

## Another passage

A second river has two mouths.

Q: How many mouths has the second river? {#mouths .cold}
A: Two.
""".replace("POINTS", "\n".join(f"  - Fact number {n} about cliffs" for n in range(20)))
