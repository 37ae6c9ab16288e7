"""What all screens share: the two lines around the body, keys by scope, and the smallest size."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from recall.errors import RecallError
from recall.tui.bindings import Binding
from recall.tui.content import text
from recall.tui.keys import key_name
from recall.tui.scopes import Scope
from recall.tui.widgets.bottom_line import BottomLine, KeyHint
from recall.tui.widgets.too_small import TooSmall, is_too_small
from recall.tui.widgets.top_line import TopLine

if TYPE_CHECKING:
    from recall.library.blank_pages.sitting import PageSitting
    from recall.library.changes import DecksChanged
    from recall.library.lesson import Lesson, LessonPlace
    from recall.library.quiz import QuizSession
    from recall.library.session import StudySession
    from recall.tui.app import RecallApp

T = TypeVar("T")

SHORT = 16
"""Below this height blank lines around the body are left out."""


class RecallScreen(Screen[None]):
    """A screen of recall.

    Subclasses give ``compose_body``, the ``scopes`` whose keys are live, the ``hints`` of the
    bottom line, and a method ``do_<action>`` for each binding of those scopes. Keys arrive at
    ``press`` before any widget sees them; ``busy`` is set while the library works, and then keys
    are dropped.
    """

    ALLOW_SELECT: ClassVar[bool] = False
    AUTO_FOCUS: ClassVar[str | None] = None
    scope: ClassVar[Scope]

    def __init__(self) -> None:
        super().__init__()
        self.busy = False
        self._decks_seen: int | None = None

    @property
    def host(self) -> RecallApp:
        """The application."""
        return cast("RecallApp", self.app)

    @property
    def top(self) -> TopLine:
        """The first line."""
        return self.query_one(TopLine)

    @property
    def bottom(self) -> BottomLine:
        """The last line."""
        return self.query_one(BottomLine)

    def compose(self) -> ComposeResult:
        """Lay out the lines and the body."""
        with Vertical(id="page"):
            yield TopLine()
            with Vertical(id="body"):
                yield from self.compose_body()
            yield BottomLine()
        yield TooSmall()

    def compose_body(self) -> Iterable[Widget]:
        """Give what stands between the lines: nothing, unless a screen says more."""
        return ()

    def scopes(self) -> tuple[Scope, ...]:
        """Return where keys are looked up, the first scope first."""
        return (self.scope,)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        return ()

    def on_resize(self, event: events.Resize) -> None:
        """Give way to a notice while the window is too small."""
        self.set_class(is_too_small(*event.size), "too-small")
        self.set_class(event.size.height < SHORT, "short")

    def on_screen_resume(self) -> None:
        """Follow what changed in the decks while another screen was shown."""
        seen, self._decks_seen = self._decks_seen, self.host.follower.version
        if seen not in (None, self._decks_seen):
            self.decks_changed(None)

    def follow_decks(self, change: DecksChanged) -> None:
        """Follow what just changed in the decks."""
        self._decks_seen = self.host.follower.version
        self.decks_changed(change)

    def decks_changed(self, change: DecksChanged | None) -> None:
        """Show what there is now; ``change`` is None for what happened behind another screen."""
        self.tell_change(change)

    def tell_change(self, change: DecksChanged | None, sentence: str = "") -> None:
        """Tell what became of what is shown, and new problems with the key that lists them."""
        from recall.tui.wording import new_problems  # needs what the first frame does not

        problems = "" if change is None else new_problems(change.problems, self.problems_key)
        if sentence or problems:
            self.say(sentence or problems, problems if sentence else "", wrong=bool(problems))

    @property
    def problems_key(self) -> str:
        """The key that lists problems here, empty where there is none."""
        return ""

    def press(self, event: events.Key) -> bool:
        """Act on a key; return whether the screen took it."""
        if self.has_class("too-small") or self.busy:
            return True
        key = key_name(event)
        binding = self.host.keys.find(key, *self.scopes())
        if binding is None and self.focused is None:
            return True
        self.bottom.clear()
        if binding is None:
            return False
        self.perform(binding)
        return True

    def perform(self, binding: Binding) -> None:
        """Call the method of a binding."""
        getattr(self, f"do_{binding.action}")()

    def key_hint(self, name: str, label: str | None = None, *, tail: str = "") -> KeyHint:
        """Return the hint of a binding by its id."""
        binding = self.host.keys[name]
        return KeyHint(binding.shown, binding.label if label is None else label, tail)

    def say(self, sentence: str, hint: str = "", *, wrong: bool = False) -> None:
        """Show a sentence in the bottom line until the next key."""
        self.bottom.say(
            Content.assemble(
                ("✗ " if wrong else "", "bold $error"),
                text(sentence),
                (" " if hint else ""),
                text(hint).stylize("$text-muted"),
            )
        )

    def say_error(self, error: RecallError) -> None:
        """Show what went wrong and what to do."""
        self.say(error.message, error.hint, wrong=True)

    def say_waiting(self) -> None:
        """Tell that the progress file is held by somebody else."""
        self.say("Waiting for the other window to let go of the progress file …")

    def work(
        self,
        call: Callable[[], T],
        done: Callable[[T], None],
        failed: Callable[[RecallError], None] | None = None,
    ) -> None:
        """Run a library call in its thread, then ``done``; an error goes to the bottom line."""
        self.busy = True

        async def run() -> None:
            try:
                result = await self.host.desk.call(call, self.say_waiting)
            except RecallError as error:
                self.busy = False
                (failed or self.say_error)(error)
            else:
                self.busy = False
                self.bottom.clear()
                done(result)

        self.start(run())

    def write_page(self, name: str, group: str = "") -> None:
        """Open a blank page, or a part of it, where it was left."""

        def done(page: PageSitting) -> None:
            from recall.tui.screens.blank_page.following import screen_of

            self.app.push_screen(screen_of(page))

        self.work(lambda: self.host.library.page(name, group=group), done)

    def follow(self, call: Callable[[], T], done: Callable[[T], None]) -> None:
        """Run a library call as ``work`` does, for what nobody asked for: no key is held back.

        When something was asked for meanwhile, that shows what there is. What cannot be read is
        told when it is asked for.
        """

        async def run() -> None:
            with suppress(RecallError):
                result = await self.host.desk.call(call, lambda: None)
                if self.is_current and not self.busy:
                    done(result)

        self.start(run())

    def study(
        self,
        decks: tuple[str, ...] = (),
        *,
        limit: int | None = None,
        new: int | None = None,
        cram: bool = False,
    ) -> None:
        """Start a session and show its first card, or tell that there is none."""

        def begin() -> StudySession:
            session = self.host.library.session(decks, limit=limit, new=new, cram=cram)
            _ = session.current  # the first card is chosen here, in the library's thread
            return session

        def done(session: StudySession) -> None:
            if session.current is None:
                self._tell_nothing(decks)
                return
            from recall.tui.screens.review import ReviewScreen

            self.app.push_screen(ReviewScreen(session))

        self.work(begin, done)

    def quiz(self, deck: str) -> None:
        """Start a quiz over a deck and show its first question, or tell that there is none."""

        def done(session: QuizSession) -> None:
            if session.current is None:
                self.say("No question of this deck can be asked now.", "Read the decks again.")
                return
            from recall.tui.screens.quiz import QuizScreen

            self.app.push_screen(QuizScreen(session))

        self.work(lambda: self.host.library.quiz(deck), done)

    def read(self, deck: str, place: LessonPlace | None = None) -> None:
        """Open a deck in the reader, where the learner stopped or to look something up."""

        def done(lesson: Lesson) -> None:
            from recall.tui.screens.lesson import LessonScreen

            self.app.push_screen(LessonScreen(lesson, look_up=place))

        self.work(lambda: self.host.library.lesson(deck), done)

    def _tell_nothing(self, decks: tuple[str, ...]) -> None:
        if decks:
            self.say("Nothing of this deck can be studied now.", "Its cards are known or waiting.")
        else:
            self.say("Nothing is due now.")

    def edit_file(
        self, find: Callable[[], Path], line: int, then: Callable[[RecallError | None], None]
    ) -> None:
        """Open the file ``find`` gives in the editor; ``then`` gets what went wrong, if any."""

        def found(path: Path) -> None:
            try:
                self.host.edit(path, line)
            except RecallError as error:
                then(error)
            else:
                then(None)

        self.work(find, found)

    def start(self, task: Coroutine[object, object, None]) -> None:
        """Run a task that ends the program when it fails."""
        self.app.run_worker(task, exit_on_error=True)
