"""What answers are worth: everything that judges one, for callers that meet every kind of card."""

from recall.study.choice import grade_choice
from recall.study.order import grade_order
from recall.study.typed import grade_gaps, grade_typed
from recall.study.verdict import Mark, Piece, Verdict, propose

__all__ = [
    "Mark",
    "Piece",
    "Verdict",
    "grade_choice",
    "grade_gaps",
    "grade_order",
    "grade_typed",
    "propose",
]
