from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from recall.cards.memory import Rating
from recall.clock import MICROSECONDS_PER_MINUTE as MINUTE
from recall.errors import UsageError
from recall.study.session import LONGEST_ANSWER, Counts, Pause, Sitting

AGAIN, HARD, GOOD = Rating.AGAIN, Rating.HARD, Rating.GOOD
NOW = 1_000 * MINUTE


def sitting_of(*names: str, learn_ahead: int = 20, cram: bool = False) -> Sitting:
    return Sitting([(name, None) for name in names], learn_ahead=learn_ahead, cram=cram)


def rest_of(sitting: Sitting, now: int) -> list[str | None]:
    """What a sitting would show from here on if every answer were Good."""
    copy = deepcopy(sitting)
    shown: list[str | None] = []
    while (uid := copy.current(now)) is not None:
        shown.append(uid)
        copy.answer(GOOD, 1, None)
    return shown


def test_cards_come_in_their_order() -> None:
    assert rest_of(sitting_of("a", "b", "c", "b"), NOW) == ["a", "b", "c"]
    assert sitting_of().current(NOW) is None


def test_steps_come_when_they_are_due() -> None:
    sitting = Sitting([("late", NOW + MINUTE), ("early", NOW - 5), ("first", NOW - 9), ("a", None)])
    assert rest_of(sitting, NOW) == ["first", "early", "a", "late"]


def test_card_goes_through_its_steps_S15() -> None:  # noqa: N802 - the case's id
    sitting = sitting_of("new", "b", "c", "d")
    assert sitting.current(NOW) == "new"
    sitting.answer(AGAIN, 5, NOW + MINUTE)
    assert sitting.current(NOW) == "b"
    sitting.answer(GOOD, 5, None)
    assert sitting.current(NOW + MINUTE) == "new"
    sitting.answer(GOOD, 5, NOW + 11 * MINUTE)
    assert sitting.current(NOW + 2 * MINUTE) == "c"
    sitting.answer(GOOD, 5, None)
    assert sitting.current(NOW + 12 * MINUTE) == "new"
    sitting.answer(GOOD, 5, None)
    assert rest_of(sitting, NOW + 12 * MINUTE) == ["d"]


def test_again_comes_back_without_any_steps_S15() -> None:  # noqa: N802 - the case's id
    sitting = sitting_of("a", "b", "c")
    sitting.current(NOW)
    sitting.answer(AGAIN, 5, None)
    assert rest_of(sitting, NOW) == ["b", "c", "a"]


def test_card_stays_current_when_another_falls_due() -> None:
    sitting = Sitting([("a", None), ("step", NOW + MINUTE)])
    assert sitting.current(NOW) == "a"
    assert sitting.current(NOW + 5 * MINUTE) == "a"
    sitting.answer(GOOD, 5, None)
    assert sitting.current(NOW + 5 * MINUTE) == "step"


def test_card_within_learn_ahead_is_shown_when_nothing_else_is_left() -> None:
    sitting = sitting_of("a", "b")
    sitting.current(NOW)
    sitting.answer(AGAIN, 5, NOW + 20 * MINUTE)
    assert rest_of(sitting, NOW) == ["b", "a"]


def test_card_beyond_learn_ahead_makes_a_pause() -> None:
    sitting = Sitting([("x", NOW + 30 * MINUTE), ("y", NOW + 25 * MINUTE), ("a", None)])
    assert sitting.pause(NOW) is None
    assert sitting.current(NOW) == "a"
    sitting.answer(GOOD, 5, None)
    assert sitting.current(NOW) is None
    assert sitting.pause(NOW) == Pause(2, NOW + 25 * MINUTE)
    assert sitting.current(NOW + 5 * MINUTE) == "y"
    assert sitting.pause(NOW + 5 * MINUTE) is None
    sitting.answer(GOOD, 5, None)
    assert sitting.pause(NOW + 5 * MINUTE) == Pause(1, NOW + 30 * MINUTE)


def test_nothing_waits_at_the_end() -> None:
    assert sitting_of().pause(NOW) is None


def test_card_just_answered_lets_others_go_before() -> None:
    sitting = Sitting([("a", None), ("b", NOW + 9 * MINUTE)])
    sitting.current(NOW)
    sitting.answer(AGAIN, 5, NOW + MINUTE)
    assert sitting.current(NOW) == "b"
    sitting.answer(GOOD, 5, None)
    assert sitting.current(NOW) == "a"
    sitting.answer(AGAIN, 5, NOW + MINUTE)
    assert sitting.current(NOW) == "a"


def test_learn_ahead_may_change_during_the_sitting_S25() -> None:  # noqa: N802 - the case's id
    sitting = Sitting([("a", NOW + 30 * MINUTE)])
    assert sitting.current(NOW) is None
    sitting.learn_ahead = 30
    assert sitting.current(NOW) == "a"


