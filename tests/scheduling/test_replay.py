from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.history import Mode, Review, new_id
from recall.cards.memory import NEW_MEMORY, Memory, Phase, Rating
from recall.clock import MICROSECONDS_PER_DAY, MICROSECONDS_PER_MINUTE
from recall.scheduling.replay import (
    SettingsChange,
    SettingsHistory,
    remember,
    replay,
    replay_all,
    replay_reviews,
)
from recall.scheduling.scheduler import Scheduler
from recall.scheduling.settings import SchedulingSettings

from . import strategies
from .strategies import Answer, at_instant

PLAIN = SettingsHistory(SchedulingSettings())
_START = 20_000 * MICROSECONDS_PER_DAY


def _review(
    at: int, rating: Rating, *, number: int = 0, offset: int = 0, mode: Mode = Mode.REVIEW
) -> Review:
    moment = at_instant(at, offset)
    return Review(f"{number:032x}", "card", at, offset, moment.day, rating, 5_000, mode, 0.9)


def _live(
    uid: str, answers: list[Answer], changes: dict[int, SchedulingSettings], seed: int
) -> tuple[list[Review], list[SettingsChange], list[Memory]]:
    """Answer a card live: before the n-th answer the settings change to ``changes[n]``."""
    random, at, memory = Random(seed), _START, NEW_MEMORY
    scheduler = Scheduler(SchedulingSettings())
    reviews, log, memories = [], [], []
    for number, answer in enumerate(answers):
        at += 1
        if number in changes:
            scheduler = Scheduler(changes[number])
            log.append(SettingsChange(at, new_id(at, random.randbytes), changes[number]))
            at += 1
        at += answer.gap * MICROSECONDS_PER_MINUTE
        moment = at_instant(at, answer.offset, scheduler.settings.rollover_hour)
        outcome = scheduler.apply(uid, memory, moment, answer.rating, answer.retention)
        memory = outcome.memory
        reviews.append(
            Review(
                new_id(at, random.randbytes),
                "name",
                at,
                answer.offset,
                moment.day,
                answer.rating,
                4_000,
                Mode.REVIEW,
                answer.retention,
                memory.due_day,
                memory.due_at,
            )
        )
        memories.append(memory)
    return reviews, log, memories


@given(
    strategies.uids,
    st.lists(strategies.answers, max_size=15),
    st.dictionaries(st.integers(0, 14), strategies.settings, max_size=3),
    st.integers(0, 2**32),
    st.randoms(use_true_random=False),
)
def test_a_replay_is_the_live_answers_to_the_last_bit(
    uid: str,
    answers: list[Answer],
    changes: dict[int, SchedulingSettings],
    seed: int,
    random: Random,
) -> None:
    reviews, log, memories = _live(uid, answers, changes, seed)
    random.shuffle(reviews)
    random.shuffle(log)
    history = SettingsHistory(SchedulingSettings(), log)
    assert replay(uid, reviews, history) == (memories[-1] if memories else NEW_MEMORY)
    replayed = list(replay_reviews(uid, reviews, history))
    assert [each.memory for each in replayed] == memories
    for each in replayed:
        assert (each.review.due_day, each.review.due_at) == (
            each.memory.due_day,
            each.memory.due_at,
        )


@given(
    strategies.uids,
    st.lists(strategies.answers, max_size=15),
    st.dictionaries(st.integers(0, 14), strategies.settings, max_size=3),
    st.integers(0, 2**32),
)
def test_what_is_remembered_without_due_dates_is_the_replay_to_the_last_bit(
    uid: str, answers: list[Answer], changes: dict[int, SchedulingSettings], seed: int
) -> None:
    reviews, log, _ = _live(uid, answers, changes, seed)
    history = SettingsHistory(SchedulingSettings(), log)
    memory = NEW_MEMORY
    for each in replay_reviews(uid, reviews, history):
        memory, recall = remember(memory, each.review, history)
        assert recall == (each.recall_before or 0.0)
        assert memory == replace(each.memory, interval=0, due_day=None, due_at=None)


@given(
    st.dictionaries(strategies.uids, st.lists(strategies.answers, min_size=1, max_size=6)),
    st.randoms(use_true_random=False),
)
def test_a_whole_log_is_every_card_on_its_own(
    cards: dict[str, list[Answer]], random: Random
) -> None:
    pairs, expected = [], {}
    for seed, (uid, answers) in enumerate(cards.items()):
        reviews, _, memories = _live(uid, answers, {}, seed)
        pairs += [(uid, review) for review in reviews]
        expected[uid] = memories[-1]
    random.shuffle(pairs)
    assert replay_all(pairs, PLAIN) == expected


def test_cram_changes_nothing_and_is_told() -> None:
    kept = [_review(_START, Rating.GOOD), _review(_START + 10**9, Rating.GOOD, number=2)]
    cram = _review(_START + 5, Rating.AGAIN, number=1, mode=Mode.CRAM)
    assert replay("card", [*kept, cram], PLAIN) == replay("card", kept, PLAIN)
    first, second, third = replay_reviews("card", [*kept, cram], PLAIN)
    assert second.review is cram
    assert second.outcome is None
    assert second.recall_before is None
    assert second.memory == first.memory
    assert third.memory.reps == 2
    assert replay_all([("card", cram)], PLAIN) == {"card": NEW_MEMORY}


