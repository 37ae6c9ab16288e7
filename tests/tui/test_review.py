from __future__ import annotations

import pytest
from textual import events

from recall.cards.memory import Rating
from recall.errors import StorageFull
from recall.tui.scopes import Scope
from recall.tui.screens.review import ReviewScreen
from recall.tui.screens.summary import SummaryScreen
from recall.tui.widgets.answer_field import AnswerField
from tests.tui.fake import FakeLibrary, question
from tests.tui.samples import BOTH, ERRATIC, KERNEL, LAYERS, STAGES, course
from tests.tui.support import Player, play, playing


def cards(count: int) -> FakeLibrary:
    return course(*(question(f"Question {number}", "Answer") for number in range(count)))


async def hold(player: Player, key: str, *, delay: float = 0.5, every: float = 0.033) -> None:
    """Hold a key down for a second and a half, as a terminal reports it."""
    start = player.now
    await player.send(key, start)
    await player.settle()
    for number in range(30):
        await player.send(key, start + delay + every * number)
        if number % 5 == 0:
            await player.settle()
    await player.settle()


@pytest.mark.parametrize("delay", [0.2, 0.66, 0.95])
@pytest.mark.parametrize("key", ["enter", "space"])
def test_Q7_a_held_key_shows_one_answer_and_grades_nothing(key: str, delay: float) -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        library = cards(5)
        async with playing(library) as player:
            await player.press("r")
            await hold(player, key, delay=delay)
            assert library.grades == []
            assert library.calls.count("reveal") == 1
            await player.press("enter")
            assert library.grades == [("Question 0", Rating.GOOD)]

    play(scenario)


def test_Q7_a_held_grade_grades_one_card() -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        library = course(question("One", "1"), LAYERS, question("Two", "2"))
        async with playing(library) as player:
            await player.press("r", "space")
            await hold(player, "3")
            assert library.grades == [("One", Rating.GOOD)]
            assert library.calls.count("reveal") == 1
            assert player.app.screen.query_one(AnswerField).value == ""

    play(scenario)


def test_Q7_enter_held_from_a_grade_does_not_check_an_empty_answer() -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        library = course(question("One", "1"), LAYERS)
        async with playing(library) as player:
            await player.press("r", "space")
            await hold(player, "enter")
            assert library.grades == [("One", Rating.GOOD)]
            assert library.calls.count("reveal") == 1

    play(scenario)


def test_Q7_a_held_letter_buries_one_card() -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        library = cards(4)
        async with playing(library) as player:
            await player.press("r")
            start = player.now
            for number in range(20):
                await player.send("b", start + 0.05 * number)
                await player.settle()
            assert library.calls.count("bury") == 1

    play(scenario)


def test_a_key_pressed_before_the_answer_was_painted_grades_nothing() -> None:
    async def scenario() -> None:
        library = cards(2)
        async with playing(library) as player:
            await player.press("r")
            early = player.now
            await player.send("space", early)
            await player.settle()
            screen = player.app.screen
            assert isinstance(screen, ReviewScreen)
            screen._painted_at = early + 1
            await player.send("3", early + 0.5)
            await player.settle()
            assert library.grades == []
            await player.send("3", early + 1.5)
            await player.settle()
            assert library.grades == [("Question 0", Rating.GOOD)]

    play(scenario)


def test_grading_needs_the_answer() -> None:
    async def scenario() -> None:
        library = cards(2)
        async with playing(library) as player:
            await player.press("r", "1", "2", "3", "4")
            assert library.grades == []
            assert "Question 0" in player.text

    play(scenario)


@pytest.mark.parametrize(("key", "rating"), [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("enter", 3)])
def test_each_rating(key: str, rating: int) -> None:
    async def scenario() -> None:
        library = cards(2)
        async with playing(library) as player:
            await player.press("r", "space", key)
            assert library.grades == [("Question 0", Rating(rating))]

    play(scenario)


def test_the_four_outcomes_are_told_before_grading() -> None:
    async def scenario() -> None:
        async with playing(cards(2)) as player:
            await player.press("r", "space")
            for part in ("1 Again 10 min", "2 Hard 6 d", "3 Good 14 d", "4 Easy 31 d"):
                assert part in player.bottom
            assert "Enter Good" in player.bottom

    play(scenario)


def test_Q8_undo_brings_the_card_back_and_the_queue_never_grows() -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        library = cards(3)
        async with playing(library) as player:
            await player.press("r")
            for _ in range(10):
                await player.press("space", "1", "u")
                assert "Question 0" in player.text
                assert "1 of 3" in player.text
            assert library.grades == []
            assert "Took back Again" in player.bottom

    play(scenario)


