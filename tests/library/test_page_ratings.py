"""What a page does to the schedule: one rating a point a day, all of it or nothing, undoable."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recall.cards.history import ActionKind, Mode
from recall.cards.memory import Memory, Phase, Rating
from recall.config import Config
from recall.library.blank_pages.sitting import PageSitting
from recall.library.blank_pages.values import PageSummary
from recall.library.library import Library
from recall.study.free_recall.attempt import Stage
from recall.study.free_recall.matcher import MATCHER_VERSION
from recall.study.free_recall.merit import RECALLED, Merit
from recall.study.free_recall.values import Span
from tests.library.building import PLAIN, Desk, assert_well
from tests.library.rivers import RIVERS, name_of

KEYS = ("valleys", "falls", "mud", "deltas")
SENTENCES = {
    "valleys": "Fast water cuts V-shaped valleys.",
    "falls": "Waterfalls retreat upstream.",
    "mud": "Slow water drops sand and mud.",
    "deltas": "Deltas grow into the sea.",
}
WRONG = "Sediment settles where the water is fastest."


def write_page(
    library: Library,
    said: tuple[str, ...] = (),
    *,
    after_heading: tuple[str, ...] = (),
    on_cue: tuple[str, ...] = (),
    failed: tuple[str, ...] = (),
    misconception: bool = False,
    group: str = "",
) -> PageSitting:
    """A page on which some points are said and others recalled or failed on cue; the rest is
    skipped. It is ready to be finished."""
    page = library.page("L1", group=group)
    page.start()
    page.write(" ".join(SENTENCES[key] for key in said))
    if after_heading:
        page.stuck()
    text = " ".join(SENTENCES[key] for key in (*said, *after_heading))
    page.write(f"{text} {WRONG}" if misconception else text)
    page.lock()
    if misconception:
        page.judge_clash("mud", True)
    page.compared()
    for key in page.attempt.waiting:
        if key in (*on_cue, *failed):
            page.judge(key, recalled=key in on_cue)
    if page.attempt.stage is Stage.SECOND_CHANCE:
        page.skip_rest()
    return page


def ratings(summary: PageSummary) -> dict[str, Rating | None]:
    return {point.key: point.rating for point in summary.points}


def memories(desk: Desk) -> dict[str, Memory]:
    return {key: desk.state(name_of(key)).memory for key in KEYS}


# The table, row by row.


def test_every_row_of_the_table(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    page = write_page(library, ("valleys",), after_heading=("deltas",), on_cue=("falls",))
    assert ratings(page.finish()) == {
        "valleys": Rating.GOOD,
        "deltas": Rating.HARD,
        "falls": Rating.HARD,
        "mud": None,
    }
    desk.wait(days=1)
    page = write_page(library, failed=("valleys",), misconception=True)
    assert ratings(page.finish()) == {
        "valleys": Rating.AGAIN,
        "mud": Rating.AGAIN,
        "falls": None,
        "deltas": None,
    }
    assert_well(library)


def test_recalled_on_cue_can_be_set_to_good(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open(replace(PLAIN, cued_rating="good"))
    summary = write_page(library, after_heading=("deltas",), on_cue=("falls",)).finish()
    assert ratings(summary)["falls"] is Rating.GOOD
    assert ratings(summary)["deltas"] is Rating.HARD


def test_a_point_completed_on_its_cue_is_hard_whatever_the_setting(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    page = desk.open(replace(PLAIN, cued_rating="good")).page("L1")
    page.start()
    page.write("Deltas grow into lakes.")
    page.lock()
    assert page.attempt.undecided == ("deltas",)
    page.compared()
    for key in page.attempt.waiting:
        page.judge(key, recalled=True)
    outcomes = {point.key: point for point in page.finish().points}
    assert outcomes["deltas"].merit is Merit.COMPLETED
    assert outcomes["deltas"].rating is Rating.HARD
    assert outcomes["falls"].rating is Rating.GOOD


def test_a_point_never_seen_and_not_found_is_introduced_without_a_lapse(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    write_page(desk.open(), failed=KEYS).finish()
    for memory in memories(desk).values():
        assert (memory.phase, memory.reps, memory.lapses) == (Phase.REVIEW, 1, 0)
        assert memory.due_at is None


def test_a_known_point_that_fails_is_a_lapse(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    write_page(library, KEYS).finish()
    desk.wait(days=5)
    before = memories(desk)
    write_page(library, failed=("falls",)).finish()
    after = memories(desk)
    assert after["falls"].lapses == 1
    assert after["falls"].stability is not None
    assert before["falls"].stability is not None
    assert after["falls"].stability < before["falls"].stability


def test_a_skipped_point_keeps_its_memory_and_is_asked_tomorrow(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    write_page(library, KEYS).finish()
    desk.wait(days=2)
    known = write_page(library, KEYS).finish()
    desk.wait(days=1)
    before = memories(desk)
    assert all((point.next_day or "") > "2026-12-07" for point in known.points)
    summary = write_page(library, ("valleys",)).finish()
    after = memories(desk)
    for point in summary.points[1:]:
        assert (point.rating, point.next_day) == (None, "2026-12-05")
        assert after[point.key] == before[point.key]
    assert (summary.points[0].next_day or "") > "2026-12-07"
    assert summary.points[1].when == "tomorrow, Sat 5 Dec"


def test_what_the_summary_says_before_is_what_is_written(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open(Config())  # with spreading of due days
    page = write_page(library, ("valleys",), on_cue=("falls",), failed=("mud",))
    before = page.summary()
    after = page.finish()
    assert replace(after, finished=False) == before
    assert desk.state(name_of("valleys")).memory.due_day is not None
    for point in after.points:
        info = library.card(point.uid)
        assert point.next_day is None or point.when == info.due


# One rating a day.


def test_a_point_rated_earlier_that_day_is_not_rated_again(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    write_page(library, KEYS).finish()
    before = memories(desk)
    desk.wait(hours=3)
    summary = write_page(library, ("valleys",), failed=("falls",)).finish()
    assert set(ratings(summary).values()) == {None}
    assert memories(desk) == before
    assert len(desk.reviews()) == 4
    # It keeps the day it has: this page leaves nothing for tomorrow.
    assert library.page_history("L1")[-1].points[1].rating is None
    desk.wait(days=1)
    assert library.pages()[0].due == 0


def test_finishing_twice_changes_nothing(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    page = write_page(desk.open(), ("valleys",), on_cue=("falls",))
    first = page.finish()
    written = desk.log(), memories(desk)
    assert page.finish() == first
    assert (desk.log(), memories(desk)) == written


def test_reviews_say_how_each_point_was_answered(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    page = write_page(desk.open(), ("valleys",), on_cue=("falls",))
    page.finish()
    first, second = desk.reviews()
    assert (first.mode, first.name) == (Mode.BLANK_PAGE, name_of("valleys"))
    assert json.loads(first.answer or "") == {
        "stage": "free",
        "page": page.attempt.id,
        "proposed": "found",
        "final": "recalled",
        "sentence": "Fast water cuts V-shaped valleys.",
    }
    assert json.loads(second.answer or "")["stage"] == "cued"


def test_the_page_in_the_log_holds_everything(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    page = library.page("L1")
    page.start(guess=2)
    page.write("Deltas grow into lakes.")
    page.lock()
    page.accept("deltas")
    page.remember("deltas", True)
    page.compared()
    page.answer("mud", "mud it drops")
    page.judge("mud", recalled=True)
    page.skip_rest()
    page.finish()
    (action,) = (one for one in desk.actions() if one.kind is ActionKind.PAGE)
    assert (action.id, action.target) == (page.attempt.id, name_of("valleys"))
    body = json.loads(action.body)
    assert (body["text"], body["head"]["guess"], body["matcher"]) == (
        "Deltas grow into lakes.",
        2,
        MATCHER_VERSION,
    )
    assert (body["cut"], body["cut_verdicts"]) == (0.45, 0)
    by_key = {point["key"]: point for point in body["points"]}
    deltas = by_key["deltas"]
    assert (deltas["proposed"], deltas["said"], deltas["overruled"]) == ("check", True, False)
    assert (deltas["evidence"], deltas["sentence"]) == ([0, 23], "Deltas grow into lakes.")
    assert (deltas["verdict"], deltas["stage"], deltas["rating"]) == ("recalled", "free", 3)
    assert 0.25 < deltas["cover"] < 0.7
    assert by_key["mud"]["answer"] == "mud it drops"
    assert by_key["valleys"]["rating"] is None
    assert [review.id for review in desk.reviews()] == body["reviews"]
    wording = next(one for one in desk.actions() if one.kind is ActionKind.WORDING)
    assert [wording.id] == body["wordings"]
    assert (wording.target, json.loads(wording.body)) == (
        name_of("deltas"),
        {"wording": "Deltas grow into lakes."},
    )


def test_a_part_rates_its_points_alone(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    summary = write_page(library, ("mud",), failed=KEYS, group="Lower course").finish()
    assert ratings(summary) == {"mud": Rating.GOOD, "deltas": Rating.AGAIN}
    assert {review.name for review in desk.reviews()} == {name_of("mud"), name_of("deltas")}
    assert library.page_history("L1")[0].group == "Lower course"


# Undo.


def test_a_page_is_undone_as_one(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    write_page(library, KEYS).finish()
    before = memories(desk)
    desk.wait(days=2)
    page = library.page("L1")
    page.start()
    page.write("Deltas grow into lakes.")
    page.lock()
    page.accept("deltas")
    page.remember("deltas", True)
    page.compared()
    for key in page.attempt.waiting:
        page.judge(key, recalled=False)
    page.enough()
    page.finish()
    assert memories(desk) != before
    assert len(library.wordings()) == 1
    undone = library.undo()
    assert undone is not None
    assert "Tell how a river shapes the land." in undone.sentence
    assert memories(desk) == before
    assert library.wordings() == ()
    assert len(library.page_history("L1")) == 1
    assert_well(library)
    library.undo()
    assert all(memory.phase is Phase.NEW for memory in memories(desk).values())
    assert library.page_history("L1") == ()
    assert library.undo() is None
    assert_well(library)


def test_a_page_can_be_written_again_after_an_undo(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    write_page(library, KEYS).finish()
    library.undo()
    assert library.pages()[0].new
    summary = write_page(library, ("valleys",), failed=("falls",)).finish()
    assert ratings(summary)["falls"] is Rating.AGAIN


# Properties.

PARTS = st.sampled_from(["said", "after_heading", "on_cue", "failed", "skipped"])


@settings(max_examples=25)
@given(
    pages=st.lists(
        st.tuples(
            st.tuples(PARTS, PARTS, PARTS, PARTS),
            st.booleans(),
            st.booleans(),
            st.integers(0, 40),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_pages_never_harm_what_was_recalled(
    tmp_path_factory: pytest.TempPathFactory,
    pages: list[tuple[tuple[str, ...], bool, bool, int]],
) -> None:
    desk = Desk(tmp_path_factory.mktemp("pages"))
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    try:
        for parts, misconception, abandoned, days in pages:
            before = memories(desk)
            of = dict(zip(KEYS, parts, strict=True))
            page = write_page(
                library,
                *(tuple(key for key, part in of.items() if part == wanted) for wanted in ("said",)),
                after_heading=tuple(key for key in KEYS if of[key] == "after_heading"),
                on_cue=tuple(key for key in KEYS if of[key] == "on_cue"),
                failed=tuple(key for key in KEYS if of[key] == "failed"),
                misconception=misconception,
            )
            if abandoned:
                reviews = desk.reviews()
                page.abandon()
                assert memories(desk) == before
                assert desk.reviews() == reviews
            else:
                check(page, before, lambda: memories(desk))
            assert_well(library)
            desk.wait(days=days)
    finally:
        desk.close()


def check(
    page: PageSitting, before: dict[str, Memory], after: Callable[[], dict[str, Memory]]
) -> None:
    """Finish a page, and hold what it did to the memories against what it says."""
    summary = page.finish()
    found = after()
    for point in summary.points:
        old, new = before[point.key], found[point.key]
        if point.rating is None:
            assert new == old
            continue
        assert new.reps == old.reps + 1
        assert new.due_at is None
        if point.merit in RECALLED:
            assert (new.stability or 0) >= (old.stability or 0)
            assert new.lapses == old.lapses
        if old.phase is Phase.NEW:
            assert new.lapses == 0
    page.finish()
    assert after() == found


def test_a_page_in_many_words_is_kept_as_it_is(desk: Desk) -> None:
    desk.write("rivers.md", RIVERS)
    library = desk.open()
    text = "Ein Fluß — “Ĳ” 𝔘 e\u0301.\n" * 300 + SENTENCES["valleys"]
    page = library.page("L1")
    page.start()
    page.write(text)
    page.lock()
    page.accept("falls", Span(0, 3))
    page.compared()
    page.skip_rest()
    page.finish()
    (record,) = library.page_history("L1")
    assert record.text == page.attempt.text
    assert record.points[1].sentence == "Ein"


def test_points_whose_names_two_pages_claim_are_not_rated(desk: Desk) -> None:
    other = "\nR: Another page. {#shaping}\n- Slow water carries silt far {#mud}\n"
    desk.write("rivers.md", RIVERS + other)
    library = desk.open()
    page = library.page("rivers.md#shaping/valleys")
    page.start()
    page.write(SENTENCES["valleys"])
    page.lock()
    page.compared()
    page.skip_rest()
    valleys = page.finish().points[0]
    assert (valleys.said, valleys.rating) == (True, None)
    assert desk.reviews() == ()
