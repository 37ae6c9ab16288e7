"""The history: what was done, newest first, and how far back to go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import ClassVar

from textual.content import Content
from textual.widget import Widget

from recall.library.deed_words import capital
from recall.library.past import Past, PastDeed
from recall.library.values import Undone
from recall.tui.content import line, text
from recall.tui.scopes import Scope
from recall.tui.screens.choosing import ChoosingScreen
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.next_step import NextStep
from recall.tui.widgets.row_list import Row, RowList
from recall.tui.wording import amount

PAGE = 100
"""Deeds that are read at first, and more each time the last one is reached."""

_NARROW = 60
_YEAR = len("2026-")
_NOTHING = (
    "Nothing was done yet. Every answer, mark and change that you make is listed here, and can be "
    "taken back."
)
_OUT_OF_REACH = "This cannot be done again, because something new was done since."


class HistoryScreen(ChoosingScreen):
    """Lists deeds; the cursor picks how far to go back, or how much to do again."""

    scope = Scope.HISTORY
    CSS_PATH: ClassVar[str] = "history.tcss"

    def __init__(self) -> None:
        super().__init__()
        self._past = Past((), None, None)
        self._limit = PAGE

    def compose_body(self) -> Iterable[Widget]:
        """Give the list, and what Enter would do beneath it."""
        yield RowList()
        yield NextStep()

    def on_mount(self) -> None:
        """Read what was done and show it, with the cursor at what an undo takes back."""
        self.top.show(Content("History"))
        self.bottom.show(self.hints())
        self._read(lambda past: past.next_undo)

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        deed = self._deed
        if deed is None:
            return (self.key_hint("history.leave"), self.key_hint("history.help", ""))
        again = "do again up to here" if deed.undone else "take back to here"
        return (
            *(() if self._reach(deed) is None else (self.key_hint("history.choose", again),)),
            KeyHint("↑↓", "choose"),
            self.key_hint("history.undo"),
            self.key_hint("history.redo"),
            self.key_hint("history.leave"),
            self.key_hint("history.help", ""),
        )

    def on_row_list_chosen(self) -> None:
        """Tell what Enter does with the deed clicked."""
        self._tell()

    def do_choose(self) -> None:
        """Take back everything down to the deed at the cursor, or do again all up to it."""
        deed = self._deed
        if deed is None or self._reach(deed) is None:
            return
        library = self.host.library
        self._change(partial(library.redo_up_to if deed.undone else library.undo_back_to, deed.id))

    def do_undo(self) -> None:
        """Take back the newest deed."""
        self._change(lambda: _one(self.host.library.undo()), "There is nothing to take back.")

    def do_redo(self) -> None:
        """Do again what was undone last."""
        self._change(lambda: _one(self.host.library.redo()), "There is nothing to do again.")

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.HISTORY,)))

    def do_leave(self) -> None:
        """Go back."""
        self.dismiss()

    @property
    def _deed(self) -> PastDeed | None:
        key = self.rows.key
        return None if key is None else self._past.deeds[key]

    def _change(self, call: Callable[[], tuple[Undone, ...]], nothing: str = "") -> None:
        """Undo or redo, list anew what was done, and tell it."""
        here = self._deed

        def done(changed: tuple[Undone, ...]) -> None:
            if len(changed) > 1:
                told = f"{amount(len(changed), 'thing')}, the last: {changed[-1].sentence}"
            else:
                told = changed[0].sentence if changed else nothing
            self._read(lambda _: None if here is None else here.id, partial(self.say, told))

        self.work(call, done)

    def moved(self) -> None:
        """Read on where the list goes on, and tell what Enter does."""
        key = self.rows.key
        if key is not None and key + 1 == self._limit == len(self._past.deeds):
            self._limit += PAGE
            here = self._past.deeds[key].id
            self._read(lambda _: here)
        else:
            self._tell()

    def _read(
        self, cursor: Callable[[Past], str | None], then: Callable[[], None] | None = None
    ) -> None:
        def done(past: Past) -> None:
            self._show(past, cursor(past))
            if then is not None:
                then()

        self.work(lambda: self.host.library.history(self._limit), done)

    def _show(self, past: Past, wanted: str | None) -> None:
        self._past = past
        places = {deed.id: place for place, deed in enumerate(past.deeds)}
        undone = sum(deed.undone for deed in past.deeds)
        self.top.show(Content("History"), text(f"{undone:,} undone") if undone else Content())
        self.set_class(not past.deeds, "empty")
        self.rows.show(
            [Row(partial(_deed_line, deed), place) for place, deed in enumerate(past.deeds)],
            places.get(wanted or "", 0),
        )
        self._tell()

    def _tell(self) -> None:
        self.bottom.show(self.hints())
        deed = self._deed
        self.query_one(NextStep).show(_NOTHING if deed is None else self._told(deed), "", ())

    def _told(self, deed: PastDeed) -> str:
        """Return what Enter does at a deed."""
        reach = self._reach(deed)
        if deed.settled:
            return deed.effect
        if reach is None:
            return _OUT_OF_REACH
        if deed.undone:
            return "Does this again." if reach == 1 else f"Does these {reach:,} things again."
        if reach == 1:
            return f"Takes this back: {deed.then}."
        return f"Takes {reach:,} things back; with this one, {deed.then}."

    def _reach(self, deed: PastDeed) -> int | None:
        """Return how many deeds change when this one is chosen; None when it cannot be."""
        deeds, place = self._past.deeds, self._past.deeds.index(deed)
        if deed.settled:
            return None
        if not deed.undone:
            return sum(not (one.undone or one.settled) for one in deeds[: place + 1])
        ids = [one.id for one in deeds]
        first = ids.index(self._past.next_redo) if self._past.next_redo in ids else -1
        if place > first:
            return None
        return sum(one.undone for one in deeds[place : first + 1])


def _one(undone: Undone | None) -> tuple[Undone, ...]:
    return () if undone is None else (undone,)


def _deed_line(deed: PastDeed, width: int) -> list[Content]:
    """Return the line of a deed: when, what, and that it is undone."""
    when = deed.when if width >= _NARROW else deed.when[_YEAR:]
    sign = "↶" if deed.undone else "·" if deed.settled else " "
    told = Content.assemble(f"{sign} ", text(when), "  ", line(capital(deed.what)))
    if deed.undone:
        told = Content.assemble(
            told.truncate(width - len(" undone"), ellipsis=True), " undone"
        ).stylize("$text-muted")
    return [told.truncate(width, ellipsis=True)]
