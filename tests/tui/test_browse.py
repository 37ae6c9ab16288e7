from __future__ import annotations

from pathlib import Path

import pytest

from recall.errors import UsageError
from recall.library.values import Sort
from recall.tui.browse_columns import COLUMNS, next_sort, shown
from recall.tui.screens.browse import BrowseScreen
from recall.tui.screens.card import CardScreen
from recall.tui.screens.home import HomeScreen
from recall.tui.screens.review import ReviewScreen
from recall.tui.widgets.card_table import CardTable
from tests.tui.fake import FakeLibrary, question, row
from tests.tui.samples import many_cards
from tests.tui.support import Player, play, playing


def table(player: Player) -> CardTable:
    return player.app.screen.query_one(CardTable)


def at_cursor(player: Player) -> str:
    found = table(player).row
    assert found is not None
    return found.title


def asked(library: FakeLibrary, word: str) -> list[str]:
    return [call for call in library.calls if call.startswith(word)]


def test_a_query_is_typed_and_the_list_follows() -> None:
    async def scenario() -> None:
        library = many_cards()
        async with playing(library) as player:
            await player.press("/")
            await player.type("number 12\n")
            assert asked(library, "find")[-1] == "find 'number 12' place False"
            assert "46 of 1,234 cards" in player.text
            assert at_cursor(player) == "Question number 12"
            # The next query begins from this one, and letters are keys again meanwhile.
            await player.press("j", "/", "3", "enter")
            assert asked(library, "find")[-1] == "find 'number 123' place False"
            assert "6 of 1,234 cards" in player.text
            await player.press("q")
            assert isinstance(player.app.screen, HomeScreen)

    play(scenario)


def test_a_deck_chosen_at_home_is_what_is_looked_for_first() -> None:
    async def scenario() -> None:
        library = many_cards()
        async with playing(library) as player:
            await player.press("down", "/")
            assert asked(library, "find") == ["""find 'deck:"kimi/01.md" ' place False"""]

    play(scenario)


def test_a_mistake_changes_nothing_but_the_bottom_line() -> None:
    async def scenario() -> None:
        async with playing(many_cards()) as player:
            await player.press("/", "enter", "down", "down", "/")
            await player.type("is:du\n")
            assert player.bottom == "✗ 'du' is no state. Write due."
            assert "1,234 of 1,234 cards" in player.text
            assert at_cursor(player) == "K3 has 93 layers, of which 24 are MLA."
            # The field still has it, to be mended, and cancelling brings back what is shown.
            await player.press("e", "enter")
            assert "No card matches" in player.text
            await player.press("/", "x", "escape", "/")
            assert "is:due" in player.text
            assert "is:duex" not in player.text

    play(scenario)


def test_only_what_is_in_view_is_read_however_long_the_list_is() -> None:
    async def scenario() -> None:
        library = many_cards(50_000)
        async with playing(library) as player:
            await player.press("/", "enter", "end")
            assert at_cursor(player) == "Question number 50000"
            await player.press("pageup", "up", "home", "pagedown")
            read = [list(map(int, call.split()[1:])) for call in asked(library, "rows")]
            assert all(stop - start <= 120 for start, stop in read)
            assert len(read) <= 6
            assert at_cursor(player) == "Question number 16"

    play(scenario)


def test_sorting_by_each_column_and_the_other_way_round() -> None:
    async def scenario() -> None:
        library = many_cards(60)
        async with playing(library) as player:
            await player.press("/", "enter", "right", "o", "o", "left", "left", "left")
            assert [call.split()[-2:] for call in asked(library, "find")[2:]] == [
                ["kind", "False"],
                ["kind", "True"],
                ["kind", "False"],
                ["place", "False"],
                ["title", "False"],
                ["reps", "False"],
            ]
            assert "by answers ↑" in player.text
            assert "Answers ↑" in player.text

    play(scenario)


def test_every_column_can_sort_and_is_then_shown_where_there_is_room() -> None:
    sorts = [column.sort for column in COLUMNS]
    assert sorted(sorts) == sorted(Sort)
    assert [next_sort(sorts[-1], 1), next_sort(sorts[0], -1)] == [sorts[0], sorts[-1]]
    for sort in Sort:
        for width in (60, 76, 100, 130):
            columns = [column.sort for column in shown(width, sort)]
            assert sort in columns
            assert columns[0] is Sort.TITLE
        assert len(shown(200, sort)) == len(COLUMNS)


