from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.memory import Memory, Rating
from recall.study.plots import LEAST_WIDTH
from recall.study.report.page import WIDEST, report
from recall.study.report.section import Section
from recall.study.stats.answered import Answered
from recall.study.stats.pages import PageFigures
from recall.study.stats.whole import Statistics
from recall.text import width
from tests.study.figures import (
    NOW,
    TODAY,
    a_year,
    answered,
    answers,
    memories,
    nothing,
    statistics_of,
    unit,
)

WIDTHS = st.integers(1, 130)


def section(statistics: Statistics, title: str, columns: int = 78) -> Section:
    (found,) = [one for one in report(statistics, columns) if one.title.startswith(title)]
    return found


@given(answers, memories, st.lists(st.integers(0, 2_000), min_size=30, max_size=30), WIDTHS)
def test_every_line_fits_and_every_part_has_its_sentence(
    given_: list[Answered], cards: list[Memory], due: list[int], columns: int
) -> None:
    titles = ("Short", "A title of a deck that is far longer than any line 一二三四五六七八九十")
    statistics = statistics_of(
        given_,
        cards,
        NOW,
        decks=titles,
        forecast=tuple(due),
        units=(
            unit("a.md", titles[0], *given_, code="L1", course="c"),
            unit("b.md", titles[1], cards=123_456),
        ),
        courses=(unit("c", titles[1], *given_),),
    )
    sections = report(statistics, columns)
    room = min(max(columns, LEAST_WIDTH), WIDEST)
    for one in sections:
        assert one.title
        assert one.sentence.endswith(".")
        assert "nan" not in one.sentence
        assert [line for line in one.lines if width(line) > room] == []


def test_without_answers_every_part_says_what_will_appear_and_when() -> None:
    sections = report(nothing(), 78)
    assert all(not one.lines for one in sections)
    said = " ".join(one.sentence for one in sections)
    for words in (
        "From the first answer on",
        "from its first answer on, on the day it comes back",
        "each day's answers and minutes stand here",
        "Each day studied will be a shaded cell",
        "No card has come back on a later day yet. From then on",
        "From the second day on",
        "Each will be counted here",
        "each is counted at the hour",
        "each will have a line here",
    ):
        assert words in said


def page(
    day: int, said: int, *, free: int = 0, guess: int | None = None, overruled: int = 0
) -> PageFigures:
    return PageFigures(day, said / 10, free / 10, 10, said, guess, overruled)


def test_blank_pages_have_a_part_once_there_is_one() -> None:
    assert not [one for one in report(nothing(), 78) if one.title == "Blank pages"]
    pages = (page(TODAY - 9, 2, guess=6), page(TODAY, 5, free=3, guess=6, overruled=2))
    found = section(statistics_of((), (), NOW, pages=pages), "Blank pages")
    assert found.sentence == (
        "2 pages; the last said 50 % of its points, 30 % without help. You guessed 2.5 points more "
        "a page than were there. You overruled 2 of 20 proposals."
    )
    assert found.lines[0] == "Percent said"
    assert found.lines[1].startswith("50 ")
    assert "11-22" in found.lines[-1]


@pytest.mark.parametrize(
    ("guess", "words"),
    [
        (2, "You guessed 3.0 points fewer a page than were there."),
        (5, "Your guesses met what was there."),
        (None, "without help. You overruled"),
    ],
)
def test_guesses_in_words(guess: int | None, words: str) -> None:
    pages = (page(TODAY, 5, guess=guess),)
    assert words in section(statistics_of((), (), NOW, pages=pages), "Blank pages").sentence


@given(st.lists(st.builds(page, st.integers(0, TODAY), st.integers(0, 10)), min_size=1), WIDTHS)
def test_every_line_of_the_blank_pages_fits(pages: list[PageFigures], columns: int) -> None:
    found = section(statistics_of((), (), NOW, pages=tuple(pages)), "Blank pages", columns)
    room = min(max(columns, LEAST_WIDTH), WIDEST)
    assert [line for line in found.lines if width(line) > room] == []


