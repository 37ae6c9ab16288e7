"""Points contending for the sentences of a page: a sentence is evidence for whom it fits best.

Points of one rubric share words, so a sentence about one of them looks a little like its
neighbours. What another point fits better counts less.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from recall.study.free_recall.rubric import RubricPoint
from recall.study.free_recall.scoring import ScoredPhrase, Window
from recall.study.free_recall.values import Source

RIVAL_SHARE = 0.5

LookUp = Callable[[str, Source], ScoredPhrase]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The window that speaks most for a point, by one of its wordings.

    ``cover`` is its score after the share of the rival, whose key is ``rival``, if any fits better.
    """

    wording: ScoredPhrase
    window: Window
    cover: float
    rival: str | None


class Contender:
    """A key point with all that is looked up for it: the statement first among its wordings."""

    def __init__(self, point: RubricPoint, learned: Sequence[str], look_up: LookUp) -> None:
        self.key = point.key
        self.wordings = [look_up(point.statement, Source.STATEMENT)]
        self.wordings += [look_up(text, Source.ACCEPTED) for text in point.accepted]
        self.wordings += [look_up(text, Source.LEARNED) for text in learned]
        self.misconceptions = [look_up(text, Source.ACCEPTED) for text in point.misconceptions]
        self.required = [look_up(text, Source.STATEMENT) for text in point.required]

        self.singles: dict[int, float] = {}
        for wording in self.wordings:
            for number, score in wording.singles.items():
                if score > self.singles.get(number, 0.0):
                    self.singles[number] = score

    def at(self, window: Window) -> float:
        """Return the best score of the wordings in a window."""
        first, last = window
        if first == last:
            return self.singles.get(first, 0.0)
        if first not in self.singles and last not in self.singles:
            return 0.0
        return max(wording.at(window) for wording in self.wordings)

    def best_score(self) -> float:
        """Return the best score of the wordings anywhere on the page."""
        best = max(self.singles.values(), default=0.0)
        for wording in self.wordings:
            doubles = wording.double_windows(best)
            best = doubles[0][0] if doubles else best
        return best

    @property
    def in_pairs(self) -> bool:
        """Whether a wording is compared by pairs of letters."""
        return any(sought.word.pair for one in self.wordings for sought in one.phrase.sought)


class Contest:
    """All points of a rubric, and which of them fits a window best."""

    def __init__(self, contenders: Sequence[Contender]) -> None:
        self.contenders = contenders
        of_sentence: defaultdict[int, list[tuple[float, int]]] = defaultdict(list)
        for place, contender in enumerate(contenders):
            for number, score in contender.singles.items():
                of_sentence[number].append((score, -place))
        # The best point of a window with its score; the earlier among equals, hence the minus.
        self._leaders = {(number, number): max(scores) for number, scores in of_sentence.items()}

    def evidence(self, contender: Contender) -> Evidence | None:
        """Return the window with the greatest cover of a point; None when no word is met.

        Among equals one sentence goes before two, and the earlier wording before the later.
        """
        best: Evidence | None = None
        for single in (True, False):
            for wording in contender.wordings:
                cover = best.cover if best else -1.0
                ranked = wording.single_windows() if single else wording.double_windows(cover)
                for score, window in ranked:
                    if best is not None and score <= best.cover:
                        break  # a rival only takes away, and the rest score less
                    leading, rival = self._leader(window)
                    over = max(leading - contender.at(window), 0.0)
                    cover = max(score - RIVAL_SHARE * over, 0.0)
                    if best is None or cover > best.cover:
                        best = Evidence(wording, window, cover, rival if over else None)
        return best

    def _leader(self, window: Window) -> tuple[float, str]:
        """Return the score of the point that fits a window best, and its key."""
        if window not in self._leaders:
            self._leaders[window] = max(
                (one.at(window), -place) for place, one in enumerate(self.contenders)
            )
        score, place = self._leaders[window]
        return score, self.contenders[-place].key
