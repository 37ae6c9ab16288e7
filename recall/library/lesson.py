"""A deck as a lesson to read: its text section by section, and its cards where they stand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from recall.cards.card import Entry, Kind
from recall.cards.deck import Deck, Direction
from recall.cards.fingerprint import cards_of
from recall.cards.kinds.choice import Choice
from recall.cards.kinds.cloze import Cloze
from recall.cards.kinds.free_recall import FreeRecall
from recall.cards.kinds.order import Order
from recall.cards.kinds.question import Question
from recall.cards.kinds.term import Term
from recall.cards.kinds.typed import Typed
from recall.cards.problem import Level
from recall.errors import UsageError
from recall.library import folders
from recall.library.context import Context
from recall.library.courses import namespace_of
from recall.library.folders import FileFound
from recall.library.showing import accepted_answers
from recall.library.values import DeckRow
from recall.markdown.build import document
from recall.markdown.document import Document, Item, ItemList
from recall.markdown.gap_signs import ELLIPSIS
from recall.markdown.lesson import Passage, sections_of
from recall.markdown.plain import one_line
from recall.markdown.reader import read_deck
from recall.storage.names import uids_of


@dataclass(frozen=True, slots=True)
class LessonText:
    """A piece of reading text that begins on the 1-based ``line``; it is parsed when asked for."""

    line: int
    source: str

    def document(self) -> Document:
        """Return the text as it is drawn."""
        return document(self.source)


@dataclass(frozen=True, slots=True)
class LessonEntry:
    """An entry where it stands: its title on one line, its cards' uids, and its 1-based line."""

    title: str
    kind: Kind
    uids: tuple[str, ...]
    line: int
    entry: Entry

    def prompt(self) -> Document:
        """Return what is asked; options in the order they are written, every gap covered."""
        match self.entry.parts:
            case Choice(prompt, options):
                listed = _listed([option.text for option in options])
                return Document((*document(prompt).blocks, listed))
            case Cloze() as cloze:
                return document(cloze.fill(lambda _: ELLIPSIS))
            case parts:
                return document(parts.title)

    def answer(self) -> Document:
        """Return the answer."""
        match self.entry.parts:
            case Question(_, answer):
                return document(answer)
            case Typed(_, answers):
                return accepted_answers(answers)
            case Term(_, definition):
                return document(definition)
            case Choice(_, options):
                return Document((_listed([option.text for option in options if option.right]),))
            case Cloze() as cloze:
                return document(cloze.title)
            case Order(_, items):
                return Document((_listed(items, numbered=True),))
            case FreeRecall(_, points):
                return Document((_listed([point.statement for point in points]),))
            case parts:
                raise TypeError(f"no way to show {type(parts).__name__}")


@dataclass(frozen=True, slots=True)
class LessonCards:
    """Entries that stand together, with no text between them."""

    entries: tuple[LessonEntry, ...]

    @property
    def cards(self) -> int:
        """How many cards there are, key points of blank pages not counted."""
        return sum(len(one.uids) for one in self.entries if one.kind is not Kind.FREE_RECALL)

    @property
    def points(self) -> int:
        """How many key points the blank pages have."""
        return sum(len(one.uids) for one in self.entries if one.kind is Kind.FREE_RECALL)


@dataclass(frozen=True, slots=True)
class LessonSection:
    """What stands beneath one heading; level 0 and no title for what stands before the first.

    The heading is the beginning of the section's text.
    """

    level: int
    title: str
    parts: tuple[LessonText | LessonCards, ...]


