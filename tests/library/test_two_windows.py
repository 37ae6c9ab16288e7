"""Two windows on one progress file: each sees what the other did, and no grade is lost."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from recall.cards.memory import Rating
from recall.errors import StaleCard
from tests.library.building import (
    Desk,
    answer,
    answer_all,
    assert_well,
    current,
    ended,
    questions,
)
from tests.storage.building import environment

GRADING = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from recall.cards.memory import Rating
from recall.clock import fixed_clock
from recall.config import Config
from recall.errors import StaleCard
from recall.library.library import Library
from recall.paths import Paths

root, seed = Path(sys.argv[1]), int(sys.argv[2])
config = Config(fuzz=False, new_per_day=1000)
clock = fixed_clock(datetime(2026, 12, 1, 9, 30, tzinfo=UTC))
paths = Paths(root / "config.toml", root / "data", (root / "decks",))
library = Library.open(paths, config, clock, random=Random(seed), busy_timeout_ms=60_000)
library.refresh()
session = library.session()
print("ready", flush=True)
sys.stdin.readline()
while session.current is not None:
    uid = session.current.uid
    session.reveal()
    try:
        session.grade(Rating.EASY)
    except StaleCard:
        print("stale", uid)
    else:
        print("saved", uid)
library.close()
"""


def test_a_card_answered_in_the_other_window_is_passed_over_when_it_comes_up_d2(
    desk: Desk,
) -> None:
    desk.write("a.md", questions(4))
    first, second = desk.open().session(), desk.open().session()
    answer(first, Rating.EASY)
    answer(first, Rating.EASY)
    second.reveal()
    with pytest.raises(StaleCard):
        second.grade(Rating.EASY)
    assert current(second).uid == "a.md#q3"
    assert second.progress.left == 2
    answer(second, Rating.EASY)
    # The first window shows the third card too, which has been answered by now.
    first.reveal()
    with pytest.raises(StaleCard, match="another window"):
        first.grade(Rating.AGAIN)
    assert current(first).uid == "a.md#q4"
    answer(first, Rating.EASY)
    second.reveal()
    with pytest.raises(StaleCard):
        second.grade(Rating.EASY)
    assert ended(first)
    assert ended(second)
    assert Counter(review.name for review in desk.reviews()).most_common(1)[0][1] == 1


@pytest.mark.parametrize("deed", ["suspended", "buried"])
def test_a_card_put_away_in_the_other_window_is_passed_over(desk: Desk, deed: str) -> None:
    desk.write("a.md", questions(3))
    library = desk.open()
    session = library.session()
    desk.open().mark("a.md#q2", **{deed: True})
    answer(session, Rating.EASY)
    assert current(session).uid == "a.md#q3"


def test_own_answers_undos_and_burials_are_not_taken_for_another_windows(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    session = desk.open().session()
    assert answer(session, Rating.AGAIN) == "a.md#q1"
    session.bury()
    assert current(session).uid == "a.md#q1"
    session.undo()
    assert current(session).uid == "a.md#q2"
    session.undo()
    assert current(session).uid == "a.md#q1"
    assert answer(session, Rating.AGAIN) == "a.md#q1"
    assert answer(session, Rating.EASY) == "a.md#q2"
    assert answer(session, Rating.EASY) == "a.md#q1"
    assert ended(session)


def test_a_cram_asks_whatever_another_window_did(desk: Desk) -> None:
    desk.write("a.md", questions(2))
    cram = desk.open().session(cram=True)
    other = desk.open().session()
    answer(other, Rating.EASY)
    # What was crammed is to be reviewed all the same.
    cram.reveal()
    with pytest.raises(StaleCard):
        cram.grade(Rating.EASY)
    answer(cram, Rating.EASY)
    other.reveal()
    with pytest.raises(StaleCard):
        other.grade(Rating.EASY)
    assert ended(other)
    assert ended(cram)
    assert current(desk.open().session()).uid == "a.md#q2"


def test_a_cram_in_the_other_window_leaves_what_is_due(desk: Desk) -> None:
    desk.write("a.md", questions(3))
    session = desk.open().session()
    answer_all(desk, desk.open().session(cram=True))
    session.reload()
    session.reveal()
    with pytest.raises(StaleCard):
        session.grade(Rating.EASY)
    assert answer(session, Rating.EASY) == "a.md#q2"
    assert answer(session, Rating.EASY) == "a.md#q3"


def test_the_counts_of_home_are_those_of_both_windows(desk: Desk) -> None:
    desk.write("a.md", questions(4))
    first, second = desk.open(), desk.open()
    assert (first.home().new, second.home().new) == (4, 4)
    session = first.session()
    answer(session, Rating.EASY)
    answer(session, Rating.EASY)
    assert (first.home().new, second.home().new) == (2, 2)
    second.undo()
    assert (first.home().new, second.home().new) == (3, 3)


def test_two_processes_that_grade_at_once_lose_no_grade_and_ask_no_card_twice_d2(
    desk: Desk, tmp_path: Path
) -> None:
    desk.write("a.md", questions(40))
    desk.open().close()
    command = [sys.executable, "-W", "error", "-c", GRADING, str(tmp_path)]
    windows = [
        subprocess.Popen(
            [*command, str(seed)],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in (1, 2)
    ]
    for window in windows:
        assert window.stdout is not None
        assert window.stdout.readline() == "ready\n"
    for window in windows:
        assert window.stdin is not None
        window.stdin.write("go\n")
        window.stdin.flush()
    saved: list[str] = []
    for window in windows:
        output, _ = window.communicate(timeout=300)
        assert window.returncode == 0
        saved += [line.split()[1] for line in output.splitlines() if line.startswith("saved")]
    assert sorted(saved) == sorted(f"a.md#q{number}" for number in range(1, 41))
    assert sorted(review.name for review in desk.reviews()) == sorted(saved)
    assert_well(desk.open())
