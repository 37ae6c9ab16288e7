"""What makes key points hard to recognise: too few words, too many, or the words of another.

Words are compared as they are written, without stems and synonyms: a deck is read far more often
than a page is graded, and what is reported here must not hang on how pages are compared.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from recall.cards.kinds.free_recall import KeyPoint
from recall.markdown.parts import Report
from recall.text import fold

MOST_POINTS = 200
MOST_CONTENT_WORDS = 12
_FEWEST_OWN_WORDS = 2
# Two points are alike when more than this share of the shorter one's words stands in both.
_ALIKE = 2 / 3
# A word that stands in a quarter of the points, and in three or more, says nothing about one.
_COMMON_SHARE, _COMMON_POINTS = 0.25, 3
_WORD = re.compile(r"[^\W_]+(?:[.,:/][^\W_]+)*")
_LETTERS_WITHOUT_SPACES = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u3040-\u30ff\u3400-\u9fff]")
# English words that carry no fact. Negations, directions and numbers are not among them.
_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a about an and are as at be been being but by can could did do does each every for from "
        "had has have he her his how i if in into is it its itself may more most much must of on "
        "one only or other our she should so some such than that the their them then there these "
        "they this those through to was we were what when where which while who will with would "
        "you your",
    )
)


def content_words(text: str) -> list[str]:
    """Return the words of a statement that carry its fact, folded, in order.

    In a script without spaces every letter counts as a word.
    """
    words: list[str] = []
    for word in _WORD.findall(fold(text)):
        if _LETTERS_WITHOUT_SPACES.search(word):
            words.extend(word)
        elif word not in _STOP_WORDS:
            words.append(word)
    return words


def check_rubric(
    points: list[KeyPoint],
    places: list[tuple[int, int]],
    misconceptions: list[list[tuple[int, int]]],
    report: Report,
) -> None:
    """Report points that are alike, weak or long, and misconceptions that are none.

    ``places`` are those of the points as (line, column) from 0, ``misconceptions`` those of each
    point's misconceptions.
    """
    words = [content_words(point.statement) for point in points]
    counts = Counter(word for of_point in words for word in set(of_point))
    common = {
        word
        for word, count in counts.items()
        if count >= _COMMON_POINTS and count >= _COMMON_SHARE * len(points)
    }
    own = [set(of_point) - common for of_point in words]
    same = _same_points(points, report, places)
    alike = _alike(own, set(range(len(points))) - same)
    for place, other in _sharing_a_phrasing(points).items():
        alike.setdefault(place, other)
    for place, point in enumerate(points):
        line, column = places[place]
        if place in same:
            continue
        if len(own[place]) < _FEWEST_OWN_WORDS and not point.accepted:
            report.add("K542", line, column)
        if len(words[place]) > MOST_CONTENT_WORDS:
            report.add("K544", line, column, count=len(words[place]), limit=MOST_CONTENT_WORDS)
        if place in alike:
            report.add("K543", line, column, line=places[alike[place]][0] + 1)
    _check_misconceptions(points, places, misconceptions, report)


def _same_points(points: list[KeyPoint], report: Report, places: list[tuple[int, int]]) -> set[int]:
    """Report points of equal text or identity, which could not be told apart."""
    same: set[int] = set()
    first: dict[tuple[str, str], int] = {}
    for place, point in enumerate(points):
        keys = [("text", fold(point.statement))]
        if point.id is not None:
            keys.append(("identity", point.id))
        for what, key in keys:
            other = first.setdefault((what, key), place)
            if other != place and place not in same:
                same.add(place)
                line, column = places[place]
                report.add("K545", line, column, what=what, line=places[other][0] + 1)
    return same


def _alike(own: list[set[str]], among: set[int]) -> dict[int, int]:
    """Return for each point that is like an earlier one the first such point."""
    holders: defaultdict[str, list[int]] = defaultdict(list)
    alike: dict[int, int] = {}
    for place, words in enumerate(own):
        if place not in among:
            continue
        shared = Counter(other for word in words for other in holders[word])
        for other in sorted(shared):
            shorter = min(len(words), len(own[other]))
            if shorter >= _FEWEST_OWN_WORDS and shared[other] > _ALIKE * shorter:
                alike[place] = other
                break
        for word in words:
            holders[word].append(place)
    return alike


def _sharing_a_phrasing(points: list[KeyPoint]) -> dict[int, int]:
    """Return for each point with a phrasing in the words of an earlier one that point."""
    first: dict[tuple[str, ...], int] = {}
    sharing: dict[int, int] = {}
    for place, point in enumerate(points):
        for text in (point.statement, *point.accepted):
            words = tuple(sorted(content_words(text)))
            if words and first.setdefault(words, place) != place:
                sharing.setdefault(place, first[words])
    return sharing


def _check_misconceptions(
    points: list[KeyPoint],
    places: list[tuple[int, int]],
    misconceptions: list[list[tuple[int, int]]],
    report: Report,
) -> None:
    """Report misconceptions with the words of a point: of another one, or of their own.

    In another order than in its own point they work, by that order alone.
    """
    said: dict[tuple[str, ...], list[tuple[int, list[str]]]] = {}
    for place, point in enumerate(points):
        for text in (point.statement, *point.accepted):
            words = content_words(text)
            said.setdefault(tuple(sorted(words)), []).append((place, words))
    for place, point in enumerate(points):
        for text, (line, column) in zip(point.misconceptions, misconceptions[place], strict=True):
            words = content_words(text)
            same = said.get(tuple(sorted(words)), []) if words else []
            equal = [one for one, theirs in same if one != place or theirs == words]
            if equal:
                report.add("K549", line, column, line=places[equal[0]][0] + 1)
            elif same:
                report.add("K550", line, column)
