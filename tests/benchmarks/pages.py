"""Thirty pages judged point by point by a careful person, and how far the matcher agrees.

The pages and the verdicts lie in tests/data/pages; their rubrics are those of the bundled course.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import cycle
from pathlib import Path
from statistics import fmean

from recall.cards.kinds.free_recall import FreeRecall
from recall.markdown.reader import read_deck
from recall.paths import bundled_decks
from recall.study.free_recall.calibration import (
    DEFAULT,
    DEFAULT_CUT,
    Thresholds,
    Verdict,
    calibrate,
)
from recall.study.free_recall.matcher import compare
from recall.study.free_recall.rubric import Rubric
from recall.study.free_recall.values import Comparison, State
from tests.benchmarks.figure import Figure
from tests.benchmarks.short_answers import area_under_curve

PAGES = Path(__file__).parent.parent / "data" / "pages"
COURSE = "kimi-k3"
OTHER_TOPIC, OTHER_LANGUAGE = "another topic", "another language"


class Truth(StrEnum):
    """What a careful person says of a key point on a page."""

    COVERED = "covered"
    PARTLY = "partly"
    MISCONCEPTION = "misconception"
    ABSENT = "absent"


# What the matcher had best propose: the learner checks what is neither there nor missing.
_CALLED_FOR = {
    Truth.COVERED: State.FOUND,
    Truth.PARTLY: State.CHECK,
    Truth.MISCONCEPTION: State.CHECK,
    Truth.ABSENT: State.NOT_FOUND,
}


@dataclass(frozen=True)
class JudgedPage:
    """A page, the name of the blank page it is written for, and the verdicts by key."""

    name: str
    card: str
    sort: str
    text: str
    verdicts: Mapping[str, Truth]

    def truth(self, key: str) -> Truth:
        """Return the verdict on a key point."""
        return self.verdicts.get(key, Truth.ABSENT)


@cache
def rubrics() -> Mapping[str, Rubric]:
    """Return every rubric of the bundled course by the name of its card."""
    found: dict[str, Rubric] = {}
    for path in sorted((bundled_decks() / COURSE).glob("*.md")):
        deck = read_deck(path.read_bytes(), path.name)
        for entry in deck.entries:
            if isinstance(entry.parts, FreeRecall):
                name = f"{COURSE}#{entry.attributes.id}"
                found[name] = Rubric.of(entry.parts, deck.front_matter.synonyms)
    return found


@cache
def judged_pages() -> tuple[JudgedPage, ...]:
    """Return the pages with their verdicts."""
    written = tomllib.loads((PAGES / "verdicts.toml").read_text("utf-8"))
    return tuple(
        JudgedPage(
            page["page"],
            page["card"],
            page["sort"],
            _filled(_text(page["page"]), page.get("fill", ()), page.get("words", 0)),
            {
                key: truth
                for truth in (Truth.COVERED, Truth.PARTLY, Truth.MISCONCEPTION)
                for key in page.get(truth.value, ())
            },
        )
        for page in written["pages"]
    )


def _text(name: str) -> str:
    return (PAGES / f"{name}.md").read_text("utf-8")


def _filled(text: str, names: Sequence[str], words: int) -> str:
    """Return a text followed by pages again and again, up to a number of words."""
    pieces, count = [text], len(text.split())
    for name in cycle(names):
        if count >= words:
            break
        filling = " ".join(_text(name).split(" ")[: words - count])
        pieces.append(filling)
        count += len(filling.split())
    return "\n\n".join(pieces)


@dataclass(frozen=True)
class Agreement:
    """What the matcher says of one page beside what a person says, point by point."""

    page: JudgedPage
    comparison: Comparison

    @classmethod
    def of(cls, page: JudgedPage, thresholds: Thresholds = DEFAULT) -> Agreement:
        """Compare a page with the rubric it is written for."""
        return cls(page, compare(page.text, rubrics()[page.card], thresholds=thresholds))

    @property
    def points(self) -> list[tuple[Truth, State, float]]:
        """Verdict, proposal and cover of each point."""
        return [
            (self.page.truth(point.key), point.state, point.cover)
            for point in self.comparison.points
        ]

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdicts that the thresholds learn from."""
        return [Verdict(cover, truth is Truth.COVERED) for truth, _, cover in self.points]

    @property
    def flagged(self) -> list[Truth]:
        """The verdict on each point with a sentence that is reported as a misconception."""
        return [self.page.truth(key) for key in {clash.key for clash in self.comparison.clashes}]

    def __str__(self) -> str:
        return f"{self.page.name:29} {Summary(self.points)}"


