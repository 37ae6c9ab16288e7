"""Cards that are forgotten again and again are flagged with the grade and told, no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from recall.cards.history import ActionKind
from recall.cards.memory import Rating
from recall.config import Config
from recall.errors import StorageFull
from recall.library.leeches import is_pointed_out
from recall.library.library import Library
from recall.library.session import StudySession
from recall.library.values import Response
from recall.markdown.plain import plain_text
from recall.storage import journal
from tests.library.building import PLAIN, TYPED, Desk, answer, assert_well, current, question

LEECH = replace(PLAIN, leech_threshold=3, learning_steps=(), relearning_steps=())
TEXT = """\
# Zebras

A zebra carries stripes of black ink on its coat.

## Cards

Q: What does a zebra carry on its coat? {#coat}
- [x] Stripes of ink
- [ ] Spots
- [ ] Scales
"""


def begin(desk: Desk, config: Config = LEECH) -> tuple[Library, StudySession]:
    """A library whose one card was learnt, and is due."""
    desk.write("a.md", question("The one?"))
    library = desk.open(config)
    answer(library.session(), Rating.EASY)
    return library, lapse(desk, library, 0)


def lapse(desk: Desk, library: Library, times: int) -> StudySession:
    """Forget the card so many times, each on a day it is due, and return a session after that."""
    for _ in range(times):
        desk.wait(days=30)
        session = library.session()
        answer(session, Rating.AGAIN)
        answer(session, Rating.GOOD)
    desk.wait(days=30)
    return library.session()


@pytest.mark.parametrize(
    ("threshold", "pointed_out"),
    [
        (8, [8, 12, 16, 20]),
        (3, [3, 5, 7, 9, 11, 13, 15, 17, 19]),
        (1, list(range(1, 21))),
        (2, list(range(2, 21))),
        (0, []),
    ],
)
def test_it_is_told_at_the_threshold_and_at_each_half_more(
    threshold: int, pointed_out: list[int]
) -> None:
    assert [lapses for lapses in range(21) if is_pointed_out(lapses, threshold)] == pointed_out


def test_the_grade_that_makes_a_leech_flags_it_and_tells(desk: Desk) -> None:
    library, _ = begin(desk)
    session = lapse(desk, library, 2)
    uid = current(session).uid
    assert not desk.state(uid).marks.flagged
    answer(session, Rating.AGAIN)
    assert session.leech is not None
    assert session.leech.sentence == "“The one?” was forgotten 3 times, so it is flagged."
    marks = desk.state(uid).marks
    assert marks.flagged
    assert not marks.suspended
    assert current(session).uid == uid, "it goes on being asked"
    answer(session, Rating.GOOD)
    assert not tells(session)
    assert_well(library)


def tells(session: StudySession) -> bool:
    return session.leech is not None


def test_the_next_lapse_is_silent_and_the_half_more_tells_again(desk: Desk) -> None:
    library, _ = begin(desk)
    told = []
    for _ in range(5):
        session = lapse(desk, library, 0)
        answer(session, Rating.AGAIN)
        told.append(session.leech.lapses if session.leech is not None else None)
        answer(session, Rating.GOOD)
    assert told == [None, None, 3, None, 5]
    flags = [one for one in desk.actions() if one.kind is ActionKind.FLAG]
    assert len(flags) == 1, "it is flagged already"


def test_a_flag_taken_off_is_set_again_at_the_next_telling(desk: Desk) -> None:
    library, _ = begin(desk)
    session = lapse(desk, library, 3)
    uid = current(session).uid
    library.mark(uid, flagged=False)
    answer(session, Rating.AGAIN)
    assert not desk.state(uid).marks.flagged
    answer(session, Rating.GOOD)
    answer(lapse(desk, library, 0), Rating.AGAIN)
    assert desk.state(uid).marks.flagged


def test_one_undo_takes_the_grade_and_its_flag_back(desk: Desk) -> None:
    library, _ = begin(desk)
    session = lapse(desk, library, 2)
    before = desk.state(current(session).uid)
    uid = answer(session, Rating.AGAIN)
    undone = session.undo()
    assert undone is not None
    assert undone.uid == uid
    assert undone.sentence.startswith("Again for “The one?”")
    assert desk.state(uid) == before
    assert current(session).uid == uid
    assert not current(session).marks.flagged
    answer(session, Rating.AGAIN)
    assert desk.state(uid).marks.flagged
    assert_well(library)


def test_a_flag_set_after_the_grade_is_none_it_set(desk: Desk) -> None:
    desk.write("b.md", question("Another?"))
    library, _ = begin(desk)
    answer(lapse(desk, library, 0), Rating.AGAIN)
    library.mark(library.search("Another")[0].uid, flagged=True)
    library.undo()
    library.undo()
    undos = [one for one in desk.actions() if one.kind is ActionKind.UNDO]
    assert len(undos) == 2


def test_undoing_a_grade_leaves_the_learners_own_flag(desk: Desk) -> None:
    library, _ = begin(desk)
    session = lapse(desk, library, 2)
    session.flag()
    uid = answer(session, Rating.AGAIN)
    session.undo()
    assert desk.state(uid).marks.flagged
    session.undo()
    assert not desk.state(uid).marks.flagged


def test_a_rebuild_of_the_states_gives_the_same_flag(desk: Desk) -> None:
    library, _ = begin(desk)
    uid = answer(lapse(desk, library, 2), Rating.AGAIN)
    before = desk.state(uid)
    library.doctor(rebuild=True)
    assert desk.state(uid) == before


def test_a_grade_that_is_not_saved_flags_nothing(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, _ = begin(desk)
    session = lapse(desk, library, 2)
    session.reveal()
    with monkeypatch.context() as patch:

        def full(*_: object, **__: object) -> None:
            raise StorageFull("The disk is full.")

        patch.setattr(journal, "add_review", full)
        with pytest.raises(StorageFull):
            session.grade(Rating.AGAIN)
    assert session.leech is None
    assert not desk.state(current(session).uid).marks.flagged
    session.grade(Rating.AGAIN)
    assert session.leech is not None


def test_zero_points_nothing_out(desk: Desk) -> None:
    library, _ = begin(desk, replace(LEECH, leech_threshold=0))
    session = lapse(desk, library, 4)
    answer(session, Rating.AGAIN)
    assert session.leech is None
    assert library.search("is:flagged") == ()
    assert library.search("is:leech") == ()


def test_a_cram_makes_no_leech(desk: Desk) -> None:
    library, _ = begin(desk, replace(LEECH, leech_threshold=1))
    session = library.session(cram=True)
    answer(session, Rating.AGAIN)
    assert session.leech is None


# What helps.


def letter(session: StudySession, text: str) -> Response:
    options = current(session).options
    return Response(
        letters=frozenset(one.letter for one in options if plain_text(one.content) == text)
    )


def test_the_passage_and_the_wrong_options_are_told(desk: Desk) -> None:
    desk.write("a.md", TEXT)
    library = desk.open(LEECH)
    session = library.session()
    for text in ("Spots", "Scales", "Spots", "Stripes of ink"):
        uid = answer(session, Rating.AGAIN, letter(session, text))
    found = library.remedies(uid)
    assert found.mistakes == (("Spots", 2), ("Scales", 1))
    assert found.passage is not None
    assert found.passage.heading == "Zebras"
    assert (found.lapses, found.leech, found.siblings) == (3, True, ())
    session.undo()
    session.undo()
    assert library.remedies(uid).mistakes == (("Spots", 1), ("Scales", 1))


def test_what_was_typed_wrong_is_told_and_what_was_right_is_not(desk: Desk) -> None:
    desk.write("a.md", TYPED)
    library = desk.open(LEECH)
    session = library.session()
    for text in ("92", "93", "92", ""):
        uid = answer(session, Rating.AGAIN, Response(typed=text))
    assert library.remedies(uid).mistakes == (("92", 2),)


def test_siblings_are_the_cards_of_the_same_entry(desk: Desk) -> None:
    desk.write("a.md", "C: K3 has {{93}} layers, of which {{24}} are MLA.\n" + question("Other?"))
    library = desk.open(LEECH)
    first, second = (row.uid for row in library.search("kind:cloze"))
    (sibling,) = library.remedies(first).siblings
    assert "93" in sibling or "24" in sibling
    assert library.remedies(second).siblings != (sibling,)


def test_lapses_from_the_threshold_on_are_a_leech(desk: Desk) -> None:
    library, _ = begin(desk)
    uid = current(lapse(desk, library, 3)).uid
    found = library.remedies(uid)
    assert (found.lapses, found.leech) == (3, True)
    assert found.passage is None, "the deck has no text to read"


def test_a_card_whose_deck_is_gone_has_what_the_log_tells(desk: Desk) -> None:
    library, _ = begin(desk)
    uid = current(lapse(desk, library, 3)).uid
    (desk.decks / "a.md").unlink()
    assert library.remedies(uid).passage is None
    library.refresh()
    found = library.remedies(uid)
    assert (found.lapses, found.passage, found.siblings) == (3, None, ())
