"""Starts the terminal interface, or says why it cannot start here."""

from __future__ import annotations

from recall.cli.invocation import Invocation
from recall.cli.output import complain
from recall.cli.streams import moves_cursor, on_terminal
from recall.errors import UsageError

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
) -> int:
    """Run the interface until it is left, and return its exit code.

    It opens on the home screen, or with ``review`` in a session over ``decks`` (all when empty).
    """
    require_screen(invocation)
    config = invocation.config
    from recall.tui.app import RecallApp, Start, run

    app = RecallApp(
        open_library=invocation.open_library,
        keys=config.keys,
        theme=config.theme,
        editor=config.editor,
        environment=invocation.environment,
        rescue=invocation.rescue,
        start=Start(review=review, decks=decks, limit=limit, new=new, cram=cram),
    )
    code = run(app)
    if app.parting is not None:
        complain(app.parting)
    return code
