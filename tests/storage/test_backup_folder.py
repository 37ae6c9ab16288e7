"""Which backups there are, and which of them stay."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from recall.clock import EPOCH_ORDINAL, MICROSECONDS_PER_DAY
from recall.storage.backup_folder import (
    BEFORE,
    BEFORE_RESTORE,
    BY_HAND,
    DAILY,
    DAYS,
    MONTHS,
    WEEKS,
    Backup,
    backups,
    free_damaged_place,
    free_place,
    kept,
    place_of,
    superfluous,
    unfinished,
)

DAYS_USED = st.sets(st.integers(0, 40_000), max_size=80)
DENSE = st.sets(st.integers(20_000, 20_500), max_size=300)


def day(year: int, month: int, number: int) -> int:
    return date(year, month, number).toordinal() - EPOCH_ORDINAL


def week(number: int) -> tuple[int, int]:
    found = date.fromordinal(number + EPOCH_ORDINAL).isocalendar()
    return found.year, found.week


def month(number: int) -> tuple[int, int]:
    found = date.fromordinal(number + EPOCH_ORDINAL)
    return found.year, found.month


@given(DAYS_USED | DENSE)
def test_the_newest_days_weeks_and_months_stay(days: set[int]) -> None:
    stay = kept(days)
    assert stay <= days
    newest = sorted(days, reverse=True)
    assert stay >= set(newest[:DAYS])
    for period, number in ((week, WEEKS), (month, MONTHS)):
        for one in sorted({period(each) for each in days}, reverse=True)[:number]:
            assert max(each for each in days if period(each) == one) in stay
    assert len(stay) <= DAYS + WEEKS + MONTHS


@given(DAYS_USED | DENSE)
def test_thinning_twice_removes_nothing_more(days: set[int]) -> None:
    assert kept(kept(days)) == kept(days)


@given(DENSE)
def test_thinning_every_day_keeps_what_thinning_once_would(days: set[int]) -> None:
    stay: frozenset[int] = frozenset()
    for one in sorted(days):
        stay = kept(stay | {one})
    assert stay == kept(days)


def test_a_year_of_days() -> None:
    stay = kept(range(day(2026, 1, 1), day(2026, 12, 31) + 1))
    said = sorted(str(date.fromordinal(one + EPOCH_ORDINAL)) for one in stay)
    assert said == [
        "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2026-06-30",
        "2026-07-31", "2026-08-31", "2026-09-30", "2026-10-31", "2026-11-30",
        "2026-12-13", "2026-12-20", "2026-12-25", "2026-12-26", "2026-12-27", "2026-12-28",
        "2026-12-29", "2026-12-30", "2026-12-31",
    ]  # fmt: skip


def backup(at: int, reason: str) -> Backup:
    return Backup(Path(f"{at}-{reason}"), at, reason)


REASONS = st.sampled_from([DAILY, DAILY, BY_HAND, BEFORE_RESTORE, "before-schema-2"])


@given(st.lists(st.tuples(st.integers(0, 200 * MICROSECONDS_PER_DAY), REASONS), max_size=60))
def test_what_is_removed(made: list[tuple[int, str]]) -> None:
    found = [backup(at, reason) for at, reason in dict(made).items()]
    days = [one.at // MICROSECONDS_PER_DAY for one in found]
    gone = set(superfluous(found, days))
    stay = [one for one in found if one not in gone]
    assert not any(one.reason == BY_HAND for one in gone)
    if found:
        assert max(found, key=lambda one: one.at) in stay
    daily = [one for one in stay if one.reason == DAILY]
    assert len(daily) == len({one.at // MICROSECONDS_PER_DAY for one in daily})
    assert {one.at // MICROSECONDS_PER_DAY for one in daily} == kept(
        one.at // MICROSECONDS_PER_DAY for one in found if one.reason == DAILY
    )
    before = sorted(
        (one for one in found if one.reason not in (DAILY, BY_HAND)), key=lambda one: -one.at
    )
    assert [one for one in before if one in stay] == before[:BEFORE]


def test_names_are_read_back(tmp_path: Path) -> None:
    path = tmp_path / "recall.db"
    assert backups(path) == ()
    assert unfinished(path) == ()
    second = 1_796_117_400_000_000
    place = place_of(path, second, DAILY)
    assert place == tmp_path / "backups" / "recall-20261201-093000-daily.db"
    place.parent.mkdir()
    later = place_of(path, second + MICROSECONDS_PER_DAY, "before-schema-3")
    for file in (place, later):
        file.touch()
    part = place.with_name(place.name + ".x1.part")
    for name in (part.name, "recall-20269999-093000-daily.db", "other.db", "notes.txt",
                 "xrecall-20261201-093000-daily.db"):  # fmt: skip
        (place.parent / name).touch()
    assert backups(path) == (
        Backup(later, second + MICROSECONDS_PER_DAY, "before-schema-3"),
        Backup(place, second, DAILY),
    )
    assert unfinished(path) == (part,)


def test_a_new_backup_takes_no_name_that_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "recall.db"
    (tmp_path / "backups").mkdir()
    names = set()
    for _ in range(3):
        place = free_place(path, 0, BY_HAND)
        place.touch()
        aside = free_damaged_place(path, 0)
        aside.touch()
        names |= {place, aside}
    assert len(names) == 6
    assert free_damaged_place(path, 0).parent == tmp_path
