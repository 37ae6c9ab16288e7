from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.memory import Marks
from recall.study.queue import (
    Candidate,
    Dropped,
    Limits,
    Plan,
    Queued,
    Reason,
    Source,
    build_mixed_queue,
    build_queue,
)

PLENTY = Limits(1000, 1000)


def review(uid: str, recall: float = 0.9, deck: str = "a", group: str = "") -> Candidate:
    return Candidate(uid, group or uid, deck, recall=recall)


def unseen(uid: str, position: int, deck: str = "a", group: str = "") -> Candidate:
    return Candidate(uid, group or uid, deck, position=position)


def step(uid: str, due_at: int, deck: str = "a", group: str = "") -> Candidate:
    return Candidate(uid, group or uid, deck, due_at=due_at)


def names(plan: Plan, *sources: Source) -> list[str]:
    return [card.uid for card in plan.queue if not sources or card.source in sources]


def test_steps_come_first_by_the_instant_they_are_due() -> None:
    plan = build_queue([step("late", 9), step("soon", 3)], [review("r")], [], PLENTY, 1)
    assert plan.queue == (
        Queued("soon", Source.STEP, "a", 3),
        Queued("late", Source.STEP, "a", 9),
        Queued("r", Source.REVIEW, "a"),
    )


def test_weakest_review_comes_first() -> None:
    cards = [review("strong", 0.97), review("weak", 0.31), review("middle", 0.8)]
    assert names(build_queue([], cards, [], PLENTY, 1)) == ["weak", "middle", "strong"]


def test_seed_decides_among_equally_weak_reviews() -> None:
    cards = [review(f"r{number}", 0.901 + number / 10_000) for number in range(8)]
    orders = {tuple(names(build_queue([], cards, [], PLENTY, seed))) for seed in range(20)}
    assert len(orders) > 10


def test_new_cards_are_spread_evenly() -> None:
    reviews = [review(f"r{number}", number / 100) for number in range(9)]
    new = [unseen("n0", 0), unseen("n1", 1)]
    signs = "".join(name[0] for name in names(build_queue([], reviews, new, PLENTY, 1)))
    assert signs == "rrrnrrrnrrr"


def test_siblings_never_come_on_one_day() -> None:
    plan = build_queue(
        [step("s1", 1, group="S"), step("s2", 2, group="S")],
        [review("a1", 0.5, group="A"), review("a2", 0.4, group="A"), review("s3", group="S")],
        [unseen("a3", 0, group="A"), unseen("b1", 1, group="B"), unseen("b2", 2, group="B")],
        PLENTY,
        1,
        answered=frozenset({"T"}),
    )
    assert names(plan, Source.STEP) == ["s1", "s2"]
    assert set(names(plan, Source.REVIEW, Source.NEW)) == {"a2", "b1"}
    assert set(plan.dropped) == {
        Dropped("a1", Reason.SIBLING_QUEUED),
        Dropped("s3", Reason.SIBLING_QUEUED),
        Dropped("a3", Reason.SIBLING_QUEUED),
        Dropped("b2", Reason.SIBLING_QUEUED),
    }


def test_sibling_answered_today_puts_off_all_but_steps() -> None:
    plan = build_queue(
        [step("s", 1, group="G")],
        [review("r", group="G")],
        [unseen("n", 0, group="G")],
        PLENTY,
        1,
        answered=frozenset({"G"}),
    )
    assert names(plan) == ["s"]
    assert {drop.reason for drop in plan.dropped} == {Reason.SIBLING_ANSWERED}


def test_limits_keep_the_weakest_reviews_and_the_first_new_cards() -> None:
    reviews = [review("weak", 0.2), review("weaker", 0.1), review("strong", 0.9)]
    new = [unseen("third", 3), unseen("first", 1), unseen("second", 2)]
    plan = build_queue([step("s", 1)], reviews, new, Limits(reviews=2, new=1), 1)
    assert set(names(plan)) == {"s", "weaker", "weak", "first"}
    assert set(plan.dropped) == {
        Dropped("strong", Reason.REVIEW_LIMIT),
        Dropped("second", Reason.NEW_LIMIT),
        Dropped("third", Reason.NEW_LIMIT),
    }


def test_dropped_sibling_takes_no_place_of_the_limit() -> None:
    new = [unseen("a1", 1, group="A"), unseen("a2", 2, group="A"), unseen("b", 3)]
    assert names(build_queue([], [], new, Limits(0, 2), 1)) == ["a1", "b"]


@pytest.mark.parametrize("limit", [0, -3])
def test_nothing_beyond_a_limit_that_is_used_up(limit: int) -> None:
    plan = build_queue([], [review("r")], [unseen("n", 1)], Limits(limit, limit), 1)
    assert plan.queue == ()
    assert len(plan.dropped) == 2


def test_neighbours_come_from_different_decks_where_possible() -> None:
    cards = [review(f"a{number}", 0.1 + number / 100, "a") for number in range(4)]
    cards += [review(f"b{number}", 0.2 + number / 100, "b") for number in range(4)]
    plan = build_queue([step("s", 1, "a")], cards, [], PLENTY, 1)
    assert names(plan, Source.REVIEW) == ["b0", "a0", "b1", "a1", "b2", "a2", "b3", "a3"]


