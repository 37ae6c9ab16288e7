"""Every screen at three sizes, as plain text, compared exactly.

Set RECALL_REWRITE_SNAPSHOTS to write them anew, then look at the difference.
"""

from __future__ import annotations

import pytest

from tests.study.figures import a_year
from tests.tui.fake import FakeLibrary
from tests.tui.samples import BOTH, ERRATIC, KERNEL, LAYERS, PROBLEMS, STAGES, a_past, course
from tests.tui.support import check_snapshot, play, playing

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


SCREENS = {
    "home": (with_problems, ()),
    "home-chosen": (course, ("down", "down")),
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
