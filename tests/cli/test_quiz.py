"""``recall quiz --plain`` over a real library."""

from __future__ import annotations

import json
import sqlite3

import pytest

from recall.errors import StaleCard, StorageFull
from recall.library.quiz import QuizSession
from tests.cli.conftest import Place
from tests.cli.test_review import converse

RIGHT = {"Which of these are in Asia?": {"Japan", "Nepal"}, "Which one is an ocean?": {"Pacific"}}
WRONG = {"Which of these are in Asia?": {"Ghana"}, "Which one is an ocean?": {"Sahara"}}


def pick(text: str, wanted: dict[str, set[str]]) -> str:
    question = next(question for question in wanted if question in text)
    lettered = [line.split(") ", 1) for line in text.splitlines() if line[1:3] == ") "]
    return " ".join(letter for letter, words in lettered if words in wanted[question])


def answers(place: Place) -> list[tuple[str, int, dict[str, object]]]:
    with sqlite3.connect(place.progress) as connection:
        rows = connection.execute("SELECT mode, rating, answer FROM review ORDER BY sequence")
        found = [(mode, rating, json.loads(answer)) for mode, rating, answer in rows]
    connection.close()
    return found


def quiz(place: Place, reply: object) -> tuple[int, str]:
    done = converse(place, reply, "Places", command="quiz")  # type: ignore[arg-type]  # a callable
    return done.code, done.out


def test_all_right(place: Place) -> None:
    code, out = quiz(place, lambda text: "" if "was a guess" in text else pick(text, RIGHT))
    assert code == 0
    assert "2 of 2 known." in out
    assert "continents" not in out
    assert [(mode, rating) for mode, rating, _ in answers(place)] == [("quiz", 3)] * 2


def test_all_wrong_is_saved_at_once_and_told_with_reasons(place: Place) -> None:
    code, out = quiz(place, lambda text: pick(text, WRONG))
    assert code == 0
    ending = out.partition("0 of 2 known.")[2]
    assert "✗ chosen: Ghana\n   Ghana is in Africa." in ending
    assert "✓ right: Japan" in ending
    assert "✓ right: Nepal" in ending
    assert "Read again: Places" in ending
    assert [rating for _, rating, _ in answers(place)] == [1, 1]
    _, again = quiz(place, lambda text: pick(text, WRONG))
    assert again.count("Chosen 1 time before.") == 2


def test_a_guess_is_kept_as_one(place: Place) -> None:
    _, out = quiz(place, lambda text: "g" if "was a guess" in text else pick(text, RIGHT))
    assert "0 of 2 known, 2 guesses." in out
    assert "✓ right, but a guess: Pacific" in out
    assert [(rating, answer["guess"]) for _, rating, answer in answers(place)] == [(1, True)] * 2


@pytest.mark.parametrize("lines", range(5))
def test_the_input_may_end_anywhere_and_no_answer_is_lost(place: Place, lines: int) -> None:
    left = lines

    def reply(text: str) -> str | None:
        nonlocal left
        left -= 1
        if left < 0:
            return None
        return "" if "was a guess" in text else pick(text, RIGHT)

    code, out = quiz(place, reply)
    assert code == 0
    assert len(answers(place)) == (lines + 1) // 2
    assert ("Nothing was answered." in out) is (lines == 0)


def test_leaving_after_an_answer_keeps_it_and_undo_takes_it_back(place: Place) -> None:
    _, out = quiz(place, lambda text: "q" if "was a guess" in text else pick(text, RIGHT))
    assert "1 of 1 known." in out
    seen: list[str] = []

    def reply(text: str) -> str | None:
        seen.append(text)
        if len(seen) == 2:
            return "what?"
        if len(seen) == 4:
            return ":u"
        return None if len(seen) == 5 else "" if "was a guess" in text else pick(text, RIGHT)

    _, out = quiz(place, reply)
    assert "was taken back" in seen[4]
    assert "Nothing was answered." in out


def test_an_answer_that_cannot_be_saved_is_tried_again(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = QuizSession.go_on
    failures = [StorageFull("The disk is full.", "Make room."), StaleCard("Answered elsewhere.")]

    def go_on(self: QuizSession, *, guessed: bool = False) -> None:
        if failures:
            raise failures.pop(0)
        real(self, guessed=guessed)

    monkeypatch.setattr(QuizSession, "go_on", go_on)
    failures.pop()
    code, out = quiz(place, lambda text: "" if "not saved" in text else pick(text, WRONG))
    assert code == 0
    assert "The disk is full. Make room." in out
    assert len(answers(place)) == 2


def test_a_deck_without_choice_cards(place: Place) -> None:
    place.deck("b.md", "Q: One?\nA: Two.\n")
    done = place.recall("quiz", "--plain", "b")
    assert done.code == 2
    assert "b has no question to choose" in done.err


def test_without_a_terminal_screens_are_refused(place: Place) -> None:
    done = place.recall("quiz", "Places")
    assert done.code == 2
    assert "need a terminal" in done.err
