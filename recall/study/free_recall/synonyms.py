"""The author's synonyms: groups of words or phrases that stand for each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from recall.study.free_recall.languages import Language
from recall.study.free_recall.words import Word, words_of_phrase


class SynonymGroups:
    """Finds members of synonym groups in a row of words, by stems.

    Groups that share a member are one group; a group is known by a number.
    """

    def __init__(self, synonyms: Sequence[Sequence[str]], language: Language) -> None:
        groups: list[set[tuple[str, ...]]] = []
        for group in synonyms:
            members = {
                tuple(word.stem for word in words_of_phrase(member, language)) for member in group
            } - {()}
            joined = [other for other in groups if other & members]
            groups = [other for other in groups if not other & members]
            groups.append(members.union(*joined))
        self._by_first: defaultdict[str, list[tuple[tuple[str, ...], int]]] = defaultdict(list)
        for number, members in enumerate(groups):
            for member in sorted(members):
                self._by_first[member[0]].append((member, number))

    def find(self, words: Sequence[Word]) -> Iterator[tuple[int, int, int]]:
        """Yield (first, last exclusive, group) of every member that stands in the words."""
        if not self._by_first:
            return
        stems = tuple(word.stem for word in words)
        for first, stem in enumerate(stems):
            for member, number in self._by_first.get(stem, ()):
                if stems[first : first + len(member)] == member:
                    yield first, first + len(member), number
