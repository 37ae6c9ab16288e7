"""Why a card is due on the day it is: the figures behind the decision, and sentences from them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Explanation:
    """The arithmetic of one due date.

    ``stability`` in days and the desired ``retention`` give ``interval``, whole days before they
    are spread, cut to the longest interval allowed when ``capped``. Spreading chose within ``low``
    and ``high`` and moved it by ``shift`` days. Within the steps ``step_minutes`` is the wait, and
    ``interval`` its whole days. ``raised`` tells that the wait was made as long as that of the
    rating below, so that a better answer never comes back sooner; ``low`` and ``high`` then bound
    what was raised, and ``shift`` leads to the day decided all the same.
    """

    stability: float
    retention: float
    interval: int
    shift: int
    low: int
    high: int
    capped: bool = False
    step_minutes: float | None = None
    raised: bool = False

    @property
    def days(self) -> int:
        """The whole days decided, 0 for a step of minutes."""
        return self.interval + self.shift

    def sentences(self) -> tuple[str, ...]:
        """Return the reason for the due date in plain sentences, in the order of the arithmetic."""
        return (*self._reason(), *self._adjustment())

    def _reason(self) -> tuple[str, ...]:
        if self.step_minutes is not None:
            length = _days(self.days) if self.days else _minutes(self.step_minutes)
            return (f"The card is within its steps; this one lasts {length}.",)
        days = _days(self.interval)
        retention = f"{100 * self.retention:.0f} %"
        reach = (
            f"Its recall would stay above {retention} for longer than the longest "
            f"interval allowed, which is {days}."
            if self.capped
            else f"It falls to {retention}, the desired retention, after about {days}."
        )
        stability = f"{self.stability:,.0f}" if self.stability >= 100 else f"{self.stability:.3g}"
        unit = "day" if stability == "1" else "days"
        meaning = f"Its stability is {stability} {unit}: recall falls to 90 % in that time."
        return meaning, reach

    def _adjustment(self) -> tuple[str, ...]:
        if self.raised:
            became = _days(self.days) if self.days else _minutes(self.step_minutes or 0)
            return (f"It was put off to {became}, the wait of the rating below it.",)
        if self.low == self.high:
            return ()
        bounds = f"between {self.low:,} and {self.high:,} days"
        return (
            f"Spread {bounds}, to keep cards learnt together apart, it became {_days(self.days)}.",
        )


def _days(number: int) -> str:
    return f"{number:,} {'day' if number == 1 else 'days'}"


def _minutes(number: float) -> str:
    return f"{number:g} {'minute' if number == 1 else 'minutes'}"