def test_marks_of_the_card_at_the_cursor_and_undo() -> None:
    async def scenario() -> None:
        library = many_cards(10)
        library.earlier = ["What does g_min = −5 buy the chunkwise kernel?"]
        async with playing(library, size=(120, 40)) as player:
            await player.press("/", "enter", "s")
            assert asked(library, "mark")[-1].endswith("{'suspended': True}")
            assert "kernel?” is suspended." in player.bottom
            await player.press("f", "b")
            assert "(suspended) (buried) (flagged)" in player.text
            await player.press("s")
            assert asked(library, "mark")[-1].endswith("{'suspended': False}")
            assert "is no longer suspended." in player.bottom
            await player.press("u")
            assert player.bottom.startswith("Took back Good")
            await player.press("u")
            assert player.bottom == "There is nothing to take back."

    play(scenario)


def test_two_marked_cards_are_linked() -> None:
    async def scenario() -> None:
        library = many_cards(10)
        async with playing(library) as player:
            await player.press("/", "enter", "=")
            assert player.bottom == "Two cards are linked, and 0 are marked. Mark two with m."
            await player.press("m", "m", "=")
            first, second = (one.uid for one in library.listed[:2])
            assert asked(library, "link") == [f"link {first} {second}"]
            assert "are one card now" in player.bottom
            assert "marked" not in player.text.splitlines()[0]
            # A refusal keeps the marks.
            library.refusals.append(UsageError("They are of two kinds.", "Choose others."))
            await player.press("m", "m", "=")
            assert player.bottom == "✗ They are of two kinds. Choose others."
            assert "2 marked" in player.text
            await player.press("escape")
            assert "marked" not in player.text.splitlines()[0]
            assert isinstance(player.app.screen, BrowseScreen)

    play(scenario)


def test_a_mark_is_taken_off_again() -> None:
    async def scenario() -> None:
        async with playing(many_cards(10)) as player:
            await player.press("/", "enter", "m", "up", "m")
            assert "marked" not in player.text.splitlines()[0]
            assert "●" not in player.text

    play(scenario)


@pytest.mark.parametrize(
    ("keys", "session"),
    [
        (("m", "c"), "practise What does g_min"),
        (("/", *"number 9", "enter", "c"), "practise Question number 9"),
    ],
)
def test_the_marked_or_all_found_are_crammed(keys: tuple[str, ...], session: str) -> None:
    async def scenario() -> None:
        library = many_cards(10)
        async with playing(library) as player:
            await player.press("/", "enter", *keys)
            assert isinstance(player.app.screen, ReviewScreen)
            assert asked(library, "practise")[-1].startswith(session)

    play(scenario)


def test_nothing_to_cram_is_told() -> None:
    async def scenario() -> None:
        library = many_cards(10)
        library.cards = []
        async with playing(library) as player:
            await player.press("/", "enter", "c")
            assert player.bottom == "None of these cards can be asked now. No deck holds them."

    play(scenario)


def test_card_information_and_back_to_the_same_place() -> None:
    async def scenario() -> None:
        async with playing(many_cards()) as player:
            await player.press("/", "enter", "end", "enter")
            assert isinstance(player.app.screen, CardScreen)
            await player.press("q")
            assert at_cursor(player) == "Question number 1234"

    play(scenario)


def test_the_source_is_edited_at_its_line_and_the_list_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario() -> None:
        library = many_cards(10)
        title = library.listed[0].title
        library.cards = [question(title, "A.")]
        async with playing(library) as player:
            opened: list[tuple[Path, int]] = []
            monkeypatch.setattr(player.app, "edit", lambda path, line: opened.append((path, line)))
            await player.press("/", "enter", "e")
            assert opened == [(library.source, library.listed[0].line)]
            assert library.calls.index("refresh False") < len(library.calls) - 1
            assert asked(library, "find")[-1] == "find '' place False"

    play(scenario)


def test_a_missing_card_is_shown_and_not_edited() -> None:
    async def scenario() -> None:
        library = FakeLibrary(listed=[row("Gone", missing=True)])
        async with playing(library) as player:
            await player.press("/", "enter", "e")
            assert "This card stands in no deck now" in player.bottom
            assert "Gone (missing)" in player.text

    play(scenario)


def test_rows_are_drawn_for_every_width() -> None:
    async def scenario() -> None:
        async with playing(many_cards(30)) as player:
            await player.press("/", "enter")
            for width in (40, 57, 64, 80, 100, 133, 200):
                await player.resize(width, 14)
                lines = player.text.splitlines()
                assert any("What does g_min" in line for line in lines)
                assert all(len(line) <= width for line in lines)

    play(scenario)
