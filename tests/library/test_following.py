"""A session whose deck is edited at any moment: the card follows, and no answer is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from recall.cards.memory import Rating
from recall.library.changes import Followed
from recall.library.library import Library
from recall.library.session import StudySession
from recall.library.values import Response
from recall.markdown.plain import plain_text
from tests.library.building import CHOICE, TYPED, Desk, assert_well, current, ended, question

FIRST = "Q: What does the zebra carry on its coat?\nA: Stripes of black ink.\n\n"
SECOND = "Q: When do swallows migrate southwards?\nA: In autumn.\n\n"


def change_text(desk: Desk) -> None:
    desk.write("a.md", FIRST.replace("its coat", "its whole coat") + SECOND)


def remove_card(desk: Desk) -> None:
    desk.write("a.md", SECOND)


def delete_file(desk: Desk) -> None:
    (desk.decks / "a.md").unlink()


def break_bytes(desk: Desk) -> None:
    desk.write("a.md", (FIRST + SECOND).encode() + b"\xff\xfe")


def half_save(desk: Desk) -> None:
    desk.write("a.md", "---\ntitle: [half\n")


def empty(desk: Desk) -> None:
    desk.write("a.md", "")


CHANGES: dict[str, Callable[[Desk], None]] = {
    "text changed": change_text,
    "card removed": remove_card,
    "file deleted": delete_file,
    "invalid UTF-8": break_bytes,
    "half-saved front matter": half_save,
    "file emptied": empty,
}
GOING = [name for name in CHANGES if name != "text changed"]


def begin(desk: Desk, text: str = FIRST + SECOND) -> tuple[Library, StudySession]:
    desk.write("a.md", text)
    desk.write("b.md", question("A card of another deck?"))
    library = desk.open()
    session = library.session()
    while "zebra" not in shown(session) and text.startswith(FIRST):
        session.bury()
    return library, session


def shown(session: StudySession) -> str:
    return plain_text(current(session).prompt)


def follow(library: Library, session: StudySession) -> Followed:
    library.refresh()
    return session.follow()


# The question is shown.


def test_a_changed_text_is_shown_at_once(desk: Desk) -> None:
    library, session = begin(desk)
    uid = current(session).uid
    change_text(desk)
    assert follow(library, session) is Followed.CHANGED
    assert shown(session) == "What does the zebra carry on its whole coat?"
    assert current(session).uid == uid
    session.reveal()
    session.grade(Rating.GOOD)
    assert desk.state(uid).memory.reps == 1


@pytest.mark.parametrize("name", GOING)
def test_a_card_that_is_gone_lets_the_next_be_shown(desk: Desk, name: str) -> None:
    library, session = begin(desk)
    CHANGES[name](desk)
    assert follow(library, session) is Followed.GONE
    assert "zebra" not in shown(session)
    while session.current is not None:
        session.reveal()
        session.grade(Rating.EASY)
    assert_well(library)


@pytest.mark.parametrize("name", GOING)
def test_a_card_that_returns_is_asked_after_all(desk: Desk, name: str) -> None:
    library, session = begin(desk)
    total = session.progress.total
    CHANGES[name](desk)
    follow(library, session)
    desk.write("a.md", FIRST + SECOND)
    assert follow(library, session) is Followed.SAME
    assert session.progress.total == total
    asked = []
    while session.current is not None:
        asked.append(shown(session))
        session.reveal()
        session.grade(Rating.EASY)
    assert sum("zebra" in one for one in asked) == 1


def test_a_session_that_ran_out_goes_on_when_its_deck_is_back(desk: Desk) -> None:
    desk.write("a.md", FIRST)
    library = desk.open()
    session = library.session()
    delete_file(desk)
    assert follow(library, session) is Followed.GONE
    assert ended(session)
    assert session.follow() is Followed.SAME
    desk.write("a.md", FIRST)
    assert follow(library, session) is Followed.CHANGED
    assert "zebra" in shown(session)


def test_a_card_that_went_before_it_was_shown_comes_when_it_is_back(desk: Desk) -> None:
    library, session = begin(desk)
    desk.write("a.md", FIRST)
    library.refresh()
    asked = grade_all(session)
    assert not any("swallows" in one for one in asked)
    desk.write("a.md", FIRST + SECOND)
    follow(library, session)
    assert ["swallows" in one for one in grade_all(session)] == [True]


def grade_all(session: StudySession) -> list[str]:
    asked = []
    while session.current is not None:
        asked.append(shown(session))
        session.reveal()
        session.grade(Rating.EASY)
    return asked


def test_what_did_not_change_stays_as_it_is(desk: Desk) -> None:
    library, session = begin(desk, CHOICE)
    before = current(session)
    desk.write("c.md", question("Something else?"))
    assert follow(library, session) is Followed.SAME
    assert current(session) == before


def test_options_stay_where_they_are_when_only_words_change(desk: Desk) -> None:
    desk.write(
        "a.md", "Q: Which?\n" + "".join(f"- [{'x' * (n == 0) or ' '}] o{n}\n" for n in range(7))
    )
    library = desk.open()
    session = library.session()
    before = [plain_text(one.content) for one in current(session).options]
    desk.write(
        "a.md", "Q: Which one?\n" + "".join(f"- [{'x' * (n == 0) or ' '}] o{n}\n" for n in range(7))
    )
    assert follow(library, session) is Followed.CHANGED
    assert [plain_text(one.content) for one in current(session).options] == before


# The answer is shown.


@pytest.mark.parametrize("name", GOING)
@pytest.mark.parametrize("rating", [Rating.AGAIN, Rating.GOOD])
def test_an_answered_card_that_is_gone_stays_to_be_graded(
    desk: Desk, name: str, rating: Rating
) -> None:
    library, session = begin(desk)
    card = current(session)
    session.reveal()
    CHANGES[name](desk)
    assert follow(library, session) is Followed.KEPT
    assert session.revealed
    assert current(session) == card
    session.grade(rating)
    assert [(one.name, one.rating) for one in desk.reviews()] == [(card.name, rating)]
    desk.write("a.md", FIRST + SECOND)
    library.refresh()
    assert desk.state(card.uid).memory.reps == 1
    assert_well(library)


def test_an_answer_the_learner_grades_is_drawn_anew_and_stays_shown(desk: Desk) -> None:
    library, session = begin(desk)
    card = current(session)
    session.reveal()
    desk.write("a.md", FIRST.replace("black ink", "blackest ink") + SECOND)
    assert follow(library, session) is Followed.CHANGED
    assert session.revealed
    assert plain_text(current(session).answer) == "Stripes of blackest ink."
    session.grade(Rating.HARD)
    (review,) = desk.reviews()
    assert review.name == current_name(library, card.uid)
    assert desk.state(card.uid).memory.reps == 1


def current_name(library: Library, uid: str) -> str:
    return library.show(uid).name


def test_what_was_judged_stays_as_it_was_judged(desk: Desk) -> None:
    library, session = begin(desk, TYPED)
    while current(session).mode.value != "type":
        session.bury()
    card = current(session)
    verdict = session.reveal(Response(typed="93"))
    desk.write("a.md", TYPED.replace("93", "94"))
    assert follow(library, session) is Followed.KEPT
    assert session.verdict is verdict
    assert current(session) == card
    session.grade(Rating.GOOD)
    assert [one.name for one in desk.reviews()] == [card.name]


def test_a_note_is_added_to_a_judged_answer(desk: Desk) -> None:
    library, session = begin(desk, CHOICE)
    while current(session).mode.value != "choose":
        session.bury()
    options = current(session).options
    session.reveal(Response(letters=frozenset("a")))
    desk.write("a.md", CHOICE + "N: A note.\n")
    assert follow(library, session) is Followed.CHANGED
    assert session.revealed
    assert current(session).options == options
    note = current(session).note
    assert note is not None
    assert plain_text(note) == "A note."


def test_a_card_of_another_kind_now_is_graded_as_it_was(desk: Desk) -> None:
    identity = "Q: What is it? {#it}\n"
    library, session = begin(desk, identity + "A: Ninety-three.\n")
    while "What is it?" not in shown(session):
        session.bury()
    session.reveal()
    desk.write("a.md", identity + "A= 93\n")
    assert follow(library, session) is Followed.KEPT
    session.grade(Rating.GOOD)
    assert len(desk.reviews()) == 1


# Just before the grade: the decks were read, but the session was not told.


@pytest.mark.parametrize("name", list(CHANGES))
def test_a_grade_given_before_the_change_was_followed_is_kept(desk: Desk, name: str) -> None:
    library, session = begin(desk)
    card = current(session)
    session.reveal()
    CHANGES[name](desk)
    library.refresh()
    session.grade(Rating.GOOD)
    assert [(one.name, one.rating) for one in desk.reviews()] == [(card.name, Rating.GOOD)]
    assert session.follow() in (Followed.SAME, Followed.CHANGED)
    desk.write("a.md", FIRST + SECOND)
    library.refresh()
    assert desk.state(card.uid).memory.reps == 1
    assert_well(library)


@pytest.mark.parametrize("name", list(CHANGES))
def test_undo_after_the_change_takes_the_grade_back(desk: Desk, name: str) -> None:
    library, session = begin(desk)
    card = current(session)
    session.reveal()
    session.grade(Rating.GOOD)
    CHANGES[name](desk)
    follow(library, session)
    undone = session.undo()
    assert undone is not None
    assert desk.state(card.uid).memory.reps == 0


@pytest.mark.parametrize("name", list(CHANGES))
def test_a_quiz_follows_too(desk: Desk, name: str) -> None:
    desk.write("a.md", FIRST + SECOND)
    desk.write("q.md", CHOICE)
    library = desk.open()
    quiz = library.quiz("q.md")
    quiz.reveal(Response(letters=frozenset("a")))
    CHANGES[name](desk)
    (desk.decks / "q.md").unlink()
    assert follow(library, quiz) is Followed.KEPT
    quiz.go_on()
    assert len(desk.reviews()) == 1
    assert quiz.result().asked == 1
