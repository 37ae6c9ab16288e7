"""The preview of a deck on its screen."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from recall.library.library import Library
from recall.tui.app import Start
from recall.tui.screens.preview import PreviewScreen
from tests.tui.support import Player, check_snapshot, play, playing

DECK = """\
---
title: Zoology
sumary: mistyped
---

# Zebras

A zebra carries stripes.

Q: What does a zebra carry?
A: Stripes.
H: Look at its coat.
N: Of black ink.

Q: Which of these swims?
- [ ] A zebra
  - It runs.
- [x] A trout

Q: Which?
- [ ] none is right

C: A trout {{swims}} in rivers.
"""


def refused() -> Library:
    raise AssertionError("a preview opens no library")


@asynccontextmanager
async def previewing(file: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Player]:
    start = Start(preview=file)
    async with playing(opening=refused, start=start, size=size) as player:
        yield player


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "zoo.md"
    found.write_text(DECK, encoding="utf-8")
    return found


async def save(player: Player, file: Path, text: str | bytes) -> None:
    """Save the file as an editor does, and look as the clock would."""
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    status = file.stat()
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000_000))
    screen = player.app.screen
    assert isinstance(screen, PreviewScreen)
    screen.look()
    await player.settle()


@pytest.mark.parametrize("size", [(40, 10), (80, 24), (120, 40)], ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize(
    ("name", "keys"), [("text", ()), ("answer", ("space", "space")), ("choice", ("space",) * 4)]
)
def test_screen(file: Path, name: str, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    async def scenario() -> None:
        async with previewing(file, size) as player:
            await player.press(*keys)
            check_snapshot(f"preview-{name}-{size[0]}x{size[1]}", player.text)

    play(scenario)


def test_space_goes_from_side_to_side_and_b_back(file: Path) -> None:
    async def scenario() -> None:
        async with previewing(file) as player:
            assert "A zebra carries stripes." in player.text
            await player.press("space")
            assert "Look at its coat." in player.text
            assert "Of black ink." not in player.text
            await player.press("space")
            assert "Of black ink." in player.text
            await player.press("b")
            assert "Of black ink." not in player.text
            await player.press("b", "b")
            assert "This is the beginning of the deck." in player.bottom
            await player.press("end", "space", "space")
            assert "This is the end of the deck." in player.bottom
            await player.press("home")
            assert "A zebra carries stripes." in player.text

    play(scenario)


def test_a_save_is_shown_at_once_and_the_place_is_kept(file: Path) -> None:
    async def scenario() -> None:
        async with previewing(file) as player:
            await player.press(*["space"] * 4)
            assert "✓ Right" in player.text
            assert "2 problems" in player.text
            await save(player, file, DECK.replace("sumary", "summary").replace("It runs.", "No."))
            assert "✓ Right" in player.text
            assert "No." in player.text
            assert "1 problem" in player.text
            await save(player, file, "Q: New above?\nA: Yes.\n\n" + DECK.split("---\n")[2])
            assert "Which of these swims?" in player.text

    play(scenario)


@pytest.mark.parametrize("text", [b"\xff\xfe", b"", b"---\ntitle: [half\n"])
def test_a_broken_save_is_told_and_the_next_one_read(file: Path, text: bytes) -> None:
    async def scenario() -> None:
        async with previewing(file) as player:
            await player.press("space")
            await save(player, file, text)
            assert "problem" in player.text.split("\n")[0]
            await save(player, file, DECK + "\n")
            assert "A zebra carries stripes." in player.text

    play(scenario)


def test_a_file_that_is_gone_for_a_moment_stays_as_it_was(file: Path) -> None:
    async def scenario() -> None:
        async with previewing(file) as player:
            file.unlink()
            screen = player.app.screen
            assert isinstance(screen, PreviewScreen)
            screen.look()
            await player.settle()
            assert "A zebra carries stripes." in player.text

    play(scenario)


def test_an_unchanged_file_is_not_read_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with previewing(file) as player:
            screen = player.app.screen
            assert isinstance(screen, PreviewScreen)
            monkeypatch.setattr(screen, "_read", refused)
            screen.look()
            await player.settle()
            assert "A zebra carries stripes." in player.text

    play(scenario)


def test_q_leaves(file: Path) -> None:
    async def scenario() -> None:
        async with previewing(file) as player:
            await player.press("q")
            assert player.app.return_code == 0

    play(scenario)
