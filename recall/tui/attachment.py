"""Which file an image of a card names, and the program that shows it. Nothing is fetched, ever."""

from __future__ import annotations

import sys
from pathlib import Path

from recall.errors import UsageError
from recall.markdown.media import image_path


def viewer_command(target: str, folder: Path, deck: str) -> list[str]:
    """Return the arguments that show the image ``target`` of the deck at ``deck`` in ``folder``.

    The desktop decides which program that is. Raises UsageError when the image is an address on the
    network, lies outside the deck folder, or is not there.
    """
    file = image_path(target, folder / deck, folder)
    if file is None:
        raise UsageError(
            f"The image {target} was not opened.",
            "Only files inside the deck folder are; nothing is fetched from the network.",
        )
    return ["open" if sys.platform == "darwin" else "xdg-open", str(file)]
