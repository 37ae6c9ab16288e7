"""One measurement beside its limit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measurement beside its limit; a ratio has the unit ``×``, a share none.

    The limit is the most that is well, or with ``at_least`` the least.
    """

    name: str
    value: float
    limit: float
    unit: str = "×"
    at_least: bool = False

    def __str__(self) -> str:
        well = self.value >= self.limit if self.at_least else self.value <= self.limit
        verdict = "ok" if well else ("UNDER" if self.at_least else "OVER")
        bound = "at least" if self.at_least else "limit"
        value = f"{self.value:.3g} {self.unit}" if self.unit else f"{self.value:.3f}"
        return f"{verdict:5} {self.name}: {value} ({bound} {self.limit:.3g})"
