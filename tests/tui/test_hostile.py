"""Text of a deck is drawn as written: it is neither markup nor a command to the terminal."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from textual import events

import recall.tui
from recall.tui.screens.lesson import LessonScreen
from tests.tui.fake import FakeLibrary, deck, question
from tests.tui.hostile_library import CONTROLS, hostile
from tests.tui.support import Player, play, playing

MARKUP = [
    "see [/b] here",
    "a[/]b",
    "path [/etc/passwd",
    "[@click=app.quit]press[/]",
    "[@click=app.bell()]x[/@click]",
    "[b]bold[/b]",
    "[red]red",
    "[link=https://example.org]x[/link]",
    "[$accent]x[/]",
    r"\[b]",
    "[[a]]",
    "[",
    "]",
    "[on red",
    "[#888]x[/#888888]",
]
TOUR = ("down", "u", "r", "i", "q", "h", "space", "f", "3", "a", "3", "x", "enter", "3", "q")


@pytest.mark.parametrize("text", MARKUP)
def test_markup_is_drawn_as_written(text: str) -> None:
    async def scenario() -> None:
        async with playing(hostile(text), size=(100, 30)) as player:
            assert text in player.text
            await player.press("p")
            assert text in player.text
            await player.press("q")
            for key in TOUR:
                await player.press(key)
                assert player.app.is_running
            await player.press("r")
            screen = player.app.screen
            for y in range(screen.size.height):
                await click(player, 5, y)
            assert player.app.is_running

    play(scenario)


READING = ("down", "l", "c", "c", "t", "down", "enter", "/", "[", "enter", "n", "end")


@pytest.mark.parametrize("texts", [MARKUP, CONTROLS], ids=["markup", "controls"])
def test_the_text_of_a_lesson_is_neither_markup_nor_a_command(texts: list[str]) -> None:
    async def scenario() -> None:
        library = hostile(texts[0])
        library.lessons[texts[0]] = "\n\n".join(
            f"{text}\n\n# {text}\n\n```\n{text}\n```\n\nQ: {text}\nA: {text}" for text in texts
        )
        async with playing(library, size=(100, 200)) as player:
            for key in READING:
                await player.press(key)
                check_no_controls(player)
            assert isinstance(player.app.screen, LessonScreen)
            if texts is MARKUP:
                for text in texts:
                    assert text.removeprefix("\\") in player.text
            for text in texts:
                await player.press("/")
                player.app.post_message(events.Paste(text))
                await player.press("enter")
                check_no_controls(player)
            assert player.app.is_running

    play(scenario)


async def click(player: Player, x: int, y: int) -> None:
    """Click a cell of the screen."""
    for kind in (events.MouseDown, events.MouseUp):
        player.app.post_message(
            kind(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y)
        )
    await player.idle()


@pytest.mark.parametrize("text", CONTROLS, ids=[repr(text) for text in CONTROLS])
def test_controls_never_reach_the_screen(text: str) -> None:
    async def scenario() -> None:
        async with playing(hostile(text), size=(100, 30)) as player:
            check_no_controls(player)
            for key in ("p", "q", *TOUR):
                await player.press(key)
                check_no_controls(player)

    play(scenario)


def check_no_controls(player: Player) -> None:
    for character in player.text.replace("\n", ""):
        assert ord(character) not in {*range(0x20), *range(0x7F, 0xA0)}, repr(character)
        assert character not in "\u202e\u2066\U000e0041"


def test_no_document_opens_a_link() -> None:
    async def scenario() -> None:
        library = FakeLibrary(cards=[question("[x](https://example.org) ![i](a.png)", "y")])
        library.decks = (deck("a.md", "A", course=None, due=1),)
        async with playing(library) as player:
            await player.press("r")
            for y in range(2, 6):
                for x in range(0, 60, 4):
                    await click(player, x, y)
            assert player.app.is_running

    play(scenario)


SOURCES = sorted(Path(recall.tui.__file__).parent.rglob("*.py"))
# Most widgets read a plain string as markup; CardView, RowList, Page and Told take their place.
ALLOWED_WIDGETS = {"answer_field.py": {"Input"}, "page_editor.py": {"TextArea"}}
FORBIDDEN = {
    "from_markup",
    "notify",
    "tooltip",
    "border_title",
    "border_subtitle",
    "from_text",
    "loading",
}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_no_plain_string_can_reach_a_widget(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "textual.widgets":
            names = {alias.name for alias in node.names}
            assert names <= ALLOWED_WIDGETS.get(path.name, set()), f"{path.name}:{node.lineno}"
        if isinstance(node, ast.Attribute):
            assert node.attr not in FORBIDDEN, f"{path.name}:{node.lineno} {node.attr}"
        if isinstance(node, ast.keyword) and node.arg == "markup":
            assert isinstance(node.value, ast.Constant)
            assert node.value.value is False
        if isinstance(node, ast.FunctionDef) and node.name == "render":
            returned = ast.unparse(node.returns) if node.returns is not None else ""
            assert returned == "Content", f"{path.name}:{node.lineno} {returned}"
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Content" and node.args:
            literal = isinstance(node.args[0], ast.Constant)
            assert literal or path.name == "content.py", (
                f"{path.name}:{node.lineno} {ast.unparse(node)}: use text() or line()"
            )
