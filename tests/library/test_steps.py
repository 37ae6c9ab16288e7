"""The next step in words."""

from __future__ import annotations

import pytest

from recall.cards.deck import DeckKind
from recall.library.steps import step_in_words
from recall.library.values import DeckRow, Home
from recall.study.course import NOTHING, NextStep, StepKind
from tests.tui.fake import deck


def row(code: str | None, due: int = 0, new_today: int = 0, course: str | None = "k3") -> DeckRow:
    title = f"Title of {code}" if code else "tcp.md"
    return deck(
        f"{code}.md",
        title,
        code=code,
        due=due,
        new_today=new_today,
        course=course,
        file_id=int((code or "L99").removeprefix("L")),
        kind=DeckKind.LESSON,
    )


def words(step: NextStep, *decks: DeckRow, minutes: int = 0, next_due: str | None = None) -> str:
    due, new = sum(one.due for one in decks), sum(one.new_today for one in decks)
    home = Home("Tue", due, new, minutes, (), decks, 0, 0, next_due=next_due, step=step)
    return step_in_words(home)


REVIEW = NextStep(StepKind.REVIEW)
WITH_NEW = NextStep(StepKind.REVIEW, new=True)


@pytest.mark.parametrize(
    ("decks", "told"),
    [
        ((row("L1", 1),), "review 1 card from L1"),
        ((row(None, 3, course=None),), "review 3 cards from tcp.md"),
        ((row("L1", 1), row("L2", 2), row("L3", 3)), "review 6 cards from L1–L3"),
        ((row("L1", 1), row("L2", 2)), "review 3 cards from L1 and L2"),
        ((row("L1", 1), row("L2"), row("L3", 3)), "review 4 cards from L1 and L3"),
        (
            (row("L1", 1), row("L2"), row("L3", 3), row("L4", 1)),
            "review 5 cards from L1, L3 and L4",
        ),
        (
            (row("L1", 1), row("L2"), *(row(f"L{number}", 1) for number in (3, 4, 5))),
            "review 4 cards from 4 decks",
        ),
        ((row("L1", 1), row("L2", 1), row(None, 1, course=None)), "review 3 cards from 3 decks"),
        ((row("L1", 1), row("L2", 1), row("L3", 1, course="it")), "review 3 cards from 3 decks"),
    ],
)
def test_where_the_cards_that_are_due_are_from(decks: tuple[DeckRow, ...], told: str) -> None:
    assert words(REVIEW, *decks) == told


@pytest.mark.parametrize(
    ("step", "decks", "told"),
    [
        (REVIEW, (row("L1", 5),), "review 5 cards from L1, about 6 min"),
        (REVIEW, (row("L1", 5, 4),), "review 5 cards from L1"),
        (WITH_NEW, (row("L1", 5, 4),), "review 5 cards from L1 and learn 4 new, about 6 min"),
        (
            NextStep(StepKind.LEARN),
            (row("L1", 0, 4),),
            "learn 4 new cards of L1 Title of L1, about 6 min",
        ),
        (
            NextStep(StepKind.LEARN),
            (row("L1", 0, 4), row("L2", 0, 1)),
            "learn 5 new cards, about 6 min",
        ),
        (NextStep(StepKind.READ, "1"), (row("L1"),), "read L1 Title of L1"),
        (NextStep(StepKind.READ_ON, "1"), (row("L1"),), "continue L1 Title of L1"),
        (NextStep(StepKind.QUIZ, "1"), (row("L1"),), "quiz L1 Title of L1"),
        (NextStep(StepKind.MIX, "1"), (row("L1"),), "Title of L1 is ready"),
        (NextStep(StepKind.PAGE, "1"), (row("L1"),), "blank page of L1 Title of L1"),
        (NOTHING, (row("L1"),), "nothing more today"),
    ],
)
def test_each_step_in_words(step: NextStep, decks: tuple[DeckRow, ...], told: str) -> None:
    assert words(step, *decks, minutes=6) == told


def test_when_nothing_is_left_it_says_when_there_is() -> None:
    assert words(NOTHING, next_due="tomorrow") == "nothing more today (then tomorrow)"
