"""A share drawn as a row of little blocks, which reads without colour."""

from __future__ import annotations

from textual.content import Content

LENGTH = 10
"""How many blocks a bar usually has."""


def bar(share: float, length: int = LENGTH) -> Content:
    """Return a bar of ``length`` blocks of which ``share`` (0 to 1) is full."""
    filled = round(share * length)
    return Content.assemble(("▰" * filled, "$primary"), ("▱" * (length - filled), "$text-muted"))
