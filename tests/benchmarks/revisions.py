"""Edits that authors make on decks, with what should become of each card.

Decks are lists of Markdown entries by path. A ``Revision`` holds them before and after, and for
every entry that was edited the entries that may carry its cards on. Everything follows from a seed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from recall.cards.card import Entry, Kind
from recall.cards.wording import wording_of
from recall.markdown.reader import read_entry
from tests.benchmarks.edits import (
    ENTRY_EDITS,
    GAP,
    Decks,
    EntryEdit,
    reformatted,
    replace_words,
    reworded,
    sides,
    typo,
)


@dataclass
class Revision:
    """Decks before and after; ``truth`` maps old entries to those that may carry them on.

    An entry with no successor maps to nothing. ``lost`` are facets (by key) that are gone on
    purpose.
    """

    before: Decks
    after: Decks
    truth: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lost: dict[str, frozenset[str]] = field(default_factory=dict)


Edit = Callable[[Random, Decks, Sequence[str]], Revision]


PATTERN = "pattern-"
"""Decks with names that begin so hold cards of one pattern; one word of it makes another card."""


def each(edit: EntryEdit, share: float, patterns: bool = True) -> Edit:
    """Return the revision in which this share of the entries is edited.

    ``patterns`` tells whether cards that differ in one word only are edited as well.
    """

    def revise(random: Random, decks: Decks, words: Sequence[str]) -> Revision:
        revision = Revision(decks, {})
        for path, entries in decks.items():
            revision.after[path] = list(entries)
            if path.startswith(PATTERN) and not patterns:
                continue
            for place, source in enumerate(entries):
                changed = edit(random, source, words) if random.random() < share else None
                if changed is not None and changed not in entries and read_entry(changed):
                    revision.after[path][place] = changed
                    revision.truth[source] = (changed,)
        return revision

    return revise


def gap_removed(random: Random, decks: Decks, words: Sequence[str]) -> Revision:
    """One of several gaps goes, with its text."""
    revision = Revision(decks, {path: list(entries) for path, entries in decks.items()})
    for path, entries in decks.items():
        for place, source in enumerate(entries):
            gaps = list(GAP.finditer(source)) if source.startswith("C:") else []
            if len(gaps) < 2 or len({gap[1] for gap in gaps}) < len(gaps):
                continue
            gone = random.choice(gaps)
            changed = source[: gone.start()] + source[gone.end() :]
            entry = read_entry(changed)
            if entry is not None:
                revision.after[path][place] = changed
                revision.truth[source] = (changed,)
                revision.lost[source] = frozenset({gone[1]})
    return revision


def gap_added(random: Random, decks: Decks, words: Sequence[str]) -> Revision:
    """A clause with a gap of its own is added to a text."""
    revision = Revision(decks, {path: list(entries) for path, entries in decks.items()})
    for path, entries in decks.items():
        for place, source in enumerate(entries):
            if not source.startswith("C:"):
                continue
            _, end = sides(source)
            gap = f"{random.choice(words)} {random.choice(words)}"
            clause = f" {random.choice(words)} {{{{{gap}}}}} {random.choice(words)}."
            changed = f"{source[:end].rstrip()}{clause}\n{source[end:]}".rstrip()
            if read_entry(changed):
                revision.after[path][place] = changed
                revision.truth[source] = (changed,)
    return revision


def gaps_reordered(random: Random, decks: Decks, words: Sequence[str]) -> Revision:
    """Two gaps of a text change places."""
    revision = Revision(decks, {path: list(entries) for path, entries in decks.items()})
    for path, entries in decks.items():
        for place, source in enumerate(entries):
            gaps = list(GAP.finditer(source)) if source.startswith("C:") else []
            if len({gap[1] for gap in gaps}) < max(2, len(gaps)):
                continue
            one, other = sorted(random.sample(gaps, 2), key=lambda gap: gap.start())
            changed = (
                source[: one.start()]
                + other.group()
                + source[one.end() : other.start()]
                + one.group()
                + source[other.end() :]
            )
            if changed != source and read_entry(changed):
                revision.after[path][place] = changed
                revision.truth[source] = (changed,)
    return revision


def points_edited(random: Random, decks: Decks, words: Sequence[str]) -> Revision:
    """The prompt of a free recall is reworded, one key point goes and one comes."""
    revision = Revision(decks, {path: list(entries) for path, entries in decks.items()})
    for path, entries in decks.items():
        for place, source in enumerate(entries):
            points = list(re.finditer(r"^- [^\n]*\n(?:  [^\n]*\n)*", source, re.MULTILINE))
            if not source.startswith("R:") or len(points) < 3:
                continue
            gone = random.choice(points)
            statement = " ".join(random.choices(words, k=7)).capitalize()
            changed = source[: gone.start()] + f"- {statement}\n" + source[gone.end() :]
            first, rest = changed.split("\n", 1)
            first = replace_words(random, first, 0.2, lambda _: random.choice(words)) or first
            old, new = read_entry(source), read_entry(f"{first}\n{rest}")
            if old is not None and new is not None:
                kept = {facet.graded[1] for facet in new.parts.facets()}
                revision.after[path][place] = f"{first}\n{rest}"
                revision.truth[source] = (f"{first}\n{rest}",)
                revision.lost[source] = frozenset(
                    facet.key for facet in old.parts.facets() if facet.graded[1] not in kept
                )
    return revision


def split(random: Random, decks: Decks, words: Sequence[str]) -> Revision:
    """One card in five becomes two, each with half of the answer; either may carry on."""
    revision = Revision(decks, {})
    for path, entries in decks.items():
        after: list[str] = []
        for source in entries:
            found = re.fullmatch(r"Q: ([^\n]+)\nA: ([^\n]{40,})\n?", source.rstrip() + "\n")
            if found is None or random.random() > 0.2:
                after.append(source)
                continue
            parts = found[2].split()
            middle = len(parts) // 2
            halves = (
                f"Q: {found[1].rstrip('?')} (first part)?\nA: {' '.join(parts[:middle])}",
                f"Q: {found[1].rstrip('?')} (second part)?\nA: {' '.join(parts[middle:])}",
            )
            if not all(map(read_entry, halves)):
                after.append(source)
                continue
            after += halves
            revision.truth[source] = halves
        revision.after[path] = after
    return revision


def merged(random: Random, decks: Decks, words: Sequence[str]) -> Revision:
    """Two cards in a row become one; either may carry on in it, the other goes."""
    revision = Revision(decks, {})
    for path, entries in decks.items():
        after: list[str] = []
        place = 0
        while place < len(entries):
            pair = [
                re.fullmatch(r"Q: ([^\n]+)\nA: ([^\n]+)\n?", one.rstrip() + "\n")
                for one in entries[place : place + 2]
            ]
            if len(pair) == 2 and pair[0] and pair[1] and random.random() < 0.3:
                one, other = pair[0], pair[1]
                joined = f"Q: {one[1].rstrip('?')}, and {other[1]}\nA: {one[2]} {other[2]}"
                if read_entry(joined):
                    after.append(joined)
                    revision.truth[entries[place]] = (joined, "")
                    revision.truth[entries[place + 1]] = (joined, "")
                    place += 2
                    continue
            after.append(entries[place])
            place += 1
        revision.after[path] = after
    return revision


def renamed_and_edited(random: Random, decks: Decks, words: Sequence[str]) -> Revision:
    """Every file has another name, and a third of its cards a typo or another wording."""
    first = each(typo, 0.2)(random, decks, words)
    second = each(reworded, 0.2, patterns=False)(random, first.after, words)
    truth = dict(second.truth)
    for source, (changed,) in first.truth.items():
        truth[source] = truth.pop(changed, (changed,))
    after = {f"new/{path}": entries for path, entries in second.after.items()}
    return Revision(decks, after, truth)


def section_moved(random: Random, decks: Decks, words: Sequence[str]) -> Revision:
    """A third of each deck moves to the end of the next one, half of its cards reworded."""
    revision = Revision(decks, {path: list(entries) for path, entries in decks.items()})
    paths = list(decks)
    for number, path in enumerate(paths):
        entries = decks[path]
        size = len(entries) // 3
        begin = random.randrange(len(entries) - size + 1)
        to = revision.after[paths[(number + 1) % len(paths)]]
        for source in entries[begin : begin + size]:
            edited = random.random() < 0.5 and not path.startswith(PATTERN)
            changed = reworded(random, source, words) if edited else None
            revision.after[path].remove(source)
            to.append(source)
            if changed is not None and read_entry(changed):
                to[-1] = changed
                revision.truth[source] = (changed,)
    return revision


def replaced(random: Random, decks: Decks, words: Sequence[str]) -> Revision:
    """In place of some cards stand others of the same deck and kind with another answer."""
    revision = Revision({}, {})
    for path, entries in decks.items():
        by_kind: dict[Kind, list[str]] = {}
        for source in entries:
            by_kind.setdefault(kind_of(source), []).append(source)
        newcomers: dict[str, str] = {}
        for of_kind in by_kind.values():
            shuffled = random.sample(of_kind, len(of_kind))
            number = len(shuffled) // 3
            going = {first_answers(source) for source in shuffled[:number]}
            pairs = zip(shuffled[:number], shuffled[number : 2 * number], strict=True)
            newcomers.update((old, new) for old, new in pairs if first_answers(new) not in going)
        coming = set(newcomers.values())
        revision.before[path] = [one for one in entries if one not in coming]
        revision.after[path] = [newcomers.get(one, one) for one in revision.before[path]]
        revision.truth.update(dict.fromkeys(newcomers, ()))
    return revision


def kind_of(source: str) -> Kind:
    """Return the kind of an entry."""
    return _read(source).kind


def first_answers(source: str) -> tuple[str, ...]:
    """Return the first accepted answer of each card of an entry, without its tolerance."""
    cards = wording_of(_read(source)).cards
    return tuple(re.split(r" [|±] ", card.answer)[0] for card in cards)


def _read(source: str) -> Entry:
    entry = read_entry(source)
    assert entry is not None
    return entry


REVISIONS: Mapping[str, Edit] = {
    **{name: each(edit, 0.25, "reworded" not in name) for name, edit in ENTRY_EDITS.items()},
    "whole deck reformatted": each(reformatted, 1.0),
    "gap removed": gap_removed,
    "gap added": gap_added,
    "gaps reordered": gaps_reordered,
    "key points edited": points_edited,
    "card split": split,
    "cards merged": merged,
    "file renamed and edited": renamed_and_edited,
    "section moved and edited": section_moved,
    "replaced by another": replaced,
}
