"""How many edited cards keep their history: right links, missed links and wrong ones."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

from recall.cards.fingerprint import cards_of
from recall.clock import Moment
from recall.library.reading import new_file
from recall.markdown.reader import read_deck, read_entry
from recall.storage import catalogue, identity
from recall.storage.records import Carried
from recall.storage.store import Store
from tests.benchmarks.edits import REVISIONS, Decks, Revision

BUNDLED = Path(__file__).parents[2] / "decks"
_ATTRIBUTES = re.compile(r" ?\{(?:[#.]|from=|audience=|retention=|card=)[^{}]*\}")
_FOLDER = Path("/library")


@dataclass
class Score:
    """What became of the cards that an edit touched, and the links made to wrong cards."""

    right: int = 0
    missed: int = 0
    wrong: int = 0

    @property
    def total(self) -> int:
        """All cards that were touched."""
        return self.right + self.missed + self.wrong

    def __iadd__(self, other: Score) -> Score:
        self.right += other.right
        self.missed += other.missed
        self.wrong += other.wrong
        return self


def bundled_decks() -> Decks:
    """Return the entries of the bundled decks without their attributes, each text once."""
    decks: Decks = {}
    seen: set[str] = set()
    for file in sorted(BUNDLED.rglob("*.md")):
        entries = []
        for entry in read_deck(file.read_bytes(), file.name).entries:
            source = _ATTRIBUTES.sub("", entry.source).rstrip()
            again = read_entry(source)
            if again is not None and source not in seen:
                seen.add(source)
                entries.append(source)
        if entries:
            decks[file.name] = entries
    return decks


def vocabulary(decks: Decks) -> tuple[str, ...]:
    """Return the words that rewordings take, each as often as it stands in the decks."""
    text = " ".join(source for entries in decks.values() for source in entries)
    return tuple(word for word in re.findall(r"\b[a-z]{3,}\b", text))


def carried(store: Store, revision: Revision) -> tuple[Carried, ...]:
    """Take in a revision and return the links that were made; the store is left as it was."""
    number = count()
    moments = (Moment(day * 86_400_000_000, 0, day) for day in (20_000, 20_001))
    links: tuple[Carried, ...] = ()
    try:
        with store.writing() as tx:
            (folder,) = catalogue.folder_ids(tx, [_FOLDER])
            for decks, moment in zip((revision.before, revision.after), moments, strict=True):
                for path, stamp in catalogue.files(tx, folder).items():
                    if path not in decks:
                        catalogue.remove_file(tx, stamp.id)
                for path, entries in decks.items():
                    data = "\n\n***\n\n".join(entries).encode()
                    catalogue.replace_file(tx, folder, new_file(path, data, None, "", len(data), 1))
                links = identity.reconcile(
                    tx,
                    [folder],
                    moment,
                    lambda: f"link-{next(number)}",
                    read_entry,
                    accept_missing=True,
                ).carried
            raise _TakenBackError  # noqa: TRY301  # the way to make the transaction undo itself
    except _TakenBackError:
        return links


class _TakenBackError(Exception):
    """Ends a transaction without keeping what it did."""


def judge(revision: Revision, links: tuple[Carried, ...]) -> Score:
    """Compare the links made with those that the edit asks for."""
    made = {link.before: link.after for link in links}
    score = Score()
    merged: dict[str, bool] = {}
    for source, successors in revision.truth.items():
        wanted = [facets(successor) for successor in successors if successor]
        optional = "" in successors
        for facet, name in facets(source).items():
            after = made.pop(name, None)
            right = {one[facet] for one in wanted if facet in one}
            right |= set(_same_statement(source, facet, successors))
            lost = facet in revision.lost.get(source, ()) or not successors
            if optional:
                merged[successors[0]] = merged.get(successors[0], False) or after is not None
                score.wrong += after is not None and after not in right
                continue
            if name in right:
                continue
            if after is None:
                score.right += lost
                score.missed += not lost
            elif lost or after not in right:
                score.wrong += 1
            else:
                score.right += 1
    score.right += sum(merged.values())
    score.missed += sum(not found for found in merged.values())
    score.wrong += len(made)
    return score


def facets(source: str) -> dict[str, str]:
    """Return the names of an entry's cards by their facets."""
    entry = read_entry(source)
    assert entry is not None
    return {card.facet: card.name for card in cards_of(entry, "")}


def _same_statement(source: str, facet: str, successors: tuple[str, ...]) -> Iterator[str]:
    """Give the cards of successors at the same place among as many: their key was reworded."""
    old = list(facets(source))
    for successor in successors:
        new = facets(successor) if successor else {}
        if len(new) == len(old):
            place = old.index(facet)
            if facet not in new and list(new)[place] not in old:
                yield new[list(new)[place]]


def rematch(decks: Decks, rounds: int, seed: int = 1) -> Mapping[str, Score]:
    """Return the score of every kind of edit over some decks."""
    scores = {name: Score() for name in REVISIONS}
    words = vocabulary(decks)
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "recall.db")
        try:
            for number in range(rounds):
                for name, revise in REVISIONS.items():
                    random = Random(f"{seed}-{number}-{name}")
                    revision = revise(random, decks, words)
                    scores[name] += judge(revision, carried(store, revision))
        finally:
            store.close()
    return scores
