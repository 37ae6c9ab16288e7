"""A rubric as it is compared: the blank page named, and the wordings its learner had remembered."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from recall.cards.history import ActionKind
from recall.library.blank_page import BlankPage
from recall.storage import history, names
from recall.storage.store import Transaction
from recall.study.free_recall.explained import ExplainedRubric, explain_rubric


@dataclass(frozen=True, slots=True)
class RubricView:
    """A blank page and how its points are compared, in the same order."""

    page: BlankPage
    explained: ExplainedRubric


def rubric_view(tx: Transaction, page: BlankPage) -> RubricView:
    """Return how the points of a blank page are compared now."""
    remembered = remembered_wordings(tx, page.names)
    learned = {
        point.key: remembered.get(name, ())
        for point, name in zip(page.rubric.points, page.names, strict=True)
    }
    return RubricView(page, explain_rubric(page.rubric, learned=learned, language=page.language))


def remembered_wordings(tx: Transaction, uids: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the wordings that were remembered for some points and not taken back, oldest first.

    They are given by the points' lasting names, each wording once.
    """
    gone, linked = history.voided(tx), names.aliases(tx)
    found: defaultdict[str, list[str]] = defaultdict(list)
    for action in history.actions(tx, (ActionKind.WORDING,)):
        uid = linked.get(action.target, action.target)
        if uid in uids and action.id not in gone:
            wording = str(json.loads(action.body)["wording"])
            if wording not in found[uid]:
                found[uid].append(wording)
    return {uid: tuple(wordings) for uid, wordings in found.items()}
