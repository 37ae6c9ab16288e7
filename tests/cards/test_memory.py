from __future__ import annotations

import pytest

from recall.cards.memory import NEW_MEMORY, NO_MARKS, Marks, Memory, Phase, Rating


def test_a_new_memory_holds_nothing() -> None:
    assert Memory() == NEW_MEMORY
    assert NEW_MEMORY.phase is Phase.NEW
    assert (NEW_MEMORY.reps, NEW_MEMORY.lapses, NEW_MEMORY.interval) == (0, 0, 0)
    assert NEW_MEMORY.stability is NEW_MEMORY.last_day is NEW_MEMORY.due_day is None


def test_ratings_are_ordered_and_named() -> None:
    assert [int(rating) for rating in Rating] == [1, 2, 3, 4]
    assert [rating.label for rating in Rating] == ["Again", "Hard", "Good", "Easy"]


@pytest.mark.parametrize(
    ("buried_day", "today", "buried"),
    [(None, 100, False), (99, 100, False), (100, 100, True), (101, 100, True), (0, 0, True)],
)
def test_a_card_stays_buried_through_its_day(
    buried_day: int | None, today: int, buried: bool
) -> None:
    assert Marks(buried_day=buried_day).buried(today) is buried


def test_no_marks_are_no_marks() -> None:
    assert Marks() == NO_MARKS
    assert not NO_MARKS.suspended
    assert not NO_MARKS.flagged
    assert not NO_MARKS.buried(0)
