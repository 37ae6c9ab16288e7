from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.card import Kind
from recall.cards.memory import Rating
from recall.errors import UsageError
from recall.library.library import Library
from recall.library.searching import parse_query
from recall.storage.records import Search
from recall.text import fold
from tests.library.building import Desk, answer, question, questions

TODAY, LEECH = 20_000, 8


def parsed(query: str) -> Search:
    return parse_query(query, TODAY, LEECH)


@pytest.mark.parametrize(
    ("query", "search"),
    [
        ("", Search(today=TODAY)),
        ("   ", Search(today=TODAY)),
        ("Two  Words", Search(words=("two", "words"), today=TODAY)),
        ('"two words"', Search(words=("two words",), today=TODAY)),
        ('a "b c" d', Search(words=("a", "b c", "d"), today=TODAY)),
        ('""', Search(today=TODAY)),
        ("ÄÖ ﬁn", Search(words=("ao", "fin"), today=TODAY)),
        ("deck:a/b.md", Search(deck="a/b.md", today=TODAY)),
        ('deck:"My deck.md"', Search(deck="My deck.md", today=TODAY)),
        ("tag:x", Search(tag="x", today=TODAY)),
        ("tag:#x", Search(tag="x", today=TODAY)),
        ("kind:free-recall", Search(kind=Kind.FREE_RECALL, today=TODAY)),
        ("KIND:Cloze", Search(kind=Kind.CLOZE, today=TODAY)),
        ("is:due", Search(due=True, today=TODAY)),
        ("is:new", Search(new=True, today=TODAY)),
        ("is:suspended", Search(suspended=True, today=TODAY)),
        ("is:flagged", Search(flagged=True, today=TODAY)),
        ("is:missing", Search(missing=True, today=TODAY)),
        ("IS:Leech", Search(lapses=LEECH, today=TODAY)),
        ("is:due x kind:term", Search(words=("x",), due=True, kind=Kind.TERM, today=TODAY)),
        # What looks like a filter and is none is looked for.
        ("http://x.org", Search(words=("http://x.org",), today=TODAY)),
        ("12:30", Search(words=("12:30",), today=TODAY)),
        ("deck:", Search(words=("deck:",), today=TODAY)),
        ("std::vector", Search(words=("std::vector",), today=TODAY)),
        # Quotes that are not closed, apostrophes, backslashes and hashes are letters.
        ('say "hello', Search(words=("say", '"hello'), today=TODAY)),
        ("l'avenir d'hier", Search(words=("l'avenir", "d'hier"), today=TODAY)),
        ("don't", Search(words=("don't",), today=TODAY)),
        (r"\frac a\b", Search(words=(r"\frac", r"a\b"), today=TODAY)),
        ("#tag c#", Search(words=("#tag", "c#"), today=TODAY)),
    ],
)
def test_parse_query(query: str, search: Search) -> None:
    assert parsed(query) == search


@pytest.mark.parametrize(
    ("query", "message", "hint"),
    [
        ("kind:clozes", "'clozes' is no kind of card.", "Write cloze."),
        ("is:du", "'du' is no state.", "Write due."),
        ("is:zzz", "'zzz' is no state.", "Write due or new or suspended"),
    ],
)
def test_values_that_do_not_exist_are_refused(query: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        parsed(query)
    assert error.value.message == message
    assert error.value.hint.startswith(hint)


@given(st.text(max_size=30))
def test_any_text_that_names_no_filter_is_words(query: str) -> None:
    found = parsed(query.replace(":", ";"))
    assert found == Search(words=found.words, today=TODAY)
    assert all(word == fold(word) != "" for word in found.words)


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
