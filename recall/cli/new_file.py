"""Writing a file that is either whole or not there, readable by its owner alone."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from recall.errors import StorageError, UsageError


@contextmanager
def new_file(target: Path, *, replace: bool) -> Iterator[TextIO]:
    """Give a stream (UTF-8, newlines as written) whose text becomes ``target`` at the end.

    The file has mode 0600. The text is collected beside it, so that nobody sees half of it, and
    when the block ends in an exception nothing is left behind. Raises UsageError when the target
    exists and ``replace`` is not set, or when it is no regular file, and StorageError when it
    cannot be written.
    """
    if os.path.lexists(target) and not replace:
        raise _exists(target)
    if target.exists() and not target.is_file():
        raise UsageError(f"{target} is not a file.", "Name a file that may be written.")
    temporary: Path | None = None
    try:
        descriptor, name = tempfile.mkstemp(prefix=".recall-", dir=target.parent)
        temporary = Path(name)
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        _give_name(temporary, target, replace=replace)
        temporary = None
    except FileExistsError:
        raise _exists(target) from None
    except OSError as error:
        raise StorageError(
            f"{target} could not be written ({error.strerror or error}).",
            "Name a file in a folder that can be written and has room.",
        ) from None
    finally:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()


def _give_name(temporary: Path, target: Path, *, replace: bool) -> None:
    if replace:
        temporary.replace(target)
        return
    try:
        # A link refuses a name that appeared meanwhile, where a move would replace that file.
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:
        # Some file systems have no links; there the name is looked at once more.
        if os.path.lexists(target):
            raise FileExistsError from None
        temporary.replace(target)
    else:
        temporary.unlink()


def _exists(target: Path) -> UsageError:
    return UsageError(
        f"{target} exists, so nothing was written.",
        "Name another file, or replace it with --force.",
    )
