"""Searching, scrolling and statistics of many cards, beside Anki where a Python has it.

Both sides are measured in one run over the same cards and reviews, in CPU time: ours is the first
page of fifty rows with the number of all that match, Anki's is ``find_cards``, which lists the ids
of all that match, in the order of its browser.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from recall.clock import system_clock
from recall.config import Config
from recall.library.library import Library
from recall.library.values import Sort
from recall.paths import Paths
from tests.benchmarks.figure import Figure
from tests.benchmarks.many_cards import (
    COMMON,
    PART,
    PHRASE,
    RARE,
    write_decks,
    write_lines,
    write_reviews,
)

QUERIES = (
    (COMMON, COMMON),
    (RARE, RARE),
    (f"{COMMON} {PART}", f"{COMMON} {PART}"),
    (f'"{PHRASE}"', f'"{PHRASE}"'),
    (PART, PART),
    ("uber", "nc:uber"),
    ("水", "水"),
    ("deck:topic-01", "deck:Made::topic-01"),
    ("tag:t05", "tag:t05"),
    ("is:due", "is:due"),
    ("r<0.8", "prop:r<0.8"),
    ("s>30", "prop:s>30"),
    ("rated:7", "rated:7"),
    ("", ""),
)
"""What is asked of both, each in its own language."""

_ROUNDS = 5
_PAGE = 50
_ALONE_MS = 250


class Beside:
    """The cards and reviews, made once below ``folder``; ``anki_python`` has Anki, or is None."""

    def __init__(self, folder: Path, anki_python: Path | None) -> None:
        self.folder = folder
        self._anki_python = anki_python

    def open(self) -> Library:
        """Open our library of them."""
        decks = self.folder / "decks"
        clock = system_clock()
        made = not decks.exists()
        if made:
            write_decks(decks)
        paths = Paths(self.folder / "config.toml", self.folder / "data", (decks,))
        library = Library.open(paths, Config(), clock, random=Random(1))
        library.refresh()
        if made:
            write_reviews(paths.progress, clock.now().day)
            library.doctor(rebuild=True)
        return library

    def anki(self, queries: list[str], *, graphs: bool) -> dict[str, Any] | None:
        """Return what Anki takes, None without it."""
        if self._anki_python is None:
            return None
        folder = self.folder / "anki"
        if not (folder / "reviews.jsonl").exists():
            write_lines(folder, system_clock().now().day)
        done = subprocess.run(
            [str(self._anki_python), str(Path(__file__).with_name("anki_driver.py")), str(folder)],
            input=json.dumps({"queries": queries, "graphs": graphs}),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer


def cpu_of(call: Callable[[], object], rounds: int = _ROUNDS) -> float:
    """Return the median CPU seconds of a call."""
    times = []
    for _round in range(rounds):
        started = time.process_time()
        call()
        times.append(time.process_time() - started)
    return median(times)


def search(beside: Beside) -> Iterator[Figure]:
    """Fourteen queries, sorted by place; the slowest of the other columns for each beside it."""
    theirs = beside.anki([query for _, query in QUERIES], graphs=False)
    with beside.open() as library:
        for place, (query, _) in enumerate(QUERIES):

            def page(query: str = query, sort: Sort = Sort.PLACE) -> int:
                found = library.find(query, sort=sort)
                library.rows(found, 0, _PAGE)
                return found.cards

            ours, cards = cpu_of(page), page()
            others = max(cpu_of(partial(page, sort=sort), 3) for sort in Sort)
            name = f"search {query or '(everything)'}: {cards:,} cards, {ours * 1000:.1f} ms"
            name += f", by the slowest column {others * 1000:.1f} ms"
            if theirs is None:
                yield Figure(name, ours * 1000, _ALONE_MS, "ms CPU")
                continue
            plain, ordered, found = theirs["queries"][place]
            name += f"; Anki {found:,} cards, {ordered * 1000:.1f} ms, unsorted {plain * 1000:.1f}"
            yield Figure(name, ours / ordered, 1.0)


def scroll(beside: Beside) -> Iterator[Figure]:
    """A screen of rows far down a list of all cards against one in a list of a hundred."""
    with beside.open() as library:
        everything, few = library.find(""), library.find("deck:topic-00/0000.md")
        random = Random(3)

        def screens(of: Any) -> float:
            starts = [random.randrange(of.cards - _PAGE) for _ in range(40)]
            return cpu_of(lambda: [library.rows(of, at, at + _PAGE) for at in starts])

        screens(everything)
        long, short = screens(everything), screens(few)
    name = f"a screen of {everything.cards:,} rows ({long / 40 * 1000:.2f} ms) against {few.cards}"
    yield Figure(name, long / short, 1.3)


def statistics(beside: Beside) -> Iterator[Figure]:
    """The figures of a million reviews, when the sums are kept, against Anki's graphs."""
    theirs = beside.anki([], graphs=True)
    with beside.open() as library:
        ours = cpu_of(library.statistics, 3)
        answers = library.statistics().effort.answers
    name = f"statistics of {answers:,} reviews, {ours:.2f} s"
    if theirs is None:
        yield Figure(name, ours, 2.0, "s CPU")
    else:
        graphs = theirs["graphs"]
        yield Figure(f"{name}; Anki's graphs {graphs:.2f} s", ours / graphs, 1.0)
