from __future__ import annotations

import pytest

from recall.cards.history import ActionKind, marks_after
from recall.cards.memory import Marks, Rating
from recall.errors import UsageError
from tests.library.building import Desk, answer, assert_well, questions

ALL = Marks(suspended=True, buried_day=7, flagged=True)


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        (ActionKind.SUSPEND, Marks(), Marks(suspended=True)),
        (ActionKind.UNSUSPEND, ALL, Marks(buried_day=7, flagged=True)),
        (ActionKind.BURY, Marks(), Marks(buried_day=9)),
        (ActionKind.BURY, ALL, Marks(suspended=True, buried_day=9, flagged=True)),
        (ActionKind.UNBURY, ALL, Marks(suspended=True, flagged=True)),
        (ActionKind.FLAG, Marks(), Marks(flagged=True)),
        (ActionKind.UNFLAG, ALL, Marks(suspended=True, buried_day=7)),
        (ActionKind.RESET, ALL, ALL),
    ],
)
def test_marks_after_an_action(kind: ActionKind, before: Marks, after: Marks) -> None:
    assert marks_after(before, kind, 9) == after


def test_marks_by_name_or_prefix_are_in_the_log(desk: Desk) -> None:
    desk.write("deck.md", questions(3))
    library = desk.open()
    library.mark("deck.md#q2", suspended=True, flagged=True)
    library.mark("deck.md#q3", buried=True)
    assert [(one.kind, one.target) for one in desk.actions()] == [
        (ActionKind.SUSPEND, "deck.md#q2"),
        (ActionKind.FLAG, "deck.md#q2"),
        (ActionKind.BURY, "deck.md#q3"),
    ]
    rows = {row.uid: (row.suspended, row.flagged) for row in library.search()}
    assert rows["deck.md#q2"] == (True, True)
    assert [row.uid for row in library.search("is:suspended")] == ["deck.md#q2"]
    assert library.home().new == 1
    assert_well(library)


def test_a_name_that_several_cards_or_none_have_is_refused(desk: Desk) -> None:
    desk.write("deck.md", questions(3))
    library = desk.open()
    with pytest.raises(UsageError, match="Several cards"):
        library.mark("deck.md#q", suspended=True)
    with pytest.raises(UsageError, match="no card named 'other'"):
        library.mark("other", suspended=True)
    assert desk.actions() == ()


def test_opening_looking_and_marking_records_no_settings(desk: Desk) -> None:
    desk.write("deck.md", questions(3))
    library = desk.open()
    library.home()
    library.session().previews()
    library.mark("deck.md#q1", flagged=True)
    assert ActionKind.SETTINGS not in {one.kind for one in desk.actions()}
    answer(library.session(), Rating.GOOD)
    assert ActionKind.SETTINGS in {one.kind for one in desk.actions()}
