"""A rubric of five points in two groups, and a page about it that has every kind of proposal."""

from __future__ import annotations

from recall.cards.kinds.free_recall import FreeRecall, KeyPoint
from recall.study.free_recall.attempt import Attempt
from recall.study.free_recall.matcher import compare
from recall.study.free_recall.rubric import Rubric

CARD = FreeRecall(
    "Tell how a river shapes the land.",
    (
        KeyPoint("Fast water cuts V-shaped valleys", ("Upper course",), id="valleys"),
        KeyPoint("Waterfalls retreat upstream", ("Upper course",), id="falls"),
        KeyPoint(
            "Slow water drops sand and mud",
            ("Lower course",),
            misconceptions=("sediment settles where the water is fastest",),
            id="mud",
        ),
        KeyPoint("Deltas grow into the sea", ("Lower course",), id="deltas"),
        KeyPoint("Meanders move sideways over centuries", ("Lower course",), id="meanders"),
    ),
)
RUBRIC = Rubric.of(CARD)
FREE = "Fast water cuts V-shaped valleys."
CUED = "Sediment settles where the water is fastest. Deltas grow into lakes. Meanders move sideways"
PAGE = f"{FREE} {CUED}"
NAME = "01a230f0-89c0-7004-ba5e-4842fab428f7"


def locked(text: str = PAGE, *, free: str | None = None) -> Attempt:
    """An attempt that is locked; ``free`` is what stood there before the first heading."""
    attempt = Attempt(NAME, 0).begin(None, 0)
    if free is not None:
        attempt = attempt.write(free, 1).reveal("Upper course", 2)
    return attempt.write(text, 3).done(4).lock(compare(text, RUBRIC), 5)
