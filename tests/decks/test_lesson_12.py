"""The deck of Lesson 12: complete, free of problems, and right where it can be computed."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache
from pathlib import Path

from recall.cards.card import Entry, Kind
from recall.cards.deck import Deck, DeckKind
from recall.cards.kinds.choice import Choice
from recall.cards.kinds.cloze import Cloze
from recall.cards.kinds.free_recall import FreeRecall
from recall.cards.kinds.order import Order
from recall.cards.kinds.question import Question
from recall.cards.kinds.typed import AcceptedAnswer, Typed
from recall.markdown.reader import read_deck
from recall.text import width

COURSE = Path(__file__).parents[2] / "decks" / "kimi-k3"
FACTS = {f"S-{number:02d}" for number in range(1, 95)}
COLUMNS = 74


@cache
def deck() -> Deck:
    path = COURSE / "12-post-training.md"
    return read_deck(path.read_bytes(), "kimi-k3/12-post-training.md")


def entry(ident: str) -> Entry:
    (found,) = (entry for entry in deck().entries if entry.attributes.id == ident)
    return found


def prompt_numbers(ident: str) -> list[float]:
    parts = entry(ident).parts
    assert isinstance(parts, Typed)
    numbers = re.findall(r"(?<!\w)\d[\d,]*(?:\.\d+)?", parts.prompt)
    return [float(number.replace(",", "")) for number in numbers]


def answer(ident: str) -> AcceptedAnswer:
    parts = entry(ident).parts
    assert isinstance(parts, Typed)
    return parts.answers[0]


def assert_accepts(ident: str, value: float) -> None:
    """The card's first answer is within its own tolerance of ``value``."""
    accepted = answer(ident)
    assert accepted.number is not None
    assert abs(float(accepted.number) - value) <= float(accepted.tolerance or 0) + 1e-9


def reading() -> str:
    """The text to read before the quiz."""
    body = re.sub(r"\A---\n.*?\n---\n", "", deck().text, flags=re.DOTALL)
    return body[: body.index("## Check yourself")]


def fenced() -> list[str]:
    return [line for block in _fences(deck().text) for line in block.splitlines()]