def test_each_answer_counts_with_what_the_scheduler_decides_now_S25() -> None:  # noqa: N802 - the case's id
    sitting = sitting_of("a", "b", learn_ahead=0)
    sitting.current(NOW)
    sitting.answer(GOOD, 5, NOW + 10 * MINUTE)
    sitting.current(NOW)
    sitting.answer(GOOD, 5, NOW + 3 * MINUTE)
    assert sitting.pause(NOW) == Pause(2, NOW + 3 * MINUTE)


def test_second_key_does_not_answer_the_next_card_Q7() -> None:  # noqa: N802 - the case's id
    sitting = sitting_of("a", "b")
    sitting.current(NOW)
    sitting.answer(GOOD, 5, None)
    with pytest.raises(UsageError, match="No card is shown"):
        sitting.answer(GOOD, 5, None)
    assert rest_of(sitting, NOW) == ["b"]


def test_going_back_never_grows_the_queue_Q8() -> None:  # noqa: N802 - the case's id
    sitting = sitting_of(*(f"card{number}" for number in range(15)))
    first = sitting.current(NOW)
    counts = sitting.counts
    for rating, due_at in ((GOOD, None), (AGAIN, None), (AGAIN, NOW + MINUTE)) * 4:
        for _ in range(10):
            sitting.current(NOW)
            sitting.answer(rating, 5, due_at)
            assert sitting.counts.done + sitting.counts.left == 15
        for step in reversed(sitting.steps):
            sitting.restore(step.turn.uid)
        assert sitting.counts == counts
        assert sitting.current(NOW) == first
        assert rest_of(sitting, NOW) == [f"card{number}" for number in range(15)]


def test_undoing_and_answering_one_card_ten_times_Q8() -> None:  # noqa: N802 - the case's id
    sitting = sitting_of("a", "b")
    for _ in range(10):
        assert sitting.current(NOW) == "a"
        sitting.answer(AGAIN, 5, NOW + MINUTE)
        assert sitting.current(NOW) == "b"
        sitting.restore("a")
    assert rest_of(sitting, NOW) == ["a", "b"]
    assert sitting.steps == ()


def test_answer_of_an_earlier_sitting_brings_its_card_in_once() -> None:
    sitting = sitting_of("a")
    sitting.current(NOW)
    for _ in range(3):
        sitting.restore("earlier")
        assert sitting.current(NOW) == "earlier"
    assert rest_of(sitting, NOW) == ["earlier", "a"]
    assert sitting.counts.left == 2


def test_earlier_answer_can_be_taken_back_out_of_turn() -> None:
    sitting = sitting_of("a", "b", "c")
    for _ in range(2):
        sitting.current(NOW)
        sitting.answer(GOOD, 5, None)
    sitting.restore("a")
    assert [step.turn.uid for step in sitting.steps] == ["b"]
    assert rest_of(sitting, NOW) == ["a", "c"]
    assert (sitting.counts.done, sitting.counts.left) == (1, 2)


def test_skipped_card_is_gone_and_comes_back_by_undo() -> None:
    sitting = Sitting([("a", None), ("b", None), ("step", NOW + 30 * MINUTE)])
    sitting.current(NOW)
    for uid in ("b", "step", "a", "unknown", "a"):
        sitting.skip(uid)
        assert not sitting.holds(uid)
    assert sitting.current(NOW) is None
    assert (sitting.counts.done, sitting.counts.left) == (0, 0)
    assert len(sitting.steps) == 3
    sitting.restore("a")
    assert sitting.current(NOW) == "a"
    assert sitting.counts.left == 1
    sitting.restore("step")
    assert rest_of(sitting, NOW) == ["step", "a"]


def test_card_answered_and_then_skipped_is_not_done() -> None:
    sitting = sitting_of("a", "b")
    sitting.current(NOW)
    sitting.answer(AGAIN, 5, None)
    sitting.skip("a")
    assert (sitting.counts.done, sitting.counts.left, sitting.counts.again) == (0, 1, 0)


def test_nothing_waits_in_a_cram_S21() -> None:  # noqa: N802 - the case's id
    sitting = Sitting([("b", NOW + 99 * MINUTE), ("a", None)], cram=True)
    for uid, rating in (("b", HARD), ("a", AGAIN), ("a", AGAIN), ("a", GOOD)):
        assert sitting.current(NOW) == uid
        sitting.answer(rating, 5, NOW + MINUTE)
        assert sitting.pause(NOW) is None
    assert sitting.current(NOW) is None
    assert sitting.counts == Counts(done=2, left=0, again=0, minutes=0)


def test_counts_tell_how_far_it_is() -> None:
    sitting = sitting_of("a", "b", "c", "d")
    assert sitting.counts == Counts(done=0, left=4, again=0, minutes=1)
    sitting.current(NOW)
    sitting.answer(AGAIN, 5, NOW + MINUTE)
    assert sitting.counts == Counts(done=0, left=4, again=1, minutes=1)
    sitting.current(NOW)
    sitting.answer(GOOD, 5, None)
    assert sitting.counts == Counts(done=1, left=3, again=1, minutes=1)
    assert sitting.ratings == {AGAIN: 1, GOOD: 1}


