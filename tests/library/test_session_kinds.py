"""Every kind of card in a session, from the question to the row on disk."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from recall.cards.card import Kind
from recall.cards.history import Mode
from recall.cards.memory import Phase, Rating
from recall.library.session import StudySession
from recall.library.values import AnswerMode, Response
from recall.markdown.plain import plain_text
from tests.library.building import (
    CHOICE,
    CLOZE,
    ORDER,
    PLAIN,
    TERM,
    TYPED,
    Desk,
    answer,
    current,
    only_review,
    question,
)


def letters_of(session: StudySession, *texts: str) -> frozenset[str]:
    options = current(session).options
    return frozenset(option.letter for option in options if plain_text(option.content) in texts)


def order_of(session: StudySession, *texts: str) -> tuple[int, ...]:
    shown = [plain_text(item) for item in current(session).items]
    return tuple(shown.index(text) for text in texts)


def test_a_question_is_revealed_and_graded_by_the_learner(desk: Desk) -> None:
    desk.write("a.md", question("What is the capital of Peru?", "Lima."))
    session = desk.open().session()
    shown = current(session)
    assert (shown.kind, shown.mode) == (Kind.QUESTION, AnswerMode.REVEAL)
    assert plain_text(shown.prompt) == "What is the capital of Peru?"
    assert plain_text(shown.answer) == "Lima."
    desk.wait(seconds=7)
    assert session.reveal() is None
    desk.wait(seconds=2)
    session.grade(Rating.EASY)
    (review,) = desk.reviews()
    assert (review.name, review.rating, review.mode) == (shown.name, Rating.EASY, Mode.REVIEW)
    assert (review.milliseconds, review.retention, review.answer) == (9_000, 0.9, None)
    memory = desk.state(shown.uid).memory
    assert (review.due_day, review.due_at) == (memory.due_day, memory.due_at)
    assert memory.phase is Phase.REVIEW


@pytest.mark.parametrize(
    ("typed", "seconds", "right", "proposed"),
    [
        ("93", 5, True, Rating.GOOD),
        (" Ninety-Three ", 30, True, Rating.HARD),
        ("92", 5, False, Rating.AGAIN),
        ("", 5, False, Rating.AGAIN),
    ],
)
def test_a_typed_answer(
    desk: Desk, typed: str, seconds: int, right: bool, proposed: Rating
) -> None:
    desk.write("a.md", TYPED)
    session = desk.open().session()
    assert current(session).mode is AnswerMode.TYPE
    desk.wait(seconds=seconds)
    verdict = session.reveal(Response(typed=typed))
    assert verdict is not None
    assert (verdict.right, verdict.proposed) == (right, proposed)
    session.grade(verdict.proposed)
    assert only_review(desk) == {"typed": typed, "share": float(right)}


def test_a_choice_is_judged_by_the_option_and_not_by_its_letter(desk: Desk) -> None:
    desk.write("a.md", CHOICE)
    session = desk.open().session()
    assert (current(session).mode, current(session).multiple) == (AnswerMode.CHOOSE, True)
    verdict = session.reveal(Response(letters=letters_of(session, "Alpha", "Omega")))
    assert verdict is not None
    assert (verdict.share, verdict.right) == (1.0, True)
    session.grade(Rating.GOOD)
    answered = only_review(desk)
    assert sorted(answered["chosen"]) == ["Alpha", "Omega"]  # type: ignore[call-overload]  # JSON
    assert answered["share"] == 1.0


def test_a_choice_that_is_right_in_part_q3(desk: Desk) -> None:
    desk.write("a.md", CHOICE)
    session = desk.open().session()
    verdict = session.reveal(Response(letters=letters_of(session, "Alpha")))
    assert verdict is not None
    assert (verdict.share, verdict.right, verdict.proposed) == (0.5, False, Rating.AGAIN)
    session.grade(Rating.HARD)
    assert only_review(desk) == {"chosen": ["Alpha"], "share": 0.5}


def test_options_have_another_order_at_each_showing_q2_q11(desk: Desk) -> None:
    desk.write("a.md", CHOICE)
    session = desk.open().session()
    orders = []
    for _ in range(6):
        orders.append([plain_text(option.content) for option in current(session).options])
        assert [option.letter for option in current(session).options] == list("abcd")
        answer(session, Rating.AGAIN)
    assert all(before != after for before, after in itertools.pairwise(orders))


@pytest.mark.parametrize("facet", ["forward", "backward"])
def test_a_term_is_asked_both_ways(desk: Desk, facet: str) -> None:
    desk.write("a.md", TERM)
    library = desk.open()
    (uid,) = (row.uid for row in library.search() if row.facet == facet)
    shown = library.show(uid)
    sides = (plain_text(shown.prompt), plain_text(shown.answer))
    if facet == "forward":
        assert sides[0].startswith("Distillation")
        assert sides[1] == "Training one model on another's outputs."
    else:
        assert sides[0].startswith("Training one model")
        assert sides[1] == "Distillation"


def test_a_cloze_is_revealed(desk: Desk) -> None:
    desk.write("a.md", CLOZE)
    session = desk.open().session()
    shown = current(session)
    assert (shown.mode, shown.facet) == (AnswerMode.REVEAL, "93")
    assert "93" not in plain_text(shown.prompt)
    assert "24" in plain_text(shown.prompt)
    assert "93" in plain_text(shown.answer)


@pytest.mark.parametrize(("typed", "share"), [("93", 1.0), ("24", 0.0)])
def test_a_cloze_is_typed_when_the_settings_say_so(desk: Desk, typed: str, share: float) -> None:
    desk.write("a.md", CLOZE)
    session = desk.open(replace(PLAIN, cloze="type")).session()
    assert (current(session).mode, current(session).gaps) == (AnswerMode.TYPE, 1)
    verdict = session.reveal(Response(typed=typed))
    assert verdict is not None
    assert verdict.share == share
    session.grade(verdict.proposed)
    assert only_review(desk) == {"typed": typed, "share": share}


def test_items_are_arranged(desk: Desk) -> None:
    desk.write("a.md", ORDER)
    session = desk.open().session()
    shown = current(session)
    assert shown.mode is AnswerMode.ARRANGE
    assert [plain_text(item) for item in shown.items] != ["SFT", "RL", "MOPD"]
    verdict = session.reveal(Response(order=order_of(session, "SFT", "MOPD", "RL")))
    assert verdict is not None
    assert (verdict.share, verdict.right) == (0.5, False)
    session.grade(Rating.AGAIN)
    assert only_review(desk) == {"order": ["SFT", "MOPD", "RL"], "share": 0.5}


def test_items_left_as_they_were_shown_are_recorded_so(desk: Desk) -> None:
    desk.write("a.md", ORDER)
    session = desk.open().session()
    shown = [plain_text(item) for item in current(session).items]
    verdict = session.reveal(Response())
    session.grade(Rating.AGAIN)
    assert verdict is not None
    assert only_review(desk) == {"order": shown, "share": verdict.share}


def test_key_points_of_free_recall_are_not_asked_one_by_one(desk: Desk) -> None:
    points = "".join(
        f"- The {name} stage rebuilds another part entirely\n" for name in ("first", "second")
    )
    desk.write("a.md", "R: Rebuild the pipeline.\n" + points)
    library = desk.open()
    assert library.session(new=10).current is None
    assert library.session(cram=True).current is None
    assert len(library.search()) == 2


def test_a_hint_that_was_asked_for_is_recorded(desk: Desk) -> None:
    desk.write("a.md", "Q: Which?\nA: That.\nH: Think of this.\n")
    session = desk.open().session()
    assert current(session).hint is not None
    session.hint()
    answer(session)
    assert only_review(desk) == {"hint": True}
    desk.wait(minutes=20)
    answer(session)
    assert desk.reviews()[1].answer is None
