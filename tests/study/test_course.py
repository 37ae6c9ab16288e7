from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from recall.study.course import Unit, course_order, open_units


def lesson(
    code: str, *after: str, unseen: int = 5, total: int = 5, course: str | None = "k3"
) -> Unit:
    return Unit(
        path=f"{course}/{code}.md",
        course=course,
        code=code,
        after=after,
        unseen=unseen,
        total=total,
    )


def open_codes(*lessons: Unit) -> set[str]:
    opened = open_units(lessons)
    return {deck.code or "" for deck in lessons if deck.path in opened}


def test_siblings_of_cards_that_were_met_hold_up_nothing() -> None:
    waiting = replace(lesson("L1", unseen=3), put_off=3)
    assert open_codes(waiting, lesson("L2", "L1")) == {"L1", "L2"}
    assert open_codes(replace(waiting, put_off=2), lesson("L2", "L1")) == {"L1"}


def test_lesson_opens_when_the_one_before_has_no_unseen_cards() -> None:
    assert open_codes(lesson("L1"), lesson("L2", "L1"), lesson("L3", "L2")) == {"L1"}
    assert open_codes(lesson("L1", unseen=0), lesson("L2", "L1"), lesson("L3", "L2")) == {
        "L1",
        "L2",
    }


def test_all_lessons_named_must_be_ready() -> None:
    one, two = lesson("L1", unseen=0), lesson("L2", unseen=1)
    assert open_codes(one, two, lesson("L3", "L1", "L2")) == {"L1", "L2"}


def test_lesson_without_cards_stands_for_what_comes_before_it() -> None:
    review = lesson("Review A", "L1", unseen=0, total=0)
    assert open_codes(lesson("L1"), review, lesson("L2", "Review A")) == {"L1"}
    ready = lesson("L1", unseen=0)
    assert open_codes(ready, review, lesson("L2", "Review A")) == {"L1", "Review A", "L2"}


def test_lesson_that_was_studied_early_is_ready() -> None:
    studied = lesson("L2", "L1", unseen=0)
    assert open_codes(lesson("L1"), studied, lesson("L3", "L2")) == {"L1", "L3"}


def test_code_that_names_nothing_holds_up_nothing() -> None:
    assert open_codes(lesson("L2", "L1")) == {"L2"}


def test_codes_are_those_of_the_same_course() -> None:
    other = lesson("L1", course="other")
    assert open_units([other, lesson("L2", "L1")]) == {"other/L1.md", "k3/L2.md"}


def test_decks_outside_a_course_are_open() -> None:
    alone = [lesson("a", course=None), lesson("b", "a", course=None)]
    assert open_units(alone) == {"None/a.md", "None/b.md"}


def test_two_decks_of_one_code_must_both_be_ready() -> None:
    first = lesson("L1", unseen=0)
    second = Unit("k3/again.md", "k3", "L1", unseen=2, total=2)
    assert "k3/L2.md" not in open_units([first, second, lesson("L2", "L1")])


def test_requirements_in_a_circle_do_not_close_decks_for_ever() -> None:
    assert open_codes(lesson("L1", "L1")) == {"L1"}
    circle = (lesson("L1", "L2"), lesson("L2", "L1"), lesson("L3", "L2"))
    assert open_codes(*circle) == {"L1", "L2"}
    empty_circle = (
        lesson("A", "B", unseen=0, total=0),
        lesson("B", "A", unseen=0, total=0),
        lesson("C", "B"),
    )
    assert open_codes(*empty_circle) == {"A", "B", "C"}


CODES = ["A", "B", "C", "D", "E"]


@given(
    st.lists(
        st.tuples(st.lists(st.sampled_from(CODES), max_size=3), st.integers(0, 2)),
        min_size=5,
        max_size=5,
    )
)
def test_new_cards_can_always_go_on(drawn: list[tuple[list[str], int]]) -> None:
    """While any deck has unseen cards, one of them is open; studying them all opens all."""
    lessons = [
        lesson(code, *after, unseen=unseen, total=unseen)
        for code, (after, unseen) in zip(CODES, drawn, strict=True)
    ]
    while any(deck.unseen for deck in lessons):
        opened = open_units(lessons)
        assert any(deck.unseen and deck.path in opened for deck in lessons)
        lessons = [
            lesson(
                deck.code or "",
                *deck.after,
                unseen=0 if deck.path in opened else deck.unseen,
                total=deck.total,
            )
            for deck in lessons
        ]
    assert len(open_units(lessons)) == len(lessons)


def test_order_of_the_course_is_by_number_then_path() -> None:
    decks = [
        Unit("z.md"),
        Unit("10.md", order=Decimal(10)),
        Unit("7b.md", order=Decimal("7.5")),
        Unit("a.md"),
        Unit("b.md", order=Decimal(0)),
        Unit("7.md", order=Decimal("7.0")),
        Unit("c.md", order=Decimal(-1)),
    ]
    ordered = [deck.path for deck in course_order(decks)]
    assert ordered == ["c.md", "b.md", "7.md", "7b.md", "10.md", "a.md", "z.md"]
