"""Measures Anki, in a Python that has it: ``PYTHON anki_driver.py FOLDER`` (see ``beside_anki``).

The cards and reviews of FOLDER become a collection, once. What is asked comes as JSON on standard
input, and the CPU seconds of each answer leave as JSON. Only Anki's public interface is used, and
nothing of recall: Anki is no dependency.
"""

from __future__ import annotations

import html
import importlib
import json
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

ROUNDS = 5


def build(folder: Path, path: Path) -> None:
    """Make the collection, with FSRS on."""
    collection = importlib.import_module("anki.collection")
    configs = importlib.import_module("anki.deck_config_pb2")
    col = collection.Collection(str(path))
    kind = col.models.by_name("Basic")
    decks: dict[str, int] = {}
    requests = []
    for line in (folder / "cards.jsonl").open(encoding="utf-8"):
        _, deck, front, back, tag = json.loads(line)
        decks.setdefault(deck, 0)
        note = col.new_note(kind)
        note.fields = [html.escape(front, quote=False), html.escape(back, quote=False)]
        note.tags = [tag] if tag else []
        decks[deck] = decks[deck] or col.decks.id(deck)
        requests.append(collection.AddNoteRequest(note=note, deck_id=decks[deck]))
    col.add_notes(requests)
    of_note = dict(col.db.all("select nid, id from cards"))
    cards = [of_note[request.note.id] for request in requests]
    reviews = [json.loads(line) for line in (folder / "reviews.jsonl").open(encoding="utf-8")]
    col.crt = reviews[0][1] // 86_400_000_000 * 86_400 - 86_400 + 4 * 3_600
    created = col.crt
    col.close()
    latest: dict[int, tuple[int, int, int]] = {}
    rows, taken = [], 0
    for card, at, rating, milliseconds in reviews:
        before = latest.get(card)
        kind_of = 0 if before is None else 1
        gap = 1 if before is None else max((at - before[0]) // 86_400_000_000, 1)
        taken = max(taken + 1, at // 1_000)
        rows.append((taken, cards[card], -1, rating, gap * 2, gap, 2_500, milliseconds, kind_of))
        reps, lapses = (1, 0) if before is None else (before[1] + 1, before[2] + (rating == 1))
        latest[card] = (at, reps, lapses)
    today = (reviews[-1][1] // 86_400_000_000 + 1) - created // 86_400
    states = [
        (2, 2, today - 20 + card % 200, 30, 2_500, reps, lapses, cards[card])
        for card, (_, reps, lapses) in latest.items()
    ]
    with sqlite3.connect(path) as database:
        database.executemany("insert into revlog values (?,?,?,?,?,?,?,?,?)", rows)
        database.executemany(
            "update cards set type=?, queue=?, due=?, ivl=?, factor=?, reps=?, lapses=?, usn=-1 "
            "where id=?",
            states,
        )
    database.close()
    col = collection.Collection(str(path))
    top = col.decks.id("Made")
    current = col.decks.get_deck_configs_for_update(top)
    col.decks.update_deck_configs(
        configs.UpdateDeckConfigsRequest(
            target_deck_id=top,
            configs=[current.all_config[0].config],
            fsrs=True,
            limits=current.current_deck.limits,
            card_state_customizer=current.card_state_customizer,
        )
    )
    col.fix_integrity()
    col.close()


def cpu_of(call: Callable[[], Any], rounds: int = ROUNDS) -> tuple[float, Any]:
    """Return the median CPU seconds of a call and what it returned."""
    times, answer = [], None
    for _round in range(rounds):
        started = time.process_time()
        answer = call()
        times.append(time.process_time() - started)
    return median(times), answer


def main() -> None:
    """Build what is missing, then measure what is asked."""
    folder = Path(sys.argv[1])
    path, working = folder / "made.anki2", folder / "working.anki2"
    if not path.exists():
        build(folder, path)
    shutil.copyfile(path, working)
    col = importlib.import_module("anki.collection").Collection(str(working))
    asked = json.load(sys.stdin)
    found = []
    for query in asked["queries"]:
        plain, cards = cpu_of(partial(col.find_cards, query))
        ordered, _ = cpu_of(partial(col.find_cards, query, order=True))
        found.append([plain, ordered, len(cards)])
    graphs = None
    if asked["graphs"]:
        graphs, _ = cpu_of(lambda: col._backend.graphs(search="", days=0), 3)
    col.close()
    json.dump({"queries": found, "graphs": graphs}, sys.stdout)


if __name__ == "__main__":
    main()
