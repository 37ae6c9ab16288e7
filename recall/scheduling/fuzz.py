"""Spreading due days, so that cards learnt together do not stay together for ever.

The bounds are those Anki publishes; the draw is ours: one for each card and repetition, the same
for all four ratings and on every replay of the log.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

SHORTEST_FUZZED = 3
_DRAW_BITS = 64
# (from, to, share): each day of the interval between the two widens the range by the share.
_WIDENING = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.10), (20.0, float("inf"), 0.05))


@dataclass(frozen=True, slots=True)
class DayRange:
    """The days an interval may be moved to, both ends included."""

    low: int
    high: int

    def pick(self, draw: int) -> int:
        """Return the day that a draw from 0 to 2⁶⁴ − 1 falls on, each as likely as the next."""
        return self.low + ((self.high - self.low + 1) * draw >> _DRAW_BITS)


def draw_for(uid: str, reps: int) -> int:
    """Return the draw, 0 to 2⁶⁴ − 1, of a card that has been reviewed ``reps`` times before."""
    text = f"{reps}:{uid}".encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(text, digest_size=_DRAW_BITS // 8).digest(), "big")


def spread(interval: int, previous: int, maximum: int) -> DayRange:
    """Return where an interval of whole days may fall.

    Below 2.5 days nowhere else. Above, it reaches both ways by one day, 0.15 for each day between
    2.5 and 7, 0.10 between 7 and 20 and 0.05 above 20, but not back to the ``previous`` interval
    when it has grown, nor past ``maximum``, which ``interval`` keeps to. Two days, the published
    floor, is what the shortest of these intervals reaches down to.
    """
    if interval < SHORTEST_FUZZED:
        return DayRange(interval, interval)
    width = 1.0 + sum(
        share * max(0.0, min(interval, end) - start) for start, end, share in _WIDENING
    )
    low = round(interval - width)
    if interval > previous:
        low = max(low, previous + 1)
    high = min(round(interval + width), maximum)
    return DayRange(min(low, high), high)
