"""An attempt at a page: its stages, what counts as free, and that it can be kept at any moment."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.errors import UsageError
from recall.study.free_recall.attempt import LONGEST_PAUSE, Attempt, Cued, Decision, Stage
from recall.study.free_recall.attempt_record import attempt_from_json, attempt_to_json
from recall.study.free_recall.matcher import compare
from recall.study.free_recall.values import Span, State
from tests.study.free_recall.rivers import FREE, NAME, PAGE, RUBRIC, locked

KEYS = [point.key for point in RUBRIC.points]
SECOND = 1_000_000


def stage(attempt: Attempt) -> Stage:
    return attempt.stage


# Writing.


def test_the_stages_of_writing() -> None:
    attempt = Attempt(NAME, 0)
    assert stage(attempt) is Stage.GUESS
    attempt = attempt.begin(3, 0)
    assert (stage(attempt), attempt.guess) == (Stage.WRITING, 3)
    attempt = attempt.write("A river", 1).done(2)
    assert (stage(attempt), attempt.asked_else) == (Stage.ANYTHING_ELSE, True)
    assert stage(attempt.write_on(3)) is Stage.WRITING
    assert stage(attempt.write("A river cuts", 3)) is Stage.WRITING
    assert stage(attempt.lock(compare("A river", RUBRIC), 3)) is Stage.COMPARING


def test_a_locked_text_stays_as_it_is() -> None:
    attempt = locked()
    events: list[Callable[[], Attempt]] = [
        lambda: attempt.write("more", 9),
        lambda: attempt.reveal("Lower course", 9),
        lambda: attempt.done(9),
        lambda: attempt.write_on(9),
        lambda: attempt.begin(None, 9),
        lambda: attempt.lock(compare("", RUBRIC), 9),
    ]
    for event in events:
        with pytest.raises(UsageError, match="comparing"):
            event()


def test_a_guess_below_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="not below 0"):
        Attempt(NAME, 0).begin(-1, 0)
    assert Attempt(NAME, 0).begin(0, 0).guess == 0


def test_the_time_of_writing_leaves_out_breaks() -> None:
    attempt = Attempt(NAME, 0).begin(None, 10 * SECOND).write("a", 13 * SECOND)
    assert attempt.written == 3 * SECOND
    away = attempt.write("b", 13 * SECOND + 10 * LONGEST_PAUSE)
    assert away.written == 3 * SECOND + LONGEST_PAUSE
    assert attempt.write("b", 0).written == 3 * SECOND  # the clock was set back
    left = attempt.rest().write("b", 100 * SECOND)
    assert left.written == 3 * SECOND
    assert left.done(101 * SECOND).written == 4 * SECOND


# What was recalled without help.


def test_without_a_heading_everything_said_is_free() -> None:
    attempt = locked()
    assert attempt.is_free("valleys")
    assert not attempt.is_free("falls")


def test_what_follows_the_first_heading_is_cued() -> None:
    text = f"{FREE} Waterfalls retreat upstream."
    attempt = locked(text, free=FREE)
    assert attempt.revealed == ("Upper course",)
    assert (attempt.is_said("valleys"), attempt.is_free("valleys")) == (True, True)
    assert (attempt.is_said("falls"), attempt.is_free("falls")) == (True, False)


def test_a_second_heading_does_not_make_what_came_before_it_free() -> None:
    attempt = Attempt(NAME, 0).begin(None, 0).write(FREE, 1).reveal("Upper course", 2)
    attempt = attempt.write(PAGE, 3).reveal("Lower course", 4)
    assert (attempt.free, attempt.revealed) == (FREE, ("Upper course", "Lower course"))


def test_it_does_not_matter_where_on_the_page_the_writing_goes_on() -> None:
    attempt = locked(f"Waterfalls retreat upstream.\n\n{FREE}", free=FREE)
    assert attempt.is_free("valleys")
    assert not attempt.is_free("falls")


def test_a_sentence_completed_after_a_heading_is_cued_and_one_moved_or_recased_is_free() -> None:
    completed = locked("Fast water cuts V-shaped valleys.", free="Fast water cuts")
    assert completed.is_said("valleys")
    assert not completed.is_free("valleys")
    assert locked("fast water  cuts v-shaped valleys!", free=FREE).is_free("valleys")


def test_half_a_word_written_before_is_not_that_word() -> None:
    attempt = locked("Waterfalls retreat upstream.", free="Waterfalls retreat upstreams.")
    assert attempt.is_said("falls")
    assert not attempt.is_free("falls")


# Comparing.


def test_proposals_stand_until_the_learner_speaks() -> None:
    attempt = locked()
    assert [attempt.result(key).state for key in KEYS] == [
        State.FOUND,
        State.NOT_FOUND,
        State.CHECK,
        State.CHECK,
        State.CHECK,
    ]
    assert [attempt.is_said(key) for key in KEYS] == [True, False, False, False, False]
    assert attempt.undecided == ("mud", "deltas", "meanders")


def test_a_found_point_can_be_refused_and_taken_back() -> None:
    refused = locked().refuse("valleys")
    assert not refused.is_said("valleys")
    assert refused.evidence("valleys") is None
    assert refused.accept("valleys").is_said("valleys")


def test_a_claim_takes_the_proposed_sentence_or_another_one() -> None:
    attempt = locked()
    proposed = attempt.accept("meanders")
    assert proposed.is_overruled("meanders")
    assert (proposed.evidence("meanders") or Span(0, 0)).of(PAGE) == "Meanders move sideways"
    other = attempt.accept("meanders", Span(0, len(FREE)))
    assert other.evidence("meanders") == Span(0, len(FREE))
    assert "meanders" not in proposed.undecided


@pytest.mark.parametrize(
    "span", [None, Span(0, 0), Span(5, 4), Span(-1, 4), Span(0, len(PAGE) + 1)]
)
def test_a_claim_without_a_sentence_is_refused(span: Span | None) -> None:
    attempt = locked()
    with pytest.raises(UsageError, match="no sentence"):
        attempt.accept("falls", span)


def test_a_confirmed_misconception_is_not_the_point() -> None:
    attempt = locked().judge_clash("mud", True)
    assert not attempt.accept("mud").is_said("mud")
    assert (attempt.evidence("mud") or Span(0, 0)).of(PAGE).startswith("Sediment settles")
    denied = locked().judge_clash("mud", False)
    assert "mud" in denied.undecided  # the point itself is still to be checked
    assert "mud" not in denied.refuse("mud").undecided
    with pytest.raises(UsageError, match="looks like a misconception"):
        attempt.judge_clash("valleys", True)


def test_remembering_is_for_what_was_claimed_against_a_proposal() -> None:
    attempt = locked()
    for key in ("valleys", "falls"):
        with pytest.raises(UsageError, match="no wording"):
            attempt.remember(key, True)
    claimed = attempt.accept("meanders").remember("meanders", True)
    assert claimed.decision("meanders").remember is True
    assert claimed.accept("meanders").decision("meanders").remember is True
    other = claimed.accept("meanders", Span(0, 4))
    assert other.decision("meanders").remember is None  # another wording is another question
    assert claimed.refuse("meanders").decision("meanders").remember is None


def test_a_point_that_is_not_there_is_refused() -> None:
    for event in (
        locked().look_at,
        locked().accept,
        locked().refuse,
        Attempt(NAME, 0).result,
    ):
        with pytest.raises(UsageError, match="no such point"):
            event("oxbows")


# Second chance.


def test_second_chances_are_for_what_was_not_said_and_is_no_misconception() -> None:
    attempt = locked().accept("meanders").judge_clash("mud", True).compared()
    assert (stage(attempt), attempt.waiting) == (Stage.SECOND_CHANCE, ("falls", "deltas"))
    attempt = attempt.answer("falls", "they move back").judge("falls", True)
    assert attempt.decision("falls") == Decision(answer="they move back", cued=Cued.RECALLED)
    assert attempt.waiting == ("deltas",)
    with pytest.raises(UsageError, match="does not wait"):
        attempt.judge("falls", False)
    attempt = attempt.judge("deltas", False)
    assert (stage(attempt), attempt.misses) == (Stage.ONCE_MORE, ("mud", "deltas"))


def test_misses_come_back_until_they_are_recalled() -> None:
    attempt = locked().judge_clash("mud", True).compared()
    for key in attempt.waiting:
        attempt = attempt.judge(key, key != "falls")
    assert attempt.misses == ("falls", "mud")
    attempt = attempt.once_more(False)
    assert attempt.misses == ("mud", "falls")
    attempt = attempt.once_more(True)
    assert attempt.misses == ("falls",)
    assert stage(attempt.enough()) is Stage.SUMMARY
    assert stage(attempt.once_more(True)) is Stage.SUMMARY


def test_chances_can_be_skipped_one_by_one_or_all() -> None:
    attempt = locked().compared()
    first, *rest = attempt.waiting
    attempt = attempt.skip(first)
    assert list(attempt.waiting) == rest
    attempt = attempt.skip_rest()
    assert (stage(attempt), attempt.misses) == (Stage.SUMMARY, ())
    assert {attempt.decision(key).cued for key in (first, *rest)} == {Cued.SKIPPED}


def test_a_point_can_still_be_claimed_when_its_cue_is_asked() -> None:
    attempt = locked().compared()
    attempt = attempt.accept("meanders")
    assert "meanders" not in attempt.waiting
    for key in attempt.waiting[:-1]:
        attempt = attempt.judge(key, True)
    last = attempt.accept(attempt.waiting[0], Span(0, 4))
    assert stage(last) is Stage.SUMMARY


def test_a_page_that_says_everything_has_no_second_chance() -> None:
    text = ". ".join(point.statement for point in RUBRIC.points)
    assert stage(locked(text).compared()) is Stage.SUMMARY


# Another rubric meanwhile.


def test_decisions_on_points_that_stay_are_kept_when_the_rubric_changes() -> None:
    attempt = locked().refuse("valleys").accept("meanders").look_at("falls").compared()
    fewer = replace(RUBRIC, points=tuple(one for one in RUBRIC.points if one.key != "falls"))
    changed = attempt.compared_anew(compare(PAGE, fewer))
    assert changed.keys == ("valleys", "mud", "deltas", "meanders")
    assert changed.place is None
    assert changed.decision("valleys").said is False
    assert changed.waiting == ("valleys", "mud", "deltas")
    with pytest.raises(UsageError, match="not locked"):
        Attempt(NAME, 0).compared_anew(compare(PAGE, fewer))


def test_a_miss_whose_point_is_gone_is_not_asked_once_more() -> None:
    attempt = locked().compared()
    for key in attempt.waiting:
        attempt = attempt.judge(key, key not in {"falls", "deltas"})
    assert attempt.misses == ("falls", "deltas")
    for gone, left in (({"falls"}, ("deltas",)), ({"falls", "deltas"}, ())):
        fewer = replace(RUBRIC, points=tuple(one for one in RUBRIC.points if one.key not in gone))
        changed = attempt.compared_anew(compare(PAGE, fewer))
        assert changed.misses == left
        assert (stage(changed) is Stage.SUMMARY) == (not left)


def test_a_page_whose_last_waiting_point_is_gone_goes_on() -> None:
    attempt = locked().compared()
    for key in attempt.waiting[1:]:
        attempt = attempt.judge(key, True)
    (left,) = attempt.waiting
    fewer = replace(RUBRIC, points=tuple(one for one in RUBRIC.points if one.key != left))
    assert stage(attempt.compared_anew(compare(PAGE, fewer))) is Stage.SUMMARY


# Kept at any moment.

TEXTS = st.sampled_from(["", FREE, PAGE, "Deltas grow. \n- Falls “retreat” — 3 m\u0301"])
NUMBERS = st.integers(0, 40)
EVENTS: list[Callable[[Attempt, st.DataObject], Attempt]] = [
    lambda a, d: a.begin(d.draw(st.none() | NUMBERS), d.draw(NUMBERS)),
    lambda a, d: a.write(d.draw(TEXTS), d.draw(NUMBERS)),
    lambda a, d: a.reveal(d.draw(st.sampled_from(["Upper course", "Lower course"])), 7),
    lambda a, d: a.done(d.draw(NUMBERS)),
    lambda a, d: a.write_on(d.draw(NUMBERS)),
    lambda a, d: a.rest(),
    lambda a, d: a.lock(compare(a.text, RUBRIC), 9),
    lambda a, d: a.look_at(d.draw(st.sampled_from(KEYS))),
    lambda a, d: a.accept(d.draw(st.sampled_from(KEYS))),
    lambda a, d: a.accept(d.draw(st.sampled_from(KEYS)), Span(0, d.draw(NUMBERS))),
    lambda a, d: a.refuse(d.draw(st.sampled_from(KEYS))),
    lambda a, d: a.judge_clash(d.draw(st.sampled_from(KEYS)), d.draw(st.booleans())),
    lambda a, d: a.remember(d.draw(st.sampled_from(KEYS)), d.draw(st.booleans())),
    lambda a, d: a.compared(),
    lambda a, d: a.answer(d.draw(st.sampled_from(KEYS)), d.draw(TEXTS)),
    lambda a, d: a.judge(d.draw(st.sampled_from(KEYS)), d.draw(st.booleans())),
    lambda a, d: a.skip(d.draw(st.sampled_from(KEYS))),
    lambda a, d: a.once_more(d.draw(st.booleans())),
    lambda a, d: a.skip_rest(),
    lambda a, d: a.enough(),
]


@given(st.data(), st.lists(st.integers(0, len(EVENTS) - 1), max_size=60))
def test_an_attempt_can_be_kept_and_taken_up_after_any_event(
    data: st.DataObject, events: list[int]
) -> None:
    attempt = Attempt(NAME, 5)
    for event in events:
        before = attempt
        try:
            attempt = EVENTS[event](attempt, data)
        except UsageError:
            assert attempt == before
        kept = json.loads(json.dumps(attempt_to_json(attempt)))
        taken_up = attempt_from_json(kept)
        assert taken_up == attempt
        assert attempt_to_json(taken_up) == attempt_to_json(attempt)
        # Nothing waits where nothing can be done.
        assert stage(attempt) is not Stage.SECOND_CHANCE or attempt.waiting
        assert (stage(attempt) is Stage.ONCE_MORE) == bool(attempt.misses)


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"version": 2},
        {**attempt_to_json(locked()), "version": 2},
        {**attempt_to_json(locked()), "stage": "dreaming"},
        {**attempt_to_json(locked()), "comparison": {"points": []}},
        {**attempt_to_json(locked()), "decisions": []},
    ],
)
def test_what_is_no_attempt_is_refused(record: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"attempt|dreaming"):
        attempt_from_json(record)
