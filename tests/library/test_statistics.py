from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from recall.cards.history import Action, ActionKind
from recall.cards.memory import Rating
from recall.errors import UsageError
from recall.library.library import Library
from recall.storage import journal
from recall.study.stats.answered import Share
from tests.library.building import PLAIN, Desk, answer, answer_all, question, questions

WITHOUT_STEPS = replace(PLAIN, learning_steps=(), relearning_steps=(), desired_retention=0.85)
# Published defaults of FSRS-6: the stability after a first Good, and the decay of the curve.
FIRST_GOOD, DECAY = 2.3065, 0.1542
FACTOR = 0.9 ** (-1 / DECAY) - 1


def grade(desk: Desk, library: Library, rating: Rating, seconds: int) -> str:
    """Answer the next card after some seconds."""
    session = library.session()
    desk.wait(seconds=seconds)
    return answer(session, rating)


def test_by_hand(desk: Desk) -> None:
    desk.write("a.md", "---\ntitle: Peru\ncode: L1\n---\n" + questions(2))
    library = desk.open(WITHOUT_STEPS)
    assert grade(desk, library, Rating.GOOD, 12) == "a.md#q1"
    grade(desk, library, Rating.GOOD, 6)
    desk.wait(days=4)
    grade(desk, library, Rating.GOOD, 30)
    grade(desk, library, Rating.AGAIN, 12)
    found = library.statistics()

    assert (found.effort.answers, found.effort.milliseconds) == (4, 60_000)
    assert [(day.answers, day.milliseconds) for day in found.days] == [(2, 18_000), (2, 42_000)]
    assert found.days[1].day - found.days[0].day == 4
    assert (found.streak.current, found.streak.longest, found.streak.studied) == (1, 1, 2)

    recall = (1 + FACTOR * 4 / FIRST_GOOD) ** -DECAY
    assert 0.8 < recall < 0.9
    assert found.retention.young == Share(1, 2, 0.85)
    assert found.retention.mature == Share()
    assert [month.month for month in found.retention.months] == ["2026-12"]
    assert found.calibration.predicted == pytest.approx(recall, abs=1e-9)
    assert found.calibration.actual == 0.5
    assert [one.answers for one in found.calibration.bins] == [0] * 8 + [2, 0]
    assert found.calibration.error == pytest.approx(recall - 0.5, abs=1e-9)

    states = [desk.state(uid).memory for uid in ("a.md#q1", "a.md#q2")]
    for one in found.stability:
        inside = [s for s in states if one.low <= (s.stability or 0) < (one.high or 1e9)]
        assert one.cards == len(inside)
    assert sum(one.cards for one in found.difficulty) == 2
    assert [hour.answers for hour in found.hours] == [0] * 9 + [4] + [0] * 14
    assert found.forecast == tuple(number for _, number in library.forecast(30))

    (unit,) = found.units
    assert (unit.name, unit.title, unit.code) == ("a.md", "Peru", "L1")
    assert (unit.cards, unit.seen, unit.effort) == (2, 2, found.effort)
    assert unit.recall == library.decks()[0].recall
    assert found.courses == ()


def test_predictions_are_those_of_each_cards_history(desk: Desk) -> None:
    desk.write("a.md", questions(8))
    library = desk.open(replace(PLAIN, fuzz=True))
    ratings = iter([Rating.GOOD, Rating.AGAIN, Rating.EASY, Rating.HARD, Rating.GOOD] * 100)
    for day in range(12):
        if day == 6:
            library = desk.open(replace(PLAIN, learning_steps=(3.0, 30.0), desired_retention=0.95))
        answer_all(desk, library.session(), lambda _: next(ratings))
        desk.wait(days=1 + day % 3)
    before: list[float] = []
    remembered = 0
    for row in library.search():
        last = ""
        for review in library.card(row.uid).reviews:
            if review.recall_before is not None and review.day != last:
                before.append(review.recall_before)
                remembered += review.rating is not Rating.AGAIN
            last = review.day
    found = library.statistics()
    assert len(before) > 20
    assert found.calibration.answers == len(before)
    assert found.calibration.predicted == pytest.approx(sum(before) / len(before), abs=1e-9)
    assert found.retention.together.remembered == remembered
    assert found.retention.together.aimed is not None
    assert 0.9 <= found.retention.together.aimed <= 0.95


def test_S5_a_journey_moves_no_day_and_breaks_no_streak(desk: Desk) -> None:  # noqa: N802 - the case's id
    desk.write("a.md", questions(9))
    west, east = timezone(timedelta(hours=-5)), timezone(timedelta(hours=9))
    desk.now = datetime(2026, 11, 30, 23, 30, tzinfo=west)
    library = desk.open(PLAIN)
    answer(library.session(), Rating.EASY)
    first = library.statistics()
    desk.now = desk.now.astimezone(east) + timedelta(minutes=5)
    assert desk.now.date().isoformat() == "2026-12-01"
    found = library.statistics()
    assert found.days == first.days
    assert [hour.hour for hour in found.hours if hour.answers] == [23]
    assert (found.streak.current, found.streak.today) == (1, False)
    # Monday's cell holds it, Tuesday has begun here.
    assert found.weeks[-1].answers[:3] == (1, 0, None)
    answer(library.session(), Rating.EASY)
    desk.now = desk.now.astimezone(west) + timedelta(hours=20)
    answer(library.session(), Rating.EASY)
    assert library.statistics().streak.current == 2
    desk.wait(days=1)
    answer(library.session(), Rating.EASY)
    assert library.statistics().streak.current == 3


