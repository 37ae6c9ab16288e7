"""Where *found* and *not found* begin, and how a deck's own verdicts move it.

No threshold fits every deck: some rubrics are met by three words of five, others by nothing less
than all. A learner's verdicts show where a deck's cut lies; few verdicts move it little.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

DEFAULT_CUT = 0.45
PRIOR_VERDICTS = 40
FEWEST_VERDICTS = 20
_ABOVE, _BELOW = 0.25, 0.20
_HIGHEST_FOUND = 0.95


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where a deck's points are found and not found; between is for the learner to check.

    ``cut`` is the cover from which a point is more likely covered than not; ``verdicts`` how many
    verdicts of the learner moved it, 0 for the default, which is what repeatable grading uses.
    """

    cut: float = DEFAULT_CUT
    verdicts: int = 0

    @property
    def found(self) -> float:
        """The cover from which a point is found: 0.70 by default, never above 0.95."""
        return round(min(self.cut + _ABOVE, _HIGHEST_FOUND), 9)

    @property
    def not_found(self) -> float:
        """The cover up to which a point is not found: 0.25 by default, never below 0."""
        return round(max(self.cut - _BELOW, 0.0), 9)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The learner's word on one point of a page: the ``cover`` it had, and whether it was there."""

    cover: float
    covered: bool


DEFAULT = Thresholds()


def calibrate(verdicts: Iterable[Verdict], *, frozen: bool = False) -> Thresholds:
    """Return the thresholds of a deck from all verdicts on it; their order does not matter.

    The cut is that of the best macro-F1 on the verdicts, drawn towards 0.45 as if 40 more verdicts
    spoke for 0.45. Fewer than 20 verdicts, verdicts that all say the same, or ``frozen`` give
    the default.
    """
    known = list(verdicts)
    if frozen or len(known) < FEWEST_VERDICTS or len({verdict.covered for verdict in known}) < 2:
        return DEFAULT
    fitted = best_cut([(verdict.cover, verdict.covered) for verdict in known])
    cut = (len(known) * fitted + PRIOR_VERDICTS * DEFAULT_CUT) / (len(known) + PRIOR_VERDICTS)
    return Thresholds(cut, len(known))


def best_cut(pairs: Sequence[tuple[float, bool]]) -> float:
    """Return the cut with the best macro-F1 over (cover, covered) pairs, the middle among equals.

    A cover at or above the cut counts as covered. Candidates are the middles between neighbouring
    covers.
    """
    ordered = sorted(pairs)
    positive = sum(truth for _, truth in ordered)
    negative = len(ordered) - positive
    below_positive = 0
    scored: list[tuple[float, float]] = []
    for below, (cover, truth) in enumerate(ordered):
        before = ordered[below - 1][0] if below else 0.0
        if below == 0 or cover > before:
            found = positive - below_positive
            missed_negative = below - below_positive
            claimed = len(ordered) - below
            of_covered = 2 * found / (claimed + positive) if positive else 0.0
            of_others = 2 * missed_negative / (below + negative) if negative else 0.0
            scored.append(((of_covered + of_others) / 2, (before + cover) / 2))
        below_positive += truth
    if not scored:
        return DEFAULT_CUT
    best = max(score for score, _ in scored)
    equal = [cut for score, cut in scored if score == best]
    return equal[len(equal) // 2]
