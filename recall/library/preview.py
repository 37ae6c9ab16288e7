"""A deck as its author sees it while writing: each passage and card as learners will, and what is
wrong beside it. Only the file is read, with the course it lies in; there is no progress file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from recall.cards.card import Entry
from recall.cards.deck import Deck
from recall.cards.fingerprint import cards_of
from recall.cards.kinds.free_recall import FreeRecall
from recall.cards.memory import NEW_MEMORY, NO_MARKS
from recall.cards.problem import Problem
from recall.errors import UsageError
from recall.library import folders
from recall.library.checking import check
from recall.library.folders import FileFound
from recall.library.showing import Stored, ask
from recall.library.values import Showing
from recall.markdown.build import document
from recall.markdown.document import Document, Item, ItemList
from recall.markdown.lesson import Passage, sections_of
from recall.markdown.plain import one_line
from recall.markdown.reader import read_deck
from recall.text import clean_line


@dataclass(frozen=True, slots=True)
class Leaf:
    """One thing to look at: a passage of reading ``text``, or a card as it is shown.

    ``line`` is where it begins in the file, ``problems`` what is wrong in it.
    """

    line: int
    text: Document | None = None
    showing: Showing | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckPreview:
    """A deck to look at, leaf by leaf; ``problems`` are those of no leaf, such as its front matter.

    A file that cannot be read has no leaves.
    """

    title: str
    leaves: tuple[Leaf, ...]
    problems: tuple[Problem, ...]
    right_to_left: bool = False

    @property
    def cards(self) -> int:
        """How many of the leaves are cards."""
        return sum(leaf.showing is not None for leaf in self.leaves)

    @property
    def found(self) -> int:
        """How many problems there are in all."""
        return len(self.problems) + sum(len(leaf.problems) for leaf in self.leaves)


def preview(path: Path, *, type_gaps: bool = False) -> DeckPreview:
    """Return a deck file as learners will see it; ``type_gaps`` as the setting ``cloze`` says.

    Raises UsageError when there is no such file, when it is no deck, or cannot be opened.
    """
    if path.is_dir():
        raise UsageError(f"{clean_line(str(path))} is a folder.", "Name one deck in it.")
    problems = check((path,)).problems
    try:
        data = folders.read_bytes(FileFound(path.name, path, 0, 0))
    except OSError as error:
        reason = error.strerror or "it is not a regular file"
        raise UsageError(
            f"{clean_line(str(path))} cannot be read ({reason}).", "Name a deck that can be read."
        ) from None
    deck = read_deck(data, path.name)
    leaves: list[Leaf] = []
    placed: set[Problem] = set()
    for leaf, end in _leaves(deck, path.absolute().parent, type_gaps=type_gaps):
        own = tuple(one for one in problems if leaf.line <= one.line <= end and one not in placed)
        placed.update(own)
        leaves.append(replace(leaf, problems=own))
    return DeckPreview(
        title=deck.front_matter.title or path.stem,
        leaves=tuple(leaves),
        problems=tuple(one for one in problems if one not in placed),
        right_to_left=deck.front_matter.direction.value == "rtl",
    )


def _leaves(deck: Deck, folder: Path, *, type_gaps: bool) -> Iterator[tuple[Leaf, int]]:
    """Give each leaf with the last line that belongs to it."""
    for section in sections_of(deck):
        for part in section.parts:
            if isinstance(part, Passage):
                if part.shows:
                    yield Leaf(part.line, text=document(part.source)), part.end_line
                continue
            for showing in _showings(deck, part, folder, type_gaps=type_gaps):
                yield Leaf(part.place.line, showing=showing), part.place.end_line


def _showings(deck: Deck, entry: Entry, folder: Path, *, type_gaps: bool) -> Iterator[Showing]:
    """Give the cards of an entry; a blank page is one, with all of its points as the answer."""
    for card in cards_of(entry, ""):
        stored = Stored(
            uid=card.name,
            name=card.name,
            facet=card.facet,
            folder=str(folder),
            deck_title=deck.front_matter.title or one_line(deck.path),
            entry=entry,
            front_matter=deck.front_matter,
            memory=NEW_MEMORY,
            marks=NO_MARKS,
        )
        showing = ask(stored, card.name, type_gaps=type_gaps).showing
        if isinstance(entry.parts, FreeRecall):
            points = tuple(
                Item("•", document(point.statement).blocks) for point in entry.parts.points
            )
            yield replace(
                showing,
                prompt=document(entry.parts.prompt),
                answer=Document((ItemList(points),)),
            )
            return
        yield showing