def test_a_year_in_sentences() -> None:
    year = a_year()
    said = section(year, "What you remember").sentence
    assert said.startswith("You remember 9")
    assert "% of mature cards; the schedule aimed for 90 % (" in said
    assert "% of young cards; the schedule aimed for 90 % (" in said
    assert "You have studied 4 days in a row; the longest was" in section(year, "All").sentence
    assert (
        section(year, "Due").sentence
        == "327 cards will come back, 5 of them today and 16 tomorrow."
    )


def test_retention_of_one_kind_only() -> None:
    young = statistics_of([answered(TODAY, recall=0.9, stability=3.0)], (), NOW)
    said = section(young, "What you remember").sentence
    assert said.startswith("No mature card has come back yet. You remember 100 % of young cards;")
    assert "(1 answer)" in said


@pytest.mark.parametrize(
    ("count", "remembered", "words"),
    [
        (49, 10, "From 50 answers on this says whether the predictions can be trusted."),
        (100, 90, "The predictions are right, as far as that can be told."),
        (100, 85, "The predictions are right, as far as that can be told."),
        (100, 80, "You remember less than predicted, so cards come later than you need them."),
        (100, 100, "You remember more than predicted, so cards come sooner than you need them."),
    ],
)
def test_what_a_difference_means(count: int, remembered: int, words: str) -> None:
    given_ = [
        answered(TODAY, Rating.GOOD if n < remembered else Rating.AGAIN, recall=0.9)
        for n in range(count)
    ]
    found = section(statistics_of(given_, (), NOW), "Predicted")
    assert found.sentence.endswith(words)
    assert len(found.lines) == 11


def test_the_streak_in_words() -> None:
    def words(*days: int) -> str:
        return section(statistics_of([answered(day) for day in days], (), NOW), "All").sentence

    assert words(TODAY).endswith("You have studied 1 day in a row; the longest so far.")
    assert words(TODAY - 1).endswith("1 day in a row, not yet today; the longest so far.")
    assert words(TODAY - 5).endswith(
        "The longest streak was 1 day; the next answer begins a new one."
    )
    assert "2 answers on 1 day, 12 seconds." in words(TODAY, TODAY)


def test_decks_are_named_and_many_are_counted() -> None:
    titles = ("A", "B\x1b[31m", "C", "D", "E")
    assert report(replace(nothing(), decks=titles[:2]), 78)[0].title == "A, B␛[31m"
    assert report(replace(nothing(), decks=titles), 78)[0].title == "A, B␛[31m, C and 2 more"


def test_units_stand_beneath_their_course() -> None:
    lines = section(a_year(), "Units").lines
    assert lines[1].startswith("Kimi K3: reading a frontier report")
    assert [line[:4] for line in lines[2:6]] == ["  L1", "  L2", "  L3", "  L4"]
    assert lines[6].startswith("networking/tcp.md")
    assert lines[0].split() == ["Seen", "Answers", "Minutes", "Kept", "Known"]
    narrow = section(a_year(), "Units", LEAST_WIDTH).lines
    assert narrow[0].split() == ["Seen", "Known"]


def hours_sentence(*hours: tuple[int, int, int]) -> str:
    """What is said of (hour, answers, remembered)."""
    given_ = [
        answered(TODAY, Rating.GOOD if n < kept else Rating.AGAIN, minute=60 * hour, recall=0.9)
        for hour, number, kept in hours
        for n in range(number)
    ]
    return section(statistics_of(given_, (), NOW), "Hours").sentence


def test_the_hour_remembered_best_is_told_when_chance_does_not_explain_it() -> None:
    said = hours_sentence((8, 50, 50), (20, 60, 20))
    assert said.startswith("Most answers come between 20:00 and 21:00")
    assert said.endswith("You remember most between 8:00 and 9:00: 100 %.")
    assert "remember most" not in hours_sentence((8, 49, 49), (20, 60, 20))
    assert "remember most" not in hours_sentence((8, 50, 47), (20, 60, 50))
    assert "remember most" not in hours_sentence((8, 50, 50), (20, 60, 60))
