"""Where the learner stopped reading a lesson, kept in the progress file between runs."""

from __future__ import annotations

import json
import math
from dataclasses import replace

from recall.library.context import Context
from recall.library.lesson import Lesson, LessonPlace
from recall.storage import journal
from recall.storage.store import Transaction

_KEY = "place:"


def at_kept_place(context: Context, lesson: Lesson) -> Lesson:
    """Return a lesson with the place that was kept, in the section that has the same title now.

    Without one, or when no section has that title any more, it begins at its beginning.
    """
    with context.store.reading() as tx:
        kept = journal.meta(tx, _key(lesson))
    try:
        values = json.loads(kept or "{}")
        section, title, share = values["section"], values["title"], float(values["share"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return lesson
    titles = [section.title for section in lesson.sections]
    if not isinstance(section, int) or not math.isfinite(share):
        return lesson
    if not (0 <= section < len(titles) and titles[section] == title):
        if title not in titles:
            return lesson
        section = titles.index(title)
    return replace(lesson, place=LessonPlace(section, min(max(share, 0.0), 1.0)))


def begun_texts(tx: Transaction) -> frozenset[str]:
    """Return the files, each as folder and path with a ``/`` between, in which a place is kept."""
    return frozenset(journal.metas(tx, _KEY))


def keep_place(context: Context, lesson: Lesson, place: LessonPlace) -> None:
    """Keep where the learner stopped, if that is another place than the one kept.

    A file that cannot be written keeps nothing, as the learner was told when it was opened.
    """
    if context.store.read_only:
        return
    key, value = _key(lesson), _place_json(lesson, place)
    with context.store.reading() as tx:
        before = journal.meta(tx, key)
    if value == (before or _place_json(lesson, LessonPlace())):
        return
    with context.store.writing() as tx:
        journal.set_meta(tx, key, value)


def _key(lesson: Lesson) -> str:
    return f"{_KEY}{lesson.folder}/{lesson.path}"


def _place_json(lesson: Lesson, place: LessonPlace) -> str:
    """Return a place for the progress file, with the section's title, for when sections moved."""
    title = lesson.sections[place.section].title if place.section < len(lesson.sections) else ""
    values = {"section": place.section, "title": title, "share": round(place.share, 4)}
    return json.dumps(values, ensure_ascii=False)
