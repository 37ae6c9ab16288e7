"""Decks that are edited while their cards are on the screen, over a real library."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from recall.cards.memory import Rating
from recall.errors import StorageBusy
from recall.library.library import Library
from recall.tui.screens.base import RecallScreen
from recall.tui.screens.problems import ProblemsScreen
from recall.tui.screens.review import ReviewScreen
from recall.tui.screens.summary import SummaryScreen
from recall.tui.widgets.answer_field import AnswerField
from tests.library.building import Desk
from tests.tui.fake import FakeLibrary
from tests.tui.samples import course
from tests.tui.support import Player, play, playing

ZEBRA = "Q: What does the zebra carry on its coat?\nA: Stripes of black ink.\n\n"
SWALLOW = "Q: When do swallows migrate southwards?\nA: In autumn.\n\n"
BOTH = ZEBRA + SWALLOW


@dataclass
class Edited:
    """The interface over a desk whose decks are edited meanwhile."""

    player: Player
    desk: Desk

    @property
    def library(self) -> Library:
        return self.player.app.library

    async def look(self, times: int = 2) -> None:
        """Look as the clock would: a change is taken up when it was seen twice."""
        for _ in range(times):
            await self.player.app.follower.look()
            await self.player.settle()

    async def write(self, path: str, text: str | bytes) -> None:
        self.desk.write(path, text)
        await self.look()


@asynccontextmanager
async def editing(desk: Desk, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Edited]:
    def opening() -> Library:
        return desk.open(refresh=False)

    async with playing(opening=opening, size=size) as player:
        edited = Edited(player, desk)
        await edited.look(1)  # the first look takes note of the files
        yield edited


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def change_text(desk: Desk) -> None:
    desk.write("a.md", BOTH.replace("its coat", "its whole coat"))


def remove_card(desk: Desk) -> None:
    desk.write("a.md", SWALLOW)


def delete_file(desk: Desk) -> None:
    (desk.decks / "a.md").unlink()


def break_bytes(desk: Desk) -> None:
    desk.write("a.md", BOTH.encode() + b"\xff\xfe")


def half_save(desk: Desk) -> None:
    desk.write("a.md", "---\ntitle: [half\n")


CHANGES = {
    "text changed": change_text,
    "card removed": remove_card,
    "file deleted": delete_file,
    "invalid UTF-8": break_bytes,
    "half-saved front matter": half_save,
}


def reviewing(player: Player) -> bool:
    return isinstance(player.app.screen, ReviewScreen)


async def show_zebra(edited: Edited) -> None:
    await edited.player.press("r")
    if "zebra" not in edited.player.text:
        await edited.player.press("b")
    assert "zebra" in edited.player.text


@pytest.mark.parametrize("name", CHANGES)
def test_while_the_question_is_shown(desk: Desk, name: str) -> None:
    async def scenario() -> None:
        desk.write("a.md", BOTH)
        desk.write("c.md", "Q: And a third one?\nA: Yes.\n")
        async with editing(desk) as edited:
            player = edited.player
            await player.press("r")
            while "zebra" not in player.text:
                await player.press("space", "4")
            given = len(desk.reviews())
            CHANGES[name](desk)
            await edited.look()
            if name == "text changed":
                assert "What does the zebra carry on its whole coat?" in player.text
                assert "The card was changed in its deck." in player.bottom
            else:
                assert "zebra" not in player.text
            while reviewing(player):
                await player.press("space", "4")
            assert isinstance(player.app.screen, SummaryScreen)
            assert len(desk.reviews()) > given or name != "text changed"

    play(scenario)


@pytest.mark.parametrize("name", CHANGES)
def test_while_the_answer_is_shown(desk: Desk, name: str) -> None:
    async def scenario() -> None:
        desk.write("a.md", BOTH)
        async with editing(desk) as edited:
            await show_zebra(edited)
            await edited.player.press("space")
            CHANGES[name](desk)
            await edited.look()
            assert "Stripes of black ink." in edited.player.text
            if name == "text changed":
                assert "its whole coat" in edited.player.text
            await edited.player.press("3")
            assert [one.rating for one in desk.reviews()] == [Rating.GOOD]

    play(scenario)


@pytest.mark.parametrize("name", CHANGES)
def test_a_grade_pressed_while_the_decks_are_read(desk: Desk, name: str) -> None:
    async def scenario() -> None:
        desk.write("a.md", BOTH)
        async with editing(desk) as edited:
            player = edited.player
            await show_zebra(edited)
            await player.press("space")
            CHANGES[name](desk)
            await edited.look(1)
            looking = asyncio.ensure_future(player.app.follower.look())
            await player.send("3", player.now)
            await looking
            await player.settle()
            assert [one.rating for one in desk.reviews()] == [Rating.GOOD]

    play(scenario)


@pytest.mark.parametrize("name", ["card removed", "file deleted", "invalid UTF-8"])
def test_the_card_comes_back_with_its_deck(desk: Desk, name: str) -> None:
    async def scenario() -> None:
        desk.write("a.md", BOTH)
        desk.write("c.md", "Q: And a third one?\nA: Yes.\n")
        async with editing(desk) as edited:
            player = edited.player
            await player.press("r")
            while "zebra" not in player.text:
                await player.press("space", "4")
            CHANGES[name](desk)
            await edited.look()
            if reviewing(player):
                await edited.write("a.md", BOTH)
                asked = ""
                while reviewing(player):
                    asked += player.text
                    await player.press("space", "4")
                assert "zebra" in asked

    play(scenario)


def test_a_new_problem_is_told_at_once_with_the_key_that_lists_it(desk: Desk) -> None:
    async def scenario() -> None:
        desk.write("a.md", BOTH)
        async with editing(desk) as edited:
            player = edited.player
            await player.press("r")
            await edited.write("b.md", "Q: Which?\n- [ ] none\n")
            told = " ".join(player.bottom.split())
            assert told.startswith("✗ b.md:1: ")
            assert told.endswith("p lists them.")
            await player.press("p")
            assert isinstance(player.app.screen, ProblemsScreen)
            assert "b.md:1" in player.text
            await edited.write("b.md", "Q: Which?\n- [x] this\n- [ ] that\n")
            assert "No problems" in player.text
            await player.press("q")
            assert isinstance(player.app.screen, ReviewScreen)

    play(scenario)


def test_home_counts_what_changed_and_tells_problems(desk: Desk) -> None:
    async def scenario() -> None:
        desk.write("a.md", BOTH)
        async with editing(desk) as edited:
            player = edited.player
            assert "2 new" in player.text
            await edited.write("b.md", ZEBRA.replace("zebra", "okapi"))
            assert "3 new" in player.text
            assert "1 new card." in player.bottom
            await player.press("down", "up")
            await edited.write("b.md", "Q: Which?\n- [ ] none\n")
            assert "✗" in player.bottom
            assert "p lists them." in player.bottom
            assert "1 error" in player.text
            assert "2 new" in player.text

    play(scenario)


def test_home_keeps_its_cursor(desk: Desk) -> None:
    async def scenario() -> None:
        desk.write("a.md", ZEBRA)
        desk.write("b.md", SWALLOW)
        async with editing(desk) as edited:
            await edited.player.press("down")
            await edited.write("a.md", ZEBRA + "Q: More?\nA: Yes.\n")
            assert "› ○ a" in edited.player.text

    play(scenario)


def test_what_happened_behind_another_screen_is_followed_on_coming_back(desk: Desk) -> None:
    async def scenario() -> None:
        desk.write("a.md", BOTH)
        async with editing(desk) as edited:
            await show_zebra(edited)
            await edited.player.press("?")
            change_text(desk)
            await edited.look()
            await edited.player.press("q")
            assert "its whole coat" in edited.player.text
            assert "changed in its deck" in edited.player.bottom

    play(scenario)


def test_what_is_being_typed_stays_when_the_question_is_reworded(desk: Desk) -> None:
    async def scenario() -> None:
        typed = "Q: How many layers has the whole model?\nA= 93\n"
        desk.write("a.md", typed)
        async with editing(desk) as edited:
            await edited.player.press("r", "9")
            await edited.write("a.md", typed.replace("whole", "entire"))
            assert "entire model" in edited.player.text
            assert edited.player.app.screen.query_one(AnswerField).value == "9"
            await edited.player.press("3", "enter")
            assert "✓" in edited.player.text

    play(scenario)


def test_an_option_chosen_while_the_options_change_is_not_taken(desk: Desk) -> None:
    async def scenario() -> None:
        desk.write("a.md", "Q: Which one is it?\n- [x] Alpha\n- [ ] Beta\n- [ ] Gamma\n")
        async with editing(desk) as edited:
            player = edited.player
            await player.press("r")
            desk.write(
                "a.md", "Q: Which one is it?\n- [x] Alpha\n- [ ] Beta\n- [ ] Delta\n- [ ] Eta\n"
            )
            library = edited.library
            library.refresh()
            screen = player.app.screen
            assert isinstance(screen, ReviewScreen)
            screen.session.reload()
            await player.press("a")
            assert "changed in its deck while you answered" in " ".join(player.bottom.split())
            assert "Delta" in player.text
            assert desk.reviews() == ()
            await player.press("a")
            assert "1 Again" in player.bottom

    play(scenario)


def test_the_reader_follows_and_keeps_its_place(desk: Desk) -> None:
    async def scenario() -> None:
        text = "".join(f"## Part {n}\n\n" + f"Words of part {n}.\n\n" * 12 for n in range(6))
        desk.write("a.md", text + ZEBRA)
        async with editing(desk) as edited:
            player = edited.player
            await player.press("down", "l", "space", "space", "space")
            before = player.text.split("\n")[3]
            await edited.write("a.md", text.replace("Words", "Lines") + ZEBRA)
            assert player.text.split("\n")[3] == before.replace("Words", "Lines")
            desk.write("a.md", b"\xff")
            await edited.look()
            assert "Lines of part" in player.text
            assert "✗ a.md:1:" in player.bottom
            await player.press("p")
            assert isinstance(player.app.screen, ProblemsScreen)

    play(scenario)


def test_card_information_follows(desk: Desk) -> None:
    async def scenario() -> None:
        desk.write("a.md", BOTH)
        async with editing(desk) as edited:
            await show_zebra(edited)
            await edited.player.press("i")
            change_text(desk)
            await edited.look()
            assert "its whole coat" in edited.player.text

    play(scenario)


def test_nothing_is_said_when_nothing_changed(desk: Desk) -> None:
    async def scenario() -> None:
        desk.write("a.md", BOTH)
        async with editing(desk) as edited:
            await show_zebra(edited)
            before = edited.player.text
            written = desk.progress.stat().st_mtime_ns
            await edited.look(5)
            assert edited.player.text == before
            assert desk.progress.stat().st_mtime_ns == written

    play(scenario)


def test_what_cannot_be_read_is_told_once() -> None:
    async def scenario() -> None:
        fake: FakeLibrary = course()
        async with playing(fake) as player:
            for told in ("✗ The file is held.", "Enter next"):
                fake.refusals = [StorageBusy("The file is held.", "Close the other window.")]
                await player.app.follower.look()
                await player.settle()
                assert player.bottom.startswith(told)
                await player.press("up")

    play(scenario)


def test_a_screen_that_waits_for_the_library_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        fake = course()
        async with playing(fake) as player:
            screen = player.app.screen
            waits: list[float | None] = []
            monkeypatch.setattr(player.app.follower, "_wait", waits.append)
            assert isinstance(screen, RecallScreen)
            screen.busy = True
            player.app.follower._tick()
            await player.idle()
            assert "look" not in fake.calls
            screen.busy = False
            player.app.follower._tick()
            await player.settle()
            assert fake.calls.count("look") == 1
            assert len(waits) == 2

    play(scenario)
