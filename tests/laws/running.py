"""Running the devices so many times, with or without a fault planted."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.laws.machine import Devices
from tests.laws.mutants import Plant

STEPS = 30


def run_devices(runs: int, *, steps: int = STEPS, series: int = 0) -> None:
    """Run so many histories of the devices; a history that breaks a law raises, made small.

    Each ``series`` has histories of its own.
    """

    class Run(Devices):
        pass

    run_state_machine_as_test(
        seed(series)(Run),
        settings=_settings(runs, steps, Phase.generate, Phase.shrink),
    )


def runs_until_caught(plant: Plant, most: int, *, steps: int = STEPS) -> int | None:
    """Return after how many histories a planted fault was caught; None when it never was."""
    count = 0

    class Counting(Devices):
        def teardown(self) -> None:
            nonlocal count
            count += 1
            super().teardown()

    with pytest.MonkeyPatch.context() as patch:
        plant(patch)
        try:
            run_state_machine_as_test(
                seed(0)(Counting), settings=_settings(most, steps, Phase.generate)
            )
        except Exception:  # whatever a fault makes fail, it was seen
            return count
    return None


def _settings(runs: int, steps: int, *phases: Phase) -> settings:
    return settings(
        max_examples=runs,
        stateful_step_count=steps,
        phases=phases,
        derandomize=False,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
        report_multiple_bugs=False,
    )
