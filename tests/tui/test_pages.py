from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.content import Content

from recall.cards.memory import NEW_MEMORY, Rating
from recall.cards.problem import Level, Problem
from recall.library.lesson import LessonPlace
from recall.library.passages import LessonPassage
from recall.library.remedies import Remedies
from recall.library.values import CardInfo, Summary, UnitResult
from recall.tui.curve import curve_lines
from recall.tui.keys import KeyTable
from recall.tui.scopes import Scope
from recall.tui.screens.card import card_lines
from recall.tui.screens.help import key_lines
from recall.tui.screens.problems import ProblemsScreen, problem_lines
from recall.tui.screens.stats import statistics_lines
from recall.tui.screens.summary import summary_lines, unit_lines
from tests.study.figures import a_year
from tests.tui.fake import FakeLibrary, deck
from tests.tui.samples import KERNEL, course
from tests.tui.support import play, playing

HELPS = Remedies(
    lapses=9,
    leech=True,
    passage=LessonPassage("/decks/kimi/03.md", "Chunks", LessonPlace(1)),
    siblings=("Its other side",),
    mistakes=(("a clamp", 3), ("a mask", 1)),
)
WIDTHS = st.integers(min_value=34, max_value=100)


def words(lines: list[Content]) -> str:
    return "\n".join(line.plain for line in lines)


def info() -> CardInfo:
    return FakeLibrary().card("A title")


@given(WIDTHS, st.integers(1, 400), st.integers(0, 400), st.floats(0.001, 3))
def test_the_curve_fits_and_marks_the_due_day(
    width: int, span: int, due: int, decay: float
) -> None:
    curve = tuple((day, 1 / (1 + decay * day / 10)) for day in range(span + 1))
    memory = replace(info().memory, last_day=1000, due_day=1000 + due)
    lines = curve_lines(replace(info(), curve=curve, memory=memory), width)
    assert all(line.cell_length <= width for line in lines)
    marks = next(line.plain for line in lines if "▲" in line.plain)
    assert marks.count("▲") == 1
    assert words(lines).count("•") >= 20


def test_no_curve_without_reviews_or_room() -> None:
    assert curve_lines(replace(info(), curve=()), 78) == []
    assert curve_lines(info(), 20) == []


@given(WIDTHS)
def test_card_information_fits(width: int) -> None:
    lines = card_lines(info(), HELPS, width)
    assert all(line.cell_length <= width for line in lines)
    for part in ("Due: in 5 days", "Stability is 11.3 days", "2 answers", "kimi/03.md:12", "#kda"):
        assert part.split(" ")[0] in words(lines)


def test_card_information_of_a_new_card_says_what_will_be_there() -> None:
    new = replace(info(), reviews=(), curve=(), memory=NEW_MEMORY, recall=None)
    assert "No answer yet; each one will be listed here." in words(card_lines(new, HELPS, 78))


def test_card_information_of_a_missing_card() -> None:
    gone = replace(info(), missing_since="2026-11-30", place=None)
    assert "since 2026-11-30; its history is kept" in words(card_lines(gone, HELPS, 78))


@given(WIDTHS)
def test_statistics_fit_and_every_plot_has_its_sentence(width: int) -> None:
    lines = statistics_lines(a_year(), width)
    assert all(line.cell_length <= width for line in lines)
    assert "the schedule aimed for 90 %" in words(lines).replace("\n", " ")
    assert "…" not in words(lines[:20])


def test_statistics_are_read_anew_each_time_and_scroll() -> None:
    async def scenario() -> None:
        library = course()
        async with playing(library) as player:
            await player.press("s")
            assert "Nothing has been answered yet." in player.text
            await player.press("s")
            library.figures = a_year()
            await player.press("s")
            assert "in a row" in player.text.split("\n")[0]
            first = player.text
            await player.press("down", "up", "space", "pageup", "?")
            assert player.text.split("\n")[3].strip() == "Statistics"
            await player.press("q")
            assert player.text == first
            await player.press("q")
            assert "Next: review" in player.text
        assert library.calls.count("statistics ") == 2

    play(scenario)


@given(WIDTHS)
def test_help_lists_every_binding_with_its_keys(width: int) -> None:
    keys = KeyTable({"review.undo": "z"})
    shown = words(key_lines(keys, (Scope.GRADE, Scope.REVIEW), width)).replace("\n", " ")
    for binding in keys:
        if binding.scope is not Scope.HELP:
            assert binding.help.split()[0] in shown
    assert "z  " in shown
    assert shown.startswith("Review, after the answer")