def _fences(text: str) -> list[str]:
    return re.findall(r"^```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def test_the_course_and_the_deck_have_no_problems() -> None:
    course = read_deck((COURSE / "course.md").read_bytes(), "kimi-k3/course.md")
    assert course.problems == ()
    assert deck().problems == ()
    assert (course.front_matter.kind, course.front_matter.id) == (DeckKind.COURSE, "kimi-k3")
    assert (deck().front_matter.kind, deck().front_matter.code) == (DeckKind.LESSON, "L12")
    assert deck().front_matter.order == 12
    assert deck().front_matter.after == ("L11",)


def test_every_fact_of_the_lesson_has_a_card() -> None:
    cited = {fact for entry in deck().entries for fact in (entry.attributes.source or "").split()}
    assert sorted(FACTS - cited) == []
    assert all(fact in FACTS or re.fullmatch(r"L\d+b?-\d\d", fact) for fact in cited)


def test_every_entry_has_an_identity_and_a_source() -> None:
    idents = Counter(entry.attributes.id for entry in deck().entries)
    assert None not in idents
    assert [ident for ident, count in idents.items() if count > 1] == []
    assert [entry.attributes.id for entry in deck().entries if not entry.attributes.source] == []


def test_all_seven_kinds_are_used() -> None:
    assert {entry.kind for entry in deck().entries} == set(Kind)


def test_nothing_but_cards_and_headings_follows_the_reading() -> None:
    lines = deck().text.splitlines()
    start = lines.index("## Check yourself")
    assert deck().entries[0].place.line > start
    taken = {
        line
        for entry in deck().entries
        for line in range(entry.place.line, entry.place.end_line + 1)
    }
    rest = [line for number, line in enumerate(lines, 1) if number > start and number not in taken]
    assert [line for line in rest if line and not line.startswith("## ")] == []


def test_the_reading_is_a_lesson_long() -> None:
    prose = re.sub(r"^```text\n.*?^```$", "", reading(), flags=re.DOTALL | re.MULTILINE)
    count = len(re.findall(r"\w[\w.,'’%-]*", prose))
    assert 600 <= count <= 900


def test_diagrams_and_tables_fit() -> None:
    tables = [line for line in deck().text.splitlines() if line.startswith("|")]
    assert len(_fences(deck().text)) == 4
    assert len(tables) > 20
    assert [line for line in fenced() + tables if width(line) > COLUMNS] == []


def test_the_quiz_gives_a_reason_for_every_wrong_option() -> None:
    quiz = [entry for entry in deck().entries if entry.kind is Kind.CHOICE]
    assert len(quiz) == 6
    places: list[int] = []
    for question in quiz:
        assert question.headings[-1] == "Check yourself"
        assert question.note
        assert isinstance(question.parts, Choice)
        assert len(question.parts.options) == 4
        assert all(option.reason for option in question.parts.options if not option.right)
        (right,) = question.parts.right
        places.append(right)
    assert set(places) == {0, 1, 2, 3}
    assert max(Counter(places).values()) <= 2


def test_answers_are_short() -> None:
    for card in deck().entries:
        if isinstance(card.parts, Question):
            assert len(card.parts.answer.split()) < 25, card.attributes.id


def test_no_answer_stands_in_its_own_prompt() -> None:
    for card in deck().entries:
        if isinstance(card.parts, Typed):
            prompt = card.parts.prompt.casefold()
            for accepted in card.parts.answers:
                shown = re.escape(accepted.text.casefold())
                assert not re.search(rf"(?<![\w.]){shown}(?![\w.]*\w)", prompt), card.attributes.id
        if isinstance(card.parts, Cloze):
            for gap in card.parts.gaps:
                shown = re.escape(gap.answers[0].casefold())
                gaps_out = card.parts.fill(lambda other: "…").casefold()
                assert not re.search(rf"\b{shown}\b", gaps_out), card.attributes.id


def test_the_blank_page_teaches_its_points() -> None:
    (page,) = (entry.parts for entry in deck().entries if entry.kind is Kind.FREE_RECALL)
    assert isinstance(page, FreeRecall)
    assert 8 <= len(page.points) <= 12
    assert len({point.group for point in page.points}) >= 3
    assert all(point.cue for point in page.points)
    assert sum(bool(point.misconceptions) for point in page.points) >= 5
    idents = {entry.attributes.id for entry in deck().entries}
    assert {point.card for point in page.points} <= idents


def test_the_orders_are_the_lessons_own() -> None:
    loop = entry("agent-loop").parts
    assert isinstance(loop, Order)
    assert loop.items == ("Reason", "Act", "Observe", "Verify", "Adapt")
    pipeline = entry("pipeline").parts
    assert isinstance(pipeline, Order)
    assert [item.split()[0] for item in pipeline.items] == ["SFT", "RL", "MOPD"]


def test_log_ratios_follow_from_their_probabilities() -> None:
    teacher, student = prompt_numbers("ratio-positive")
    assert_accepts("ratio-positive", math.log(teacher / student))
    assert answer("ratio-positive").text == f"{math.log(teacher / student):.3f}"


def test_the_clipped_reward_follows_from_its_probabilities() -> None:
    teacher, student, limit = prompt_numbers("ratio-clipped")
    ratio = math.log(teacher / student)
    assert_accepts("ratio-clipped", max(-limit, min(limit, ratio)))
    assert f"{ratio:.3f}".replace("-", "−") in (entry("ratio-clipped").note or "")


def test_costs_follow_from_each_other() -> None:
    price = re.search(r"\$(\d+\.\d\d)", entry("sol-cost").parts.title)
    assert price is not None
    assert_accepts("sol-cost", 2 * float(price[1]))


def test_the_expected_win_rate_follows_from_the_ratings() -> None:
    higher, lower = prompt_numbers("elo")[-2:]
    rate = 100 / (1 + 10 ** (-(higher - lower) / 400))
    assert_accepts("elo", rate)
    assert answer("elo").text == f"{rate:.0f}"
    assert answer("webdev").number == int(higher)
    assert f"{higher - lower:.0f}/400" in (entry("elo").hint or "")


def test_the_number_of_experts_is_domains_times_levels() -> None:
    domains = entry("domains").parts
    assert isinstance(domains, Question)
    named = re.split(r", | and ", domains.answer.rstrip("."))
    levels = re.search(r"low +high +max", "\n".join(fenced()))
    assert levels is not None
    assert answer("nine").number == len(named) * len(levels[0].split())


def test_headline_numbers() -> None:
    expected = {
        "browsecomp": 91.2,
        "programbench": 77.8,
        "swe-marathon": 42.0,
        "webdev": 1678,
        "kcb-cost": 38,
        "accelerators": 64,
    }
    for ident, value in expected.items():
        number = answer(ident).number
        assert number is not None
        assert float(number) == value, ident