class Summary:
    """Figures over points, each with its verdict, the proposal and the cover."""

    def __init__(self, points: Sequence[tuple[Truth, State, float]]) -> None:
        self.count = len(points)
        self.covered = sum(truth is Truth.COVERED for truth, _, _ in points)
        self.found = sum(state is State.FOUND for _, state, _ in points)
        self.right_found = self._count(points, State.FOUND, Truth.COVERED)
        self.partly_found = self._count(points, State.FOUND, Truth.PARTLY)
        self.false_found = self.found - self.right_found - self.partly_found
        self.missed = self._count(points, State.NOT_FOUND, Truth.COVERED)
        self.check = sum(state is State.CHECK for _, state, _ in points)
        self.as_called_for = fmean(_CALLED_FOR[truth] is state for truth, state, _ in points)
        self.accuracy = fmean(
            (truth is Truth.COVERED) == (cover >= DEFAULT_CUT) for truth, _, cover in points
        )

    @staticmethod
    def _count(points: Sequence[tuple[Truth, State, float]], state: State, truth: Truth) -> int:
        return sum((one, other) == (truth, state) for one, other, _ in points)

    def __str__(self) -> str:
        precision = f"{self.right_found / self.found:4.2f}" if self.found else "   –"
        return (
            f"{self.count:6} {self.covered:7} {self.accuracy:8.2f} {self.as_called_for:8.2f} "
            f"{self.found:5} {precision:>9} {self.false_found:11} {self.missed:6} "
            f"{self.check / self.count:6.2f}"
        )


HEADING = f"{'page':29} points covered accuracy proposal found precision false found missed  check"


def pages() -> Iterator[Figure | Agreement | str]:
    """A line for each page, and figures over all of them.

    *accuracy* is the share of points whose cover is on the right side of the default cut,
    *proposal* that of points whose state is the one the verdict calls for (partly covered points
    and misconceptions call for a check), *missed* the covered points that are not found, *check*
    the share left to the learner.
    """
    agreements = [Agreement.of(page) for page in judged_pages()]
    yield HEADING
    yield from agreements
    english = [one for one in agreements if one.page.sort != OTHER_LANGUAGE]
    for title, chosen in (("all", agreements), ("all in English", english)):
        yield f"{title:29} {Summary([point for one in chosen for point in one.points])}"
    points = [point for one in english for point in one.points]
    summary = Summary(points)
    ranked = [(cover, truth is Truth.COVERED) for truth, _, cover in points]
    yield Figure("judged pages: AUC of the cover", area_under_curve(ranked), 0.9, "", at_least=True)
    yield Figure("judged pages: accuracy", summary.accuracy, 0.8, "", at_least=True)
    precision = summary.right_found / summary.found
    title = f"judged pages: precision of the {summary.found} found"
    yield Figure(title, precision, 0.92, "", at_least=True)
    yield Figure("judged pages: false found", summary.false_found, 0, "points")
    yield from _learned(english)
    yield from _misconceptions(english)
    strays = [
        point
        for page in judged_pages()
        if page.sort == OTHER_TOPIC
        for rubric in rubrics().values()
        for point in compare(page.text, rubric).points
    ]
    found = sum(point.state is State.FOUND for point in strays)
    check = fmean(point.state is State.CHECK for point in strays)
    title = f"another topic's pages against all rubrics, {len(strays)} points"
    yield Figure(f"{title}: found", found, 0, "points")
    yield Figure(f"{title}: to check", check, 0.2, "")


def _learned(agreements: Sequence[Agreement]) -> Iterator[Figure]:
    """What thresholds learned from the verdicts on all other pages change on a page."""
    points: list[tuple[Truth, State, float]] = []
    for one in agreements:
        others = [verdict for other in agreements if other is not one for verdict in other.verdicts]
        points += Agreement.of(one.page, calibrate(others)).points
    summary = Summary(points)
    title = f"with the cut of the other pages: precision of the {summary.found} found"
    yield Figure(title, summary.right_found / summary.found, 0.92, "", at_least=True)
    yield Figure("with the cut of the other pages: missed", summary.missed, 10, "points")


def _misconceptions(agreements: Sequence[Agreement]) -> Iterator[Figure]:
    """How many misconceptions are flagged, and how many flags are right."""
    flagged = [truth for one in agreements for truth in one.flagged]
    right = sum(truth is Truth.MISCONCEPTION for truth in flagged)
    held = sum(truth is Truth.MISCONCEPTION for one in agreements for truth, _, _ in one.points)
    title = f"judged pages: share of the {held} misconceptions that are flagged"
    yield Figure(title, right / held, 0.7, "", at_least=True)
    title = f"judged pages: share of the {len(flagged)} flags that are right"
    yield Figure(title, right / len(flagged), 0.6, "", at_least=True)
