from __future__ import annotations

from dataclasses import replace

import pytest

from recall.cards.deck import DeckKind
from recall.cards.memory import Rating
from recall.errors import UsageError
from recall.library.library import Library
from tests.library.building import PLAIN, Desk, answer, answer_all, question, questions


@pytest.fixture
def library(desk: Desk) -> Library:
    desk.write(
        "peru/course.md", "---\nid: peru-101\ntitle: All about Peru\nkind: course\n---\nHi.\n"
    )
    desk.write(
        "peru/02.md", "---\ntitle: Later\ncode: L2\norder: 2\nafter: L1\n---\n" + questions(3, 10)
    )
    desk.write(
        "peru/z.md",
        "---\ntitle: Sooner\ncode: L1\norder: 1\nsummary: The start\nkind: lesson\n---\n"
        + questions(2),
    )
    desk.write("own/loose.md", question("Loose?"))
    desk.write("own/text.md", "Just some prose.\n")
    return desk.open()


def test_decks_in_course_order_and_the_rest_behind(library: Library) -> None:
    rows = library.decks()
    assert [row.path for row in rows] == [
        "peru/z.md",
        "peru/02.md",
        "peru/course.md",
        "own/loose.md",
        "own/text.md",
    ]
    first, second, *_ = rows
    assert (first.title, first.code, first.summary) == ("Sooner", "L1", "The start")
    assert (first.kind, first.course) == (DeckKind.LESSON, "peru-101")
    assert (first.cards, first.new, first.due, first.recall) == (2, 2, 0, 0.0)
    assert (first.open, second.open) == (True, False)


def test_the_home_screen(library: Library) -> None:
    home = library.home()
    assert home.date == "Tue 1 Dec"
    assert (home.due, home.new, home.minutes, home.next_due) == (0, 3, 1, None)
    assert [(course.id, course.title, course.path) for course in home.courses] == [
        ("peru-101", "All about Peru", "peru/course.md")
    ]
    assert [deck.title for deck in home.decks] == ["Sooner", "Later", "loose"]
    assert home.errors == 0


def test_counts_are_those_of_the_sessions_queue_over_many_days(desk: Desk) -> None:
    desk.write("a.md", questions(15))
    desk.write("b.md", "T: One\nD: Two.\n\nC: {{a}} {{b}} {{c}}\n")
    library = desk.open(replace(PLAIN, new_per_day=4, reviews_per_day=5, fuzz=True))
    ratings = iter([Rating.GOOD, Rating.AGAIN, Rating.EASY, Rating.HARD, Rating.GOOD] * 200)
    waited = 0
    for _ in range(12):
        home, session = library.home(), library.session()
        assert home.due + home.new == session.progress.left
        assert (session.current is None) == (home.due + home.new == 0)
        assert (home.next_due is not None) == (session.current is None)
        answer_all(desk, session, lambda _: next(ratings))
        after = library.home()
        left = library.session()
        assert left.progress.left - (left.summary().waiting if left.current is None else 0) == (
            after.due + after.new
        )
        waited += after.due + after.new == 0
        desk.wait(days=1)
    assert waited


def test_a_card_waiting_beyond_the_look_ahead_is_told_as_coming_today(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(replace(PLAIN, learning_steps=(60.0,)))
    answer(library.session(), Rating.AGAIN)
    home = library.home()
    assert (home.due, home.new, home.next_due) == (0, 0, "today")
    desk.wait(minutes=45)
    home = library.home()
    assert (home.due, home.next_due) == (1, None)


def test_when_nothing_is_due_the_next_day_is_told(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open()
    assert library.home().next_due is None
    answer(library.session(), Rating.EASY)
    interval = desk.state("a.md#q1").memory.interval
    assert str(library.home().next_due).startswith(f"in {interval} days, ")
    desk.wait(days=interval - 1)
    assert str(library.home().next_due).startswith("tomorrow, ")
    assert desk.open(folders=("none",)).home().next_due is None


def test_the_forecast_counts_each_card_on_its_day(desk: Desk) -> None:
    desk.write("a.md", questions(5))
    library = desk.open()
    answer_all(desk, library.session(), lambda shown: Rating.EASY)
    interval = desk.state("a.md#q1").memory.interval
    days = library.forecast(interval + 1)
    assert days[0] == ("2026-12-01", 0)
    assert [number for _, number in days] == [0] * interval + [5]
    desk.wait(days=interval + 4)
    assert library.forecast(2)[0][1] == 5
    assert library.forecast(0) == ()


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        ("peru/z.md", ["peru/z.md"]),
        ("./peru/z.md", ["peru/z.md"]),
        ("peru/z", ["peru/z.md"]),
        ("z.md", ["peru/z.md"]),
        ("L2", ["peru/02.md"]),
        ("l2", ["peru/02.md"]),
        ("Sooner", ["peru/z.md"]),
        ("SOONER", ["peru/z.md"]),
        ("peru", ["peru/z.md", "peru/02.md", "peru/course.md"]),
        ("peru/", ["peru/z.md", "peru/02.md", "peru/course.md"]),
        ("peru-101", ["peru/z.md", "peru/02.md", "peru/course.md"]),
    ],
)
def test_a_deck_by_any_of_its_names(library: Library, name: str, paths: list[str]) -> None:
    assert [row.path for row in library.find_decks((name,))] == paths


def test_decks_by_the_folder_they_lie_in(desk: Desk, library: Library) -> None:
    assert library.find_decks((str(desk.decks),)) == library.decks()
    assert library.find_decks((f"{desk.decks}/",)) == library.decks()
    (loose,) = library.find_decks((str(desk.decks / "own" / "loose.md"),))
    assert loose.path == "own/loose.md"


def test_several_names_give_each_deck_once(library: Library) -> None:
    found = library.find_decks(("L2", "peru/02.md", "loose"))
    assert [row.path for row in found] == ["peru/02.md", "own/loose.md"]


@pytest.mark.parametrize(
    ("name", "offered"), [("L3", "L1"), ("Soner", "Sooner"), ("perú-101", "peru-101")]
)
def test_a_deck_that_is_not_there_has_its_nearest_names_offered(
    library: Library, name: str, offered: str
) -> None:
    with pytest.raises(UsageError, match="no deck named") as error:
        library.find_decks((name,))
    assert "Did you mean" in error.value.hint
    assert offered in error.value.hint


def test_a_name_near_nothing_offers_nothing(library: Library) -> None:
    with pytest.raises(UsageError) as error:
        library.find_decks(("qqqqqqqq",))
    assert error.value.hint == "List the decks with recall decks."


def test_carried_over_cards_and_problems_are_told(desk: Desk) -> None:
    desk.write("a.md", question("Which?") + "Q: No answer\n\nQ: A?\nA: 1\n\nQ: A?\nA: 1\n")
    library = desk.open()
    home = library.home()
    assert (home.errors, home.warnings, home.notices) == (1, 2, ())
    desk.write("a.md", "Q: Which? {#which}\nA: An answer.\n")
    library.refresh()
    assert library.home().notices == ("1 card renamed, progress kept.",)
    library.refresh()
    assert library.home().notices == ()


def test_minutes_follow_the_learners_pace(desk: Desk) -> None:
    desk.write("a.md", questions(60))
    library = desk.open(replace(PLAIN, new_per_day=30))
    # Each of 30 new cards comes twice, and an answer is taken to need 12 seconds.
    assert library.home().minutes == 12
    session = library.session()
    while session.current is not None:
        desk.wait(seconds=60)
        answer(session, Rating.EASY)
    desk.wait(days=1)
    assert 50 <= library.home().minutes <= 60
