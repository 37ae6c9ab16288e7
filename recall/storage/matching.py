"""Which cards that vanished and which that appeared are the same, one to one.

Entries are paired first, then the cards of each pair. An entry is compared with a few others only:
those that share its rarest words, and those at its place among the changed entries of its deck; so
the work grows with the number of changed entries. Pairs are taken from the most alike on, where the
same deck and the same place in it count in favour. The order in which files were read is nothing.

The same ``{#id}`` is the author's word that an entry is the same, so only its cards are compared;
another ``{#id}`` is the author's word that it is another entry, however alike the two are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

from recall.cards.card import Kind
from recall.cards.wording import HOLE, CardWording, EntryWording
from recall.storage.similarity import Sides, Text, likeness, reworded
from recall.storage.word_index import WordIndex

_CANDIDATES = 6
"""Entries compared with one because of shared words …"""
_PLACES = 2
"""… and so many before and after its place among the changed entries of its deck."""
_SAME_DECK = 0.15
_SAME_PLACE = 0.05
_LIKE_ANSWER = 0.7
_LIKE_STATEMENT = 0.4
_AROUND = 2
"""So many words on each side of a gap tell that it is the same one when its answer changed."""


@dataclass(frozen=True, slots=True)
class Leftover:
    """One card that vanished or appeared: its lasting name, its name, and its facet's key."""

    uid: str
    name: str
    facet: str


@dataclass(frozen=True)
class ChangedEntry:
    """One entry with cards that vanished or appeared; ``place`` orders the entries of its deck."""

    id: int
    deck: tuple[int, str]
    place: int
    wording: EntryWording
    cards: tuple[Leftover, ...]

    @cached_property
    def sides(self) -> Sides:
        """Its prompt and its answer, ready to be compared."""
        return sides_of(self.wording)

    @property
    def words(self) -> frozenset[str]:
        """Every word of it."""
        return frozenset(self.sides.prompt.words) | frozenset(self.sides.answer.words)


@dataclass(frozen=True, slots=True)
class Match:
    """A card that carries on: what vanished, what appeared, and how alike they are, 0 to 1."""

    before: Leftover
    after: Leftover
    likeness: float


Beside = Callable[[ChangedEntry], Sequence[Sides]]
"""Gives the entries nearest to one among those that stand in its deck at the same time."""


def sides_of(wording: EntryWording) -> Sides:
    """Return what asks and what is answered in an entry."""
    return Sides(Text(wording.prompt), Text(wording.answer))


def match(
    vanished: Sequence[ChangedEntry],
    appeared: Sequence[ChangedEntry],
    beside_old: Beside,
    beside_new: Beside,
) -> tuple[Match, ...]:
    """Pair the cards of entries that vanished with those of entries that appeared."""
    old = sorted(vanished, key=_order)
    new = sorted(appeared, key=_order)
    pairs = list(_of_one_identity(old, new))
    paired_old = {one.id for one, _, _ in pairs}
    paired_new = {other.id for _, other, _ in pairs}
    for kind in Kind:
        pairs += _alike(
            [one for one in old if one.wording.kind is kind and one.id not in paired_old],
            [one for one in new if one.wording.kind is kind and one.id not in paired_new],
            beside_old,
            beside_new,
        )
    return tuple(found for one, other, alike in pairs for found in _cards(one, other, alike))


_Pairs = Iterator[tuple[ChangedEntry, ChangedEntry, float]]


def _order(entry: ChangedEntry) -> tuple[tuple[int, str], int]:
    return entry.deck, entry.place


def _of_one_identity(old: Sequence[ChangedEntry], new: Sequence[ChangedEntry]) -> _Pairs:
    after = {name: entry for entry in reversed(new) if (name := _identity(entry))}
    for entry in old:
        other = after.pop(_identity(entry), None)
        if other is not None and other.wording.kind is entry.wording.kind:
            yield entry, other, 2.0


def _identity(entry: ChangedEntry) -> str:
    """Return an entry's stable identity with its name space, without its cards' own parts."""
    if entry.wording.id is None:
        return ""
    return f"{entry.cards[0].name.partition('#')[0]}#{entry.wording.id}"


