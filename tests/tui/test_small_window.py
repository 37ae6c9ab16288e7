from __future__ import annotations

import pytest

from tests.tui.samples import BOTH, KERNEL, LAYERS, PROBLEMS, STAGES, course
from tests.tui.support import play, playing

LESSON = ("end", "up", "up", "up", "l")
KEYS = [(), ("r",), ("r", "space"), ("r", "i"), ("?",), ("p",), ("s",), LESSON, (*LESSON, "t")]


@pytest.mark.parametrize("size", [(39, 10), (40, 9), (20, 5), (10, 3), (1, 1)])
@pytest.mark.parametrize("keys", KEYS, ids=lambda keys: "-".join(keys) or "home")
def test_T16_a_window_too_small_says_so_and_recovers(  # noqa: N802 - the case's id
    keys: tuple[str, ...], size: tuple[int, int]
) -> None:
    async def scenario() -> None:
        library = course(KERNEL, BOTH, LAYERS, STAGES)
        library.found = PROBLEMS
        async with playing(library) as player:
            await player.press(*keys)
            before = player.text
            await player.resize(*size)
            if size[0] >= 11:
                assert "40×10" in player.text.replace("\n", " ")
            await player.press("3", "space", "enter")
            assert library.grades == []
            await player.resize(80, 24)
            assert player.text == before

    play(scenario)


@pytest.mark.parametrize("size", [(40, 10), (80, 24), (120, 40), (300, 100)])
def test_T16_every_kind_of_card_is_drawn_at_every_size(size: tuple[int, int]) -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        async with playing(course(KERNEL, BOTH, LAYERS, STAGES), size=(80, 24)) as player:
            await player.press("r")
            for keys in (("space", "3"), ("a", "enter", "3"), ("9", "enter", "3"), ("enter", "3")):
                await player.resize(*size)
                await player.press(*keys[:-1])
                for line in player.text.split("\n"):
                    assert len(line) <= size[0]
                await player.resize(80, 24)
                await player.press(keys[-1])

    play(scenario)


def test_T16_resizing_keeps_what_was_typed_and_chosen() -> None:  # noqa: N802 - the case's id
    async def scenario() -> None:
        async with playing(course(LAYERS, BOTH)) as player:
            await player.press("r")
            await player.type("nine")
            await player.resize(10, 3)
            await player.resize(60, 20)
            assert "nine" in player.text
            await player.press("enter", "1", "a")
            await player.resize(20, 5)
            await player.resize(80, 24)
            assert "☑ a" in player.text

    play(scenario)