def test_what_was_undone_or_crammed_is_no_sign_of_memory(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(WITHOUT_STEPS)
    grade(desk, library, Rating.GOOD, 5)
    kept = library.statistics()
    desk.wait(days=4)
    grade(desk, library, Rating.AGAIN, 5)
    assert library.statistics().retention.together.counted == 1
    library.undo()
    assert library.statistics().days == kept.days
    session = library.session(cram=True)
    answer(session, Rating.AGAIN)
    found = library.statistics()
    assert found.effort.answers == 2
    assert found.retention.together == Share()
    assert len(found.days) == 2
    grade(desk, library, Rating.GOOD, 5)
    # The cram came first that day and takes nothing away from the answer that counts.
    assert library.statistics().retention.together == Share(1, 1, 0.85)


def test_a_second_answer_of_a_day_does_not_count(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open()
    grade(desk, library, Rating.AGAIN, 5)
    desk.wait(minutes=11)
    grade(desk, library, Rating.GOOD, 5)
    assert library.statistics().retention.together == Share()
    desk.wait(days=1)
    grade(desk, library, Rating.AGAIN, 5)
    desk.wait(minutes=11)
    grade(desk, library, Rating.GOOD, 5)
    assert library.statistics().retention.together == Share(0, 1, 0.9)


def test_after_a_reset_a_card_is_new_and_its_time_still_counts(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(WITHOUT_STEPS)
    grade(desk, library, Rating.GOOD, 5)
    (review,) = desk.reviews()
    reset = Action(
        "ffffffff-0000-7000-8000-000000000000",
        ActionKind.RESET,
        review.name,
        review.at + 1,
        review.offset,
        review.day,
    )
    with desk.store() as store, store.writing() as tx:
        journal.add_action(tx, reset)
    library.doctor(rebuild=True)
    assert [one.cards for one in library.statistics().stability] == [0] * 8
    desk.wait(days=4)
    grade(desk, library, Rating.GOOD, 5)
    found = library.statistics()
    assert found.effort.answers == 2
    assert found.retention.together == Share()
    assert sum(one.cards for one in found.stability) == 1


def test_a_renamed_card_keeps_its_figures(desk: Desk) -> None:
    desk.write("a.md", question("Which river is long?"))
    library = desk.open(WITHOUT_STEPS)
    grade(desk, library, Rating.GOOD, 5)
    desk.write("a.md", question("Which river is long? {#river}"))
    library.refresh()
    desk.wait(days=4)
    grade(desk, library, Rating.GOOD, 5)
    found = library.statistics()
    assert found.retention.together.counted == 1
    assert (found.units[0].seen, found.units[0].effort.answers) == (1, 2)


@pytest.fixture
def courses(desk: Desk) -> Library:
    """A course of two lessons and a deck of one's own, every card answered once."""
    desk.write("peru/course.md", "---\nid: peru\ntitle: All about Peru\nkind: course\n---\nHi.\n")
    desk.write("peru/1.md", "---\ntitle: One\ncode: L1\n---\n" + questions(2))
    desk.write("peru/2.md", "---\ntitle: Two\ncode: L2\n---\n" + questions(3, 10))
    desk.write("own.md", question("Loose?"))
    desk.write("page.md", "R: Describe it.\n- First point here\n- Second point here\n")
    library = desk.open(WITHOUT_STEPS)
    answer_all(desk, library.session(), lambda _: Rating.GOOD)
    return library


def test_units_and_courses_add_up(courses: Library) -> None:
    found = courses.statistics()
    assert [(unit.name, unit.cards, unit.seen, unit.effort.answers) for unit in found.units] == [
        ("peru/1.md", 2, 2, 2),
        ("peru/2.md", 3, 3, 3),
        ("own.md", 1, 1, 1),
        ("page.md", 2, 0, 0),
    ]
    (course,) = found.courses
    assert (course.name, course.title, course.course) == ("peru", "All about Peru", "peru")
    assert (course.cards, course.seen, course.effort.answers) == (5, 5, 5)
    assert course.effort.milliseconds == 25_000
    assert course.recall == pytest.approx(1.0)
    assert sum(unit.effort.answers for unit in found.units) == found.effort.answers == 6


def test_of_some_decks_only(courses: Library) -> None:
    found = courses.statistics(("L2", "own.md"))
    assert found.decks == ("Two", "own")
    assert [unit.name for unit in found.units] == ["peru/2.md", "own.md"]
    assert found.effort.answers == sum(found.forecast) == 4
    assert sum(one.cards for one in found.stability) == 4
    whole = courses.statistics(("peru",))
    assert whole.effort == courses.statistics().courses[0].effort
    assert whole.courses == courses.statistics().courses
    with pytest.raises(UsageError, match="no deck named"):
        courses.statistics(("nothing",))


def test_a_card_that_went_missing_still_counts_in_the_whole(desk: Desk, courses: Library) -> None:
    before = courses.statistics()
    (desk.decks / "own.md").unlink()
    courses.refresh(accept_missing=True)
    found = courses.statistics()
    assert found.effort == before.effort
    assert found.retention == before.retention
    assert sum(one.cards for one in found.stability) == 5
    assert sum(unit.effort.answers for unit in found.units) == 5


def test_a_card_in_two_decks_counts_in_the_first(desk: Desk) -> None:
    desk.write("a.md", question("Same?"))
    desk.write("b.md", question("Same?"))
    library = desk.open(WITHOUT_STEPS)
    answer(library.session(), Rating.GOOD)
    found = library.statistics()
    assert [unit.effort.answers for unit in found.units] == [1, 0]
    assert library.statistics(("b.md",)).effort.answers == 1


def test_before_the_first_answer(desk: Desk) -> None:
    found = desk.open().statistics()
    assert (found.effort.answers, found.days, found.units) == (0, (), ())
    assert found.forecast == (0,) * 30
    assert found.streak.longest == 0