def test_undo_right_after_the_start_takes_back_an_earlier_day() -> None:
    async def scenario() -> None:
        library = cards(2)
        library.earlier = ["Yesterday's card"]
        async with playing(library) as player:
            await player.press("r", "u")
            assert "Yesterday's card" in player.text
            assert "Took back Good" in player.bottom
            await player.press("space", "u")
            assert "There is nothing to take back." in player.bottom

    play(scenario)


def test_a_grade_that_cannot_be_saved_stays_on_the_screen_and_is_tried_again() -> None:
    async def scenario() -> None:
        library = cards(2)
        library.refusals = [StorageFull("The disk is full.", "Free some space, then press 3.")]
        async with playing(library) as player:
            await player.press("r", "space", "3")
            assert "✗ The disk is full. Free some space" in player.bottom
            assert "Question 0" in player.text
            assert "Answer" in player.text
            assert library.grades == []
            await player.press("3")
            assert library.grades == [("Question 0", Rating.GOOD)]
            assert "The disk is full" not in player.text

    play(scenario)


def test_choice_a_letter_answers_and_the_learner_can_overrule() -> None:
    async def scenario() -> None:
        library = course(ERRATIC)
        async with playing(library) as player:
            await player.press("r", "a")
            assert "✗ You chose a; right: b." in player.text
            assert "A miss costs time" in player.text
            assert "Enter Again" in player.bottom
            await player.press("3")
            assert library.grades[0][1] is Rating.GOOD

    play(scenario)


def test_choice_letters_of_options_come_before_other_keys() -> None:
    async def scenario() -> None:
        library = course(ERRATIC, KERNEL)
        async with playing(library) as player:
            await player.press("r", "b")
            assert "✓ Right: b." in player.text
            assert "bury" not in library.calls
            await player.press("B")
            assert library.calls[-1] == "bury"

    play(scenario)


def test_choice_of_several_is_taken_back_and_answered_with_enter() -> None:
    async def scenario() -> None:
        library = course(BOTH)
        async with playing(library) as player:
            await player.press("r", "enter")
            assert "Choose an option" in player.bottom
            await player.press("a", "b", "b", "c", "enter")
            assert "✓ Right: a and c." in player.text
            assert "Enter Good" in player.bottom

    play(scenario)


def test_choice_with_the_cursor() -> None:
    async def scenario() -> None:
        async with playing(course(ERRATIC)) as player:
            await player.press("r", "down", "down", "enter")
            assert "✓ Right: b." in player.text

    play(scenario)


def test_order_is_moved_by_carrying_and_by_capital_letters() -> None:
    async def scenario() -> None:
        for keys in (("space", "down", "space"), ("J",), ("shift+down",), ("down", "K")):
            library = course(STAGES)
            async with playing(library) as player:
                await player.press("r", *keys, "enter")
                assert "✓ Right: this is the order." in player.text, keys

    play(scenario)


def test_typed_answers_show_the_difference_by_signs() -> None:
    async def scenario() -> None:
        library = course(LAYERS)
        async with playing(library) as player:
            await player.press("r")
            await player.type("92")
            await player.press("enter")
            assert "✗ You wrote  923" in player.text
            assert "✗+" in player.text
            await player.press("2")
            assert library.grades[0][1] is Rating.HARD

    play(scenario)


def test_an_answer_that_comes_in_one_piece_with_enter_is_whole() -> None:
    async def scenario() -> None:
        async with playing(course(LAYERS)) as player:
            await player.press("r")
            await player.type("92\n")
            assert "✗ You wrote  923" in player.text

    play(scenario)


def test_a_sentence_before_a_typed_card_names_the_way_out_of_the_field() -> None:
    async def scenario() -> None:
        library = course(KERNEL, LAYERS)
        async with playing(library) as player:
            await player.press("r", "s")
            assert "suspended; Tab, then u takes that back" in player.bottom
            await player.type("9")
            assert "Enter check" in player.bottom
            library.earlier = ["An old card"]
            await player.press("tab", "u")
            assert "Took back Good for “An old card”." in player.bottom

    play(scenario)


def test_typed_letters_are_text_until_the_field_is_left() -> None:
    async def scenario() -> None:
        library = course(LAYERS, KERNEL)
        async with playing(library) as player:
            await player.press("r")
            await player.type("qubs")
            assert "qubs" in player.text
            assert isinstance(player.app.screen, ReviewScreen)
            await player.press("tab", "b")
            assert library.calls[-1] == "bury"

    play(scenario)


def test_T15_control_keys_while_typing_leave_the_text() -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        async with playing(course(LAYERS)) as player:
            await player.press("r")
            await player.type("ninety")
            await player.press("ctrl+q")
            assert player.app.is_running
            assert "ninety" in player.text

    play(scenario)


