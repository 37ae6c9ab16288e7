"""The blank page in the interface, from the guess to the summary and over interruptions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from textual import events

from recall.errors import StorageFull, UsageError
from recall.library.blank_pages.sitting import PageSitting
from recall.library.library import Library
from recall.tui.screens.blank_page.comparing import ComparingScreen
from recall.tui.screens.blank_page.second_chance import SecondChanceScreen
from recall.tui.screens.blank_page.shelf import PagesScreen
from recall.tui.screens.blank_page.summary import PageSummaryScreen
from recall.tui.screens.blank_page.writing import WritingScreen
from tests.tui.pages import (
    CUED,
    FREE,
    begin,
    editor,
    opening_rivers,
    shown,
    to_comparing,
    type_letters,
    write,
)
from tests.tui.support import Player, play, playing


def page_of(library: Library) -> PageSitting:
    """The page as a program that starts now finds it."""
    library.refresh()
    return library.page("rivers.md")


def logged(opened: Library) -> list[tuple[str, int, str]]:
    """The ratings in a library's log: the point, the rating, and the stage it was given at."""
    return [
        (
            str(entry["name"]).rpartition("/")[2],
            int(str(entry["rating"])),
            str(json.loads(json.dumps(entry["answer"]))["stage"]),
        )
        for entry in opened.log()
        if "rating" in entry
    ]


def test_a_page_from_the_guess_to_the_summary(tmp_path: Path) -> None:
    opening = opening_rivers(tmp_path)

    async def scenario() -> None:
        async with playing(opening=opening) as player:
            await to_comparing(player)
            assert "V-shaped" in player.text
            assert "✓ found" in player.text
            await player.press("enter")
            assert "⚑ A misconception?" in player.text
            assert "Right. Slow water drops sand and mud" in player.text
            await player.press("y", "enter")
            assert isinstance(shown(player), SecondChanceScreen)
            assert "Waterfalls retreat upstream" not in player.text
            await type_letters(player, "it moves up")
            await player.press("enter")
            assert "Waterfalls retreat upstream" in player.text
            assert "You wrote: “it moves up”" in player.text
            await player.press("n")
            assert "Once more" in player.text
            await player.press("enter", "n")
            await player.press("enter", "y")
            await player.press("enter", "y")
            assert isinstance(shown(player), PageSummaryScreen)
            assert "2 of 4 points were on your page, 1 of them without help." in player.text
            assert "You guessed 3: 1 more than there were." in player.text
            await player.press("enter")
            assert isinstance(shown(player), PagesScreen)
            assert "last 50 %" in player.text

    play(scenario)
    with opening() as library:
        assert logged(library) == [
            ("valleys", 3, "free"),
            ("falls", 1, "cued"),
            ("mud", 1, "cued"),
            ("deltas", 2, "cued"),
        ]


def test_what_was_written_is_on_disk_at_the_next_look(tmp_path: Path) -> None:
    opening = opening_rivers(tmp_path)

    async def scenario() -> None:
        async with playing(opening=opening) as player:
            await begin(player)
            await write(player, FREE)
            screen = player.app.screen
            assert isinstance(screen, WritingScreen)
            screen._look()
            await player.settle()
            # The other program stands for one that starts after this one was killed.
            with opening() as library:
                page = page_of(library)
                assert page.resumed
                assert page.attempt.text == FREE

    play(scenario)


def test_a_page_that_is_left_goes_on_where_it_was(tmp_path: Path) -> None:
    opening = opening_rivers(tmp_path)

    async def write_and_leave() -> None:
        async with playing(opening=opening) as player:
            await begin(player)
            await write(player, FREE)
            await player.press("escape")
            assert "begun" in player.text

    async def go_on() -> None:
        async with playing(opening=opening) as player:
            await player.press("b", "enter")
            assert "This page goes on where you left it." in player.text
            assert editor(player).text == FREE
            await write(player, CUED)
            assert editor(player).text == FREE + CUED

    play(write_and_leave)
    play(go_on)


def test_a_page_is_kept_when_the_program_ends(tmp_path: Path) -> None:
    opening = opening_rivers(tmp_path)

    async def scenario() -> None:
        async with playing(opening=opening) as player:
            await begin(player)
            await write(player, FREE)
            await player.press("ctrl+c")

    play(scenario)
    with opening() as library:
        assert page_of(library).attempt.text == FREE


def test_comparing_goes_on_where_it_was(tmp_path: Path) -> None:
    opening = opening_rivers(tmp_path)

    async def compare() -> None:
        async with playing(opening=opening) as player:
            await to_comparing(player)
            await player.press("n")

    async def go_on() -> None:
        async with playing(opening=opening) as player:
            await player.press("b", "enter")
            assert isinstance(player.app.screen, ComparingScreen)
            assert "2 of 3" in player.text
            await player.press("left")
            assert "you say: not said" in player.text

    play(compare)
    play(go_on)


def test_a_point_is_claimed_by_another_sentence_and_remembered(tmp_path: Path) -> None:
    opening = opening_rivers(tmp_path)

    async def scenario() -> None:
        async with playing(opening=opening) as player:
            await to_comparing(player)
            await player.press("enter", "n")
            assert "? check" in player.text
            assert "A proposal from words alone; you decide." in player.text
            await player.press("o")
            assert "Which sentence says it?" in player.text
            await player.press("down", "enter")
            assert "Shall this wording count from now on?" in player.text
            await player.press("y", "enter")
            assert isinstance(player.app.screen, SecondChanceScreen)
            await player.press("escape", "S")
            assert isinstance(player.app.screen, PageSummaryScreen)

    play(scenario)
    with opening() as library:
        (wording,) = library.wordings()
        assert wording.wording == CUED


