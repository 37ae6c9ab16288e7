"""The library as its fronts see it: one open progress file and the decks that belong to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random, SystemRandom
from typing import TextIO

from recall.cards.history import ActionKind
from recall.clock import Clock
from recall.config import Config
from recall.errors import UsageError
from recall.library import cold_reading, logbook, overview, page_shelf, searching
from recall.library import doctor as doctor_checks
from recall.library.blank_page import BlankPage, find_blank_page
from recall.library.carried import carried_over, undo_link
from recall.library.changes import DecksChanged
from recall.library.cold_reading import ColdPassage
from recall.library.context import Context, settings_of
from recall.library.finishing import Finished, finish_lesson
from recall.library.information import card_info
from recall.library.lesson import Lesson, LessonPlace, read_lesson
from recall.library.linking import link_by_hand
from recall.library.looking_up import find_card, stored_card
from recall.library.marking import mark, reset
from recall.library.page_opening import open_page
from recall.library.page_sitting import PageSitting
from recall.library.page_values import PageRecord, PageRow, VerdictFigures, Wording
from recall.library.past import Past, past
from recall.library.places import at_kept_place, keep_place
from recall.library.plan import shelf
from recall.library.quiz import QuizSession
from recall.library.refresh import refresh
from recall.library.remedies import Remedies, remedies
from recall.library.rubric_view import RubricView, rubric_view
from recall.library.safekeeping import BackupRow, backup, daily_backup
from recall.library.searching import CardList
from recall.library.session import StudySession
from recall.library.showing import ask
from recall.library.statistics import statistics
from recall.library.synced import Synced
from recall.library.syncing import sync
from recall.library.undoing import redo, redo_up_to, undo, undo_back_to
from recall.library.values import (
    CardInfo,
    CardRow,
    CarriedOver,
    DeckRow,
    Finding,
    Home,
    Problem,
    RefreshReport,
    Showing,
    Sort,
    Undone,
)
from recall.library.watching import Watch, taken_up
from recall.paths import Paths
from recall.scheduling.scheduler import Scheduler
from recall.storage import catalogue, placements, search
from recall.storage.store import Store
from recall.study.free_recall.values import Comparison
from recall.study.stats.whole import Statistics
from recall.text import clean


class Library:
    """An open library. Any thread may call; one call runs at a time."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._report = RefreshReport()
        self._watch: Watch | None = None

    @classmethod
    def open(
        cls,
        paths: Paths,
        config: Config,
        clock: Clock,
        *,
        random: Random | None = None,
        busy_timeout_ms: int = 5000,
    ) -> Library:
        """Open the progress file, and create it when there is none.

        ``random`` shuffles options and fills ids; without one it is the system's. Raises
        StorageError when the file cannot be opened, ConfigurationError for unusable settings.
        """
        scheduler = Scheduler(settings_of(config))
        store = Store.open(paths.progress, busy_timeout_ms=busy_timeout_ms)
        return cls(Context(store, paths, config, clock, scheduler, random or SystemRandom()))

    def close(self) -> None:
        """Close the progress file."""
        self._context.store.close()

    def daily_backup(self) -> None:
        """Make the backup of this study day, if there is none and something was recorded.

        To be called when the learner is done. Raises StorageError when it could not be made.
        """
        daily_backup(self._context)

    def backup(self, target: Path | None = None, *, replace: bool = False) -> BackupRow:
        """Make a backup now, in the folder of backups or at ``target``.

        Raises UsageError when ``target`` exists and ``replace`` is not set, StorageError.
        """
        return backup(self._context, target, replace=replace)

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def refresh(self, *, accept_missing: bool = False) -> RefreshReport:
        """Read deck files whose size, time or content changed; link, mark and return cards.

        Nothing is written when nothing changed. ``accept_missing`` marks cards missing however many
        they are.
        """
        if self._watch is not None:
            self._watch.take()
        self._report = refresh(self._context, accept_missing=accept_missing)
        return self._report

    def look(self) -> DecksChanged | None:
        """Take in deck files that changed since they were read; None when none did.

        The first call begins to watch them. To look costs a stat of each file and folder, and
        nothing is read or written when nothing changed. Raises what ``refresh`` raises; the change
        is then found again.
        """
        if self._watch is None:
            self._watch = Watch(self._context.paths.decks)
        elif not self._watch.look():
            return None
        return taken_up(self._watch, self.problems, self.refresh)

    @property
    def settling(self) -> bool:
        """Whether deck files are being written, so that it is worth to look again soon."""
        return self._watch is not None and self._watch.settling

    def home(self) -> Home:
        """Return what the first screen shows."""
        return overview.home(self._context, self._report)

    def decks(self) -> tuple[DeckRow, ...]:
        """Return every deck in course order, courses and plain texts included."""
        with self._context.store.reading() as tx:
            today = self._context.moment(tx).day
            return overview.deck_rows(shelf(self._context, tx, today))

    def problems(self, path: str | None = None) -> tuple[Problem, ...]:
        """Return the problems of the library's decks in file order, or those of one deck."""
        with self._context.store.reading() as tx:
            found = catalogue.problems(tx, self._context.folders, path)
        passed_over = (one for one in self._context.passed_over if path in (None, one.path))
        return (*passed_over, *found)

    def find_decks(self, names: tuple[str, ...]) -> tuple[DeckRow, ...]:
        """Return decks by path, code, title, course or folder.

        Raises UsageError naming the nearest names.
        """
        return overview.find_decks(self._context, self.decks(), names)

    def lesson(self, name: str) -> Lesson:
        """Return a deck to be read, as its file is now, and where the learner stopped.

        ``name`` is what ``find_decks`` takes. Raises UsageError when it fits no deck or several,
        and when the file cannot be read.
        """
        row = self._one_deck(name)
        lesson = read_lesson(self._context, row)
        return at_kept_place(self._context, cold_reading.covered(self._context, lesson, row))

    def finish_lesson(self, name: str) -> Finished:
        """Record that a lesson was read to its end, so that its new cards come in the day's queue.

        Raises UsageError when the name fits no deck or several, and for what is not a lesson with
        text; StorageError when it cannot be kept.
        """
        return finish_lesson(self._context, self._one_deck(name))

    def _one_deck(self, name: str) -> DeckRow:
        rows = self.find_decks((name,))
        if len(rows) > 1:
            raise UsageError(
                f"{name!r} names {len(rows)} decks, and one is read at a time.",
                f"Name one by its path, such as {rows[0].path}.",
            )
        return rows[0]

    def keep_place(self, lesson: Lesson, place: LessonPlace) -> None:
        """Keep where the learner stopped reading; nothing is written when that did not change."""
        keep_place(self._context, lesson, place)

    def session(
        self,
        decks: tuple[str, ...] = (),
        *,
        limit: int | None = None,
        new: int | None = None,
        cram: bool = False,
    ) -> StudySession:
        """Start a session over the whole library, or over the decks named.

        ``limit`` cuts it to so many cards, ``new`` replaces what is left of today's new cards;
        ``cram`` asks every card without touching the schedule. A review that draws from other
        units, named alone, interleaves their cards (``plan.plan_review``). Raises UsageError for a
        deck that does not exist.
        """
        rows = self.find_decks(decks) if decks else ()
        files = tuple(row.file_id for row in rows) if decks else None
        review = rows[0] if len(rows) == 1 and rows[0].is_drawn and not cram else None
        return StudySession(
            self._context, files=files, limit=limit, new=new, cram=cram, review=review
        )

    def quiz(self, name: str) -> QuizSession:
        """Start a quiz over the choice cards of one deck, suspended ones left out.

        ``name`` is what ``find_decks`` takes. Raises UsageError when it fits no deck or several,
        and when the deck has no such card.
        """
        return QuizSession(self._context, self._one_deck(name))

    def practise(self, cards: tuple[str, ...]) -> StudySession:
        """Start a cram of some cards, given by their lasting names, in this order.

        It is for what a blank page missed (``PageSummary.missed_cards``).
        """
        return StudySession(self._context, uids=cards, cram=True)

    def show(self, uid: str) -> Showing:
        """Return one card for looking at.

        Raises UsageError when no card has that name or prefix, or no deck holds it any more.
        """
        context = self._context
        with context.store.reading() as tx:
            found = find_card(tx, uid)
            stored = stored_card(context, tx, found)
            held = placements.placed(tx, found, context.folders) is not None
        if stored is None and held:
            raise UsageError(
                f"The card {found} is held, because another card has the same identity.",
                "See recall check.",
            )
        if stored is None:
            raise UsageError(
                f"The card {found} stands in no deck of this library now.",
                "Its history is kept, and it returns with its text.",
            )
        return ask(stored, context.random.getrandbits(63), type_gaps=False).showing

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

    def wordings(self) -> tuple[Wording, ...]:
        """Return the wordings remembered for key points, the oldest first."""
        return page_shelf.wordings(self._context)

    def forget_wording(self, wording: str) -> Wording:
        """Take back that a wording counts; ``wording`` is its id or the beginning of it.

        Raises UsageError when there is none or several.
        """
        return page_shelf.forget_wording(self._context, wording)

    def cold_passages(self) -> tuple[ColdPassage, ...]:
        """Return the passages to be read cold, read ones too, in course order."""
        return cold_reading.cold_passages(self._context)

    def begin_passage(self, passage: ColdPassage) -> StudySession:
        """Record that a passage is shown, and return the session that asks about it afterwards.

        Raises StorageError when that cannot be recorded; the passage is then not to be shown.
        """
        cold_reading.begin_passage(self._context, passage)
        return StudySession(self._context, uids=passage.left)

    def verdict_figures(self) -> tuple[VerdictFigures, ...]:
        """Return how often the learner overruled what was proposed, for each deck with pages."""
        return page_shelf.verdict_figures(self._context)

    def undo(self) -> Undone | None:
        """Take back the last thing the learner did, in this run or an earlier one."""
        return undo(self._context)

    def redo(self) -> Undone | None:
        """Do again what was undone last; None when something new was done since, or nothing."""
        return redo(self._context)

    def undo_back_to(self, deed: str) -> tuple[Undone, ...]:
        """Take back everything from the newest deed to this one, newest first, all or none.

        ``deed`` is an id that ``history`` gives. Raises UsageError when it does not count now.
        """
        return undo_back_to(self._context, deed)

    def redo_up_to(self, deed: str) -> tuple[Undone, ...]:
        """Do again what was undone, up to this deed, all or none.

        Raises UsageError when it is not among what a redo can reach.
        """
        return redo_up_to(self._context, deed)

    def history(self, limit: int | None = 100) -> Past:
        """Return the newest things done on this device, undone ones too, newest first."""
        return past(self._context, limit)

    def carried_over(self, limit: int | None = None) -> tuple[CarriedOver, ...]:
        """Return the cards that carried on under another name or wording, newest first."""
        return carried_over(self._context, limit)

    def undo_link(self, name: str) -> Undone:
        """Take back that a card carried on, so that its two wordings are two cards.

        ``name`` is one of the card's names or the beginning of one. Raises UsageError when no such
        card was carried over, or several.
        """
        return undo_link(self._context, name)

    def mark(
        self,
        uid: str,
        *,
        suspended: bool | None = None,
        buried: bool | None = None,
        flagged: bool | None = None,
    ) -> None:
        """Suspend, bury for today or flag a card, or take that back."""
        with self._context.store.reading() as tx:
            found = find_card(tx, uid)
        for wanted, on, off in (
            (suspended, ActionKind.SUSPEND, ActionKind.UNSUSPEND),
            (buried, ActionKind.BURY, ActionKind.UNBURY),
            (flagged, ActionKind.FLAG, ActionKind.UNFLAG),
        ):
            if wanted is not None:
                mark(self._context, found, on if wanted else off)

    def reset(self, uid: str) -> bool:
        """Forget a card's memory, so that it is new again; an undo brings it back.

        Return whether there was anything to forget. Raises UsageError when no card has that name.
        """
        with self._context.store.reading() as tx:
            found = find_card(tx, uid)
        return reset(self._context, found)

    def card(self, uid: str) -> CardInfo:
        """Return everything known of the card with this name, or the only one that begins so."""
        with self._context.store.reading() as tx:
            return card_info(self._context, tx, find_card(tx, uid))

    def remedies(self, uid: str) -> Remedies:
        """Return what helps with the card with this name, or the only one that begins so."""
        return remedies(self._context, uid)

    def search(
        self,
        query: str = "",
        *,
        limit: int | None = None,
        offset: int = 0,
        sort: Sort = Sort.PLACE,
        descending: bool = False,
    ) -> tuple[CardRow, ...]:
        """Return the cards that match everything in a query; see ``query.parse_query``."""
        with self._context.store.reading() as tx:
            found = searching.find(self._context, tx, query, sort, descending=descending)
            stop = found.cards if limit is None else offset + limit
            return tuple(searching.every_row(self._context, tx, found, offset, stop))

    def find(
        self, query: str = "", *, sort: Sort = Sort.PLACE, descending: bool = False
    ) -> CardList:
        """Return how many cards match a query, to be looked at in parts with ``rows``."""
        with self._context.store.reading() as tx:
            return searching.find(self._context, tx, query, sort, descending=descending)

    def total(self) -> int:
        """Return how many cards stand in the library's decks, as an empty query finds them."""
        with self._context.store.reading() as tx:
            return search.count(tx, self._context.folders)

    def rows(self, found: CardList, start: int, stop: int) -> tuple[CardRow | None, ...]:
        """Return the cards at the places ``start`` to ``stop`` of what was found, as they are now.

        None stands for a card that is gone since.
        """
        with self._context.store.reading() as tx:
            return searching.rows(self._context, tx, found, start, stop)

    def names_of(self, found: CardList) -> tuple[str, ...]:
        """Return the names of the cards found that can be asked one by one, in their order."""
        with self._context.store.reading() as tx:
            return search.askable(tx, found.found)

    def link(self, one: str, other: str) -> str:
        """Make one card of two by hand, and return the sentence that says so.

        Each is a name or the only beginning of one. Raises UsageError when the two cannot be one.
        """
        return link_by_hand(self._context, one, other)

    def log(self, uid: str | None = None) -> Iterator[Mapping[str, object]]:
        """Yield every review and action, oldest first, as plain values for JSON.

        Use them up, or close the iterator, before the library is asked for anything else.
        """
        with self._context.store.reading() as tx:
            yield from logbook.log_lines(tx, None if uid is None else find_card(tx, uid))

    def forecast(self, days: int = 14) -> tuple[tuple[str, int], ...]:
        """Return how many cards fall due on each of the next days: (ISO date, count).

        What is overdue counts today.
        """
        return overview.forecast(self._context, days)

    def statistics(self, decks: tuple[str, ...] = ()) -> Statistics:
        """Return the figures of everything ever answered, or of the decks named.

        Raises UsageError for a deck that does not exist.
        """
        rows = self.decks()
        chosen = overview.find_decks(self._context, rows, decks) if decks else None
        return statistics(self._context, rows, chosen)

    def rubric(self, name: str) -> RubricView:
        """Return how the key points of a blank page are compared, the learner's wordings included.

        ``name`` is what ``blank_page`` takes. Raises UsageError when there is no such page.
        """
        with self._context.store.reading() as tx:
            return rubric_view(tx, find_blank_page(self._context, tx, name))

    def export(self, what: str, stream: TextIO) -> int:
        """Write ``cards-csv``, ``reviews-csv`` or ``reviews-jsonl``; return the number of rows."""
        return logbook.export(self._context, what, stream)

    def doctor(self, *, fix: bool = False, rebuild: bool = False) -> tuple[Finding, ...]:
        """Check the progress file and what lies around it; see ``doctor.doctor``.

        With ``fix`` what can be mended is, after a backup; with ``rebuild`` every card's state is
        computed from the log.
        """
        return doctor_checks.doctor(self._context, fix=fix, rebuild=rebuild)

    def sync(self, folder: Path | None = None) -> Synced:
        """Exchange progress with other devices through a folder; without one, the configured one.

        Raises UsageError when there is no such folder, StorageError when it cannot be used.
        """
        return sync(self._context, folder)

    def source_of(self, showing: Showing) -> Path:
        """Return the file of a card, for the editor."""
        return Path(showing.folder) / showing.place.path