@pytest.mark.parametrize(
    ("taken", "counted"), [(7.5, 7.5), (LONGEST_ANSWER + 1, LONGEST_ANSWER), (-3.0, 0.0)]
)
def test_time_of_an_answer_counts_up_to_a_limit(taken: float, counted: float) -> None:
    sitting = sitting_of("a")
    sitting.current(NOW)
    sitting.answer(GOOD, taken, None)
    assert sitting.seconds == counted


def test_rest_of_the_time_follows_the_answers() -> None:
    sitting = Sitting([(f"c{number}", None) for number in range(120)])
    assert sitting.counts.minutes == 24
    for _ in range(60):
        sitting.current(NOW)
        sitting.answer(GOOD, 25.0, None)
    # 60 cards of (5 × 12 s + 60 × 25 s) ÷ 65 = 24 s each.
    assert sitting.counts.minutes == 24
    assert sitting.seconds == 1500.0


class AnySitting(RuleBasedStateMachine):
    """Answers, skips and undos in any order, at any pace."""

    @initialize(
        cards=st.lists(st.none() | st.integers(-10, 60), max_size=8),
        cram=st.booleans(),
        learn_ahead=st.integers(0, 30),
    )
    def begin(self, cards: list[int | None], cram: bool, learn_ahead: int) -> None:
        self.now = NOW
        self.names = [f"card{number}" for number in range(len(cards))]
        dues = [None if minutes is None else NOW + minutes * MINUTE for minutes in cards]
        self.sitting = Sitting(
            zip(self.names, dues, strict=True), cram=cram, learn_ahead=learn_ahead
        )
        self.cram = cram
        self.before: list[tuple[str, Sitting]] = []
        self.skipped: set[str] = set()

    @rule(minutes=st.integers(0, 15))
    def wait(self, minutes: int) -> None:
        self.now += minutes * MINUTE

    def remember(self, uid: str) -> None:
        self.before.append((uid, deepcopy(self.sitting)))

    @rule(
        rating=st.sampled_from(Rating),
        seconds=st.floats(0, 300),
        minutes=st.none() | st.integers(1, 60),
    )
    def answer(self, rating: Rating, seconds: float, minutes: int | None) -> None:
        uid = self.sitting.current(self.now)
        if uid is None:
            return
        self.remember(uid)
        due_at = None if minutes is None else self.now + minutes * MINUTE
        self.sitting.answer(rating, seconds, due_at)
        comes_back = rating is AGAIN or (due_at is not None and not self.cram)
        assert self.sitting.holds(uid) == comes_back

    @rule()
    def skip(self) -> None:
        uid = self.sitting.current(self.now)
        if uid is not None:
            self.remember(uid)
            self.sitting.skip(uid)
            self.skipped.add(uid)

    @precondition(lambda self: self.before)
    @rule()
    def undo(self) -> None:
        uid, before = self.before.pop()
        self.sitting.restore(uid)
        self.skipped.discard(uid)
        assert self.sitting.current(self.now) == uid == before.current(self.now)
        assert self.sitting.counts == before.counts
        assert self.sitting.steps == before.steps
        assert self.sitting.ratings == before.ratings
        assert self.sitting.seconds == before.seconds
        for now in (self.now, self.now + 10 * MINUTE, self.now + 90 * MINUTE):
            assert rest_of(self.sitting, now) == rest_of(before, now)

    @invariant()
    def every_card_is_done_left_or_skipped(self) -> None:
        held = [name for name in self.names if self.sitting.holds(name)]
        counts = self.sitting.counts
        assert counts.left == len(held)
        assert counts.done + counts.left + len(self.skipped) == len(self.names)
        assert 0 <= counts.again <= counts.left
        assert (counts.minutes == 0) == (counts.left == 0)
        assert not self.skipped & set(held)

    @invariant()
    def every_card_left_is_shown_in_the_end(self) -> None:
        held = [name for name in self.names if self.sitting.holds(name)]
        shown = rest_of(self.sitting, self.now + 1_000 * MINUTE)
        assert sorted(map(str, shown)) == held

    @invariant()
    def nothing_is_shown_only_while_all_cards_wait(self) -> None:
        sitting = deepcopy(self.sitting)
        pause = sitting.pause(self.now)
        if sitting.current(self.now) is not None:
            assert pause is None
        elif sitting.counts.left:
            assert pause is not None
            assert pause.count == sitting.counts.left
            assert pause.until > self.now + sitting.learn_ahead * MINUTE
            assert not self.cram


TestAnySitting = AnySitting.TestCase
TestAnySitting.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
