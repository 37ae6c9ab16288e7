"""The home screen: what there is to learn, how well it is known, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import PurePath
from typing import ClassVar

from textual.content import Content
from textual.widget import Widget

from recall.errors import RecallError, StorageDamaged
from recall.library.changes import DecksChanged
from recall.library.synced import Synced, synced_in_words
from recall.library.values import DeckRow, Home, RefreshReport, Undone
from recall.study.course import StepKind
from recall.tui.content import line, text
from recall.tui.scopes import Scope
from recall.tui.screens.choosing import ChoosingScreen
from recall.tui.screens.home_offers import is_to_be_read, notices_of, offer_of, verb_of
from recall.tui.screens.home_rows import finished_lesson, next_lesson, rows_of
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.next_step import NextStep
from recall.tui.widgets.row_list import RowList
from recall.tui.wording import carried_over, next_sentence


class HomeScreen(ChoosingScreen):
    """Courses and decks, and the next step."""

    CSS_PATH: ClassVar[list[str | PurePath]] = ["../recall.tcss", "home.tcss"]
    scope = Scope.HOME
    past_first = True  # back to the next step

    def __init__(self) -> None:
        super().__init__()
        self.home: Home | None = None
        self._withheld = 0

    def compose_body(self) -> Iterable[Widget]:
        """Give the list and the next step beneath it."""
        yield RowList()
        yield NextStep()

    def on_mount(self) -> None:
        """Paint a frame, then open the library."""
        self.top.show(Content("recall"))
        self.bottom.show(self.hints())
        self.call_after_refresh(self._open, "")

    def on_screen_resume(self) -> None:
        """Count again after a session; a key pressed meanwhile acts at once."""
        if self.home is not None and not self.busy:
            self.follow(lambda: self.host.library.home(), self._counted)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        if self.home is not None and not self.home.decks:
            return (
                self.key_hint("home.refresh"),
                self.key_hint("home.undo"),
                self.key_hint("home.quit"),
                self.key_hint("home.help", ""),
            )
        problems = self.home is not None and self.home.errors + self.home.warnings > 0
        deck = self._deck
        idle = self.home is not None and self.home.step.kind is StepKind.NOTHING
        enter = self.key_hint("home.next", verb_of(deck) if deck is not None else None)
        return (
            *((enter,) if deck is not None or not idle else ()),
            self.key_hint("home.review"),
            self.key_hint("home.read"),
            KeyHint("↑↓", "choose a deck"),
            *((self.key_hint("home.problems"),) if problems else ()),
            self.key_hint("home.accept" if self._withheld else "home.undo"),
            self.key_hint("home.quit"),
            # Least needed of all, so it is the first to go where there is no room.
            *(() if problems else (self.key_hint("home.browse" if deck is None else "home.quiz"),)),
            self.key_hint("home.help", ""),
        )

    def on_row_list_chosen(self) -> None:
        """Tell what Enter does with the deck clicked."""
        self._tell_next()

    def do_next(self) -> None:
        """Read or study the deck at the cursor, or do what is next."""
        home, deck = self.home, self._deck
        if home is None or (deck is None and not home.decks):
            return
        if deck is None:
            self._take_next(home)
        elif is_to_be_read(deck):
            self.read(deck.name)
        else:
            self.study(decks=(deck.name,))

    def do_review(self) -> None:
        """Review everything."""
        if self.home is not None:
            self.study()

    def do_read(self) -> None:
        """Read the deck at the cursor, or the next lesson."""
        if self.home is None:
            return
        deck = self._deck or next_lesson(self.home)
        if deck is None:
            self.say("There is no lesson to read next.", "Choose a deck with the arrow keys.")
        else:
            self.read(deck.name)

    def do_quiz(self) -> None:
        """Quiz the deck at the cursor, or the lesson that was finished last."""
        deck = self._deck or (None if self.home is None else finished_lesson(self.home))
        if deck is None:
            self.say("No lesson was begun yet.", "Choose a deck with the arrow keys.")
        else:
            self.quiz(deck.name)

    def _take_next(self, home: Home) -> None:
        """Take the next step."""
        step, deck = home.step, home.next_deck
        if deck is None:
            self.study(new=0 if step.kind is StepKind.REVIEW and not step.new else None)
        elif step.kind in (StepKind.READ, StepKind.READ_ON):
            self.read(deck.name)
        elif step.kind is StepKind.QUIZ:
            self.quiz(deck.name)
        elif step.kind is StepKind.PAGE:
            self._show_pages(deck)
        else:
            self.study(decks=(deck.name,))

    def _show_pages(self, deck: DeckRow | None) -> None:
        from recall.tui.screens.blank_page.shelf import PagesScreen

        self.app.push_screen(PagesScreen(deck.path if deck is not None else ""))

    def do_problems(self) -> None:
        """List the problems of all decks."""
        if self.home is not None:
            from recall.tui.screens.problems import ProblemsScreen

            self.app.push_screen(ProblemsScreen())

    def do_browse(self) -> None:
        """Search all cards, or those of the deck at the cursor."""
        if self.home is not None:
            from recall.tui.screens.browse import BrowseScreen

            deck = self._deck
            self.app.push_screen(BrowseScreen(f'deck:"{deck.path}" ' if deck is not None else ""))

    def do_blank(self) -> None:
        """List the blank pages, the chosen deck's first."""
        if self.home is not None:
            self._show_pages(self._deck)

    def do_statistics(self) -> None:
        """Show the figures."""
        if self.home is not None:
            from recall.tui.screens.stats import StatisticsScreen

            self.app.push_screen(StatisticsScreen())

    def do_undo(self) -> None:
        """Take back the last thing done."""
        if self.home is None:
            return

        def done(undone: Undone | None) -> None:
            sentence = undone.sentence if undone is not None else "There is nothing to take back."
            self.fill(partial(self.say, sentence))

        self.work(lambda: self.host.library.undo(), done)

    def do_redo(self) -> None:
        """Do again what was undone last."""
        if self.home is None:
            return

        def done(again: Undone | None) -> None:
            sentence = again.sentence if again is not None else "There is nothing to do again."
            self.fill(partial(self.say, sentence))

        self.work(lambda: self.host.library.redo(), done)

    def do_history(self) -> None:
        """List what was done."""
        if self.home is not None:
            from recall.tui.screens.history import HistoryScreen

            self.app.push_screen(HistoryScreen())

    def do_sync(self) -> None:
        """Exchange progress with other machines, then count again."""
        if self.home is None:
            return

        def done(synced: Synced) -> None:
            self.fill(partial(self._tell_synced, synced))

        self.work(lambda: self.host.library.sync(), done)

    def do_refresh(self) -> None:
        """Read the decks again."""
        self._refresh(accept_missing=False)

    def do_accept(self) -> None:
        """Accept that the withheld cards are missing."""
        if self._withheld:
            self._refresh(accept_missing=True)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.HOME,)))

    def do_quit(self) -> None:
        """Leave."""
        self.app.exit()

    def fill(self, then: Callable[[], None] | None = None) -> None:
        """Read what is shown and show it; ``then`` is called afterwards."""

        def done(home: Home) -> None:
            if self.home is None:
                self.host.follower.start()
            self._counted(home)
            if then is not None:
                then()

        self.work(lambda: self.host.library.home(), done, self._not_read)

    def _counted(self, home: Home) -> None:
        self.home = home
        self._show()

    @property
    def problems_key(self) -> str:
        """The key that lists problems here."""
        return self.host.keys["home.problems"].shown

    def decks_changed(self, change: DecksChanged | None) -> None:
        """Count again; what happened behind another screen is counted on coming back anyway."""
        if change is None or self.home is None:
            return

        def done(home: Home) -> None:
            self.home = home
            self._withheld = change.report.withheld
            self._show()
            self.tell_change(change, carried_over(change.report))

        self.follow(lambda: self.host.library.home(), done)

    @property
    def _deck(self) -> DeckRow | None:
        key = self.rows.key
        return None if key is None or self.home is None else self.home.decks[key]

    def _open(self, sentence: str = "") -> None:
        def done(report: RefreshReport | RecallError) -> None:
            start = self.host.start_with
            then = partial(self._tell_refresh, report)
            if sentence:
                self.fill(partial(self.say, sentence))
            elif start.quiz is not None:
                self.fill(partial(self.quiz, start.quiz))
            elif start.page is not None:
                self.fill(partial(self.write_page, start.page))
            elif start.review:
                self.fill(
                    partial(
                        self.study,
                        start.decks,
                        limit=start.limit,
                        new=start.new,
                        cram=start.cram,
                    )
                )
            else:
                self.fill(then)

        def open_and_read() -> RefreshReport | RecallError:
            self.host.open_library()
            try:
                return self.host.library.refresh()
            except RecallError as error:
                return error

        self.work(open_and_read, done, self._not_opened)

    def _not_opened(self, error: RecallError) -> None:
        if not self._offer_rescue(error):
            self.host.fail(error)

    def _not_read(self, error: RecallError) -> None:
        if not self._offer_rescue(error):
            self.say_error(error)

    def _offer_rescue(self, error: RecallError) -> bool:
        """Show what can be done about a damaged file; return whether it is one."""
        if not isinstance(error, StorageDamaged) or self.host.rescue is None:
            return False
        from recall.tui.screens.damaged import DamagedScreen

        def reopen(sentence: str) -> None:
            self.home = None
            self._open(sentence)

        self.app.push_screen(DamagedScreen(error, self.host.rescue(), reopen))
        return True

    def say_waiting(self) -> None:
        """While nothing is open yet it is opening that takes long."""
        if self.home is None:
            self.say("Opening the library …")
        else:
            super().say_waiting()

    def _refresh(self, *, accept_missing: bool) -> None:
        def done(report: RefreshReport) -> None:
            self.fill(partial(self._tell_refresh, report, always=True))

        self.work(lambda: self.host.library.refresh(accept_missing=accept_missing), done)

    def _tell_synced(self, synced: Synced) -> None:
        sentence, *notices = synced_in_words(synced)
        more = f"{notices[0]} 'recall sync' says more." if len(notices) > 1 else "".join(notices)
        self.say(sentence, more, wrong=bool(synced.faults))

    def _tell_refresh(self, report: RefreshReport | RecallError, *, always: bool = False) -> None:
        if isinstance(report, RecallError):
            self._not_read(report)
            return
        self._withheld = report.withheld
        self._tell_next()
        sentence = carried_over(report)
        if sentence and not always and self._first_reading(report):
            # The list tells that everything is new; the keys are what a newcomer needs.
            return
        if sentence or always:
            self.say(sentence or "The decks are as they were.")

    def _first_reading(self, report: RefreshReport) -> bool:
        """Whether nothing but new cards was found, and those are all there are."""
        decks = self.home.decks if self.home is not None else ()
        held = sum(deck.cards + deck.points for deck in decks)
        return held <= report.new and not (report.linked or report.returned or report.missing)

    def moved(self) -> None:
        """Tell what Enter does with the row at the cursor."""
        self._tell_next()

    def _show(self) -> None:
        home = self.home
        if home is None:
            return
        course = home.courses[0] if len(home.courses) == 1 else None
        self.top.show(
            line(course.title) if course is not None else Content("recall"),
            text(f"{home.due:,} due") if home.due else Content("nothing due"),
            text(f"{home.new:,} new") if home.new else Content(),
            text(home.date),
        )
        self.set_class(not home.decks, "empty")
        self.rows.show(rows_of(home), self.rows.key)
        self._tell_next()

    def _tell_next(self) -> None:
        home = self.home
        if home is None:
            return
        deck = self._deck
        notices = notices_of(home, self.host.keys["home.problems"].shown)
        sentence = offer_of(deck) if deck is not None else next_sentence(home)
        offers = deck is not None or home.step.kind is not StepKind.NOTHING
        self.bottom.show(self.hints())
        self.query_one(NextStep).show(
            sentence, self.host.keys["home.next"].shown if offers else "", notices
        )
