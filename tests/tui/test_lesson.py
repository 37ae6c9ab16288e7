"""The reader: going through a lesson, finding words, showing cards, and the place that is kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from recall.cards.deck import DeckKind
from recall.clock import fixed_clock
from recall.config import Config
from recall.errors import StorageBusy, UsageError
from recall.library.lesson import LessonPlace
from recall.library.library import Library
from recall.paths import Paths, bundled_decks
from recall.tui.screens.contents import ContentsScreen
from recall.tui.screens.home import HomeScreen
from recall.tui.screens.home_rows import next_lesson
from recall.tui.screens.lesson import LessonScreen
from recall.tui.screens.review import ReviewScreen
from recall.tui.widgets.lesson_view import LessonView
from tests.tui.fake import FakeLibrary, deck
from tests.tui.samples import KERNEL, LESSON, course
from tests.tui.support import Player, play, playing

TO_LESSON = ("down", "down", "down", "l")
NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)
LONG = "".join(f"## Part {n}\n\nParagraph {n} of the text.\n\n" for n in range(400))


def reading(text: str = LESSON) -> FakeLibrary:
    """A library whose third deck is a lesson."""
    library = course(KERNEL)
    library.lessons["kimi/03.md"] = text
    return library


def view(player: Player) -> LessonView:
    screen = player.app.screen
    assert isinstance(screen, LessonScreen)
    return screen.query_one(LessonView)


def top(player: Player) -> str:
    return player.text.split("\n")[0]


def first_line(player: Player) -> str:
    """The first line of the text in the window."""
    return view(player).text.split("\n")[view(player).scroll_offset.y]


def test_l_reads_the_deck_at_the_cursor_or_the_next_lesson() -> None:
    async def scenario() -> None:
        library = reading()
        async with playing(library) as player:
            await player.press("l")
            assert "lesson /decks/kimi/03.md" in library.calls
            assert "KDA part 2" in top(player)
            await player.press("q")
            assert isinstance(player.app.screen, HomeScreen)
            await player.press("down", "l")
            assert "lesson /decks/kimi/01.md" in library.calls

    play(scenario)


def test_the_next_lesson_is_the_first_open_one_with_cards_not_met() -> None:
    async def scenario() -> None:
        async with playing(course()) as player:
            screen = player.app.screen
            assert isinstance(screen, HomeScreen)
            assert screen.home is not None
            chosen = next_lesson(screen.home)
            assert chosen is not None
            assert chosen.code == "L3"

    play(scenario)


@pytest.mark.parametrize(
    ("decks", "expected"),
    [
        ((), None),
        ((deck("own.md", "Own", course=None, new=5),), None),
        ((deck("a.md", "A", open=False, new=5),), None),
        ((deck("a.md", "A"), deck("b.md", "B")), "b.md"),
        ((deck("a.md", "A"), deck("b.md", "B", new=1), deck("c.md", "C", new=1)), "b.md"),
        ((deck("g.md", "Glossary", kind=DeckKind.DECK, new=1),), "g.md"),
    ],
)
def test_which_lesson_is_next(decks: tuple[object, ...], expected: str | None) -> None:
    library = FakeLibrary(decks=decks)  # type: ignore[arg-type]  # parametrised as plain objects
    chosen = next_lesson(library.home())
    assert (chosen.path if chosen is not None else None) == expected


def test_without_a_lesson_l_says_so() -> None:
    async def scenario() -> None:
        library = FakeLibrary(decks=(deck("own.md", "Own", course=None),))
        async with playing(library) as player:
            await player.press("l")
            assert "There is no lesson to read next." in player.bottom

    play(scenario)


def test_a_lesson_that_cannot_be_read_leaves_home_and_says_why() -> None:
    async def scenario() -> None:
        library = reading()
        async with playing(library) as player:
            library.refusals.append(UsageError("kimi/03.md cannot be read: it is gone.", "Look."))
            await player.press("l")
            assert isinstance(player.app.screen, HomeScreen)
            assert "✗ kimi/03.md cannot be read: it is gone. Look." in player.bottom

    play(scenario)


def test_keys_go_through_the_text_and_the_top_line_tells_where() -> None:
    async def scenario() -> None:
        async with playing(reading()) as player:
            await player.press(*TO_LESSON)
            begin = player.text
            assert "KDA part 2" in top(player)
            await player.press("j", "down", "up", "k")
            assert player.text == begin
            await player.press("space")
            assert "Chunks" in top(player)
            await player.press("pageup")
            assert player.text == begin
            await player.press("end")
            assert "100 %" in top(player)
            assert "Source: a report. Licence: MIT." in player.text
            await player.press("pagedown", "space")
            assert "100 %" in top(player)
            await player.press("home")
            assert player.text == begin

    play(scenario)


def test_the_contents_lead_to_a_section() -> None:
    async def scenario() -> None:
        async with playing(reading(LONG)) as player:
            await player.press(*TO_LESSON, "t")
            assert isinstance(player.app.screen, ContentsScreen)
            assert "› Part 0" in player.text
            await player.press("end")
            assert "› Part 399" in player.text
            await player.press("pageup", "pagedown", "k", "enter")
            assert "Part 398" in top(player)
            assert "Part 398" in player.text.split("\n", 1)[1]
            await player.press("t", "home", "down", "j", "q")
            assert "Part 398" in top(player)
            await player.press("t")
            assert "› Part 398" in player.text
            await player.press("home", "enter")
            assert "Part 0" in top(player)

    play(scenario)


def test_a_search_goes_from_place_to_place_and_round() -> None:
    async def scenario() -> None:
        async with playing(reading()) as player:
            await player.press(*TO_LESSON, "/")
            await player.type("CHUNK to ch")
            assert player.app.screen.has_class("finding")
            await player.press("enter")
            assert "“CHUNK to ch” 1 of 1" in top(player)
            await player.press("/", *"chunk", "enter")
            count = int(top(player).rpartition(" of ")[2])
            assert count > 5
            places = [view(player).match]
            for _ in range(count):
                await player.press("n")
                places.append(view(player).match)
            assert sorted(set(places[:-1]), key=str) == sorted(range(count), key=str)
            assert places[0] == places[-1]
            await player.press("N")
            assert view(player).match == places[-2]

    play(scenario)


def test_what_is_found_is_in_sight_and_marked() -> None:
    async def scenario() -> None:
        async with playing(reading(LONG)) as player:
            await player.press(*TO_LESSON, "/", *"paragraph", "space", *"300", "enter")
            assert "Paragraph 300 of the text." in player.text
            screen = player.app.screen
            strips = screen._compositor.render_strips(screen.size)
            reversed_ = [
                segment.text
                for strip in strips
                for segment in strip
                if segment.style is not None and segment.style.reverse and segment.text.isascii()
            ]
            assert reversed_ == ["Paragraph 300"]

    play(scenario)


def test_a_search_that_finds_nothing_says_so_and_none_is_no_search() -> None:
    async def scenario() -> None:
        async with playing(reading()) as player:
            await player.press(*TO_LESSON, "n")
            assert "Nothing is searched for; / asks for words." in player.bottom
            await player.press("/", *"zebra", "enter")
            assert "“zebra” does not stand in this lesson." in player.bottom
            await player.press("/", *"chunk", "enter")
            assert view(player).matches
            await player.press("/", "enter")
            assert not view(player).matches
            assert "“" not in top(player)
            await player.press("/", *"qt?", "escape")
            assert isinstance(player.app.screen, LessonScreen)
            assert not view(player).matches

    play(scenario)


def test_cards_are_hidden_then_asked_then_answered() -> None:
    async def scenario() -> None:
        async with playing(reading(), size=(80, 100)) as player:
            await player.press(*TO_LESSON)
            assert "▸ 3 cards" in player.text
            assert "chunkwise form buy" not in player.text
            await player.press("c")
            assert "▹ What does the chunkwise form buy?" in player.text
            assert "the cost is […], within one it is […]" in player.text
            assert "Dense matrix products." not in player.text
            assert "c answers" in player.bottom
            await player.press("c")
            assert "▏ Dense matrix products." in player.text
            assert "the cost is linear, within one it is quadratic" in player.text
            await player.press("c")
            assert "▸ 3 cards" in player.text
            assert "What does" not in player.text

    play(scenario)


def test_showing_cards_keeps_the_first_line() -> None:
    async def scenario() -> None:
        async with playing(reading(), size=(80, 14)) as player:
            await player.press(*TO_LESSON, "t", "end", "k", "enter")
            assert first_line(player).strip() == "Check yourself"
            for _ in range(3):
                await player.press("c")
                assert first_line(player).strip() == "Check yourself"

    play(scenario)


def test_the_place_is_kept_on_leaving_and_taken_up_again() -> None:
    async def scenario() -> None:
        library = reading(LONG)
        async with playing(library) as player:
            await player.press(*TO_LESSON, "t", *["down"] * 40, "enter", "space")
            before = player.text
            await player.press("q", "l")
            assert player.text == before
            await player.press("q")
            kept = [call for call in library.calls if call.startswith("place")]
            assert len(kept) == 2
            assert len(set(kept)) == 1

    play(scenario)


def test_a_place_that_cannot_be_kept_is_told_once_and_holds_nobody() -> None:
    async def scenario() -> None:
        library = reading(LONG)
        async with playing(library) as player:
            await player.press(*TO_LESSON, "space")
            library.refusals.append(StorageBusy("The progress file is busy.", "Try again."))
            await player.press("q")
            assert view(player).lines
            assert "✗ The progress file is busy. Try again." in player.bottom
            await player.press("q")
            assert isinstance(player.app.screen, HomeScreen)
            assert library.places == {}

    play(scenario)


def test_r_reviews_this_deck_and_comes_back_to_the_text() -> None:
    async def scenario() -> None:
        library = reading()
        async with playing(library) as player:
            await player.press(*TO_LESSON, "space")
            before = player.text
            await player.press("r")
            assert "session /decks/kimi/03.md None None False" in library.calls
            assert isinstance(player.app.screen, ReviewScreen)
            await player.press("q")
            assert player.text == before
            library.cards = []
            await player.press("r")
            assert "Nothing of this deck can be studied now." in player.bottom

    play(scenario)


@pytest.mark.parametrize("size", [(40, 10), (120, 40), (80, 12)])
def test_the_block_in_the_first_line_stays_when_the_window_changes(size: tuple[int, int]) -> None:
    async def scenario() -> None:
        async with playing(reading(LONG), size=(80, 24)) as player:
            await player.press(*TO_LESSON, "t", *["down"] * 200, "enter")
            await player.resize(*size)
            assert first_line(player).strip() == "Part 200"
            await player.resize(80, 24)
            assert first_line(player).strip() == "Part 200"
            assert "Part 200" in top(player)

    play(scenario)


def test_a_wide_diagram_goes_sideways_and_the_text_stays() -> None:
    async def scenario() -> None:
        async with playing(reading(), size=(40, 30)) as player:
            await player.press(*TO_LESSON)
            assert "chunk 1" in player.text
            await player.press("right", "right", "right")
            assert "chunk 1" not in player.text
            assert "Chunks\n" in player.text
            assert "A state that fades" in player.text
            await player.press("left", "left", "left")
            assert "chunk 1" in player.text

    play(scenario)


def test_a_long_lesson_is_laid_out_while_its_beginning_is_read() -> None:
    async def scenario() -> None:
        async with playing(reading(LONG)) as player:
            await player.press("down", "down", "down")
            lesson = player.app.library.lesson("/decks/kimi/03.md")
            screen = LessonScreen(lesson)
            await player.app.push_screen(screen)
            shown = screen.query_one(LessonView)
            while not shown.lines:
                await player.idle()
            assert len(shown.lines) < 400
            await player.settle()
            assert len(shown.lines) == len(LONG.split("\n\n")) - 1 + 3 * 400 - 1

    play(scenario)


def test_a_deck_without_text_says_what_stands_here() -> None:
    async def scenario() -> None:
        async with playing(reading("Q: a\nA: b\n")) as player:
            await player.press(*TO_LESSON)
            assert "This deck has no text to read, only cards." in player.text
            assert "▸ 1 card" in player.text
            await player.press("t", "enter", "q", "down", "l")
            assert "This deck is empty." in player.text
            await player.press("t", "enter", "space", "end", "home", "/", "z", "enter", "c", "c")
            assert "This deck is empty." in player.text

    play(scenario)


@pytest.fixture
def opening(tmp_path: Path) -> Callable[[], Library]:
    paths = Paths(tmp_path / "config.toml", tmp_path / "data", (bundled_decks(),))

    def opened() -> Library:
        return Library.open(paths, Config(fuzz=False), fixed_clock(NOW), random=Random(7))

    return opened


def test_the_course_is_read_from_where_it_was_left(opening: Callable[[], Library]) -> None:
    async def first() -> str:
        async with playing(opening=opening) as player:
            await player.press("l")
            assert "L1" in top(player)
            await player.press("space", "space", "down")
            text = player.text
            await player.press("q")
            return text

    async def second(before: str) -> None:
        async with playing(opening=opening) as player:
            await player.press("l")
            assert player.text == before
            # The program ends while the lesson is read.
            await player.press("space")
            player.app.exit()

    async def third() -> LessonPlace:
        async with playing(opening=opening) as player:
            return player.app.library.lesson("L1").place

    text = play(first)
    place = play(third)
    play(lambda: second(text))
    assert play(third) != place


def test_reading_without_moving_writes_nothing(
    opening: Callable[[], Library], tmp_path: Path
) -> None:
    progress = tmp_path / "data" / "recall.db"

    async def moved() -> None:
        async with playing(opening=opening) as player:
            await player.press("l", "space", "q")

    async def idle() -> None:
        async with playing(opening=opening) as player:
            before = progress.read_bytes()
            await player.press("l", "c", "c", "c", "t", "q", "q", "end", "l", "q")
            assert progress.read_bytes() == before

    play(moved)
    play(idle)