@dataclass(frozen=True, slots=True)
class LessonPlace:
    """A place in a lesson: a section, counted from 0, and the share of its lines that is above."""

    section: int = 0
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Lesson:
    """A deck to be read, as its file is now.

    ``source`` and ``license`` are of its front matter; ``place`` is where the learner stopped.
    ``opens`` is how many new cards come when it is finished, None where there is nothing to finish.
    """

    path: str
    folder: str
    title: str
    code: str | None
    source: str | None
    license: str | None
    right_to_left: bool
    sections: tuple[LessonSection, ...]
    place: LessonPlace = LessonPlace()
    opens: int | None = None

    @property
    def name(self) -> str:
        """What the library finds the deck by: its file."""
        return str(Path(self.folder) / self.path)

    @property
    def has_text(self) -> bool:
        """Whether there is anything to read beside headings and cards."""
        for section in self.sections:
            for number, part in enumerate(section.parts):
                if isinstance(part, LessonText):
                    is_heading = section.level and number == 0
                    text = part.source.partition("\n")[2] if is_heading else part.source
                    if text.strip():
                        return True
        return False


def read_lesson(context: Context, row: DeckRow) -> Lesson:
    """Return a deck as a lesson, from its file as it is now.

    Raises UsageError when the file cannot be read.
    """
    deck = _read(row)
    with context.store.reading() as tx:
        return lesson_of(deck, row, lambda names: uids_of(tx, names))


def lesson_of(
    deck: Deck, row: DeckRow, uids: Callable[[Iterable[str]], Mapping[str, str]]
) -> Lesson:
    """Return a deck that was read as a lesson; ``uids`` gives the cards' uids by their names."""
    namespace = namespace_of(deck.path, row.course)
    names = {
        entry.place.line: tuple(card.name for card in cards_of(entry, namespace))
        for entry in deck.entries
    }
    known = uids(name for of_entry in names.values() for name in of_entry)

    def light(entry: Entry) -> LessonEntry:
        line = entry.place.line
        lasting = tuple(dict.fromkeys(known[name] for name in names[line]))
        return LessonEntry(one_line(entry.parts.title), entry.kind, lasting, line, entry)

    front_matter = deck.front_matter
    sections = (
        LessonSection(section.level, one_line(section.title), _parts(section.parts, light))
        for section in sections_of(deck)
    )
    return Lesson(
        path=row.path,
        folder=row.folder,
        title=front_matter.title or row.title,
        code=front_matter.code,
        source=front_matter.source,
        license=front_matter.license,
        right_to_left=front_matter.direction is Direction.RIGHT_TO_LEFT,
        sections=tuple(section for section in sections if section.parts),
        opens=row.waiting if row.is_read and not row.finished else None,
    )


def _read(row: DeckRow) -> Deck:
    file = FileFound(row.path, Path(row.folder) / row.path, 0, 0)
    try:
        deck = read_deck(folders.read_bytes(file), row.path)
    except OSError as error:
        problem = folders.unreadable(row.path, error)
    else:
        if deck.text or not any(found.level is Level.ERROR for found in deck.problems):
            return deck
        problem = deck.problems[0]
    message = problem.message[:1].lower() + problem.message[1:]
    raise UsageError(f"{row.path} cannot be read: {message}", problem.hint)


def _parts(
    parts: Iterable[Passage | Entry], light: Callable[[Entry], LessonEntry]
) -> tuple[LessonText | LessonCards, ...]:
    """Return text that shows something, and entries between such texts put together."""
    found: list[LessonText | LessonCards] = []
    for are_entries, run in groupby(
        (part for part in parts if isinstance(part, Entry) or part.shows),
        key=lambda part: isinstance(part, Entry),
    ):
        if are_entries:
            found.append(LessonCards(tuple(light(one) for one in run if isinstance(one, Entry))))
            continue
        for passage in run:
            if isinstance(passage, Passage):
                after_card = found and isinstance(found[-1], LessonCards)
                shown = passage.after_card() if after_card else passage
                found.append(LessonText(shown.line, shown.source))
    return tuple(found)


def _listed(texts: Iterable[str], *, numbered: bool = False) -> ItemList:
    return ItemList(
        tuple(
            Item(f"{number}." if numbered else "•", document(text).blocks)
            for number, text in enumerate(texts, 1)
        )
    )
