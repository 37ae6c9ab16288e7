"""A deck as sections to read: every line in its place, exactly once."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from recall.cards.card import Entry
from recall.markdown.build import MOST_BLOCKS, document
from recall.markdown.document import Preformatted
from recall.markdown.front_matter import read_front_matter
from recall.markdown.lesson import Passage, Section, has_text, sections_of
from recall.markdown.parts import Report
from recall.markdown.reader import read_deck
from recall.markdown.source import source_of
from recall.paths import bundled_decks

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.md"))
COURSE = sorted(bundled_decks().rglob("*.md"))
FENCE = "```"


def sections(text: str | bytes) -> tuple[Section, ...]:
    return sections_of(read_deck(text.encode() if isinstance(text, str) else text, "deck.md"))


def shape(text: str) -> list[tuple[int, str, list[str]]]:
    """The sections: level, title, and each part as its text or its entry's marker and line."""
    return [
        (
            section.level,
            section.title,
            [
                f"@{part.place.line}" if isinstance(part, Entry) else part.source
                for part in section.parts
            ],
        )
        for section in sections(text)
    ]


def check_every_line_once(data: bytes) -> None:
    """Front matter, texts and entries cover every line of a deck, in order and once."""
    deck = read_deck(data, "deck.md")
    source = source_of(deck.text, deck.path)
    _, _, start = read_front_matter(source, Report(source))
    covered = list(range(1, min(start, len(source.lines)) + 1))
    entries = []
    for section in sections_of(deck):
        assert section.parts
        assert section.level == 0 or isinstance(section.parts[0], Passage)
        for part in section.parts:
            if isinstance(part, Passage):
                assert part.source.split("\n") == source.lines[part.line - 1 : part.end_line]
                covered += range(part.line, part.end_line + 1)
            else:
                entries.append(part)
                covered += range(part.place.line, part.place.end_line + 1)
    assert covered == list(range(1, len(source.lines) + 1))
    assert tuple(entries) == deck.entries


@pytest.mark.parametrize("path", [*CORPUS, *COURSE], ids=lambda path: path.name)
def test_every_line_of_a_real_deck_belongs_somewhere(path: Path) -> None:
    check_every_line_once(path.read_bytes())


LINES = st.sampled_from(
    [
        "",
        "text",
        "  indented",
        "# Heading",
        " ## Two ##",
        "#",
        "---",
        "***",
        "Q: a",
        "A: b",
        "A= 1",
        "T: t",
        "D: d",
        "C: a {{gap}}",
        "N: note",
        "R: page",
        "- item",
        "- [x] right",
        "- [ ] wrong",
        "1. one",
        "> quote",
        "> Q: a",
        FENCE,
        "~~~",
        "<!--",
        "-->",
        "$$",
        "| a | b |",
        "|---|---|",
        "title: x",
        "\x1b[2J",
    ]
)


@given(st.lists(LINES, max_size=60).map("\n".join))
@example("---\ntitle: x\n")
@example("---")
@example("Q: a\nA: b\n\n\nQ: c\nA: d\n\n")
@example("text\n" * 50 + "\n" + "text\n" * 50)
def test_every_line_belongs_to_one_part(text: str) -> None:
    check_every_line_once(text.encode())


@given(st.binary(max_size=200))
def test_any_bytes_are_split(data: bytes) -> None:
    check_every_line_once(data)


def test_text_and_entries_keep_their_order() -> None:
    assert shape("intro\n\n# One\nbefore\n\nQ: a\nA: b\n\n## Two ##\nQ: c\nA: d\n# Three\nend") == [
        (0, "", ["intro\n"]),
        (1, "One", ["# One\nbefore\n", "@6", ""]),
        (2, "Two", ["## Two ##", "@10"]),
        (1, "Three", ["# Three\nend"]),
    ]


def test_front_matter_is_no_text() -> None:
    assert shape("---\ntitle: x\n---\nword\n") == [(0, "", ["word"])]


@pytest.mark.parametrize("text", ["", "---\ntitle: x\n---\n", "---\ntitle: x\n---"])
def test_a_deck_without_a_line_to_read_has_no_sections(text: str) -> None:
    assert sections(text) == ()


@pytest.mark.parametrize(
    "text", [f"{FENCE}\n# no\n{FENCE}", "<!--\n# no\n-->", "> # no", "    # no"]
)
def test_what_only_looks_like_a_heading_begins_no_section(text: str) -> None:
    assert [section.title for section in sections(text)] == [""]


def test_a_card_that_cannot_be_used_stays_in_sight() -> None:
    assert shape("Q: no answer\n\nQ: a\nA: b\n") == [(0, "", ["Q: no answer\n", "@3"])]


@pytest.mark.parametrize(
    ("source", "shows"),
    [
        ("", False),
        ("\n \n", False),
        ("---\n\n***", False),
        ("<!-- a\n---\nb -->", False),
        ("# Heading", True),
        (f"{FENCE}\n---\n{FENCE}", True),
        ("word", True),
    ],
)
def test_blank_lines_rules_and_comments_show_nothing(source: str, shows: bool) -> None:
    assert Passage(1, source).shows is shows


def test_a_long_text_is_split_where_nothing_is_open_and_drawn_as_text() -> None:
    paragraphs = "".join(f"Paragraph {number}.\n\n" for number in range(3 * MOST_BLOCKS))
    parts = [part for section in sections(paragraphs) for part in section.parts]
    assert len(parts) > 3
    for part in parts:
        assert isinstance(part, Passage)
        assert part.source.startswith("Paragraph")
        assert not any(isinstance(block, Preformatted) for block in document(part.source).blocks)


def test_long_lines_are_split_too() -> None:
    text = "\n\n".join(["word " * 1_000] * 12)
    parts = [part for section in sections(text) for part in section.parts]
    assert len(parts) > 3


@pytest.mark.parametrize(
    "block",
    [
        f"{FENCE}\n" + "code\n\n" * 60 + FENCE,
        "- item\n\n" + "  more\n\n" * 60,
        "<!--\n" + "a\n\n" * 60 + "-->",
        "    code\n\n" * 60,
    ],
)
def test_a_block_is_never_split(block: str) -> None:
    (section,) = sections(f"{block}\n")
    assert len(section.parts) == 1


@pytest.mark.parametrize(
    ("source", "line", "rest"),
    [
        ("\n---\n\nMore.", 12, "\nMore."),
        ("***\nMore.", 11, "More."),
        ("More.\n\n---\nstill", 10, "More.\n\n---\nstill"),
        ("", 10, ""),
    ],
)
def test_the_rule_that_ends_a_card_is_no_part_of_the_text(
    source: str, line: int, rest: str
) -> None:
    assert Passage(10, source).after_card() == Passage(line, rest)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", False),
        ("# Title\n", False),
        ("# Title\n\n---\n\n<!-- later -->\n", False),
        ("# Title\n\nQ: One?\nA: Two.\n\n## More\n\nQ: Three?\nA: Four.\n\n---\n", False),
        ("A word.\n", True),
        ("# Title\n\nA word.\n", True),
        ("Q: One?\nA: Two.\n\n---\n\nAfter the cards.\n", True),
        ("# Title\n\n```\ncode\n```\n", True),
    ],
)
def test_whether_there_is_text_to_read(text: str, found: bool) -> None:
    front = "---\ntitle: A deck\n---\n"
    for source in (text, front + text):
        assert has_text(read_deck(source.encode(), "deck.md")) is found
