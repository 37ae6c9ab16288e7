"""What is kept of an unhandled error: where it happened, and nothing of what was being studied.

A report names the types of the errors and, for each, the files, functions and lines it passed
through. It holds no local variables, no source and no messages, as these may quote a card, an
answer or a secret.
"""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from traceback import walk_tb

from recall import __version__

EXIT_CODE = 70
"""What the program exits with after an unhandled error (EX_SOFTWARE of sysexits.h)."""

_MOST_FRAMES = 60
_MOST_LINKS = 10
_MOST_NAMES = 100


def write_report(error: BaseException, folder: Path, now: datetime) -> Path | None:
    """Write a report of ``error`` to a new file in ``folder`` (mode 0600) and return its path.

    ``now`` is an aware datetime that names the file. Returns None when it cannot be written: a
    report that fails must not hide the error it is about.
    """
    moment = now.astimezone(UTC)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number in range(_MOST_NAMES):
            suffix = f"-{number}" if number else ""
            path = folder / f"crash-{moment:%Y%m%dT%H%M%SZ}{suffix}.txt"
            try:
                descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                continue
            with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as stream:
                stream.write(describe(error, moment))
            return path
    except OSError:
        pass
    return None


def describe(error: BaseException, now: datetime) -> str:
    """Return the text of a report: versions, the moment, and each error with where it came from."""
    lines = [
        f"recall {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"{now:%Y-%m-%d %H:%M:%S} UTC",
    ]
    for number, link in enumerate(_chain(error)):
        kind = type(link)
        lines += ["", ("after " if number else "") + f"{kind.__module__}.{kind.__qualname__}"]
        frames = [
            f"  {frame.f_code.co_filename}:{line} in {frame.f_code.co_name}"
            for frame, line in walk_tb(link.__traceback__)
        ]
        if len(frames) > _MOST_FRAMES:
            half = _MOST_FRAMES // 2
            frames = [*frames[:half], f"  … {len(frames) - 2 * half} more", *frames[-half:]]
        lines += frames
    return "\n".join(lines) + "\n"


def _chain(error: BaseException) -> Iterator[BaseException]:
    """Return an error and those it was raised from or during, the last one first."""
    link: BaseException | None = error
    for _ in range(_MOST_LINKS):
        if link is None:
            return
        yield link
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
