"""``recall review --plain`` from the first question to the last, over a real library."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Callable

import pytest

from recall.cards.memory import Rating
from recall.cli.run import run
from recall.errors import StaleCard, StorageFull
from recall.library.session import StudySession
from tests.cli.conftest import Done, Later, Place

RIGHT = {
    "What is the capital of Peru?": "",
    "How many continents are there?": "seven",
    "Which of these are in Asia?": "Japan Nepal",
    "Which one is an ocean?": "Pacific",
    "From north to south": "Norway Italy Libya",
}


class Learner:
    """Standard input that reads what was printed before it decides on its next line.

    ``reply`` gets what was printed since the last line and returns the next; None ends the input.
    """

    def __init__(self, place: Place, reply: Callable[[str], str | None]) -> None:
        self._place = place
        self._reply = reply
        self.printed: list[str] = []

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        text = self._place.capture.readouterr().out
        self.printed.append(text)
        line = self._reply(text)
        return "" if line is None else line + "\n"


def converse(
    place: Place, reply: Callable[[str], str | None], *options: str, command: str = "review"
) -> Done:
    learner = Learner(place, reply)
    with place.monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", learner)
        place.capture.readouterr()
        code = run([command, "--plain", *options], place.environment)
        rest = place.capture.readouterr()
    return Done(code, "".join([*learner.printed, rest.out]), rest.err)


def question_of(text: str) -> str | None:
    return next((question for question in RIGHT if question in text), None)


def knows_everything(text: str) -> str | None:
    """Answer every card right, whatever the order of its options and items this time."""
    if "1 Again" in text:
        return "4"
    question = question_of(text)
    assert question is not None, text
    wanted = RIGHT[question].split()
    lettered = [line.split(") ", 1) for line in text.splitlines() if line[1:3] == ") "]
    labels = {content: label for label, content in lettered}
    return " ".join(labels.get(word, word) for word in wanted)


def reviews(place: Place) -> int:
    with sqlite3.connect(place.progress) as connection:
        number = connection.execute("SELECT count(*) FROM review").fetchone()[0]
    connection.close()
    return int(number)


def test_every_kind_is_asked_answered_and_graded(place: Place) -> None:
    done = converse(place, knows_everything)
    assert done.code == 0
    assert done.out.count("✓ Right.") == 4
    assert "✗ Wrong" not in done.out
    assert done.out.rstrip().endswith("new.")
    assert "5 answers" in done.out
    assert "remembered" not in done.out, "nothing was known before"
    assert "5 Easy." in done.out
    assert reviews(place) == 5


def test_each_grade_is_saved_before_the_next_question(place: Place) -> None:
    given = 0

    def reply(text: str) -> str | None:
        nonlocal given
        assert reviews(place) == given
        line = knows_everything(text)
        given += "1 Again" in text
        return line

    assert converse(place, reply).code == 0
    assert given == 5


@pytest.mark.parametrize("lines", [0, 1, 2, 3, 4])
def test_the_input_may_end_anywhere(place: Place, lines: int) -> None:
    left = lines

    def reply(text: str) -> str | None:
        nonlocal left
        left -= 1
        return knows_everything(text) if left >= 0 else None

    done = converse(place, reply)
    assert done.code == 0
    assert reviews(place) == lines // 2
    assert "Tomorrow: " in done.out


def scripted(*lines: str) -> Callable[[str], str | None]:
    waiting = iter(lines)
    return lambda _text: next(waiting, None)


def only(place: Place, text: str) -> None:
    """Make one card the whole library."""
    place.deck("places.md", text)


def test_a_digit_before_the_answer_grades_nothing(place: Place) -> None:
    only(place, "Q: One?\nA: Two.\n")
    done = converse(place, scripted("3"))
    assert "Two." in done.out
    assert reviews(place) == 0


def test_an_empty_line_never_grades_a_revealed_card(place: Place) -> None:
    only(place, "Q: One?\nA: Two.\n")
    done = converse(place, scripted("", "", "", "5", "good"))
    assert done.out.count("Write 1, 2, 3 or 4") == 4
    assert reviews(place) == 0


def test_an_empty_line_takes_the_proposed_grade_of_a_checked_answer(place: Place) -> None:
    only(place, "Q: How many?\nA= 7 | seven\n")
    done = converse(place, scripted("seven", ""))
    assert "Enter: Good" in done.out
    assert "  Good " in place.recall("log").out


def test_a_wrong_typed_answer_is_compared_and_can_be_overruled_q6(place: Place) -> None:
    only(place, "Q: Which coin?\nA= Euro\n")
    done = converse(place, scripted("Eura", "3"))
    assert "✗ Wrong." in done.out
    assert "You wrote: Eur[wrong: a][missing: o]" in done.out
    assert "Answer.\nEuro" in done.out
    assert "Enter: Again" in done.out
    assert "  Good " in place.recall("log").out


@pytest.mark.parametrize("typed", ["euro ", "EURO", "  Euro"])
def test_case_and_spaces_do_not_count_q6(place: Place, typed: str) -> None:
    only(place, "Q: Which coin?\nA= Euro\n")
    assert "✓ Right." in converse(place, scripted(typed)).out


def test_commands_where_an_answer_is_typed_take_a_colon(place: Place) -> None:
    only(place, "Q: Which letter?\nA= u\nH: A vowel.\n")
    done = converse(place, scripted(":h", "u", "3"))
    assert "Hint. A vowel." in done.out
    assert "✓ Right." in done.out
    assert reviews(place) == 1
    assert '"hint": true' in place.recall("log", "--json").out


def test_an_answer_that_looks_like_a_command_can_be_typed(place: Place) -> None:
    only(place, "Q: How is undo written?\nA= :u {exact}\n")
    assert "✓ Right." in converse(place, scripted("::u")).out


def test_option_letters_are_answers_and_not_commands(place: Place) -> None:
    only(place, "Q: Which?\n- [x] One\n- [ ] Two\n  - Too many.\n")
    done = converse(place, scripted("b", "1"))
    assert "b) " in done.out
    assert "Buried" not in done.out
    assert reviews(place) == 1


def test_several_right_options_are_chosen_together_q3(place: Place) -> None:
    only(place, "Q: Which?\n- [x] One\n- [x] Two\n- [ ] Three\n")

    def reply(text: str) -> str | None:
        if "1 Again" in text:
            return None
        return "".join(
            line[0] for line in text.splitlines() if line[1:3] == ") " and "Three" not in line
        )

    assert "✓ Right." in converse(place, reply).out


def test_an_answer_that_cannot_be_is_asked_again(place: Place) -> None:
    only(place, "O: From one\n1. One\n2. Two\n3. Three\n")
    done = converse(place, scripted("1 2", "", "1 2 3", "3"))
    assert done.out.count("must name each of the 3 items once") == 2
    assert reviews(place) == 1


def test_options_are_shuffled_and_letters_follow_the_screen_q2(place: Place) -> None:
    only(place, "Q: Which?\n- [x] One\n- [ ] Two\n- [ ] Three\n- [ ] Four\n")
    right_letters: set[str] = set()

    def reply(text: str) -> str | None:
        if "1 Again" in text:
            assert "✓ Right." in text
            return "1"
        shown = [line for line in text.splitlines() if line[1:3] == ") "]
        assert [line[0] for line in shown] == ["a", "b", "c", "d"]
        letter = next(line[0] for line in shown if line.endswith(" One"))
        right_letters.add(letter)
        return letter if len(right_letters) < 2 else None

    assert converse(place, reply, "--cram").code == 0
    assert len(right_letters) == 2


def test_undo_brings_the_card_back_in_this_run_and_the_next(place: Place) -> None:
    only(place, "Q: One?\nA: Two.\n\nQ: Three?\nA: Four.\n")
    done = converse(place, scripted("", "4", "u", "q"))
    assert "taken back" in done.out
    assert [line for line in done.out.splitlines() if line.startswith("Card ")] == [
        "Card 1 of 2. places",
        "Card 2 of 2. places",
        "Card 1 of 2. places",
    ]
    assert place.recall("log").out.count("(undone)") == 1
    converse(place, scripted("", "3"))
    done = converse(place, scripted("u", "", "4", "u", "", "2", "q"))
    assert done.out.count("taken back") == 2
    log = [json.loads(line) for line in place.recall("log", "--json").out.splitlines()]
    kept = [line["rating"] for line in log if line["type"] == "review" and not line["voided"]]
    assert kept == [2]


def test_undo_with_nothing_to_undo(place: Place) -> None:
    only(place, "Q: One?\nA: Two.\n")
    done = converse(place, scripted("u", "", "3"))
    assert "There is nothing to take back." in done.out
    assert reviews(place) == 1


def test_suspend_bury_and_flag(place: Place) -> None:
    only(place, "".join(f"Q: Number {n}?\nA: It is {n}.\n\n" for n in range(3)))
    done = converse(place, scripted("s", "", "b", "f", "f", "f", "", "3"))
    assert "Suspended." in done.out
    assert "Buried until tomorrow." in done.out
    assert done.out.count("Flagged.") == 2
    assert done.out.count("The flag is off.") == 1
    assert len(place.recall("cards", "is:suspended").out.splitlines()) == 2
    assert len(place.recall("cards", "is:flagged").out.splitlines()) == 2
    assert reviews(place) == 1


def test_why_today_and_help(place: Place, later: Later) -> None:
    only(place, "Q: One?\nA: Two.\nH: More than one.\n")
    assert converse(place, scripted("", "4")).code == 0
    later("2027-11-30T09:30:00+01:00")
    done = converse(place, scripted("?", "i", "h", "", "i", "3"))
    assert "grades a card" in done.out
    assert done.out.count("Due: ") == 2
    assert "Hint. More than one." in done.out
    assert reviews(place) == 2


def test_limit_and_new(place: Place) -> None:
    assert "Card 1 of 2." in converse(place, scripted(), "--limit", "2").out
    assert "Card 1 of 3." in converse(place, scripted(), "--new", "3").out
    assert "Nothing is due." in converse(place, scripted(), "--new", "0").out


def test_decks_by_name(place: Place) -> None:
    place.deck("rivers.md", "---\ntitle: Rivers\ncode: R\n---\nQ: Longest river?\nA: Nile.\n")
    for name in ("rivers.md", "rivers", "Rivers", "R"):
        done = converse(place, scripted(), name)
        assert "Card 1 of 1. R · Rivers" in done.out


def test_cram_asks_everything_and_leaves_the_schedule(place: Place) -> None:
    only(place, "Q: One?\nA: Two.\n")
    converse(place, scripted("", "4"))
    before = place.recall("cards", "--json").json()
    done = converse(place, scripted("", "1", "", "3"), "--cram")
    assert "1 Again   2 Hard   3 Good   4 Easy" in done.out
    assert "2 answers" in done.out
    assert place.recall("cards", "--json").json() == before
    assert place.recall("log", "--json").out.count('"mode": "cram"') == 2


def test_nothing_due_says_when(place: Place) -> None:
    only(place, "Q: One?\nA: Two.\n")
    converse(place, scripted("", "4"))
    done = converse(place, scripted())
    assert done.code == 0
    assert done.out.startswith("Nothing is due. Next: in ")


def fail_once(place: Place, failure: Exception) -> None:
    grade = StudySession.grade
    failures = [failure]

    def failing(session: StudySession, rating: Rating) -> None:
        if failures:
            raise failures.pop()
        grade(session, rating)

    place.monkeypatch.setattr(StudySession, "grade", failing)


def test_a_grade_that_cannot_be_saved_is_tried_again(place: Place) -> None:
    only(place, "Q: One?\nA: Two.\n")
    fail_once(place, StorageFull("The disk is full.", "Free some space."))
    done = converse(place, scripted("", "3", "3"))
    assert "The disk is full. Free some space." in done.out
    assert "Write it again to try once more." in done.out
    assert done.code == 0
    assert reviews(place) == 1


def test_leaving_with_an_unsaved_grade_is_a_storage_error(place: Place) -> None:
    only(place, "Q: One?\nA: Two.\n")
    fail_once(place, StorageFull("The disk is full.", "Free some space."))
    done = converse(place, scripted("", "3", "q"))
    assert done.code == 3
    assert reviews(place) == 0


def test_a_card_answered_in_another_window_is_passed_over(place: Place) -> None:
    only(place, "Q: One?\nA: Two.\n")
    grade = StudySession.grade

    def with_another_window(session: StudySession, rating: Rating) -> None:
        place.monkeypatch.setattr(StudySession, "grade", grade)
        assert run(["review", "--plain"], place.environment) == 0
        grade(session, rating)

    replies = iter(["", "3", "", "4"])
    place.monkeypatch.setattr(StudySession, "grade", with_another_window)
    done = converse(place, lambda _text: next(replies, None))
    assert done.code == 0
    assert reviews(place) == 1
    assert StaleCard.__name__ not in done.out
