"""Starts the terminal interface, or says why it cannot start here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from recall.cli.invocation import Invocation
from recall.cli.output import complain
from recall.cli.streams import moves_cursor, on_terminal
from recall.errors import UsageError

if TYPE_CHECKING:
    from recall.tui.app import Start

_PLAIN = "'recall review --plain' asks line by line, and works everywhere."


def require_screen(invocation: Invocation) -> None:
    """Raise UsageError unless screens can be shown: a terminal whose cursor can be moved."""
    if not on_terminal():
        raise UsageError("The screens of recall need a terminal.", _PLAIN)
    if not moves_cursor(invocation.environment):
        kind = invocation.environment.get("TERM", "")
        named = f"is of the kind {kind!r}" if kind else "does not say of what kind it is (TERM)"
        raise UsageError(f"This terminal {named}, so no screen can be drawn on it.", _PLAIN)


def start_interface(
    invocation: Invocation,
    *,
    review: bool = False,
    decks: tuple[str, ...] = (),
    limit: int | None = None,
    new: int | None = None,
    cram: bool = False,
    quiz: str | None = None,
    page: str | None = None,
) -> int:
    """Run the interface until it is left, and return its exit code.

    It opens on the home screen, with ``review`` in a session over ``decks`` (all when empty), or in
    the ``quiz`` of a deck, or at a blank ``page``.
    """
    from recall.tui.app import Start

    start = Start(review, decks, limit, new, cram, quiz, page)
    return _run(invocation, start)


def start_preview(invocation: Invocation, file: Path) -> int:
    """Show a deck file until the author leaves, and return the exit code; nothing is opened."""
    from recall.tui.app import Start

    return _run(invocation, Start(preview=file, type_gaps=invocation.config.cloze == "type"))


def _run(invocation: Invocation, start: Start) -> int:
    require_screen(invocation)
    config = invocation.config
    from recall.tui.app import RecallApp, run

    app = RecallApp(
        open_library=invocation.open_library,
        keys=config.keys,
        theme=config.theme,
        editor=config.editor,
        environment=invocation.environment,
        rescue=invocation.rescue,
        start=start,
    )
    code = run(app)
    if app.parting is not None:
        complain(app.parting)
    return code
