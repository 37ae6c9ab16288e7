"""Cards, verdicts and endings as lines of text."""

from __future__ import annotations

import pytest

from recall.cards.card import Kind, Place
from recall.cards.memory import Rating
from recall.cli.plain import pages
from recall.library.values import (
    AnswerMode,
    Mark,
    Piece,
    Preview,
    Progress,
    Response,
    Showing,
    ShownOption,
    Summary,
    UnitResult,
    Verdict,
)
from recall.markdown.build import document

PAGES = pages.Pages(40)
PROGRESS = Progress(done=2, left=4, again=1, minutes=3)


def showing(mode: AnswerMode, **more: object) -> Showing:
    fields: dict[str, object] = {
        "uid": "u",
        "name": "n",
        "kind": Kind.QUESTION,
        "facet": "",
        "place": Place("a.md", 1),
        "folder": "/decks",
        "deck_title": "Places",
        "code": "L1",
        "mode": mode,
        "prompt": document("What is *this*?"),
        "answer": document("A **lake**."),
        **more,
    }
    return Showing(**fields)  # type: ignore[arg-type]  # a test names only what differs


CHOICE = showing(
    AnswerMode.CHOOSE,
    options=(
        ShownOption("a", document("Lake"), right=True),
        ShownOption("b", document("River"), right=False, reason=document("It flows.")),
        ShownOption("c", document("Pond"), right=True),
        ShownOption("d", document("Hill"), right=False),
    ),
    multiple=True,
    note=document("Water stands in both."),
)
ORDER = showing(AnswerMode.ARRANGE, items=tuple(map(document, ("two", "one", "three"))))


def test_a_question_says_where_what_and_how() -> None:
    lines = PAGES.question(showing(AnswerMode.REVEAL), PROGRESS).splitlines()
    assert lines == [
        "Card 4 of 6, 1 to repeat. L1 · Places",
        "",
        "What is this?",
        "",
        "Press Enter to see the answer.",
    ]


def test_options_are_lettered_as_shown_q2() -> None:
    text = PAGES.question(CHOICE, PROGRESS)
    assert [line for line in text.splitlines() if ")" in line] == [
        "a) Lake",
        "b) River",
        "c) Pond",
        "d) Hill",
    ]
    assert "letters of all right options" in text


def test_options_are_judged_in_signs_and_words_q3() -> None:
    verdict = Verdict(share=0.0, right=False, proposed=Rating.AGAIN)
    text = PAGES.answer(CHOICE, Response(letters=frozenset("ab")), verdict)
    assert "✗ Wrong." in text
    assert "a) ✓ right, chosen: Lake" in text
    assert "b) ✗ wrong, chosen: River\n" in text
    assert "It flows." in text
    assert "c) ✓ right, not chosen: Pond" in text
    assert "d) · wrong: Hill" in text
    assert text.endswith("Note. Water stands in both.")


def test_an_order_shows_what_stays_and_what_moves() -> None:
    verdict = Verdict(0.5, right=False, proposed=Rating.AGAIN, placed=(True, False, True))
    text = PAGES.answer(ORDER, Response(order=(1, 0, 2)), verdict)
    assert "✗ Not all right: 50 %." in text
    assert "✓ stays: one\n✗ moves: two\n✓ stays: three" in text
    assert "Answer.\nA lake." in text


def test_a_typed_answer_is_compared_letter_by_letter_q6() -> None:
    verdict = Verdict(
        share=0.0,
        right=False,
        proposed=Rating.AGAIN,
        expected="lake",
        difference=(Piece("l", Mark.SAME), Piece("i", Mark.WRONG), Piece("ake", Mark.MISSING)),
    )
    text = PAGES.answer(showing(AnswerMode.TYPE), Response(typed="li"), verdict)
    assert "You wrote: l[wrong: i][missing: ake]" in text


def test_a_revealed_answer_is_only_shown() -> None:
    shown = PAGES.answer(showing(AnswerMode.REVEAL), None, None)
    assert shown == "Answer.\nA lake."


def test_long_text_keeps_to_the_width() -> None:
    long = document("word " * 40)
    card = showing(AnswerMode.CHOOSE, prompt=long, options=(ShownOption("a", long, right=True),))
    for text in (
        PAGES.question(card, PROGRESS),
        PAGES.answer(card, Response(letters=frozenset("a")), Verdict(1, True, Rating.GOOD)),
    ):
        assert max(map(len, text.splitlines())) <= 40


def test_a_hint_or_none() -> None:
    assert PAGES.hint(showing(AnswerMode.REVEAL, hint=document("Wet."))) == "Hint. Wet."
    assert PAGES.hint(showing(AnswerMode.REVEAL)) == "This card has no hint."


@pytest.mark.parametrize(("gaps", "wanted"), [(0, "Write the answer."), (2, "the 2 answers")])
def test_typed_gaps(gaps: int, wanted: str) -> None:
    assert wanted in PAGES.question(showing(AnswerMode.TYPE, gaps=gaps), PROGRESS)


def test_ratings_with_and_without_waits() -> None:
    previews = tuple(Preview(rating, f"{rating.value} d", "") for rating in Rating)
    assert pages.ratings(previews, Rating.GOOD) == (
        "1 Again 1 d   2 Hard 2 d   3 Good 3 d   4 Easy 4 d   Enter: Good"
    )
    assert pages.ratings((), None) == "1 Again   2 Hard   3 Good   4 Easy"


def test_an_ending() -> None:
    summary = Summary(
        answers=4,
        seconds=130,
        recalled=0.75,
        new=1,
        by_rating={Rating.AGAIN: 1, Rating.HARD: 0, Rating.GOOD: 3, Rating.EASY: 0},
        due_tomorrow=5,
        new_tomorrow=10,
        waiting=1,
    )
    assert pages.ending(summary) == (
        "4 answers in 2 min, 75 % remembered. 1 Again, 3 Good. 1 card will be back later today. "
        "Tomorrow: 5 due, 10 new."
    )


def test_an_ending_of_an_interleaved_review_tells_each_unit() -> None:
    summary = Summary(
        answers=9,
        seconds=130,
        recalled=0.75,
        new=2,
        by_rating={Rating.GOOD: 9},
        due_tomorrow=5,
        new_tomorrow=10,
        units=(
            UnitResult("L1", "The shape of K3", known=4, recalled=3),
            UnitResult("L2", "KDA", known=3, recalled=3, new=1),
            UnitResult(None, "Review A\x1b[2J", new=1),
        ),
    )
    ending = pages.ending(summary)
    assert "L1 The shape of K3: 3 of 4 recalled, 75 %." in ending
    assert "L2 KDA: 3 of 3 recalled, 100 %, 1 new." in ending
    assert "Review A␛[2J: 1 new." in ending


def test_an_ending_without_answers() -> None:
    assert pages.ending(Summary(0, 0, None, 0, {}, 1, 2)) == (
        "Nothing was answered. Tomorrow: 1 due, 2 new."
    )
