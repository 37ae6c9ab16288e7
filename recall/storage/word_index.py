"""Which of many texts share the rarest words with one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

_RAREST = 12
_COMMON = 60
"""A word of so many texts tells little of any of them; only so many are looked at."""


class WordIndex:
    """The words of some texts, each text known by its place."""

    def __init__(self, texts: Sequence[Collection[str]]) -> None:
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        for place, words in enumerate(texts):
            for word in words:
                self._places[word].append(place)

    def nearest(self, words: Collection[str], number: int) -> list[int]:
        """Return the places of up to ``number`` texts, most shared rare words first."""
        known = sorted((len(self._places[word]), word) for word in words if word in self._places)
        scores: defaultdict[int, float] = defaultdict(float)
        for count, word in known[:_RAREST]:
            if count > _COMMON and scores:
                break
            for place in self._places[word][:_COMMON]:
                scores[place] += 1 / count
        return sorted(scores, key=lambda place: (-scores[place], place))[:number]
