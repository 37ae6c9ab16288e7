"""How much of a wording stands in a sentence, or in two that follow each other.

A window is one sentence, ``(n, n)``, or two, ``(n, n + 1)``, which count a little less. An author's
wording is scored by the share of its weight that is met. A phrasing learned from a page is as long
as the learner wrote it and may be short, so it is compared both ways, by the F2 of the overlap:
what the sentence lacks of it weighs four times what the sentence says beyond it.
"""

from __future__ import annotations

from recall.study.free_recall.page import Hit, Page, Postings
from recall.study.free_recall.phrases import Phrase, Sought
from recall.study.free_recall.values import Source

TWO_SENTENCES = 0.92
# How many times more a missing word of a learned wording weighs than an additional one.
LACKING = 4

Window = tuple[int, int]


class ScoredPhrase:
    """A wording looked up in a page."""

    __slots__ = ("_page", "_rows", "phrase", "singles")

    def __init__(self, phrase: Phrase, page: Page) -> None:
        self.phrase = phrase
        self._page = page
        self._rows: list[tuple[float, Postings]] = []
        met: dict[int, float] = {}
        for sought in phrase.sought:
            postings = page.find(sought)
            if postings:
                self._rows.append((sought.weight, postings))
                for number, hit in postings.items():
                    met[number] = met.get(number, 0.0) + sought.weight * hit.worth
        self.singles = {
            number: self._score(worth, (number, number)) for number, worth in met.items()
        }

    def at(self, window: Window) -> float:
        """Return the score in a window, 0 to 1."""
        first, last = window
        if first == last:
            return self.singles.get(first, 0.0)
        if first not in self.singles or last not in self.singles:
            return TWO_SENTENCES * max(self.singles.get(first, 0.0), self.singles.get(last, 0.0))
        worth = 0.0
        for weight, postings in self._rows:
            one, two = postings.get(first), postings.get(last)
            if one is not None or two is not None:
                worth += weight * max(one.worth if one else 0.0, two.worth if two else 0.0)
        return TWO_SENTENCES * self._score(worth, window)

    def single_windows(self) -> list[tuple[float, Window]]:
        """Return the windows of one sentence with their scores, best first, then earliest."""
        ranked = sorted((-score, number) for number, score in self.singles.items())
        return [(-score, (number, number)) for score, number in ranked]

    def double_windows(self, above: float) -> list[tuple[float, Window]]:
        """Return the windows of two sentences that score more than ``above`` and than either one.

        Best first, then earliest.
        """
        found: list[tuple[float, int]] = []
        for number, first in self.singles.items():
            second = self.singles.get(number + 1)
            if second is None or TWO_SENTENCES * (first + second) <= above:
                continue
            score = self.at((number, number + 1))
            if score > max(above, first, second):
                found.append((-score, number))
        return [(-score, (number, number + 1)) for score, number in sorted(found)]

    def hits(self, window: Window) -> list[tuple[Sought, Hit | None]]:
        """Return every word that is looked for and how it is met in a window, the best hit."""
        hits: list[tuple[Sought, Hit | None]] = []
        for sought in self.phrase.sought:
            postings = self._page.find(sought)
            met = [postings[number] for number in dict.fromkeys(window) if number in postings]
            hits.append((sought, max(met, key=lambda hit: hit.worth, default=None)))
        return hits

    def _score(self, worth: float, window: Window) -> float:
        phrase = self.phrase
        if phrase.source is Source.LEARNED:
            weights = self._page.weights(window[0])
            if window[0] != window[1]:
                weights = weights | self._page.weights(window[1])
            both = LACKING * phrase.total + sum(weights.values())
            return min((1 + LACKING) * worth / both, 1.0)
        # Rounded, so that sums in another order are equal.
        return round(worth / phrase.total, 9)
