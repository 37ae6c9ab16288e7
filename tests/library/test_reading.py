from __future__ import annotations

import pytest

from recall.cards.card import Kind
from recall.cards.problem import Problem
from recall.library import folders
from recall.library.reading import course_id, new_file, unreadable_file
from recall.storage.records import NewFile


def read(text: str, course: str | None = None, path: str = "sub/a.md") -> NewFile:
    data = text.encode()
    return new_file(path, data, course, folders.digest(data), len(data), 5)


def test_what_is_kept_of_a_file() -> None:
    file = read("---\ncode: L1\norder: 1.50\ntags: [x]\n---\nQ: Why?\nA: So.\n")
    assert (file.path, file.size, file.mtime_ns, file.course) == ("sub/a.md", 54, 5, None)
    assert (file.title, file.kind, file.code, file.order) == ("a", "deck", "L1", "1.50")
    (entry,) = file.entries
    assert (entry.kind, entry.line, entry.end_line) == (Kind.QUESTION, 6, 7)
    assert (entry.title, entry.source, entry.tags) == ("Why?", "Q: Why?\nA: So.", ("x",))
    (card,) = entry.cards
    assert card.name == card.fingerprint


def test_identities_are_kept_apart_by_course_or_else_by_path() -> None:
    text = "Q: Why? {#why}\nA: So.\n"
    assert read(text).entries[0].cards[0].name == "sub/a.md#why"
    assert read(text, course="it").entries[0].cards[0].name == "it#why"


def test_words_that_a_search_looks_in_are_folded() -> None:
    (entry,) = read('Q: Größe? {#Maß .Tag from="Süd"}\nA: ÄÖÜ\n').entries
    for word in ("grosse", "aou", "mass", "tag", "sud"):
        assert word in entry.folded


def test_tags_of_the_deck_and_the_card_are_named_once() -> None:
    (entry,) = read("---\ntags: [a, b]\n---\nQ: Why? {.b .c}\nA: So.\n").entries
    assert entry.tags == ("a", "b", "c")


def test_cards_named_by_key_points_are_references() -> None:
    text = (
        "R: Tell all about the pipeline.\n"
        "- The first stage trains something useful {card=one}\n"
        "- The second stage merges everything together\n"
    )
    (entry,) = read(text).entries
    assert entry.references == ("one",)
    assert len(entry.cards) == 2


def test_a_very_long_title_is_cut() -> None:
    (entry,) = read(f"Q: {'long ' * 1000}?\nA: So.\n").entries
    assert len(entry.title) == 300


@pytest.mark.parametrize(
    ("text", "path", "name"),
    [
        ("---\nid: own\n---\n", "sub/course.md", "own"),
        ("---\ntitle: T\n---\n", "deep/sub/course.md", "sub"),
        ("", "sub/course.md", "sub"),
        ("", "course.md", "decks"),
    ],
)
def test_the_id_of_a_course(text: str, path: str, name: str) -> None:
    assert course_id(text.encode(), path, "decks") == name


def test_a_file_that_cannot_be_read_is_tried_again() -> None:
    problem: Problem = folders.unreadable("sub/a.md", OSError(5, "Input/output error"))
    file = unreadable_file("sub/a.md", "it", problem)
    assert (file.size, file.mtime_ns, file.digest) == (-1, -1, "")
    assert (file.title, file.course, file.entries) == ("a", "it", ())
    assert "Input/output error" in file.problems[0].message
