from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.card import Kind
from recall.cards.memory import Rating
from recall.errors import UsageError
from recall.library.library import Library
from recall.library.query import parse_query
from recall.storage.terms import (
    Comparison,
    Condition,
    InDeck,
    Is,
    Measured,
    OfKind,
    Quality,
    Quantity,
    Rated,
    Search,
    Tagged,
    Term,
    Word,
)
from recall.text import fold
from tests.library.building import Desk, answer, question, questions

TODAY, LEECH = 20_000, 8


def parsed(query: str) -> Search:
    return parse_query(query, TODAY, LEECH)


def all_of(*terms: Term) -> Search:
    return Search(tuple(map(Condition, terms)), TODAY)


def none_of(*terms: Term) -> Search:
    return Search(tuple(Condition(term, holds=False) for term in terms), TODAY)


def more(quantity: Quantity, number: float) -> Measured:
    return Measured(quantity, Comparison.MORE, number)


@pytest.mark.parametrize(
    ("query", "search"),
    [
        ("", all_of()),
        ("   ", all_of()),
        ("Two  Words", all_of(Word("two"), Word("words"))),
        ('"two words"', all_of(Word("two words"))),
        ('a "b c" d', all_of(Word("a"), Word("b c"), Word("d"))),
        ('""', all_of()),
        ("ÄÖ ﬁn", all_of(Word("ao"), Word("fin"))),
        ("deck:a/b.md", all_of(InDeck("a/b.md"))),
        ('deck:"My deck.md"', all_of(InDeck("My deck.md"))),
        ("tag:x", all_of(Tagged("x"))),
        ("tag:#x", all_of(Tagged("x"))),
        ("kind:free-recall", all_of(OfKind(Kind.FREE_RECALL))),
        ("KIND:Cloze", all_of(OfKind(Kind.CLOZE))),
        *((f"is:{quality.value}", all_of(Is(quality))) for quality in Quality),
        ("is:missing", Search((), TODAY, missing=True)),
        ("-is:missing", all_of()),
        ("IS:Leech", all_of(Measured(Quantity.LAPSES, Comparison.AT_LEAST, LEECH))),
        ("is:due x kind:term", all_of(Is(Quality.DUE), Word("x"), OfKind(Kind.TERM))),
        # A minus sign before any of it turns it round.
        ("-word", none_of(Word("word"))),
        ('-"two words"', none_of(Word("two words"))),
        ("-is:due -deck:a", none_of(Is(Quality.DUE), InDeck("a"))),
        ("-r<0.5", none_of(Measured(Quantity.RECALL, Comparison.LESS, 0.5))),
        ('"-word"', all_of(Word("-word"))),
        ("- a", all_of(Word("-"), Word("a"))),
        ("a-b", all_of(Word("a-b"))),
        # Measures.
        ("r<0.8", all_of(Measured(Quantity.RECALL, Comparison.LESS, 0.8))),
        ("R<=80%", all_of(Measured(Quantity.RECALL, Comparison.AT_MOST, 0.8))),
        ("r>=0", all_of(Measured(Quantity.RECALL, Comparison.AT_LEAST, 0.0))),
        ("s>30", all_of(more(Quantity.STABILITY, 30))),
        ("stability>1e2", all_of(more(Quantity.STABILITY, 100))),
        ("d>7 lapses>3", all_of(more(Quantity.DIFFICULTY, 7), more(Quantity.LAPSES, 3))),
        ("reps=10", all_of(Measured(Quantity.REPS, Comparison.EQUAL, 10))),
        ("rated:7", all_of(Rated(7))),
        ("rated:7:1", all_of(Rated(7, Rating.AGAIN))),
        ("rated:30:Hard", all_of(Rated(30, Rating.HARD))),
        # What looks like a filter and is none is looked for, and so is what is quoted.
        ("http://x.org", all_of(Word("http://x.org"))),
        ("12:30", all_of(Word("12:30"))),
        ("deck:", all_of(Word("deck:"))),
        ("std::vector", all_of(Word("std::vector"))),
        ("a<b", all_of(Word("a<b"))),
        ("x>=2", all_of(Word("x>=2"))),
        ('"is:due"', all_of(Word("is:due"))),
        ('"r<x"', all_of(Word("r<x"))),
        # Quotes that are not closed, apostrophes, backslashes and hashes are letters.
        ('say "hello', all_of(Word("say"), Word('"hello'))),
        ("l'avenir d'hier", all_of(Word("l'avenir"), Word("d'hier"))),
        ("don't", all_of(Word("don't"))),
        (r"\frac a\b", all_of(Word(r"\frac"), Word(r"a\b"))),
        ("#tag c#", all_of(Word("#tag"), Word("c#"))),
    ],
)
def test_parse_query(query: str, search: Search) -> None:
    assert parsed(query) == search


