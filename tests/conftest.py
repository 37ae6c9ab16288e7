"""What holds for every test: no deadline by the clock, no trace of the developer's own setup."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# A busy machine is slow, not wrong; speed is measured by the benchmarks.
settings.register_profile(
    "recall", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
settings.load_profile("recall")

_OWN_VARIABLES = (
    "RECALL_DATA", "RECALL_DECKS", "RECALL_CONFIG", "RECALL_NOW", "NO_COLOR", "VISUAL", "EDITOR",
)  # fmt: skip


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what the caller's environment says about the program under test."""
    for name in _OWN_VARIABLES:
        monkeypatch.delenv(name, raising=False)
