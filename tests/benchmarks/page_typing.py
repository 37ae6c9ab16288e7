"""What a key costs on a long blank page: the program's own CPU, drawing included."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from recall.tui.widgets.page_editor import PageEditor
from tests.tui.pages import begin, opening_rivers
from tests.tui.support import play, playing

_KEYS = "the model reads and writes and forgets "
_WORDS = ("gate", "state", "layer", "key", "value", "head", "token", "expert", "router", "memory")


def seconds_a_key(words: int, *, paragraphs: int) -> float:
    """Return the CPU seconds that a letter takes at the end of a page of so many words."""
    line = " ".join(_WORDS[at % len(_WORDS)] for at in range(words // paragraphs))
    page = "\n".join([line] * paragraphs)

    async def scenario(root: Path) -> float:
        async with playing(opening=opening_rivers(root)) as player:
            await begin(player, guess="")
            player.app.screen.query_one(PageEditor).begin_with(page)
            await player.settle()
            started = time.process_time()
            for letter in _KEYS:
                await player.press("space" if letter == " " else letter)
            return (time.process_time() - started) / len(_KEYS)

    with TemporaryDirectory() as folder:
        return play(lambda: scenario(Path(folder)))
