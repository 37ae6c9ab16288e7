from __future__ import annotations

from dataclasses import replace

from recall.cards.memory import Rating
from tests.library.building import PLAIN, Desk, answer, answer_all, finding, questions


def test_the_settings_of_the_day_decide_again_in_a_replay(desk: Desk) -> None:
    desk.write("a.md", questions(6))
    configs = [
        PLAIN,
        replace(PLAIN, learning_steps=(3.0, 30.0), fuzz=True),
        replace(PLAIN, maximum_interval=5, desired_retention=0.95),
        replace(PLAIN, relearning_steps=(), learning_steps=()),
    ]
    for config in configs * 2:
        library = desk.open(config)
        session = library.session()
        for rating in (Rating.GOOD, Rating.AGAIN, Rating.EASY):
            if session.current is not None:
                desk.wait(seconds=30)
                answer(session, rating)
        before = {row.uid: desk.state(row.uid) for row in library.search()}
        assert finding(library, "rebuild", rebuild=True).sentence.endswith("0 changed.")
        assert {row.uid: desk.state(row.uid) for row in library.search()} == before
        library.close()
        desk.wait(days=9)


def test_an_undo_computes_under_the_settings_of_the_day(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open(replace(PLAIN, learning_steps=()))
    answer(library.session(), Rating.GOOD)
    before = desk.state("a.md#q1")
    library.close()
    desk.wait(days=30)
    library = desk.open(replace(PLAIN, learning_steps=(1.0, 2.0, 3.0)))
    answer_all(desk, library.session())
    assert desk.state("a.md#q1") != before
    library.undo()
    assert desk.state("a.md#q1") == before
