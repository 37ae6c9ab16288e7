"""Where a key acts: the screens of the interface, and the states of some of them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Scope(StrEnum):
    """Where a key acts: a screen, or one state of the review screen.

    Within the review screen ``REVIEW`` acts in every state but ``TYPE``, where letters are text;
    the others act in theirs.
    """

    HOME = "home"
    REVIEW = "review"
    REVEAL = "reveal"
    TYPE = "type"
    OUTSIDE = "outside"
    CHOOSE = "choose"
    ARRANGE = "arrange"
    GRADE = "grade"
    QUIZ = "quiz"
    RESULT = "result"
    SUMMARY = "summary"
    DAMAGED = "damaged"
    CARD = "card"
    HISTORY = "history"
    STATISTICS = "statistics"
    PROBLEMS = "problems"
    LESSON = "lesson"
    FIND = "find"
    BROWSE = "browse"
    QUERY = "query"
    CONTENTS = "contents"
    PREVIEW = "preview"
    PAGES = "pages"
    GUESS = "guess"
    WRITE = "write"
    COMPARE = "compare"
    PICK = "pick"
    CUE = "cue"
    CHANCE = "chance"
    PAGE_SUMMARY = "covered"
    COLD = "cold"
    RECORD = "record"
    VERSIONS = "versions"
    HELP = "help"


SCOPE_TITLES: Mapping[Scope, str] = {
    Scope.HOME: "Home",
    Scope.REVIEW: "Review",
    Scope.REVEAL: "Review, before the answer",
    Scope.TYPE: "Review, while typing an answer",
    Scope.OUTSIDE: "Review, outside the answer field",
    Scope.CHOOSE: "Review, options to choose from",
    Scope.ARRANGE: "Review, items to put in order",
    Scope.GRADE: "Review, after the answer",
    Scope.QUIZ: "Quiz, after the answer",
    Scope.RESULT: "Result of a quiz",
    Scope.SUMMARY: "Summary",
    Scope.DAMAGED: "Damaged progress file",
    Scope.CARD: "Card information",
    Scope.HISTORY: "History",
    Scope.STATISTICS: "Statistics",
    Scope.PROBLEMS: "Problems",
    Scope.LESSON: "Lesson",
    Scope.FIND: "Lesson, while typing what to search for",
    Scope.BROWSE: "Cards",
    Scope.QUERY: "Cards, while typing a query",
    Scope.CONTENTS: "Table of contents",
    Scope.PREVIEW: "Preview of a deck",
    Scope.PAGES: "Blank pages",
    Scope.GUESS: "Blank page, before it is begun",
    Scope.WRITE: "Blank page, while writing",
    Scope.COMPARE: "Blank page, comparing",
    Scope.PICK: "Blank page, picking a sentence",
    Scope.CUE: "Blank page, while answering a cue",
    Scope.CHANCE: "Blank page, second chance",
    Scope.PAGE_SUMMARY: "Blank page, summary",
    Scope.COLD: "Reading cold",
    Scope.RECORD: "Record of a blank page",
    Scope.VERSIONS: "Pages of the past",
    Scope.HELP: "Help",
}

REVIEW_STATES = (
    Scope.REVEAL,
    Scope.OUTSIDE,
    Scope.CHOOSE,
    Scope.ARRANGE,
    Scope.GRADE,
    Scope.QUIZ,
)
"""The states of the review screen in which the keys of ``REVIEW`` act too."""
