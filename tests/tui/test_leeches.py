"""A leech on the screens: told with its grade, and what helps with it."""

from __future__ import annotations

from recall.library.leeches import Leech
from recall.library.lesson import LessonPlace
from recall.library.passages import LessonPassage
from recall.library.remedies import Remedies
from recall.tui.screens.card import CardScreen
from recall.tui.screens.lesson import LessonScreen
from tests.tui.fake import FakeLibrary, question
from tests.tui.samples import course
from tests.tui.support import play, playing


def library() -> FakeLibrary:
    fake = course(question("One", "1"), question("Two", "2"))
    fake.leeches = {"One": Leech("One", "One", 8)}
    fake.helps = Remedies(
        lapses=8,
        leech=True,
        passage=LessonPassage("/decks/kimi/03.md", "Chunks", LessonPlace(1)),
        siblings=("Its other side",),
        mistakes=(("a clamp", 3), ("a mask", 1)),
    )
    return fake


def test_it_is_told_with_the_grade_and_a_key_shows_what_helps() -> None:
    async def scenario() -> None:
        async with playing(library()) as player:
            await player.press("r", "l")
            assert "No card was forgotten that often here." in player.bottom
            await player.press("space", "1")
            told = " ".join(player.bottom.split())
            assert told == "“One” was forgotten 8 times, so it is flagged. l shows what helps."
            await player.press("l")
            assert isinstance(player.app.screen, CardScreen)
            assert "One" in player.text
            assert "Forgotten 8 times, so it is a leech" in player.text
            await player.press("q", "space", "3")
            assert "forgotten" not in player.bottom

    play(scenario)


def test_card_information_tells_what_helps_and_opens_the_lesson() -> None:
    async def scenario() -> None:
        async with playing(library(), size=(90, 40)) as player:
            await player.press("r", "i")
            assert "The lesson treats it under “Chunks”." in player.text
            assert "You answered “a clamp” 3 times, “a mask” 1 time." in player.text
            assert "Made of the same text: Its other side." in player.text
            assert "l lesson" in player.bottom
            await player.press("l")
            assert isinstance(player.app.screen, LessonScreen)
            assert player.text.split()[0] == "Chunks"

    play(scenario)


def test_a_card_without_anything_to_tell_offers_no_lesson() -> None:
    async def scenario() -> None:
        async with playing(course(question("One", "1"))) as player:
            await player.press("r", "i")
            assert "What helps" not in player.text
            assert "lesson" not in player.bottom
            await player.press("l")
            assert "no text to read" in player.bottom

    play(scenario)
