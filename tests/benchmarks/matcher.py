"""Measure of the free-recall matcher: how well it ranks, proposes and learns, and how fast it is.

Every question is a blank page of one point, with the question as its prompt, unless a figure says
otherwise. Draws are the same every time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from statistics import fmean, median

from recall.study.free_recall.calibration import DEFAULT_CUT, Verdict, best_cut, calibrate
from recall.study.free_recall.languages import stem
from recall.study.free_recall.matcher import compare
from recall.study.free_recall.rubric import Rubric
from recall.study.free_recall.values import PointResult, State
from recall.study.free_recall.words import words_of_phrase, words_of_piece
from tests.benchmarks.figure import Figure
from tests.benchmarks.short_answers import (
    ANSWERS,
    DOMAINS,
    QUESTIONS,
    TRAIN,
    Answer,
    Question,
    area_under_curve,
    by_question,
    macro_f1,
    read_answers,
)

SCIENCE, CIRCUITS = "sciEntsBank", "beetle"
# The reference figures of a matcher of this kind on each set: AUC, macro-F1 at the cut of train.
_REFERENCE = {
    (SCIENCE, ANSWERS): (0.789, 0.715),
    (SCIENCE, QUESTIONS): (0.793, 0.744),
    (SCIENCE, DOMAINS): (0.796, 0.728),
    (CIRCUITS, ANSWERS): (0.828, 0.747),
    (CIRCUITS, QUESTIONS): (0.758, 0.693),
}
_PRECISION = 0.92
_PHRASES = 4
_PAGES, _POINTS = 150, 18
_DRAWS = 20

Scored = list[tuple[float, bool]]


class Measured:
    """All answers of a file, each compared with its question once."""

    def __init__(self, path: Path) -> None:
        self.answers = read_answers(path)

    @cached_property
    def results(self) -> list[tuple[Answer, PointResult]]:
        """Every answer with what the matcher says of it."""
        return [
            (answer, compare(answer.text, answer.question.rubric).points[0])
            for answer in self.answers
        ]

    def of(self, corpus: str, split: str) -> list[Answer]:
        """Return the answers of one set."""
        return [one for one in self.answers if (one.corpus, one.split) == (corpus, split)]

    def scored(self, corpus: str, split: str) -> Scored:
        """Return cover and truth of the answers of one set."""
        return [
            (result.cover, answer.right)
            for answer, result in self.results
            if (answer.corpus, answer.split) == (corpus, split)
        ]


def matcher(path: Path) -> Iterator[Figure]:
    """Ranking, precision, phrases, pages, calibration and time on a file of graded answers."""
    measured = Measured(path)
    yield from _sets(measured)
    yield from _phrases(measured)
    for wrong, limits in ((0, (0.8, 0.12)), (_POINTS // 3, None)):
        yield from _pages(measured.answers, wrong, limits)
    yield from _calibration(measured)
    yield from _times(measured.answers)


def _sets(measured: Measured) -> Iterator[Figure]:
    cuts = {corpus: best_cut(measured.scored(corpus, TRAIN)) for corpus in (SCIENCE, CIRCUITS)}
    for (corpus, split), (auc, f1) in _REFERENCE.items():
        scored = measured.scored(corpus, split)
        name = f"{corpus} {split}"
        yield Figure(f"{name}: AUC", area_under_curve(scored), auc, "", at_least=True)
        title = f"{name}: macro-F1 at {cuts[corpus]:.2f}, the cut of train"
        yield Figure(title, macro_f1(scored, cuts[corpus]), f1, "", at_least=True)
    for corpus, split in _REFERENCE:
        found = [
            answer.right
            for answer, result in measured.results
            if (answer.corpus, answer.split) == (corpus, split) and result.state is State.FOUND
        ]
        title = f"{corpus} {split}: precision of the {len(found)} found"
        yield Figure(title, fmean(found) if found else 0.0, _PRECISION, "", at_least=True)


def _phrases(measured: Measured) -> Iterator[Figure]:
    """With four right answers of train remembered as the learner's own wordings.

    First those that come first in the file; then, since which four it is matters, drawn ten times.
    """
    for corpus, auc, f1 in ((SCIENCE, 0.84, 0.749), (CIRCUITS, 0.828, 0.747)):
        train = by_question(measured.of(corpus, TRAIN))
        unseen = by_question(measured.of(corpus, ANSWERS))
        right = {question: [one for one in train[question] if one.right] for question in train}
        first = {question: answers[:_PHRASES] for question, answers in right.items()}
        scored = _with_phrases(unseen, first)
        others = {
            question: [one for one in answers if one not in first[question]]
            for question, answers in train.items()
        }
        cut = best_cut(_with_phrases(others, first))
        name = f"{corpus} {ANSWERS} with {_PHRASES} accepted phrases"
        yield Figure(f"{name}: AUC", area_under_curve(scored), auc, "", at_least=True)
        title = f"{name}: macro-F1 at {cut:.2f}, the cut of train"
        yield Figure(title, macro_f1(scored, cut), f1, "", at_least=True)
        drawn: list[float] = []
        for draw in range(10):
            chosen = {
                question: Random(f"{draw} {question.key}").sample(
                    answers, min(_PHRASES, len(answers))
                )
                for question, answers in right.items()
            }
            drawn.append(area_under_curve(_with_phrases(unseen, chosen)))
        plain = area_under_curve(measured.scored(corpus, ANSWERS))
        title = f"{name}, drawn: mean AUC"
        yield Figure(title, fmean(drawn), max(auc, plain), "", at_least=True)


def _with_phrases(
    asked: Mapping[Question, Sequence[Answer]], phrases: Mapping[Question, Sequence[Answer]]
) -> Scored:
    """Return cover and truth of answers when those of ``phrases`` are remembered."""
    scored: Scored = []
    for question, answers in asked.items():
        learned = {question.key: [one.text for one in phrases.get(question, ())]}
        for answer in answers:
            result = compare(answer.text, question.rubric, learned=learned).points[0]
            scored.append((result.cover, answer.right))
    return scored


def _pages(
    answers: Sequence[Answer], wrong: int, limits: tuple[float, float] | None
) -> Iterator[Figure]:
    """Pages of shuffled answers of one module, all of the test splits: a third of 18 points
    covered, ``wrong`` attempted in vain, the others not attempted.
    """
    random = Random(1)
    modules: dict[str, dict[bool, dict[str, list[Answer]]]] = {}
    for answer in answers:
        if answer.corpus == SCIENCE and answer.split != TRAIN:
            graded = modules.setdefault(answer.question.module, {True: {}, False: {}})
            graded[answer.right].setdefault(answer.question.key, []).append(answer)
    large = sorted(
        name
        for name, graded in modules.items()
        if len(graded[True].keys() & graded[False]) >= _POINTS
    )
    scored: Scored = []
    not_attempted: list[PointResult] = []
    found: list[bool] = []
    for _ in range(_PAGES):
        graded = modules[random.choice(large)]
        keys = random.sample(sorted(graded[True].keys() & graded[False]), _POINTS)
        covered, in_vain = keys[: _POINTS // 3], keys[_POINTS // 3 : _POINTS // 3 + wrong]
        texts = [random.choice(graded[True][key]).text for key in covered]
        texts += [random.choice(graded[False][key]).text for key in in_vain]
        random.shuffle(texts)
        rubric = Rubric(tuple(graded[True][key][0].question.point for key in keys))
        for result in compare("\n".join(texts), rubric).points:
            scored.append((result.cover, result.key in covered))
            if result.key not in covered and result.key not in in_vain:
                not_attempted.append(result)
            if result.state is State.FOUND:
                found.append(result.key in covered)
    auc, false = limits or (0.0, 1.0)
    name = f"pages, {_POINTS // 3} covered and {wrong} in vain of {_POINTS} points"
    yield Figure(f"{name}: AUC", area_under_curve(scored), auc, "", at_least=True)
    for title, share in (
        (f"cover of {DEFAULT_CUT} or more", [one.cover >= DEFAULT_CUT for one in not_attempted]),
        ("found", [one.state is State.FOUND for one in not_attempted]),
    ):
        yield Figure(f"{name}: not attempted but {title}", fmean(share), false, "")
    yield Figure(f"{name}: precision of the {len(found)} found", fmean(found), 0, "", at_least=True)


def _calibration(measured: Measured) -> Iterator[Figure]:
    """Macro-F1 of the cut on a deck's other answers, before and after verdicts on some of them.

    A deck is a module with 300 answers or more; each is drawn twenty times.
    """
    decks: dict[tuple[str, str], list[Verdict]] = {}
    for answer, result in measured.results:
        verdict = Verdict(result.cover, answer.right)
        decks.setdefault((answer.corpus, answer.question.module), []).append(verdict)
    large = {name: verdicts for name, verdicts in decks.items() if len(verdicts) >= 300}
    for count in (20, 50, 100):
        gains: list[float] = []
        before: list[float] = []
        for name, verdicts in sorted(large.items()):
            drawn: list[float] = []
            for draw in range(_DRAWS):
                shuffled = Random(f"{name} {draw}").sample(verdicts, len(verdicts))
                rest = [(one.cover, one.covered) for one in shuffled[count:]]
                before.append(macro_f1(rest, DEFAULT_CUT))
                drawn.append(macro_f1(rest, calibrate(shuffled[:count]).cut) - before[-1])
            gains.append(fmean(drawn))
        title = f"{len(large)} decks, {count} verdicts"
        after = fmean(before) + fmean(gains)
        yield Figure(f"{title}: macro-F1 of the cut", after, fmean(before), "", at_least=True)
        yield Figure(f"{title}: the deck that gains most", max(gains), 0, "", at_least=True)
        yield Figure(f"{title}: the deck that gains least", min(gains), -0.02, "", at_least=True)


def _times(answers: Sequence[Answer]) -> Iterator[Figure]:
    """CPU time of one comparison, with stems known from earlier ones and with none known."""
    random = Random(3)
    questions = sorted(by_question(answers).items(), key=lambda pair: pair[0].key)
    for points, words, limit in ((60, 600, 20), (200, 3000, 300)):
        chosen = random.sample(questions, points)
        rubric = Rubric(tuple(question.point for question, _ in chosen))
        texts = [answer.text for _, theirs in chosen for answer in theirs]
        random.shuffle(texts)
        page = " ".join(" \n".join(texts).split(" ")[:words])
        known: list[float] = []
        new: list[float] = []
        for _ in range(9):
            stem.cache_clear()
            words_of_phrase.cache_clear()
            words_of_piece.cache_clear()
            new.append(_milliseconds(page, rubric))
            known.append(_milliseconds(page, rubric))
        name = f"{points} points against {words:,} words"
        yield Figure(name, median(known), limit, "ms CPU")
        yield Figure(f"{name}, every stem new", median(new), 2 * limit, "ms CPU")


def _milliseconds(page: str, rubric: Rubric) -> float:
    """Return the CPU milliseconds of one comparison."""
    started = time.process_time()
    compare(page, rubric)
    return (time.process_time() - started) * 1000
