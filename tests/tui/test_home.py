from __future__ import annotations

import threading

import pytest

from recall.errors import ConfigurationError, StorageBusy, StorageForeign
from recall.library.values import RefreshReport
from recall.study.course import NOTHING, NextStep, State, StepKind
from recall.tui.app import RecallApp, Start
from recall.tui.desk import Desk
from recall.tui.screens.home import HomeScreen
from recall.tui.screens.review import ReviewScreen
from recall.tui.wording import duration
from tests.tui.fake import FakeLibrary, deck, question
from tests.tui.samples import KERNEL, PROBLEMS, course, path_at, seen
from tests.tui.support import Player, play, playing


def test_enter_takes_the_next_step() -> None:
    async def scenario() -> None:
        library = course(KERNEL)
        async with playing(library) as player:
            await player.press("enter")
            assert library.calls[-1] == "session  None None False"
            assert isinstance(player.app.screen, ReviewScreen)

    play(scenario)


def test_enter_studies_the_deck_at_the_cursor_and_r_everything() -> None:
    async def scenario() -> None:
        library = course(KERNEL)
        async with playing(library) as player:
            await player.press("j", "down")
            assert "Study L2 KDA part 1: 6 cards due." in player.text
            await player.press("enter")
            assert "session /decks/kimi/02.md None None False" in library.calls
            await player.press("q", "r")
            assert library.calls[-1] == "session  None None False"

    play(scenario)


def test_the_cursor_passes_headings_and_goes_back_to_the_next_step() -> None:
    async def scenario() -> None:
        library = course(KERNEL)
        async with playing(library) as player:
            await player.press("end")
            assert "Study networking/tcp.md" in player.text
            await player.press("k")
            assert "Study L5 Review A" in player.text
            await player.press("home")
            assert "Study L1 The shape of K3" in player.text
            await player.press("up")
            assert "Next: review 18 cards" in player.text

    play(scenario)


def test_a_session_with_nothing_to_show_says_so() -> None:
    async def scenario() -> None:
        library = course()
        library.cards = []
        async with playing(library) as player:
            await player.press("r")
            assert isinstance(player.app.screen, HomeScreen)
            assert "Nothing is due now." in player.bottom

    play(scenario)


def test_undo_at_home_reaches_earlier_days() -> None:
    async def scenario() -> None:
        library = course()
        library.earlier = ["an old card"]
        async with playing(library) as player:
            await player.press("u")
            assert "Took back Good for “an old card”." in player.bottom
            await player.press("u")
            assert "nothing to take back" in player.bottom

    play(scenario)


def test_what_reading_the_decks_changed_is_told() -> None:
    async def scenario() -> None:
        library = course()
        library.report = RefreshReport(read=2, new=4, linked=3)
        async with playing(library) as player:
            assert "4 new cards; 3 reworded, progress kept." in player.bottom
            await player.press("R")
            assert "The decks are as they were." in player.bottom

    play(scenario)


def test_a_first_reading_leaves_the_keys_in_sight() -> None:
    async def scenario() -> None:
        library = course()
        library.report = RefreshReport(read=5, new=100_000)
        async with playing(library) as player:
            assert player.bottom.startswith("Enter next")
            library.report = RefreshReport(read=5, new=100_000)
            await player.press("R")
            assert "100,000 new cards." in player.bottom

    play(scenario)


def test_long_titles_take_the_room_of_a_summary_that_would_say_nothing() -> None:
    async def scenario() -> None:
        library = course()
        title = "KDA, part 2: chunks, bounds and positions"
        library.decks = (
            deck("2.md", title, code="L2", summary="chunkwise, g_min", course="kimi-k3"),
        )
        async with playing(library) as player:
            assert title in player.text

    play(scenario)


def test_withheld_cards_are_asked_about() -> None:
    async def scenario() -> None:
        library = course()
        library.report = RefreshReport(withheld=40)
        async with playing(library) as player:
            assert "⚠ 40 cards would go missing at once." in player.text
            assert "A they are gone" in player.bottom
            await player.press("A")
            assert "refresh True" in library.calls
            assert "40 no longer in the decks, history kept." in player.bottom
            assert "would go missing" not in player.text

    play(scenario)


def test_start_in_a_session_with_its_options() -> None:
    async def scenario() -> None:
        library = course(KERNEL)
        start = Start(review=True, decks=("kimi/03.md",), limit=5, new=2, cram=True)
        async with playing(library, start=start) as player:
            assert "session kimi/03.md 5 2 True" in library.calls
            assert isinstance(player.app.screen, ReviewScreen)
            assert "cram" in player.text

    play(scenario)


def test_coming_home_counts_again() -> None:
    async def scenario() -> None:
        library = course(KERNEL)
        async with playing(library) as player:
            before = library.calls.count("home")
            await player.press("r", "q")
            assert library.calls.count("home") > before

    play(scenario)


