"""Pages of the past, wordings that were remembered, thresholds, and how often proposals held."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from recall.cards.history import ActionKind, Mode
from recall.cards.memory import Rating
from recall.errors import UsageError
from recall.library.blank_pages.sitting import PageSitting
from recall.library.library import Library
from recall.study.free_recall.values import Source, State
from tests.library.building import PLAIN, Desk, answer, assert_well
from tests.library.meadows import MEADOWS, STATEMENTS, WORDS
from tests.library.rivers import PAGE, RIVERS, name_of

OWN_WORDS = "Silt builds new land at the mouth."


def claimed(library: Library, *, remember: bool = True) -> PageSitting:
    """A page whose one sentence was claimed for a point it was not found for."""
    page = library.page("L1")
    page.start(guess=3)
    page.write(OWN_WORDS)
    page.lock()
    page.accept("deltas", page.sentences()[0])
    assert page.attempt.is_overruled("deltas")
    page.remember("deltas", remember)
    page.compared()
    for key in page.attempt.waiting:
        page.judge(key, recalled=key == "mud")
    page.enough()
    return page


# Pages of the past.


def test_the_record_over_time(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    assert library.page_history("L1") == ()
    claimed(library).finish()
    desk.wait(days=3)
    page = library.page("L1", group="Lower course")
    page.start()
    page.write("Slow water drops sand and mud.")
    page.stuck()
    page.write("Slow water drops sand and mud. Deltas grow into the sea.")
    page.lock()
    page.compared()
    page.finish()
    first, second = library.page_history("L1")
    assert (first.day, first.group, first.text) == ("2026-12-01", "", OWN_WORDS)
    assert (first.guess, first.whole.said, first.whole.free, first.whole.on_cue) == (3, 1, 1, 1)
    assert [(one.group, one.said, one.points) for one in first.groups] == [
        ("Upper course", 0, 2),
        ("Lower course", 1, 2),
    ]
    assert (second.day, second.group, second.guess) == ("2026-12-04", "Lower course", None)
    assert second.free_text == "Slow water drops sand and mud."
    assert (second.whole.said, second.whole.free, second.whole.cued) == (2, 1, 1)
    assert second.whole.share == 1.0
    (row,) = library.pages()
    assert (row.last, row.last_day) == (0.25, "2026-12-01")  # of the last whole page
    library.undo()
    assert [one.id for one in library.page_history("L1")] == [first.id]


def test_the_record_of_the_log_is_what_the_summary_said(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    summary = claimed(library).finish()
    (record,) = library.page_history(name_of("falls"))
    assert (record.whole, record.groups) == (summary.whole, summary.groups)
    assert record.points == tuple(
        replace(point, next_day=None, when="") for point in summary.points
    )
    assert (record.guess, record.seconds) == (summary.guess, summary.seconds)
    assert record.thresholds == summary.thresholds


def test_weights_count_in_the_coverage(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS.replace("{#deltas", "{#deltas weight=2"))
    library = desk.open()
    page = library.page("L1")
    page.start()
    page.write("Deltas grow into the sea.")
    page.lock()
    page.compared()
    page.skip_rest()
    whole = page.finish().whole
    assert (whole.points, whole.said, whole.weight, whole.covered) == (4, 1, 5, 2)
    assert library.pages()[0].last == whole.share == 0.4


def test_a_reworded_page_keeps_its_record(desk: Desk) -> None:
    deck = RIVERS.replace(" {#falls}", "").replace(" {#valleys}", "")
    desk.write("rivers.md", deck)
    library = desk.open()
    claimed(library).finish()
    (before,) = library.pages()
    desk.write("rivers.md", deck.replace("Fast water cuts", "Swift water cuts"))
    library.refresh()
    (after,) = library.pages()
    assert (after.new, after.last) == (False, before.last)
    assert len(library.page_history("L1")) == 1


def test_cards_that_teach_what_was_missed(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    page = library.page("L1")
    page.start()
    page.write("Fast water cuts V-shaped valleys.")
    page.lock()
    page.compared()
    page.skip_rest()
    missed = page.finish().missed_cards
    assert missed == ("rivers.md#delta",)
    session = library.practise(missed)
    assert answer(session, Rating.GOOD) == "rivers.md#delta"
    assert session.current is None
    assert desk.reviews()[-1].mode is Mode.CRAM
    assert desk.state("rivers.md#delta").memory.reps == 0


def test_a_card_with_two_sides_teaches_by_the_first(desk: Desk) -> None:
    two_sides = "T: Delta {#delta}\nD: New land in the sea.\n"
    head, _, _ = RIVERS.partition("Q: What is")
    desk.write("rivers.md", head + two_sides + "\nT: Deltas {#delta-2}\nD: Several of them.\n")
    library = desk.open()
    found = {point.key: point.card for point in library.page("L1").points}
    assert found["deltas"] == "rivers.md#delta/backward"
    assert found["valleys"] is None
    desk.write("rivers.md", head + "T: Deltas {#delta-2}\nD: Several of them.\n")
    library.refresh()
    assert {point.key: point.card for point in library.page("L1").points}["deltas"] is None


# Wordings.


def test_a_remembered_wording_counts_from_the_next_page_on(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    claimed(library).finish()
    (wording,) = library.wordings()
    assert (wording.uid, wording.wording, wording.when) == (
        name_of("deltas"),
        OWN_WORDS,
        "2026-12-01",
    )
    page = library.page("L1")
    page.start()
    page.write(OWN_WORDS)
    page.lock()
    found = page.attempt.result("deltas")
    assert (found.state, found.source) == (State.FOUND, Source.LEARNED)
    # So it does for a page that is only compared.
    compared = library.compare(library.blank_page("L1"), OWN_WORDS)
    assert compared.points[3] == found


def test_a_wording_is_remembered_only_when_wanted(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    claimed(library, remember=False).finish()
    assert library.wordings() == ()
    assert [one.kind for one in desk.actions()].count(ActionKind.WORDING) == 0


def test_a_wording_can_be_forgotten(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    claimed(library).finish()
    (wording,) = library.wordings()
    assert library.forget_wording(wording.id[:30]) == wording
    assert library.wordings() == ()
    page = library.page("L1")
    page.start()
    page.write(OWN_WORDS)
    page.lock()
    assert page.attempt.result("deltas").state is State.NOT_FOUND
    for name in (wording.id, "nothing", ""):
        with pytest.raises(UsageError, match="No remembered wording"):
            library.forget_wording(name)
    assert len(library.page_history("L1")) == 1
    assert_well(library)


def test_a_wording_follows_its_point_when_that_is_reworded(desk: Desk) -> None:
    deck = RIVERS.replace("{#deltas card=delta}", "")
    desk.write("rivers.md", deck)
    library = desk.open()
    page = library.page("L1")
    page.start()
    page.write(OWN_WORDS)
    page.lock()
    key = page.points[3].key
    page.accept(key, page.sentences()[0])
    page.remember(key, True)
    page.compared()
    page.skip_rest()
    page.finish()
    desk.write(
        "rivers.md", deck.replace("Deltas grow into the sea", "Deltas grow out into the sea")
    )
    library.refresh()
    compared = library.compare(library.blank_page("L1"), OWN_WORDS)
    assert compared.points[3].source is Source.LEARNED


# Thresholds and figures.


def verdicts(library: Library, covered: bool) -> None:
    """Write a page of half sentences and take all or none of them as said."""
    page = library.page("L2")
    page.start()
    page.write("\n".join(statement.rpartition(" ")[0] for statement in STATEMENTS))
    page.lock()
    assert {page.attempt.result(word).state for word in WORDS} == {State.CHECK}
    for word in WORDS:
        if covered:
            page.accept(word)
        else:
            page.refuse(word)
    page.compared()
    if page.attempt.waiting:
        page.skip_rest()
    page.finish()


def test_thresholds_follow_the_verdicts_of_their_deck(desk: Desk) -> None:
    desk.write("meadows.md", MEADOWS)
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    assert library.page("L2").thresholds.verdicts == 0
    verdicts(library, covered=True)
    assert library.page("L2").thresholds.verdicts == 0  # twelve are too few
    page = library.page("L2")
    page.start()
    page.write("Nothing of it.")
    page.lock()
    page.compared()
    page.skip_rest()
    page.finish()
    found = library.page("L2").thresholds
    assert found.verdicts == 24
    assert found.cut < 0.45
    assert library.page("L1").thresholds.verdicts == 0
    frozen = desk.open(replace(PLAIN, frozen_thresholds=True))
    assert frozen.page("L2").thresholds.verdicts == 0
    library.undo()
    assert library.page("L2").thresholds.verdicts == 0


def test_thresholds_stay_as_they_were_for_a_page_that_is_locked(desk: Desk) -> None:
    desk.write("meadows.md", MEADOWS)
    library = desk.open()
    for covered in (True, False):
        verdicts(library, covered)
    page = library.page("L2")
    page.start()
    page.lock()
    learned = page.thresholds
    assert learned.verdicts == 24
    frozen = desk.open(replace(PLAIN, frozen_thresholds=True))
    assert frozen.page("L2").thresholds == learned


def test_how_often_proposals_held(desk: Desk) -> None:
    desk.write("meadows.md", MEADOWS)
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    assert library.verdict_figures() == ()
    claimed(library).finish()
    verdicts(library, covered=False)
    meadows, rivers = library.verdict_figures()
    assert (meadows.path, rivers.path) == ("meadows.md", "rivers.md")
    assert meadows.proposed == {State.FOUND: 0, State.CHECK: 12, State.NOT_FOUND: 0}
    assert (meadows.said[State.CHECK], meadows.overruled) == (0, 0)
    assert rivers.proposed == {State.FOUND: 0, State.CHECK: 0, State.NOT_FOUND: 4}
    assert (rivers.said[State.NOT_FOUND], rivers.overruled) == (1, 1)
    library.undo()
    assert [one.path for one in library.verdict_figures()] == ["rivers.md"]


def test_a_refused_proposal_counts_as_overruled_and_an_abandoned_page_does_not(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    for end in ("abandon", "finish"):
        page = library.page("L1")
        page.start()
        page.write(PAGE)
        page.lock()
        page.refuse("valleys")
        page.judge_clash("mud", False)
        page.compared()
        page.skip_rest()
        page.abandon() if end == "abandon" else page.finish()
    (figures,) = library.verdict_figures()
    assert sum(figures.proposed.values()) == 4
    assert (figures.proposed[State.FOUND], figures.said[State.FOUND]) == (2, 1)
    assert figures.overruled == 1


# Export, and time.


def test_reviews_are_exported_with_their_stage(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    desk.write("more.md", "Q: One?\nA: One.\n")
    library = desk.open()
    page = library.page("L1")
    page.start()
    page.write(PAGE)
    page.lock()
    page.compared()
    for key in page.attempt.waiting:
        page.judge(key, recalled=True)
    page.finish()
    answer(library.session(("more.md",)))
    lines = io.StringIO()
    assert library.export("reviews-jsonl", lines) == 5
    records = [json.loads(line) for line in lines.getvalue().splitlines()]
    assert [record["stage"] for record in records] == ["free", "cued", "cued", "free", None]
    assert [record["mode"] for record in records] == [*["blank-page"] * 4, "review"]
    table = io.StringIO()
    library.export("reviews-csv", table)
    head, *rows = table.getvalue().splitlines()
    place = head.split(",").index("stage")
    assert [row.split(",")[place] for row in rows] == ["free", "cued", "cued", "free", ""]


def test_a_page_written_after_midnight_counts_for_the_study_day(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    desk.now += timedelta(hours=16)  # 1:30 at night
    claimed(library).finish()
    assert library.page_history("L1")[0].day == "2026-12-01"
    assert library.wordings()[0].when == "2026-12-01"
