"""Several processes with one file: killed, writing at once, and locked out."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from recall.errors import (
    StorageBusy,
)
from recall.storage import journal
from recall.storage.store import Store
from tests.storage.building import (
    Ids,
    environment,
    run_elsewhere,
)
from tests.storage.grading import count_reviews, grade

ADD_REVIEWS = """
import os, signal, sys
from pathlib import Path
from recall.storage import journal
from recall.storage.store import Store
from tests.storage.building import memory, moment, review
store = Store.open(Path(sys.argv[1]))
def grade(tx, name, number):
    before = journal.state(tx, name)
    one = review(name, f"{name}-{number:06d}", moment(second=number))
    journal.add_review(tx, name, one, memory(), expected_last_review_id=before.last_review_id)
"""


def test_a_killed_process_loses_nothing_acknowledged_d1(path: Path) -> None:
    script = (
        ADD_REVIEWS
        + """
for number in range(3):
    with store.writing() as tx:
        grade(tx, "card", number)
with store.writing() as tx:
    grade(tx, "card", 3)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    )
    assert run_elsewhere(script, path).returncode == -9
    with closing(Store.open(path)) as store:
        assert store.check() == ()
        with store.reading() as tx:
            assert journal.state(tx, "card").last_review_id == "card-000002"
    assert count_reviews(path) == 3


def test_an_interrupted_bulk_leaves_a_sound_file_d4(path: Path) -> None:
    script = (
        ADD_REVIEWS
        + """
store._connection.exec_driver_sql("PRAGMA cache_size=2")  # so that pages reach the disk early
store._connection.rollback()
with store.writing() as tx:
    for number in range(500):
        grade(tx, "card", number)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    )
    assert run_elsewhere(script, path).returncode == -9
    assert path.with_name("recall.db-journal").stat().st_size > 0
    with closing(Store.open(path)) as store:
        assert store.check() == ()
    assert count_reviews(path) == 0


def test_two_processes_lose_nothing_d2(path: Path) -> None:
    script = (
        ADD_REVIEWS
        + """
from dataclasses import replace
for number in range(25):
    with store.writing() as tx:
        before = journal.state(tx, "shared")
        after = replace(memory(), reps=before.memory.reps + 1)
        one = review("shared", f"{sys.argv[2]}-{number}", moment(second=number))
        journal.add_review(tx, "shared", one, after, expected_last_review_id=before.last_review_id)
print("done")
"""
    )
    Store.open(path).close()
    command = [sys.executable, "-W", "error", "-c", script, str(path)]
    children = [
        subprocess.Popen([*command, who], env=environment(), stdout=subprocess.PIPE, text=True)
        for who in ("first", "second")
    ]
    for child in children:
        output, _ = child.communicate(timeout=120)
        assert (child.returncode, output) == (0, "done\n")
    with closing(Store.open(path)) as store, store.reading() as tx:
        assert journal.state(tx, "shared").memory.reps == 50
    assert count_reviews(path) == 50


def test_a_file_held_by_another_process_is_busy_and_a_retry_works(path: Path, ids: Ids) -> None:
    Store.open(path).close()
    script = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
sys.stdin.readline()
connection.close()
"""
    with closing(Store.open(path, busy_timeout_ms=20)) as store:
        child = subprocess.Popen(
            [sys.executable, "-c", script, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        with pytest.raises(StorageBusy, match="Another process holds"):
            grade(store, ids)
        with pytest.raises(StorageBusy), store.reading() as tx:
            journal.state(tx, "card")
        child.communicate("go on\n", timeout=60)
        grade(store, ids)
    assert count_reviews(path) == 1
