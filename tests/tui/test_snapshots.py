"""Every screen at three sizes, as plain text, compared exactly.

Set RECALL_REWRITE_SNAPSHOTS to write them anew, then look at the difference.
"""

from __future__ import annotations

import pytest

from recall.library.values import CourseRow, UnitResult
from recall.study.course import NOTHING, NextStep, State, StepKind
from tests.study.figures import a_year
from tests.tui.fake import FakeLibrary, deck
from tests.tui.samples import (
    BOTH,
    ENDS,
    ERRATIC,
    KERNEL,
    LAYERS,
    PROBLEMS,
    STAGES,
    a_past,
    course,
    many_cards,
    path_at,
    seen,
)
from tests.tui.support import check_snapshot, play, playing

TO_QUIZ = ("down", "down", "down", "z")
TO_LESSON = ("down", "down", "down", "l")
SIZES = [(40, 10), (80, 24), (120, 40)]


def with_problems() -> FakeLibrary:
    library = course()
    library.found = PROBLEMS
    library.notices = ("The clock is 3 days behind the last answer.",)
    return library


def with_figures() -> FakeLibrary:
    library = course()
    library.figures = a_year()
    return library


def with_past() -> FakeLibrary:
    library = course()
    library.past = a_past()
    return library


def own_decks() -> FakeLibrary:
    """Two courses and loose decks, with a lesson being read."""
    latin = deck("latin/1.md", "First declension", course="latin", code="I", new=20, new_today=10)
    loose = deck("tcp.md", "networking/tcp.md", course=None, recall=0.91, cards=41)
    library = path_at(
        seen(0.94),
        {"state": State.READING},
        step=NextStep(StepKind.READ_ON, "2"),
        own=(latin, loose),
    )
    library.courses = (*library.courses, CourseRow("latin", "Latin from the start", "latin/c.md"))
    return library


def review_ready() -> FakeLibrary:
    known = [seen(recall) for recall in (0.94, 0.91, 0.88, 0.76)]
    return path_at(*known, {}, step=NextStep(StepKind.MIX, "5"))


def done_today() -> FakeLibrary:
    half = seen(0.3, new=44, new_today=0)
    return path_at(seen(0.97), half, step=NOTHING, next_due="tomorrow, Wed 2 Dec")


def nowhere() -> FakeLibrary:
    return FakeLibrary(nowhere=("/home/ada/dekcs",))


def interleaved() -> FakeLibrary:
    library = course()
    library.units = (
        UnitResult("L1", "The shape of K3", known=8, recalled=7),
        UnitResult("L2", "KDA, part 1: a memory of fixed size", known=6, recalled=6),
        UnitResult("L3", "KDA, part 2: chunks, bounds and its partner MLA", known=5, recalled=2),
        UnitResult("L5", "Review A", new=6),
    )
    return library


