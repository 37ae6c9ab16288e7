from __future__ import annotations

import pytest

from recall.cards.kinds.free_recall import FreeRecall, KeyPoint
from recall.study.free_recall.rubric import Rubric, RubricPoint, running_text


def test_a_rubric_is_made_of_a_card_and_the_deck_s_synonyms() -> None:
    card = FreeRecall(
        "Rebuild the **pipeline**.",
        (
            KeyPoint("SFT comes first", id="p-sft"),
            KeyPoint(
                "RL trains **nine** experts",
                accepted=("`3` domains",),
                misconceptions=("they are *an* ensemble",),
                required=("nine",),
            ),
        ),
    )
    rubric = Rubric.of(card, [["SFT", "supervised fine-tuning"]])
    assert rubric == Rubric(
        (
            RubricPoint("p-sft", "SFT comes first"),
            RubricPoint(
                "RL trains **nine** experts",
                "RL trains nine experts",
                ("3 domains",),
                ("they are *an* ensemble",),
                ("nine",),
            ),
        ),
        "Rebuild the pipeline.",
        (("SFT", "supervised fine-tuning"),),
    )


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("the [delta rule](https://example.org/page) erases", "the [delta rule] erases"),
        ('![state](state.png "a title") of it', "![state] of it"),
        ("shown <!-- hidden --> too", "shown  too"),
        ("$d^2$ stays (in brackets)", "$d^2$ stays (in brackets)"),
    ],
)
def test_what_is_not_read_is_not_compared(markdown: str, text: str) -> None:
    assert running_text(markdown) == text
