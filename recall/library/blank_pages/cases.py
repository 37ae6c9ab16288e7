"""What a library does with blank pages and with passages read cold."""

from __future__ import annotations

from recall.library.blank_pages import cold_reading
from recall.library.blank_pages import shelf as page_shelf
from recall.library.blank_pages.cold_reading import ColdPassage
from recall.library.blank_pages.entry import BlankPage, find_blank_page
from recall.library.blank_pages.opening import open_page
from recall.library.blank_pages.rubric_view import RubricView, rubric_view
from recall.library.blank_pages.sitting import PageSitting
from recall.library.blank_pages.values import PageRecord, PageRow, VerdictFigures, Wording
from recall.library.context import Context
from recall.library.session import StudySession
from recall.study.free_recall.values import Comparison
from recall.text import clean


class PagesOfLibrary:
    """The part of a library that is about blank pages."""

    _context: Context

    def blank_page(self, name: str) -> BlankPage:
        """Return the free-recall entry with this name or prefix, or the only one of a deck.

        Raises UsageError when there is none or several.
        """
        with self._context.store.reading() as tx:
            return find_blank_page(self._context, tx, name)

    def compare(self, page: BlankPage, text: str) -> Comparison:
        """Return what a text says of every key point; a proposal that the learner judges.

        Wordings remembered and the deck's thresholds count. Offsets in the result count the
        characters of ``recall.text.clean(text)``.
        """
        with self._context.store.reading() as tx:
            opened = open_page(self._context, tx, page, "")
        return opened.compare(clean(text))

    def page(self, name: str, *, group: str = "") -> PageSitting:
        """Begin a blank page, or go on with its draft.

        ``name`` is what ``blank_page`` takes; ``group`` is one of its headings, to write only that
        part of it. Raises UsageError when there is no such page or heading.
        """
        return PageSitting(self._context, name, group)

    def pages(self) -> tuple[PageRow, ...]:
        """Return every blank page in course order, with what is due and what was begun."""
        return page_shelf.page_rows(self._context)

    def page_history(self, name: str) -> tuple[PageRecord, ...]:
        """Return the pages of the past of a blank page, the oldest first, undone ones left out.

        ``name`` is what ``blank_page`` takes. Raises UsageError when there is no such page.
        """
        return page_shelf.page_history(self._context, name)

    def practise(self, cards: tuple[str, ...]) -> StudySession:
        """Start a cram of some cards, given by their lasting names, in this order.

        It is for what a blank page missed (``PageSummary.missed_cards``).
        """
        return StudySession(self._context, uids=cards, cram=True)

    def wordings(self) -> tuple[Wording, ...]:
        """Return the wordings remembered for key points, the oldest first."""
        return page_shelf.wordings(self._context)

    def forget_wording(self, wording: str) -> Wording:
        """Take back that a wording counts; ``wording`` is its id or the beginning of it.

        Raises UsageError when there is none or several.
        """
        return page_shelf.forget_wording(self._context, wording)

    def verdict_figures(self) -> tuple[VerdictFigures, ...]:
        """Return how often the learner overruled what was proposed, for each deck with pages."""
        return page_shelf.verdict_figures(self._context)

    def rubric(self, name: str) -> RubricView:
        """Return how the key points of a blank page are compared, the learner's wordings included.

        ``name`` is what ``blank_page`` takes. Raises UsageError when there is no such page.
        """
        with self._context.store.reading() as tx:
            return rubric_view(tx, find_blank_page(self._context, tx, name))

    def cold_passages(self) -> tuple[ColdPassage, ...]:
        """Return the passages to be read cold, read ones too, in course order."""
        return cold_reading.cold_passages(self._context)

    def begin_passage(self, passage: ColdPassage) -> StudySession:
        """Record that a passage is shown, and return the session that asks about it afterwards.

        Raises StorageError when that cannot be recorded; the passage is then not to be shown.
        """
        cold_reading.begin_passage(self._context, passage)
        return StudySession(self._context, uids=passage.left)
