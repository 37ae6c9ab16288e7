"""How units stand, and what is next: every rule of the path by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.deck import DeckKind
from recall.study.course import (
    KNOWN_FROM,
    NOTHING,
    NextStep,
    State,
    StepKind,
    Unit,
    drawn_units,
    introducing,
    next_step,
    open_units,
    state_of,
    unit_name,
)


def lesson(code: str, *after: str, **values: object) -> Unit:
    """A lesson with text, of which nothing was done."""
    unit = Unit(
        code, "k3", code, after=after, unseen=5, total=5, kind=DeckKind.LESSON, has_text=True
    )
    return replace(unit, **values)  # type: ignore[arg-type]  # a test names the fields it sets


def review(code: str, *after: str, **values: object) -> Unit:
    """A review that draws from what comes before it."""
    unit = lesson(code, *after, kind=DeckKind.REVIEW, draws_from=after)
    return replace(unit, **values)  # type: ignore[arg-type]  # as above


def deck(code: str, *after: str, **values: object) -> Unit:
    """A deck of cards without text."""
    return lesson(code, *after, **{"kind": DeckKind.DECK, "has_text": False} | values)


def seen(unit: Unit, recall: float = 0.9) -> Unit:
    """A unit every card of which was answered."""
    return replace(unit, unseen=0, seen=unit.total, recall=recall)


STATES = [
    (lesson("L1"), True, State.NEW),
    (lesson("L1"), False, State.CLOSED),
    (lesson("L1", begun=True), True, State.READING),
    (lesson("L1", begun=True), False, State.READING),
    (lesson("L1", begun=True, has_text=False), True, State.NEW),
    (deck("L1", begun=True, has_text=True), True, State.NEW),
    (lesson("L1", begun=True, finished=True), True, State.LEARNING),
    (lesson("L1", finished=True), False, State.LEARNING),
    (lesson("L1", begun=True, seen=1, unseen=4), True, State.LEARNING),
    (lesson("L1", seen=1, unseen=4), False, State.LEARNING),
    (seen(lesson("L1"), KNOWN_FROM), True, State.KNOWN),
    (seen(lesson("L1"), KNOWN_FROM), False, State.KNOWN),
    (seen(lesson("L1"), KNOWN_FROM - 0.001), True, State.LEARNING),
    (lesson("L1", seen=4, unseen=1, recall=0.9), True, State.LEARNING),
    # Suspended cards are neither seen nor to be seen; alone they make nothing known.
    (lesson("L1", unseen=0, recall=0.9), True, State.NEW),
    (lesson("L1", unseen=0, total=0), True, State.NEW),
    (review("R", "L1", finished=True), True, State.LEARNING),
]


@pytest.mark.parametrize(("unit", "is_open", "state"), STATES)
def test_how_a_unit_stands(unit: Unit, is_open: bool, state: State) -> None:
    assert state_of(unit, is_open=is_open) is state


@pytest.mark.parametrize(
    ("unit", "comes"),
    [
        (lesson("L1"), False),
        (lesson("L1", begun=True), False),
        (lesson("L1", finished=True), True),
        (lesson("L1", seen=1, unseen=4), True),
        (lesson("L1", has_text=False), True),
        (lesson("L1", kind=DeckKind.CAPSTONE), True),
        (deck("L1", has_text=True), True),
        (review("R"), True),
        (review("R", draws_from=("L1",)), False),
        (review("R", draws_from=("L1",), finished=True), True),
        (review("R", draws_from=("L1",), seen=1), True),
    ],
)
def test_new_cards_come_once_a_text_was_finished_or_a_review_begun(unit: Unit, comes: bool) -> None:
    assert introducing([unit], {unit.path}) == ({unit.path} if comes else set())
    assert introducing([unit], frozenset()) == frozenset()


def step_of(*units: Unit, due: int = 0, new_from: str = "") -> NextStep:
    return next_step(units, open_units(units), due=due, new_from=frozenset(new_from.split()))


LEARNT = seen(lesson("L1", finished=True))
TAKEN = lesson("L1", finished=True)
GLOSSARY = deck("G")
REVIEW_A = review("R", "L1")

STEPS = {
    "due first": (
        (lesson("L1", begun=True), replace(LEARNT, path="x", quiz=True)),
        {"due": 1},
        NextStep(StepKind.REVIEW),
    ),
    "new cards among what is due": (
        (TAKEN,),
        {"due": 3, "new_from": "L1"},
        NextStep(StepKind.REVIEW, new=True),
    ),
    "no new ones while a lesson is being read": (
        (TAKEN, lesson("L2", begun=True)),
        {"due": 3, "new_from": "L1"},
        NextStep(StepKind.REVIEW, new=False),
    ),
    "no new ones while a quiz waits": (
        (replace(TAKEN, quiz=True),),
        {"due": 3, "new_from": "L1"},
        NextStep(StepKind.REVIEW, new=False),
    ),
    "then what is being read": (
        (replace(TAKEN, quiz=True), lesson("L2", begun=True)),
        {"new_from": "L1"},
        NextStep(StepKind.READ_ON, "L2"),
    ),
    "also what is read before its turn": (
        (lesson("L1"), lesson("L2", "L1", begun=True)),
        {},
        NextStep(StepKind.READ_ON, "L2"),
    ),
    "then the quiz": (
        (replace(TAKEN, quiz=True),),
        {"new_from": "L1"},
        NextStep(StepKind.QUIZ, "L1"),
    ),
    "no quiz of a lesson that was not finished": (
        (lesson("L1", quiz=True),),
        {},
        NextStep(StepKind.READ, "L1"),
    ),
    "no quiz of a review": (
        (LEARNT, seen(replace(REVIEW_A, finished=True, quiz=True))),
        {},
        NOTHING,
    ),
    "then new cards": (
        (TAKEN, lesson("L2")),
        {"new_from": "L1"},
        NextStep(StepKind.LEARN),
    ),
    "then a review that is ready": (
        (LEARNT, REVIEW_A, lesson("L3")),
        {},
        NextStep(StepKind.MIX, "R"),
    ),
    "no review that was begun": (
        (LEARNT, replace(REVIEW_A, finished=True), lesson("L3")),
        {},
        NextStep(StepKind.READ, "L3"),
    ),
    "no review before its turn": (
        (replace(TAKEN, seen=4, unseen=1), REVIEW_A),
        {},
        NOTHING,
    ),
    "no review that has nothing to ask": (
        (lesson("L1", unseen=0), replace(REVIEW_A, unseen=0)),
        {},
        NextStep(StepKind.READ, "L1"),
    ),
    "a review that asks only what others hold": (
        (LEARNT, replace(REVIEW_A, unseen=0, total=0)),
        {},
        NextStep(StepKind.MIX, "R"),
    ),
    "then the next lesson": (
        (LEARNT, lesson("L2", "L1"), lesson("L3", "L2")),
        {},
        NextStep(StepKind.READ, "L2"),
    ),
    "a lesson before the new cards of what stands behind it": (
        (lesson("L1"), GLOSSARY),
        {"new_from": "G"},
        NextStep(StepKind.READ, "L1"),
    ),
    "and no such cards among what is due": (
        (LEARNT, REVIEW_A, GLOSSARY),
        {"due": 1, "new_from": "G"},
        NextStep(StepKind.REVIEW, new=False),
    ),
    "but after new cards of which some stand before it": (
        (TAKEN, lesson("L2"), GLOSSARY),
        {"new_from": "L1 G"},
        NextStep(StepKind.LEARN),
    ),
    "and after those of other decks": (
        (lesson("L1"), deck("own", course=None)),
        {"new_from": "own"},
        NextStep(StepKind.LEARN),
    ),
    "a loose lesson after other loose cards": (
        (lesson("L1", course=None), deck("own", course=None)),
        {"new_from": "own"},
        NextStep(StepKind.LEARN),
    ),
    "then a blank page of the capstone": (
        (LEARNT, deck("C", "L1", kind=DeckKind.CAPSTONE, pages=3, unseen=0)),
        {},
        NextStep(StepKind.PAGE, "C"),
    ),
    "no blank page before its turn": (
        (lesson("L1", finished=True), deck("C", "L1", kind=DeckKind.CAPSTONE, pages=3)),
        {},
        NOTHING,
    ),
    "no blank page of another deck": ((deck("C", pages=3),), {}, NOTHING),
    "no blank page that was written": ((deck("C", kind=DeckKind.CAPSTONE),), {}, NOTHING),
    "else nothing": ((LEARNT, lesson("L2", "L1", finished=True)), {}, NOTHING),
    "nothing at all": ((), {}, NOTHING),
}


@pytest.mark.parametrize("case", STEPS)
def test_what_is_next(case: str) -> None:
    units, counted, step = STEPS[case]
    assert step_of(*units, **counted) == step  # type: ignore[arg-type]  # two kinds of counts


def test_a_review_draws_from_its_own_course_only() -> None:
    units = [LEARNT, replace(LEARNT, path="other", course="other"), lesson("L2"), REVIEW_A]
    assert drawn_units(units, REVIEW_A) == (LEARNT, REVIEW_A)
    loose = replace(REVIEW_A, course=None)
    assert drawn_units([replace(LEARNT, course=None), loose], loose) == (loose,)


@pytest.mark.parametrize(
    ("unit", "name"),
    [(("k3", "L7b", "a/7b.md"), "k3#L7b"), (("k3", None, "a/7b.md"), "k3#a/7b.md")],
)
def test_the_name_of_a_unit_in_the_log(unit: tuple[str, str | None, str], name: str) -> None:
    assert unit_name(*unit) == name
    assert unit_name(None, unit[1], unit[2]) == name.removeprefix("k3")


KINDS = st.sampled_from([DeckKind.LESSON, DeckKind.DECK, DeckKind.REVIEW, DeckKind.CAPSTONE])
CODES = ["A", "B", "C", "D"]


@st.composite
def units(draw: st.DrawFn) -> list[Unit]:
    found = []
    for code in CODES:
        total = draw(st.integers(0, 3))
        answered = draw(st.integers(0, total))
        found.append(
            Unit(
                code,
                "k",
                code,
                after=tuple(draw(st.lists(st.sampled_from(CODES), max_size=2))),
                total=total,
                seen=answered,
                unseen=total - answered,
                recall=draw(st.floats(0, 1)),
                kind=draw(KINDS),
                draws_from=tuple(draw(st.lists(st.sampled_from(CODES), max_size=2))),
                has_text=draw(st.booleans()),
                begun=draw(st.booleans()),
                finished=draw(st.booleans()),
                quiz=draw(st.booleans()),
                pages=draw(st.integers(0, 1)),
            )
        )
    return found


@given(units(), st.integers(0, 2), st.booleans())
def test_a_step_is_always_one_that_can_be_taken(
    found: list[Unit], due: int, limit_reached: bool
) -> None:
    opened = open_units(found)
    coming = introducing(found, opened)
    new_from = {one.path for one in found if one.path in coming and one.unseen}
    step = next_step(found, opened, due=due, new_from=set() if limit_reached else new_from)
    unit = next((one for one in found if one.path == step.unit), None)
    assert (unit is None) == (step.kind in (StepKind.REVIEW, StepKind.LEARN, StepKind.NOTHING))
    if due:
        assert step.kind is StepKind.REVIEW
    if step.kind is StepKind.NOTHING:
        # What is left waits for what comes before it, or for another day.
        assert limit_reached or not new_from
        for one in found:
            assert state_of(one, is_open=one.path in opened) is not State.READING
            assert not (one.is_read and one.waits and one.path in opened)
