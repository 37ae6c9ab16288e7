"""The table of contents of a lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar

from textual.content import Content
from textual.widget import Widget

from recall.library.lesson import Lesson, LessonCards, LessonSection
from recall.tui.content import line, text
from recall.tui.lesson_pages import cards_in_words
from recall.tui.scopes import Scope
from recall.tui.screens.choosing import ChoosingScreen
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.row_list import Row, RowList

_INDENT = 2
_LEAST_TITLE = 20


class ContentsScreen(ChoosingScreen):
    """Lists the sections of a lesson; ``here`` is the one being read, ``choose`` goes to one."""

    scope = Scope.CONTENTS
    CSS_PATH: ClassVar[str] = "contents.tcss"

    def __init__(self, lesson: Lesson, here: int, choose: Callable[[int], None]) -> None:
        super().__init__()
        self._lesson = lesson
        self._here = here
        self._choose = choose

    def compose_body(self) -> Iterable[Widget]:
        """Give the list."""
        yield RowList()

    def on_mount(self) -> None:
        """Show the sections, with the cursor at the one being read."""
        lesson = self._lesson
        self.top.show(
            Content.assemble("Contents · ", line(lesson.title)),
            text(f"{len(lesson.sections):,} sections") if len(lesson.sections) > 1 else Content(),
        )
        self.bottom.show(self.hints())
        least = min((one.level for one in lesson.sections if one.level), default=0)
        self.rows.show(
            [
                Row(partial(_row, section, section.title or lesson.title, least), number)
                for number, section in enumerate(lesson.sections)
            ],
            self._here,
        )

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        return (
            self.key_hint("contents.choose"),
            KeyHint("↑↓", "choose"),
            self.key_hint("contents.leave"),
            self.key_hint("contents.help", ""),
        )

    def do_choose(self) -> None:
        """Go to the section at the cursor."""
        section = self.rows.key
        self.dismiss()
        if section is not None:
            self._choose(section)

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.CONTENTS,)))

    def do_leave(self) -> None:
        """Go back to the text."""
        self.dismiss()


def _row(section: LessonSection, title: str, least: int, width: int) -> list[Content]:
    """Return the line of a section: its title by its level, and how many cards stand in it."""
    groups = [part for part in section.parts if isinstance(part, LessonCards)]
    entries = LessonCards(tuple(entry for group in groups for entry in group.entries))
    cards = text(cards_in_words(entries)).stylize("$text-muted")
    name = line(title).pad_left(_INDENT * max(section.level - least, 0))
    room = width - cards.cell_length - _INDENT
    if not cards or room < _LEAST_TITLE:
        return [name.truncate(width, ellipsis=True)]
    name = name.truncate(room, ellipsis=True)
    return [Content.assemble(name, " " * (width - name.cell_length - cards.cell_length), cards)]
