"""What is measured, each against its limit."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from statistics import median
from unittest.mock import patch

from recall.cards.memory import Rating
from recall.clock import system_clock
from recall.config import Config
from recall.library import reading
from recall.library.library import Library
from recall.markdown.reader import read_deck
from recall.paths import Paths
from tests.benchmarks import beside_anki, first_frame
from tests.benchmarks.beside_anki import Beside
from tests.benchmarks.corpus import LONG_CARD, write_library
from tests.benchmarks.figure import Figure
from tests.benchmarks.matcher import matcher
from tests.benchmarks.pages import Agreement, pages
from tests.benchmarks.short_answers import SAMPLE


class Place:
    """The large library, written and opened once for all benchmarks that need it.

    ``answers`` is the file of graded answers that the matcher is measured on, ``anki_python`` a
    Python that has Anki, to be measured beside us.
    """

    def __init__(
        self, folder: Path, answers: Path = SAMPLE, anki_python: Path | None = None
    ) -> None:
        self.answers = answers
        self.beside = Beside(folder / "many-cards", anki_python)
        self.decks = folder / "decks"
        self.data = folder / "data"

    @property
    def paths(self) -> Paths:
        """The places of the large library."""
        return Paths(self.data / "config.toml", self.data, (self.decks,))

    def open(self, config: Config | None = None) -> Library:
        """Open the large library without refreshing it."""
        return Library.open(self.paths, config or Config(), system_clock(), random=Random(1))

    @cached_property
    def ready(self) -> float:
        """Write and read the large library if there is none; return the CPU seconds of reading."""
        if not self.decks.exists():
            write_library(self.decks)
        started = time.process_time()
        with self.open() as library:
            library.refresh()
        return time.process_time() - started


def cpu_of(arguments: list[str]) -> float:
    """Return the CPU seconds of one run of Python with these arguments."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def start_up(_: Place) -> Iterator[Figure]:
    """``--help`` and ``--version`` against importing click."""
    for option in ("--help", "--version"):
        ratios = []
        for _round in range(15):
            base = cpu_of(["-c", "import click"])
            ratios.append(cpu_of(["-m", "recall", option]) / base)
        yield Figure(f"recall {option} against importing click", median(ratios), 2.5)


def frame(place: Place) -> Iterator[Figure]:
    """The first frame over 100,000 cards against an empty Textual application's."""
    _ = place.ready
    ratios = []
    for _round in range(9):
        empty = first_frame.empty_app()
        ratios.append(first_frame.our_app(place.decks, place.data) / empty)
    yield Figure("first frame with 100,000 cards against an empty app's", median(ratios), 1.3)


def unchanged(place: Place) -> Iterator[Figure]:
    """Opening 100,000 unchanged cards in 10,000 files: no file is parsed, little CPU is used."""
    yield Figure("first reading of 100,000 cards", place.ready, 120, "s CPU")
    times = []
    with patch.object(reading, "read_deck", wraps=read_deck) as parsing:
        for _round in range(5):
            with place.open() as library:
                started = time.process_time()
                library.refresh()
                times.append(time.process_time() - started)
    yield Figure("files parsed when nothing changed", parsing.call_count, 0, "files")
    yield Figure("10,000 unchanged files checked", median(times), 1.0, "s CPU")


def grade(place: Place) -> Iterator[Figure]:
    """One grade: validate, schedule, commit durably, show the next card."""
    _ = place.ready
    with place.open(Config(new_per_day=9999)) as library:
        library.refresh()
        session = library.session(new=400)
        times = []
        for _round in range(300):
            if session.current is None:
                break
            session.reveal()
            started = time.process_time()
            session.grade(Rating.GOOD)
            times.append(time.process_time() - started)
        for _round in range(len(times)):
            library.undo()
    yield Figure(f"a grade, median of {len(times)}", median(times) * 1000, 3.0, "ms CPU")


