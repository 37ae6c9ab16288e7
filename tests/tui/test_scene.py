from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.cards.memory import Rating
from recall.library.values import AnswerMode, Mark, Piece, Progress, Verdict
from recall.tui.card_sections import sections_of
from recall.tui.scene import Draft, Scene
from recall.tui.sections import OwnAnswer
from tests.tui.samples import LAYERS, STAGES

MOVES = st.lists(st.sampled_from(["up", "down", "hold", "carry up", "carry down"]), max_size=40)


@given(MOVES)
def test_items_are_only_moved_never_lost(moves: list[str]) -> None:
    draft = Draft.of(STAGES)
    for move in moves:
        before = list(draft.order)
        match move:
            case "hold":
                draft.held = not draft.held
            case "up" | "down":
                draft.step(-1 if move == "up" else 1, 3)
                assert draft.held or draft.order == before
            case _:
                draft.carry(-1 if move == "carry up" else 1)
    assert sorted(draft.order) == [0, 1, 2]
    assert draft.cursor in (0, 1, 2)
    response = draft.response(AnswerMode.ARRANGE)
    assert response is not None
    assert response.order == tuple(draft.order)


def test_a_held_item_goes_along_with_the_cursor() -> None:
    draft = Draft.of(STAGES)
    draft.held = True
    draft.step(1, 3)
    assert draft.order == [1, 0, 2]
    assert draft.cursor == 1


def test_options_are_chosen_and_taken_back() -> None:
    draft = Draft()
    draft.toggle("a")
    draft.toggle("b")
    draft.toggle("a")
    response = draft.response(AnswerMode.CHOOSE)
    assert response is not None
    assert response.letters == {"b"}


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        ((Piece("5000", Mark.WRONG), Piece("93", Mark.MISSING)), (Piece("5000", Mark.WRONG),)),
        (
            (Piece("9", Mark.SAME), Piece("3", Mark.MISSING)),
            (Piece("9", Mark.SAME), Piece("3", Mark.MISSING)),
        ),
    ],
)
def test_an_answer_without_a_right_letter_is_shown_as_typed(
    pieces: tuple[Piece, ...], shown: tuple[Piece, ...]
) -> None:
    typed = "".join(piece.text for piece in pieces if piece.mark is not Mark.MISSING)
    verdict = Verdict(0.0, False, Rating.AGAIN, expected="93", difference=pieces)
    scene = Scene(LAYERS, True, verdict, (), Progress(0, 1, 0, 1), cram=False)
    assert OwnAnswer(shown) in sections_of(scene, Draft(typed=typed))
