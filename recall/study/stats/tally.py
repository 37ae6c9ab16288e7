"""The sums from which the figures follow, so that a million answers need not be read each time.

Whatever is shown of many answers is a sum over some of them: over a study day, an hour, a bin of
predicted recall, a month of young or of mature cards, or one card. What is not whole is summed in
billionths, as whole numbers: an answer that is taken away leaves the sums as if it had never been
there, in whatever order answers come and go.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from recall.clock import MICROSECONDS_PER_MINUTE, day_to_date
from recall.study.stats.answered import Answered, Effort, Share

BINS = 10
BILLION = 1_000_000_000
_MICROSECONDS_PER_HOUR = 60 * MICROSECONDS_PER_MINUTE


class Grain(StrEnum):
    """What the answers of one sum have in common, and what its key says.

    The study day (``20788``); the local hour (``0`` to ``23``); the bin of predicted recall (``0``
    to ``9``); the month (``2026-12``) with the card young or mature; the name of the card's
    content. Bins and months hold only answers that count for retention.
    """

    DAY = "day"
    HOUR = "hour"
    BIN = "bin"
    YOUNG = "young"
    MATURE = "mature"
    CARD = "card"


@dataclass(slots=True)
class Sum:
    """The sum of some answers.

    ``counted`` are those that count for retention, ``remembered`` of them were; ``aims`` of them
    had a due date that was meant for a recall, ``aimed`` together; ``predicted`` is the sum of the
    recall predicted of those that count, both in billionths. ``first_at`` and ``last_at`` are UTC
    microseconds, None where no answer was added.
    """

    answers: int = 0
    milliseconds: int = 0
    counted: int = 0
    remembered: int = 0
    aims: int = 0
    aimed: int = 0
    predicted: int = 0
    first_at: int | None = None
    last_at: int | None = None

    def add(self, answer: Answered, times: int = 1) -> None:
        """Add an answer, or with ``times`` -1 take it away; the instants then stay."""
        self.answers += times
        self.milliseconds += times * answer.milliseconds
        if answer.recall_before is not None and answer.first:
            self.counted += times
            self.remembered += times * answer.remembered
            self.predicted += times * round(answer.recall_before * BILLION)
            if answer.aimed is not None:
                self.aims += times
                self.aimed += times * round(answer.aimed * BILLION)
        if times > 0:
            at = answer.at
            self.first_at = at if self.first_at is None else min(self.first_at, at)
            self.last_at = at if self.last_at is None else max(self.last_at, at)

    def join(self, other: Sum) -> None:
        """Add what another sum holds, but for the instants."""
        self.answers += other.answers
        self.milliseconds += other.milliseconds
        self.counted += other.counted
        self.remembered += other.remembered
        self.aims += other.aims
        self.aimed += other.aimed
        self.predicted += other.predicted

    @property
    def share(self) -> Share:
        """The true retention of the answers."""
        aimed = self.aimed / self.aims / BILLION if self.aims else None
        return Share(self.remembered, self.counted, aimed)

    @property
    def effort(self) -> Effort:
        """What was done in the answers."""
        return Effort(self.answers, self.milliseconds, self.share)


class Tally:
    """The sums of some answers at every grain."""

    def __init__(self, sums: Mapping[tuple[Grain, str], Sum] | None = None) -> None:
        self.sums: defaultdict[tuple[Grain, str], Sum] = defaultdict(Sum, sums or {})
        self._months: dict[int, str] = {}

    def add(self, answer: Answered, name: str, times: int = 1) -> None:
        """Add an answer to the content ``name``, or with ``times`` -1 take it away."""
        sums = self.sums
        local = answer.at + answer.offset * MICROSECONDS_PER_MINUTE
        sums[Grain.DAY, str(answer.day)].add(answer, times)
        sums[Grain.HOUR, str(local // _MICROSECONDS_PER_HOUR % 24)].add(answer, times)
        sums[Grain.CARD, name].add(answer, times)
        if answer.first and answer.recall_before is not None:
            place = min(int(answer.recall_before * BINS), BINS - 1)
            sums[Grain.BIN, str(place)].add(answer, times)
            age = Grain.MATURE if answer.mature else Grain.YOUNG
            sums[age, self._month(answer.day)].add(answer, times)

    def of(self, grain: Grain) -> dict[str, Sum]:
        """Return the sums of one grain by their keys; none is of no answer."""
        return {
            key: one for (known, key), one in self.sums.items() if known is grain and one.answers
        }

    def whole(self) -> Sum:
        """Return the sum of all answers."""
        return joined(self.of(Grain.DAY).values())

    def _month(self, day: int) -> str:
        month = self._months.get(day)
        if month is None:
            month = self._months[day] = day_to_date(day).isoformat()[:7]
        return month


def tally_of(answers: Iterable[tuple[str, Answered]]) -> Tally:
    """Return the sums of answers, each with the name of what was answered."""
    tally = Tally()
    for name, answer in answers:
        tally.add(answer, name)
    return tally


def joined(sums: Iterable[Sum]) -> Sum:
    """Return some sums as one, without instants."""
    whole = Sum()
    for one in sums:
        whole.join(one)
    return whole
