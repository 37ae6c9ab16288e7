"""The browse screen: cards found by a query, looked at, marked, linked and crammed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.widget import Widget

from recall.errors import RecallError, UsageError
from recall.library.values import CardRow, Sort, Undone
from recall.tui.browse_columns import COLUMNS, next_sort
from recall.tui.content import text
from recall.tui.keys import Scope
from recall.tui.screens.base import RecallScreen
from recall.tui.widgets.answer_field import AnswerField
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.card_table import CardTable
from recall.tui.widgets.page import Page, paragraph
from recall.tui.wording import amount

if TYPE_CHECKING:
    from recall.library.searching import CardList
    from recall.library.session import StudySession

_EXAMPLES = "words, deck:, tag:, is:due, r<0.8, rated:7"
_PAIR = 2


class BrowseScreen(RecallScreen):
    """Lists what a query finds; ``query`` is what is looked for at first."""

    scope = Scope.BROWSE
    CSS_PATH: ClassVar[str] = "browse.tcss"

    def __init__(self, query: str = "") -> None:
        super().__init__()
        self._query = query
        self._sort = Sort.PLACE
        self._descending = False
        self._found: CardList | None = None
        self._total = 0
        self._marked: dict[str, str] = {}
        """The names of the cards marked, with their titles, in the order they were marked."""

    def compose_body(self) -> Iterable[Widget]:
        """Give the field, the table, and the page shown when it is empty."""
        yield AnswerField(_EXAMPLES)
        yield CardTable()
        yield Page()

    def on_mount(self) -> None:
        """Find what is asked for at first, and let the learner go on typing."""
        self._field.value = self._query
        self._field.cursor_position = len(self._query)
        self.do_query()
        self.work(self._look(self._query), partial(self._show, self._query))

    def scopes(self) -> tuple[Scope, ...]:
        """While a query is typed, letters are text."""
        return (Scope.QUERY,) if self.has_class("asking") else (Scope.BROWSE,)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        if self.has_class("asking"):
            return (self.key_hint("query.search"), self.key_hint("query.cancel"))
        rest = (self.key_hint("browse.leave"), self.key_hint("browse.help", ""))
        if self._found is None or not self._found.cards:
            return (self.key_hint("browse.query"), self.key_hint("browse.undo"), *rest)
        if self._marked:
            both = (self.key_hint("browse.same"),) if len(self._marked) == _PAIR else ()
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

    def on_card_table_wanted(self, event: CardTable.Wanted) -> None:
        """Bring the rows that came into view; keys are heard meanwhile."""
        found = self._found
        if found is not None:
            self.start(self._bring(found, event.first, event.end))

    def do_query(self) -> None:
        """Go to the field."""
        self.add_class("asking")
        self.set_focus(self._field)
        self.bottom.show(self.hints())

    def do_search(self) -> None:
        """Look for what was typed."""
        # Letters that came in one piece with this key still wait in the field's queue.
        self._field.call_later(self._search)

    def do_cancel(self) -> None:
        """Go to the list, with what was found before."""
        self._field.value = self._query
        self._to_list()

    def do_up(self) -> None:
        """Go to the card above."""
        self._table.move(-1)

    def do_down(self) -> None:
        """Go to the card below."""
        self._table.move(1)

    def do_first(self) -> None:
        """Go to the first card."""
        self._table.move(-self._cards)

    def do_last(self) -> None:
        """Go to the last card."""
        self._table.move(self._cards)

    def do_page_up(self) -> None:
        """Go up by a screen."""
        self._table.move(-self._table.page)

    def do_page_down(self) -> None:
        """Go down by a screen."""
        self._table.move(self._table.page)

    def do_sort_left(self) -> None:
        """Sort by the column to the left."""
        self._sort_by(next_sort(self._sort, -1), descending=False)

    def do_sort_right(self) -> None:
        """Sort by the column to the right."""
        self._sort_by(next_sort(self._sort, 1), descending=False)

    def do_turn_round(self) -> None:
        """Sort the other way round."""
        self._sort_by(self._sort, descending=not self._descending)

    def do_information(self) -> None:
        """Show everything known of the card."""
        row = self._table.row
        if row is not None:
            from recall.tui.screens.card import CardScreen

            self.app.push_screen(CardScreen(row.uid), lambda _: self._table.forget())

    def do_edit(self) -> None:
        """Open the deck in the editor at the card, then look again."""
        row = self._table.row
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
            self._look_again(self.host.library.refresh, then)

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

    def do_undo(self) -> None:
        """Take back the last thing done."""

        def done(undone: Undone | None) -> None:
            sentence = undone.sentence if undone is not None else "There is nothing to take back."
            self._table.forget()
            self.say(sentence)

        self.work(lambda: self.host.library.undo(), done)

    def do_mark(self) -> None:
        """Mark the card, or take the mark off, and go on to the next."""
        row = self._table.row
        if row is None:
            return
        if self._marked.pop(row.uid, None) is None:
            self._marked[row.uid] = row.title
        self._table.mark(self._marked)
        self._table.move(1)
        self._show_state()

    def do_same(self) -> None:
        """Tell that the two cards marked are the same card."""
        if len(self._marked) != _PAIR:
            self.say(
                f"Two cards are linked, and {len(self._marked):,} are marked.",
                f"Mark two with {self.host.keys['browse.mark'].shown}.",
            )
            return
        one, other = self._marked

        def done(sentence: str) -> None:
            self._unmark()
            self._table.forget()
            self.say(sentence)

        self.work(lambda: self.host.library.link(one, other), done)

    def do_cram(self) -> None:
        """Ask the cards marked, or else all that were found, without touching the schedule."""
        found = self._found
        if found is None or not found.cards:
            return
        marked = tuple(self._marked)

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
        if self._marked:
            self._unmark()
        else:
            self.dismiss()

    @property
    def _field(self) -> AnswerField:
        return self.query_one(AnswerField)

    @property
    def _table(self) -> CardTable:
        return self.query_one(CardTable)

    @property
    def _cards(self) -> int:
        return self._found.cards if self._found is not None else 0

    def _look(
        self, query: str, first: Callable[[], object] | None = None
    ) -> Callable[[], tuple[CardList, int]]:
        """Return the call that finds what a query asks for, and how many cards there are."""
        sort, descending = self._sort, self._descending

        def look() -> tuple[CardList, int]:
            if first is not None:
                first()
            library = self.host.library
            return library.find(query, sort=sort, descending=descending), library.total()

        return look

    def _search(self) -> None:
        query = self._field.value.strip()

        def done(looked: tuple[CardList, int]) -> None:
            self._query = query
            self._show(query, looked)
            self._to_list()

        self.work(self._look(query), done)

    def _look_again(
        self, first: Callable[[], object] | None = None, then: Callable[[], None] | None = None
    ) -> None:
        """Look for the same anew, and stay at the same place."""
        place = self._table.cursor

        def done(looked: tuple[CardList, int]) -> None:
            self._show(self._query, looked, place)
            if then is not None:
                then()

        self.work(self._look(self._query, first), done)

    def _sort_by(self, sort: Sort, *, descending: bool) -> None:
        before = self._sort, self._descending
        self._sort, self._descending = sort, descending

        def failed(error: RecallError) -> None:
            self._sort, self._descending = before
            self.say_error(error)

        self.work(self._look(self._query), partial(self._show, self._query), failed)

    def _show(self, query: str, looked: tuple[CardList, int], place: int = 0) -> None:
        found, self._total = looked
        self._found = found
        self.set_class(not found.cards, "empty")
        self.query_one(Page).show(partial(_nothing, query, self._total))
        self._table.show(found.cards, self._sort, descending=self._descending, cursor=place)
        self._show_state()

    def _show_state(self) -> None:
        found = self._found
        if found is None:
            return
        counted = f"{found.cards:,} of {amount(self._total, 'card')}"
        if found.missing:
            counted = amount(found.cards, "missing card")
        heading = next(one.heading for one in COLUMNS if one.sort is self._sort)
        self.top.show(
            Content("Cards"),
            text(f"{len(self._marked):,} marked") if self._marked else Content(),
            text(counted),
            text(f"by {heading.lower()} {'↓' if self._descending else '↑'}"),
        )
        self.bottom.show(self.hints())

    def _to_list(self) -> None:
        self.remove_class("asking")
        self.set_focus(None)
        self.bottom.show(self.hints())

    def _unmark(self) -> None:
        self._marked.clear()
        self._table.mark(())
        self._show_state()

    def _mark_card(self, act: Callable[[CardRow], object], words: Callable[[CardRow], str]) -> None:
        row = self._table.row
        if row is None:
            return

        def done(_: object) -> None:
            self._table.forget()
            self.say(f"“{row.title}” is {words(row)}.")

        self.work(partial(act, row), done)

    async def _bring(self, found: CardList, start: int, stop: int) -> None:
        library = self.host.library
        try:
            rows = await self.host.desk.call(lambda: library.rows(found, start, stop), lambda: None)
        except RecallError as error:
            self.say_error(error)
            return
        if self._found is found and self.is_attached:
            self._table.bring(start, rows)

    def _file_of(self, row: CardRow) -> Path:
        return self.host.library.source_of(self.host.library.show(row.uid))


def _nothing(query: str, total: int, width: int) -> list[Content]:
    if not total:
        sentence = (
            "There are no cards yet. Put a Markdown file with cards into a deck folder, "
            "and they are listed here."
        )
    elif query:
        sentence = (
            "No card matches. All words and filters of a query must hold; take one away, or write "
            "- before one that must not hold. Words stand in a card whatever their case and "
            "accents; filters are deck:, tag:, kind:, is:, rated:, and r, s, d, lapses, reps "
            "with < or >."
        )
    else:
        sentence = "No card is here."
    return paragraph(text(sentence), width)