def _alike(
    old: Sequence[ChangedEntry],
    new: Sequence[ChangedEntry],
    beside_old: Beside,
    beside_new: Beside,
) -> _Pairs:
    if not old or not new:
        return
    by_words = WordIndex([entry.words for entry in new])
    ranks = _ranks(new)
    at_rank = {
        (entry.deck, rank): place
        for place, (entry, rank) in enumerate(zip(new, ranks, strict=True))
    }
    found: list[tuple[float, int, int, int, float]] = []
    for place, (one, rank) in enumerate(zip(old, _ranks(old), strict=True)):
        around = (at_rank.get((one.deck, rank + step)) for step in range(-_PLACES, _PLACES + 1))
        candidates = {near for near in around if near is not None}
        candidates.update(by_words.nearest(one.words, _CANDIDATES))
        for candidate in sorted(candidates):
            other = new[candidate]
            if None not in (one.wording.id, other.wording.id) and (
                one.wording.id != other.wording.id
            ):
                continue
            alike = reworded(
                one.sides, other.sides, partial(beside_old, one), partial(beside_new, other)
            )
            if alike is not None:
                distance = abs(rank - ranks[candidate])
                favour = _SAME_DECK * (one.deck == other.deck) + _SAME_PLACE / (1 + distance)
                found.append((-alike - favour, distance, place, candidate, alike))
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    for _, _, place, candidate, alike in sorted(found):
        if place not in taken_old and candidate not in taken_new:
            taken_old.add(place)
            taken_new.add(candidate)
            yield old[place], new[candidate], alike


def _ranks(entries: Sequence[ChangedEntry]) -> list[int]:
    """Return the place of each entry among those of its deck."""
    counts: defaultdict[tuple[int, str], int] = defaultdict(int)
    ranks = []
    for entry in entries:
        ranks.append(counts[entry.deck])
        counts[entry.deck] += 1
    return ranks


def _cards(one: ChangedEntry, other: ChangedEntry, alike: float) -> Iterator[Match]:
    """Pair the cards of two versions of an entry."""
    kind = one.wording.kind
    before = [(card, _wording(one.wording, card)) for card in one.cards]
    after = [(card, _wording(other.wording, card)) for card in other.cards]
    found = sorted(
        (-score, abs(place - candidate), place, candidate)
        for place, (_, old) in enumerate(before)
        for candidate, (_, new) in enumerate(after)
        if old is not None
        and new is not None
        and (score := _card_likeness(kind, old, new)) is not None
    )
    taken_old: set[int] = set()
    taken_new: set[int] = set()
    for _, _, place, candidate in found:
        if place not in taken_old and candidate not in taken_new:
            taken_old.add(place)
            taken_new.add(candidate)
            yield Match(before[place][0], after[candidate][0], round(alike / 2, 3))


def _wording(entry: EntryWording, card: Leftover) -> CardWording | None:
    return next((one for one in entry.cards if one.facet == card.facet), None)


def _card_likeness(kind: Kind, old: CardWording, new: CardWording) -> float | None:
    """Return how alike two cards of one entry are; None when they are two different cards."""
    if None not in (old.id, new.id) and old.id != new.id:
        return None
    prompts = likeness(Text(old.prompt), Text(new.prompt))
    answers = likeness(Text(old.answer), Text(new.answer))
    if kind is Kind.CLOZE:
        same = answers >= _LIKE_ANSWER or _around(old.prompt) == _around(new.prompt)
        return 2 * answers + prompts if same else None
    if kind is Kind.FREE_RECALL:
        # The group tells two points of like statements apart and is no reason by itself.
        return 2 * answers + prompts if answers >= _LIKE_STATEMENT else None
    return 1.0 if old.facet == new.facet else None


def _around(prompt: str) -> list[tuple[list[str], list[str]]]:
    """Return the words before and after each hole."""
    pieces = [Text(piece).folded.split() for piece in prompt.split(HOLE)]
    return [(before[-_AROUND:], after[:_AROUND]) for before, after in pairwise(pieces)]
