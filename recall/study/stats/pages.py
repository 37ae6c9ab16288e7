"""How much of the blank pages was there, page after page, and how well that was foreseen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageFigures:
    """One finished page.

    ``day`` is its study day. ``covered`` is the share of its weight that was said on it, ``free``
    that said without help, both 0 to 1. ``points`` counts its points, ``said`` those said, and
    ``guess`` is how many the learner expected, None for no guess. ``overruled`` counts the
    proposals that the learner did not follow.
    """

    day: int
    covered: float
    free: float
    points: int
    said: int
    guess: int | None
    overruled: int
