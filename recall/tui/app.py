"""Starts the terminal interface and holds what all its screens need.

The first frame is on the screen before the library is opened: opening imports the database code,
which takes longer than drawing. Home is imported after that frame, other screens when they are
shown.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import App
from textual.binding import BindingType
from textual.driver import Driver
from textual.filter import LineFilter
from textual.screen import Screen
from textual.worker import WorkerFailed

from recall.errors import ConfigurationError, RecallError, UsageError
from recall.text import clean
from recall.tui.desk import PATIENCE, Desk
from recall.tui.editor import editor_command
from recall.tui.follower import WATCH_EVERY, Follower
from recall.tui.keys import KeyTable, key_name
from recall.tui.repeats import Repeats
from recall.tui.screens.opening import OpeningScreen
from recall.tui.theme import line_filters, register

if TYPE_CHECKING:
    from recall.library.changes import DecksChanged
    from recall.library.library import Library
    from recall.library.restoring import Rescue

INTERRUPTED = 130
"""What the program exits with after Ctrl+C."""

_SIGNALS = (signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Start:
    """What is shown first: the home screen, with ``review`` a session as the options say, the
    ``quiz`` of a deck, a blank ``page``, or the ``preview`` of a file, for which no library is
    opened. ``type_gaps`` is for the preview alone.
    """

    review: bool = False
    decks: tuple[str, ...] = ()
    limit: int | None = None
    new: int | None = None
    cram: bool = False
    quiz: str | None = None
    page: str | None = None
    preview: Path | None = None
    type_gaps: bool = False


class RecallApp(App[None], inherit_bindings=False):
    """The application.

    ``open_library`` is called in the library's thread after the first frame. ``keys`` maps binding
    ids to keys. ``editor`` is the configured editor command, ``environment`` where VISUAL and
    EDITOR are looked up. ``rescue`` gives what is needed when the progress file is damaged.
    ``patience`` is how many seconds a library call may take before the screen says what it waits
    for, ``watch_every`` how many lie between two looks at the deck files (None: never). Raises
    ConfigurationError for keys or a theme that do not exist.
    """

    TITLE = "recall"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        open_library: Callable[[], Library],
        keys: Mapping[str, str] | None = None,
        theme: str = "recall",
        editor: str = "",
        start: Start | None = None,
        environment: Mapping[str, str] | None = None,
        *,
        rescue: Callable[[], Rescue] | None = None,
        patience: float = PATIENCE,
        watch_every: float | None = WATCH_EVERY,
        driver_class: type[Driver] | None = None,
    ) -> None:
        self.keys = KeyTable(keys)
        super().__init__(driver_class=driver_class)
        register(self)
        if theme not in self.available_themes:
            near = get_close_matches(theme, self.available_themes, n=1, cutoff=0.0)
            raise ConfigurationError(
                f'There is no theme "{theme}".', f'The nearest name is "{near[0]}".'
            )
        self.theme = theme
        self.desk = Desk(patience)
        self.repeats = Repeats()
        self.follower = Follower(self, watch_every)
        self.start_with = start or Start()
        self.failure: RecallError | None = None
        self.parting: RecallError | None = None
        self.catches_signals = False
        self.shows_timer = True
        self.rescue = rescue
        self._open_library = open_library
        self._editor = editor
        self._environment = os.environ if environment is None else environment
        self._library: Library | None = None

    @property
    def library(self) -> Library:
        """The open library; raises UsageError before it is open."""
        if self._library is None:
            raise UsageError("The library is still being opened.", "Try again in a moment.")
        return self._library

    def open_library(self) -> None:
        """Open the library; runs in the library's thread."""
        self._library = self._open_library()

    @property
    def is_busy(self) -> bool:
        """Whether the screen shown waits for the library."""
        return bool(getattr(self.screen, "busy", False))

    def decks_changed(self, change: DecksChanged) -> None:
        """Let the screen shown follow what changed in the decks."""
        self._ask_screen("follow_decks", change)

    def tell(self, error: RecallError) -> None:
        """Show what went wrong while nothing was asked for."""
        self._ask_screen("say_error", error)

    def _ask_screen(self, what: str, value: object) -> None:
        # By name, as the first frame comes before the class of the other screens is imported.
        method = getattr(self.screen, what, None)
        if method is not None:
            method(value)

    def shut_library(self) -> None:
        """Let go of the progress file before it is replaced; runs in the library's thread."""
        if self._library is not None:
            self._library.close()
            self._library = None

    def close_library(self) -> None:
        """Close the library after everything that was asked of it, and the day's backup.

        ``parting`` is then what is to be said to the learner who left.
        """

        def close() -> None:
            if self._library is None:
                return
            try:
                self._library.daily_backup()
            except RecallError as error:
                self.parting = error
            finally:
                self._library.close()

        self.desk.close(close)

    def get_default_screen(self) -> Screen[None]:
        """Start with what can be drawn at once."""
        return OpeningScreen()

    def show_home(self) -> None:
        """Go from the first frame to home, or to the preview asked for."""
        if self.start_with.preview is not None:
            from recall.tui.screens.preview import PreviewScreen

            self.push_screen(PreviewScreen(self.start_with.preview, self.follower.every))
            return
        from recall.tui.screens.home import HomeScreen

        self.push_screen(HomeScreen())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Leave every colour to the terminal where NO_COLOR asks for it."""
        return line_filters(self, super().get_line_filters())

    def on_mount(self) -> None:
        """Go on when the first frame is drawn; end in order when the program is told to."""
        self.call_after_refresh(self.show_home)
        if self.catches_signals:
            for number in _SIGNALS:
                asyncio.get_running_loop().add_signal_handler(number, self._end_by, number)

    async def on_event(self, event: events.Event) -> None:
        """Give keys to the screen first, so that one table decides what they do."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            self.repeats.note(key_name(event), event.time)
            if event.key == "ctrl+c":
                self.exit(return_code=INTERRUPTED)
                return
            press = getattr(self.screen, "press", None)
            if press is not None and press(event):
                return
        await super().on_event(event)

    def fail(self, error: RecallError) -> None:
        """End because the library cannot be used; ``run`` raises the error again."""
        self.failure = error
        self.exit(return_code=error.exit_code)

    def edit(self, path: Path, line: int) -> None:
        """Open a file in the learner's editor and wait for it.

        Raises RecallError when there is no editor, when it cannot be started, or when it reports an
        error.
        """
        command = editor_command(path, line, self._editor, self._environment)
        driver = self._driver
        if driver is None or not driver.can_suspend:
            raise UsageError(
                "This terminal cannot be handed to an editor.", f"Open {path} yourself."
            )
        with self.suspend():
            try:
                code = subprocess.run(command, check=False).returncode  # noqa: S603 - a list, no shell
            except OSError as error:
                raise ConfigurationError(
                    f"The editor {command[0]} could not be started: {error.strerror}.",
                    "Set VISUAL or EDITOR, or the setting editor, to a command that exists.",
                ) from error
        if code:
            raise UsageError(
                f"The editor {command[0]} ended with code {code}; the deck is read as it is.",
                "Look at the file if you meant to change it.",
            )

    def edit_text(self, text: str) -> str:
        """Let the learner write on in their editor; return the text as they left it.

        Raises RecallError as ``edit`` does; the text is then as it was.
        """
        # In a folder of its own the text is private, whatever the editor does to the file.
        with tempfile.TemporaryDirectory(prefix="recall-") as folder:
            path = Path(folder) / "page.md"
            path.write_text(text, encoding="utf-8")
            self.edit(path, text.count("\n") + 1)
            return clean(path.read_text(encoding="utf-8", errors="replace"))

    def _end_by(self, number: signal.Signals) -> None:
        self.exit(return_code=128 + number)

    def _fatal_error(self) -> None:
        # Textual prints local variables, which hold card text; ``run`` raises the error instead.
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()


def run(app: RecallApp) -> int:
    """Run the interface until the learner leaves and return what the program should exit with.

    The terminal is as it was before when this returns or raises. Raises RecallError when the
    library cannot be opened, and any unhandled error as it is.
    """
    app.catches_signals = True
    try:
        app.run()
    finally:
        app.close_library()
    if app.failure is not None:
        raise app.failure
    error: BaseException | None = app._exception
    if isinstance(error, WorkerFailed):
        error = error.error
    if error is not None:
        raise error
    return app.return_code or 0
