"""From the bytes of a deck file to what the catalogue keeps of it."""

from __future__ import annotations

from recall.cards.card import Entry
from recall.cards.deck import DeckKind
from recall.cards.fingerprint import cards_of
from recall.cards.problem import Problem
from recall.library.courses import namespace_of
from recall.library.front_matter import front_matter_to_json
from recall.markdown.lesson import has_text
from recall.markdown.lint import references_of
from recall.markdown.plain import one_line
from recall.markdown.reader import read_deck
from recall.storage.records import NewCard, NewEntry, NewFile
from recall.text import fold

_TITLE_LENGTH = 300


def course_id(data: bytes, path: str, folder: str) -> str:
    """Return the id of a course from its ``course.md``: its ``id``, or else its folder's name.

    ``folder`` is the name of the library's folder, for a course that is the whole library.
    """
    prefix = path.rpartition("/")[0]
    return read_deck(data, path).front_matter.id or (prefix or folder).rpartition("/")[2]


def new_file(
    path: str, data: bytes, course: str | None, digest: str, size: int, mtime_ns: int
) -> NewFile:
    """Read a deck file into what the catalogue keeps."""
    deck = read_deck(data, path)
    front_matter = deck.front_matter
    return NewFile(
        path=path,
        size=size,
        mtime_ns=mtime_ns,
        digest=digest,
        title=front_matter.title or path.rpartition("/")[2].removesuffix(".md"),
        kind=front_matter.kind.value,
        course=course,
        code=front_matter.code,
        order=None if front_matter.order is None else str(front_matter.order),
        front_matter=front_matter_to_json(
            front_matter, has_text=front_matter.kind is DeckKind.LESSON and has_text(deck)
        ),
        entries=tuple(
            _new_entry(entry, namespace_of(path, course), front_matter.tags)
            for entry in deck.entries
        ),
        problems=deck.problems,
    )


def unreadable_file(path: str, course: str | None, problem: Problem) -> NewFile:
    """Return what is kept of a file that cannot be read; it is tried again next time."""
    return NewFile(
        path=path,
        size=-1,
        mtime_ns=-1,
        digest="",
        title=path.rpartition("/")[2].removesuffix(".md"),
        kind="deck",
        course=course,
        problems=(problem,),
    )


def _new_entry(entry: Entry, namespace: str, tags: tuple[str, ...]) -> NewEntry:
    title = one_line(entry.parts.title)[:_TITLE_LENGTH]
    attributes = entry.attributes
    words = " ".join(
        filter(None, (entry.source, attributes.id, attributes.source, *attributes.tags))
    )
    return NewEntry(
        kind=entry.kind,
        line=entry.place.line,
        column=entry.place.column,
        end_line=entry.place.end_line,
        source=entry.source,
        title=title,
        folded=fold(words),
        cards=tuple(
            NewCard(card.name, card.fingerprint, card.facet) for card in cards_of(entry, namespace)
        ),
        tags=tuple(dict.fromkeys((*tags, *attributes.tags))),
        references=references_of(entry),
        retention=attributes.retention,
    )