def test_double_letters_are_typed_however_fast() -> None:
    async def scenario() -> None:
        async with playing(course(LAYERS)) as player:
            await player.press("r")
            at = player.now
            for number in range(3):
                await player.send("3", at + 0.02 * number)
            await player.settle()
            assert "333" in player.text

    play(scenario)


def test_T3_a_paste_types_one_line_and_presses_nothing() -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        library = course(LAYERS)
        async with playing(library) as player:
            await player.press("r")
            player.app.post_message(events.Paste("nine\r\n3\x1b]52;c;RVZJTA==\x07\nq"))
            await player.settle()
            assert library.calls.count("reveal") == 0
            assert "nine 3␛]52;c;RVZJTA==␇ q" in player.text
            await player.press("enter")
            assert library.grades == []

    play(scenario)


def test_T3_a_paste_on_a_card_to_grade_does_nothing() -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        library = cards(2)
        async with playing(library) as player:
            await player.press("r", "space")
            player.app.post_message(events.Paste("3\n3\n3\n"))
            await player.settle()
            assert library.grades == []

    play(scenario)


def test_hints_are_shown_on_request_and_recorded() -> None:
    async def scenario() -> None:
        library = course(KERNEL)
        async with playing(library) as player:
            await player.press("r")
            assert "Think of tiles." not in player.text
            await player.press("h")
            assert "Hint. Think of tiles." in player.text
            assert library.last is not None
            assert library.last.hints == 1

    play(scenario)


def test_suspend_bury_and_flag() -> None:
    async def scenario() -> None:
        library = cards(4)
        async with playing(library) as player:
            await player.press("r", "s")
            assert "suspended; u takes that back" in player.bottom
            await player.press("b")
            assert "Question 2" in player.text
            await player.press("f")
            assert "flagged" in player.text.split("\n")[0]
            await player.press("f")
            assert "flagged" not in player.text.split("\n")[0]

    play(scenario)


def test_flagging_keeps_what_was_answered() -> None:
    async def scenario() -> None:
        async with playing(course(ERRATIC)) as player:
            await player.press("r", "a", "f")
            assert "✗ You chose a; right: b." in player.text

    play(scenario)


def test_the_end_is_a_summary_from_which_undo_goes_back() -> None:
    async def scenario() -> None:
        library = cards(2)
        async with playing(library) as player:
            await player.press("r", "space", "3", "space", "4")
            assert isinstance(player.app.screen, SummaryScreen)
            assert "2 answers" in player.text
            assert "You remembered 100 %" in player.text
            await player.press("u")
            assert isinstance(player.app.screen, ReviewScreen)
            assert "Question 1" in player.text
            assert "Took back Easy" in player.bottom
            await player.press("space", "1")
            assert library.grades[-1] == ("Question 1", Rating.AGAIN)

    play(scenario)


def test_leaving_without_an_answer_goes_straight_home() -> None:
    async def scenario() -> None:
        async with playing(cards(2)) as player:
            await player.press("r", "q")
            assert "Next: review" in player.text

    play(scenario)


def test_the_next_card_begins_with_a_clean_slate() -> None:
    async def scenario() -> None:
        async with playing(course(LAYERS, BOTH, LAYERS)) as player:
            await player.press("r")
            await player.type("92")
            await player.press("enter", "3")
            assert "☑" not in player.text
            await player.press("a", "enter", "3")
            assert "92" not in player.text

    play(scenario)


def test_long_cards_scroll() -> None:
    async def scenario() -> None:
        long = "\n\n".join(f"Paragraph {number}." for number in range(60))
        async with playing(course(question("Long?", long))) as player:
            await player.press("r", "space")
            assert "Paragraph 0." in player.text
            await player.press("pagedown")
            assert "Paragraph 0." not in player.text
            await player.press("pageup", "down", "up")
            assert "Long?" in player.text

    play(scenario)


def test_remapped_keys_are_used_and_shown() -> None:
    async def scenario() -> None:
        library = cards(2)
        async with playing(library, keys={"review.undo": "z", "grade.good": "g"}) as player:
            await player.press("r")
            assert "z undo" in player.bottom
            await player.press("space")
            assert "g Good 14 d" in player.bottom
            await player.press("g")
            assert library.grades == [("Question 0", Rating.GOOD)]
            await player.press("z")
            assert library.grades == []

    play(scenario)


def test_scopes_follow_the_card() -> None:
    async def scenario() -> None:
        async with playing(course(LAYERS)) as player:
            await player.press("r")
            screen = player.app.screen
            assert isinstance(screen, ReviewScreen)
            assert screen.scopes() == (Scope.TYPE,)
            await player.press("tab")
            assert screen.scopes()[0] is Scope.OUTSIDE
            await player.press("tab", "enter")
            assert screen.scopes()[0] is Scope.GRADE

    play(scenario)
