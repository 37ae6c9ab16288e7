"""The blank pages of the library: what each asks, what was covered last, and what is due."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.widget import Widget

from recall.library.page_values import PageRow
from recall.study.free_recall.rubric import running_text
from recall.tui.content import line, text
from recall.tui.keys import Scope
from recall.tui.screens.base import RecallScreen
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.page import Page, paragraph
from recall.tui.widgets.row_list import Row, RowList
from recall.tui.wording import amount

if TYPE_CHECKING:
    from recall.library.page_sitting import PageSitting

_CODE = 6


class PagesScreen(RecallScreen):
    """Lists the blank pages; ``path`` puts the cursor on the first one of a deck."""

    scope = Scope.PAGES
    CSS_PATH: ClassVar[str] = "shelf.tcss"

    def __init__(self, path: str = "") -> None:
        super().__init__()
        self._path = path
        self._rows: tuple[PageRow, ...] = ()

    def compose_body(self) -> Iterable[Widget]:
        """Give the list, and what stands there when it is empty."""
        yield RowList()
        yield Page()

    def on_mount(self) -> None:
        """Read the pages."""
        self.top.show(Content("Blank pages"))
        self.bottom.show(self.hints())
        self._read()

    def on_screen_resume(self) -> None:
        """Look again after a page was written."""
        if self._rows and not self.busy:
            self._read()

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        if not self._rows:
            return (self.key_hint("pages.leave"), self.key_hint("pages.help", ""))
        row = self._rows[self._list.key or 0]
        return (
            self.key_hint("pages.write", "go on" if row.drafts else None),
            KeyHint("↑↓", "choose"),
            self.key_hint("pages.leave"),
            self.key_hint("pages.help", ""),
        )

    def on_row_list_chosen(self) -> None:
        """Tell what Enter does with the page clicked."""
        self.bottom.show(self.hints())

    def do_write(self) -> None:
        """Write the page chosen."""
        key = self._list.key
        if key is None:
            return
        row = self._rows[key]
        group = row.drafts[0] if row.drafts else ""

        def done(page: PageSitting) -> None:
            from recall.tui.screens.blank_page.following import screen_of

            self.app.push_screen(screen_of(page))

        self.work(lambda: self.host.library.page(row.name, group=group), done)

    def do_up(self) -> None:
        """Go up."""
        self._move(-1)

    def do_down(self) -> None:
        """Go down."""
        self._move(1)

    def do_first(self) -> None:
        """Go to the first page."""
        self._move(-len(self._rows))

    def do_last(self) -> None:
        """Go to the last page."""
        self._move(len(self._rows))

    def do_page_up(self) -> None:
        """Go up by a screen."""
        self._move(-self._list.page)

    def do_page_down(self) -> None:
        """Go down by a screen."""
        self._move(self._list.page)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.PAGES,)))

    def do_leave(self) -> None:
        """Go back."""
        self.dismiss()

    @property
    def _list(self) -> RowList:
        return self.query_one(RowList)

    def _move(self, steps: int) -> None:
        self._list.move(steps)
        self.bottom.show(self.hints())

    def _read(self) -> None:
        self.work(lambda: self.host.library.pages(), self._show)

    def _show(self, rows: tuple[PageRow, ...]) -> None:
        here = self._list.key
        if here is None:
            here = next((at for at, row in enumerate(rows) if row.path == self._path), 0)
        self._rows = rows
        self.set_class(not rows, "empty")
        due = sum(row.is_due for row in rows)
        self.top.show(
            Content("Blank pages"),
            text(amount(len(rows), "page")) if rows else Content(),
            text(f"{due} due") if due else Content(),
        )
        self._list.show(
            [Row(partial(page_lines, row), key, height=2) for key, row in enumerate(rows)],
            min(here, max(len(rows) - 1, 0)),
        )
        self.query_one(Page).show(partial(paragraph, text(_EMPTY)))
        self.bottom.show(self.hints())


_EMPTY = (
    "No deck here has a blank page yet. In a deck, R: with a bullet list of key points makes one; "
    "recall format shows how."
)


def page_lines(row: PageRow, width: int) -> list[Content]:
    """Return the two lines of a blank page: what it asks, and how it stands."""
    code = line(row.code or "").truncate(_CODE).pad_right(0)
    code = code.pad_right(max(_CODE - code.cell_length, 0))
    asked = Content.assemble(code, line(running_text(row.prompt)))
    facts = [amount(row.points, "point")]
    if row.drafts:
        facts.append("begun")
    elif row.new:
        facts.append("not written yet")
    if row.last is not None:
        facts.append(f"last {row.last:.0%}".replace("%", " %"))
    if row.is_due:
        facts.append("due")
    elif row.due:
        facts.append(f"{row.due} due alone")
    told = text(" " * _CODE + " · ".join(facts)).stylize("$text-muted")
    return [asked.truncate(width, ellipsis=True), told.truncate(width, ellipsis=True)]
