"""The record of a blank page: every time it was written, and each page beside an earlier one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import partial
from typing import ClassVar

from textual.containers import Container
from textual.content import Content
from textual.widget import Widget

from recall.library.blank_pages.values import Coverage, PageRecord, PageRow
from recall.study.free_recall.rubric import running_text
from recall.text import percent
from recall.tui.bars import LENGTH, bar
from recall.tui.content import line, text
from recall.tui.scopes import Scope
from recall.tui.screens.base import RecallScreen
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.page import Page, paragraph
from recall.tui.widgets.row_list import Row, RowList
from recall.tui.wording import amount, duration

_NAME = 22
_SMALL_BAR = 5


class RecordScreen(RecallScreen):
    """Lists the times a page was written, the newest first."""

    scope = Scope.RECORD
    CSS_PATH: ClassVar[str] = "record.tcss"

    def __init__(self, row: PageRow) -> None:
        super().__init__()
        self._row = row
        self._records: tuple[PageRecord, ...] = ()

    def compose_body(self) -> Iterable[Widget]:
        """Give the list, and the groups of the page at the cursor."""
        yield RowList()
        yield Page()

    def on_mount(self) -> None:
        """Read the record."""
        self.top.show(Content.assemble("Record · ", line(running_text(self._row.prompt))))
        self.bottom.show(self.hints())
        name = self._row.name
        self.work(lambda: self.host.library.page_history(name), self._show)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        opened = (self.key_hint("record.open"), KeyHint("↑↓", "choose")) if self._records else ()
        return (*opened, self.key_hint("record.leave"), self.key_hint("record.help", ""))

    def do_open(self) -> None:
        """Show the page chosen beside the one before."""
        key = self._list.key
        if key is not None and self._records:
            self.app.push_screen(VersionsScreen(self._records, key))

    def do_up(self) -> None:
        """Go up."""
        self._move(-1)

    def do_down(self) -> None:
        """Go down."""
        self._move(1)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.RECORD,)))

    def do_leave(self) -> None:
        """Go back."""
        self.dismiss()

    @property
    def _list(self) -> RowList:
        return self.query_one(RowList)

    def on_row_list_chosen(self) -> None:
        """Show the groups of the page clicked."""
        self._show_groups()

    def _move(self, steps: int) -> None:
        self._list.move(steps)
        self._show_groups()

    def _show(self, records: tuple[PageRecord, ...]) -> None:
        self._records = tuple(reversed(records))
        self.set_class(not records, "empty")
        self._list.show(
            [Row(partial(_lines, record), key) for key, record in enumerate(self._records)], 0
        )
        self._show_groups()
        self.bottom.show(self.hints())

    def _show_groups(self) -> None:
        key = self._list.key
        if key is None or not self._records:
            self.query_one(Page).show(partial(paragraph, text(_EMPTY)))
            return
        record = self._records[key]
        self.query_one(Page).show(partial(_about, record))


_EMPTY = "This page was not written yet. When it was, each time stands here with what it covered."


class VersionsScreen(RecallScreen):
    """A page of the past on the right, the one before it on the left."""

    scope = Scope.VERSIONS
    CSS_PATH: ClassVar[str] = "record.tcss"

    def __init__(self, records: tuple[PageRecord, ...], at: int) -> None:
        super().__init__()
        self._records = records
        self._at = at

    def compose_body(self) -> Iterable[Widget]:
        """Give both sides."""
        with Container(id="sides"):
            yield Page(id="earlier")
            yield Page(id="later")

    def on_mount(self) -> None:
        """Show both pages."""
        self._show()

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        return (
            self.key_hint("versions.earlier"),
            self.key_hint("versions.later"),
            KeyHint("↑↓", "scroll"),
            self.key_hint("versions.leave"),
            self.key_hint("versions.help", ""),
        )

    def do_earlier(self) -> None:
        """Go back in time."""
        self._step(1)

    def do_later(self) -> None:
        """Go on in time."""
        self._step(-1)

    def do_up(self) -> None:
        """Scroll both up."""
        self._turn(-1)

    def do_down(self) -> None:
        """Scroll both down."""
        self._turn(1)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.VERSIONS,)))

    def do_leave(self) -> None:
        """Go back."""
        self.dismiss()

    def _step(self, steps: int) -> None:
        place = self._at + steps
        if 0 <= place < len(self._records):
            self._at = place
            self._show()
        else:
            self.say("There is no earlier page." if steps > 0 else "There is no later page.")

    def _turn(self, lines: int) -> None:
        for page in self.query(Page):
            page.turn(lines=lines)

    def _show(self) -> None:
        later = self._records[self._at]
        before = [one for one in self._records[self._at + 1 :] if one.group == later.group]
        self.top.show(
            Content.assemble("Written ", _day(later)),
            text(f"{len(self._records) - self._at} of {len(self._records)}"),
        )
        self.query_one("#later", Page).show(partial(_text, later))
        earlier = self.query_one("#earlier", Page)
        if before:
            earlier.show(partial(_text, before[0]))
        else:
            earlier.show(partial(paragraph, text("No earlier page.").stylize("$text-muted")))
        self.bottom.show(self.hints())


def _day(record: PageRecord) -> str:
    day = date.fromisoformat(record.day)
    return f"{day.day} {day:%b %Y}"


def _lines(record: PageRecord, width: int) -> list[Content]:
    whole = record.whole
    facts = [f"{whole.said} of {whole.points}"]
    if whole.cued:
        facts.append(f"{whole.free} free, {whole.cued} cued")
    if record.guess is not None:
        facts.append(f"guessed {record.guess}")
    if record.group:
        facts.append(record.group)
    if record.abandoned:
        facts.append("given up")
    row = Content.assemble(
        f"{_day(record):<12}", _measured(whole, LENGTH), "  ", line(" · ".join(facts))
    )
    return [row.truncate(width, ellipsis=True)]


def _measured(coverage: Coverage, length: int) -> Content:
    return Content.assemble(bar(coverage.share, length), f" {percent(coverage.share):>5}")


def _about(record: PageRecord, width: int) -> list[Content]:
    words = amount(len(record.text.split()), "word")
    lines = paragraph(text(f"{words} in {duration(record.seconds)}.").stylize("$text-muted"), width)
    for group in record.groups:
        if group.group:
            name = line(group.group).truncate(_NAME, ellipsis=True)
            name = name.pad_right(_NAME - name.cell_length)
            count = f"  {group.said} of {group.points}"
            row = Content.assemble(name, "  ", _measured(group, _SMALL_BAR), count)
            lines.append(row.truncate(width))
    return lines


def _text(record: PageRecord, width: int) -> list[Content]:
    whole = record.whole
    head = text(f"{_day(record)} · {whole.said} of {whole.points}").stylize("bold")
    return [*paragraph(head, width), Content(), *paragraph(text(record.text), width)]
