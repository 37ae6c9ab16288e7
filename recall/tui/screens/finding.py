"""The list of cards that a query finds: the field, the table, sorting, and what is empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.widget import Widget

from recall.errors import RecallError
from recall.library.values import Sort
from recall.tui.browse_columns import COLUMNS, next_sort
from recall.tui.content import text
from recall.tui.screens.base import RecallScreen
from recall.tui.widgets.answer_field import AnswerField
from recall.tui.widgets.card_table import CardTable
from recall.tui.widgets.page import Page, paragraph
from recall.tui.wording import amount

if TYPE_CHECKING:
    from recall.library.searching import CardList

_EXAMPLES = "words, deck:, tag:, is:due, r<0.8, rated:7"


class FindingScreen(RecallScreen):
    """A screen with a field for a query and the cards it finds; ``query`` is the first one."""

    CSS_PATH: ClassVar[str] = "browse.tcss"

    def __init__(self, query: str = "") -> None:
        super().__init__()
        self.found: CardList | None = None
        self.marked: dict[str, str] = {}
        """The names of the cards marked, with their titles, in the order they were marked."""
        self._query = query
        self._sort = Sort.PLACE
        self._descending = False
        self._total = 0

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

    def on_card_table_wanted(self, event: CardTable.Wanted) -> None:
        """Bring the rows that came into view; keys are heard meanwhile."""
        found = self.found
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
        self.table.move(-1)

    def do_down(self) -> None:
        """Go to the card below."""
        self.table.move(1)

    def do_first(self) -> None:
        """Go to the first card."""
        self.table.move(-self._cards)

    def do_last(self) -> None:
        """Go to the last card."""
        self.table.move(self._cards)

    def do_page_up(self) -> None:
        """Go up by a screen."""
        self.table.move(-self.table.page)

    def do_page_down(self) -> None:
        """Go down by a screen."""
        self.table.move(self.table.page)

    def do_sort_left(self) -> None:
        """Sort by the column to the left."""
        self._sort_by(next_sort(self._sort, -1), descending=False)

    def do_sort_right(self) -> None:
        """Sort by the column to the right."""
        self._sort_by(next_sort(self._sort, 1), descending=False)

    def do_turn_round(self) -> None:
        """Sort the other way round."""
        self._sort_by(self._sort, descending=not self._descending)

    @property
    def _field(self) -> AnswerField:
        return self.query_one(AnswerField)

    @property
    def table(self) -> CardTable:
        """The table of what was found."""
        return self.query_one(CardTable)

    @property
    def _cards(self) -> int:
        return self.found.cards if self.found is not None else 0

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

    def look_again(
        self, first: Callable[[], object] | None = None, then: Callable[[], None] | None = None
    ) -> None:
        """Look for the same anew, and stay at the same place."""
        place = self.table.cursor

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
        self.found = found
        self.set_class(not found.cards, "empty")
        self.query_one(Page).show(partial(_nothing, query, self._total))
        self.table.show(found.cards, self._sort, descending=self._descending, cursor=place)
        self.show_state()

    def show_state(self) -> None:
        """Show how much was found and marked, how it is sorted, and the keys."""
        found = self.found
        if found is None:
            return
        counted = f"{found.cards:,} of {amount(self._total, 'card')}"
        if found.missing:
            counted = amount(found.cards, "missing card")
        heading = next(one.heading for one in COLUMNS if one.sort is self._sort)
        self.top.show(
            Content("Cards"),
            text(f"{len(self.marked):,} marked") if self.marked else Content(),
            text(counted),
            text(f"by {heading.lower()} {'↓' if self._descending else '↑'}"),
        )
        self.bottom.show(self.hints())

    def _to_list(self) -> None:
        self.remove_class("asking")
        self.set_focus(None)
        self.bottom.show(self.hints())

    async def _bring(self, found: CardList, start: int, stop: int) -> None:
        library = self.host.library
        try:
            rows = await self.host.desk.call(lambda: library.rows(found, start, stop), lambda: None)
        except RecallError as error:
            self.say_error(error)
            return
        if self.found is found and self.is_attached:
            self.table.bring(start, rows)


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
