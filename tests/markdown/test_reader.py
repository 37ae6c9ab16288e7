"""Reading decks: nothing vanishes, nothing hides a card, and positions are true."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.cards.card import Entry, Kind, Place
from recall.cards.deck import Deck
from recall.cards.fingerprint import cards_of
from recall.cards.kinds.choice import Choice
from recall.cards.kinds.cloze import Cloze
from recall.cards.kinds.question import Question
from recall.cards.problem import Level
from recall.markdown.blocks import MARKER, Line
from recall.markdown.reader import read_deck, read_entry
from recall.text import clean
from tests.markdown.test_blocks import scan

FENCE = "```"


def read(text: str | bytes, path: str = "deck.md") -> Deck:
    return read_deck(text.encode() if isinstance(text, str) else text, path)


def sides(deck: Deck) -> list[tuple[str, str]]:
    return [
        (entry.parts.prompt, entry.parts.answer)
        for entry in deck.entries
        if isinstance(entry.parts, Question)
    ]


def found(deck: Deck) -> list[str]:
    return [f"{problem.line}:{problem.column} {problem.code}" for problem in deck.problems]


@pytest.mark.parametrize(
    ("text", "questions", "problems"),
    [
        pytest.param(
            f"Q: show\nA: see\n{FENCE}\nQ: not a card\n---\n{FENCE}\n",
            [("show", f"see\n{FENCE}\nQ: not a card\n---\n{FENCE}")],
            [],
            id="P1",
        ),
        pytest.param("---\ntitle: x\n---\nUse `std::vector` here\n", [], [], id="P2"),
        pytest.param(
            f"- step\n  {FENCE}\n  Q: no\n  A: no\n  {FENCE}\n\nQ: a\nA: b\n",
            [("a", "b")],
            [],
            id="P4",
        ),
        pytest.param("Q: a\nA:\n~~~\n## no\n~~~\nb\n", [("a", "~~~\n## no\n~~~\nb")], [], id="P6"),
        pytest.param(f"{FENCE}\nQ: a\n# N\n", [], ["1:1 C310"], id="P8"),
        pytest.param("<!--\nold\n-->\nQ: a\nA: b\n", [("a", "b")], [], id="P9"),
        pytest.param("<!-- n -->\nQ: a\nA: b\n", [("a", "b")], [], id="P9-one-line"),
        pytest.param("Q: a\r\nA: b\r\n", [("a", "b")], [], id="P10-CRLF"),
        pytest.param("Q: a\rA: b\r", [("a", "b")], [], id="P10-CR"),
        pytest.param("Q: a\r\nA: b\n\rQ: c\rA: d", [("a", "b"), ("c", "d")], [], id="P10-mixed"),
        pytest.param("---\r\ntitle: x\r\n---\r\nQ: a\r\nA: b\r\n", [("a", "b")], [], id="P11"),
        pytest.param("\ufeff---\ntitle: x\n---\n# H\n\nQ: a\nA: b\n", [("a", "b")], [], id="P12"),
        pytest.param(
            "\n---\ntitle: x\n---\nQ: a\nA: b\n", [("a", "b")], ["2:1 M202"], id="P13-blank"
        ),
        pytest.param("---\ntitle: x\n# H\nQ: a\nA: b\n", [("a", "b")], ["1:1 M201"], id="P13-open"),
        pytest.param("Question\n---\nAnswer\n", [], ["1:1 F105", "2:1 C312"], id="P14"),
        pytest.param("Q: a\n---\nA: b\n", [], ["1:1 C303", "2:1 C312", "3:1 C301"], id="P14-card"),
        pytest.param(
            "Q: a\nA:\n| x | y |\n|---|---|\n| 1 | wait --- what |\n",
            [("a", "| x | y |\n|---|---|\n| 1 | wait --- what |")],
            [],
            id="P15",
        ),
        pytest.param("A: b\nN: c\n\n---\n\nN: d\n", [], ["1:1 C301", "6:1 C302"], id="orphans"),
        pytest.param("Intro\n\n---\n\nQ: a\nA: b\n", [("a", "b")], [], id="P27"),
        pytest.param(
            f"Q: a\nA:\n{FENCE}python\ndef f():\n    if x:\n\t\treturn\n{FENCE}\n",
            [("a", f"{FENCE}python\ndef f():\n    if x:\n\t\treturn\n{FENCE}")],
            [],
            id="P31",
        ),
        pytest.param(
            "Q: a\nA: - b\n\t- c\n\n\t\tcode\n", [("a", "- b\n\t- c\n\n\t\tcode")], [], id="P30"
        ),
        pytest.param("Q: a\nA: b\n\n---\nloose\n\n---\n", [("a", "b")], ["5:1 C313"], id="P33"),
        pytest.param("## only a heading", [], ["1:1 F105"], id="P34"),
        pytest.param("Some prose.\n\nsee foo::\n", [], ["1:1 F105"], id="P34-prose"),
        pytest.param(
            "Lunch is at 12:30: yes.\nSee http://a.b:8 and C++: x\n\nQ: a\nA: b\n",
            [("a", "b")],
            [],
            id="P36",
        ),
        pytest.param("Q: a\nA: b", [("a", "b")], [], id="P37"),
        pytest.param(
            "Q: Which is issue #5: x #tag\nA: b # c\n",
            [("Which is issue #5: x #tag", "b # c")],
            [],
            id="P38",
        ),
        pytest.param(
            "Q: a\nA: b\n\nc\n\n| t |\n|---|\n| u |\n",
            [("a", "b\n\nc\n\n| t |\n|---|\n| u |")],
            [],
            id="P39",
        ),
        pytest.param("Q: x\nA:\n", [], ["2:1 C306"], id="P40-nothing"),
        pytest.param("Q: x\nA:   \n \n", [], ["2:1 C306"], id="P40-spaces"),
        pytest.param("Q: x\nA: &nbsp;\n", [], ["2:1 C306"], id="P40-nbsp"),
        pytest.param("Q: x\nA: <!-- -->\n", [], ["2:1 C306"], id="P40-comment"),
        pytest.param("Q: x\n\nQ: a\nA: b\n", [("a", "b")], ["1:1 C303"], id="P40-no-answer"),
        pytest.param("==note== in prose\n\nQ: a\nA: b\n", [("a", "b")], [], id="P41"),
        pytest.param(b"Q: caf\xe9\nA: x\n", [], ["1:7 F101"], id="P42-latin-1"),
        pytest.param("Q: a\nA: b\n".encode("utf-16"), [], ["1:1 F102"], id="P42-utf-16"),
        pytest.param(b"\x89PNG\r\n\x1a\n\0\0", [], ["1:1 F101"], id="P42-binary"),
        pytest.param("Q: a\x1b[2J\nA: \x1b]52;c;x\x07\n", [("a␛[2J", "␛]52;c;x␇")], [], id="P46"),
        pytest.param("> a\n>\n\n\nQ: a\nA: b\n", [("a", "b")], [], id="P52"),
        pytest.param(
            "---\ntitle: x\ncode: y\n---\nQ: a\nA: b\n\nQ: bad\n",
            [("a", "b")],
            ["8:1 C303"],
            id="P53",
        ),
        pytest.param(
            "\ufeff---\r\ntitle: x\r\n---\r\nQ: bad\r\n\r\nQ: a\r\nA: b\r\n".encode(),
            [("a", "b")],
            ["4:1 C303"],
            id="P53-CRLF-BOM",
        ),
        pytest.param(
            "Q: a\nA: b\n\n## Questions to ask later\n\ntext\n", [("a", "b")], [], id="P58"
        ),
        pytest.param("\ufeff---\ntitle: x\n---\nQ: a\nA: b\n", [("a", "b")], [], id="P59"),
        pytest.param(
            "Q: What does LS mean?\nA: x\n\nQ: What does ls mean?\nA: x\n",
            [("What does LS mean?", "x"), ("What does ls mean?", "x")],
            ["4:1 C315"],
            id="I6",
        ),
        pytest.param("Q: a\nA: b\n\nmy note\n", [("a", "b\n\nmy note")], ["4:1 C314"], id="I7"),
        pytest.param("Q: ab\nA: c\n\nQ: a\nA: bc\n", [("ab", "c"), ("a", "bc")], [], id="I2"),
    ],
)
def test_case(text: str | bytes, questions: list[tuple[str, str]], problems: list[str]) -> None:
    deck = read(text)
    assert sides(deck) == questions
    assert found(deck) == problems


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("- [X] yes\n- [ ] no", 1, id="P18-capital"),
        pytest.param("- [x] a\n- [x] b\n- [ ] c", 2, id="Q3"),
        pytest.param("* [x] a\n* [x] b", 2, id="Q4"),
    ],
)
def test_right_options(text: str, count: int) -> None:
    (entry,) = read(f"Q: x\n{text}\n").entries
    assert isinstance(entry.parts, Choice)
    assert len(entry.parts.right) == count


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("- a\n- b", ["1:1 K501"], id="P18-no-boxes"),
        pytest.param("- [ ] a\n- [ ] b", ["1:1 K501"], id="P18-none-right"),
        pytest.param("- [x] a\n- [ ] a", ["3:1 K502"], id="Q5"),
        pytest.param(
            f"- [x] a\n- [ ] b\nN: so\n{FENCE}\n- [ ] no\n{FENCE}\n- [ ] sample", [], id="Q9"
        ),
    ],
)
def test_options(text: str, expected: list[str]) -> None:
    deck = read(f"Q: x\n{text}\n")
    assert found(deck) == expected
    for entry in deck.entries:
        assert isinstance(entry.parts, Choice)
        assert len(entry.parts.options) == 2


def test_two_cards_with_moved_letters_have_two_identities_i2() -> None:
    names = [
        card.name
        for entry in read("Q: ab\nA: c\n\nQ: a\nA: bc\n").entries
        for card in cards_of(entry, "")
    ]
    assert len(set(names)) == 2


def test_a_missing_fence_says_how_much_it_swallows_p8() -> None:
    problem = read(f"{FENCE}\nQ: a\n# N\n").problems[0]
    assert problem.level == Level.ERROR
    assert problem.message == "The fence opened in line 1 is never closed; it swallows 2 lines."


def test_a_note_is_no_part_of_the_identity_i7() -> None:
    plain, noted = (read(f"Q: a\nA: b\n{note}").entries[0] for note in ("", "N: c\nH: d\n"))
    assert cards_of(plain, "") == tuple(replace(card, entry=plain) for card in cards_of(noted, ""))
    assert (noted.note, noted.hint) == ("c", "d")


@pytest.mark.parametrize("above", ["\n", "Prose.\n\n", "# Heading\n\n", "<!-- c -->\n\n"])
def test_lines_above_change_no_identity_i13(above: str) -> None:
    text = "Q: a\nA: b\n\nC: {{x}} y\n"
    before, after = read(text), read(above + text)
    assert [card.name for entry in before.entries for card in cards_of(entry, "")] == [
        card.name for entry in after.entries for card in cards_of(entry, "")
    ]
    assert after.entries[0].place.line == before.entries[0].place.line + above.count("\n")


def test_places_headings_and_source() -> None:
    text = (
        '# Top #\n\n## Part\n\n  Q: a {#id .t from="x"}\nmore\n\nA: b\n\n\n# Next\n\nT: c\nD: d\n'
    )
    first, second = read(text).entries
    assert first.place == Place("deck.md", 5, 3, 8)
    assert first.headings == ("Top", "Part")
    assert first.source == 'Q: a {#id .t from="x"}\nmore\n\nA: b'
    assert (first.attributes.id, first.attributes.tags, first.attributes.source) == (
        "id",
        ("t",),
        "x",
    )
    assert isinstance(first.parts, Question)
    assert first.parts == Question("a\nmore", "b")
    assert second.headings == ("Next",)
    assert second.place == Place("deck.md", 13, 1, 14)


def test_comments_are_no_content() -> None:
    deck = read("Q: a <!-- x -->\nA: b\n<!-- y\nQ: z\n-->\nc `<!-- d -->`\n")
    assert sides(deck) == [("a", "b\nc `<!-- d -->`")]


def test_hint_and_note_may_come_in_any_order_and_twice() -> None:
    deck = read("Q: a\nA: b\nN: c\nH: d\nN: e\n")
    assert (deck.entries[0].hint, deck.entries[0].note) == ("d", "c\n\ne")
    assert found(deck) == ["5:1 C309"]


def test_text_after_a_rule_is_left_alone_in_lessons_and_under_headings() -> None:
    card = "Q: a\nA: b\n\n---\n\n"
    assert found(read(f"---\nkind: lesson\n---\n{card}text\n")) == []
    assert found(read(f"{card}# Heading\n\ntext\n")) == []
    assert found(read(f"{card}<!-- text -->\n\nQ: c\nA: d\n")) == []


KIND_SAMPLES = {
    Kind.QUESTION: "Q: a\nA: b",
    Kind.TYPED: "Q: a\nA= b | 3 ± 1%",
    Kind.CHOICE: "Q: a\n- [x] b\n- [ ] c\n  - why\n- [ ] None of the above {pin}",
    Kind.TERM: "T: a\nD: b",
    Kind.CLOZE: "C: a {{b}} {{c1::c::d}} {{c1::$\\frac{e}{f}$}}",
    Kind.ORDER: "O: a\n1. b\n2. c\n\n   more",
    Kind.FREE_RECALL: "R: a {audience=all}\n- group\n  - b one two | c {#p weight=2}\n    - ! d",
}


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_is_read_and_read_again(kind: Kind) -> None:
    deck = read(f"# Top\n\ntext\n\n{KIND_SAMPLES[kind]}\nH: hint\nN: note\n")
    assert deck.problems == ()
    (entry,) = deck.entries
    assert entry.kind == kind
    assert read_entry(entry.source, entry.place.path, entry.place.line, entry.headings) == entry


@pytest.mark.parametrize("source", ["", "text", "Q: a", "Q: a\nA: b\n\nQ: c\nA: d", "A: b"])
def test_what_is_no_entry_is_none(source: str) -> None:
    assert read_entry(source) is None


PIECES = st.sampled_from(
    [
        "Q: a", "Q: b {#x}", "A: c", "A= 5 ± 1%", "A=", "T: t", "D: d", "C: {{g}}", "C: {{g",
        "O: o", "1. one", "2. two", "R: r", "- point one two", "  - ? cue", "  - = other",
        "- [x] yes", "- [ ] no", "  - reason", "H: h", "N: n", "N:", "---", "***", "# H", "text",
        "", "", "```", "~~~", "<!--", "-->", "> quote", "    code", "\tQ: tab", "$$", "| a | b |",
        "|---|---|", "{#id}", "x {weight=2}", "\\{{", "&nbsp;", "\u202e", "é", "\x85", "\x1b[2J",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=14).map("\n".join)


@given(st.binary(max_size=200))
def test_any_bytes_are_read(data: bytes) -> None:
    deck = read(data)
    assert all(problem.line >= 1 and problem.column >= 1 for problem in deck.problems)


@settings(max_examples=300)
@given(TEXTS)
def test_any_deck_is_read_clean_and_nothing_vanishes(text: str) -> None:
    deck = read(text)
    lines = text.split("\n")
    assert clean(deck.text) == deck.text
    for shown in (*(str(problem) for problem in deck.problems), *(e.source for e in deck.entries)):
        assert clean(shown) == shown
    taken: set[int] = set()
    for entry in deck.entries:
        span = set(range(entry.place.line, entry.place.end_line + 1))
        assert not span & taken
        taken |= span
        assert MARKER.match(clean(lines[entry.place.line - 1]))
    for problem in deck.problems:
        assert 1 <= problem.line <= max(len(lines), 1)
        assert problem.column <= len(lines[problem.line - 1]) + 1


@settings(max_examples=300)
@given(TEXTS)
def test_every_card_is_an_entry_or_has_an_error(text: str) -> None:
    """Lines of cards belong to an entry or stand under a problem; all others are reading text."""
    deck = read(f"# Start\n{text}")
    lines = deck.text.split("\n")
    kinds = scan(lines)
    openers = [
        number
        for number, line in enumerate(lines, 1)
        if kinds[number - 1] == Line.MARKER and line.lstrip()[0] in "QTCOR"
    ]
    starts = {entry.place.line for entry in deck.entries}
    errors = [problem.line for problem in deck.problems if problem.level == Level.ERROR]
    for start, following in pairwise([*openers, len(lines) + 1]):
        assert start in starts or any(start <= line < following for line in errors)
    assert starts <= set(openers)


@settings(max_examples=200)
@given(TEXTS)
def test_newlines_and_marks_change_nothing(text: str) -> None:
    plain = read(text)
    for newline in ("\r\n", "\r"):
        other = read(text.replace("\n", newline))
        assert other == plain
    assert read("\ufeff" + text) == plain


@settings(max_examples=200)
@given(TEXTS)
def test_an_entry_read_again_is_equal(text: str) -> None:
    for entry in read(text).entries:
        again = read_entry(entry.source, entry.place.path, entry.place.line, entry.headings)
        assert again is not None
        assert replace(again, place=entry.place) == entry


GOOD = "Q: Good {n}?\nA: Yes {n}.\n"


@settings(max_examples=300)
@given(TEXTS)
def test_one_card_never_hides_its_neighbours(text: str) -> None:
    swallowing = ("```", "~~~", "<!--", "---")
    kept = "\n".join(line for line in text.split("\n") if not line.startswith(swallowing))
    deck = read(f"{GOOD.format(n=1)}\n# Middle\n\n{kept}\n\n{GOOD.format(n=2)}")
    prompts = [entry.parts.title for entry in deck.entries]
    assert "Good 1?" in prompts
    assert "Good 2?" in prompts


@given(st.sampled_from(sorted(KIND_SAMPLES.values())), st.sampled_from(["\n", "text\n\n", "# h\n"]))
def test_prose_above_changes_no_fingerprint(card: str, above: str) -> None:
    def fingerprints(text: str) -> list[str]:
        return [card.fingerprint for entry in read(text).entries for card in cards_of(entry, "")]

    assert fingerprints(card) == fingerprints(above + card)


def test_columns_count_characters_of_the_written_line() -> None:
    deck = read("C: 日本 \u202e\u202e {{}}\n")
    assert found(deck) == ["1:10 K522"]


def test_columns_after_tabs_are_those_of_the_written_line() -> None:
    assert found(read("C: a\n\tb {{}}\n")) == ["2:4 K522"]
    assert found(read("Q: a\n-\t[x] b\n-\t[ ] c {pin .t}\n")) == ["3:9 A404"]


def test_cloze_offsets_point_at_the_braces() -> None:
    (entry,) = read("C: <!-- x -->a {{b}} c\n").entries
    assert isinstance(entry.parts, Cloze)
    assert [entry.parts.text[gap.start : gap.end] for gap in entry.parts.gaps] == ["{{b}}"]


def test_nothing_is_written_to_shared_state() -> None:
    entry: Entry = read(KIND_SAMPLES[Kind.FREE_RECALL]).entries[0]
    assert read_entry(entry.source, "deck.md") == read_entry(entry.source, "deck.md") == entry
