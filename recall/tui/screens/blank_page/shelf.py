"""Everything that is written or read from memory alone: blank pages, their parts, cold passages.

A capstone is one place here: rebuild (the whole, or a part), explain (one page for each audience),
read cold (one passage at a time; the next when it was read).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.widget import Widget

from recall.library.blank_pages.values import PagePart, PageRow
from recall.study.free_recall.rubric import running_text
from recall.text import percent
from recall.tui.content import line, text
from recall.tui.scopes import Scope
from recall.tui.screens.choosing import ChoosingScreen
from recall.tui.widgets.bottom_line import KeyHint
from recall.tui.widgets.page import Page, paragraph
from recall.tui.widgets.row_list import Row, RowList
from recall.tui.wording import amount

if TYPE_CHECKING:
    from recall.library.blank_pages.cold_reading import ColdPassage
    from recall.library.library import Library
    from recall.library.session import StudySession


LEAST_IN_PARTS = 20
"""Points from which the parts of a page are offered alone."""


@dataclass(frozen=True, slots=True)
class PageOffer:
    """A blank page, or a part of it, that can be written."""

    page: PageRow
    part: PagePart | None = None

    @property
    def group(self) -> str:
        """The heading that is written."""
        return self.part.heading if self.part is not None else ""

    @property
    def begun(self) -> bool:
        """Whether there is a draft of it."""
        return self.group in self.page.drafts


@dataclass(frozen=True, slots=True)
class PassageOffer:
    """A passage that can be read, or whose questions wait."""

    passage: ColdPassage


Offer = PageOffer | PassageOffer


@dataclass(frozen=True, slots=True)
class Shelf:
    """The pages and passages of a library, and the codes of decks that are not open yet."""

    pages: tuple[PageRow, ...]
    passages: tuple[ColdPassage, ...]
    closed: dict[int, str]


def read_shelf(library: Library) -> Shelf:
    """Return what there is; runs in the library's thread."""
    closed = {row.file_id: row.after[-1] for row in library.decks() if not row.open and row.after}
    return Shelf(library.pages(), library.cold_passages(), closed)


class PagesScreen(ChoosingScreen):
    """Lists them by deck; ``path`` puts the cursor on the first one of a deck."""

    scope = Scope.PAGES
    CSS_PATH: ClassVar[str] = "shelf.tcss"

    def __init__(self, path: str = "") -> None:
        super().__init__()
        self._path = path
        self._shelf: Shelf | None = None
        self._offers: tuple[Offer, ...] = ()

    def compose_body(self) -> Iterable[Widget]:
        """Give the list, and what stands there when it is empty."""
        yield RowList()
        yield Page()

    def on_mount(self) -> None:
        """Read what there is."""
        self.top.show(Content("Blank pages"))
        self.bottom.show(self.hints())
        self._read()

    def on_screen_resume(self) -> None:
        """Look again after a page was written."""
        if self._shelf is not None and not self.busy:
            self._read()

    def hints(self) -> tuple[KeyHint, ...]:
        """Return the keys of the bottom line."""
        offer = self._offer
        if offer is None:
            return (self.key_hint("pages.leave"), self.key_hint("pages.help", ""))
        is_page = isinstance(offer, PageOffer)
        label = "go on" if isinstance(offer, PageOffer) and offer.begun else None
        return (
            self.key_hint("pages.write", label if is_page else "read"),
            *((self.key_hint("pages.record"),) if is_page else ()),
            KeyHint("↑↓", "choose"),
            self.key_hint("pages.leave"),
            self.key_hint("pages.help", ""),
        )

    def on_row_list_chosen(self) -> None:
        """Tell what Enter does with the row clicked."""
        self.bottom.show(self.hints())

    def do_write(self) -> None:
        """Write the page chosen, go on with it, or read the passage."""
        offer = self._offer
        if isinstance(offer, PageOffer):
            self.write_page(offer.page.name, offer.group)
        elif isinstance(offer, PassageOffer):
            passage = offer.passage
            if not passage.left:
                self.say("This passage was read, and its questions come back like other cards.")
                return
            self.work(lambda: self._begun(passage), partial(self._reading, passage))

    def do_record(self) -> None:
        """Show the pages of the past."""
        offer = self._offer
        if isinstance(offer, PageOffer):
            from recall.tui.screens.blank_page.record import RecordScreen

            self.app.push_screen(RecordScreen(offer.page))

    def do_help(self) -> None:
        """Show the keys."""
        from recall.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen((Scope.PAGES,)))

    def do_leave(self) -> None:
        """Go back."""
        self.dismiss()

    @property
    def _offer(self) -> Offer | None:
        key = self.rows.key
        return None if key is None or not self._offers else self._offers[key]

    def moved(self) -> None:
        """Tell what Enter does with the row at the cursor."""
        self.bottom.show(self.hints())

    def _read(self) -> None:
        self.work(lambda: read_shelf(self.host.library), self._show)

    def _begun(self, passage: ColdPassage) -> StudySession:
        session = self.host.library.begin_passage(passage)
        _ = session.current  # the first card is chosen here, in the library's thread
        return session

    def _reading(self, passage: ColdPassage, session: StudySession) -> None:
        if passage.read:
            from recall.tui.screens.review import ReviewScreen

            self.app.push_screen(ReviewScreen(session))
            return
        from recall.tui.screens.blank_page.cold import ColdScreen

        self.app.push_screen(ColdScreen(passage, session))

    def _show(self, shelf: Shelf) -> None:
        here = self.rows.key
        self._shelf = shelf
        rows, offers = _rows(shelf)
        self._offers = offers
        if here is None:
            here = next((at for at, one in enumerate(offers) if _path(one) == self._path), 0)
        self.set_class(not offers, "empty")
        due = sum(row.is_due for row in shelf.pages)
        self.top.show(
            Content("Blank pages"),
            text(amount(len(shelf.pages), "page")) if shelf.pages else Content(),
            text(f"{due} due") if due else Content(),
        )
        self.rows.show(rows, min(here, max(len(offers) - 1, 0)))
        self.query_one(Page).show(partial(paragraph, text(_EMPTY)))
        self.bottom.show(self.hints())


