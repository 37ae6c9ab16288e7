"""Whether deck files changed on disk since they were read: one look is a stat of each known file.

A folder's time tells that something was added to it, removed or renamed, so folders are looked at
like files. What changed is taken up at the second look that sees it as it is, so that a file that
is just being written is not read by half.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from recall.cards.problem import Level, Problem
from recall.errors import RecallError
from recall.library.changes import DecksChanged
from recall.library.folders import DEEPEST_FOLDER
from recall.library.values import RefreshReport

_Stamp = tuple[int, int, int] | None


class Watch:
    """The deck files below some folders, as they were when they were last taken note of."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders
        self._files: dict[str, _Stamp] = {}
        self._directories: dict[str, _Stamp] = {}
        self._changing: tuple[dict[str, _Stamp], dict[str, _Stamp]] | None = None
        self._missed = False
        self.take()

    @property
    def settling(self) -> bool:
        """Whether something changed that the next look may find settled."""
        return self._changing is not None or self._missed

    def take(self) -> None:
        """Take note of the files as they are; call before they are read."""
        self._changing, self._missed = None, False
        self._files, self._directories = {}, {}
        for folder in self._folders:
            self._directories[str(folder)] = _stamp(str(folder))
            for path, is_directory in _walk(str(folder), 0):
                known = self._directories if is_directory else self._files
                known[path] = _stamp(path)

    def miss(self) -> None:
        """Tell that what changed could not be read, so that the next look finds it again."""
        self._missed = True

    def look(self) -> bool:
        """Return whether deck files changed and have settled; they are taken note of then."""
        if self._missed:
            self.take()
            return True
        seen = (_stamps(self._files), _stamps(self._directories))
        if seen == (self._files, self._directories):
            self._changing = None
            return False
        if seen != self._changing:
            self._changing = seen
            return False
        before = self._files
        self.take()
        # Editors keep files of their own beside a deck: the folder changed, but no deck did.
        return self._files != before


def taken_up(
    watch: Watch, problems: Callable[[], tuple[Problem, ...]], refresh: Callable[[], RefreshReport]
) -> DecksChanged:
    """Read decks that changed, and return what came of it; when that fails it is found again."""
    try:
        known = set(map(_what, problems()))
        report = refresh()
        new = (one for one in problems() if one.level is not Level.NOTE)
        return DecksChanged(report, tuple(one for one in new if _what(one) not in known))
    except RecallError:
        watch.miss()
        raise


def _what(problem: Problem) -> tuple[str, str, str]:
    """Return what makes a problem the same one after an edit above it moved its line."""
    return problem.path, problem.code, problem.message


def _stamps(paths: dict[str, _Stamp]) -> dict[str, _Stamp]:
    return {path: _stamp(path) for path in paths}


def _stamp(path: str) -> _Stamp:
    """Return what tells whether a file or folder changed; None when it is not there."""
    try:
        found = os.lstat(path)
    except OSError:
        return None
    size = found.st_size if stat.S_ISREG(found.st_mode) else -1
    return size, found.st_mtime_ns, found.st_ino


def _walk(folder: str, depth: int) -> Iterator[tuple[str, bool]]:
    """Give the path of each deck file and folder below a folder, and whether it is a folder."""
    try:
        with os.scandir(folder) as entries:
            found = [one for one in entries if not one.name.startswith(("_", "."))]
    except OSError:
        return
    for entry in found:
        if entry.is_dir(follow_symlinks=False):
            if depth < DEEPEST_FOLDER:
                yield entry.path, True
                yield from _walk(entry.path, depth + 1)
        elif entry.name.lower().endswith(".md"):
            yield entry.path, False
