"""The whole course: its order, its size, its facts, and what every card of it keeps to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from recall.cards.card import Entry, Kind
from recall.cards.deck import Deck, DeckKind
from recall.cards.fingerprint import cards_of
from recall.cards.kinds.choice import Choice
from recall.cards.kinds.cloze import Cloze
from recall.cards.kinds.free_recall import FreeRecall
from recall.cards.kinds.question import Question
from recall.cards.kinds.term import Term
from recall.cards.kinds.typed import Typed
from recall.markdown.reader import read_deck
from recall.text import width

COURSE = Path(__file__).parents[2] / "decks" / "kimi-k3"
FACTS = Path(__file__).with_name("facts.txt")
FILES = sorted(path.name for path in COURSE.glob("*.md") if path.name != "course.md")
COLUMNS = 74
LONGEST_ANSWER = 24
FEWEST_CARDS, FEWEST_POINTS = 420, 160
COVERED = 0.85

# Every unit in the order of study, with the prefix of its identities.
UNITS = {
    "01-shape.md": ("L1", DeckKind.LESSON, "l1-"),
    "02-kda-1.md": ("L2", DeckKind.LESSON, "l2-"),
    "03-kda-2.md": ("L3", DeckKind.LESSON, "l3-"),
    "04-attention-residuals.md": ("L4", DeckKind.LESSON, "l4-"),
    "05-review-a.md": ("L5", DeckKind.REVIEW, "l5-"),
    "06-latent-moe.md": ("L6", DeckKind.LESSON, "l6-"),
    "07-situ-glu.md": ("L7", DeckKind.LESSON, "l7-"),
    "07b-quantile-balancing.md": ("L7b", DeckKind.LESSON, "l7b-"),
    "08-native-vision.md": ("L8", DeckKind.LESSON, "l8-"),
    "09-per-head-muon.md": ("L9", DeckKind.LESSON, "l9-"),
    "10-review-b.md": ("L10", DeckKind.REVIEW, "l10-"),
    "11-serving.md": ("L11", DeckKind.LESSON, "l11-"),
    "12-post-training.md": ("L12", DeckKind.LESSON, ""),
    "13-capstone.md": ("L13", DeckKind.CAPSTONE, "l13-"),
    "glossary.md": (None, DeckKind.DECK, "g-"),
    "reading-skills.md": (None, DeckKind.DECK, "r-"),
}
CODES = [code for code, _, _ in UNITS.values() if code is not None]
DRAWS_FROM = {
    "05-review-a.md": ("L1", "L2", "L3", "L4"),
    "10-review-b.md": ("L1", "L2", "L3", "L4", "L6", "L7", "L7b", "L8", "L9"),
}

# Questions in which the words of the answer stand and still do not tell it.
TELLS_NOTHING = {
    "l5-block-fit": "the question counts other things by the same number",
    "l11-one-missing": "the answer is one of the two places that the question names",
}

_QUESTION = re.compile(r"([^.?!:;]+)\?(?=\s|$)")
_OFFERS = re.compile(r"\bor\b|\bwhich of\b|^[^.?:]+, [^.?:]+:", re.IGNORECASE)
_ASKS_YES_OR_NO = re.compile(
    r"\s*(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|may|must|might)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Unit:
    """A line of ``facts.txt``: all facts of a unit, and those left out on purpose."""

    facts: frozenset[str]
    left_out: frozenset[str]


@cache
def deck(name: str) -> Deck:
    return read_deck((COURSE / name).read_bytes(), f"kimi-k3/{name}")


def entries() -> Iterator[Entry]:
    for name in FILES:
        yield from deck(name).entries


@cache
def units() -> dict[str, Unit]:
    lines = FACTS.read_text(encoding="utf-8").splitlines()
    read: dict[str, Unit] = {}
    for line in lines:
        if not line or line.startswith("#"):
            continue
        listed, *left_out = re.split(r"\s+;\s+", line)
        name, *ids = listed.split()
        facts = frozenset(fact for written in ids for fact in _range(written))
        assert all(" " in reason for reason in left_out), "each fact left out has a reason"
        read[name] = Unit(facts, frozenset(reason.split()[0] for reason in left_out))
    return read


def _range(written: str) -> list[str]:
    first, dots, last = written.partition("..")
    if not dots:
        return [written]
    stem, number = first.rsplit("-", 1)
    return [f"{stem}-{place:02d}" for place in range(int(number), int(last) + 1)]


@cache
def cited() -> frozenset[str]:
    return frozenset(
        fact for entry in entries() for fact in (entry.attributes.source or "").split()
    )


def answers(entry: Entry) -> list[tuple[str, str]]:
    """Each prompt of an entry's cards with the answer that it must not give away."""
    parts = entry.parts
    if isinstance(parts, Question):
        return [(parts.prompt, parts.answer)]
    if isinstance(parts, Typed):
        return [(parts.prompt, accepted.text) for accepted in parts.answers]
    if isinstance(parts, Term):
        return [(parts.definition, parts.term.partition(",")[0])]
    if isinstance(parts, Choice):
        return [(parts.prompt, parts.options[place].text) for place in parts.right]
    if isinstance(parts, Cloze):
        return [(parts.fill(lambda other: "…"), gap.answers[0]) for gap in parts.gaps]
    return []


