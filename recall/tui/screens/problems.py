"""The problems screen: what is wrong in the decks, where, and how to mend it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.content import Content
from textual.widget import Widget

from recall.cards.problem import Level, Problem
from recall.errors import RecallError, UsageError
from recall.library.changes import DecksChanged
from recall.tui.content import line, text
from recall.tui.scopes import Scope
from recall.tui.screens.choosing import ChoosingScreen
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.page import Page, paragraph
from recall.tui.widgets.row_list import Row, RowList
from recall.tui.wording import amount

_SIGNS = {Level.ERROR: "✗", Level.WARNING: "⚠", Level.NOTE: "·"}
_STYLES = {Level.ERROR: "bold $error", Level.WARNING: "bold $warning", Level.NOTE: ""}


class ProblemsScreen(ChoosingScreen):
    """Lists problems in the order of files and lines."""

    scope = Scope.PROBLEMS
    CSS_PATH: ClassVar[str] = "problems.tcss"

    def __init__(self) -> None:
        super().__init__()
        self._problems: tuple[Problem, ...] = ()

    def compose_body(self) -> Iterable[Widget]:
        """Give the list, and the page shown when it is empty."""
        yield RowList()
        yield Page()

    def on_mount(self) -> None:
        """Read the problems and show them."""
        self.top.show(Content("Problems"))
        self.bottom.show(self.hints())
        self.work(lambda: self.host.library.problems(), self._show)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        leave = self.key_hint("problems.leave")
        if not self._problems:
            return (leave,)
        return (
            self.key_hint("problems.edit"),
            KeyHint("↑↓", "choose"),
            leave,
            self.key_hint("problems.help", ""),
        )

    def do_edit(self) -> None:
        """Open the file at the problem, then read the decks again."""
        key = self.rows.key
        if key is None:
            return
        problem = self._problems[key]

        def edited(error: RecallError | None) -> None:
            def read_again() -> tuple[Problem, ...]:
                self.host.library.refresh()
                return self.host.library.problems()

            def done(problems: tuple[Problem, ...]) -> None:
                self._show(problems)
                if error is not None:
                    self.say_error(error)

            self.work(read_again, done)

        self.edit_file(lambda: self._file_of(problem), problem.line, edited)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.PROBLEMS,)))

    def do_leave(self) -> None:
        """Go back."""
        self.dismiss()

    def decks_changed(self, change: DecksChanged | None) -> None:
        """List the problems there are now."""
        self.follow(lambda: self.host.library.problems(), self._show)

    def _file_of(self, problem: Problem) -> Path:
        decks = self.host.library.home().decks
        folder = next((deck.folder for deck in decks if deck.path == problem.path), None)
        if folder is None:
            raise UsageError(
                f"{problem.path} was not opened, because no deck of that name is in the library.",
                "Look for the file in your deck folders.",
            )
        return Path(folder) / problem.path

    def _show(self, problems: tuple[Problem, ...]) -> None:
        before = self.rows.key
        self._problems = problems
        self.set_class(not problems, "empty")
        counts = {level: sum(problem.level is level for problem in problems) for level in Level}
        self.top.show(
            Content("Problems"),
            *(text(amount(count, level.value)) for level, count in counts.items() if count),
        )
        self.bottom.show(self.hints())
        self.query_one(Page).show(_nothing)
        first = 0 if problems else None
        kept = before if before is not None and before < len(problems) else first
        self.rows.show(
            [
                Row(partial(problem_lines, problem), key, height=None)
                for key, problem in enumerate(problems)
            ],
            kept,
        )


def problem_lines(problem: Problem, width: int) -> list[Content]:
    """Return the lines of a problem: its level and place, message and hint, and a blank one."""
    sign = text(f"{_SIGNS[problem.level]} {problem.level}").stylize(_STYLES[problem.level])
    place = line(f"{problem.path}:{problem.line}:{problem.column}")
    code = line(problem.code).stylize("$text-muted")
    first = Content.assemble(sign, "  ", place, "  ", code).truncate(width, ellipsis=True)
    message = paragraph(line(problem.message), width, 2)
    hint = line(f"→ {problem.hint}").stylize("$text-muted") if problem.hint else Content()
    return [first, *message, *(paragraph(hint, width, 2) if hint else []), Content()]


def _nothing(width: int) -> list[Content]:
    return paragraph(
        text(
            "No problems: every card of every deck can be used. "
            "A mistake in a deck would be listed here with its place and how to mend it."
        ),
        width,
    )
