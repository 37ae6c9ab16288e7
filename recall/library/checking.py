"""Checking decks on disk, without any progress file: what ``recall check`` does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from recall.cards.card import Kind
from recall.cards.deck import Deck
from recall.cards.fingerprint import cards_of
from recall.cards.problem import Problem
from recall.errors import UsageError
from recall.library import folders
from recall.library.courses import COURSE_FILE, course_of, courses_of, namespace_of
from recall.library.reading import course_id
from recall.markdown.lint import LintCard, LintDeck, lint, lint_cards, lint_deck
from recall.markdown.reader import read_deck
from recall.text import clean_line


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check found: how many decks, entries and cards were read, and every problem in order.

    ``points`` are the key points of free recall, which are not among the ``cards``.
    """

    decks: int
    entries: int
    cards: int
    points: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Tree:
    """One path to check: the folder that is read for it, and what of it was asked for.

    ``given`` is the path as the caller wrote it, ``below`` where it lies in ``folder``; ``alone``
    tells that it is a file outside any course, beside which nothing else is looked at.
    """

    given: Path
    folder: Path
    below: str
    alone: bool = False

    def holds(self, path: str) -> bool:
        """Return whether a deck's path in the folder belongs to what was asked for."""
        return not self.below or path == self.below or path.startswith(self.below + "/")

    def shown(self, path: str) -> str:
        """Return a deck's path as the caller would write it."""
        rest = path[len(self.below) :].lstrip("/")
        return clean_line(str(self.given / rest if rest else self.given))


def check(paths: Sequence[Path]) -> CheckReport:
    """Read deck files and folders and check them as one library.

    A problem's path begins with the path given. What lies inside a course is checked against the
    whole of the course, but only problems of what was given are reported. Raises UsageError for a
    path that does not exist and for a file that is no deck.
    """
    problems: list[Problem] = []
    decks: list[Deck] = []
    cards: list[LintCard] = []
    lints: list[LintDeck] = []
    for tree in map(_tree, paths):
        problems += _read(tree, decks, cards, lints)
    # A deck of a course may have been read for two of the paths; it is checked once.
    found = lint(dict.fromkeys(cards), dict.fromkeys(lints))
    for tree in map(_tree, paths):
        problems += [
            replace(problem, path=tree.shown(problem.path))
            for deck in lints
            if deck.folder == str(tree.folder) and tree.holds(deck.path)
            for problem in found.problems.get(deck.file, ())
        ]
    numbers = Counter[bool]()
    for deck in decks:
        for entry in deck.entries:
            numbers[entry.kind is Kind.FREE_RECALL] += len(cards_of(entry, ""))
    return CheckReport(
        decks=len(decks),
        entries=sum(len(deck.entries) for deck in decks),
        cards=numbers[False],
        points=numbers[True],
        problems=tuple(sorted(set(problems))),
    )


def _tree(given: Path) -> _Tree:
    if not given.exists():
        raise UsageError(
            f"There is no file or folder {clean_line(str(given))}.",
            "Write the path of a deck or of a folder of decks.",
        )
    start = given if given.is_dir() else given.parent
    absolute = given.resolve()
    for folder in (start.resolve(), *start.resolve().parents):
        if (folder / COURSE_FILE).is_file():
            below = absolute.relative_to(folder).as_posix()
            return _Tree(given, folder, "" if below == "." else below)
    if given.is_dir():
        return _Tree(given, given.resolve(), "")
    return _Tree(given, absolute.parent, absolute.name, alone=True)


def _read(
    tree: _Tree, decks: list[Deck], cards: list[LintCard], lints: list[LintDeck]
) -> Iterator[Problem]:
    """Read what a path needs; add its decks and light records, and yield its problems."""
    scan = folders.scan(tree.folder, only=tree.below if tree.alone else None)
    yield from (
        replace(problem, path=tree.shown(problem.path))
        for problem in scan.problems
        if tree.holds(problem.path)
    )
    files = {file.path: file for file in scan.files}
    known = {*files, *(problem.path for problem in scan.problems)}
    if tree.given.is_file() and clean_line(tree.below) not in known:
        raise UsageError(
            f"{clean_line(str(tree.given))} is not a deck.",
            "A deck is a file that ends in .md and begins with neither an underscore nor a dot.",
        )

    def id_of(path: str) -> str:
        try:
            return course_id(folders.read_bytes(files[path]), path, tree.folder.name)
        except OSError:  # reported when its turn comes
            return course_id(b"", path, tree.folder.name)

    courses = courses_of(files, id_of)
    # Only a course is looked at as a whole; beside a loose deck others have no say.
    for path, file in files.items():
        if not (courses or tree.holds(path)):
            continue
        try:
            deck = read_deck(folders.read_bytes(file), path)
        except OSError as error:
            yield replace(folders.unreadable(path, error), path=tree.shown(path))
            continue
        course = course_of(path, courses)
        key = (str(tree.folder), path)
        cards += lint_cards(deck, key, namespace_of(path, course))
        lints.append(lint_deck(deck, key, course, str(tree.folder)))
        if tree.holds(path):
            decks.append(deck)
            yield from (replace(found, path=tree.shown(path)) for found in deck.problems)
