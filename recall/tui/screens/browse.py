"""The browse screen: what can be done with the cards that a query found."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from recall.errors import RecallError, UsageError
from recall.library.values import CardRow, Undone
from recall.tui.scopes import Scope
from recall.tui.screens.finding import FindingScreen
from recall.tui.widgets.bottom_line import KeyHint

if TYPE_CHECKING:
    from recall.library.session import StudySession

_PAIR = 2


class BrowseScreen(FindingScreen):
    """Lists what a query finds: cards are looked at, marked, linked and crammed."""

    scope = Scope.BROWSE

    def scopes(self) -> tuple[Scope, ...]:
        """While a query is typed, letters are text."""
        return (Scope.QUERY,) if self.has_class("asking") else (Scope.BROWSE,)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        if self.has_class("asking"):
            return (self.key_hint("query.search"), self.key_hint("query.cancel"))
        rest = (self.key_hint("browse.leave"), self.key_hint("browse.help", ""))
        if self.found is None or not self.found.cards:
            return (self.key_hint("browse.query"), self.key_hint("browse.undo"), *rest)
        if self.marked:
            both = (self.key_hint("browse.same"),) if len(self.marked) == _PAIR else ()
            marking = (self.key_hint("browse.mark"), *both)
            return (*marking, self.key_hint("browse.cram", "cram the marked"), *rest)
        return (
            self.key_hint("browse.information"),
            self.key_hint("browse.query"),
            KeyHint("←→", "sort"),
            self.key_hint("browse.mark"),
            self.key_hint("browse.cram"),
            self.key_hint("browse.edit"),
            *rest,
        )

    def do_information(self) -> None:
        """Show everything known of the card."""
        row = self.table.row
        if row is not None:
            from recall.tui.screens.card import CardScreen

            self.app.push_screen(CardScreen(row.uid), lambda _: self.table.forget())

    def do_edit(self) -> None:
        """Open the deck in the editor at the card, then look again."""
        row = self.table.row
        if row is None:
            return
        if row.missing:
            self.say_error(
                UsageError(
                    "This card stands in no deck now, so there is nothing to edit.",
                    "Its text is shown as it was last seen.",
                )
            )
            return

        def edited(error: RecallError | None) -> None:
            then = None if error is None else partial(self.say_error, error)
            self.look_again(self.host.library.refresh, then)

        self.edit_file(lambda: self._file_of(row), row.line, edited)

    def do_suspend(self) -> None:
        """Suspend the card, or take that back."""
        self._mark_card(
            lambda row: self.host.library.mark(row.uid, suspended=not row.suspended),
            lambda row: "no longer suspended" if row.suspended else "suspended",
        )

    def do_bury(self) -> None:
        """Put the card off until tomorrow, or take that back."""
        self._mark_card(
            lambda row: self.host.library.mark(row.uid, buried=not row.buried),
            lambda row: "no longer put off" if row.buried else "put off until tomorrow",
        )

    def do_flag(self) -> None:
        """Flag the card, or take the flag off."""
        self._mark_card(
            lambda row: self.host.library.mark(row.uid, flagged=not row.flagged),
            lambda row: "no longer flagged" if row.flagged else "flagged",
        )

    def do_reset(self) -> None:
        """Forget the card's memory, so that it is new again."""
        row = self.table.row
        if row is None:
            return
        undo = self.host.keys["browse.undo"].shown

        def done(forgotten: bool) -> None:
            self.table.forget()
            if forgotten:
                self.say(f"“{row.title}” is new again.", f"{undo} brings its memory back.")
            else:
                self.say(f"“{row.title}” has no answer to forget.")

        self.work(lambda: self.host.library.reset(row.uid), done)

    def do_undo(self) -> None:
        """Take back the last thing done."""

        def done(undone: Undone | None) -> None:
            sentence = undone.sentence if undone is not None else "There is nothing to take back."
            self.table.forget()
            self.say(sentence)

        self.work(lambda: self.host.library.undo(), done)

    def do_mark(self) -> None:
        """Mark the card, or take the mark off, and go on to the next."""
        row = self.table.row
        if row is None:
            return
        if self.marked.pop(row.uid, None) is None:
            self.marked[row.uid] = row.title
        self.table.mark(self.marked)
        self.table.move(1)
        self.show_state()

    def do_same(self) -> None:
        """Tell that the two cards marked are the same card."""
        if len(self.marked) != _PAIR:
            self.say(
                f"Two cards are linked, and {len(self.marked):,} are marked.",
                f"Mark two with {self.host.keys['browse.mark'].shown}.",
            )
            return
        one, other = self.marked

        def done(sentence: str) -> None:
            self._unmark()
            self.table.forget()
            self.say(sentence)

        self.work(lambda: self.host.library.link(one, other), done)

    def do_cram(self) -> None:
        """Ask the cards marked, or else all that were found, without touching the schedule."""
        found = self.found
        if found is None or not found.cards:
            return
        marked = tuple(self.marked)

        def begin() -> StudySession:
            library = self.host.library
            return library.practise(marked or library.names_of(found))

        def done(session: StudySession) -> None:
            if session.current is None:
                self.say("None of these cards can be asked now.", "No deck holds them.")
                return
            from recall.tui.screens.review import ReviewScreen

            self.app.push_screen(ReviewScreen(session))

        self.work(begin, done)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.BROWSE, Scope.QUERY)))

    def do_leave(self) -> None:
        """Take the marks off, or go back when there are none."""
        if self.marked:
            self._unmark()
        else:
            self.dismiss()

    def _unmark(self) -> None:
        self.marked.clear()
        self.table.mark(())
        self.show_state()

    def _mark_card(self, act: Callable[[CardRow], object], words: Callable[[CardRow], str]) -> None:
        row = self.table.row
        if row is None:
            return

        def done(_: object) -> None:
            self.table.forget()
            self.say(f"“{row.title}” is {words(row)}.")

        self.work(partial(act, row), done)

    def _file_of(self, row: CardRow) -> Path:
        return self.host.library.source_of(self.host.library.show(row.uid))
