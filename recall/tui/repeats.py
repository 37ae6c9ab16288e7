"""Tells a key that is held down from one that is pressed anew, by the times of the key events.

A terminal sends a held key as presses like any other: one at once, the next after a pause of a
quarter of a second to a second, then one every few hundredths. So a press is taken for a repeat
when the same key came within ``REPEAT_GAP`` before it, or when that key has just acted (it showed
an answer or gave a grade), no other key came since, and ``HOLD_DELAY`` has not passed.
"""

from __future__ import annotations

REPEAT_GAP = 0.15
"""Seconds; keys that are held repeat faster than this with every system's usual settings."""

HOLD_DELAY = 1.0
"""Seconds; the longest usual pause between a key going down and its first repeat."""

_NEVER = float("-inf")


class Repeats:
    """Remembers the last key and when it came. Times are seconds of one monotonic clock."""

    def __init__(self) -> None:
        self._key = ""
        self._time = _NEVER
        self._acted_at: float | None = None
        self._quick = False

    def note(self, key: str, time: float) -> None:
        """Take in the next key event; this comes before any question about it."""
        self._quick = key == self._key and time - self._time < REPEAT_GAP
        if key != self._key or not (
            self._quick or (self._acted_at is not None and time - self._acted_at < HOLD_DELAY)
        ):
            self._acted_at = None
        self._key, self._time = key, time

    @property
    def held(self) -> bool:
        """Whether the last event repeats a key that has acted and was not let go of since."""
        return self._acted_at is not None

    @property
    def quick(self) -> bool:
        """Whether the last event came on the heels of one of the same key."""
        return self._quick

    @property
    def fresh(self) -> bool:
        """Whether the last key was pressed anew."""
        return not self._quick and not self.held

    def act(self) -> None:
        """Tell that the last key changed what is shown."""
        self._acted_at = self._time
