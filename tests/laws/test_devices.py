"""A short profile of the laws; ``python -m tests.laws`` runs the long one."""

from __future__ import annotations

import pytest

from tests.laws.mutants import MUTANTS, Plant
from tests.laws.running import run_devices, runs_until_caught


def test_devices_agree_and_lose_nothing() -> None:
    run_devices(25)


@pytest.mark.parametrize("plant", MUTANTS, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_caught(plant: Plant) -> None:
    assert runs_until_caught(plant, 150) is not None