def gives_away(prompt: str, answer: str) -> bool:
    """Whether the answer stands in its prompt, unless as one of several that are offered.

    A symbol of one letter has to be introduced before it can be the answer.
    """
    shown = answer.strip().rstrip(".").casefold()
    found = re.search(rf"(?<![\w.,]){re.escape(shown)}(?!\w|[.,]\w)", prompt.casefold())
    return found is not None and len(shown) > 1 and not _OFFERS.search(prompt)


def wide_lines(text: str) -> list[str]:
    """Lines of diagrams and tables that do not fit."""
    wide: list[str] = []
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif (fenced or line.startswith("|")) and width(line) > COLUMNS:
            wide.append(line)
    return wide


def test_the_units_are_there_in_order() -> None:
    assert set(UNITS) == set(FILES)
    front = {name: deck(name).front_matter for name in UNITS}
    assert {name: (front[name].code, front[name].kind) for name in UNITS} == {
        name: (code, kind) for name, (code, kind, _) in UNITS.items()
    }
    orders = [front[name].order for name in UNITS]
    assert all(order is not None for order in orders)
    assert orders == sorted(order for order in orders if order is not None)
    assert len(set(orders)) == len(orders)


def test_each_unit_follows_the_one_before() -> None:
    after = [deck(name).front_matter.after for name in UNITS]
    assert after[: len(CODES)] == [(), *((code,) for code in CODES[:-1])]
    assert {code for codes in after[len(CODES) :] for code in codes} <= set(CODES)


def test_reviews_draw_from_all_lessons_before_them() -> None:
    found = {name: deck(name).front_matter.draws_from for name in DRAWS_FROM}
    assert found == DRAWS_FROM


@pytest.mark.parametrize("name", FILES)
def test_a_deck_has_no_problems_and_says_what_it_is(name: str) -> None:
    front_matter = deck(name).front_matter
    assert deck(name).problems == ()
    assert (front_matter.license, front_matter.language) == ("MIT", "en")
    assert front_matter.title
    assert front_matter.summary
    assert front_matter.source


def test_the_course_is_large_enough() -> None:
    cards = Counter[bool]()
    for entry in entries():
        cards[entry.kind is Kind.FREE_RECALL] += len(cards_of(entry, "kimi-k3"))
    assert cards[False] >= FEWEST_CARDS
    assert cards[True] >= FEWEST_POINTS


@pytest.mark.parametrize("name", FILES)
def test_every_entry_has_an_identity_of_its_unit_and_a_source(name: str) -> None:
    prefix = UNITS[name][2]
    for entry in deck(name).entries:
        assert entry.attributes.source, entry.place
        assert entry.attributes.id is not None, entry.place
        assert entry.attributes.id.startswith(prefix)


def test_identities_are_unique_in_the_course() -> None:
    counts = Counter(entry.attributes.id for entry in entries())
    counts.update(
        point.id
        for entry in entries()
        if isinstance(entry.parts, FreeRecall)
        for point in entry.parts.points
        if point.id is not None
    )
    assert [ident for ident, count in counts.items() if count > 1] == []
    assert set(TELLS_NOTHING) <= set(counts)


