from __future__ import annotations

from recall.tui.repeats import HOLD_DELAY, REPEAT_GAP, Repeats


def held(start: float, delay: float, every: float, count: int) -> list[float]:
    """The times of the events a terminal sends for a key held down."""
    return [start, *(start + delay + every * number for number in range(count))]


def test_Q7_every_repeat_of_a_key_that_acted_is_known() -> None:  # noqa: N802 - the case's id
    for delay in (0.2, 0.25, 0.5, 0.66, 0.95):
        for every in (0.01, 0.033, 0.1):
            repeats = Repeats()
            first, *others = held(5.0, delay, every, 40)
            repeats.note("enter", first)
            repeats.act()
            told = []
            for time in others:
                repeats.note("enter", time)
                told.append((repeats.fresh, repeats.held))
            assert told == [(False, True)] * 40


def test_a_key_let_go_and_pressed_again_is_fresh() -> None:
    repeats = Repeats()
    repeats.note("enter", 1.0)
    repeats.act()
    repeats.note("enter", 1.0 + HOLD_DELAY)
    assert repeats.fresh


def test_another_key_in_between_ends_a_hold() -> None:
    repeats = Repeats()
    for time, key in ((1.0, "3"), (1.2, "space"), (1.4, "3")):
        repeats.note(key, time)
        assert repeats.fresh
        repeats.act()


def test_a_key_that_has_not_acted_needs_only_the_gap() -> None:
    repeats = Repeats()
    repeats.note("u", 1.0)
    repeats.note("u", 1.0 + REPEAT_GAP / 2)
    assert not repeats.fresh
    assert not repeats.held
    repeats.note("u", 1.0 + REPEAT_GAP * 2)
    assert repeats.fresh
