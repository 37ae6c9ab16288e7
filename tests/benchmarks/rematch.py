"""How many edited cards keep their history: right links, missed links and wrong ones."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count, permutations
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from recall.cards.fingerprint import cards_of
from recall.cards.wording import wording_of
from recall.clock import Moment
from recall.library.reading import new_file
from recall.markdown.reader import read_deck, read_entry
from recall.storage import catalogue, identity
from recall.storage.matching import sides_of
from recall.storage.records import Carried, Reconciled
from recall.storage.similarity import Sides, reworded
from recall.storage.store import Store
from recall.storage.word_index import WordIndex
from tests.benchmarks.edits import Decks
from tests.benchmarks.figure import Figure
from tests.benchmarks.generated import generated_decks
from tests.benchmarks.measures import Place
from tests.benchmarks.revisions import REVISIONS, Revision, first_answers, kind_of

ROUNDS = 2
REMATCHED = 1_000
# A card that becomes two, or two that become one, may as well be new cards.
LIMITS = {"card split": 50.0, "cards merged": 50.0}
MISSPELT = ("register?", "laboratory", "How many parts", "Which colour")
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


def taken_for_another(decks: Decks) -> tuple[int, int]:
    """Put each card in place of each other of its deck and kind that has another answer.

    Returns how often one would be taken for the other, and how often that was tried.
    """
    taken = tried = 0
    for entries in decks.values():
        kinds = [kind_of(source) for source in entries]
        answers = [first_answers(source) for source in entries]
        deck = _Deck(entries)
        for old, new in permutations(range(len(entries)), 2):
            if kinds[old] is kinds[new] and answers[old] != answers[new]:
                tried += 1
                taken += deck.takes(old, new)
    return taken, tried


class _Deck:
    """A deck in which one card stands in another's place."""

    def __init__(self, entries: list[str]) -> None:
        read = [entry for entry in map(read_entry, entries) if entry is not None]
        self.sides = [sides_of(wording_of(entry)) for entry in read]
        index = WordIndex([one.prompt.words for one in self.sides])
        self.near = [index.nearest(one.prompt.words, 6) for one in self.sides]

    def takes(self, old: int, new: int) -> bool:
        """Whether ``new`` in the place of ``old`` is taken for it."""

        def beside(place: int) -> list[Sides]:
            return [self.sides[one] for one in self.near[place] if one not in (old, new)][:4]

        found = reworded(
            self.sides[old], self.sides[new], partial(beside, old), partial(beside, new)
        )
        return found is not None


def figures(place: Place) -> Iterator[Figure]:
    """Measure the re-match rate of each kind of edit, and the time for 1,000 of 100,000 cards."""
    decks = {**bundled_decks(), **generated_decks()}
    scores = rematch(decks, ROUNDS)
    together = Score()
    for name, score in scores.items():
        together += score
        missed = 100 * score.missed / max(score.total, 1)
        yield Figure(f"{name}: missed of {score.total}", missed, LIMITS.get(name, 2.0), "%")
        if score.wrong:
            yield Figure(f"{name}: wrong of {score.total}", score.wrong, 0, "links")
    wrong = 100 * together.wrong / together.total
    yield Figure(f"wrong links of {together.total} cards", wrong, 0.2, "%")
    taken, tried = taken_for_another(decks)
    yield Figure(f"cards taken for another in {tried} replacements", taken, 0, "cards")
    yield from _large(place)


def _large(place: Place) -> Iterator[Figure]:
    """Misspell a word in every card of 100 decks, and put it right again afterwards."""
    _ = place.ready
    files = sorted(place.decks.rglob("*.md"))[::100]
    written = {file: file.read_text(encoding="utf-8") for file in files}
    spent = 0.0
    # Other letters each time: in a library that was kept, the last ones are known already.
    letters = "".join(Random(time.time_ns()).sample("aeioukmnprst", 2))
    reconcile = identity.reconcile

    def timed(*arguments: Any, **options: Any) -> Reconciled:
        nonlocal spent
        started = time.process_time()
        found = reconcile(*arguments, **options)
        spent = time.process_time() - started
        return found

    try:
        for file, text in written.items():
            for words in MISSPELT:
                text = text.replace(words, words[:-2] + letters + words[-2:])
            file.write_text(text, encoding="utf-8")
        with place.open() as library, patch.object(identity, "reconcile", timed):
            started = time.process_time()
            report = library.refresh()
            whole = time.process_time() - started
    finally:
        for file, text in written.items():
            file.write_text(text, encoding="utf-8")
    yield Figure("cards missed of 1,000 misspelt", REMATCHED - report.linked, 10, "cards")
    yield Figure("1,000 of 100,000 cards matched again", spent, 5.0, "s CPU")
    yield Figure("the whole refresh with them", whole, 10.0, "s CPU")