def test_links_of_key_points_lead_to_cards() -> None:
    known = {entry.attributes.id for entry in entries()}
    linked = [
        point.card
        for entry in entries()
        if isinstance(entry.parts, FreeRecall)
        for point in entry.parts.points
        if point.card is not None
    ]
    assert len(linked) >= FEWEST_POINTS
    assert sorted(set(linked) - {ident for ident in known if ident}) == []


def test_cards_rest_on_known_facts() -> None:
    known = frozenset[str]().union(*(unit.facts for unit in units().values()))
    assert sorted(cited() - known) == []


@pytest.mark.parametrize("name", units())
def test_the_facts_of_a_unit_are_asked_but_for_those_named(name: str) -> None:
    unit = units()[name]
    assert unit.left_out <= unit.facts
    assert sorted(unit.facts - cited()) == sorted(unit.left_out)
    assert len(unit.facts & cited()) >= COVERED * len(unit.facts)


def test_every_sentence_of_lesson_twelve_is_asked() -> None:
    assert units()["S"] == Unit(
        frozenset(f"S-{number:02d}" for number in range(1, 95)), frozenset()
    )


@pytest.mark.parametrize("name", FILES)
def test_answers_are_short(name: str) -> None:
    long = [
        (entry.attributes.id, len(entry.parts.answer.split()))
        for entry in deck(name).entries
        if isinstance(entry.parts, Question) and len(entry.parts.answer.split()) > LONGEST_ANSWER
    ]
    assert long == []


@pytest.mark.parametrize("name", FILES)
def test_no_question_asks_for_yes_or_no(name: str) -> None:
    for entry in deck(name).entries:
        if isinstance(entry.parts, Question | Typed | Choice):
            for asked in _QUESTION.findall(entry.parts.prompt):
                bare = _ASKS_YES_OR_NO.match(asked) and not re.search(r"\bor\b", asked)
                assert not bare, entry.attributes.id
        for _, answer in answers(entry):
            assert not re.match(r"(?:yes|no)\b(?! \w)", answer, re.IGNORECASE), entry.attributes.id


@pytest.mark.parametrize("name", FILES)
def test_wrong_options_have_reasons(name: str) -> None:
    for entry in deck(name).entries:
        if isinstance(entry.parts, Choice):
            wrong = [option for option in entry.parts.options if not option.right]
            assert wrong
            assert all(option.reason for option in wrong), entry.attributes.id


@pytest.mark.parametrize("name", FILES)
def test_right_options_stand_in_different_places(name: str) -> None:
    places = [entry.parts.right for entry in deck(name).entries if isinstance(entry.parts, Choice)]
    assert len(places) < 3 or len(set(places)) >= 3


@pytest.mark.parametrize("name", FILES)
def test_no_answer_stands_in_its_own_question(name: str) -> None:
    given = [
        (entry.attributes.id, answer)
        for entry in deck(name).entries
        for prompt, answer in answers(entry)
        if gives_away(prompt, answer) and entry.attributes.id not in TELLS_NOTHING
    ]
    assert given == []


@pytest.mark.parametrize("name", FILES)
def test_diagrams_and_tables_fit(name: str) -> None:
    assert wide_lines(deck(name).text) == []


def test_a_term_is_defined_once() -> None:
    terms = Counter(
        entry.parts.term.partition(",")[0].casefold()
        for entry in entries()
        if isinstance(entry.parts, Term)
    )
    assert [term for term, count in terms.items() if count > 1] == []


@pytest.mark.parametrize(
    ("prompt", "answer", "given"),
    [
        ("How many heads, 96, has a layer?", "96", True),
        ("What has 1,096 parts?", "96", False),
        ("Is it KDA or MLA?", "MLA", False),
        ("KDA, MLA, AttnRes: which looks over depth?", "AttnRes.", False),
        ("Which layer of K3, the last of all, is global?", "The last.", True),
    ],
)
def test_giving_away_is_recognised(prompt: str, answer: str, given: bool) -> None:
    assert gives_away(prompt, answer) is given