def test_a_strong_card_of_another_deck_parts_the_weak_ones_of_a_large_deck() -> None:
    cards = [review(f"a{number}", number / 100, "a") for number in range(4)]
    plan = build_queue([], [*cards, review("b", 0.9, "b")], [], PLENTY, 1)
    assert names(plan) == ["a0", "a1", "b", "a2", "a3"]


def test_one_deck_is_no_trouble() -> None:
    cards = [review(f"r{number}", number / 100) for number in range(50)]
    assert names(build_queue([], cards, [], PLENTY, 1)) == [card.uid for card in cards]


def test_buried_card_is_back_next_day_S24() -> None:  # noqa: N802 - the case's id
    marks = {"buried": Marks(buried_day=100), "other": Marks()}

    def day_of(today: int) -> set[str]:
        shown = [review(uid) for uid, mark in marks.items() if not mark.buried(today)]
        return set(names(build_queue([], shown, [], PLENTY, today)))

    assert day_of(100) == {"other"}
    assert day_of(101) == {"buried", "other"}


DECKS = st.sampled_from(["a", "b", "c"])
GROUPS = st.sampled_from([f"g{number}" for number in range(12)])


@st.composite
def days(draw: st.DrawFn) -> tuple[list[Candidate], list[Candidate], list[Candidate]]:
    kinds = draw(st.lists(st.sampled_from(["step", "review", "new"]), max_size=40))
    found: dict[str, list[Candidate]] = {"step": [], "review": [], "new": []}
    for number, kind in enumerate(kinds):
        card = Candidate(f"{kind}{number}", draw(GROUPS), draw(DECKS))
        if kind == "step":
            card = replace(card, due_at=draw(st.integers(0, 5)))
        elif kind == "review":
            card = replace(card, recall=draw(st.floats(0, 1)))
        else:
            card = replace(card, position=draw(st.integers(0, 10)))
        found[kind].append(card)
    return found["step"], found["review"], found["new"]


LIMITS = st.builds(Limits, st.integers(0, 15), st.integers(0, 15))
ANSWERED = st.frozensets(GROUPS, max_size=3)


@given(days(), LIMITS, st.integers(), ANSWERED)
def test_every_day(
    day: tuple[list[Candidate], list[Candidate], list[Candidate]],
    limits: Limits,
    seed: int,
    answered: frozenset[str],
) -> None:
    steps, reviews, new = day
    plan = build_queue(steps, reviews, new, limits, seed, answered)
    everything = {card.uid: card for card in (*steps, *reviews, *new)}

    # Every candidate is in the queue or dropped for a reason, and never both.
    queued, dropped = names(plan), [drop.uid for drop in plan.dropped]
    assert sorted(queued + dropped) == sorted(everything)

    # All steps, in their order, before everything else.
    assert names(plan)[: len(steps)] == names(plan, Source.STEP)
    assert sorted(names(plan, Source.STEP)) == sorted(card.uid for card in steps)
    due = [card.due_at or 0 for card in plan.queue if card.source is Source.STEP]
    assert due == sorted(due)

    # Limits hold.
    assert len(names(plan, Source.REVIEW)) <= limits.reviews
    assert len(names(plan, Source.NEW)) <= limits.new

    # Siblings are never shown on one day.
    step_groups = {card.group for card in steps}
    groups = [everything[uid].group for uid in names(plan, Source.REVIEW, Source.NEW)]
    assert len(groups) == len(set(groups))
    assert not set(groups) & (step_groups | answered)

    # Each reason is true.
    for drop in plan.dropped:
        group = everything[drop.uid].group
        if drop.reason is Reason.SIBLING_ANSWERED:
            assert group in answered
        elif drop.reason is Reason.SIBLING_QUEUED:
            assert group in step_groups | set(groups)
        elif drop.reason is Reason.REVIEW_LIMIT:
            assert len(names(plan, Source.REVIEW)) == limits.reviews
        else:
            assert len(names(plan, Source.NEW)) == limits.new

    # New cards keep the order of the course.
    positions = [everything[uid].position for uid in names(plan, Source.NEW)]
    assert positions == sorted(positions)

    # The same seed gives the same day, in whatever order the candidates are found.
    again = build_queue(steps[::-1], reviews[::-1], new[::-1], limits, seed, answered)
    assert again.queue == plan.queue


def neighbours(cards: list[Queued], after: str | None = None) -> int:
    """How many cards follow one of their own deck."""
    decks = [after, *(card.deck for card in cards)]
    return sum(one == two for one, two in pairwise(decks))


def fewest(cards: list[Queued], after: str | None = None) -> int:
    """The fewest neighbours of one deck that any order of the cards has."""
    counts = Counter(card.deck for card in cards)
    return max(
        (2 * count - len(cards) - 1 + (deck == after) for deck, count in counts.items()), default=0
    )


