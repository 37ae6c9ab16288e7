"""Which course a deck belongs to: the nearest folder above it that holds a ``course.md``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

COURSE_FILE = "course.md"


def courses_of(paths: Iterable[str], id_of: Callable[[str], str]) -> dict[str, str]:
    """Return the course id of each folder with a ``course.md``, by the folder's path (``""``: top).

    ``id_of`` gives the id of a course from the path of its ``course.md``.
    """
    courses: dict[str, str] = {}
    for path in paths:
        prefix, _, name = path.rpartition("/")
        if name == COURSE_FILE:
            courses[prefix] = id_of(path)
    return courses


def course_of(path: str, courses: Mapping[str, str]) -> str | None:
    """Return the id of the course a deck belongs to, or None."""
    while path:
        path = path.rpartition("/")[0]
        if path in courses:
            return courses[path]
    return None


def namespace_of(path: str, course: str | None) -> str:
    """Return the name space of the stable identities of a deck: its course, or itself."""
    return path if course is None else course
