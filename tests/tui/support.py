"""Driving the interface in tests: keys with times of their own, and the screen as plain text."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from textual import events
from textual.dom import DOMNode
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen

from recall.tui.app import RecallApp, Start
from recall.tui.screens.opening import OpeningScreen
from tests.tui.fake import FakeLibrary

T = TypeVar("T")

SNAPSHOTS = Path(__file__).parent / "snapshots"
REWRITE = "RECALL_REWRITE_SNAPSHOTS"
"""Set in the environment, snapshots are written instead of compared."""

NAMES = {" ": "space", "\n": "enter"}


class Player:
    """Presses keys. Each press comes three seconds after the one before, unless a time is given."""

    def __init__(self, app: RecallApp) -> None:
        self.app = app
        self._ticks = count(1)
        self._start = Message().time

    @property
    def now(self) -> float:
        """A time after every press so far."""
        return self._start + 3.0 * next(self._ticks)

    @property
    def text(self) -> str:
        """The whole screen, as text."""
        return screen_text(self.app)

    @property
    def bottom(self) -> str:
        """The lines beneath the lower rule."""
        return self.text.rpartition("─" * 20)[2].strip("─\n ")

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, each after the one before has had its effect."""
        for key in keys:
            await self.send(key, self.now)
            await self.settle()

    async def type(self, words: str) -> None:
        """Type words as quickly as people do."""
        at = self.now
        for place, letter in enumerate(words):
            await self.send(NAMES.get(letter, letter), at + 0.2 * place / max(len(words), 1))
        await self.settle()

    async def send(self, key: str, at: float) -> None:
        """Send one key event that came at a time."""
        character = " " if key == "space" else key if len(key) == 1 else None
        event = events.Key(key, character)
        event.time = at
        self.app.post_message(event)

    async def resize(self, width: int, height: int) -> None:
        """Give the window another size."""
        size = Size(width, height)
        assert self.app._driver is not None
        self.app._driver._size = size
        self.app.post_message(events.Resize(size, size))
        await self.idle()
        # Textual gathers resizes for a moment before the screen is told.
        while self.app._resize_event is not None or self.app._resize_timer is not None:
            await asyncio.sleep(0)
        await self.settle()

    async def settle(self) -> None:
        """Wait until nothing is left to be done."""
        for _ in range(3):
            await self.app.workers.wait_for_complete()
            await self.idle()

    async def idle(self) -> None:
        """Wait until every widget has worked through its messages and a frame was painted."""
        screen = self.app.screen
        for node in (self.app, screen, *screen.walk_children()):
            await self._reached(screen, node, node.call_later)
        await self._reached(screen, screen, screen.call_after_refresh)

    async def _reached(
        self, screen: Screen[object], node: DOMNode, ask: Callable[[Callable[[], None]], bool]
    ) -> None:
        """Wait until a node has come to a callback, unless another screen takes its place."""
        reached: list[bool] = []
        if ask(lambda: reached.append(True)):
            while not reached and node.is_running and self.app.return_code is None:
                if self.app.screen is not screen:
                    return
                await asyncio.sleep(0)


@asynccontextmanager
async def playing(
    library: FakeLibrary | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    start: Start | None = None,
    opening: Callable[[], Any] | None = None,
    **options: Any,
) -> AsyncIterator[Player]:
    """Run the interface over a library without a terminal."""
    library = library if library is not None else FakeLibrary()
    app = RecallApp(
        opening or library.opened,
        start=start,
        **{"environment": {}, "watch_every": None, **options},
    )
    try:
        async with app.run_test(size=size):
            player = Player(app)
            while isinstance(app.screen, OpeningScreen) and app.return_code is None:
                await asyncio.sleep(0)
            await player.settle()
            await player.settle()
            yield player
    finally:
        app.close_library()


def play(scenario: Callable[[], Awaitable[T]]) -> T:
    """Run an asynchronous scenario to its end."""

    async def run() -> T:
        return await scenario()

    return asyncio.run(run())


def screen_text(app: RecallApp) -> str:
    """Return what is on the screen, line by line, without trailing blanks."""
    screen = app.screen
    strips = screen._compositor.render_strips(screen.size)
    lines = ["".join(segment.text for segment in strip).rstrip() for strip in strips]
    return "\n".join(lines) + "\n"


def check_snapshot(name: str, text: str) -> None:
    """Compare a screen with the one kept, or keep it when REWRITE is set."""
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get(REWRITE):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{name} differs from {path}"
