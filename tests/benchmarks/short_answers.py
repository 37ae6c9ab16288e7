"""The graded answers to science questions that the matcher is measured on; see tests/data."""

from __future__ import annotations

import csv
import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from recall.study.free_recall.rubric import Rubric, RubricPoint

SAMPLE = Path(__file__).parent.parent / "data" / "short-answers-sample.csv.gz"
TRAIN, ANSWERS, QUESTIONS, DOMAINS = (
    "train",
    "test-unseen-answers",
    "test-unseen-questions",
    "test-unseen-domains",
)


@dataclass(frozen=True)
class Question:
    """One question: its module, its text, and its reference answers, the best first."""

    key: str
    module: str
    text: str
    references: tuple[str, ...]

    @property
    def point(self) -> RubricPoint:
        """The question as a key point: its answer, and the other ways to put it."""
        return RubricPoint(self.key, self.references[0], self.references[1:])

    @property
    def rubric(self) -> Rubric:
        """The question as a blank page with one point."""
        return Rubric((self.point,), self.text)


@dataclass(frozen=True)
class Answer:
    """One graded answer."""

    corpus: str
    split: str
    question: Question
    text: str
    right: bool


def read_answers(path: Path) -> list[Answer]:
    """Return the answers of a file in the layout of the sample."""
    questions: dict[tuple[str, str], Question] = {}
    answers: list[Answer] = []
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            corpus, key = row["corpus"], row["qid"]
            if (corpus, key) not in questions:
                references = tuple(text for _, text in json.loads(row["refs"]))
                questions[corpus, key] = Question(key, row["module"], row["question"], references)
            answers.append(
                Answer(
                    corpus,
                    row["split"],
                    questions[corpus, key],
                    row["answer"],
                    row["label2"] == "correct",
                )
            )
    return answers


def by_question(answers: Iterable[Answer]) -> dict[Question, list[Answer]]:
    """Return answers by their question, in the order of the file."""
    grouped: defaultdict[Question, list[Answer]] = defaultdict(list)
    for answer in answers:
        grouped[answer.question].append(answer)
    return dict(grouped)


def area_under_curve(scored: Sequence[tuple[float, bool]]) -> float:
    """Return the probability that a right answer scores above a wrong one; equals count half."""
    ordered = sorted(scored)
    right = sum(truth for _, truth in ordered)
    wrong = len(ordered) - right
    ranks = 0.0
    first = 0
    while first < len(ordered):
        last = first
        while last < len(ordered) and ordered[last][0] == ordered[first][0]:
            last += 1
        ranks += (first + last + 1) / 2 * sum(truth for _, truth in ordered[first:last])
        first = last
    return (ranks - right * (right + 1) / 2) / (right * wrong)


def macro_f1(scored: Sequence[tuple[float, bool]], cut: float) -> float:
    """Return the mean F1 of right and wrong answers when a score of ``cut`` or more says right."""
    hits = sum(truth and score >= cut for score, truth in scored)
    rejections = sum(not truth and score < cut for score, truth in scored)
    mistakes = len(scored) - hits - rejections
    return sum(
        2 * right / (2 * right + mistakes) if right + mistakes else 1.0
        for right in (hits, rejections)
    ) / 2  # fmt: skip
