from __future__ import annotations

from dataclasses import replace

from recall.cards.memory import Rating
from tests.library.building import PLAIN, TERM, Desk, answer, answer_all, question, questions


def test_lessons_open_in_the_order_of_after(desk: Desk) -> None:
    desk.write("course.md", "---\nid: it\n---\n")
    desk.write("a.md", "---\ncode: L3\norder: 3\nafter: L2\n---\n" + question("Third?"))
    desk.write("b.md", "---\ncode: L2\norder: 2\nafter: L1\n---\n" + question("Second?"))
    desk.write("c.md", "---\ncode: L1\norder: 1\n---\n" + question("First?"))
    library = desk.open()
    shown = []
    for _ in range(3):
        assert library.session().progress.left == 1
        session = library.session()
        assert session.current is not None
        shown.append(session.current.code)
        answer(session, Rating.EASY)
    assert shown == ["L1", "L2", "L3"]


def test_a_suspended_card_does_not_keep_a_lesson_shut(desk: Desk) -> None:
    desk.write("course.md", "---\nid: it\n---\n")
    desk.write("a.md", "---\ncode: L1\n---\n" + question("First?"))
    desk.write("b.md", "---\ncode: L2\nafter: L1\n---\n" + question("Second?"))
    library = desk.open()
    session = library.session()
    session.bury()
    assert library.session().current is None
    library.undo()
    library.session().suspend()
    assert library.session().progress.left == 1


def test_equal_codes_of_two_folders_do_not_meet(desk: Desk) -> None:
    """A deck's path is unique in its folder only, so decks are told apart by more than it."""
    for folder in ("one", "two"):
        desk.write("course.md", f"---\nid: {folder}\n---\n", folder=folder)
        desk.write("a.md", "---\ncode: L1\n---\n" + question(f"First of {folder}?"), folder=folder)
        desk.write(
            "b.md",
            "---\ncode: L2\nafter: L1\n---\n" + question(f"Next of {folder}?"),
            folder=folder,
        )
    library = desk.open(folders=("one", "two"))
    assert [row.open for row in library.decks() if row.code] == [True, False, True, False]
    answer(library.session(), Rating.EASY)
    opened = [(row.folder.rpartition("/")[2], row.open) for row in library.decks() if row.code]
    assert opened == [("one", True), ("one", True), ("two", True), ("two", False)]


def test_the_order_of_a_day_is_the_same_however_often_it_is_asked_for(desk: Desk) -> None:
    desk.write("a.md", questions(20))
    library = desk.open(replace(PLAIN, new_per_day=15))
    answer_all(desk, library.session())
    desk.wait(days=30)
    orders = {library.session().plan for _ in range(3)}
    orders.add(desk.open(replace(PLAIN, new_per_day=15)).session().plan)
    assert len(orders) == 1


def test_steps_come_first_and_reviews_by_recall(desk: Desk) -> None:
    desk.write("a.md", questions(6))
    library = desk.open(replace(PLAIN, new_per_day=3))
    answer(library.session(), Rating.EASY)
    desk.wait(days=5)
    answer(library.session(), Rating.EASY)
    answer(library.session(), Rating.AGAIN)
    plan = library.session().plan
    assert plan.queue[0].uid == "a.md#q3"
    assert plan.queue[0].due_at is not None
    desk.wait(days=60)
    session = library.session(new=0)
    assert [card.uid for card in session.plan.queue] == ["a.md#q3", "a.md#q1", "a.md#q2"]


def test_a_cram_takes_every_card_in_the_order_of_the_decks(desk: Desk) -> None:
    desk.write("b.md", question("Same?") + "C: {{x}} {{y}}\n")
    desk.write("a.md", questions(2) + question("Same?"))
    library = desk.open()
    assert library.session(cram=True).progress.left == 5
    assert library.session(("b.md",), cram=True).progress.left == 3
    assert library.session(cram=True, limit=2).progress.left == 2
    library.mark("a.md#q1", suspended=True)
    assert library.session(cram=True).progress.left == 4


def test_siblings_of_an_entry_in_two_decks_never_share_a_day(desk: Desk) -> None:
    """The deck that comes first in the course is not the one whose path comes first."""
    desk.write("course.md", "---\nid: it\n---\n")
    desk.write("a.md", "---\ncode: L2\norder: 2\n---\n" + TERM)
    desk.write("b.md", "---\ncode: L1\norder: 1\n---\n" + TERM)
    library = desk.open()
    answer(library.session(), Rating.EASY)
    desk.wait(days=40)
    session = library.session()
    assert session.progress.left == 1
    answer(session, Rating.GOOD)
    assert library.session().current is None


def test_a_deck_folder_that_is_not_there_takes_no_card_away(desk: Desk) -> None:
    """I12, for a library too small for the rule of the fifth part."""
    desk.write("a.md", questions(3))
    library = desk.open()
    desk.decks.rename(desk.root / "unplugged")
    assert not library.refresh().changed
    assert [card.missing for card in library.search()] == [False] * 3
    assert "is not there now" in library.home().notices[0]
    assert library.refresh(accept_missing=True).missing == 3
    (desk.root / "unplugged").rename(desk.decks)
    assert library.refresh().returned == 3
    assert library.home().notices == ()