SCREENS = {
    "home": (with_problems, ()),
    "home-chosen": (course, ("down", "down")),
    "home-first": (lambda: path_at({}, step=NextStep(StepKind.READ, "1")), ()),
    "home-reading": (own_decks, ()),
    "home-closed": (own_decks, ("down", "down", "down")),
    "home-quiz": (
        lambda: path_at(
            {"state": State.LEARNING, "finished": True, "waiting": 0, "new_today": 10},
            step=NextStep(StepKind.QUIZ, "1"),
        ),
        (),
    ),
    "home-ready": (review_ready, ()),
    "home-done": (done_today, ()),
    "home-nowhere": (nowhere, ()),
    "home-empty": (FakeLibrary, ()),
    "home-nothing-due": (
        lambda: FakeLibrary(
            decks=tuple(course().decks[5:]), next_due="14 cards tomorrow, Wed 2 Dec"
        ),
        (),
    ),
    "review-question": (lambda: course(KERNEL), ("r",)),
    "review-hint": (lambda: course(KERNEL), ("r", "h")),
    "review-answer": (lambda: course(KERNEL), ("r", "space")),
    "choice-question": (lambda: course(ERRATIC), ("r",)),
    "choice-answer": (lambda: course(ERRATIC), ("r", "a")),
    "choice-several": (lambda: course(BOTH), ("r", "a", "b")),
    "choice-several-answer": (lambda: course(BOTH), ("r", "a", "b", "enter")),
    "typed-question": (lambda: course(LAYERS), ("r", "9", "2")),
    "typed-answer": (lambda: course(LAYERS), ("r", "9", "2", "enter")),
    "order-question": (lambda: course(STAGES), ("r", "down", "space", "up")),
    "order-answer": (lambda: course(STAGES), ("r", "enter")),
    "quiz-question": (lambda: course(ERRATIC), TO_QUIZ),
    "quiz-wrong": (lambda: course(ERRATIC), (*TO_QUIZ, "a")),
    "quiz-right": (lambda: course(ERRATIC), (*TO_QUIZ, "b")),
    "quiz-result": (
        lambda: course(ERRATIC, BOTH, ENDS),
        (*TO_QUIZ, "a", "enter", "a", "b", "enter", "enter", "b", "enter"),
    ),
    "quiz-result-guess": (lambda: course(ERRATIC), (*TO_QUIZ, "b", "g")),
    "quiz-result-all-known": (lambda: course(ERRATIC), (*TO_QUIZ, "b", "enter")),
    "card": (lambda: course(KERNEL), ("r", "i")),
    "history": (with_past, ("h",)),
    "history-further": (with_past, ("h", "down", "down", "enter")),
    "history-empty": (course, ("h",)),
    "statistics": (with_figures, ("s",)),
    "statistics-year": (with_figures, ("s", "pagedown", "pagedown")),
    "statistics-memory": (with_figures, ("s", *["pagedown"] * 5)),
    "statistics-units": (with_figures, ("s", *["pagedown"] * 40)),
    "statistics-empty": (course, ("s",)),
    "problems": (with_problems, ("p",)),
    "problems-none": (course, ("p",)),
    "help-home": (course, ("?",)),
    "help-review": (lambda: course(KERNEL), ("r", "?")),
    "lesson": (course, TO_LESSON),
    "lesson-further": (course, (*TO_LESSON, "space")),
    "lesson-cards": (course, (*TO_LESSON, "c", "end")),
    "lesson-answers": (course, (*TO_LESSON, "c", "c", "end")),
    "lesson-search": (course, (*TO_LESSON, "/", "c", "h", "u", "n", "k")),
    "lesson-found": (course, (*TO_LESSON, "/", "c", "h", "u", "n", "k", "enter", "n")),
    "lesson-contents": (course, (*TO_LESSON, "t", "down")),
    "lesson-empty": (course, ("down", "l")),
    "lesson-end": (lambda: path_at({}, step=NOTHING), ("l", "end")),
    "lesson-finished": (lambda: path_at({}, step=NOTHING), ("l", "end", "enter")),
    "summary-interleaved": (interleaved, ("r", "space", "3", "q")),
    "browse": (many_cards, ("/",)),
    "browse-results": (many_cards, ("/", "enter", "down", "down", "right", "right", "right", "o")),
    "browse-nothing": (many_cards, ("/", "x", "y", "z", "enter")),
    "browse-empty": (course, ("/", "tab")),
    "browse-mistake": (many_cards, ("/", *"is:du", "enter")),
    "browse-linking": (many_cards, ("/", "enter", "m", "m")),
    "summary": (course, ("r", "space", "3", "a", "1", "tab", "q")),
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
def test_screen(name: str, size: tuple[int, int]) -> None:
    make, keys = SCREENS[name]

    async def scenario() -> None:
        async with playing(make(), size=size) as player:
            await player.press(*keys)
            check_snapshot(f"{name}-{size[0]}x{size[1]}", player.text)

    play(scenario)