_EMPTY = (
    "No deck here has a blank page yet. In a deck, R: with a bullet list of key points makes one; "
    "recall format shows how."
)


def _path(offer: Offer) -> str:
    return offer.page.path if isinstance(offer, PageOffer) else offer.passage.deck.path


def _rows(shelf: Shelf) -> tuple[list[Row], tuple[Offer, ...]]:
    """Return the rows of the list, and what the keys of those that can be chosen stand for."""
    rows: list[Row] = []
    offers: list[Offer] = []

    def heading(words: str, style: str) -> None:
        shown = line(words).stylize(style)
        rows.append(Row(lambda width: [shown.truncate(width, ellipsis=True)]))

    def add(offer: Offer) -> None:
        rows.append(Row(partial(_lines, offer), len(offers)))
        offers.append(offer)

    decks = dict.fromkeys(
        [
            *((row.file_id, _deck(row.code, row.deck_title)) for row in shelf.pages),
            *((one.deck.file_id, _deck(one.deck.code, one.deck.title)) for one in shelf.passages),
        ]
    )
    for number, (file_id, title) in enumerate(decks):
        if number:
            rows.append(Row(lambda _: [Content()]))
        heading(title, "bold $primary")
        if file_id in shelf.closed:
            heading(f"comes after {shelf.closed[file_id]}; you may begin now", "$text-muted")
        pages = [row for row in shelf.pages if row.file_id == file_id]
        passages = [one for one in shelf.passages if one.deck.file_id == file_id]
        plain = not passages and all(row.audience is None for row in pages)
        for explains, of_kind in groupby(pages, key=lambda row: row.audience is not None):
            if not plain:
                heading("Explain" if explains else "Rebuild", "$text-muted")
            for row in of_kind:
                add(PageOffer(row))
                for part in row.parts if row.points >= LEAST_IN_PARTS else ():
                    add(PageOffer(row, part))
        if passages:
            cold = [one for one in passages if not one.read]
            left = f"{len(cold)} of {amount(len(passages), 'passage')} left"
            heading(f"Read cold · {left}", "$text-muted")
            for passage in [one for one in passages if one.read and one.left]:
                add(PassageOffer(passage))
            if cold:
                add(PassageOffer(cold[0]))
    return rows, tuple(offers)


def _deck(code: str | None, title: str) -> str:
    return f"{code} · {title}" if code else title


def _lines(offer: Offer, width: int) -> Sequence[Content]:
    """Return the line of a row: what it asks on the left, how it stands on the right."""
    indent = 2
    if isinstance(offer, PassageOffer):
        passage = offer.passage
        name = f"Questions of {passage.title}" if passage.read else "The next passage"
        minutes = f"{passage.seconds // 60}:{passage.seconds % 60:02}"
        facts = [] if passage.read else [f"{passage.words} words in {minutes}"]
        facts.append(amount(len(passage.left), "question"))
    elif offer.part is not None:
        indent = 4
        name = offer.part.heading
        facts = [amount(offer.part.points, "point"), *_state(offer)]
    else:
        row = offer.page
        name = running_text(row.prompt)
        if row.audience:
            name = f"{row.audience[:1].upper()}{row.audience[1:]}: {name}"
        facts = [amount(row.points, "point"), *_state(offer)]
    right = text(" · ".join(facts)).stylize("$text-muted")
    room = width - indent - right.cell_length - 2
    if room < _LEAST_NAME:
        right = text(facts[0]).stylize("$text-muted")
        room = width - indent - right.cell_length - 2
    cut = line(name).truncate(max(room, 1), ellipsis=True)
    gap = " " * max(room - cut.cell_length + 2, 1)
    return [Content.assemble(" " * indent, cut, gap, right).truncate(width)]


_LEAST_NAME = 24


def _state(offer: PageOffer) -> list[str]:
    row = offer.page
    if offer.begun:
        return ["begun"]
    if offer.part is not None:
        return [f"{offer.part.due} due"] if offer.part.due else []
    facts = []
    if row.new:
        facts.append("not written yet")
    if row.last is not None:
        facts.append(f"last {percent(row.last)}")
    if row.is_due:
        facts.append("due")
    elif row.due:
        facts.append(f"{row.due} due alone")
    return facts
