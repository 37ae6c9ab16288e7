"""Looks about every second whether decks changed on disk, and tells the screen that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from recall.errors import RecallError

if TYPE_CHECKING:
    from recall.library.changes import DecksChanged
    from recall.tui.app import RecallApp

WATCH_EVERY = 1.0
"""Seconds between two looks; one look at a thousand files takes some milliseconds."""

SETTLING = 0.25
"""Seconds to the next look while a file is being written."""


class Follower:
    """Looks again and again, in the library's thread and never while that has something to do.

    ``every`` is in seconds; with None nobody looks. ``version`` counts the changes told, so that a
    screen that was covered meanwhile can tell whether it missed any.
    """

    def __init__(self, app: RecallApp, every: float | None) -> None:
        self.version = 0
        self._app = app
        self.every = every
        self._failed = False

    def start(self) -> None:
        """Begin to look; the library is open."""
        self._wait(self.every)

    async def look(self) -> None:
        """Look once, and tell what changed."""
        library = self._app.library
        try:
            change, settling = await self._app.desk.call(
                lambda: (library.look(), library.settling), lambda: None
            )
        except RecallError as error:
            settling = False
            if not self._failed:
                self._failed = True
                self._app.tell(error)
        else:
            self._failed = False
            if change is not None:
                self._tell(change)
        self._wait(SETTLING if settling else self.every)

    def _tell(self, change: DecksChanged) -> None:
        self.version += 1
        self._app.decks_changed(change)

    def _wait(self, seconds: float | None) -> None:
        if self.every is not None and seconds is not None:
            self._app.set_timer(seconds, self._tick)

    def _tick(self) -> None:
        if self._app.is_busy:
            self._wait(self.every)
        else:
            self._app.run_worker(self.look(), exit_on_error=True)
