"""Colours: four themes.

One accent colour marks what can be acted on now, and nothing else. Right and wrong have a colour
and always a sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from textual.filter import LineFilter, NoColor
from textual.theme import BUILTIN_THEMES, Theme

if TYPE_CHECKING:
    from textual.app import App

DARK = Theme(
    name="recall",
    primary="#8fb3dc",
    secondary="#c3a6dd",
    accent="#e8b84f",
    success="#86c48a",
    error="#ee8a80",
    warning="#e59a5c",
    foreground="#dfe1e6",
    background="#15171c",
    surface="#1b1e25",
    panel="#232731",
    dark=True,
)
LIGHT = Theme(
    name="recall-light",
    primary="#285a8e",
    secondary="#6f4691",
    accent="#8a5200",
    success="#256b2b",
    error="#a9261d",
    warning="#94450a",
    foreground="#26282c",
    background="#fbfaf6",
    surface="#f2f0ea",
    panel="#e8e5dc",
    dark=False,
)
# Textual's own themes in the terminal's colours, with an accent apart from right and wrong.
ANSI_DARK = replace(BUILTIN_THEMES["ansi-dark"], accent="ansi_yellow", warning="ansi_magenta")
ANSI_LIGHT = replace(BUILTIN_THEMES["ansi-light"], accent="ansi_blue", primary="ansi_blue")

THEMES = (DARK, LIGHT, ANSI_DARK, ANSI_LIGHT)


def line_filters(app: App[Any], filters: Sequence[LineFilter]) -> Sequence[LineFilter]:
    """Return what ``App.get_line_filters`` should return, given what Textual's own returns.

    With ``NO_COLOR`` Textual would turn every colour grey, and the terminal's own colours black on
    black. Here all colours are left to the terminal instead.
    """
    return (NoColor(),) if app.no_color else filters


def register(app: App[Any]) -> None:
    """Make the themes of ``recall`` known to an app; the caller chooses with ``app.theme``."""
    for theme in THEMES:
        app.register_theme(theme)
