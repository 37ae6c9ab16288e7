"""What is kept of the answers stays in step with the log, and only what changed is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from unittest.mock import patch

import pytest

from recall.cards.memory import Rating
from recall.library import answers
from recall.library.library import Library
from recall.storage import answers as kept
from tests.library.building import PLAIN, Desk, answer, answer_all, question, questions
from tests.library.rivers import RIVERS
from tests.library.test_page_ratings import KEYS, write_page

WITHOUT_STEPS = replace(PLAIN, learning_steps=(), relearning_steps=())


@pytest.fixture
def library(desk: Desk) -> Library:
    """Six cards answered on three days, with the statistics looked at once."""
    desk.write("a.md", questions(6))
    library = desk.open(WITHOUT_STEPS)
    for days in (60, 100, 999):
        answer_all(desk, library.session(new=9), lambda _: Rating.GOOD)
        desk.wait(days=days)
    assert library.statistics().effort.answers == 18
    return library


@contextmanager
def looked_at() -> Iterator[list[set[str]]]:
    """Record the names of the cards that are gone through."""
    calls: list[set[str]] = []
    through = kept.names_changed

    def noting(tx: object, known: int) -> set[str]:
        names = through(tx, known)  # type: ignore[arg-type]  # handed on as it comes
        calls.append(set(names))
        return names

    with patch.object(kept, "names_changed", noting):
        yield calls


def assert_as_anew(library: Library) -> None:
    """What is kept is what going through everything gives."""
    found = library.statistics()
    with library._context.store.writing() as tx:
        answers.bring_up_to_date(library._context, tx, anew=True)
    assert library.statistics() == found


def test_nothing_is_written_when_nothing_changed(desk: Desk, library: Library) -> None:
    before = desk.progress.read_bytes()
    with looked_at() as calls:
        library.statistics()
    assert calls == []
    assert desk.progress.read_bytes() == before


def test_one_more_answer_and_its_undo_concern_one_card(library: Library) -> None:
    before = library.statistics()
    with looked_at() as calls:
        uid = answer(library.session(), Rating.AGAIN)
        assert library.statistics().effort.answers == 19
        library.undo()
        assert library.statistics() == before
    assert calls == [{uid}, {uid}]
    assert_as_anew(library)


def test_marks_concern_no_card(library: Library) -> None:
    with looked_at() as calls:
        library.mark("a.md#q1", flagged=True)
        library.mark("a.md#q2", suspended=True)
        library.statistics()
    assert calls == [set()]


def test_a_link_and_its_undo_concern_both_cards(desk: Desk, library: Library) -> None:
    desk.write("b.md", question("Another wording? {#b}"))
    library.refresh()
    answer(library.session(("b.md",)), Rating.GOOD)
    before = library.statistics()
    with looked_at() as calls:
        library.link("a.md#q1", "b.md#b")
        joined = library.statistics()
        assert joined.retention.together.counted == before.retention.together.counted + 1
        assert sum(one.cards for one in joined.stability) == 6
        assert [unit.effort.answers for unit in joined.units] == [19, 0]
        assert_as_anew(library)
        library.undo_link("b.md#b")
        assert library.statistics() == before
    assert calls[0] == {"a.md#q1", "b.md#b"}
    assert calls[-1] == {"a.md#q1", "b.md#b"}
    assert_as_anew(library)


def test_other_settings_change_what_is_predicted_from_then_on(desk: Desk, library: Library) -> None:
    before = library.statistics()
    weights = (0.5, *library._context.scheduler.settings.parameters[1:20], 0.4)
    library = desk.open(replace(WITHOUT_STEPS, parameters=weights))
    assert library.statistics().calibration == before.calibration
    desk.wait(days=1)
    answer(library.session(), Rating.GOOD)
    assert_as_anew(library)


def test_answers_before_the_first_settings_follow_the_settings_in_force(desk: Desk) -> None:
    desk.write("a.md", questions(1))
    library = desk.open()
    for day in (20_000, 20_030):
        desk.execute(
            "INSERT INTO review (sequence, id, name, at, offset, day, rating, milliseconds, mode, "
            "retention) VALUES (?, ?, 'a.md#q1', ?, 0, ?, 3, 5000, 'review', 0.9)",
            day, str(day), day * 86_400_000_000 + 36_000_000_000, day,
        )  # fmt: skip
    library.doctor(rebuild=True)
    before = library.statistics().calibration.predicted
    weights = (*library._context.scheduler.settings.parameters[:20], 0.5)
    other = desk.open(replace(PLAIN, parameters=weights))
    assert other.statistics().calibration.predicted != before
    assert_as_anew(other)


def test_undoing_a_blank_page_takes_all_its_answers_away(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    write_page(library, KEYS).finish()
    assert library.statistics().effort.answers > 1
    library.undo()
    assert library.statistics().effort.answers == 0
    assert_as_anew(library)


def test_a_clock_that_ran_backwards_is_no_exception(desk: Desk, library: Library) -> None:
    desk.now -= timedelta(days=200)
    answer_all(desk, library.session(cram=True), lambda _: Rating.HARD)
    assert_as_anew(library)


def test_a_file_that_cannot_be_written_has_the_same_figures(
    desk: Desk, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    current = library.statistics()
    answer(library.session(), Rating.AGAIN)
    library.close()
    before = desk.progress.read_bytes()
    monkeypatch.setattr("os.access", lambda *_, **__: False)
    sealed = desk.open(WITHOUT_STEPS)
    found = sealed.statistics()
    assert found.effort.answers == current.effort.answers + 1
    assert sealed.statistics() == found
    assert sealed.statistics(("a.md",)).retention == found.retention
    assert desk.progress.read_bytes() == before
    monkeypatch.undo()
    assert desk.open(WITHOUT_STEPS).statistics() == found
