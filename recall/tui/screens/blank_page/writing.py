"""Writing a blank page: the guess, the empty page, a heading when stuck, and the lock.

What is written is on disk within ``KEEP_SECONDS``. Words are counted then too and not at every key,
so that a long page takes no longer to type on than a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.widget import Widget

from recall.errors import RecallError
from recall.markdown.build import document
from recall.study.free_recall.attempt import LONGEST_PAUSE, Stage
from recall.tui.content import line, text
from recall.tui.scopes import Scope
from recall.tui.screens.blank_page.following import PageScreen
from recall.tui.sections import Sentence, Text
from recall.tui.widgets.answer_field import AnswerField
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.card_view import CardView
from recall.tui.widgets.page_editor import PageEditor
from recall.tui.widgets.told import Told
from recall.tui.wording import amount

if TYPE_CHECKING:
    from recall.library.blank_pages.sitting import PageSitting

KEEP_SECONDS = 1.0
"""Seconds between two looks at what was written."""

_MICROSECONDS = 1_000_000
_MOST_DIGITS = 4


class WritingScreen(PageScreen):
    """The prompt and a guess; then the page alone."""

    CSS_PATH: ClassVar[str] = "writing.tcss"

    def compose_body(self) -> Iterable[Widget]:
        """Give the prompt, the field of the guess, what was revealed, and the page."""
        yield CardView()
        yield AnswerField("how many will you get?")
        yield Told()
        yield PageEditor()

    def on_mount(self) -> None:
        """Show the prompt, or the page as it was left."""
        self._clean = True
        self._idle = 0.0
        self._written = self.attempt.text
        self._editor.begin_with(self.attempt.text)
        self.set_interval(KEEP_SECONDS, self._look)
        self.show_state()
        if self.page.resumed and self.attempt.stage is not Stage.GUESS:
            self.say("This page goes on where you left it.")

    def on_text_area_changed(self, event: PageEditor.Changed) -> None:
        """Take note that there is something to keep; after "anything else?" it is the answer."""
        self._written = event.text_area.text
        if self._clean and self._written == self.attempt.text:
            return
        self._clean = False
        self._idle = 0.0
        if self.attempt.stage is Stage.ANYTHING_ELSE:
            self.tell(self._kept_text())

    def on_unmount(self) -> None:
        """Keep what was written also when the program ends while the page is open."""
        if not self._clean and self.attempt.stage in (Stage.WRITING, Stage.ANYTHING_ELSE):
            # The editor may be gone by now.
            self.host.desk.post(partial(_keep, self.page, self._written))

    def scopes(self) -> tuple[Scope, ...]:
        """Before the page is begun a guess is typed; then letters are text."""
        return (Scope.GUESS,) if self.attempt.stage is Stage.GUESS else (Scope.WRITE,)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        if self.attempt.stage is Stage.GUESS:
            return (self.key_hint("guess.begin"), self.key_hint("guess.leave"))
        asked = self.attempt.stage is Stage.ANYTHING_ELSE
        stuck = (self.key_hint("write.stuck"),) if self._headings_left else ()
        return (
            self.key_hint("write.done", "lock and compare" if asked else None),
            *stuck,
            self.key_hint("write.edit"),
            self.key_hint("write.timer"),
            self.key_hint("write.leave"),
        )

    def show_state(self) -> None:
        """Show the guess or the page."""
        guessing = self.attempt.stage is Stage.GUESS
        self.set_class(guessing, "guessing")
        self.set_focus(self._field if guessing else self._editor)
        points = amount(len(self.page.points), "point")
        if guessing:
            self.query_one(CardView).show(
                Text(document(self.page.prompt)),
                Sentence(
                    f"{points}. Write all you know on an empty page; it is compared with them "
                    "when you are done."
                ),
                Sentence("How many of them will you get? A number, or just Enter."),
            )
        revealed = " · ".join(self.attempt.revealed)
        shown = bool(revealed) and not guessing
        told = Content.assemble(("Revealed: ", "$text-muted"), line(revealed))
        self.query_one(Told).show(told if shown else Content())
        self._count()
        super().show_state()

    def do_begin(self) -> None:
        """Begin to write, with the guess typed."""
        # A digit that came in one piece with this key still waits in the field's queue.
        self._field.call_later(self._begin)

    def do_done(self) -> None:
        """Ask once whether there is anything else; then lock the page."""
        self._editor.call_later(self._done)

    def do_stuck(self) -> None:
        """Reveal the next heading."""

        def told(heading: str | None) -> None:
            if heading is None:
                self.say("No heading is left to reveal.")
            else:
                self.say(f"Revealed: {heading}.", "What you write from now on counts as cued.")

        keep = self._kept_text()

        def reveal() -> str | None:
            keep()
            return self.page.stuck()

        self.tell(reveal, told)

    def do_timer(self) -> None:
        """Show or hide the time."""
        self.host.shows_timer = not self.host.shows_timer
        self._count()

    def do_edit(self) -> None:
        """Write on in the learner's editor."""
        try:
            written = self.host.edit_text(self._editor.text)
        except RecallError as error:
            self.say_error(error)
        else:
            self._editor.begin_with(written)

    def do_leave(self) -> None:
        """Keep the page and go back."""
        if self.attempt.stage is Stage.GUESS:
            self.dismiss()
            return

        def done(_: None) -> None:
            self._clean = True
            self.dismiss()

        self.work(self._kept_text(), done, self._not_left)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.WRITE,)))

    @property
    def _editor(self) -> PageEditor:
        return self.query_one(PageEditor)

    @property
    def _field(self) -> AnswerField:
        return self.query_one(AnswerField)

    @property
    def _headings_left(self) -> bool:
        return len(self.attempt.revealed) < len(self.page.headings)

    def _begin(self) -> None:
        typed = self._field.value.strip()
        if typed and not (typed.isdecimal() and len(typed) <= _MOST_DIGITS):
            self.say(
                "A guess is a number of points, such as 12.", "Leave it empty to make no guess."
            )
            return
        guess = int(typed) if typed else None
        self.tell(lambda: self.page.start(guess))

    def _done(self) -> None:
        asked = self.attempt.stage is Stage.ANYTHING_ELSE
        keep = self._kept_text()

        def done() -> None:
            if asked:
                self.page.lock()
            else:
                keep()
                self.page.done()

        def told(_: None) -> None:
            self._clean = True
            stuck, lock = (self.host.keys[name].shown for name in ("write.stuck", "write.done"))
            if self._editor.text.strip():
                self.say(f"Anything else? Write on, or press {lock} again to lock the page.")
            else:
                self.say("The page is empty.", f"{stuck} reveals a heading, {lock} ends it here.")

        self.tell(done, told)

    def _kept_text(self) -> Callable[[], None]:
        return partial(_keep, self.page, self._editor.text)

    def _look(self) -> None:
        """Keep what was written since the last look."""
        if self.attempt.stage is not Stage.WRITING or self.busy:
            return
        # A break does not count as writing.
        self._idle = min(self._idle + KEEP_SECONDS, LONGEST_PAUSE / _MICROSECONDS)
        if self._clean:
            self._count()
            return
        self._clean = True
        keep = self._kept_text()

        async def run() -> None:
            try:
                await self.host.desk.call(keep, self.say_waiting)
            except RecallError as error:
                self._clean = False
                self.say_error(error)
            else:
                self._idle = 0.0
                self._count()

        self.start(run())

    def _count(self) -> None:
        facts = [text(amount(len(self.page.points), "point"))]
        if self.attempt.stage is not Stage.GUESS:
            if self.host.shows_timer:
                minutes, seconds = divmod(
                    round(self.attempt.written / _MICROSECONDS + self._idle), 60
                )
                facts.append(text(f"{minutes}:{seconds:02}"))
            facts.append(text(amount(len(self._editor.text.split()), "word")))
        self.top.show(self.place, *facts)

    def _not_left(self, error: RecallError) -> None:
        self.say(error.message, f"{error.hint} The page stays open.".strip(), wrong=True)


def _keep(page: PageSitting, written: str) -> None:
    """Have a text of the page on disk; runs in the library's thread."""
    if written != page.attempt.text:
        page.write(written)
    page.keep()
