"""What the program does while a fault strikes: each deed with what must hold afterwards."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from recall.cards.memory import Rating
from recall.clock import Clock
from recall.config import Config
from recall.errors import StorageError
from recall.library import restoring
from recall.library.library import Library
from recall.paths import Paths
from recall.storage import journal, migrations
from recall.storage.store import Store
from tests.storage.building import memory, moment, review

CARDS = 30
BULK = 60
NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
PLAIN = Config(fuzz=False, new_per_day=200)

Acknowledge = Callable[[str], None]
Attempt = Callable[[Callable[[], object]], None]
"""Does a deed; when it fails, lifts the fault and does it again, as a learner would."""


def _once(deed: Callable[[], object]) -> None:
    deed()


def paths_in(folder: Path) -> Paths:
    return Paths(folder / "config.toml", folder / "data", (folder / "decks",))


def clock() -> Clock:
    """A clock that goes on by a second each time it is read."""
    seconds = iter(range(1, 10**6))
    return Clock(lambda: datetime.fromtimestamp(NOW.timestamp() + next(seconds), UTC))


def open_library(folder: Path, seed: int = 1) -> Library:
    return Library.open(paths_in(folder), PLAIN, clock(), random=Random(seed), busy_timeout_ms=200)


def grade(library: Library, number: int, acknowledge: Acknowledge, attempt: Attempt) -> None:
    session = library.session()
    for _ in range(number):
        session.reveal()
        attempt(lambda: session.grade(Rating.GOOD))
        acknowledge(str(count_reviews(library)))


def count_reviews(library: Library) -> int:
    return sum(line["type"] == "review" for line in library.log())


def write_decks(folder: Path, words: str = "one") -> None:
    (folder / "decks").mkdir(exist_ok=True)
    for deck in range(3):
        text = "".join(
            f"Q: What is number {deck}-{card} plus {words}?\nA: It is {card + 1}.\n\n"
            for card in range(CARDS)
        )
        (folder / "decks" / f"{deck}.md").write_text(text, encoding="utf-8")


def studied(folder: Path) -> None:
    """A library with decks and a few grades."""
    write_decks(folder)
    with open_library(folder) as library:
        library.refresh()
        grade(library, 4, lambda _: None, _once)


@dataclass(frozen=True)
class Scene:
    """``prepare`` fills a folder before anything can fail, ``act`` does the deed in it.

    ``check`` returns what is wrong afterwards, besides what is always checked: that the file is
    sound, that no acknowledged review is missing, and that every cached state is that of the log.
    ``act`` acknowledges the number of reviews that are saved; ``before`` are there from the start.
    """

    name: str
    prepare: Callable[[Path], None]
    act: Callable[[Path, Acknowledge, Attempt], None]
    check: Callable[[Path], list[str]] = lambda _: []
    before: int = 4


def _grade(folder: Path, acknowledge: Acknowledge, attempt: Attempt) -> None:
    with open_library(folder, 2) as library:
        library.refresh()
        grade(library, 2, acknowledge, attempt)


def _grade_without_journal(folder: Path, acknowledge: Acknowledge, attempt: Attempt) -> None:
    with open_library(folder, 2) as library:
        library.refresh()
        library._context.store._connection.exec_driver_sql("PRAGMA journal_mode=OFF")
        library._context.store._connection.rollback()
        grade(library, 2, acknowledge, attempt)


def _take_in_many(folder: Path, acknowledge: Acknowledge, attempt: Attempt) -> None:
    def deed() -> None:
        with store.writing() as tx:
            for number in range(BULK):
                name = f"imported-{number:04d}"
                one = review(name, f"bulk-{number:06d}", moment(second=number))
                journal.add_review(tx, name, one, memory(), expected_last_review_id=None)

    with closing(Store.open(folder / "data" / "recall.db", busy_timeout_ms=200)) as store:
        # So little room that pages reach the disk long before the end.
        store._connection.exec_driver_sql("PRAGMA cache_size=8")
        store._connection.rollback()
        attempt(deed)
    acknowledge(str(4 + BULK))


def _all_or_nothing(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "data" / "recall.db")) as connection:
        (found,) = connection.execute(
            "SELECT count(*) FROM review WHERE id LIKE 'bulk-%'"
        ).fetchone()
    return [] if found in (0, BULK) else [f"{found} of {BULK} records were taken in"]


def _edited(folder: Path) -> None:
    studied(folder)
    write_decks(folder, "two")
    (folder / "decks" / "1.md").unlink()
    (folder / "decks" / "new.md").write_text("Q: New?\nA: Yes.\n", encoding="utf-8")


def _refresh(folder: Path, acknowledge: Acknowledge, attempt: Attempt) -> None:
    with open_library(folder, 2) as library:
        attempt(lambda: library.refresh(accept_missing=True))
        acknowledge("4")


def _refreshed_again(folder: Path) -> list[str]:
    with open_library(folder, 3) as library:
        library.refresh(accept_missing=True)
        names = {row.path for row in library.decks()}
        kept = sum(row.reps for row in library.search())
    wrong = [] if names == {"0.md", "2.md", "new.md"} else [f"the decks are {sorted(names)}"]
    return wrong if 1 <= kept <= 4 else [*wrong, f"{kept} grades stand at cards"]


def of_first_schema(path: Path, reviews: int = 4) -> None:
    """A progress file as the first version of the program left it."""
    later, migrations.STEPS = migrations.STEPS, migrations.STEPS[:1]
    try:
        Store.open(path).close()
    finally:
        migrations.STEPS = later
    with closing(sqlite3.connect(path)) as connection, connection:
        for number in range(1, reviews + 1):
            connection.execute(
                "INSERT INTO review VALUES (?, ?, ?, ?, 0, 20000, 3, 4000, 'review', 0.9, 20005, "
                "NULL, ?)",
                (2 * number, f"old-{number}", f"card-{number}", number, '{"typed": "x"}'),
            )
            connection.execute(
                "INSERT INTO action VALUES (?, ?, 'flag', ?, ?, 0, 20000, '{}')",
                (2 * number + 1, f"act-{number}", f"card-{number}", number),
            )


def _old(folder: Path) -> None:
    of_first_schema(folder / "data" / "recall.db")
    with closing(sqlite3.connect(folder / "data" / "recall.db")) as connection, connection:
        connection.executemany(
            "INSERT INTO meta VALUES (?, ?)", [(f"place {n}", "x" * 900) for n in range(40)]
        )
    write_decks(folder)


def _migrate(folder: Path, acknowledge: Acknowledge, attempt: Attempt) -> None:
    attempt(lambda: open_library(folder, 2).close())
    acknowledge("4")


def _rebuilt(folder: Path) -> list[str]:
    """The states of a file that was made by hand follow from its log once they are computed."""
    with open_library(folder, 3) as library:
        library.doctor(rebuild=True)
        flagged = sum(line["type"] == "action" for line in library.log())
    return [] if flagged >= 4 else [f"{flagged} actions of 4 are there"]


def _backup(folder: Path, acknowledge: Acknowledge, attempt: Attempt) -> None:
    with open_library(folder, 2) as library:
        attempt(lambda: library.backup())
        acknowledge("4")


def _backups_sound(folder: Path) -> list[str]:
    wrong = []
    for file in (folder / "data" / "backups").glob("*.db"):
        with closing(sqlite3.connect(file)) as connection:
            sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            (reviews,) = connection.execute("SELECT count(*) FROM review").fetchone()
        if not sound or reviews < 4:
            wrong.append(f"the backup {file.name} has {reviews} reviews, sound: {sound}")
    return wrong


def _undo(folder: Path, acknowledge: Acknowledge, attempt: Attempt) -> None:
    with open_library(folder, 2) as library:
        library.refresh()
        attempt(lambda: library.undo())
        acknowledge("4")


def _undone_at_most_once(folder: Path) -> list[str]:
    with open_library(folder, 3) as library:
        library.refresh()
        reps = sum(row.reps for row in library.search())
    return [] if reps in (3, 4) else [f"{reps} grades count after one undo of four"]


def _with_backup(folder: Path) -> None:
    studied(folder)
    with open_library(folder, 2) as library:
        library.backup()
        library.refresh()
        grade(library, 3, lambda _: None, _once)


def _restore(folder: Path, acknowledge: Acknowledge, attempt: Attempt) -> None:
    paths = paths_in(folder)
    backup = restoring.find_backup(paths, clock())
    attempt(lambda: restoring.restore(paths, clock(), backup.path))
    acknowledge("4")


def _old_or_new(folder: Path) -> list[str]:
    """What the file holds is the one or the other, and the other is still to be found."""
    with open_library(folder, 3) as library:
        now = count_reviews(library)
    held = set()
    for file in (folder / "data" / "backups").glob("*.db"):
        with closing(sqlite3.connect(file)) as connection:
            held.add(connection.execute("SELECT count(*) FROM review").fetchone()[0])
    good = now == 7 or (now == 4 and 7 in held)
    return [] if good and 4 in held else [f"{now} reviews, and {sorted(held)} in backups"]


SCENES = {
    scene.name: scene
    for scene in (
        Scene("grade", studied, _grade),
        Scene("import", studied, _take_in_many, _all_or_nothing),
        Scene("refresh", _edited, _refresh, _refreshed_again),
        Scene("migration", _old, _migrate, _rebuilt),
        Scene("backup", studied, _backup, _backups_sound),
        Scene("undo", studied, _undo, _undone_at_most_once),
        Scene("restore", _with_backup, _restore, _old_or_new),
        Scene("control", studied, _grade_without_journal),
    )
}
"""All scenes by name; the control has no journal and must fail, to show that failures are seen."""


def wrong_after(scene: Scene, folder: Path, acknowledged: int) -> list[str]:
    """Return what is wrong in a folder after a fault; opening it again repairs it."""
    try:
        with open_library(folder, 9) as library:
            wrong = list(library._context.store.check())
            kept = count_reviews(library)
        if kept < acknowledged:
            wrong.append(f"{acknowledged - kept} of {acknowledged} acknowledged reviews are lost")
        with closing(sqlite3.connect(folder / "data" / "recall.db")) as connection:
            (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
            (twice,) = connection.execute(
                "SELECT count(*) - count(DISTINCT name || at) FROM review"
            ).fetchone()
        if sound != "ok":
            wrong.append(f"the file is not sound: {sound}")
        if twice:
            wrong.append(f"{twice} reviews are there twice")
        wrong += scene.check(folder)
        if scene.name != "import":  # whose records are made by hand
            with open_library(folder, 9) as library:
                wrong += [
                    finding.sentence
                    for finding in library.doctor()
                    if not finding.well and finding.name in ("progress file", "card states")
                ]
    except (StorageError, sqlite3.Error) as error:
        return [f"it cannot be used: {error}"]
    return wrong