@pytest.mark.parametrize(
    ("query", "message", "hint"),
    [
        ("kind:clozes", "'clozes' is no kind of card.", "Write cloze."),
        ("is:du", "'du' is no state.", "Write due."),
        ("is:zzz", "'zzz' is no state.", "Write due or new or learning"),
        ("-is:du", "'du' is no state.", "Write due."),
        ("r<x", "'x' is no number to compare recall with.", "Write r<0.8. Put it between"),
        ("s>nan", "'nan' is no number to compare stability with.", "Write s>30."),
        ("d>=inf", "'inf' is no number to compare difficulty with.", "Write d>=7."),
        ("lapses>3%", "'3%' is no number to compare lapses with.", "Write lapses>3."),
        ("r<80", "Recall is between 0 and 1, and 80 is not.", "Write r<0.8 or r<80%."),
        ("r>-1", "Recall is between 0 and 1, and -1 is not.", "Write r>0.8 or r>80%."),
        ("rated:x", "'x' is no number of days.", "Write rated:7"),
        ("rated:0", "'0' is no number of days.", "Write rated:7"),
        ("rated:999999", "'999999' is no number of days.", "Write rated:7"),
        ("rated:٣", "'٣' is no number of days.", "Write rated:7"),
        ("rated:7:5", "'5' is no rating.", "Write rated:7:1 for Again"),
    ],
)
def test_values_that_do_not_exist_are_refused(query: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        parsed(query)
    assert error.value.message == message
    assert error.value.hint.startswith(hint)


@given(st.text(max_size=30))
def test_any_text_that_names_no_filter_is_words(query: str) -> None:
    found = parsed(query.replace(":", ";").replace("<", "{").replace(">", "}").replace("=", "~"))
    words = [one.term.text for one in found.conditions if isinstance(one.term, Word)]
    assert len(words) == len(found.conditions)
    assert all(word == fold(word) != "" for word in words)


@given(st.text(alphabet='ab:-<>="08% rsdi', max_size=14))
def test_a_query_is_understood_or_refused_with_a_hint(query: str) -> None:
    refused: UsageError | None = None
    try:
        parsed(query)
    except UsageError as error:
        refused = error
    assert refused is None or (refused.message.endswith(".") and refused.hint)


@pytest.fixture
def library(desk: Desk) -> Library:
    desk.write("sub/terms.md", "---\ntags: [base]\n---\nT: Größe {.extra}\nD: Maß 100%.\n")
    desk.write("sub/deep/cloze.md", "C: {{one}} and {{two}}.\n")
    desk.write("subway.md", question("A_b or axb?") + question("Percent 50% of it?"))
    desk.write("q.md", questions(4))
    return desk.open()


def titles(library: Library, query: str) -> list[str]:
    return [f"{row.title}|{row.facet}" for row in library.search(query)]


def test_every_filter_over_real_decks(desk: Desk, library: Library) -> None:
    assert len(library.search()) == 10
    assert titles(library, "grosse") == ["Größe|forward", "Größe|backward"]
    assert titles(library, "MASS kind:term") == ["Größe|forward", "Größe|backward"]
    assert len(library.search("deck:sub")) == 4
    assert len(library.search("deck:sub/")) == 4
    assert len(library.search("deck:sub/deep/cloze.md")) == 2
    assert len(library.search("deck:su")) == 0
    assert len(library.search("tag:base tag:extra")) == 2
    assert len(library.search("tag:extra")) == len(library.search("tag:base")) == 2
    assert len(library.search("tag:ext")) == 0
    assert len(library.search("kind:cloze")) == 2
    assert len(library.search("is:new")) == 10
    library.mark("q.md#q1", suspended=True)
    library.mark("q.md#q2", flagged=True)
    assert [row.uid for row in library.search("is:suspended")] == ["q.md#q1"]
    assert [row.uid for row in library.search("is:flagged")] == ["q.md#q2"]
    answer(library.session(("q.md",)), Rating.EASY)
    assert len(library.search("is:new")) == 9
    assert library.search("is:due") == ()
    desk.wait(days=60)
    assert [row.uid for row in library.search("is:due")] == ["q.md#q2"]
    assert library.search("is:leech") == ()
    (desk.decks / "subway.md").unlink()
    library.refresh()
    assert {row.title for row in library.search("is:missing or")} == {"A_b or axb?"}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("a_b", ["A_b or axb?|"]),
        ("50%", ["Percent 50% of it?|"]),
        ("%", ["Größe|forward", "Größe|backward", "Percent 50% of it?|"]),
        ("_", ["A_b or axb?|"]),
        ("5_%", []),
        ("\\", []),
    ],
)
def test_signs_of_like_are_letters(library: Library, query: str, found: list[str]) -> None:
    assert titles(library, query) == found


def test_pages_of_results(library: Library) -> None:
    rows = library.search()
    assert library.search(limit=3) == rows[:3]
    assert library.search(limit=3, offset=3) == rows[3:6]
    assert library.search(offset=8) == rows[8:]
    assert library.search(limit=0) == ()


def test_a_row_tells_what_is_known_of_the_card(desk: Desk, library: Library) -> None:
    (before,) = library.search("deck:q.md number 1")
    assert (before.phase, before.due, before.recall, before.stability) == ("new", None, None, None)
    answer(library.session(("q.md",)), Rating.EASY)
    (after,) = library.search("deck:q.md number 1")
    assert (after.phase, after.reps, after.lapses, after.recall) == ("review", 1, 0, 1.0)
    assert after.due is not None
    assert after.due.startswith("in ")
    assert (after.deck, after.line, after.missing) == ("q.md", 1, False)


def test_two_hundred_searches_find_what_a_plain_filter_finds(desk: Desk) -> None:
    letters = "aAäÄeéÉ ßsS%_'\\ıIİﬁfi"
    chance = Random(7)

    def word(longest: int) -> str:
        return "".join(chance.choice(letters) for _ in range(chance.randint(1, longest)))

    prompts = [f"Prompt {number}: {word(12)}?" for number in range(60)]
    desk.write("a.md", "".join(f"Q: {prompt}\nA: Yes.\n\n" for prompt in prompts))
    library = desk.open()
    places = {row.line: row.uid for row in library.search()}
    assert len(places) == 60
    some = 0
    for _ in range(200):
        sought = fold(word(2))
        wanted = [
            places[number * 3 + 1]
            for number, prompt in enumerate(prompts)
            if all(part in fold(f"Q: {prompt}\nA: Yes.") for part in sought.split())
        ]
        assert [row.uid for row in library.search(sought)] == wanted, sought
        some += bool(wanted)
    assert some > 100
