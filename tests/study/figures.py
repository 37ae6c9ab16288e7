"""Answers and figures that several tests use."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from recall.cards.memory import Memory, Phase, Rating
from recall.clock import MICROSECONDS_PER_DAY, MICROSECONDS_PER_MINUTE, Moment
from recall.study.stats import days as of_days
from recall.study.stats import retention as of_retention
from recall.study.stats import whole
from recall.study.stats.answered import Answered, effort_of
from recall.study.stats.days import Day, Hour
from recall.study.stats.memories import difficulty_bins, stability_bins
from recall.study.stats.pages import PageFigures
from recall.study.stats.retention import Calibration, Retention
from recall.study.stats.tally import Tally, tally_of
from recall.study.stats.whole import Statistics, Unit

TODAY = 20_788
"""Tuesday, 1 December 2026."""

NOW = Moment(TODAY * MICROSECONDS_PER_DAY + 570 * MICROSECONDS_PER_MINUTE, 0, TODAY)


def answered(
    day: int,
    rating: Rating = Rating.GOOD,
    *,
    minute: int = 600,
    offset: int = 0,
    milliseconds: int = 6_000,
    recall: float | None = None,
    stability: float | None = None,
    aimed: float | None = 0.9,
    first: bool = True,
) -> Answered:
    """An answer in a minute of the local day; with ``recall`` one to a card known before."""
    return Answered(
        day=day,
        offset=offset,
        at=day * MICROSECONDS_PER_DAY + (minute - offset) * MICROSECONDS_PER_MINUTE,
        rating=rating,
        milliseconds=milliseconds,
        recall_before=recall,
        stability_before=None if recall is None else stability if stability is not None else 5.0,
        aimed=None if recall is None else aimed,
        first=first,
    )


answers = st.lists(
    st.builds(
        answered,
        st.integers(TODAY - 500, TODAY),
        st.sampled_from(Rating),
        minute=st.integers(240, 1679),
        offset=st.sampled_from((-720, -300, 0, 60, 330, 540, 840)),
        milliseconds=st.integers(0, 3_600_000),
        recall=st.none() | st.floats(0, 1),
        stability=st.floats(0.001, 36_500),
        aimed=st.none() | st.floats(0.7, 0.99),
        first=st.booleans(),
    ),
    max_size=60,
)

memories = st.lists(
    st.builds(
        Memory,
        phase=st.just(Phase.REVIEW),
        stability=st.floats(0.001, 36_500),
        difficulty=st.floats(1, 10),
    ),
    max_size=40,
)


def tally(given: Iterable[Answered]) -> Tally:
    """The sums of answers to one card."""
    return tally_of(("card", answer) for answer in given)


def days_of(given: Iterable[Answered]) -> tuple[Day, ...]:
    return of_days.days_of(tally(given))


def hours_of(given: Iterable[Answered]) -> tuple[Hour, ...]:
    return of_days.hours_of(tally(given))


def retention_of(given: Iterable[Answered]) -> Retention:
    return of_retention.retention_of(tally(given))


def calibration_of(given: Iterable[Answered]) -> Calibration:
    return of_retention.calibration_of(tally(given))


def statistics_of(
    given: Iterable[Answered],
    cards: Iterable[Memory],
    now: Moment,
    *,
    decks: tuple[str, ...] = (),
    forecast: tuple[int, ...] = (),
    units: tuple[Unit, ...] = (),
    courses: tuple[Unit, ...] = (),
    pages: tuple[PageFigures, ...] = (),
) -> Statistics:
    """The figures of answers to one card, and of the memories of some."""
    known = [memory for memory in cards if memory.stability is not None]
    return whole.statistics_of(
        tally(given),
        now,
        stability=stability_bins(memory.stability or 0.0 for memory in known),
        difficulty=difficulty_bins(memory.difficulty or 0.0 for memory in known),
        decks=decks,
        forecast=forecast,
        units=units,
        courses=courses,
        pages=pages,
    )


def unit(name: str, title: str, *given: Answered, cards: int = 20, **values: object) -> Unit:
    """The figures of a deck."""
    made = {"code": None, "course": None, "seen": min(len(given), cards), "recall": 0.5, **values}
    return Unit(name=name, title=title, cards=cards, effort=effort_of(given), **made)  # type: ignore[arg-type]  # a test names the fields it sets


def nothing() -> Statistics:
    """The figures of somebody who has not begun."""
    return statistics_of((), (), NOW, forecast=(0,) * 30)


def a_year() -> Statistics:
    """The figures of a year, the same every time, without any randomness."""
    given: list[Answered] = []
    for back in range(240, -1, -1):
        day = TODAY - back
        if back % 9 == 4 or 100 < back < 109:
            continue
        for number in range(3 + (back * 7) % 23 + (20 if back % 7 == 2 else 0)):
            mark = back * 31 + number * 17
            known = mark % 5 != 0
            given.append(
                answered(
                    day,
                    Rating.AGAIN if mark % 11 == 0 else Rating.GOOD,
                    minute=420 + (mark * 13) % 900,
                    milliseconds=2_000 + (mark * 97) % 9_000,
                    recall=0.62 + (mark % 38) / 100 if known else None,
                    stability=1 + (mark * 3) % 60,
                )
            )
    cards = [
        Memory(Phase.REVIEW, None, 0.4 * 1.07**place, 1 + place % 90 / 10) for place in range(130)
    ]
    lessons = tuple(
        unit(
            f"kimi/{number:02}.md",
            title,
            *given[number * 200 : number * 400],
            code=f"L{number}",
            course="kimi-k3",
            recall=0.9 - number / 10,
            seen=max(20 - number * 7, 0),
        )
        for number, title in enumerate(
            ("The shape of K3", "KDA part 1", "KDA part 2", "Attention Residuals"), 1
        )
    )
    course = unit(
        "kimi-k3",
        "Kimi K3: reading a frontier report",
        *given[:1600],
        cards=80,
        course="kimi-k3",
        seen=19,
        recall=0.65,
    )
    return statistics_of(
        given,
        cards,
        NOW,
        forecast=tuple((place * 11 + 5) % 24 for place in range(30)),
        units=(*lessons, unit("tcp.md", "networking/tcp.md", *given[-200:], cards=41, seen=41)),
        courses=(course,),
    )
