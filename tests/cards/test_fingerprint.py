"""The identity of content: what counts, and what does not."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from recall.cards.card import Attributes, Entry, Kind, Place
from recall.cards.fingerprint import cards_of, fingerprint
from recall.cards.kinds.choice import Choice, Option
from recall.cards.kinds.cloze import Cloze, Gap
from recall.cards.kinds.free_recall import FreeRecall, KeyPoint
from recall.cards.kinds.question import Question
from recall.cards.kinds.term import Term
from recall.text import normalise

ENTRY = Entry(Kind.QUESTION, Question("a", "b"), Place("x.md", 1), "Q: a\nA: b")
TEXTS = st.lists(st.text(max_size=6), min_size=1, max_size=4).map(tuple)


def test_parts_are_kept_apart() -> None:
    assert fingerprint(Kind.QUESTION, ("ab", "c")) != fingerprint(Kind.QUESTION, ("a", "bc"))
    assert fingerprint(Kind.QUESTION, ("a", "b")) != fingerprint(Kind.TYPED, ("a", "b"))


@given(TEXTS, TEXTS)
def test_equal_digest_means_equal_normalised_parts(
    one: tuple[str, ...], two: tuple[str, ...]
) -> None:
    same = tuple(map(normalise, one)) == tuple(map(normalise, two))
    assert (fingerprint(Kind.CLOZE, one) == fingerprint(Kind.CLOZE, two)) == same


def test_white_space_and_unicode_form_do_not_count() -> None:
    assert fingerprint(Kind.TERM, ("e\u0301 \n x",)) == fingerprint(Kind.TERM, ("\u00e9 x",))


def test_case_counts() -> None:
    assert fingerprint(Kind.QUESTION, ("LS", "x")) != fingerprint(Kind.QUESTION, ("ls", "x"))


def test_place_notes_and_tags_do_not_count() -> None:
    other = replace(
        ENTRY, place=Place("y.md", 9), hint="h", note="n", attributes=Attributes(tags=("t",))
    )
    assert cards_of(other, "y")[0].name == cards_of(ENTRY, "x")[0].name


def test_names_with_and_without_identity() -> None:
    (plain,) = cards_of(ENTRY, "course")
    assert plain.name == plain.fingerprint
    (named,) = cards_of(replace(ENTRY, attributes=Attributes(id="k")), "course")
    assert (named.name, named.fingerprint) == ("course#k", plain.fingerprint)


def test_siblings_have_names_of_their_own() -> None:
    term = replace(ENTRY, kind=Kind.TERM, parts=Term("a", "b"), attributes=Attributes(id="k"))
    assert [card.name for card in cards_of(term, "c")] == ["c#k/forward", "c#k/backward"]
    page = FreeRecall("p", (KeyPoint("one", id="i"), KeyPoint("two")))
    recall = replace(ENTRY, kind=Kind.FREE_RECALL, parts=page)
    first, second = cards_of(recall, "c")
    assert first.name == "c#i"
    assert second.name == second.fingerprint


def test_order_of_options_does_not_count() -> None:
    one = Choice("p", (Option("a", True), Option("b", False, "why")))
    two = Choice("p", (Option("b", False), Option("a", True)))
    assert one.facets() == two.facets()


def test_gaps_are_told_apart_by_text_and_group() -> None:
    def gap(answer: str, start: int, group: str | None = None) -> Gap:
        return Gap(group, (answer,), None, start, start + len(answer) + 4)

    cloze = Cloze("{{a}} {{a}} {{c1}}", (gap("a", 0), gap("a", 6), gap("c1", 12)))
    assert cloze.gap_keys() == ("a", "a (2)", "c1")
    grouped = Cloze("{{x}} {{y}} {{c1}}", (gap("x", 0, "c1"), gap("y", 6, "c1"), gap("c1", 12)))
    assert grouped.gap_keys() == ("c1", "c1", "c1 (2)")
    assert [facet.key for facet in grouped.facets()] == ["c1", "c1 (2)"]
    assert cloze.title == "a a c1"
    gaps = (gap("a", 0), gap("a", 6), gap("a (2)", 12), gap("a", 22))
    keys = Cloze("{{a}} {{a}} {{a (2)}} {{a}}", gaps).gap_keys()
    assert len(set(keys)) == 4


def test_removing_a_gap_keeps_the_keys_of_the_others() -> None:
    three = Cloze(
        "{{a}} {{b}} {{c}}",
        tuple(Gap(None, (x,), None, n * 6, n * 6 + 5) for n, x in enumerate("abc")),
    )
    two = Cloze("{{a}} b {{c}}", (Gap(None, ("a",), None, 0, 5), Gap(None, ("c",), None, 8, 13)))
    before = {facet.key: facet.graded for facet in three.facets()}
    after = {facet.key: facet.graded for facet in two.facets()}
    assert {key for key, graded in after.items() if before[key] == graded} == {"a", "c"}
