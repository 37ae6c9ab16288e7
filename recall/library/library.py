"""The library as its fronts see it: one open progress file and the decks that belong to it."""

from __future__ import annotations

from pathlib import Path
from random import Random, SystemRandom

from recall.clock import Clock
from recall.config import Config
from recall.errors import UsageError
from recall.library import doctor as doctor_checks
from recall.library import overview
from recall.library.blank_pages import cold_reading
from recall.library.blank_pages.cases import PagesOfLibrary
from recall.library.card_cases import CardsOfLibrary
from recall.library.changes import DecksChanged
from recall.library.context import Context, settings_of
from recall.library.finishing import Finished, finish_lesson
from recall.library.lesson import Lesson, LessonPlace, read_lesson
from recall.library.past_cases import PastOfLibrary
from recall.library.places import at_kept_place, keep_place
from recall.library.plan import shelf
from recall.library.quiz import QuizSession
from recall.library.refresh import refresh
from recall.library.safekeeping import BackupRow, backup, daily_backup
from recall.library.session import StudySession
from recall.library.statistics import statistics
from recall.library.synced import Synced
from recall.library.syncing import sync
from recall.library.values import (
    DeckRow,
    Finding,
    Home,
    Problem,
    RefreshReport,
)
from recall.library.watching import Watch, taken_up
from recall.paths import Paths
from recall.scheduling.scheduler import Scheduler
from recall.storage import catalogue
from recall.storage.store import Store
from recall.study.stats.whole import Statistics


class Library(CardsOfLibrary, PagesOfLibrary, PastOfLibrary):
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

    def statistics(self, decks: tuple[str, ...] = ()) -> Statistics:
        """Return the figures of everything ever answered, or of the decks named.

        Raises UsageError for a deck that does not exist.
        """
        rows = self.decks()
        chosen = overview.find_decks(self._context, rows, decks) if decks else None
        return statistics(self._context, rows, chosen)