def test_a_quiz_counts() -> None:
    review = _review(_START, Rating.GOOD)
    other = replace(review, mode=Mode.QUIZ)
    assert replay("card", [other], PLAIN) == replay("card", [review], PLAIN) != NEW_MEMORY


@pytest.mark.parametrize("rating", Rating)
def test_a_blank_page_counts_but_takes_no_steps_of_minutes(rating: Rating) -> None:
    days = (0, 0, 3, 20)
    reviews = [
        _review(_START + day * MICROSECONDS_PER_DAY + place, given, number=place)
        for place, (day, given) in enumerate(
            zip(days, (Rating.AGAIN, Rating.GOOD, Rating.AGAIN, rating), strict=True)
        )
    ]
    reviews[-1] = replace(reviews[-1], mode=Mode.BLANK_PAGE)
    ordinary = replay("card", [*reviews[:-1], replace(reviews[-1], mode=Mode.REVIEW)], PLAIN)
    on_a_page = replay("card", reviews, PLAIN)
    assert on_a_page.due_at is None
    assert on_a_page.step is None
    assert on_a_page.phase is Phase.REVIEW
    assert on_a_page.interval >= 1
    assert on_a_page.stability == ordinary.stability
    assert on_a_page.difficulty == ordinary.difficulty
    *_, last = replay_reviews("card", reviews, PLAIN)
    assert last.memory == on_a_page
    memory = replay("card", reviews[:-1], PLAIN)
    assert remember(memory, reviews[-1], PLAIN)[0].phase is Phase.REVIEW


def test_no_reviews_are_a_new_card() -> None:
    assert replay("card", [], PLAIN) == NEW_MEMORY
    assert replay_all([], PLAIN) == {}


def test_recall_before_each_review() -> None:
    days = (0, 8, 40)
    reviews = [
        _review(_START + day * MICROSECONDS_PER_DAY, Rating.EASY, number=day) for day in days
    ]
    first, second, third = replay_reviews("card", reviews, PLAIN)
    assert first.recall_before is None
    assert second.recall_before == pytest.approx(0.9024733, abs=1e-7)
    assert third.recall_before == PLAIN.scheduler_at(0, "").curve.recall_after(
        second.memory.stability or 0.0, 32
    )
    assert third.outcome is not None
    assert third.outcome.explanation.sentences()


def test_reviews_of_one_instant_count_in_the_order_of_their_ids() -> None:
    again = _review(_START, Rating.AGAIN, number=1)
    easy = _review(_START, Rating.EASY, number=2)
    in_order = replay("card", [again, easy], PLAIN)
    assert replay("card", [easy, again], PLAIN) == in_order
    swapped = [replace(again, id=easy.id), replace(easy, id=again.id)]
    assert replay("card", swapped, PLAIN) != in_order


def test_the_day_of_a_merged_log_is_the_running_maximum() -> None:
    # Two machines, one 14 hours east of UTC and one 12 hours west, minutes apart.
    east = _review(_START + 900 * MICROSECONDS_PER_MINUTE, Rating.EASY, number=1, offset=840)
    west = _review(_START + 920 * MICROSECONDS_PER_MINUTE, Rating.GOOD, number=2, offset=-720)
    assert west.day == east.day - 2
    first, second = replay_reviews("card", [west, east], PLAIN)
    assert first.review is east
    assert second.memory.last_day == first.memory.last_day == east.day
    assert second.recall_before == 1.0


def test_S25_a_change_of_settings_holds_from_the_next_answer_on() -> None:  # noqa: N802 - the case's id
    before, after = SchedulingSettings(fuzz=False), SchedulingSettings(0.75, fuzz=False)
    change = SettingsChange(_START, "b", after)
    history = SettingsHistory(before, [change])
    assert history.scheduler_at(_START - 1, "z").settings == before
    assert history.scheduler_at(_START, "a").settings == before
    assert history.scheduler_at(_START, "c").settings == after
    assert history.scheduler_at(_START + 10**12, "").settings == after


def test_settings_that_come_back_share_a_scheduler() -> None:
    one, two = SchedulingSettings(), SchedulingSettings(fuzz=False)
    history = SettingsHistory(one, [SettingsChange(2, "", one), SettingsChange(1, "", two)])
    assert history.scheduler_at(0, "") is history.scheduler_at(3, "")
    assert history.scheduler_at(1, "x").settings == two


@pytest.mark.parametrize(("recorded", "used"), [(0.5, 0.70), (1.0, 0.99), (0.8, 0.8)])
def test_a_foreign_desired_retention_is_brought_within(recorded: float, used: float) -> None:
    review = replace(_review(_START, Rating.EASY), retention=recorded)
    (replayed,) = replay_reviews("card", [review], PLAIN)
    assert replayed.outcome is not None
    assert replayed.outcome.explanation.retention == used
