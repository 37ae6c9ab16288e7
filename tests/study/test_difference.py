from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recall.study.difference import compare, letters
from recall.study.folding import fold_letter
from recall.study.grading import Mark, Piece

SIGNS = {"=": Mark.SAME, "-": Mark.WRONG, "+": Mark.MISSING}


def pieces(*written: str) -> tuple[Piece, ...]:
    return tuple(Piece(text[1:], SIGNS[text[0]]) for text in written)


@pytest.mark.parametrize(
    ("typed", "expected", "distance", "found"),
    [
        ("cat", "cat", 0, ("=cat",)),
        ("", "", 0, ()),
        ("", "cat", 3, ("+cat",)),
        ("cat", "", 3, ("-cat",)),
        ("cart", "cat", 1, ("=ca", "-r", "=t")),
        ("ct", "cat", 1, ("=c", "+a", "=t")),
        ("94", "93", 1, ("=9", "-4", "+3")),
        ("kitten", "sitting", 3, ("-k", "+s", "=itt", "-e", "+i", "=n", "+g")),
        ("abc", "xyz", 3, ("-abc", "+xyz")),
        ("CAPTIAL", "capital", 2, ("=CAP", "-TI", "+it", "=AL")),
        ("don’t", "don't", 0, ("=don’t",)),
    ],
)
def test_difference(typed: str, expected: str, distance: int, found: tuple[str, ...]) -> None:
    assert compare(typed, expected, fold_letter) == (distance, pieces(*found))


def test_marks_stay_with_their_letters_P50() -> None:  # noqa: N802 - the case's id
    assert compare("cafe", "cafe\u0301", fold_letter) == (
        1,
        pieces("=caf", "-e", "+e\u0301"),
    )
    assert compare("cafe\u0301", "café", fold_letter) == (0, pieces("=cafe\u0301"))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("abc", 3),
        ("e\u0301", 1),
        ("क्षि", 2),
        ("👩‍🔬", 1),
        ("👍🏽!", 2),
        ("🇫🇷🇩🇪", 2),
        ("🇫🇷🇩", 2),
        ("a🇫🇷b🇩🇪", 4),
        ("❤️", 1),
        ("\u0301a", 2),
    ],
)
def test_letters_are_what_a_reader_sees(text: str, count: int) -> None:
    assert len(letters(text)) == count


TEXT = st.text(alphabet="abAB -–'’e\u0301é\u200d👩🇫👍", max_size=14)


@given(TEXT, TEXT)
def test_pieces_tell_both_texts(typed: str, expected: str) -> None:
    distance, found = compare(typed, expected, fold_letter)
    given_letters = "".join(piece.text for piece in found if piece.mark is not Mark.MISSING)
    wanted = "".join(piece.text for piece in found if piece.mark is not Mark.WRONG)
    assert given_letters == typed
    assert fold_letter(wanted) == fold_letter(expected)
    assert all(piece.text for piece in found)
    assert all(one.mark is not other.mark for one, other in pairwise(found))
    assert (distance == 0) == all(piece.mark is Mark.SAME for piece in found)


@given(st.text(alphabet="abc", max_size=6), st.text(alphabet="abc", max_size=6))
def test_distance_is_the_shortest(typed: str, expected: str) -> None:
    def shortest(one: str, other: str) -> int:
        if not one or not other:
            return len(one) + len(other)
        if one[0] == other[0]:
            return shortest(one[1:], other[1:])
        return 1 + min(
            shortest(one[1:], other), shortest(one, other[1:]), shortest(one[1:], other[1:])
        )

    distance, found = compare(typed, expected, fold_letter)
    assert distance == shortest(typed, expected)
    lost = sum(len(piece.text) for piece in found if piece.mark is Mark.WRONG)
    added = sum(len(piece.text) for piece in found if piece.mark is Mark.MISSING)
    assert max(lost, added) <= distance <= lost + added


def test_pasted_pages_are_told_apart() -> None:
    distance, found = compare("ab" * 50_000, "ba" * 200 + "c", fold_letter)
    assert distance > 0
    assert "".join(piece.text for piece in found if piece.mark is not Mark.MISSING) == "ab" * 50_000
