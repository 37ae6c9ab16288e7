"""Where the image of a card lies, when it lies inside its library."""

from __future__ import annotations

from pathlib import Path


def image_path(target: str, deck: Path, root: Path) -> Path | None:
    """Return the file an image's address means, seen from the deck file ``deck``.

    None when it is an address on the network or absolute, when it leads outside the library folder
    ``root`` (also through a link), or when there is no such file.
    """
    if not target or "://" in target or "\x00" in target or Path(target).is_absolute():
        return None
    try:
        path = (deck.parent / target).resolve()
        inside = path.is_relative_to(root.resolve()) and path.is_file()
    except (OSError, RuntimeError):  # too long a name, a loop of links
        return None
    return path if inside else None
