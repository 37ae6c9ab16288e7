"""Front matter: plain text values, true places, and nothing that could blow up."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.deck import Deck, DeckKind, Direction, FrontMatter
from recall.markdown.reader import read_deck

CARD = "Q: a\nA: b\n"


def read(front: str, path: str = "deck.md") -> Deck:
    deck = read_deck(f"---\n{front}\n---\n{CARD}".encode(), path)
    assert len(deck.entries) == 1, "the card below always loads"
    assert deck.has_front_matter
    return deck


def found(deck: Deck) -> list[str]:
    return [f"{problem.line}:{problem.column} {problem.code}" for problem in deck.problems]


def test_every_key() -> None:
    deck = read(
        "id: kimi-k3\ntitle: 'Post: training'\nkind: review\ncode: Review A\norder: 7.5\n"
        "summary: >\n  one\n  line\nafter: [L1, Review B]\ndraws-from:\n  - L2\n  - L3\n"
        "tags: 'a, #b'\ndirection: rtl\nsynonyms:\n  - model = net, network\nsource: here\n"
        "license: CC0\nlanguage: de",
        "folder/course.md",
    )
    assert found(deck) == []
    assert deck.front_matter == FrontMatter(
        id="kimi-k3",
        title="Post: training",
        kind=DeckKind.REVIEW,
        code="Review A",
        order=Decimal("7.5"),
        summary="one line",
        after=("L1", "Review B"),
        draws_from=("L2", "L3"),
        tags=("a", "b"),
        direction=Direction.RIGHT_TO_LEFT,
        synonyms=(("model", "net", "network"),),
        source="here",
        license="CC0",
        language="de",
    )
    assert ("code", 5, 7) in deck.front_matter.places


@pytest.mark.parametrize(
    "text", ["tags: a", "tags: [a]", "tags:\n  - a", 'tags: "#a"', "tags: ['#a']", "tags: a,"],
    ids=["P28-plain", "P28-flow", "P28-block", "P28-sign", "P28-sign-flow", "P28-comma"],
)  # fmt: skip
def test_tag_forms_are_equal(text: str) -> None:
    assert read(text).front_matter.tags == ("a",)


@pytest.mark.parametrize(
    ("value", "text"),
    [("No", "No"), ("2024-01-02", "2024-01-02"), ("1:30", "1:30"), ("010", "010"), ("~", "~")],
    ids=["P29-no", "P29-date", "P29-time", "P29-octal", "P29-null"],
)
def test_values_stay_text(value: str, text: str) -> None:
    assert read(f"title: {value}").front_matter.title == text


BOMB = "a: &a [x, x]\n" + "\n".join(f"k{n}: &k{n} [*a, *a]" for n in range(10))


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        pytest.param("title: [x", ["2:8 M204"], id="P29-open-list"),
        pytest.param("title: 1\ntitle: 2", ["3:1 M207"], id="P29-duplicate"),
        pytest.param(BOMB, ["2:4 M206"], id="P29-bomb"),
        pytest.param("title: !!python/name:os.system x", ["2:8 M206"], id="tag"),
        pytest.param("title: *x", ["2:8 M206"], id="alias"),
        pytest.param("title: " + "[" * 20 + "]" * 20, ["2:12 M204"], id="deep-flow"),
        pytest.param("- " * 3000, ["2:1 M205"], id="deep-block"),
        pytest.param("just text", ["2:1 M205"], id="no-keys"),
        pytest.param("title:\n  a: b", ["3:3 M209"], id="mapping"),
        pytest.param("title: [a, b]", ["2:8 M209"], id="list-for-text"),
        pytest.param("tags: [[a]]", ["2:7 M209"], id="list-of-lists"),
        pytest.param("order: 1_0", ["2:8 M209"], id="order-underscore"),
        pytest.param("order: NaN", ["2:8 M209"], id="order-nan"),
        pytest.param("? [a]\n: b", ["2:3 M204"], id="key-list"),
        pytest.param("Title: x", ["2:1 M208"], id="capital"),
        pytest.param("id: a b", ["2:1 M210"], id="id"),
        pytest.param("title:", [], id="empty"),
        pytest.param("# only a comment", [], id="comment"),
        pytest.param("", [], id="nothing"),
    ],
)
def test_faults(front: str, expected: list[str]) -> None:
    deck = read(front)
    assert found(deck) == expected


@pytest.mark.parametrize("text", ["[" * 8000, "{" * 8000, "- " * 4000, "? " * 4000])
def test_deep_nesting_is_refused(text: str) -> None:
    (problem,) = read(f"title: {text}").problems
    assert (problem.code, problem.line) == ("M204", 2)


def test_unknown_key_names_the_nearest() -> None:
    assert read("draws_from: x").problems[0].hint == 'Did you mean "draws-from"?'
    assert read("kind: quizz").problems[0].hint == 'Did you mean "quiz"?'


def test_id_of_a_course_is_checked() -> None:
    deck = read("id: a b", "x/course.md")
    assert found(deck) == ["2:5 M209"]
    assert deck.front_matter == FrontMatter(kind=DeckKind.COURSE)


def test_a_course_page_is_a_course_without_saying_so() -> None:
    assert read("title: x", "x/course.md").front_matter.kind == DeckKind.COURSE
    assert read_deck(b"text\n", "course.md").front_matter.kind == DeckKind.COURSE


def test_duplicate_key_keeps_the_first_value() -> None:
    assert read("title: one\ntitle: two").front_matter.title == "one"


def test_a_rule_later_in_the_file_closes_no_front_matter_over_cards() -> None:
    deck = read_deck(f"---\ntitle: x\n\n{CARD}\n---\n".encode(), "deck.md")
    assert found(deck) == ["1:1 M201"]
    assert len(deck.entries) == 1


def test_keys_after_a_rule_that_are_no_front_matter_are_text() -> None:
    deck = read_deck(f"\n---\n\nprose: not a key\nmore\n---\n{CARD}".encode(), "deck.md")
    assert "M202" not in {problem.code for problem in deck.problems}


@given(st.text(alphabet="ab:-[]{}&*!#|>'\",? \n\t\x85\u2028é", max_size=60))
def test_any_front_matter_is_read(front: str) -> None:
    deck = read_deck(f"---\n{front}\n---\n{CARD}".encode(), "deck.md")
    assert len(deck.entries) == 1
    for problem in deck.problems:
        assert problem.line <= front.count("\n") + 3


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (r"a\x1b[2Jb", "a␛[2Jb"),
        (r"a\e]52;c;x\ab", "a␛]52;c;x␇b"),
        (r"\u202eab", "⟨U+202E⟩ab"),
        (r"a\x9bb", r"a\x9bb"),
        (r"a\0b", "a␀b"),
    ],
)
def test_the_escapes_of_yaml_write_no_control(written: str, shown: str) -> None:
    text = (
        f'---\ntitle: "{written}"\ncode: "{written}"\nsummary: "{written}"\nsource: "{written}"\n'
        f'tags: ["{written}"]\nafter: ["{written}"]\n"{written}": x\n---\n'
    )
    deck = read_deck(text.encode(), "a.md")
    front = deck.front_matter
    assert [front.title, front.code, front.summary, front.source] == [shown] * 4
    assert front.tags == front.after == (shown,)
    assert any(shown in problem.message for problem in deck.problems)