@given(
    WIDTHS,
    st.text(max_size=200),
    st.text(max_size=200),
    st.sampled_from(list(Level)),
)
def test_problems_fit_at_every_width(width: int, message: str, hint: str, level: Level) -> None:
    problem = Problem("a.md", 1, 2, "X1", level, message, hint)
    lines = problem_lines(problem, width)
    assert all(line.cell_length <= width for line in lines)
    assert level.value in lines[0].plain
    assert not lines[-1].plain


@pytest.mark.parametrize(
    ("answers", "waiting", "expected"),
    [
        (0, 0, "Nothing was answered."),
        (1, 1, "1 card comes back later today"),
        (5, 2, "2 cards come back later today"),
    ],
)
def test_summaries(answers: int, waiting: int, expected: str) -> None:
    summary = Summary(
        answers=answers,
        seconds=90 * answers,
        recalled=0.5 if answers else None,
        new=answers,
        by_rating={rating: answers if rating is Rating.GOOD else 0 for rating in Rating},
        due_tomorrow=3,
        new_tomorrow=10,
        waiting=waiting,
    )
    shown = words(summary_lines(summary, 78))
    assert expected in shown
    assert "Tomorrow: 3 due, 10 new." in shown


SUMMARY = Summary(
    answers=13,
    seconds=90,
    recalled=0.5,
    new=3,
    by_rating=dict.fromkeys(Rating, 3),
    due_tomorrow=3,
    new_tomorrow=10,
    units=(
        UnitResult("L1", "The shape of K3", known=8, recalled=7, new=1),
        UnitResult("L10", "Review B and a title that is far too long for its line", new=2),
        UnitResult(None, "Loose", known=3, recalled=0),
    ),
)


@pytest.mark.parametrize("width", [34, 78])
def test_a_summary_of_an_interleaved_review_has_a_line_for_each_unit(width: int) -> None:
    lines = [line.plain for line in unit_lines(SUMMARY.units, width)]
    assert [line.split()[-1] for line in lines] == ["new", "new", "%"]
    assert lines[0].startswith("L1   The")
    assert lines[0].endswith("  7 of 8  88 %  1 new")
    assert "…" in lines[1]
    assert lines[1].endswith("               2 new")
    assert lines[2].startswith("     Loose")
    assert lines[2].endswith("  0 of 3   0 %       ")
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= width
    assert [line.plain for line in summary_lines(SUMMARY, width)].count(lines[0]) == 1


def test_pages_scroll_and_go_back() -> None:
    async def scenario() -> None:
        async with playing(course(KERNEL), size=(60, 12)) as player:
            await player.press("r", "i")
            first = player.text
            await player.press("down")
            assert player.text != first
            await player.press("up")
            assert player.text == first
            await player.press("pagedown", *["space"] * 6)
            assert "Name      kernel" in player.text
            await player.press("?", "j", "pagedown", "pageup", "q", "q")
            assert "chunkwise kernel" in player.text

    play(scenario)


def test_problems_keep_the_cursor_after_reading_again() -> None:
    async def scenario() -> None:
        library = course()
        library.found = tuple(
            Problem("a.md", line, 1, "X1", Level.ERROR, f"Message {line}.", "Do it.")
            for line in range(1, 200)
        )
        async with playing(library) as player:
            await player.press("p", "end")
            assert "› ✗ error  a.md:199:1" in player.text
            await player.press("pageup", "home", "j")
            assert "› ✗ error  a.md:2:1" in player.text
            await player.press("q")
            assert not isinstance(player.app.screen, ProblemsScreen)

    play(scenario)


def test_a_click_moves_the_cursor() -> None:
    async def scenario() -> None:
        library = course()
        library.decks = (deck("a.md", "Only", course=None, due=2, recall=0.5),)
        async with playing(library) as player:
            row = next(y for y, line in enumerate(player.text.split("\n")) if "Only" in line)
            for kind in (events.MouseDown, events.MouseUp):
                player.app.post_message(
                    kind(None, 10, row, 0, 0, 1, False, False, False, screen_x=10, screen_y=row)
                )
                await player.settle()
            assert "Study Only: 2 cards due." in player.text

    play(scenario)
