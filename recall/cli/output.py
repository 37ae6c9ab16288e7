"""What the commands print: data as text or JSON on standard output, narration on standard error."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click

from recall.errors import RecallError
from recall.text import clean, clean_line, shorten, width

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def write(text: str = "") -> None:
    """Print a line of data; no control sequence passes."""
    print(clean(text))  # noqa: T201  standard output is where a command line's data goes


def write_json(value: object) -> None:
    """Print one value as JSON in ASCII, so that no encoding can damage it; NaN is refused."""
    import json

    print(json.dumps(value, allow_nan=False, indent=2))  # noqa: T201  as in write


def write_json_line(value: Mapping[str, object]) -> None:
    """Print one object as JSON on one line."""
    import json

    print(json.dumps(value, allow_nan=False))  # noqa: T201  as in write


def narrate(text: str) -> None:
    """Say something to the person, beside the data."""
    sys.stdout.flush()
    print(clean(text), file=sys.stderr, flush=True)  # noqa: T201  as in write


def complain(error: RecallError) -> None:
    """Say what went wrong, and what to do."""
    narrate(f"recall: {clean_line(error.message)}")
    if error.hint:
        narrate(f"hint: {clean_line(error.hint)}")


def write_table(head: Sequence[str], rows: Sequence[Sequence[str]], *, right: str = "") -> None:
    """Print rows below a head, in columns.

    ``right`` names the columns that are flush right. The last column is never padded, and on a
    terminal it is cut to what fits on the line.
    """
    from recall.cli.streams import COLUMNS

    lines = [list(head), *([clean_line(cell) for cell in row] for row in rows)]
    widths = [max(width(line[index]) for line in lines) for index in range(len(head))]
    flush_right = set(right.split())
    last = len(head) - 1
    room = None
    if sys.stdout.isatty():
        from shutil import get_terminal_size

        room = max(12, get_terminal_size((COLUMNS, 24)).columns - sum(widths[:-1]) - 2 * last)
    for line in lines:
        cells = []
        for index, cell in enumerate(line):
            if index == last:
                cells.append(cell if room is None else shorten(cell, room))
            else:
                space = " " * (widths[index] - width(cell))
                cells.append(space + cell if head[index] in flush_right else cell + space)
        write("  ".join(cells).rstrip())


def picked(value: object, keys: Sequence[str]) -> dict[str, Any]:
    """Return some attributes of a value as an object for JSON."""
    return {key: getattr(value, key) for key in keys}


def json_help(sentence: str, keys: Sequence[str]) -> str:
    """Return the paragraph of a command's help that documents its JSON."""
    return f"With --json: {sentence} {', '.join(keys)}."
