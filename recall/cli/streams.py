"""The standard streams: made safe for any text, and let go of when nobody reads them."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from shutil import get_terminal_size

COLUMNS = 78
_TERMINALS_WITHOUT_CURSOR = frozenset({"", "dumb", "unknown"})


def prepare_streams() -> None:
    r"""Let no character fail to be written or read, whatever encoding the terminal has.

    What standard output cannot encode is written as an escape such as ``\u2713``; bytes that
    standard input cannot decode become ``�``. A stream that is closed is replaced by nothing.
    """
    if sys.stdin is None:
        sys.stdin = io.StringIO()
    if sys.stdout is None:
        sys.stdout = io.StringIO()
    if sys.stderr is None:
        sys.stderr = io.StringIO()
    for stream, errors in (
        (sys.stdin, "replace"),
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def abandon_output() -> None:
    """Send what is still to be written nowhere: the reader is gone, or the disk is full."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def on_terminal() -> bool:
    """Return whether a person at a terminal both reads the output and writes the input."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def moves_cursor(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal says that it can do more than print line after line."""
    return environment.get("TERM", "") not in _TERMINALS_WITHOUT_CURSOR


def columns() -> int:
    """Return how wide lines of text may be: the terminal's width, at most ``COLUMNS``."""
    if not sys.stdout.isatty():
        return COLUMNS
    return max(20, min(COLUMNS, get_terminal_size().columns - 1))
