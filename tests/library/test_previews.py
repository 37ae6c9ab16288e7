from __future__ import annotations

from dataclasses import replace

from recall.cards.memory import Rating
from tests.library.building import PLAIN, Desk, answer, questions


def test_a_new_card(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    previews = desk.open().session().previews()
    assert [preview.rating for preview in previews] == [*Rating]
    assert [preview.wait for preview in previews][:3] == ["1 min", "6 min", "10 min"]
    assert previews[2].when == "in 10 min, at 09:40"
    assert previews[3].wait.endswith(" d")
    assert previews[3].when.startswith("in ")


def test_a_step_of_days_and_a_long_interval(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(replace(PLAIN, learning_steps=(90.0, 1_440.0)))
    again, _, good, _ = library.session().previews()
    assert (again.wait, again.when) == ("1.5 h", "in 1.5 h, at 11:00")
    assert (good.wait, good.when) == ("1 d", "tomorrow, Wed 2 Dec")
    answer(library.session(), Rating.EASY)
    desk.wait(days=300)
    easy = library.session().previews()[3]
    assert easy.wait.endswith((" mo", " y"))


def test_waits_grow_with_the_rating_through_a_cards_life(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(replace(PLAIN, fuzz=True))
    for _ in range(6):
        session = library.session()
        waits = [preview.wait for preview in session.previews()]
        assert len(waits) == 4
        # What was promised is what is done.
        answer(session, Rating.GOOD)
        memory = desk.state("a.md#q1").memory
        if memory.due_at is None and memory.interval < 100:
            assert waits[2] == f"{memory.interval} d"
        desk.wait(days=max(memory.interval, 1))
