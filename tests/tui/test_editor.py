from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from textual.drivers.headless_driver import HeadlessDriver

from recall.cards.card import Place
from recall.errors import ConfigurationError, UsageError
from recall.tui.attachment import viewer_command
from recall.tui.editor import editor_command
from tests.tui.fake import question
from tests.tui.samples import ERRATIC, KERNEL, PROBLEMS, course
from tests.tui.support import play, playing

DECK = Path("/decks/a b/--help;rm -rf ~.md")


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("vim", ["vim", "+12", str(DECK)]),
        ("/usr/bin/nvim -R", ["/usr/bin/nvim", "-R", "+12", str(DECK)]),
        ("nano", ["nano", "+12", str(DECK)]),
        ("emacs -nw", ["emacs", "-nw", "+12", str(DECK)]),
        ("micro", ["micro", "+12", str(DECK)]),
        ("hx", ["hx", "+12", str(DECK)]),
        ("kak", ["kak", "+12", str(DECK)]),
        ("code", ["code", "--wait", "--goto", f"{DECK}:12"]),
        ("code -w -n", ["code", "-w", "-n", "--goto", f"{DECK}:12"]),
        ("zed", ["zed", "--wait", f"{DECK}:12"]),
        ("'my editor' -x", ["my editor", "-x", str(DECK)]),
    ],
)
def test_arguments_of_editors(command: str, arguments: list[str]) -> None:
    assert editor_command(DECK, 12, command, {}) == arguments


def test_the_configured_editor_comes_before_visual_and_editor() -> None:
    environment = {"VISUAL": "vi", "EDITOR": "ed"}
    assert editor_command(DECK, 1, "nano", environment)[0] == "nano"
    assert editor_command(DECK, 1, "", environment)[0] == "vi"
    assert editor_command(DECK, 1, " ", {"VISUAL": "", "EDITOR": "ed"})[0] == "ed"


def test_a_relative_name_is_made_absolute() -> None:
    assert editor_command(Path("-x.md"), 3, "vi", {})[-1] == str(Path.cwd() / "-x.md")


@pytest.mark.parametrize("command", ["", "   ", "vim 'a"])
def test_no_usable_editor(command: str) -> None:
    with pytest.raises(ConfigurationError):
        editor_command(DECK, 1, command, {})


@pytest.fixture(autouse=True)
def suspending(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a terminal there is nothing to hand over, but the interface acts as if it did."""
    monkeypatch.setattr(HeadlessDriver, "can_suspend", True)


def script(folder: Path, body: str) -> str:
    """Write an editor that runs a line of Python, and return its command."""
    file = folder / "editor.py"
    file.write_text(f"import sys\n{body}\n", encoding="utf-8")
    return f"{sys.executable} {file}"


def test_T8_the_card_is_read_again_after_the_editor(tmp_path: Path) -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        library = course(KERNEL)
        deck = tmp_path / "a b;touch x.md"
        deck.write_text("Q: one\n", encoding="utf-8")
        library.source = deck
        editor = script(tmp_path, "open(sys.argv[1], 'a').write('edited')")
        async with playing(library, editor=editor) as player:
            await player.press("r", "space", "e")
            assert deck.read_text(encoding="utf-8") == "Q: one\nedited"
            assert library.calls[-3:] == ["reveal", "refresh False", "reload"]
            assert "chunkwise kernel" in player.text
            assert "1 Again" in player.bottom
            assert not (tmp_path / "x.md").exists()

    play(scenario)


def test_T8_a_card_that_went_away_is_told(tmp_path: Path) -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        library = course(KERNEL, ERRATIC)
        library.kept = False
        async with playing(library, editor=script(tmp_path, "")) as player:
            await player.press("r", "space", "e")
            assert "integration is erratic" in player.text
            told = " ".join(player.bottom.split())
            assert "no longer in its deck; its history is kept." in told
            assert "when it has an {#id}." in told

    play(scenario)


def test_T8_an_editor_that_fails_is_told(tmp_path: Path) -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        editor = script(tmp_path, "sys.exit(3)")
        async with playing(course(KERNEL), editor=editor) as player:
            await player.press("r", "e")
            assert "ended with code 3" in player.bottom
            assert "chunkwise kernel" in player.text

    play(scenario)


@pytest.mark.parametrize(
    ("editor", "words"),
    [("/nowhere/editor", "could not be started"), ("", "No editor is set")],
)
def test_T8_an_editor_that_is_missing_is_told(editor: str, words: str) -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        async with playing(course(KERNEL), editor=editor) as player:
            await player.press("r", "e")
            assert words in player.bottom.replace("\n", " ")

    play(scenario)


def test_problems_are_opened_at_their_line(tmp_path: Path) -> None:
    async def scenario() -> None:
        library = course()
        library.found = PROBLEMS
        seen = tmp_path / "seen"
        vim = tmp_path / "vim"
        vim.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{seen}"\n', encoding="utf-8")
        vim.chmod(0o755)
        async with playing(library, editor=str(vim)) as player:
            await player.press("p", "enter")
            assert seen.read_text(encoding="utf-8") == "+14\n/decks/kimi/03.md\n"
            await player.press("end", "e")
            assert "notes.md was not opened" in player.bottom.replace("\n", " ")

    play(scenario)


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    root = tmp_path / "decks"
    (root / "sub").mkdir(parents=True)
    (root / "sub" / "my pic.png").write_bytes(b"x")
    (tmp_path / "secret.png").write_bytes(b"x")
    (tmp_path / "decks-evil").mkdir()
    (tmp_path / "decks-evil" / "x.png").write_bytes(b"x")
    (root / "out.png").symlink_to(tmp_path / "secret.png")
    os.mkfifo(root / "sub" / "pipe.png")
    return root


def test_an_image_inside_the_deck_folder_is_opened(decks: Path) -> None:
    command = viewer_command("my pic.png", decks, "sub/deck.md")
    assert command == ["xdg-open", str(decks / "sub" / "my pic.png")]


@pytest.mark.parametrize(
    "target",
    [
        "https://example.org/a.png",
        "//example.org/a.png",
        "/etc/passwd",
        "../../secret.png",
        "../out.png",
        "../../decks-evil/x.png",
        "pipe.png",
        "missing.png",
        "file:///etc/passwd",
        "a\x00b",
        "x" * 5000,
        "",
    ],
)
def test_no_other_image_is_opened(decks: Path, target: str) -> None:
    with pytest.raises(UsageError):
        viewer_command(target, decks, "sub/deck.md")


def test_images_of_a_card(decks: Path) -> None:
    async def scenario() -> None:
        card = question("![one](missing.png) and ![two](https://example.org/x.png)", "y")
        card = replace(card, folder=str(decks), place=Place("sub/deck.md", 1))
        library = course(card, question("plain", "y"))
        async with playing(library) as player:
            await player.press("r", "o")
            assert "missing.png was not opened" in player.bottom.replace("\n", " ")
            await player.press("space", "3", "o")
            assert "This card shows no image." in player.bottom

    play(scenario)