def test_a_library_that_cannot_be_opened_ends_the_program() -> None:
    async def scenario() -> None:
        def opening() -> FakeLibrary:
            raise StorageForeign("recall.db is not a progress file.", "Move it away.")

        async with playing(opening=opening) as player:
            assert isinstance(player.app.failure, StorageForeign)
            assert player.app.return_code == 3

    play(scenario)


def test_decks_that_cannot_be_read_are_told_and_home_is_there() -> None:
    async def scenario() -> None:
        library = course()
        failing = [StorageBusy("The progress file is held by another window.", "Press R.")]

        def before(call: str) -> None:
            if call.startswith("refresh") and failing:
                raise failing.pop()

        library.before = before
        async with playing(library) as player:
            assert "✗ The progress file is held by another window. Press R." in player.bottom
            assert "The shape of K3" in player.text

    play(scenario)


def test_the_screen_says_what_it_waits_for() -> None:
    async def scenario() -> None:
        library = course(KERNEL)
        go_on = threading.Event()

        def before(call: str) -> None:
            if call.startswith("grade"):
                go_on.wait(30)

        library.before = before
        async with playing(library, patience=0.0) as player:
            await player.press("r", "space")
            await player.send("3", player.now)
            while "Waiting for the other window" not in player.text:
                await player.idle()
            assert library.grades == []
            go_on.set()
            await player.settle()
            assert len(library.grades) == 1
            assert "Waiting" not in player.text

    play(scenario)


def test_opening_that_takes_long_is_told() -> None:
    async def scenario() -> None:
        library = course()
        go_on = threading.Event()

        def opening() -> object:
            go_on.wait(30)
            return library.opened()

        app = RecallApp(opening, environment={}, patience=0.0)  # type: ignore[arg-type]  # a fake
        async with app.run_test(size=(80, 24)):
            player = Player(app)
            while "Opening the library" not in player.text:
                await player.idle()
            await player.send("r", player.now)
            go_on.set()
            await player.settle()
            assert "The shape of K3" in player.text
        app.close_library()

    play(scenario)


def test_calls_run_one_at_a_time_in_order() -> None:
    async def scenario() -> None:
        import asyncio

        desk = Desk(patience=30)
        seen: list[int] = []
        running: list[int] = []

        def work(number: int) -> int:
            running.append(number)
            assert len(running) == 1
            seen.append(number)
            running.clear()
            return number

        calls = [
            desk.call(lambda number=number: work(number), lambda: None)  # type: ignore[misc]  # bound now
            for number in range(20)
        ]
        assert list(await asyncio.gather(*calls)) == list(range(20))
        assert seen == list(range(20))
        desk.close(lambda: seen.append(-1))
        assert seen[-1] == -1

    play(scenario)


def test_leaving_closes_the_library() -> None:
    async def scenario() -> FakeLibrary:
        library = course()
        async with playing(library) as player:
            await player.press("q")
        return library

    assert play(scenario).closed


def test_an_unknown_theme_names_the_nearest() -> None:
    with pytest.raises(ConfigurationError) as caught:
        RecallApp(FakeLibrary().opened, theme="recal-light")
    assert "recall-light" in caught.value.hint


@pytest.mark.parametrize(
    ("state", "sign"),
    [
        (State.CLOSED, "·"),
        (State.NEW, "○"),
        (State.READING, "◔"),
        (State.LEARNING, "◐"),
        (State.KNOWN, "✓"),
    ],
)
def test_each_state_has_its_sign_and_its_word_where_there_is_room(state: State, sign: str) -> None:
    async def scenario() -> None:
        library = FakeLibrary(decks=(deck("a.md", "Rivers", course=None, state=state),))
        async with playing(library, size=(120, 40)) as player:
            assert f"{sign} {state.value:<10}Rivers" in player.text
            await player.resize(80, 24)
            assert f"{sign} Rivers" in player.text

    play(scenario)


def test_several_courses_stand_under_their_titles() -> None:
    from recall.library.values import CourseRow

    async def scenario() -> None:
        library = course()
        library.courses = (*library.courses, CourseRow("latin", "Latin", "latin/course.md"))
        library.decks = (*library.decks, deck("latin/1.md", "First", course="latin"))
        async with playing(library) as player:
            assert "Latin" in player.text
            assert "Kimi K3: reading a frontier report" in player.text

    play(scenario)


def test_ten_thousand_decks_scroll() -> None:
    async def scenario() -> None:
        library = FakeLibrary(
            decks=tuple(deck(f"{n:05}.md", f"Deck {n:05}", course=None) for n in range(10_000))
        )
        async with playing(library) as player:
            await player.press("end")
            assert "Deck 09999" in player.text
            await player.press("pageup")
            assert "Study Deck 099" in player.text

    play(scenario)