@given(days(), LIMITS, st.integers())
def test_reviews_by_themselves_have_the_fewest_neighbours_of_one_deck(
    day: tuple[list[Candidate], list[Candidate], list[Candidate]], limits: Limits, seed: int
) -> None:
    plan = build_queue(*day, limits, seed)
    steps = [card for card in plan.queue if card.source is Source.STEP]
    shown = [card for card in plan.queue if card.source is Source.REVIEW]
    last = steps[-1].deck if steps else None
    assert neighbours(shown, last) == max(fewest(shown, last), 0)
    recalls = {card.uid: round(card.recall * 100) for card in day[1]}
    for deck in "abc":
        of_deck = [recalls[card.uid] for card in shown if card.deck == deck]
        assert of_deck == sorted(of_deck)


@st.composite
def mixed_days(
    draw: st.DrawFn,
) -> tuple[list[Candidate], list[Candidate], list[Candidate], list[Candidate]]:
    """A day with cards that are known and not due, and new cards of one deck, the review's own."""
    steps, reviews, new = draw(days())
    place = draw(st.integers(0, len(reviews)))
    return steps, reviews[:place], reviews[place:], [replace(card, deck="r") for card in new]


@given(mixed_days(), LIMITS, st.integers(), ANSWERED)
def test_every_interleaved_review(
    day: tuple[list[Candidate], list[Candidate], list[Candidate], list[Candidate]],
    limits: Limits,
    seed: int,
    answered: frozenset[str],
) -> None:
    steps, due, others, new = day
    plan = build_mixed_queue(steps, due, others, new, limits, seed, answered)
    everything = {card.uid: card for card in (*steps, *due, *others, *new)}
    shown = names(plan)
    assert sorted(shown + [drop.uid for drop in plan.dropped]) == sorted(everything)
    assert shown[: len(steps)] == names(plan, Source.STEP)

    # Neighbours are from different units as far as any order of these cards has them so.
    rest = [card for card in plan.queue if card.source is not Source.STEP]
    last = everything[shown[len(steps) - 1]].deck if steps else None
    assert neighbours(rest, last) == max(fewest(rest, last), 0)

    # No sibling of another card, nor of one that was answered today.
    groups = [everything[card.uid].group for card in rest]
    assert len(groups) == len(set(groups))
    assert not set(groups) & (answered | {card.group for card in steps})

    # What is due goes before what is not, and of each unit the weaker before the stronger.
    full = {drop.uid for drop in plan.dropped if drop.reason is Reason.REVIEW_LIMIT}
    chosen = set(names(plan, Source.REVIEW))
    assert len(chosen) <= limits.reviews
    assert len(names(plan, Source.NEW)) <= limits.new

    def recalls(uids: set[str], cards: list[Candidate], deck: str = "") -> list[int]:
        found = [card for card in cards if card.uid in uids and deck in ("", card.deck)]
        return [round(card.recall * 100) for card in found] or [0 if uids is chosen else 100]

    assert max(recalls(chosen, due)) <= min(recalls(full, due))
    assert not (full & {card.uid for card in due} and chosen & {card.uid for card in others})
    for deck in "abc":
        assert max(recalls(chosen, others, deck)) <= min(recalls(full, others, deck))

    # New cards come as they stand in the course.
    positions = [everything[uid].position for uid in names(plan, Source.NEW)]
    assert positions == sorted(positions)

    # The same seed gives the same session, in whatever order the candidates are found.
    again = build_mixed_queue(
        steps[::-1], due[::-1], others[::-1], new[::-1], limits, seed, answered
    )
    assert again == replace(plan, dropped=again.dropped)


def test_an_interleaved_review_is_filled_up_with_the_weakest_that_are_not_due() -> None:
    due = [review("due", 0.9, "a")]
    others = [review("weak", 0.2, "b"), review("strong", 0.99, "b"), review("middle", 0.5, "a")]
    plan = build_mixed_queue([], due, others, [unseen("own", 0, "r")], Limits(3, 1), 1)
    assert names(plan) == ["weak", "middle", "own", "due"]
    assert plan.dropped == (Dropped("strong", Reason.REVIEW_LIMIT),)


def test_an_interleaved_review_asks_every_unit_however_strong() -> None:
    weak = [review(f"a{number}", 0.1, "a") for number in range(9)]
    strong = [review(f"b{number}", 0.9, "b") for number in range(9)]
    queue = build_mixed_queue([], [], [*weak, *strong], [], Limits(6, 0), 1).queue
    assert [card.deck for card in queue] == ["a", "b"] * 3


@given(st.integers(0, 60), st.integers(0, 30))
def test_new_cards_are_never_bunched(reviews: int, new: int) -> None:
    plan = build_queue(
        [],
        [review(f"r{number}", number / 100) for number in range(reviews)],
        [unseen(f"n{number}", number) for number in range(new)],
        PLENTY,
        1,
    )
    places = [place for place, card in enumerate(plan.queue) if card.source is Source.NEW]
    edges = [-1, *places, len(plan.queue)]
    gaps = [after - before - 1 for before, after in pairwise(edges)]
    assert max(gaps) - min(gaps) <= 1
