"""The forgetting curve of FSRS: predicted recall over time, and the interval it allows."""

from __future__ import annotations

from dataclasses import dataclass

STABILITY_RANGE = (0.001, 36_500.0)


@dataclass(frozen=True, slots=True)
class ForgettingCurve:
    """The power law R(t) = (1 + factor · t / S)^exponent, t and the stability S in days.

    ``exponent`` is minus the weight w20, and ``factor`` is what makes R(S) = 0.9:
    factor = 0.9^(1 / exponent) − 1. Source: the FSRS-6 formulas of open-spaced-repetition.
    """

    exponent: float
    factor: float

    @classmethod
    def of_decay(cls, decay: float) -> ForgettingCurve:
        """Return the curve of a decay w20, between 0.1 and 0.8."""
        return cls(-decay, 0.9 ** (1 / -decay) - 1)

    def recall_after(self, stability: float, days: int) -> float:
        """Return predicted recall, 0 to 1, after ``days``; a negative number counts as none."""
        return float((1 + self.factor * max(days, 0) / stability) ** self.exponent)

    def interval(self, stability: float, retention: float) -> int:
        """Return the whole days, at least 1, after which recall has fallen to ``retention``."""
        days = float((stability / self.factor) * (retention ** (1 / self.exponent) - 1))
        return max(round(days), 1)


def clamp_stability(stability: float) -> float:
    """Return a stability in days brought within 0.001 and 36,500."""
    low, high = STABILITY_RANGE
    return min(max(stability, low), high)
