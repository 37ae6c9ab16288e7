"""The quiz on its screens, over a library in memory and over a real one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from recall.cards.memory import Rating
from recall.clock import fixed_clock
from recall.config import Config
from recall.errors import StorageFull, UsageError
from recall.library.library import Library
from recall.paths import Paths
from recall.study.course import State
from recall.tui.app import Start
from recall.tui.screens.home import HomeScreen
from recall.tui.screens.lesson import LessonScreen
from recall.tui.screens.quiz import QuizScreen
from recall.tui.screens.result import ResultScreen
from tests.library.building import MORNING
from tests.tui.fake import FakeLibrary
from tests.tui.samples import BOTH, ENDS, ERRATIC, KERNEL, course
from tests.tui.support import play, playing

TO_QUIZ = ("down", "down", "down", "z")


def library() -> FakeLibrary:
    return course(ERRATIC, ENDS, KERNEL)


def test_z_quizzes_the_deck_chosen() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake) as player:
            await player.press(*TO_QUIZ)
            assert isinstance(player.app.screen, QuizScreen)
            assert "quiz /decks/kimi/03.md" in fake.calls
            assert player.text.startswith(" Quiz · L3 · KDA part 2")

    play(scenario)


def test_z_without_a_deck_quizzes_the_lesson_finished_last() -> None:
    async def scenario() -> None:
        fake = library()
        fake.decks = tuple(
            replace(one, finished=one.code in ("L1", "L2"), state=State.LEARNING)
            for one in fake.decks
        )
        async with playing(fake) as player:
            await player.press("z")
            assert fake.calls[-1] == "quiz /decks/kimi/02.md"

    play(scenario)


def test_z_with_no_lesson_begun_says_what_to_do() -> None:
    async def scenario() -> None:
        fake = library()
        fake.decks = tuple(replace(one, state=State.NEW, finished=False) for one in fake.decks)
        async with playing(fake) as player:
            await player.press("z")
            assert isinstance(player.app.screen, HomeScreen)
            assert player.bottom.startswith("No lesson was begun yet.")

    play(scenario)


def test_a_deck_without_choice_cards_says_so_and_what_to_do() -> None:
    async def scenario() -> None:
        fake = library()
        fake.refusals = [UsageError("L3 has no question to choose.", "A quiz asks choice cards.")]
        async with playing(fake) as player:
            await player.press(*TO_QUIZ)
            assert isinstance(player.app.screen, HomeScreen)
            assert "✗ L3 has no question to choose. A quiz asks choice cards." in player.bottom
            fake.cards = [KERNEL]
            await player.press("z")
            assert "No question of this deck can be asked now." in player.bottom

    play(scenario)


def test_going_on_saves_what_the_answer_is_worth() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake) as player:
            await player.press(*TO_QUIZ, "b")
            assert fake.grades == []
            assert "1 Again" not in player.bottom
            await player.press("enter", "a")
            assert fake.grades == [(ERRATIC.uid, Rating.GOOD)]
            await player.press("space")
            assert fake.grades[1:] == [(ENDS.uid, Rating.AGAIN)]
            assert isinstance(player.app.screen, ResultScreen)

    play(scenario)


def test_the_keys_of_a_grade_do_nothing() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake) as player:
            await player.press(*TO_QUIZ, "b", "1", "2", "3", "4")
            assert fake.grades == []
            assert "✓ Right: b." in player.text

    play(scenario)


def test_a_right_answer_is_owned_up_to_as_a_guess_and_a_wrong_one_is_not() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake) as player:
            await player.press(*TO_QUIZ, "a", "g")
            assert "A wrong answer counts as not known anyway." in player.bottom
            assert fake.grades == []
            assert "a guess" not in player.bottom
            await player.press("enter", "b")
            assert "g a guess" in player.bottom
            await player.press("g")
            assert fake.grades[1:] == [(ENDS.uid, Rating.AGAIN)]
            assert "1 answer was a guess" in player.text

    play(scenario)


@pytest.mark.parametrize("key", ["enter", "space", "g"])
def test_a_held_key_goes_on_once_q7(key: str) -> None:
    async def scenario() -> None:
        fake = course(ERRATIC, ENDS, BOTH)
        async with playing(fake) as player:
            await player.press(*TO_QUIZ, "b")
            start = player.now
            for number in range(12):
                await player.send(key, start + 0.05 * number)
                await player.settle()
            assert len(fake.grades) == 1
            assert fake.calls.count("reveal") == 1

    play(scenario)


def test_a_key_pressed_before_the_answer_was_painted_does_not_go_on() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake) as player:
            await player.press(*TO_QUIZ)
            early = player.now
            await player.send("b", early)
            await player.settle()
            screen = player.app.screen
            assert isinstance(screen, QuizScreen)
            screen._painted_at = early + 1
            await player.send("enter", early + 0.5)
            await player.settle()
            assert fake.grades == []

    play(scenario)


def test_undo_asks_the_question_again_from_the_next_and_from_the_result() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake) as player:
            await player.press(*TO_QUIZ, "b", "enter", "u")
            assert fake.grades == []
            assert "Took back Good" in player.bottom
            await player.press("b", "enter", "a", "enter")
            await player.press("u")
            assert isinstance(player.app.screen, QuizScreen)
            assert "Which bound keeps" in player.text
            assert fake.grades == [(ERRATIC.uid, Rating.GOOD)]

    play(scenario)


def test_leaving_after_an_answer_saves_it() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake) as player:
            await player.press(*TO_QUIZ, "a", "q")
            assert fake.grades == [(ERRATIC.uid, Rating.AGAIN)]
            assert isinstance(player.app.screen, ResultScreen)
            assert "0 of 1" in player.text

    play(scenario)


def test_leaving_after_the_last_answer_ends_once() -> None:
    async def scenario() -> None:
        fake = course(ERRATIC)
        async with playing(fake) as player:
            await player.press(*TO_QUIZ, "b", "q")
            assert isinstance(player.app.screen, ResultScreen)
            await player.press("q")
            assert "Kimi K3: reading a frontier report" in player.text

    play(scenario)


def test_leaving_before_an_answer_goes_home() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake) as player:
            await player.press(*TO_QUIZ, "q")
            assert isinstance(player.app.screen, HomeScreen)
            assert fake.grades == []

    play(scenario)


def test_an_answer_that_cannot_be_saved_stays() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake) as player:
            await player.press(*TO_QUIZ, "a")
            fake.refusals = [StorageFull("The disk is full.", "Make room.")]
            await player.press("enter")
            assert "The disk is full. Make room." in player.bottom
            assert "✗ You chose a" in player.text
            await player.press("enter")
            assert fake.grades == [(ERRATIC.uid, Rating.AGAIN)]

    play(scenario)


def test_enter_on_a_miss_opens_the_lesson_there_and_keeps_the_readers_place() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake) as player:
            await player.press(*TO_QUIZ, "a", "enter", "b", "enter", "enter")
            screen = player.app.screen
            assert isinstance(screen, LessonScreen)
            assert player.text.startswith(" Chunks")
            await player.press("space", "q")
            assert isinstance(player.app.screen, ResultScreen)
            assert fake.places == {}
            assert not any(call.startswith("place") for call in fake.calls)

    play(scenario)


def test_in_a_small_window_every_line_of_a_miss_is_reached() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake, size=(40, 10)) as player:
            await player.press(*TO_QUIZ, "a", "enter", "a", "enter")
            seen = player.text
            for _ in range(12):
                await player.press("down")
                seen += player.text
            assert "A miss costs time, not" in seen
            assert "Sixteen steps" in seen
            assert "› Which bound" in seen
            assert player.text.count("Read again") == 1
            for _ in range(12):
                await player.press("up")
            assert "› Your integration" in player.text

    play(scenario)


def test_the_lesson_ends_with_checking_yourself() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake) as player:
            await player.press("down", "down", "down", "l")
            assert "check yourself" not in player.bottom
            await player.press("end")
            assert player.bottom.startswith("z check yourself")
            await player.press("z")
            assert isinstance(player.app.screen, QuizScreen)

    play(scenario)


def test_a_lesson_without_choices_offers_no_quiz_at_its_end() -> None:
    async def scenario() -> None:
        fake = library()
        fake.lessons = {"kimi/03.md": "# Text\n\nNothing is asked.\n\nQ: One?\nA: Two.\n"}
        async with playing(fake) as player:
            await player.press("down", "down", "down", "l", "end")
            assert "check yourself" not in player.bottom

    play(scenario)


def test_the_program_may_start_with_a_quiz() -> None:
    async def scenario() -> None:
        fake = library()
        async with playing(fake, start=Start(quiz="L3")) as player:
            assert isinstance(player.app.screen, QuizScreen)
            assert "quiz L3" in fake.calls

    play(scenario)


def test_a_real_quiz_from_home_to_the_lesson(tmp_path: Path) -> None:
    folder = tmp_path / "decks"
    folder.mkdir()
    (folder / "mine.md").write_text(
        "# Mine\n\nIntroduction.\n\n## Ink\n\nThe zebra carries stripes of ink.\n\n## Check\n\n"
        "Q: What carries stripes of ink?\n- [x] Zebra\n- [ ] Horse\n  - No stripes there.\n",
        encoding="utf-8",
    )
    paths = Paths(tmp_path / "config.toml", tmp_path / "data", (folder,))

    def opening() -> Library:
        return Library.open(paths, Config(fuzz=False), fixed_clock(MORNING), random=Random(7))

    async def scenario() -> None:
        async with playing(opening=opening) as player:
            await player.press("down", "z")
            wrong = next(row.split()[0] for row in player.text.split("\n") if "Horse" in row)
            await player.press(wrong)
            assert "No stripes there." in player.text
            await player.press("enter")
            assert "0 of 1 known." in player.text
            assert "Read again: Ink" in player.text
            await player.press("enter")
            assert player.text.startswith(" Ink")
            await player.press("q", "u")
            assert "Again for “What carries stripes of ink?” was taken back." in player.bottom
            await player.press("q")
            assert isinstance(player.app.screen, HomeScreen)

    play(scenario)
