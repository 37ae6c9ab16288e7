"""A rubric as it is compared: the blank page named, and the wordings its learner had remembered."""

from __future__ import annotations

from dataclasses import dataclass

from recall.library.blank_pages.entry import BlankPage
from recall.library.blank_pages.opening import wordings_of
from recall.storage.store import Transaction
from recall.study.free_recall.explained import ExplainedRubric, explain_rubric


@dataclass(frozen=True, slots=True)
class RubricView:
    """A blank page and how its points are compared, in the same order."""

    page: BlankPage
    explained: ExplainedRubric


def rubric_view(tx: Transaction, page: BlankPage) -> RubricView:
    """Return how the points of a blank page are compared now."""
    remembered = wordings_of(tx, page.names)
    learned = {
        point.key: remembered.get(name, ())
        for point, name in zip(page.rubric.points, page.names, strict=True)
    }
    return RubricView(page, explain_rubric(page.rubric, learned=learned, language=page.language))