def test_a_missed_point_that_stands_on_the_page_is_picked(tmp_path: Path) -> None:
    opening = opening_rivers(tmp_path)

    async def scenario() -> None:
        async with playing(opening=opening) as player:
            await to_comparing(player)
            await player.press("enter", "y", "enter")
            await player.press("enter", "o")
            assert "Sentence 1 of 3" in player.text
            await player.press("down", "enter")
            assert "Once more" in player.text
            await player.press("S")
            assert "3 of 4 points were on your page" in player.text

    play(scenario)


def test_ending_with_open_points_is_asked_about_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path)) as player:
            await to_comparing(player)
            await player.press("d")
            assert "1 point still open" in player.bottom
            await player.press("tab")
            assert "⚑ A misconception?" in player.text
            await player.press("d", "d")
            assert isinstance(player.app.screen, SecondChanceScreen)

    play(scenario)


def test_an_empty_page_goes_to_the_second_chances(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path)) as player:
            await begin(player, guess="")
            await player.press("ctrl+s")
            assert "The page is empty." in player.bottom
            await player.press("ctrl+s")
            assert isinstance(player.app.screen, SecondChanceScreen)
            assert "4 left" in player.text

    play(scenario)


def test_writing_on_answers_anything_else(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path)) as player:
            await begin(player)
            await write(player, FREE)
            await player.press("ctrl+s")
            assert "Anything else?" in player.bottom
            await write(player, CUED)
            assert "lock and compare" not in player.bottom
            # It was asked once and is not asked again.
            await player.press("ctrl+s")
            screen = player.app.screen
            assert isinstance(screen, ComparingScreen)
            assert screen.attempt.text == FREE + CUED

    play(scenario)


@pytest.mark.parametrize("guess", ["x", "12345"])
def test_a_guess_is_a_number(tmp_path: Path, guess: str) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path)) as player:
            await player.press("b", "enter", *guess, "enter")
            assert "A guess is a number of points" in player.bottom
            assert "guessing" in player.app.screen.classes

    play(scenario)


def test_three_pasted_lines_are_one_paste_and_no_keys_t3(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path)) as player:
            await begin(player)
            editor(player).post_message(events.Paste("one\r\ntwo\x1b[2J\n3"))
            await player.settle()
            assert editor(player).text.splitlines()[0] == "one"
            assert editor(player).text.count("\n") == 2
            assert "\x1b" not in editor(player).text
            editor(player).undo()
            assert editor(player).text == ""

    play(scenario)


def test_a_full_disk_keeps_the_page_open_and_what_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = PageSitting.keep

    def full(page: PageSitting) -> None:
        raise StorageFull("The disk is full, so the page was not kept.", "Free some space.")

    opening = opening_rivers(tmp_path)

    async def scenario() -> None:
        async with playing(opening=opening) as player:
            await begin(player)
            await write(player, FREE)
            monkeypatch.setattr(PageSitting, "keep", full)
            await player.press("escape")
            assert "The disk is full" in player.bottom
            assert "The page stays" in player.bottom
            assert editor(player).text == FREE
            monkeypatch.setattr(PageSitting, "keep", keep)
            await player.press("escape")
            assert isinstance(player.app.screen, PagesScreen)

    play(scenario)
    with opening() as library:
        assert page_of(library).attempt.text == FREE


def test_the_learners_editor_gives_its_text_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path)) as player:
            await begin(player)
            await write(player, FREE)

            def edit(path: Path, line: int) -> None:
                seen.append(path.read_text(encoding="utf-8"))
                path.write_text(FREE + "More.\x1b[2J", encoding="utf-8")

            monkeypatch.setattr(player.app, "edit", edit)
            await player.press("ctrl+e")
            assert editor(player).text.startswith(FREE + "More.")
            assert "\x1b" not in editor(player).text

            def fail(path: Path, line: int) -> None:
                raise UsageError("The editor ended with code 1.")

            monkeypatch.setattr(player.app, "edit", fail)
            await player.press("ctrl+e")
            assert "code 1" in player.bottom
            assert editor(player).text.startswith(FREE)

    play(scenario)
    assert seen == [FREE]


def test_the_time_can_be_hidden(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path)) as player:
            await begin(player)
            assert "0:00" in player.text
            await player.press("ctrl+o")
            assert "0:00" not in player.text
            assert "0 words" in player.text

    play(scenario)


def test_a_held_key_decides_nothing(tmp_path: Path) -> None:
    async def hold(player: Player, key: str, times: int) -> None:
        now = player.now
        for repeat in range(times):
            await player.send(key, now + repeat * 0.03)
            await player.settle()

    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path)) as player:
            await to_comparing(player)
            await hold(player, "enter", 20)
            assert isinstance(player.app.screen, ComparingScreen)
            assert "2 of 3" in player.text

    play(scenario)


def test_a_library_without_blank_pages_says_how_to_make_one(tmp_path: Path) -> None:
    async def scenario() -> None:
        opening = opening_rivers(tmp_path, "Q: A?\nA: B.\n")
        async with playing(opening=opening) as player:
            await player.press("b")
            assert "No deck here has a blank page yet." in player.text
            await player.press("enter", "q")

    play(scenario)


def test_paragraphs_longer_than_a_row_are_drawn_row_by_row(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path)) as player:
            await begin(player)
            first = " ".join(f"one{number}" for number in range(40))
            second = " ".join(f"two{number}" for number in range(40))
            await write(player, f"{first}\n{second}")
            assert player.text.split("words")[1].split()[1:81] == [*first.split(), *second.split()]
            await type_letters(player, "x")
            assert "two39x" in player.text
            await player.press("up", "home", "delete")
            assert "two39x" in player.text

    play(scenario)
