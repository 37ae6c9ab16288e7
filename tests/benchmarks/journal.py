"""A journal of 100,000 reviews of 10,000 cards, the same every time, and its statistics."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

from recall.clock import MICROSECONDS_PER_DAY, system_clock
from recall.config import Config
from recall.library.library import Library
from recall.paths import Paths

DECKS, CARDS, REVIEWS = 100, 100, 10
_FIRST_DAY = 18_000
_RATINGS = (1, 2, 3, 3, 3, 3, 4)
_INSERT = """
    INSERT INTO review (sequence, id, name, at, offset, day, rating, milliseconds, mode, retention)
    VALUES (?, ?, ?, ?, 60, ?, ?, 6000, 'review', 0.9)
"""


def statistics_time(folder: Path) -> float:
    """Write the decks and the journal; return the CPU seconds their statistics take."""
    decks = folder / "decks"
    decks.mkdir(parents=True)
    for deck in range(DECKS):
        cards = (f"Q: Card {deck}-{card}? {{#q{card}}}\nA: It is.\n" for card in range(CARDS))
        (decks / f"{deck:03}.md").write_text("\n".join(cards), encoding="utf-8")
    paths = Paths(folder / "config.toml", folder / "data", (decks,))
    with Library.open(paths, Config(), system_clock(), random=Random(1)) as library:
        library.refresh()
        _write_reviews(paths.progress)
        started = time.process_time()
        statistics = library.statistics()
        taken = time.process_time() - started
    if statistics.effort.answers != DECKS * CARDS * REVIEWS:
        raise ValueError(f"{statistics.effort.answers} answers were counted")
    return taken


def _write_reviews(progress: Path) -> None:
    random = Random(2)
    rows: list[tuple[object, ...]] = []
    for card in range(DECKS * CARDS):
        day = _FIRST_DAY + random.randrange(30)
        for _review in range(REVIEWS):
            at = day * MICROSECONDS_PER_DAY + random.randrange(6, 20) * 3_600_000_000 + len(rows)
            name = f"{card // CARDS:03}.md#q{card % CARDS}"
            sequence = len(rows) + 1
            rows.append((sequence, f"{at}-{sequence}", name, at, day, random.choice(_RATINGS)))
            day += random.randrange(60)
    with closing(sqlite3.connect(progress)) as connection, connection:
        connection.executemany(_INSERT, rows)
