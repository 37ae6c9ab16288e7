from __future__ import annotations

import pytest

from recall.library.courses import course_of, courses_of, namespace_of

PATHS = ("course.md", "a/x.md", "a/b/course.md", "a/b/c/y.md", "my-course.md", "d/course.md/z.md")


def test_each_folder_with_a_course_page_is_a_course() -> None:
    assert courses_of(PATHS, lambda path: f"id of {path}") == {
        "": "id of course.md",
        "a/b": "id of a/b/course.md",
    }


@pytest.mark.parametrize(
    ("path", "course"),
    [
        ("course.md", "top"),
        ("x.md", "top"),
        ("a/x.md", "top"),
        ("a/b/course.md", "inner"),
        ("a/b/x.md", "inner"),
        ("a/b/c/d/x.md", "inner"),
        ("a/bc/x.md", "top"),
    ],
)
def test_the_nearest_course_above_counts(path: str, course: str) -> None:
    assert course_of(path, {"": "top", "a/b": "inner"}) == course


def test_a_deck_without_a_course() -> None:
    assert course_of("a/x.md", {"b": "other"}) is None
    assert namespace_of("a/x.md", None) == "a/x.md"
    assert namespace_of("a/x.md", "it") == "it"
