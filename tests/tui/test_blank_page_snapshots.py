"""The screens of a blank page as text, at three sizes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.tui.pages import (
    FREE,
    begin,
    come_to_rest,
    opening_rivers,
    to_comparing,
    type_letters,
    write,
)
from tests.tui.support import Player, check_snapshot, play, playing

SIZES = [(80, 24), (40, 10), (120, 40)]

Scenario = Callable[[Player], Awaitable[None]]


async def shelf(player: Player) -> None:
    await player.press("b")


async def guess(player: Player) -> None:
    await player.press("b", "enter")


async def writing(player: Player) -> None:
    await begin(player)
    await write(player, FREE)
    await player.press("ctrl+t")
    await write(player, "Deltas")


async def anything_else(player: Player) -> None:
    await writing(player)
    await player.press("ctrl+s")


async def clash(player: Player) -> None:
    await to_comparing(player)
    await player.press("enter")


async def check(player: Player) -> None:
    await clash(player)
    await player.press("n")


async def picking(player: Player) -> None:
    await check(player)
    await player.press("o", "down")


async def remembering(player: Player) -> None:
    await check(player)
    await player.press("y")


async def cue(player: Player) -> None:
    await clash(player)
    await player.press("y", "enter")


async def answered(player: Player) -> None:
    await cue(player)
    await type_letters(player, "falls move upstream")
    await player.press("enter")


async def once_more(player: Player) -> None:
    await answered(player)
    await player.press("n")


async def summary(player: Player) -> None:
    await once_more(player)
    await player.press("S")


SCENARIOS: dict[str, Scenario] = {
    "shelf": shelf,
    "guess": guess,
    "writing": writing,
    "anything-else": anything_else,
    "found": to_comparing,
    "clash": clash,
    "check": check,
    "picking": picking,
    "remembering": remembering,
    "cue": cue,
    "answered": answered,
    "once-more": once_more,
    "summary": summary,
}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_blank_page_looks_as_it_did(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    async def scenario() -> None:
        async with playing(opening=opening_rivers(tmp_path), size=size) as player:
            await SCENARIOS[name](player)
            await come_to_rest(player)
            check_snapshot(f"blank-page-{name}-{size[0]}x{size[1]}", player.text)

    play(scenario)