def draw(_: Place) -> Iterator[Figure]:
    """A long card with tables, code and mathematics, from Markdown to what the widget draws."""
    from recall.markdown import math
    from recall.markdown.build import document
    from recall.markdown.layout import lay_out
    from recall.markdown.reader import read_entry
    from recall.tui.content import content

    lines = LONG_CARD.count("\n")

    def once() -> float:
        for name in dir(math):
            clear = getattr(getattr(math, name), "cache_clear", None)
            if clear is not None:
                clear()
        started = time.process_time()
        entry = read_entry(LONG_CARD)
        assert entry is not None
        for part in (entry.parts.title, entry.source.split("A: ", 1)[1], entry.note or ""):
            content(lay_out(document(part), 78))
        return time.process_time() - started

    once()
    times = [once() for _round in range(31)]
    yield Figure(f"a card of {lines} lines drawn", median(times) * 1000, 20, "ms CPU")


def answer(_: Place) -> Iterator[Figure]:
    """An answer of 200 KB, from Markdown to lines."""
    from recall.markdown.build import document
    from recall.markdown.layout import lay_out

    source = "A line of prose that goes on for a while, as answers do.\n" * 3_600
    times = []
    for _round in range(7):
        started = time.process_time()
        lay_out(document(source), 78)
        times.append(time.process_time() - started)
    yield Figure("an answer of 200 KB laid out", median(times), 0.5, "s CPU")


def hostile(_: Place) -> Iterator[Figure]:
    """The slowest of the decks written to hurt."""
    from tests.markdown.test_hostile import SHAPES

    slowest = 0.0
    for text in SHAPES.values():
        started = time.process_time()
        read_deck(text.encode(), "hostile.md")
        slowest = max(slowest, time.process_time() - started)
    yield Figure(f"the slowest of {len(SHAPES)} hostile decks", slowest, 1.0, "s CPU")


def memory(place: Place) -> Iterator[Figure]:
    """The memory of a process with the large library open, its home and a session made."""
    _ = place.ready
    script = (
        "import resource, sys\nfrom pathlib import Path\n"
        "from tests.benchmarks.measures import Place\n"
        "place = Place(Path(sys.argv[1])); library = place.open(); library.refresh()\n"
        "library.home(); library.session(); library.search('register', limit=100)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    folder = str(place.decks.parent)
    printed = subprocess.run(
        [sys.executable, "-c", script, folder], check=True, capture_output=True, text=True
    ).stdout
    yield Figure("memory with 100,000 cards open", int(printed) / 1024, 300, "MB")


def overview(place: Place) -> Iterator[Figure]:
    """What the learner waits for after the first frame: the counts, a session, a search."""
    _ = place.ready
    with place.open() as library:
        library.refresh()
        for name, action in (
            ("home over 100,000 cards", library.home),
            ("a session over 100,000 cards", library.session),
            ("a search over 100,000 cards", lambda: library.search("laboratory", limit=100)),
        ):
            times = []
            for _round in range(5):
                started = time.process_time()
                action()
                times.append(time.process_time() - started)
            yield Figure(name, median(times), 1.0, "s CPU")


def rematch(place: Place) -> Iterator[Figure]:
    """How many edited cards keep their history, and what re-matching costs in a large library."""
    from tests.benchmarks.rematch import figures

    yield from figures(place)


def typing(_: Place) -> Iterator[Figure]:
    """A letter typed on a long blank page, with drawing and what drives the test."""
    from tests.benchmarks.page_typing import seconds_a_key

    for name, words, paragraphs in (
        ("of 10 words", 10, 1),
        ("of 3,000 words in 30 paragraphs", 3_000, 30),
        ("of 3,000 words in one paragraph", 3_000, 1),
    ):
        taken = seconds_a_key(words, paragraphs=paragraphs) * 1000
        yield Figure(f"a letter on a page {name}", taken, 16.0, "ms CPU")


BENCHMARKS: Mapping[str, Callable[[Place], Iterator[Figure | Agreement | str]]] = {
    "start-up": start_up,
    "frame": frame,
    "unchanged": unchanged,
    "overview": overview,
    "search": lambda place: beside_anki.search(place.beside),
    "scroll": lambda place: beside_anki.scroll(place.beside),
    "statistics": lambda place: beside_anki.statistics(place.beside),
    "grade": grade,
    "draw": draw,
    "answer": answer,
    "hostile": hostile,
    "memory": memory,
    "matcher": lambda place: matcher(place.answers),
    "pages": lambda _: pages(),
    "rematch": rematch,
    "typing": typing,
}