def test_problems_open_from_home() -> None:
    async def scenario() -> None:
        library = course()
        library.found = PROBLEMS
        async with playing(library) as player:
            assert "1 error and 1 warning in the decks" in player.text
            await player.press("p", "j", "q")
            assert isinstance(player.app.screen, HomeScreen)

    play(scenario)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(1, "1 second"), (89, "89 seconds"), (120, "2 minutes"), (5400, "1 h 30 min")],
)
def test_durations(seconds: int, words: str) -> None:
    assert duration(seconds) == words


def test_ctrl_c_leaves_with_everything_kept() -> None:
    async def scenario() -> None:
        library = course(question("One", "1"), question("Two", "2"))
        async with playing(library) as player:
            await player.press("r", "space", "3", "ctrl+c")
            assert len(library.grades) == 1
            assert player.app.return_code == 130

    play(scenario)


@pytest.mark.parametrize(
    ("step", "call"),
    [
        (NextStep(StepKind.REVIEW, new=True), "session  None None False"),
        (NextStep(StepKind.REVIEW), "session  None 0 False"),
        (NextStep(StepKind.LEARN), "session  None None False"),
        (NextStep(StepKind.READ, "1"), "lesson /decks/0.md"),
        (NextStep(StepKind.READ_ON, "4"), "lesson /decks/3.md"),
        (NextStep(StepKind.MIX, "5"), "session /decks/4.md None None False"),
    ],
)
def test_enter_takes_each_step(step: NextStep, call: str) -> None:
    async def scenario() -> None:
        library = path_at({}, step=step)
        async with playing(library) as player:
            await player.press("enter")
            assert call in library.calls

    play(scenario)


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (NextStep(StepKind.READ, "1"), "Next: read L1 The shape of K3"),
        (NextStep(StepKind.READ_ON, "1"), "Next: continue L1 The shape of K3"),
        (NextStep(StepKind.QUIZ, "1"), "Next: quiz L1 The shape of K3"),
        (NextStep(StepKind.MIX, "5"), "Next: Review A is ready"),
        (NextStep(StepKind.PAGE, "7"), "Next: blank page of L7 SiTU-GLU"),
        (NOTHING, "Nothing more today. Next: tomorrow"),
    ],
)
def test_the_next_step_is_told_in_words(step: NextStep, sentence: str) -> None:
    async def scenario() -> None:
        library = path_at({}, step=step, next_due="tomorrow")
        async with playing(library) as player:
            assert sentence in player.text
            assert ("Enter" in player.text) == (step is not NOTHING)

    play(scenario)


def test_a_closed_lesson_is_read_without_asking_and_says_that_it_is_early() -> None:
    async def scenario() -> None:
        library = path_at({}, step=NextStep(StepKind.READ, "1"))
        async with playing(library) as player:
            await player.press("down", "down", "down", "down")
            offer = "Read L4 Attention Residuals: 64 cards, ahead of its turn (after L3)."
            assert offer in player.text
            assert player.bottom.startswith("Enter read")
            await player.press("enter")
            assert "lesson /decks/3.md" in library.calls
            await player.press("r")
            assert library.calls[-1] == "session /decks/3.md None None False"

    play(scenario)


def test_a_closed_review_is_studied_without_asking() -> None:
    async def scenario() -> None:
        library = path_at({}, step=NextStep(StepKind.READ, "1"))
        async with playing(library) as player:
            await player.press(*["down"] * 5)
            assert "Study L5 Review A: 32 cards, ahead of its turn (after L4)." in player.text
            await player.press("enter")
            assert "session /decks/4.md None None False" in library.calls

    play(scenario)


def test_a_lesson_that_was_finished_is_studied() -> None:
    async def scenario() -> None:
        library = path_at(seen(0.9, due=2), {}, step=NOTHING)
        async with playing(library) as player:
            await player.press("down", "enter")
            assert "session /decks/0.md None None False" in library.calls

    play(scenario)


def test_without_a_next_step_enter_does_nothing_and_is_not_offered() -> None:
    async def scenario() -> None:
        library = path_at(seen(0.9), step=NOTHING)
        library.cards = []
        async with playing(library) as player:
            assert "Enter" not in player.bottom
            await player.press("enter")
            assert isinstance(player.app.screen, HomeScreen)
            assert "Nothing is due now." in player.bottom

    play(scenario)


def test_a_deck_folder_that_is_not_there_is_named() -> None:
    async def scenario() -> None:
        library = course()
        library.nowhere = ("/home/ada/dekcs",)
        async with playing(library) as player:
            assert "⚠ There is no deck folder /home/ada/dekcs." in player.text
            library.decks = ()
            await player.press("R")
            assert "⚠ There is no deck folder /home/ada/dekcs." in player.text
            assert "No decks yet." in player.text

    play(scenario)
