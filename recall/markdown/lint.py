"""Problems that need the whole library: names used twice, equal cards, codes that lead nowhere.

Works on light records, so that it runs on a catalogue without reading any deck; its time grows with
the number of records only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from recall.cards.card import Entry
from recall.cards.deck import Deck
from recall.cards.fingerprint import cards_of
from recall.cards.kinds.free_recall import FreeRecall
from recall.cards.problem import Problem
from recall.markdown import codes

# Among how many names the nearest is looked for, and how often, so that time stays bounded.
_NAMES_COMPARED = 1000
_COMPARISONS = 200


@dataclass(frozen=True, slots=True)
class LintCard:
    """One card, without its text.

    ``file`` is any key of its file, which the result is sorted by; ``namespace`` that of its
    identities (its course's id, or its deck's path); ``facet`` tells it from its siblings;
    ``references`` are the ids its entry's key points name with ``card=``.
    """

    file: Hashable
    path: str
    line: int
    column: int
    namespace: str
    name: str
    fingerprint: str
    facet: str = ""
    references: tuple[str, ...] = ()

    @property
    def identity(self) -> str | None:
        """The name that its entry's (or point's) ``{#id}`` gives, or None without one."""
        if self.name == self.fingerprint:
            return None
        return self.name.removesuffix(f"/{self.facet}") if self.facet else self.name

    @property
    def place(self) -> tuple[Hashable, int, int]:
        """Where its entry stands."""
        return self.file, self.line, self.column


@dataclass(frozen=True, slots=True)
class LintDeck:
    """One deck, without its cards.

    ``folder`` is the deck folder its path is relative to; ``course`` the id of its course or None;
    ``places`` tells where the values of its front matter stand (see ``FrontMatter``).
    """

    file: Hashable
    path: str
    folder: str = ""
    course: str | None = None
    code: str | None = None
    after: tuple[str, ...] = ()
    draws_from: tuple[str, ...] = ()
    places: Sequence[Sequence[str | int]] = field(default=(), compare=False)

    @property
    def is_course_page(self) -> bool:
        """Whether this is the page that makes its folder a course."""
        return self.path.rpartition("/")[2].lower() == "course.md"

    @property
    def scope(self) -> tuple[str, ...]:
        """What a code must be unique in: a course, or outside one a folder."""
        if self.course is not None:
            return (self.course,)
        return (self.folder, self.path.rpartition("/")[0])

    def place(self, key: str) -> tuple[int, int]:
        """Return the 1-based line and column of a value of the front matter."""
        for name, line, column in self.places:
            if name == key:
                return int(line), int(column)
        return 1, 1


@dataclass(frozen=True, slots=True)
class LintResult:
    """The problems of each file, and the names of cards that must not be scheduled."""

    problems: Mapping[Hashable, tuple[Problem, ...]]
    held: frozenset[str]


def lint_cards(deck: Deck, file: Hashable, namespace: str) -> tuple[LintCard, ...]:
    """Return the light records of a deck's cards."""
    return tuple(
        LintCard(
            file,
            deck.path,
            entry.place.line,
            entry.place.column,
            namespace,
            card.name,
            card.fingerprint,
            card.facet,
            references_of(entry),
        )
        for entry in deck.entries
        for card in cards_of(entry, namespace)
    )


def references_of(entry: Entry) -> tuple[str, ...]:
    """Return the ids that an entry's key points name with ``card=``."""
    if not isinstance(entry.parts, FreeRecall):
        return ()
    return tuple(point.card for point in entry.parts.points if point.card is not None)


def lint_deck(deck: Deck, file: Hashable, course: str | None, folder: str = "") -> LintDeck:
    """Return the light record of a deck."""
    front_matter = deck.front_matter
    return LintDeck(
        file,
        deck.path,
        folder,
        course,
        front_matter.code,
        front_matter.after,
        front_matter.draws_from,
        front_matter.places,
    )


def lint(cards: Iterable[LintCard], decks: Iterable[LintDeck]) -> LintResult:
    """Check a whole library. Cards and decks may come in any order."""
    check = _Check()
    listed = sorted(cards, key=lambda card: (card.path, card.line, card.column))
    check.cards(listed)
    check.decks(sorted(decks, key=lambda deck: (deck.folder, deck.path)))
    problems = {file: tuple(sorted(found)) for file, found in check.problems.items()}
    return LintResult(problems, frozenset(check.held))


@dataclass(slots=True)
class _Check:
    problems: defaultdict[Hashable, list[Problem]] = field(
        default_factory=lambda: defaultdict(list)
    )
    held: set[str] = field(default_factory=set)
    _comparisons: int = 0

    def cards(self, cards: Sequence[LintCard]) -> None:
        by_identity: defaultdict[str, list[LintCard]] = defaultdict(list)
        by_fingerprint: defaultdict[str, list[LintCard]] = defaultdict(list)
        ids: defaultdict[str, list[str]] = defaultdict(list)
        for card in cards:
            by_fingerprint[card.fingerprint].append(card)
            identity = card.identity
            if identity is not None:
                if identity not in by_identity:
                    ids[card.namespace].append(identity.removeprefix(f"{card.namespace}#"))
                by_identity[identity].append(card)
        for identity, named in by_identity.items():
            self._same_identity(identity, named)
        told: set[tuple[Hashable, int, int]] = set()
        for equal in by_fingerprint.values():
            if len(equal) > 1:
                self._equal_cards(equal, told)
        asked: set[tuple[Hashable, int, int]] = set()
        for card in cards:
            if card.references and card.place not in asked:
                asked.add(card.place)
                self._references(card, by_identity, ids[card.namespace])

    def _same_identity(self, identity: str, named: Sequence[LintCard]) -> None:
        places: dict[tuple[Hashable, int, int], LintCard] = {}
        contents: defaultdict[tuple[Hashable, int, int], set[tuple[str, str]]] = defaultdict(set)
        for card in named:
            places.setdefault(card.place, card)
            contents[card.place].add((card.facet, card.fingerprint))
        first, *others = places.values()
        if not others or all(content == contents[first.place] for content in contents.values()):
            return
        self.held.update(card.name for card in named)
        shown = identity.removeprefix(f"{first.namespace}#")
        for card in places.values():
            other = others[0] if card is first else first
            self._at(card, "L601", id=shown, other=f"{other.path}:{other.line}")

    def _equal_cards(self, equal: Sequence[LintCard], told: set[tuple[Hashable, int, int]]) -> None:
        places = list({card.place: card for card in equal}.values())
        if len(places) < 2:
            return
        for card in places:
            if card.place in told:
                continue
            told.add(card.place)
            other = places[1] if card is places[0] else places[0]
            self._at(card, "L602", other=f"{other.path}:{other.line}")

    def _references(self, card: LintCard, known: Mapping[str, object], ids: Sequence[str]) -> None:
        for reference in dict.fromkeys(card.references):
            if f"{card.namespace}#{reference}" not in known:
                self._at(card, "L606", id=reference, nearest=self._nearest(reference, ids))

    def _at(self, card: LintCard, code: str, /, **values: object) -> None:
        problem = codes.problem(code, card.path, card.line, card.column, **values)
        self.problems[card.file].append(problem)

    def decks(self, decks: Sequence[LintDeck]) -> None:
        by_code: defaultdict[tuple[str, ...], dict[str, list[LintDeck]]] = defaultdict(dict)
        by_name: defaultdict[tuple[str, str], list[LintDeck]] = defaultdict(list)
        pages: defaultdict[str, list[LintDeck]] = defaultdict(list)
        for deck in decks:
            by_name[deck.folder, deck.path.casefold()].append(deck)
            if deck.code is not None:
                by_code[deck.scope].setdefault(deck.code, []).append(deck)
            if deck.is_course_page and deck.course is not None:
                pages[deck.course].append(deck)
        for found in by_code.values():
            for code, coded in found.items():
                if coded[0].course is not None:
                    self._shared(coded, "L603", "code", code=code)
        for named in by_name.values():
            self._shared(named, "L607", "")
        for course, of_course in pages.items():
            self._shared(of_course, "L608", "id", id=course)
        for deck in decks:
            known = by_code.get(deck.scope, {})
            for key, named_codes in (("after", deck.after), ("draws-from", deck.draws_from)):
                for code in named_codes:
                    if code not in known:
                        self._unknown_code(deck, key, code, tuple(known))

    def _shared(self, decks: Sequence[LintDeck], code: str, key: str, /, **values: object) -> None:
        """Report decks that share what each should have for itself, each naming another."""
        for place, deck in enumerate(decks if len(decks) > 1 else ()):
            other = decks[1 if place == 0 else 0]
            found = codes.problem(code, deck.path, *deck.place(key), other=other.path, **values)
            self.problems[deck.file].append(found)

    def _unknown_code(self, deck: LintDeck, key: str, code: str, known: tuple[str, ...]) -> None:
        number = "L604" if key == "after" else "L605"
        near = self._nearest(code, known)
        found = codes.problem(number, deck.path, *deck.place(key), code=code, nearest=near)
        self.problems[deck.file].append(found)

    def _nearest(self, word: str, known: Sequence[str]) -> str:
        self._comparisons += 1
        close: list[str] = []
        if self._comparisons <= _COMPARISONS:
            close = get_close_matches(word[:80], known[:_NAMES_COMPARED], n=1)
        return f'Did you mean "{close[0]}"?' if close else "Remove it, or add what it names."
