"""A short sweep in each test run; ``python -m tests.faults sweep`` does all of it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.faults.scenes import SCENES
from tests.faults.sweep import FAULTS
from tests.storage.building import environment

STEPS = {"grade": 29, "import": 137, "refresh": 59, "migration": 31, "backup": 17, "undo": 15,
         "restore": 87}  # fmt: skip
"""Every so many points, coprime to what repeats in a deed: a run takes seconds."""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m tests.faults``: forking is for a process of one thread."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.faults", *arguments],
        env=environment(), capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip


def swept(scene: str, step: int, *options: str) -> list[dict[str, Any]]:
    done = run("sweep", scene, "--json", "--step", str(step), *options)
    assert done.stdout, done.stderr
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


@pytest.mark.parametrize("scene", STEPS)
def test_no_fault_of_the_disk_loses_anything(scene: str) -> None:
    rows = swept(scene, STEPS[scene], "--no-power")
    assert len(rows) == len(FAULTS)
    for row in rows:
        assert row["wrong"] == []
        assert row["points"] == -(-row["operations"] // STEPS[scene])
        assert row["operations"] >= 40
    killed = rows[0]
    assert killed["hit"] == killed["points"]


def test_no_power_cut_loses_anything() -> None:
    *_, row = swept("undo", 15)
    assert row["fault"] == "power cut"
    assert row["points"] >= 12
    assert row["wrong"] == []


def test_the_sweep_sees_what_is_wrong() -> None:
    """Without a journal a kill between two writes leaves half a grade; that must be found."""
    rows = swept("control", 2, "--no-power")
    assert rows[0]["fault"] == "kill"
    assert rows[0]["wrong"] != []


def test_every_scene_is_swept() -> None:
    assert {*STEPS, "control"} == set(SCENES)


def test_kills_at_random_moments_lose_nothing() -> None:
    done = run("kill", "--trials", "7", "--seed", "7")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "7 trials" in done.stdout.splitlines()[-1]
